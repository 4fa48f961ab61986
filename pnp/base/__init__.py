"""The lowest layer: units, sizes, colours, colour vision, diagnostics, parallel work."""
