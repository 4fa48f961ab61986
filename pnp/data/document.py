"""Reads YAML into plain data, and keeps the line and column of every key and value.

Plain words mean what YAML 1.2's core schema says; tags and merge keys are refused. Only this
module uses PyYAML.
"""

import math
import re
from collections.abc import Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

import yaml

from pnp.base.diagnostics import Problems, Where, quote, user_error
from pnp.base.slotted import slotted
from pnp.data.textfile import read_text, unprintable
from pnp.data.yamlslips import BRACES, NO_BREAK, explained


class Sort(Enum):
    """Tags that ``_Resolver`` gives to nodes without a tag in the file."""

    PLAIN = "a word or number without quotes"
    QUOTED = "a word in quotes, or a block of text"
    LIST = "a list"
    KEYS = "a mapping"


class Node(Protocol):
    """A node of PyYAML: ``value`` is text, a list of nodes, or a list of pairs of nodes."""

    tag: object
    value: Any
    start_mark: yaml.Mark
    end_mark: yaml.Mark


class KeyLines(NamedTuple):
    """The lines of a mapping without braces: each key in a line of its own, indented alike.

    ``indent`` is the number of spaces before its keys. ``last_line``, from 0, is the line in which
    its last value ends, or, of text with a ``|`` or ``>``, begins.
    """

    indent: int
    last_line: int


MOST_REPEATED = 20_000
"""Limit for the values that aliases repeat in one file."""

Step = str | int
"""A key of a mapping, or an index of a list."""

Pairs = dict[Step, tuple[Node, Node]]
"""The keys of one mapping, each with the nodes of key and value."""

_WORDS = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}

_INT = re.compile(r"[-+]?[0-9]{1,18}|0o[0-7]{1,20}|0x[0-9a-fA-F]{1,15}")

_LOST = re.compile(r"[ \t]*:?[ \t]*(#[^\s#,\]}][^,\]}]*)")
"""A comment without a space behind its #: mostly a colour or a text without quotes."""

_ANCHOR = re.compile(r"[ \t]*:?[ \t]*(&[^\s].*)")
"""A value that is only the name of an anchor: a text that begins with &, without quotes."""

_ANCHORED = re.compile(r"&([^\s,\[\]{}]+)[ \t]+[^\s#]")
"""A value behind the name of an anchor, in its line."""

_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
"""What ends a line in YAML."""


def lines_of(text: str) -> list[str]:
    """Return the lines of a text, as YAML counts them."""
    return _BREAK.split(text)


_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")


def plain_data(root: Node, file: str, text: str) -> tuple[Any, dict[int, Pairs]]:
    """Return the data of a node tree, and the keys of every mapping by ``id`` of its node.

    ``text`` is what the tree was read from.

    Raises:
        PnpError: the tree has duplicate keys, keys that are not words, tags, merge keys, values
            that are lost in a comment, or aliases that repeat too much.
    """
    tree = _TreeWalk(file, lines_of(text))
    data = tree.value(root)
    tree.problems.stop()
    return data, tree.pairs


def scalar(text: str) -> str | int | float | bool | None:
    """Return the value of a plain word in YAML 1.2: ``7`` is 7, ``yes`` and ``1e999`` are text."""
    if text in _WORDS:
        return _WORDS[text]
    if _INT.fullmatch(text):
        return int(text, 0 if text[:2] in ("0o", "0x") else 10)
    if _FLOAT.fullmatch(text) and math.isfinite(number := float(text)):
        return number
    return text


