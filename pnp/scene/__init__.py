"""What a finished drawing is: four kinds of node, faces, pages. Nothing here is left to decide.

A back end may rely on this:

- everything is in millimetres, y points down, a later node covers an earlier one;
- text is shaped: each glyph has its number and its place; line breaks and sizes are settled;
- styles, units, references, percentages and bounding boxes are resolved;
- one node object that is met twice is the same drawing: equal subtrees are shared by identity.
"""
