"""The attributes of SVG that are no CSS properties: those whose twin may hold data."""

GEOMETRY = frozenset(
    (
        *("x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2"),
        *("fx", "fy", "fr", "d", "points", "dx", "dy", "rotate", "textLength", "viewBox"),
        *("pathLength"),
    )
)
"""Where things are, and how large."""

REFERENCES = frozenset((*("href", "class", "id", "style", "transform"),))
"""What an element is, and what it points at."""

SERVERS = frozenset(
    (
        *("offset", "gradientUnits", "gradientTransform", "spreadMethod", "patternUnits"),
        *("patternContentUnits", "patternTransform", "clipPathUnits", "maskUnits"),
        *("maskContentUnits", "preserveAspectRatio"),
    )
)
"""How gradients, patterns, clips and masks lie."""

FILTERS = frozenset(
    (
        *("stdDeviation", "in", "in2", "result", "type", "values", "mode", "operator"),
        *("radius", "k1", "k2", "k3", "k4", "flood-color", "flood-opacity", "lighting-color"),
        *("order", "baseFrequency", "numOctaves", "seed", "scale", "slope", "intercept"),
        *("amplitude", "exponent", "tableValues", "azimuth", "elevation", "surfaceScale"),
        *("specularConstant", "specularExponent", "diffuseConstant", "kernelMatrix"),
        *("filterUnits", "primitiveUnits"),
    )
)
"""What filters are made of."""

ATTRIBUTES = GEOMETRY | REFERENCES | SERVERS | FILTERS
