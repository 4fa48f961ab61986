"""A drawing as the text of an SVG file."""
