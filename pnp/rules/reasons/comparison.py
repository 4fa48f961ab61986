"""A comparison that does not hold, in words."""

import ast
from collections.abc import Mapping
from typing import NamedTuple

from pnp.rules.language.show import shorten

LONGEST_LIST = 48
"""Characters of a list in which something is missing."""

BOUNDS: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "",
    ast.NotEq: "anything but ",
    ast.Lt: "less than ",
    ast.LtE: "at most ",
    ast.Gt: "more than ",
    ast.GtE: "at least ",
    ast.In: "one of ",
    ast.NotIn: "none of ",
}

MIRRORED: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.Eq,
    ast.NotEq: ast.NotEq,
    ast.Lt: ast.Gt,
    ast.LtE: ast.GtE,
    ast.Gt: ast.Lt,
    ast.GtE: ast.LtE,
}


class Compared(NamedTuple):
    """A side of a comparison. A literal asks nothing of the kit: it is the rulebook's own value."""

    text: str
    value: str
    literal: bool

    def __str__(self) -> str:
        return self.value if self.literal else f"{self.text} is {self.value}"


def sentence(left: Compared, right: Compared, sign: type[ast.cmpop], says: str) -> str:
    """Return what two sides are and how they should compare; ``says`` leads to a literal side."""
    if left.literal and not right.literal and sign in MIRRORED:
        left, right, sign = right, left, MIRRORED[sign]
    if right.literal:
        return f"{left}, {says} {BOUNDS[sign]}{right.value}"
    if sign in (ast.In, ast.NotIn):
        verb = "is not in" if sign is ast.In else "is in"
        link = " " if left.literal else ", which "
        return f"{left}{link}{verb} {right.text}: {shorten(right.value, LONGEST_LIST)}"
    return f"{left}, it must be {BOUNDS[sign]}{right.text}, which is {right.value}"
