"""The cache of drawings: constrained memoisation, as in Typst's library comemo.

A drawing is a function of an element, its context and a row of data, but it looks at little of the
row. While it runs, a ``Tracker`` records each query that it makes and the answer. These
dependencies, not the whole row, are the key: a later row takes the cached drawing, the very same
objects, when it gives equal answers to the same queries. For an element with two bindings::

    <g pnp:if="card.cost > 3"> <use pnp:href="#{{ card.suit }}"/> </g>

    {cost: 1, suit: hearts}    cost > 3? no                      drawn: nothing
    {cost: 2, suit: spades}    cost > 3? no                      cached
    {cost: 5, suit: hearts}    cost > 3? yes   suit? #hearts     drawn: hearts
    {cost: 9, suit: hearts}    cost > 3? yes   suit? #hearts     cached

Which query comes next depends on the answers before, so the drawings of one element are the leaves
of a decision tree, with a query at each branch and a subtree for each answer.

A key of the values of all columns that the element names would be simpler, but share less: the four
rows above would make four drawings. As a PDF stores each drawing once, the files would grow.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from pnp.base.bounded import Bounded
from pnp.base.slotted import slotted
from pnp.data.translation import as_written
from pnp.template.expression import Expression
from pnp.template.translated import TranslatedWord

T = TypeVar("T")

_Scopes = dict[tuple["Binding", ...], Mapping[str, Any]]

MAX_LEAVES = 1024
"""An element with so many drawings differs on every row: its tree is dropped and begun anew."""

MAX_TREES = 50_000
"""Data may bring any number of styles, and so of contexts: beyond this, all trees are dropped."""


@slotted(eq=False)
class Query:
    """An expression; ``freeze`` makes its value hashable, to compare it with other rows'.

    ``prints`` says that its value is printed: it sees the texts of the kit's language, and others
    see them as the data has them.
    """

    expression: Expression
    freeze: Callable[[Any], Hashable]
    prints: bool = False


class Binding:
    """A loop variable in one iteration; ``key`` is its frozen value, which equality compares.

    It hashes the key once: that of a list of a thousand pieces is asked for at every query.
    """

    __slots__ = ("_hash", "key", "name", "value")

    def __init__(self, name: str, key: Hashable, value: Any) -> None:
        self.name, self.key, self.value = name, key, value
        self._hash = hash((name, key))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Binding) or self._hash != other._hash:
            return False
        return self is other or (self.name == other.name and self.key == other.key)

    def __hash__(self) -> int:
        return self._hash


class Dependency(NamedTuple):
    """A query, the loop variables it was made with, and its frozen answer."""

    query: Query
    loops: tuple[Binding, ...]
    answer: Hashable


class Tracker:
    """The data of one row: evaluates each query once, and records which ones are made.

    While an element with ``pnp:if="card.cost > 3"`` is drawn for a row whose cost is 5, it records
    ``Dependency(query, (), True)``.
    """

    def __init__(self, values: Mapping[str, Any], written: Mapping[str, Any] | None = None) -> None:
        """Take the row's values; of a row that is translated, also as the data has them."""
        self.dependencies: list[Dependency] = []
        self._loops: tuple[Binding, ...] = ()
        self._scopes: _Scopes = {(): values}
        self._written: _Scopes | None = None if written is None else {(): written}
        self._answers: dict[tuple[Query, tuple[Binding, ...]], tuple[Any, Hashable]] = {}

    def value(self, query: Query) -> Any:
        """Return the value of a query, and record it as a dependency."""
        value, answer = self._evaluate(query, self._loops)
        self.dependencies.append(Dependency(query, (), answer))
        return value

    def answer(self, query: Query, loops: tuple[Binding, ...]) -> Hashable:
        """Return the frozen value of a query in inner loops, without recording it."""
        return self._evaluate(query, self._loops + loops)[1]

    def begin(self) -> list[Dependency]:
        """Record into a new list from here on; return the outer list, which ``end`` takes."""
        outer, self.dependencies = self.dependencies, []
        return outer

    def end(self, outer: list[Dependency]) -> list[Dependency]:
        """Return what was recorded since ``begin``, and add it to the outer list."""
        inner, self.dependencies = self.dependencies, outer
        outer += inner
        return inner

    @contextmanager
    def bound(self, bindings: tuple[Binding, ...]) -> Iterator[None]:
        """Bind loop variables for the time of a ``with`` block."""
        outer, loops = self.dependencies, self._loops
        self.dependencies, self._loops = [], loops + bindings
        yield
        outer += (Dependency(d.query, bindings + d.loops, d.answer) for d in self.dependencies)
        self.dependencies, self._loops = outer, loops

    def _evaluate(self, query: Query, loops: tuple[Binding, ...]) -> tuple[Any, Hashable]:
        evaluated = self._answers.get((query, loops))
        if evaluated is None:
            told = self._scopes if query.prints or self._written is None else self._written
            value = query.expression(self._scope(told, loops))
            evaluated = self._answers[query, loops] = (value, query.freeze(value))
        return evaluated

    def _scope(self, told: _Scopes, loops: tuple[Binding, ...]) -> Mapping[str, Any]:
        if loops not in told:
            items = {binding.name: binding.value for binding in loops}
            told[loops] = {**told[()], **(items if told is self._scopes else as_written(items))}
        return told[loops]


