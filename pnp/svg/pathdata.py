"""Parses SVG path data to outlines: all commands, with arcs and quadratic curves made cubic.

Written here, as it is faster than the parsers of fontTools and svgelements, and its errors say
what is wrong: "takes 6 numbers, not 5".
"""

import re
from collections.abc import Callable
from functools import lru_cache
from math import atan2, ceil, cos, hypot, pi, sin, sqrt, tan
from typing import NamedTuple

from pnp.base.diagnostics import quote
from pnp.geometry.path import Path, cubic
from pnp.geometry.plane import Affine, Point

Curve = tuple[float, float, float, float, float, float]
"""Two control points and the end, flat: x, y, x, y, x, y."""


class Arc(NamedTuple):
    """An elliptical arc as in path data; ``turn`` is its x-axis-rotation, clockwise degrees."""

    start: Point
    end: Point
    rx: float
    ry: float
    turn: float
    large: bool
    sweep: bool


def arc_curves(arc: Arc) -> list[Curve]:
    """Return an arc as cubic curves of a quarter turn at most (SVG 2, appendix B.2.4)."""
    if arc.start == arc.end:
        return []
    place, begin, span = _on_unit_circle(arc)
    pieces = max(1, ceil(abs(span) / (pi / 2) - 1e-9))
    step = span / pieces
    curves = [_curve(place, begin + i * step, step) for i in range(pieces)]
    return [*curves[:-1], (*curves[-1][:4], *arc.end)]


def _on_unit_circle(arc: Arc) -> tuple[Affine, float, float]:
    """Return the map of the unit circle onto the arc's ellipse, and the arc's start and span.

    Both are angles in radians, clockwise from the x axis; the span is negative counter-clockwise.
    """
    turned = Affine.turn(arc.turn)
    back = turned.inverse().apply((arc.start.x - arc.end.x) / 2, (arc.start.y - arc.end.y) / 2)
    rx, ry = arc.rx, arc.ry
    too_small = max(1.0, hypot(back.x / rx, back.y / ry))
    rx, ry = rx * too_small, ry * too_small
    ux, uy = back.x / rx, back.y / ry
    far = sqrt(max(0.0, 1 / (ux * ux + uy * uy) - 1)) * (-1 if arc.large == arc.sweep else 1)
    mx, my = far * uy, -far * ux
    begin, end = atan2(uy - my, ux - mx), atan2(-uy - my, -ux - mx)
    span = (end - begin) % (2 * pi) if arc.sweep else -((begin - end) % (2 * pi))
    middle = Affine.move((arc.start.x + arc.end.x) / 2, (arc.start.y + arc.end.y) / 2)
    return middle @ turned @ Affine.scale(rx, ry) @ Affine.move(mx, my), begin, span


def _curve(place: Affine, begin: float, step: float) -> Curve:
    """Return the cubic curve of a piece of the unit circle, mapped by ``place``."""
    reach, end = 4 / 3 * tan(step / 4), begin + step
    one = place.apply(cos(begin) - reach * sin(begin), sin(begin) + reach * cos(begin))
    two = place.apply(cos(end) + reach * sin(end), sin(end) - reach * cos(end))
    return (*one, *two, *place.apply(cos(end), sin(end)))


LARGEST = 1e6
"""The largest coordinate of a drawing, in user units; a larger one is a mistake or an attack."""

_COMMAND = re.compile(r"([MmZzLlHhVvCcSsQqTtAa])([^MmZzLlHhVvCcSsQqTtAa]*)")

NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
"""The pattern of a number of SVG and CSS."""

_WHOLE_NUMBER = r"[-+]?+(?:\d++\.?+\d*+|\.\d++)(?:[eE][-+]?+\d++)?+"

_NUMBERS = re.compile(rf"(?:[\s,]*+{_WHOLE_NUMBER})*+[\s,]*+", re.ASCII)

_DATA = re.compile(rf"(?:[\s,]*+(?:[MmZzLlHhVvCcSsQqTtAa]|{_WHOLE_NUMBER}))*+[\s,]*+", re.ASCII)
"""Path data that is nothing but commands and numbers: its arguments need no further check."""

_PLAIN, _FLAG = f"({_WHOLE_NUMBER})", "([01])"

_ARC = re.compile(r"[\s,]*+".join(("", _PLAIN, _PLAIN, _PLAIN, _FLAG, _FLAG, _PLAIN, _PLAIN, "")))

_SETS = {takes: re.compile(rf"(?:[\s,]*+{_WHOLE_NUMBER}){{{takes}}}") for takes in (1, 2, 4, 6)}
"""The arguments of one drawing by a command with so many of them."""

TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


@lru_cache(maxsize=16384)
def parse_path(text: str) -> Path:
    """Return the outline of path data: ``m1 1h2v2z`` gives ``Path("MLLZ", (1, 1, 3, 1, 3, 3))``.

    Raises:
        ValueError: the data breaks SVG's grammar, or a coordinate is beyond ``LARGEST``.
    """
    first = _COMMAND.search(text)
    head = (text[: first.start()] if first else text).strip()
    if head or (first and first[1] not in "Mm"):
        raise ValueError(
            f"path data begins with {quote((head or text.strip())[:12])}: it starts with M"
        )
    pen, valid = _PathBuilder(), _DATA.fullmatch(text) is not None
    for command, arguments in _COMMAND.findall(text):
        pen.draw(command, _numbers(command, arguments, valid))
    if pen.coords and not -LARGEST < min(pen.coords) <= max(pen.coords) < LARGEST:
        raise ValueError(f"path data holds a number beyond {LARGEST:.0f}")
    return Path("".join(pen.ops), tuple(pen.coords))


def _numbers(command: str, text: str, valid: bool) -> list[float]:
    """Return the arguments of one command, one or more whole sets of them."""
    takes = TAKES[command.upper()]
    numbers = _arc_numbers(text) if takes == 7 else _plain_numbers(text, valid)
    wrong = bool(numbers) if not takes else not numbers or len(numbers) % takes
    if wrong:
        raise ValueError(f"path command {quote(command)} takes {takes} numbers, not {len(numbers)}")
    return numbers


def _plain_numbers(text: str, valid: bool) -> list[float]:
    if not valid and not _NUMBERS.fullmatch(text):
        raise ValueError(f"path data holds {quote(_not_a_number(text))}, which is not a number")
    try:
        return list(map(float, text.replace(",", " ").replace("-", " -").split()))
    except ValueError:  # numbers without a separator, as in 1.5.5, or with an exponent, as in 1e-3
        return list(map(float, re.findall(NUMBER, text)))


def _not_a_number(text: str) -> str:
    match = _NUMBERS.match(text)
    return text[match.end() if match else 0 :][:12]


def _arc_numbers(text: str) -> list[float]:
    """Return the arguments of arcs; flags need no separator after them: ``a1 1 0 011 1``."""
    numbers: list[float] = []
    at = 0
    while at < len(text) and text[at:].strip():
        match = _ARC.match(text, at)
        if match is None:
            raise ValueError(f"path data holds {quote(text[at : at + 12])}, which is not an arc")
        numbers += map(float, match.groups())
        at = match.end()
    return numbers


def valid_data(text: str) -> str:
    """Return path data up to its first error, as it is drawn by SVG's rules (SVG 2, 9.5.4).

    ``M1 1 L2 2 3`` gives ``M1 1 L2 2``.
    """
    kept = ""
    for match in _COMMAND.finditer(text):
        if not kept and (text[: match.start()].strip() or match[1] not in "Mm"):
            return ""
        whole = _whole_sets(match[1], match[2])
        kept += match[1] + whole if whole is not None else ""
        if whole is None or len(whole) < len(match[2].rstrip(" \t\r\n,")):
            return kept
    return kept


def valid_numbers(text: str) -> str:
    """Return a list of numbers up to its first error."""
    match = _NUMBERS.match(text)
    return match[0].strip(" \t\r\n,") if match else ""


def _whole_sets(command: str, text: str) -> str | None:
    """Return the whole sets of a command's arguments before an error, None if there is none."""
    takes = TAKES[command.upper()]
    if not takes:
        return ""
    pattern = _ARC if takes == 7 else _SETS[takes]
    at = 0
    while match := pattern.match(text, at):
        at = match.end()
    return text[:at] or None


