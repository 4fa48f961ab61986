"""Parses SVG path data to outlines: all commands, with arcs and quadratic curves made cubic.

Written here, as it is faster than the parsers of fontTools and svgelements, and its errors say
what is wrong: "takes 6 numbers, not 5".
"""

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache
from math import atan2, ceil, cos, hypot, pi, sin, sqrt, tan
from typing import NamedTuple

from pnp.base.diagnostics import quote
from pnp.geometry.path import Path, cubic
from pnp.geometry.plane import Affine, Point

Curve = tuple[float, float, float, float, float, float]
"""Two control points and the end, flat: x, y, x, y, x, y."""

Run = tuple[str, list[float]]
"""The letter of a command, and the numbers of all its drawings that follow one another."""


MORE_THAN_A_QUARTER = 0.01
"""The part of a quarter turn that a curve may have more: half a circle is two curves, if rounding
of an editor made its ends a little less than a diameter apart."""


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
    """Return an arc as cubic curves of about a quarter turn at most (SVG 2, appendix B.2.4)."""
    if arc.start == arc.end:
        return []
    (a, b, c, d, e, f), begin, span = _on_unit_circle(arc)
    pieces = max(1, ceil(abs(span) / (pi / 2) - MORE_THAN_A_QUARTER))
    step = span / pieces
    reach = 4 / 3 * tan(step / 4)
    curves: list[Curve] = []
    x, y = cos(begin), sin(begin)
    for i in range(1, pieces + 1):
        x1, y1 = x - reach * y, y + reach * x
        x, y = cos(begin + i * step), sin(begin + i * step)
        x2, y2 = x + reach * y, y - reach * x
        one = a * x1 + c * y1 + e, b * x1 + d * y1 + f
        two = a * x2 + c * y2 + e, b * x2 + d * y2 + f
        curves.append((*one, *two, a * x + c * y + e, b * x + d * y + f))
    return [*curves[:-1], (*curves[-1][:4], *arc.end)]


@lru_cache(maxsize=4096)
def _arc_from_zero(
    rx: float, ry: float, turn: float, large: float, sweep: float, x: float, y: float
) -> list[Curve]:
    """Return an arc from 0, 0: the arcs of a drawing are often alike."""
    end = Point(x, y)
    return arc_curves(Arc(Point(0, 0), end, abs(rx), abs(ry), turn, bool(large), bool(sweep)))


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


LARGEST = 1e6
"""The largest coordinate of a drawing, in user units; a larger one is a mistake or an attack."""

_COMMAND = re.compile(r"([MmZzLlHhVvCcSsQqTtAa])([^MmZzLlHhVvCcSsQqTtAa]*)")

NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
"""The pattern of a number of SVG and CSS."""

_WHOLE_NUMBER = r"[-+]?+(?:\d++\.?+\d*+|\.\d++)(?:[eE][-+]?+\d++)?+"

_NUMBERS = re.compile(rf"(?:[\s,]*+{_WHOLE_NUMBER})*+[\s,]*+", re.ASCII)

_TOKEN = re.compile(rf"{_WHOLE_NUMBER}|[^\s,]", re.ASCII)
"""A number, or any other character: a command, unless the data is wrong."""

_SIMPLE = re.compile(r"[MmZzLlHhVvCcSsQqTtAa\d.,\s-]*+", re.ASCII)
"""Data without exponents, plus signs and mistakes such as letters that are no command."""

_ARCS = re.compile(r"([Aa])([^MmZzLlHhVvCcSsQqTtAa]*)")

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
    if text.strip()[:1] not in ("", "M", "m"):
        raise ValueError(f"path data begins with {quote(_head(text))}: it starts with M")
    try:
        pen = _drawn(text)
    except ValueError:
        raise _fault(text) from None
    if pen.coords and not -LARGEST < min(pen.coords) <= max(pen.coords) < LARGEST:
        raise ValueError(f"path data holds a number beyond {LARGEST:.0f}")
    return Path("".join(pen.ops), tuple(pen.coords))


def _head(text: str) -> str:
    """Return what stands before the first command; without any, or before it, the first words."""
    first = _COMMAND.search(text)
    return ((text[: first.start()] if first else "").strip() or text.strip())[:12]


def _drawn(text: str) -> "_PathBuilder":
    """Return what path data draws.

    Raises:
        ValueError: the data is wrong.
    """
    if not text.isascii():
        raise ValueError
    text = _spaced_arcs(text)
    if _SIMPLE.fullmatch(text):
        with suppress(ValueError):  # numbers without a space between, as in 1.5.5
            return _PathBuilder(_simple_runs(text))
    return _PathBuilder(_runs(text))


