"""SVG as its files say it: elements, style sheets, outlines, lengths."""
