"""The SVG back end: a page in millimetres, drawn once and used often."""
