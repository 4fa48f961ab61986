"""What every other package may use: units, sizes, colours, vision, diagnostics, parallel work."""
