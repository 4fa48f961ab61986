"""What was drawn once is not drawn again, as long as the data it was drawn from is the same.

While an element is drawn, each expression that is asked is written down with its answer. Later the
same questions are asked in the same order: as long as the answers lead down a known path, the
drawing at its end is the drawing, the very same objects.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from pnp.template.expression import Expression

T = TypeVar("T")

MAX_ENDS = 1024
"""A drawing that differs on so many rows differs on all: what was kept of it is let go."""

MAX_DRAWINGS = 50_000
"""Data may bring any number of styles; so many different settings are not met again."""


@dataclass(slots=True, frozen=True, eq=False)
class Query:
    """An expression; ``freeze`` makes its value comparable with those of other rows."""

    ask: Expression
    freeze: Callable[[Any], Hashable]


@dataclass(slots=True, frozen=True)
class Binding:
    """A loop's name in one turn; ``key`` stands for the value where turns are compared."""

    name: str
    key: Hashable
    value: Any = field(compare=False)


class Dependency(NamedTuple):
    """A question that was asked inside some loops, and the answer."""

    question: Query
    loops: tuple[Binding, ...]
    answer: Hashable


class Tracker:
    """The data of one row: answers each question once, and writes down what was asked."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.reads: list[Dependency] = []
        self._loops: tuple[Binding, ...] = ()
        self._scopes: dict[tuple[Binding, ...], Mapping[str, Any]] = {(): values}
        self._answers: dict[tuple[Query, tuple[Binding, ...]], tuple[Any, Hashable]] = {}

    def ask(self, question: Query) -> Any:
        """Return the value of a question, and write down that it was asked."""
        value, key = self._answered(question, self._loops)
        self.reads.append(Dependency(question, (), key))
        return value

    def answer(self, question: Query, loops: tuple[Binding, ...]) -> Hashable:
        """Return what a question's value compares by, asked in these loops inside the present."""
        return self._answered(question, self._loops + loops)[1]

    def begin(self) -> list[Dependency]:
        """Write into a new list from here on; return the one before, which ``end`` takes."""
        outer, self.reads = self.reads, []
        return outer

    def end(self, outer: list[Dependency]) -> list[Dependency]:
        """Return what was asked since ``begin``; the list before gets it too, and goes on."""
        inner, self.reads = self.reads, outer
        outer += inner
        return inner

    @contextmanager
    def turn(self, bindings: tuple[Binding, ...]) -> Iterator[None]:
        """Let names stand for values meanwhile."""
        outer, loops = self.reads, self._loops
        self.reads, self._loops = [], loops + bindings
        yield
        outer += (Dependency(r.question, bindings + r.loops, r.answer) for r in self.reads)
        self.reads, self._loops = outer, loops

    def _answered(self, question: Query, loops: tuple[Binding, ...]) -> tuple[Any, Hashable]:
        known = self._answers.get((question, loops))
        if known is None:
            value = question.ask(self._scope(loops))
            known = self._answers[question, loops] = (value, question.freeze(value))
        return known

    def _scope(self, loops: tuple[Binding, ...]) -> Mapping[str, Any]:
        if loops not in self._scopes:
            self._scopes[loops] = {**self._scopes[()], **{b.name: b.value for b in loops}}
        return self._scopes[loops]


class _Branch(Generic[T]):
    """The next question on a path, and where each answer leads."""

    __slots__ = ("ask", "ways")

    def __init__(self, ask: Dependency) -> None:
        self.ask = ask
        self.ways: dict[Hashable, tuple[Dependency, _Branch[T] | T]] = {}


@dataclass(slots=True)
class _DrawingTree(Generic[T]):
    """All drawings of one element in one setting."""

    top: "_Branch[T] | T"
    ends: int = 1


class Memo(Generic[T]):
    """Finished drawings by what was drawn, and by the answers that led to them."""

    def __init__(self) -> None:
        self._trees: dict[Hashable, _DrawingTree[T]] = {}

    def find(self, key: Hashable, asking: Tracker) -> T | None:
        """Return what was drawn from the same answers before, or None."""
        tree = self._trees.get(key)
        if tree is None:
            return None
        node, reads = tree.top, []
        while isinstance(node, _Branch):
            way = node.ways.get(asking.answer(node.ask.question, node.ask.loops))
            if way is None:
                return None
            reads.append(way[0])
            node = way[1]
        asking.reads += reads
        return node

    def keep(self, key: Hashable, reads: Sequence[Dependency], drawn: T) -> None:
        """Remember a drawing by what was asked for it, in order."""
        path = tuple(dict.fromkeys(reads))
        tree = self._trees.get(key)
        if tree is not None and path and tree.ends < MAX_ENDS:
            tree.ends += 1
            _graft(tree.top, path, drawn)
            return
        if len(self._trees) >= MAX_DRAWINGS:
            self._trees.clear()
        self._trees[key] = _DrawingTree(_grown(path, drawn))


def _grown(path: Sequence[Dependency], drawn: T) -> "_Branch[T] | T":
    node: _Branch[T] | T = drawn
    for read in reversed(path):
        branch: _Branch[T] = _Branch(read)
        branch.ways[read.answer] = (read, node)
        node = branch
    return node


def _graft(node: "_Branch[T] | T", path: Sequence[Dependency], drawn: T) -> None:
    """Add a new end to a tree, where its path leaves those that are known."""
    for at, read in enumerate(path):
        if not isinstance(node, _Branch):
            return
        if read.answer not in node.ways:
            node.ways[read.answer] = (read, _grown(path[at + 1 :], drawn))
            return
        node = node.ways[read.answer][1]


def freeze(value: Any) -> Hashable:
    """Return something that compares as the value does, 1 and true apart."""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return tuple((str(key), freeze(inner)) for key, inner in value.items())
    if isinstance(value, Sequence):
        return tuple(map(freeze, value))
    return type(value).__name__, value
