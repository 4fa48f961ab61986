"""The elements of SVG, each drawn as nodes of a scene."""
