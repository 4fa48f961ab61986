"""The typesetter: fonts, shaping, line breaking, boxes of rich text; no SVG, no game."""
