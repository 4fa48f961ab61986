"""Text is set: fonts, rich text, words shaped into glyphs, lines broken, boxes filled."""
