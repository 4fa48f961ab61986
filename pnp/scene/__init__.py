"""The finished drawing as data: four kinds of node, faces, pages. Back ends only translate it.

A back end may rely on this:

- everything is in millimetres, y points down, a later node covers an earlier one;
- text is shaped: each glyph has its id and its position; lines are broken, sizes are final;
- styles, units, references, percentages and bounding boxes are resolved;
- a node object that occurs twice is the same drawing: equal subtrees are shared by identity.
"""
