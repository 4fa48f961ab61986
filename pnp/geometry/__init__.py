"""Points, rectangles, affine maps, outlines and polygons: millimetres, y down. No drawing here."""
