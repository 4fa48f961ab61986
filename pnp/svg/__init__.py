"""SVG read as its specification says, and its elements drawn as nodes of a scene."""