class _TreeWalk:
    """Converts one node tree to plain data."""

    def __init__(self, file: str, lines: Sequence[str]) -> None:
        self.file = file
        self.lines = lines
        self.problems = Problems()
        self.pairs: dict[int, Pairs] = {}
        self.seen: set[int] = set()
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
        message = f"the tag {quote(tag)} is not allowed"
        self.problems.note(message, self.place(node), "write plain values, without a !tag")
        return None

    def enter(self, node: Node) -> None:
        """Enter a list or mapping, and count it if an alias repeats it.

        Nested aliases can expand a few lines of YAML to billions of values.
        """
        if id(node) in self.open:
            raise user_error("an alias is inside the value that it repeats", self.place(node))
        self.open.add(id(node))
        if id(node) in self.seen:
            self.repeated += 1 + len(node.value)
        if self.repeated > MOST_REPEATED:
            message = f"aliases repeat more than {MOST_REPEATED:,} values"
            raise user_error(message, self.place(node), "write the values out")
        self.seen.add(id(node))

    def word(self, node: Node) -> str | int | float | bool | None:
        self.unanchored(node)
        if bad := unprintable(node.value):
            self.problems.note(f"{bad} is not allowed in text", self.place(node))
        return scalar(node.value) if node.tag is Sort.PLAIN else str(node.value)

    def unanchored(self, node: Node) -> None:
        """Note a word that an anchor is taken from which no alias repeats: ``title: &Co Games``."""
        line, column = node.start_mark.line, node.start_mark.column
        named = _ANCHORED.match(self.lines[line], column) if line < len(self.lines) else None
        if named and not any(f"*{named[1]}" in line for line in self.lines):
            hint = f"put it in quotes: {quote(self.lines[line][column:].rstrip())}"
            message = f"&{named[1]} is lost: & begins the name of an anchor"
            self.problems.note(message, self.place(node), hint)

    def uncommented(self, node: Node, before: yaml.Mark) -> None:
        """Note a value that is blank because it begins with a #, as ``night: #17324a`` does.

        ``before`` is where its key ends, or where an item of a list would begin.
        """
        if node.tag is not Sort.PLAIN or node.value or before.line >= len(self.lines):
            return
        if named := _ANCHOR.match(self.lines[before.line], before.column):
            where = Where(self.file, before.line + 1, named.start(1) + 1)
            hint = f"put it in quotes: {quote(named[1].rstrip())}"
            self.problems.note("the value is blank: & begins the name of an anchor", where, hint)
        if lost := _LOST.match(self.lines[before.line], before.column):
            where = Where(self.file, before.line + 1, lost.start(1) + 1)
            hint = f"put it in quotes: {quote(lost[1].rstrip())}; "
            hint += "a comment has a space behind its #"
            self.problems.note("the value is blank: # begins a comment", where, hint)

    def items(self, node: Node) -> list[Any]:
        for item in node.value:
            self.uncommented(item, item.start_mark)
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
                hint = f"it is already in line {pairs[key][0].start_mark.line + 1}"
                self.problems.note(f"duplicate key {quote(key)}", self.place(name), hint)
            pairs.setdefault(key, (name, value))
            self.uncommented(value, name.end_mark)
        return pairs

    def key(self, node: Node) -> str | int:
        if not isinstance(node.value, str):
            hint = BRACES if node.tag is Sort.KEYS else None
            raise user_error("a key must be a word or a number", self.place(node), hint)
        if node.tag is Sort.PLAIN and node.value == "<<":
            hint = "write the keys out, or repeat one whole value by its alias"
            self.problems.note('merge keys ("<<") are not allowed', self.place(node), hint)
        if NO_BREAK.match(node.value):
            message = "a key begins with a no-break space, or one like it"
            self.problems.note(message, self.place(node), "indent with plain spaces")
        word = self.value(node)
        return word if type(word) is int else str(node.value)

    def place(self, node: Node) -> Where:
        return Where(self.file, node.start_mark.line + 1, node.start_mark.column + 1)


DEEPEST = 64
"""Limit for levels of nesting: more than any data file needs, less than Python's stack allows."""

MOST_VALUES = 500_000
"""Limit for keys and values in one file; 5,000 rows of 20 columns have half as many."""


@slotted
class Document:
    """A YAML file, or one value in it, with the places of all values.

    Example: ``document.data["title"]`` is ``"Halloween"`` and ``document.where(("title",))`` its
    place. ``data`` consists of dict, list, str, int, float, bool and None. ``file`` is the file's
    name in messages. ``pairs`` has the nodes of every mapping's keys.
    """

    file: str
    data: Any
    root: Node
    pairs: Mapping[int, Pairs]

    def where(self, path: tuple[Step, ...] = ()) -> Where:
        """Return the place of a value, or of its nearest existing ancestor."""
        return self._place(self._trail(path)[-1][1])

    def key_where(self, path: tuple[Step, ...]) -> Where:
        """Return the place of a value's key; for an item of a list, of the item."""
        return self._place(self._trail(path)[-1][0])

    def text(self, path: tuple[Step, ...] = ()) -> str:
        """Return a word or number as it is written: ``0123`` keeps its zero.

        For a list or a mapping, which a caller may not expect, return what it is: ``a list``.
        """
        node = self._trail(path)[-1][1]
        return str(node.tag.value if node.tag in (Sort.LIST, Sort.KEYS) else node.value)

    def at(self, path: tuple[Step, ...]) -> "Document":
        """Return one value as a document; paths in it begin there."""
        data = self.data
        for step in path:
            data = data[step]
        return Document(self.file, data, self._trail(path)[-1][1], self.pairs)

    def key_lines(self, path: tuple[Step, ...]) -> KeyLines | None:
        """Return the lines of a mapping, or None if it is in braces, an alias or no mapping."""
        key, value = self._trail(path)[-1]
        if not _is_block(value) or value.tag is not Sort.KEYS:
            return None
        first = value.value[0][0].start_mark
        last = _last_line(value)
        return KeyLines(first.column, last) if first.line > key.start_mark.line else None

    def _trail(self, path: tuple[Step, ...]) -> list[tuple[Node, Node]]:
        """Return the nodes of keys and values along a path, as far as it exists."""
        trail = [(self.root, self.root)]
        for step in path:
            node = trail[-1][1]
            if step in self.pairs.get(id(node), ()):
                trail.append(self.pairs[id(node)][step])
            elif node.tag is Sort.LIST and step in range(len(node.value)):
                trail.append((node.value[step], node.value[step]))
            else:
                break
        return trail

    def _place(self, node: Node) -> Where:
        return Where(self.file, node.start_mark.line + 1, node.start_mark.column + 1)