def _spaced_arcs(text: str) -> str:
    """Return path data with a space after each flag of its arcs."""
    if "a" not in text and "A" not in text:
        return text
    return _ARCS.sub(lambda arcs: f"{arcs[1]} {' '.join(_arc_numbers(arcs[2]))}", text)


def _runs(text: str) -> list[Run]:
    """Return the commands with all their numbers: ``[("m", [1.0, -2.0]), ("z", [])]``."""
    found = _COMMAND.findall(text)
    return [(letter, [*map(float, _TOKEN.findall(numbers))]) for letter, numbers in found]


def _simple_runs(text: str) -> list[Run]:
    """Return the same of simple data, three times as fast."""
    found = _COMMAND.findall(text.replace(",", " ").replace("-", " -"))
    return [(letter, [*map(float, numbers.split())]) for letter, numbers in found]


def _fault(text: str) -> ValueError:
    """Return the error for the first command whose arguments are wrong."""
    for command, arguments in _COMMAND.findall(text):
        takes = TAKES[command.upper()]
        if takes != 7 and not _NUMBERS.fullmatch(arguments):
            bad = quote(_not_a_number(arguments))
            return ValueError(f"path data holds {bad}, which is not a number")
        numbers = _arc_numbers(arguments) if takes == 7 else re.findall(NUMBER, arguments)
        if bool(numbers) != bool(takes) or (takes and len(numbers) % takes):
            told = f"takes {takes} numbers, not {len(numbers)}"
            return ValueError(f"path command {quote(command)} {told}")
    return ValueError("path data holds a digit that is none of 0 to 9")


def _not_a_number(text: str) -> str:
    match = _NUMBERS.match(text)
    return text[match.end() if match else 0 :][:12]