class _Branch(Generic[T]):
    """The next query of a decision tree, and the subtree or drawing that each answer leads to."""

    __slots__ = ("children", "dependency")

    def __init__(self, dependency: Dependency) -> None:
        self.dependency = dependency
        self.children: dict[Hashable, tuple[Dependency, _Branch[T] | T]] = {}


@dataclass(slots=True)
class _DrawingTree(Generic[T]):
    """All drawings of one element in one context."""

    root: "_Branch[T] | T"
    leaves: int = 1


class Memo(Generic[T]):
    """Cached drawings: a decision tree for each key, as ``(element, context)``.

    After ``store((rect, context), tracker.end(outer), red)``, ``find((rect, context), tracker)``
    returns ``red`` for each row that gives the same answers, and None for others.
    """

    def __init__(self) -> None:
        self._trees = Bounded[Hashable, _DrawingTree[T]](MAX_TREES)

    def find(self, key: Hashable, tracker: Tracker) -> T | None:
        """Return the drawing that the tracker's answers lead to, or None."""
        tree = self._trees.get(key)
        if tree is None:
            return None
        node, dependencies = tree.root, []
        while isinstance(node, _Branch):
            child = node.children.get(tracker.answer(node.dependency.query, node.dependency.loops))
            if child is None:
                return None
            dependencies.append(child[0])
            node = child[1]
        tracker.dependencies += dependencies
        return node

    def forget(self, stale: Callable[[Hashable], bool]) -> None:
        """Drop the drawings whose keys are stale."""
        for key in [*filter(stale, self._trees)]:
            del self._trees[key]

    def store(self, key: Hashable, dependencies: Sequence[Dependency], drawing: T) -> None:
        """Cache a drawing by its dependencies, in the order in which they were recorded."""
        path = tuple(dict.fromkeys(dependencies))
        tree = self._trees.get(key)
        if tree is not None and path and tree.leaves < MAX_LEAVES:
            tree.leaves += 1
            _graft(tree.root, path, drawing)
            return
        self._trees.keep(key, _DrawingTree(_grow(path, drawing)))


def _grow(path: Sequence[Dependency], drawing: T) -> "_Branch[T] | T":
    node: _Branch[T] | T = drawing
    for dependency in reversed(path):
        branch: _Branch[T] = _Branch(dependency)
        branch.children[dependency.answer] = (dependency, node)
        node = branch
    return node


def _graft(node: "_Branch[T] | T", path: Sequence[Dependency], drawing: T) -> None:
    """Add a leaf to a tree, with new branches from where its path leaves the tree."""
    for depth, dependency in enumerate(path):
        if not isinstance(node, _Branch):
            return
        if dependency.answer not in node.children:
            node.children[dependency.answer] = (dependency, _grow(path[depth + 1 :], drawing))
            return
        node = node.children[dependency.answer][1]


def freeze(value: Any) -> Hashable:
    """Return a hashable key that is equal for equal values; those of 1, 1.0 and true differ."""
    if isinstance(value, str):
        return (value.written, str(value)) if isinstance(value, TranslatedWord) else value
    if isinstance(value, Mapping):
        return tuple((str(key), freeze(inner)) for key, inner in value.items())
    if isinstance(value, Sequence):
        return tuple(map(freeze, value))
    return type(value).__name__, value
