"""Text of mixed direction: the level of each character, and the order in which they are shown.

Unicode Standard Annex 9 without explicit embeddings and isolates, which cards do not need: rules
W1 to W7, N0 to N2, I1, I2 and L2. The marks U+200E and U+200F count as letters of their direction.
"""

import unicodedata
from collections.abc import Sequence
from itertools import groupby

_STRONG = {"L": "L", "R": "R", "AL": "R"}

_SIDES = {"L": "L", "R": "R", "EN": "R", "AN": "R"}
"""The directions of what is strong for signs beside it: numbers count as right to left."""

_CLOSING = dict(zip("([{〈《「『【〔（［｛", ")]}〉》」』】〕）］｝", strict=True))
"""The usual pairs of brackets (Unicode's BidiBrackets.txt)."""

_DEEPEST = 63
"""Brackets in brackets deeper than this are no pairs (BD16)."""

_NEUTRAL = frozenset(("B", "S", "WS", "ON", "BN", "LRE", "RLE", "LRO", "RLO", "PDF"))


def levels(text: str, base: int = 0) -> list[int]:
    """Return the embedding level of each character; odd ones run from right to left.

    ``base`` is that of the paragraph: 0 or 1.
    """
    kinds = [unicodedata.bidirectional(char) or "L" for char in text]
    start = "R" if base else "L"
    _resolve_weak(kinds, start)
    _resolve_brackets(text, kinds, start)
    _resolve_neutral(kinds, start)
    return [_level(kind, base) for kind in kinds]


def base_level(text: str) -> int:
    """Return the level of a paragraph by its first strong character (rules P2, P3)."""
    for char in text:
        kind = _STRONG.get(unicodedata.bidirectional(char))
        if kind:
            return int(kind == "R")
    return 0


def visual_order(of: Sequence[int]) -> list[int]:
    """Return the indexes of things with these levels as they stand from left to right (L2)."""
    order = list(range(len(of)))
    for level in range(max(of, default=0), 0, -1):
        turned: list[int] = []
        for high, run in groupby(order, key=lambda index: of[index] >= level):
            some = list(run)
            turned += reversed(some) if high else some
        order = turned
    return order


def _level(kind: str, base: int) -> int:
    if base % 2:
        return base + (kind in ("L", "EN", "AN"))
    return base + {"R": 1, "EN": 2, "AN": 2}.get(kind, 0)


def _resolve_weak(kinds: list[str], start: str) -> None:
    """Give weak characters - digits, separators, marks - a direction (W1 to W7)."""
    before = strong = start
    for at, kind in enumerate(kinds):
        if kind == "NSM":
            kinds[at] = before
        elif kind == "EN" and strong == "AL":
            kinds[at] = "AN"
        if kind in ("L", "R", "AL"):
            strong = kind
        before = kinds[at]
    for at, kind in enumerate(kinds):
        if kind == "AL":
            kinds[at] = "R"
        elif kind in ("ES", "CS") and 0 < at < len(kinds) - 1:
            beside = {kinds[at - 1], kinds[at + 1]}
            if beside == {"EN"} or (kind == "CS" and beside == {"AN"}):
                kinds[at] = beside.pop()
    _resolve_terminators(kinds)
    strong = start
    for at, kind in enumerate(kinds):
        if kind in ("L", "R"):
            strong = kind
        elif kind in ("ES", "CS", "ET"):
            kinds[at] = "ON"
        elif kind == "EN" and strong == "L":
            kinds[at] = "L"


def _resolve_terminators(kinds: list[str]) -> None:
    """Make signs beside a number, as % and $, a part of it (W5)."""
    at = 0
    for kind, run in groupby(list(kinds)):
        count = len(list(run))
        beside = (*kinds[max(0, at - 1) : at], *kinds[at + count : at + count + 1])
        if kind == "ET" and "EN" in beside:
            kinds[at : at + count] = ["EN"] * count
        at += count


def _resolve_brackets(text: str, kinds: list[str], start: str) -> None:
    """Give both brackets of a pair one direction: that of the paragraph, if it is inside (N0)."""
    for opening, closing in _bracket_pairs(text, kinds):
        inside = {_SIDES[kind] for kind in kinds[opening:closing] if kind in _SIDES}
        if not inside:
            continue
        side = start
        if start not in inside:
            before = (kinds[at] for at in range(opening - 1, -1, -1) if kinds[at] in _SIDES)
            side = _SIDES[next(before, start)]
        kinds[opening] = kinds[closing] = side


def _bracket_pairs(text: str, kinds: list[str]) -> list[tuple[int, int]]:
    """Return the places of brackets that belong together, by the opening one (BD16)."""
    pairs: list[tuple[int, int]] = []
    waiting: list[tuple[str, int]] = []
    for at, char in enumerate(text):
        if kinds[at] != "ON":
            continue
        if char in _CLOSING:
            if len(waiting) == _DEEPEST:
                break
            waiting.append((_CLOSING[char], at))
        while any(closing == char for closing, _ in waiting):
            closing, opening = waiting.pop()
            if closing == char:
                pairs.append((opening, at))
                break
    return sorted(pairs)


def _resolve_neutral(kinds: list[str], start: str) -> None:
    """Give spaces and signs the direction of both neighbours, else that of the paragraph (N)."""
    at, before = 0, start
    for neutral, run in groupby(list(kinds), key=lambda kind: kind in _NEUTRAL):
        count = len(list(run))
        if neutral:
            after = _side(kinds[at + count]) if at + count < len(kinds) else start
            kinds[at : at + count] = [before if before == after else start] * count
        before = _side(kinds[at + count - 1])
        at += count


def _side(kind: str) -> str:
    return "L" if kind == "L" else "R"
