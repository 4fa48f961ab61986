"""SVG drawings with data in them become faces: parsed once, drawn for each row."""