def _is_block(node: Node) -> bool:
    """Tell whether a node is a list or mapping without brackets or braces."""
    return node.tag in (Sort.KEYS, Sort.LIST) and not getattr(node, "flow_style", None)


def _last_line(node: Node) -> int:
    """Return the line, from 0, in which a node ends; see ``KeyLines``."""
    if not _is_block(node):
        is_text = getattr(node, "style", None) in ("|", ">")
        return int((node.start_mark if is_text else node.end_mark).line)
    key, value = node.value[-1] if node.tag is Sort.KEYS else (node.value[-1], node.value[-1])
    # An alias is the node that it repeats, further up.
    return max(int(key.start_mark.line), _last_line(value))


def read_document(path: Path, shown: str, *, optional: bool = False) -> Document:
    """Return a YAML file as a document; ``shown`` is its name in messages.

    ``optional`` says that a game needs no such file, which is what is told of an empty one.

    Raises:
        PnpError: the file is missing, empty, not text or not YAML, or has duplicate keys, tags,
            merge keys, or aliases that repeat too much.
    """
    return parse_document(read_text(path, shown), shown, optional=optional)


def parse_document(text: str, shown: str, *, optional: bool = False) -> Document:
    """Return YAML text as a document; the errors are those of ``read_document``."""
    root = _compose(text, shown)
    if root is None:
        hint = "bring back what it held; `pnp new` writes whole ones to compare with"
        if optional:
            hint = "bring back what it held, or delete the file: a game needs none"
        raise user_error("the file is empty", Where(shown), hint)
    data, pairs = plain_data(root, shown, text)
    return Document(shown, data, root, pairs)


class _Resolver:
    """Mixin for a PyYAML loader: resolves the tag of each node to a ``Sort``, and limits nesting.

    ``Sort`` is an enum, so that no tag written in a file can equal it.
    """

    depth = values = 0

    def resolve(self, kind: type[yaml.Node], _: object, implicit: tuple[bool, bool]) -> Sort:
        """Return the tag of a node; the first of ``implicit`` is true for a plain scalar."""
        if kind is yaml.ScalarNode:
            return Sort.PLAIN if implicit[0] else Sort.QUOTED
        return Sort.LIST if kind is yaml.SequenceNode else Sort.KEYS

    def descend_resolver(self, parent: Node | None, _: object) -> None:
        """Refuse a node that is nested too deeply; PyYAML calls this when it enters a node."""
        self.depth += 1
        self.values += 1
        if parent is not None and self.depth > DEEPEST:
            raise _beyond(f"the data is nested deeper than {DEEPEST} levels", parent)
        if parent is not None and self.values > MOST_VALUES:
            raise _beyond(f"the file holds more than {MOST_VALUES:,} values", parent)

    def ascend_resolver(self) -> None:
        """Count one level less; PyYAML calls this when it leaves a node."""
        self.depth -= 1


def _beyond(problem: str, node: Node) -> yaml.MarkedYAMLError:
    return yaml.MarkedYAMLError(problem=problem, problem_mark=node.start_mark)


class SlowLoader(_Resolver, yaml.BaseLoader):
    """A loader with PyYAML's parser in Python, used if libyaml is missing or gives up."""


LOADER: Any = SlowLoader

if yaml.__with_libyaml__:

    class FastLoader(_Resolver, yaml.CBaseLoader):
        """A loader with libyaml's parser, about ten times faster."""

    LOADER = FastLoader


def _compose(text: str, shown: str) -> Node | None:
    try:
        return cast("Node | None", _single_node(text))
    except yaml.MarkedYAMLError as error:
        raise explained(error, lines_of(text), shown) from None
    except yaml.YAMLError as error:
        raise user_error(f"invalid YAML: {error}", Where(shown)) from None


def _single_node(text: str) -> object:
    """Return the root of a text, read by libyaml where it is there.

    Since PyYAML 6.0.4 libyaml has a limit of its own for nesting, 1000 levels. Looking ahead for a
    key it may reach that before ``DEEPEST`` is asked for; the parser in Python, which has none,
    then tells where the text is too deep.
    """
    try:
        return LOADER(text).get_single_node()
    except yaml.MarkedYAMLError as error:
        if error.problem != _TOO_DEEP_FOR_LIBYAML:
            raise
    return SlowLoader(text).get_single_node()


_TOO_DEEP_FOR_LIBYAML = "exceeded maximum nesting depth"
