"""Parses SVG path data to outlines: all commands, with arcs and quadratic curves made cubic.

Written here, as it is faster than the parsers of fontTools and svgelements, and its errors say
what is wrong: "takes 6 numbers, not 5".
"""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
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
    except (KeyError, ValueError):
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
        ValueError, KeyError: the data is wrong.
    """
    if not text.isascii():
        raise ValueError
    text = _spaced_arcs(text)
    if _SIMPLE.fullmatch(text):
        with suppress(KeyError, ValueError):  # numbers without a space between, as in 1.5.5
            return _PathBuilder(_split(text))
    return _PathBuilder(_TOKEN.findall(text))


def _spaced_arcs(text: str) -> str:
    """Return path data with a space after each flag of its arcs."""
    if "a" not in text and "A" not in text:
        return text
    return _ARCS.sub(lambda arcs: f"{arcs[1]} {' '.join(_arc_numbers(arcs[2]))}", text)


def _split(text: str) -> list[str]:
    """Return the tokens of simple data, three times as fast: ``["m", "1", "-2", "z"]``."""
    text = text.replace(",", " ").replace("-", " -")
    for letter in _LETTERS:
        text = text.replace(letter, f" {letter} ")
    return text.split()


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

    Its drawing methods take the origin of their coordinates - for a relative command the current
    point - and their numbers as text. They raise ValueError if these are too few, or none.
    """

    def __init__(self, tokens: list[str]) -> None:
        """Draw commands with their numbers, each once for each set of numbers.

        Raises:
            ValueError, KeyError: a command has too few or too many numbers, or no such exists.
        """
        self.ops: list[str] = []
        self.coords: list[float] = []
        self.x = self.y = self.start_x = self.start_y = 0.0
        self.control_x = self.control_y = 0.0
        self.last = ""
        self.draw(tokens)

    def draw(self, tokens: list[str]) -> None:
        """Draw each command once for each set of its numbers."""
        command, at = "", 0
        while at < len(tokens):
            if tokens[at] in _LETTERS:
                command, at = self.begin(tokens[at]), at + 1
                if command == "Z":
                    continue
            takes, draw, relative = _DRAWS[command]
            dx, dy = (self.x, self.y) if relative else (0.0, 0.0)
            draw(self, dx, dy, tokens[at : at + takes])
            self.last, at = command, at + takes
            command = _AFTER_MOVE.get(command, command)

    def begin(self, letter: str) -> str:
        """Return the command; close a subpath, or begin one where the closed one began."""
        if letter in "Zz":
            self.close()
            return "Z"
        if self.last == "Z" and letter not in "Mm":
            self.start(self.x, self.y)
        return letter

    def close(self) -> None:
        if self.last != "Z":
            self.ops.append("Z")
        self.x, self.y, self.last = self.start_x, self.start_y, "Z"

    def start(self, x: float, y: float) -> None:
        self.ops.append("M")
        self.coords += (x, y)
        self.x, self.y = self.start_x, self.start_y = x, y

    def move(self, dx: float, dy: float, numbers: list[str]) -> None:
        x, y = map(float, numbers)
        self.start(dx + x, dy + y)

    def line(self, dx: float, dy: float, numbers: list[str]) -> None:
        x, y = map(float, numbers)
        self.line_to(dx + x, dy + y)

    def across(self, dx: float, _: float, numbers: list[str]) -> None:
        (x,) = map(float, numbers)
        self.line_to(dx + x, self.y)

    def down(self, _: float, dy: float, numbers: list[str]) -> None:
        (y,) = map(float, numbers)
        self.line_to(self.x, dy + y)

    def line_to(self, x: float, y: float) -> None:
        self.ops.append("L")
        self.coords += (x, y)
        self.x, self.y = x, y

    def curve(self, dx: float, dy: float, numbers: list[str]) -> None:
        x1, y1, x2, y2, x, y = map(float, numbers)
        x2, y2, x, y = dx + x2, dy + y2, dx + x, dy + y
        self.ops.append("C")
        self.coords += (dx + x1, dy + y1, x2, y2, x, y)
        self.x, self.y, self.control_x, self.control_y = x, y, x2, y2

    def curve_to(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        self.ops.append("C")
        self.coords += (x1, y1, x2, y2, x, y)
        self.x, self.y, self.control_x, self.control_y = x, y, x2, y2

    def mirrored(self, commands: str) -> tuple[float, float]:
        """Return the last control point, reflected about the current point.

        It is the current point itself unless the last command is one of ``commands``.
        """
        if self.last and self.last in commands:
            return 2 * self.x - self.control_x, 2 * self.y - self.control_y
        return self.x, self.y

    def smooth(self, dx: float, dy: float, numbers: list[str]) -> None:
        x2, y2, x, y = map(float, numbers)
        self.curve_to(*self.mirrored("CcSs"), dx + x2, dy + y2, dx + x, dy + y)

    def quadratic(self, dx: float, dy: float, numbers: list[str]) -> None:
        cx, cy, x, y = map(float, numbers)
        self.quadratic_to(dx + cx, dy + cy, dx + x, dy + y)

    def smooth_quadratic(self, dx: float, dy: float, numbers: list[str]) -> None:
        x, y = map(float, numbers)
        self.quadratic_to(*self.mirrored("QqTt"), dx + x, dy + y)

    def quadratic_to(self, cx: float, cy: float, x: float, y: float) -> None:
        self.curve_to(*cubic((self.x, self.y), (cx, cy), (x, y)))
        self.control_x, self.control_y = cx, cy

    def arc(self, dx: float, dy: float, numbers: list[str]) -> None:
        rx, ry, turn, large, sweep, x, y = map(float, numbers)
        x, y = dx + x, dy + y
        if not rx or not ry:
            self.line_to(x, y)
            return
        start, end = Point(self.x, self.y), Point(x, y)
        arc = Arc(start, end, abs(rx), abs(ry), turn, bool(large), bool(sweep))
        for curve in arc_curves(arc):
            self.curve_to(*curve)
        self.x, self.y = x, y


class _VertexBuilder(_PathBuilder):
    """Records after how many segments each drawing of a command ends."""

    def draw(self, tokens: list[str]) -> None:
        """Draw each command with one set of its numbers at a time."""
        self.ends: set[int] = set()
        for one in _one_by_one(tokens):
            super().draw(one)
            self.ends.add(len(self.ops))


def _one_by_one(tokens: list[str]) -> Iterator[list[str]]:
    """Yield each command with its first numbers, then one for each further set of them."""
    command, at = "", 0
    while at < len(tokens):
        if tokens[at] in _LETTERS:
            command, at = tokens[at], at + 1
        takes = TAKES[command.upper()]
        yield [command, *tokens[at : at + takes]]
        at, command = at + takes, _AFTER_MOVE.get(command, command)


@lru_cache(maxsize=1024)
def vertex_ends(text: str) -> frozenset[int]:
    """Return after how many segments each vertex of path data lies; an arc is several curves."""
    return frozenset(_VertexBuilder(_TOKEN.findall(_spaced_arcs(valid_data(text)))).ends)


Draw = Callable[[_PathBuilder, float, float, list[str]], None]

_METHODS: dict[str, Draw] = {
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

_DRAWS = {
    letter: (TAKES[kind], draw, letter.islower())
    for kind, draw in _METHODS.items()
    for letter in (kind, kind.lower())
}
"""How many numbers each command takes, what it draws, and whether from the current point."""

_LETTERS = frozenset({*_DRAWS, "Z", "z"})

_AFTER_MOVE = {"M": "L", "m": "l"}
"""The command of further numbers after those of a move."""
