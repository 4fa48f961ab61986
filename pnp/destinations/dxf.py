"""Outlines as a DXF file of release 12, which every program for cutters reads. Millimetres, y up.

Curves become chords: release 12 has no others. The header names the unit, which newer readers
heed; a line of 100 mm on a layer of its own is for the others.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import dist
from typing import NamedTuple

from pnp.geometry.path import Path
from pnp.geometry.plane import ROUNDING

STEPS = 48
"""Chords for each curve: a circle of 100 mm is off by 0.007 mm."""

DECIMALS = 4


class DxfLayer(NamedTuple):
    """A layer: ``DxfLayer("Cut", 1, paths)``; 1 is red, 5 blue, 7 black."""

    name: str
    color: int
    paths: Sequence[Path]


def dxf(layers: Sequence[DxfLayer], height: float) -> str:
    """Return layers as a file; ``height`` is the sheet's, in millimetres."""
    groups = [*_header(), *_tables(layers)]
    groups += [(0, "SECTION"), (2, "ENTITIES")]
    for layer in layers:
        for path in layer.paths:
            for part in path.subpaths():
                groups += _polyline(layer.name, part, height)
    groups += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code}\r\n{value}\r\n" for code, value in groups)


DxfGroup = tuple[int, object]


def _header() -> Iterator[DxfGroup]:
    yield from ((0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009"))
    yield from ((9, "$INSUNITS"), (70, 4), (9, "$MEASUREMENT"), (70, 1), (0, "ENDSEC"))


def _tables(layers: Sequence[DxfLayer]) -> Iterator[DxfGroup]:
    yield from ((0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LAYER"), (70, len(layers)))
    for layer in layers:
        yield from ((0, "LAYER"), (2, layer.name), (70, 0), (62, layer.color), (6, "CONTINUOUS"))
    yield from ((0, "ENDTAB"), (0, "ENDSEC"))


def _polyline(layer: str, part: Path, height: float) -> Iterator[DxfGroup]:
    points = [(x, height - y) for x, y in part.chords(STEPS)]
    returns = len(points) > 2 and dist(points[0], points[-1]) < ROUNDING
    closed = returns or part.ops.endswith("Z")
    points = points[:-1] if returns else points
    yield from ((0, "POLYLINE"), (8, layer), (66, 1), (70, int(closed)))
    for x, y in points:
        yield from ((0, "VERTEX"), (8, layer), (10, _number(x)), (20, _number(y)))
    yield from ((0, "SEQEND"), (8, layer))


def _number(value: float) -> float:
    return round(value, DECIMALS) + 0.0


def polylines(text: str) -> Iterator[tuple[str, bool, list[tuple[float, float]]]]:
    """Yield layer, whether it is closed, and the points of each line of such a file; y is up."""
    lines = text.split("\r\n")
    pairs = list(zip(lines[::2], lines[1::2], strict=False))
    layer, closed, points = "", False, list[tuple[float, float]]()
    inside = False
    for entity in _entities(pairs):
        kind, values = entity[0][1], dict(entity[1:])
        if kind == "POLYLINE":
            layer, closed, points, inside = values["8"], values["70"] == "1", [], True
        elif kind == "VERTEX" and inside:
            points.append((float(values["10"]), float(values["20"])))
        elif kind == "SEQEND":
            yield layer, closed, points
            inside = False


def _entities(pairs: Iterable[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    """Yield the groups of each entity: each begins with the code 0."""
    current: list[tuple[str, str]] = []
    for pair in pairs:
        if pair[0] == "0" and current:
            yield current
            current = []
        current.append(pair)
    yield current


def counted_by_layer(text: str) -> Mapping[str, int]:
    """Return how many lines each layer has."""
    found: dict[str, int] = {}
    for layer, _, _ in polylines(text):
        found[layer] = found.get(layer, 0) + 1
    return found