class _PathBuilder:
    """The outline so far, with its current point, its start and its last control point."""

    def __init__(self) -> None:
        self.ops: list[str] = []
        self.coords: list[float] = []
        self.x = self.y = self.start_x = self.start_y = 0.0
        self.control_x = self.control_y = 0.0
        self.last = ""

    def draw(self, command: str, numbers: list[float]) -> None:
        """Add what one command draws, once for each set of its numbers."""
        kind = command.upper()
        if kind == "Z":
            self.close()
            return
        takes, relative = TAKES[kind], command.islower()
        sets = [numbers] if len(numbers) == takes else _in_sets(numbers, takes)
        if self.last == "Z" and kind != "M":
            self.move(self.x, self.y)
        for given in sets:
            _DRAWS[kind](self, *(self.absolute(kind, given) if relative else given))
            self.last = kind
            kind = "L" if kind == "M" else kind

    def absolute(self, kind: str, numbers: list[float]) -> list[float]:
        """Return the arguments of a relative command as those of the absolute one."""
        x, y = self.x, self.y
        if kind == "C":
            x1, y1, x2, y2, end_x, end_y = numbers
            return [x1 + x, y1 + y, x2 + x, y2 + y, end_x + x, end_y + y]
        if len(numbers) == 2:
            return [numbers[0] + x, numbers[1] + y]
        if kind == "A":
            return [*numbers[:5], numbers[5] + x, numbers[6] + y]
        if kind == "V":
            return [numbers[0] + y]
        if kind == "H":
            return [numbers[0] + x]
        dx, dy, end_x, end_y = numbers
        return [dx + x, dy + y, end_x + x, end_y + y]

    def close(self) -> None:
        if self.last != "Z":
            self.ops.append("Z")
        self.x, self.y, self.last = self.start_x, self.start_y, "Z"

    def move(self, x: float, y: float) -> None:
        self.ops.append("M")
        self.coords += (x, y)
        self.x, self.y = self.start_x, self.start_y = x, y

    def line(self, x: float, y: float) -> None:
        self.ops.append("L")
        self.coords += (x, y)
        self.x, self.y = x, y

    def across(self, x: float) -> None:
        self.line(x, self.y)

    def down(self, y: float) -> None:
        self.line(self.x, y)

    def curve(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        self.ops.append("C")
        self.coords += (x1, y1, x2, y2, x, y)
        self.x, self.y, self.control_x, self.control_y = x, y, x2, y2

    def mirrored(self, kinds: str) -> tuple[float, float]:
        """Return the last control point, reflected about the current point.

        It is the current point itself unless the last command is one of ``kinds``.
        """
        if self.last and self.last in kinds:
            return 2 * self.x - self.control_x, 2 * self.y - self.control_y
        return self.x, self.y

    def smooth(self, x2: float, y2: float, x: float, y: float) -> None:
        self.curve(*self.mirrored("CS"), x2, y2, x, y)

    def smooth_quadratic(self, x: float, y: float) -> None:
        self.quadratic(*self.mirrored("QT"), x, y)

    def quadratic(self, cx: float, cy: float, x: float, y: float) -> None:
        self.curve(*cubic((self.x, self.y), (cx, cy), (x, y)))
        self.control_x, self.control_y = cx, cy

    def arc(self, *numbers: float) -> None:
        rx, ry, turn, large, sweep, x, y = numbers
        if not rx or not ry:
            self.line(x, y)
            return
        start, end = Point(self.x, self.y), Point(x, y)
        arc = Arc(start, end, abs(rx), abs(ry), turn, bool(large), bool(sweep))
        for curve in arc_curves(arc):
            self.curve(*curve)
        self.x, self.y = x, y


class _VertexBuilder(_PathBuilder):
    """Records after how many segments each drawing of a command ends."""

    def __init__(self) -> None:
        super().__init__()
        self.ends: set[int] = set()

    def draw(self, command: str, numbers: list[float]) -> None:
        """Add what one command draws, one set of its numbers at a time."""
        takes = TAKES[command.upper()]
        for given in _in_sets(numbers, takes) if takes else [numbers]:
            super().draw(command, given)
            self.ends.add(len(self.ops))
            command = {"M": "L", "m": "l"}.get(command, command)


@lru_cache(maxsize=1024)
def vertex_ends(text: str) -> frozenset[int]:
    """Return after how many segments each vertex of path data lies; an arc is several curves."""
    pen = _VertexBuilder()
    for command, arguments in _COMMAND.findall(valid_data(text)):
        pen.draw(command, _numbers(command, arguments, valid=False))
    return frozenset(pen.ends)


def _in_sets(numbers: list[float], takes: int) -> list[list[float]]:
    return [numbers[at : at + takes] for at in range(0, len(numbers), takes)]


_DRAWS: dict[str, Callable[..., None]] = {
    "M": _PathBuilder.move,
    "L": _PathBuilder.line,
    "H": _PathBuilder.across,
    "V": _PathBuilder.down,
    "C": _PathBuilder.curve,
    "S": _PathBuilder.smooth,
    "Q": _PathBuilder.quadratic,
    "T": _PathBuilder.smooth_quadratic,
    "A": _PathBuilder.arc,
}
