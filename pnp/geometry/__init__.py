"""Points, rectangles, affine maps, outlines and polygons: millimetres, y down. Nothing is drawn."""
