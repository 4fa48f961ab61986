"""YAML's tree becomes plain data, with YAML 1.2 meaning (its core schema) and nothing hidden."""

import math
import re
from enum import Enum
from typing import Any, Protocol

from pnp.content.files.problems import Problems
from pnp.content.files.text import unprintable
from pnp.errors import Where, fail, quoted


class Sort(Enum):
    """What a node is. A node with any other tag has it from the user."""

    PLAIN = "a word or number without quotes"
    QUOTED = "a word in quotes, or a block of text"
    LIST = "a list"
    KEYS = "keys with values"


class Mark(Protocol):
    """A place; both count from 0."""

    line: int
    column: int


class Node(Protocol):
    """A node of YAML's tree: ``value`` is text, a list of nodes, or a list of pairs of nodes."""

    tag: object
    value: Any
    start_mark: Mark


MOST_REPEATED = 20_000
"""Values that aliases may repeat in one file."""

Step = str | int
"""A key of a mapping, or an index of a list."""

Pairs = dict[Step, tuple[Node, Node]]
"""The keys of one mapping, each with the node of the key and of the value."""

_WORDS = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INT = re.compile(r"[-+]?[0-9]{1,18}|0o[0-7]{1,20}|0x[0-9a-fA-F]{1,15}")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")


def plain_data(root: Node, file: str) -> tuple[Any, dict[int, Pairs]]:
    """Return the data of a tree, and the keys of every mapping node by the node's id.

    Raises:
        PnpError: keys stand twice or are no words, tags, merge keys, or aliases that explode.
    """
    tree = _Tree(file)
    data = tree.value(root)
    tree.problems.stop()
    return data, tree.pairs


def scalar(text: str) -> str | int | float | bool | None:
    """Return what a plain word means in YAML 1.2; what does not fit a number stays text."""
    if text in _WORDS:
        return _WORDS[text]
    if _INT.fullmatch(text):
        return int(text, 0 if text[:2] in ("0o", "0x") else 10)
    if _FLOAT.fullmatch(text) and math.isfinite(number := float(text)):
        return number
    return text


class _Tree:
    """One walk over a tree."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems = Problems()
        self.pairs: dict[int, Pairs] = {}
        self.met: set[int] = set()
        self.open: set[int] = set()
        self.repeated = 0

    def value(self, node: Node) -> Any:
        match node.tag:
            case Sort.PLAIN | Sort.QUOTED:
                return self.word(node)
            case Sort.LIST | Sort.KEYS:
                self.enter(node)
                data = self.items(node) if node.tag is Sort.LIST else self.mapping(node)
                self.open.remove(id(node))
                return data
        tag = str(node.tag).replace("tag:yaml.org,2002:", "!!")
        message = f"the tag {quoted(tag)} is not allowed"
        self.problems.note(message, self.place(node), "write plain values, without a !tag")
        return None

    def enter(self, node: Node) -> None:
        """Count what an alias repeats: a few lines of YAML can stand for billions of values."""
        if id(node) in self.open:
            raise fail("an alias stands inside the value it repeats", self.place(node))
        self.open.add(id(node))
        if id(node) in self.met:
            self.repeated += 1 + len(node.value)
        if self.repeated > MOST_REPEATED:
            message = f"aliases repeat more than {MOST_REPEATED:,} values"
            raise fail(message, self.place(node), "write the values out")
        self.met.add(id(node))

    def word(self, node: Node) -> str | int | float | bool | None:
        if bad := unprintable(node.value):
            self.problems.note(f"{bad} does not belong into text", self.place(node))
        return scalar(node.value) if node.tag is Sort.PLAIN else str(node.value)

    def items(self, node: Node) -> list[Any]:
        return [self.value(item) for item in node.value]

    def mapping(self, node: Node) -> dict[str | int, Any]:
        if id(node) not in self.pairs:
            self.pairs[id(node)] = self.keys(node)
        return {key: self.value(value) for key, (_, value) in self.pairs[id(node)].items()}

    def keys(self, node: Node) -> Pairs:
        pairs: Pairs = {}
        for name, value in node.value:
            key = self.key(name)
            if key in pairs:
                hint = f"it stands in line {pairs[key][0].start_mark.line + 1} already"
                self.problems.note(f"the key {quoted(key)} stands twice", self.place(name), hint)
            pairs.setdefault(key, (name, value))
        return pairs

    def key(self, node: Node) -> str | int:
        if not isinstance(node.value, str):
            raise fail("a key must be a word or a number", self.place(node))
        if node.tag is Sort.PLAIN and node.value == "<<":
            hint = "write the keys out, or repeat one whole value by its alias"
            self.problems.note('merge keys ("<<") are not allowed', self.place(node), hint)
        word = self.value(node)
        return word if type(word) is int else str(node.value)

    def place(self, node: Node) -> Where:
        return Where(self.file, node.start_mark.line + 1, node.start_mark.column + 1)