def _arc_numbers(text: str) -> list[str]:
    """Return the arguments of arcs; flags need no separator after them: ``a1 1 0 011 1``."""
    numbers: list[str] = []
    at = 0
    while at < len(text) and text[at:].strip():
        match = _ARC.match(text, at)
        if match is None:
            raise ValueError(f"path data holds {quote(text[at : at + 12])}, which is not an arc")
        numbers += match.groups()
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
    """The outline so far, with its current point, its start and its last control point.

    Its drawing methods take the numbers of all drawings by a command that follow one another, and
    whether these are relative to the current point.
    """

    def __init__(self, runs: Iterable[Run]) -> None:
        """Draw commands, each once for each set of its numbers.

        Raises:
            ValueError: a command has too few or too many numbers.
        """
        self.ops: list[str] = []
        self.coords: list[float] = []
        self.x = self.y = self.start_x = self.start_y = 0.0
        self.control_x = self.control_y = 0.0
        self.last = ""
        for letter, numbers in runs:
            self.run(letter, numbers)

    def run(self, letter: str, numbers: list[float]) -> None:
        """Draw a command once for each set of its numbers."""
        command, takes, draw = _DRAWS[letter]
        if bool(numbers) != bool(takes) or (takes and len(numbers) % takes):
            raise ValueError
        if self.last == "Z" and command not in "MZ":
            self.start(self.x, self.y)
        draw(self, numbers, letter != command)
        self.last = command

    def close(self, _: list[float], __: bool) -> None:
        if self.last != "Z":
            self.ops.append("Z")
        self.x, self.y = self.start_x, self.start_y

    def start(self, x: float, y: float) -> None:
        self.ops.append("M")
        self.coords += (x, y)
        self.x, self.y = self.start_x, self.start_y = x, y

    def move(self, numbers: list[float], relative: bool) -> None:
        dx, dy = self.origin(relative)
        self.start(dx + numbers[0], dy + numbers[1])
        if len(numbers) > 2:
            self.lines(numbers[2:], relative)

    def lines(self, numbers: list[float], relative: bool) -> None:
        self.ops += "L" * (len(numbers) // 2)
        if not relative:
            self.coords += [0.0 + number for number in numbers]  # no -0.0
        else:
            x, y, coords = self.x, self.y, self.coords
            for dx, dy in _sets(numbers, 2):
                x, y = x + dx, y + dy
                coords += (x, y)
        self.x, self.y = self.coords[-2:]

    def across(self, numbers: list[float], relative: bool) -> None:
        for x in numbers:
            self.line_to(self.x + x if relative else x, self.y)

    def down(self, numbers: list[float], relative: bool) -> None:
        for y in numbers:
            self.line_to(self.x, self.y + y if relative else y)

    def line_to(self, x: float, y: float) -> None:
        self.ops.append("L")
        self.coords += (x, y)
        self.x, self.y = x, y

    def curves(self, numbers: list[float], relative: bool) -> None:
        self.ops += "C" * (len(numbers) // 6)
        if not relative:
            self.coords += [0.0 + number for number in numbers]  # no -0.0
        else:
            x, y, coords = self.x, self.y, self.coords
            for x1, y1, x2, y2, dx, dy in _sets(numbers, 6):
                coords += (x + x1, y + y1, x + x2, y + y2, x + dx, y + dy)
                x, y = x + dx, y + dy
        self.control_x, self.control_y, self.x, self.y = self.coords[-4:]

    def curve_to(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        self.ops.append("C")
        self.coords += (x1, y1, x2, y2, x, y)
        self.x, self.y, self.control_x, self.control_y = x, y, x2, y2

    def smooth(self, numbers: list[float], relative: bool) -> None:
        for x2, y2, x, y in _sets(numbers, 4):
            dx, dy = self.origin(relative)
            self.curve_to(*self.mirrored("CS"), dx + x2, dy + y2, dx + x, dy + y)
            self.last = "S"

    def quadratics(self, numbers: list[float], relative: bool) -> None:
        for cx, cy, x, y in _sets(numbers, 4):
            dx, dy = self.origin(relative)
            self.quadratic_to(dx + cx, dy + cy, dx + x, dy + y)

    def smooth_quadratics(self, numbers: list[float], relative: bool) -> None:
        for x, y in _sets(numbers, 2):
            dx, dy = self.origin(relative)
            self.quadratic_to(*self.mirrored("QT"), dx + x, dy + y)
            self.last = "T"

    def quadratic_to(self, cx: float, cy: float, x: float, y: float) -> None:
        self.curve_to(*cubic((self.x, self.y), (cx, cy), (x, y)))
        self.control_x, self.control_y = cx, cy

    def arcs(self, numbers: list[float], relative: bool) -> None:
        for rx, ry, turn, large, sweep, x, y in _sets(numbers, 7):
            dx, dy = self.x, self.y
            end = (dx + x, dy + y) if relative else (x, y)
            if not rx or not ry:
                self.line_to(*end)
                continue
            for curve in _arc_from_zero(rx, ry, turn, large, sweep, end[0] - dx, end[1] - dy):
                x1, y1, x2, y2, x, y = curve
                self.curve_to(dx + x1, dy + y1, dx + x2, dy + y2, dx + x, dy + y)
            self.coords[-2:] = self.x, self.y = end

    def mirrored(self, commands: str) -> tuple[float, float]:
        """Return the last control point, reflected about the current point.

        It is the current point itself unless the last command is one of ``commands``.
        """
        if self.last and self.last in commands:
            return 2 * self.x - self.control_x, 2 * self.y - self.control_y
        return self.x, self.y

    def origin(self, relative: bool) -> tuple[float, float]:
        """Return from where coordinates are counted."""
        return (self.x, self.y) if relative else (0.0, 0.0)


def _sets(numbers: list[float], takes: int) -> "zip[tuple[float, ...]]":
    """Return the numbers of each drawing by a command that takes so many."""
    return zip(*[iter(numbers)] * takes, strict=True)


class _VertexBuilder(_PathBuilder):
    """Records after how many segments each drawing of a command ends."""

    def __init__(self, runs: Iterable[Run]) -> None:
        self.ends: set[int] = set()
        super().__init__(runs)

    def run(self, letter: str, numbers: list[float]) -> None:
        """Draw a command with one set of its numbers at a time."""
        takes = TAKES[letter.upper()]
        for one in _sets(numbers, takes) if takes else [()]:
            super().run(letter, [*one])
            self.ends.add(len(self.ops))
            letter = _AFTER_MOVE.get(letter, letter)


@lru_cache(maxsize=1024)
def vertex_ends(text: str) -> frozenset[int]:
    """Return after how many segments each vertex of path data lies; an arc is several curves."""
    return frozenset(_VertexBuilder(_runs(_spaced_arcs(valid_data(text)))).ends)


_METHODS: dict[str, Callable[[_PathBuilder, list[float], bool], None]] = {
    "M": _PathBuilder.move,
    "L": _PathBuilder.lines,
    "H": _PathBuilder.across,
    "V": _PathBuilder.down,
    "C": _PathBuilder.curves,
    "S": _PathBuilder.smooth,
    "Q": _PathBuilder.quadratics,
    "T": _PathBuilder.smooth_quadratics,
    "A": _PathBuilder.arcs,
    "Z": _PathBuilder.close,
}

_DRAWS = {
    letter: (command, TAKES[command], draw)
    for command, draw in _METHODS.items()
    for letter in (command, command.lower())
}
"""For each letter its command, how many numbers that takes, and what it draws."""

_AFTER_MOVE = {"M": "L", "m": "l"}
"""The command of further numbers after those of a move."""
