"""The SVG back end: a page in millimetres; what repeats is defined once and used by id."""
