"""Print-and-play kits from data files and SVG templates."""

__version__ = "0.1.0"
