"""Explains a broken fact: which part is false, what was expected, and which rows are at fault."""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from pnp.base.diagnostics import Where
from pnp.base.slotted import slotted
from pnp.data.document import Document, read_document, scalar
from pnp.data.game import Card, Component, Game
from pnp.rulebook.contract import Check, FactResult, Status
from pnp.rulebook.counting import component_rows
from pnp.rulebook.evaluate import by_row, evaluate, turns
from pnp.rulebook.evaluation import Evaluation, FactContext, Let, Scope
from pnp.rulebook.grammar import Source
from pnp.rulebook.operators import MIRRORED, Number, compare, equal, holds, pairs_alike
from pnp.rulebook.values import (
    Difference,
    DrawnText,
    GroupedCounts,
    Pile,
    Row,
    Rows,
    Verdict,
    ordered,
    shorten,
    show,
    spelled,
)


def same(found: object, expected: object) -> bool:
    """Return whether a value equals expected data; a set equals a list of its members."""
    if isinstance(found, frozenset) and isinstance(expected, tuple):
        return equal(found, _as_set(expected))
    if isinstance(found, Mapping) and isinstance(expected, Mapping):
        pairs = pairs_alike(found.keys(), expected.keys())
        return pairs is not None and all(same(found[a], expected[b]) for a, b in pairs)
    if isinstance(found, tuple) and isinstance(expected, tuple):
        return len(found) == len(expected) and all(map(same, found, expected))
    return equal(found, expected)


def aligned(expected: object, found: object) -> object:
    """Return expected data with its keys as a found mapping has them, at any depth.

    A key in YAML is a word or a whole number: ``true`` is meant to be the true of a column of
    ``bool``, ``null`` a blank cell, and ``0.5`` the number.
    """
    if not isinstance(expected, Mapping) or not isinstance(found, Mapping):
        return expected
    entries: dict[object, object] = {}
    for key, value in expected.items():
        own = _meant(key, found)
        entries[own] = aligned(value, found.get(own))
    return entries


def _meant(key: object, found: Mapping[object, object]) -> object:
    """Return which key of a found mapping is meant by one of expected data."""
    meant = scalar(key) if isinstance(key, str) and key not in found else key
    if isinstance(meant, str):
        return key
    alike = (own for own in found if type(own) is type(meant) and equal(own, meant))
    texts = any(isinstance(own, str) for own in found)
    return next(alike, key if texts else meant)


def _as_set(expected: Iterable[object]) -> frozenset[object]:
    """Return expected data as a set; what cannot be a member of one is there by its words."""
    return frozenset(map(_member, expected))


def _member(value: object) -> object:
    try:
        hash(value)
    except TypeError:
        return show(value)
    return value


def differences(name: str, found: object, expected: object, says: str) -> Iterator[Difference]:
    """Yield the differences of a value from an expected one.

    ``name`` is the value's expression, ``says`` the words before the expected value: "size(deck) is
    [63, 88], the rulebook says [57, 87]".
    """
    match found, expected:
        case GroupedCounts(), Mapping():
            yield from _counted(found, expected, says, ())
        case Mapping(), Mapping():
            yield from _mapped(name, found, expected, says)
        case frozenset(), frozenset() | tuple():
            yield from _members(name, found, _as_set(expected), says)
        case _ if not same(found, expected):
            have, want, why = told_apart(name, found, expected)
            yield Difference(f"{name} is {have}, {says} {want}{why}")


def told_apart(name: str, found: object, expected: object) -> tuple[str, str, str]:
    """Return two different values in words that differ, and what else is to be said of them.

    Numbers that are shown alike have more digits; of long lists it is what one has alone.
    """
    have, want = show(found), show(expected)
    if isinstance(found, Number) and isinstance(expected, Number) and have == want:
        digits = len(want.partition(".")[2])
        rounds = digits and equal(round(float(found), digits), expected)
        why = f": round it, as in round({name}, {digits})" if rounds else ""
        return *_precise(float(found), float(expected)), why
    is_cut = have == want or have.endswith("…") or want.endswith("…")
    if is_cut and isinstance(found, tuple) and isinstance(expected, tuple):
        have, want = shorten(have, LONGEST_LIST), shorten(want, LONGEST_LIST)
        return have, want, f": {_apart(found, expected)}"
    return have, want, ""


def _precise(one: float, other: float) -> tuple[str, str]:
    """Return two numbers with as many digits as it takes to tell them apart."""
    pairs = ((f"{one:.{digits}g}", f"{other:.{digits}g}") for digits in range(7, 18))
    return next((pair for pair in pairs if pair[0] != pair[1]), (repr(one), repr(other)))


MOST_MEMBERS = 5
"""The most members of a list that a message names."""


def _apart(found: tuple[object, ...], expected: tuple[object, ...]) -> str:
    """Return what a list lacks and has too much of; of equal members, where another one is."""
    own, other = Counter(map(_member, found)), Counter(map(_member, expected))
    lacks, more = [*(other - own).elements()], [*(own - other).elements()]
    if not lacks and not more:
        pairs = enumerate(zip(found, expected, strict=True), 1)
        at, (have, want) = next(one for one in pairs if not same(*one[1]))
        return f"the order is another one: in place {at} is {show(have)} instead of {show(want)}"
    parts = [f"it lacks {_few(lacks)}"] if lacks else []
    return " and ".join([*parts, *([f"it has {_few(more)} too much"] if more else [])])


def _few(members: Sequence[object]) -> str:
    shown = ", ".join(map(show, members[:MOST_MEMBERS]))
    left = len(members) - MOST_MEMBERS
    return f"{shown} and {left} more" if left > 0 else shown


def _counted(
    found: GroupedCounts, expected: Mapping[object, object], says: str, path: tuple[str, ...]
) -> Iterator[Difference]:
    for key in [*expected, *(key for key in found if key not in expected)]:
        have, want = found.get(key, 0), expected.get(key, 0)
        inside = (*path, show(key, quoted=False))
        if isinstance(have, GroupedCounts) and isinstance(want, Mapping):
            yield from _counted(have, want, says, inside)
        elif not same(have, want):
            rows = _unexpected(found, key, want)
            if isinstance(have, frozenset) and isinstance(want, tuple):
                want = _as_set(want)
            text = f"{_amount(found, key, have, path)}, {says} {_wanted(want)}"
            yield Difference(text, rows if rows.cards else found.rows)


def _unexpected(tally: GroupedCounts, key: object, want: object) -> Rows:
    """Return the rows counted for a key; for a set of values, only those with unexpected ones."""
    rows = tally.behind(key)
    if tally.of is None or tally.of[0] != "set" or not isinstance(want, tuple):
        return rows
    column = tally.of[1]
    odd = [row.card for row in rows.once() if row.column(column) not in want]
    return Rows(rows.component, tuple(odd)) if odd else rows


def _amount(tally: GroupedCounts, key: object, have: object, path: tuple[str, ...]) -> str:
    """Return a count in words: ``graveyard: white has 3 × zombie``."""
    component = tally.rows.component.name
    name = show(key, quoted=False) if isinstance(key, str) else f"{tally.column} {show(key)}"
    if tally.of:
        measure = " of ".join(tally.of)
        return f"{component}: the {measure} for {', '.join((*path, name))} is {show(have)}"
    amount = "some" if isinstance(have, Mapping) else show(have)
    group = f": {', '.join(path)}" if path else ""
    return f"{component}{group} has {amount} × {name}"


def _wanted(want: object) -> str:
    return "none" if want in (0, frozenset()) else show(want)


def _mapped(
    name: str, found: Mapping[object, object], expected: Mapping[object, object], says: str
) -> Iterator[Difference]:
    for key, want in expected.items():
        if key in found:
            yield from differences(f"{name}[{show(key)}]", found[key], want, says)
        else:
            yield Difference(f"{name} has no {show(key)}, {says} {show(want)}")
    for key, have in found.items():
        if key not in expected:
            yield Difference(f"{name} has {show(key)}: {show(have)}, {says} nothing of it")


def _members(
    name: str, found: frozenset[object], expected: frozenset[object], says: str
) -> Iterator[Difference]:
    for member in ordered(frozenset(one for one in found if not holds(expected, one))):
        yield Difference(f"{name} has {show(member)}, {says} {_wanted(expected)}")
    for member in ordered(frozenset(one for one in expected if not holds(found, one))):
        yield Difference(f"{name} lacks {show(member)}, {says} {_wanted(expected)}")


LONGEST_LIST = 48
"""The most characters of a list that lacks a member."""

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


class Compared(NamedTuple):
    """One side of a comparison. A literal does not depend on the kit: the rulebook states it."""

    text: str
    value: str
    literal: bool

    def __str__(self) -> str:
        return self.value if self.literal else f"{self.text} is {self.value}"


def sentence(
    left: Compared, right: Compared, sign: type[ast.cmpop], says: str, why: str = ""
) -> str:
    """Return a failed comparison in words; ``says`` are the words before a literal side.

    ``why`` comes at the end.
    """
    if left.literal and not right.literal and sign in MIRRORED:
        left, right, sign = right, left, MIRRORED[sign]
    if right.literal:
        return f"{left}, {says} {BOUNDS[sign]}{right.value}{why}"
    if sign in (ast.In, ast.NotIn):
        verb = "is not in" if sign is ast.In else "is in"
        link = " " if left.literal else ", which "
        return f"{left}{link}{verb} {right.text}: {shorten(right.value, LONGEST_LIST)}"
    return f"{left}, it must be {BOUNDS[sign]}{right.text}, which is {right.value}{why}"


Key = tuple[str, ...]
"""A key path in game.yaml, outermost first: ``("play", "grid")``."""

Evidence = tuple[tuple[Component, Card], ...]
"""The rows that a value was computed from, each with its component."""


@slotted
class Reason:
    """One reason why a fact is false, with the rows and game.yaml keys it was computed from.

    ``drawn`` are the templates' elements that drew what was looked at.

    ``Reason("players is [2, 3], the rulebook says [2, 4]", rows=(), keys=(("players",),))``.
    """

    text: str
    rows: Evidence
    keys: tuple[Key, ...] = ()
    drawn: tuple[Where, ...] = ()


@slotted
class Explainer:
    """Explains one expression. ``says`` are the words before an expected value in messages."""

    kit: FactContext
    source: Source
    says: str

    def untrue(self, node: ast.expr, scope: Scope) -> Iterator[Reason]:
        """Yield the reasons why an expression is false, down to single comparisons."""
        match node:
            case ast.BoolOp(op=ast.And()):
                first = next(part for part in node.values if not self._value(part, scope))
                yield from self.untrue(first, scope)
            case ast.BoolOp():
                for part in node.values:
                    yield from self.untrue(part, scope)
            case ast.IfExp():
                test = self._value(node.test, scope)
                chosen = node.body if test else node.orelse
                if not isinstance(chosen, ast.Constant):
                    yield from self.untrue(chosen, scope)
                elif test:
                    yield from self._plainly(node.test, scope, ", and must not be")
                else:
                    yield from self.untrue(node.test, scope)
            case ast.Compare():
                yield from self._comparison(node, scope)
            case ast.Call(func=ast.Name(id="all"), args=[ast.GeneratorExp() as each]):
                yield from self._exceptions(each, scope)
            case ast.Call(func=ast.Name(id="all"), args=[rows, condition]):
                yield from self._outliers(self._value(rows, scope), condition, scope)
            case ast.UnaryOp(op=ast.Not()):
                yield from self._plainly(node.operand, scope, ", and must not be")
            case _:
                yield from self._plainly(node, scope, "")

    def unequal(self, node: ast.expr, scope: Scope, expected: object) -> Iterator[Reason]:
        """Yield a reason for each difference of an expression's value from data."""
        found = self._value(node, scope)
        for difference in differences(self.source.part(node), found, expected, self.says):
            yield self._of_difference(difference, node, scope)

    def _plainly(self, node: ast.expr, scope: Scope, end: str) -> Iterator[Reason]:
        value = self._value(node, scope)
        if isinstance(value, Verdict) and not value:
            yield from (self._of_difference(one, node, scope) for one in value.against)
        else:
            reason = self._reason(f"{self.source.part(node)} is {show(value)}{end}", scope, node)
            listed = tuple(_rows_in(value))
            yield replace(reason, rows=listed) if listed else reason

    def _of_difference(self, difference: Difference, node: ast.expr, scope: Scope) -> Reason:
        """Return a difference as a reason; its own rows, if any, are the evidence."""
        reason = self._reason(difference.text, scope, node)
        return replace(reason, rows=_pairs(difference.rows)) if difference.rows else reason

    def _outliers(self, rows: object, condition: ast.expr, scope: Scope) -> Iterator[Reason]:
        """Yield the reasons for each row that breaks an ``all(rows, condition)``."""
        for row, inner in by_row(component_rows(rows), scope):
            if not self._value(condition, inner):
                for reason in self.untrue(condition, inner):
                    yield replace(reason, text=f"{row.card.id}: {reason.text}")

    def _exceptions(self, node: ast.GeneratorExp, scope: Scope) -> Iterator[Reason]:
        """Yield the reasons for each false member of an ``all(… for …)``.

        The evidence is the row of the iteration, and what is drawn of it if that is read; or else
        everything that the loop reads.
        """
        everything = self._reason("", scope, node)
        for inner in turns(Evaluation(self.kit, self.source), node.generators, scope):
            if not self._value(node.elt, inner):
                for reason in self.untrue(node.elt, inner):
                    drawn = reason.drawn or (() if _looped(inner) else everything.drawn)
                    own = reason if reason.keys or _looped(inner) else everything
                    yield replace(own, text=reason.text, drawn=drawn)

    def _comparison(self, node: ast.Compare, scope: Scope) -> Iterator[Reason]:
        """Yield the reasons for the first false pair of a comparison chain."""
        parts = [node.left, *node.comparators]
        for left, sign, right in zip(parts, node.ops, parts[1:], strict=False):
            have, want = self._value(left, scope), self._value(right, scope)
            if compare(type(sign), have, want):
                continue
            if isinstance(sign, ast.Eq) and _is_literal(left) != _is_literal(right):
                part, expected = (right, have) if _is_literal(left) else (left, want)
                yield from self.unequal(part, scope, expected)
            else:
                shown = show(have), show(want), ""
                if isinstance(sign, ast.Eq):
                    shown = told_apart(self.source.part(left), have, want)
                sides = (self._side(left, shown[0]), self._side(right, shown[1]))
                text = sentence(*sides, type(sign), self.says, shown[2])
                yield self._reason(text, scope, left, right)
            return

    def _side(self, node: ast.expr, value: str) -> Compared:
        return Compared(self.source.part(node), value, _is_literal(node))

    def _value(self, node: ast.expr, scope: Scope) -> object:
        return evaluate(Evaluation(self.kit, self.source), node, scope)

    def _keys(self, node: ast.expr, scope: Scope) -> Iterator[Key]:
        """Yield the keys of game.yaml that an expression names: ``players``, ``play.grid``.

        Of a key in brackets, ``palette[colour]``, it is the one that the loops have come to.
        """
        bound = {name for inner in scope.chain() for name in inner.names}
        for part in ast.walk(node):
            match part:
                case ast.Attribute(value=ast.Name(id="play" | "palette" as owner), attr=name):
                    yield owner, name
                case ast.Subscript(value=ast.Name(id="play" | "palette" as owner), slice=inner):
                    names = {n.id for n in ast.walk(inner) if isinstance(n, ast.Name)}
                    yield (owner, str(self._value(inner, scope))) if names <= bound else (owner,)
                case ast.Name(id="players"):
                    yield ("players",)
                case ast.Name(id="components" | "aids"):
                    yield ("components",)
                case ast.Name(id=name) if let := _let(scope, name):
                    yield from self._keys(let.expression.root, let.scope)

    def _reason(self, text: str, scope: Scope, *nodes: ast.expr) -> Reason:
        """Return a reason whose evidence is what some nodes of the expression read."""
        keys = dict.fromkeys(key for node in nodes for key in self._keys(node, scope))
        run = Evaluation(self.kit, self.source)
        for node in nodes:
            evaluate(run, node, scope)
        rows = _looped(scope) or tuple(run.read.values())  # of the loops around, or else all read
        drawn = dict.fromkeys((*_looped_texts(scope), *run.drawn))
        in_data_first = sorted(drawn, key=lambda place: place.file.endswith(".svg"))
        return Reason(_loops(scope) + text, rows, tuple(keys), tuple(in_data_first))


def _let(scope: Scope, name: str) -> Let | None:
    """Return the expression that a name stands for, if it is one under ``let:``."""
    values = (inner.names[name] for inner in scope.chain() if name in inner.names)
    value = next(values, None)
    return value if isinstance(value, Let) else None


def _rows_in(value: object) -> Iterator[tuple[Component, Card]]:
    """Yield the rows in a list that should be empty; in it, also those of its pairs."""
    for member in value if isinstance(value, tuple) else ():
        if isinstance(member, Row):
            yield member.component, member.card
        yield from _rows_in(member)


def _looped(scope: Scope) -> Evidence:
    """Return the current rows of the loops."""
    rows = [inner.row for inner in scope.chain()]
    values = [value for inner in scope.chain() for value in inner.names.values()]
    return tuple((r.component, r.card) for r in (*rows, *values) if isinstance(r, Row))


def _looped_texts(scope: Scope) -> Iterator[Where]:
    """Yield where the texts are drawn, and the piles laid, that the loops have come to."""
    for inner in scope.chain():
        for value in inner.names.values():
            if isinstance(value, DrawnText | Pile):
                yield from value.places


def _loops(scope: Scope) -> str:
    """Return the loop names with their values, as the start of a message: ``with n = 2, ``."""
    turn = scope.turn()
    return f"with {turn}, " if turn else ""


def _is_literal(node: ast.expr) -> bool:
    """Return whether a node names nothing, so that it does not depend on the kit."""
    return not any(isinstance(part, ast.Name) for part in ast.walk(node))


def _pairs(rows: Rows) -> Evidence:
    return tuple((rows.component, card) for card in rows.cards)


class Places:
    """Finds the places of evidence in a game's files; game.yaml is read on first use."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def behind(self, reasons: Sequence[Reason]) -> tuple[Where, ...]:
        """Return the places of drawn elements, rows and keys.

        For all rows of a component, it is the component's own place.
        """
        found = dict.fromkeys(place for reason in reasons for place in reason.drawn)
        for reason in reasons:
            owners = {component.name: component for component, _ in reason.rows}
            found.update(dict.fromkeys(map(self.of_key, reason.keys)))
            for owner in owners.values():
                cards = [card for component, card in reason.rows if component is owner]
                found.update(dict.fromkeys(_rows_or_whole(owner, cards)))
        return tuple(found) or (self.game.where,)

    @cached_property
    def _document(self) -> Document | None:
        if self.game.rulebook is None:
            return None
        path = self.game.rulebook.with_name("game.yaml")
        return read_document(path, self.game.project.show(path)) if path.is_file() else None

    def of_key(self, key: Key) -> Where:
        """Return the place of a key path, whose names are identifiers."""
        if self._document is None:
            return self.game.where
        data, path = self._document.data, list[str]()
        for name in key:
            known = {spelled(str(k)): k for k in data} if isinstance(data, dict) else {}
            if name not in known:
                break
            path.append(known[name])
            data = data[known[name]]
        return self._document.key_where(tuple(path)) if path else self.game.where


def stated_keys(checks: Iterable[Check], kit: FactContext) -> Iterator[Where]:
    """Yield the places of the keys of game.yaml that are what the rulebook says in so many words.

    They are compared with a literal, as in ``play.target == 10``, and are equal to it.
    """
    places = Places(kit.game)
    for check in checks:
        source, root = check.expression.source, check.expression.root
        for node, wanted in _equalities(check, root):
            key = _key_of(node)
            if key and same(evaluate(Evaluation(kit, source), node, Scope()), wanted):
                yield places.of_key(key)


def _equalities(check: Check, root: ast.expr) -> Iterator[tuple[ast.expr, object]]:
    """Yield the expressions that a fact holds against a literal, with its value."""
    if check.compares:
        yield root, check.expected
    for part in root.values if isinstance(root, ast.BoolOp) else (root,):
        if isinstance(part, ast.Compare):
            sides = [part.left, *part.comparators]
            for (one, other), sign in zip(pairwise(sides), part.ops, strict=True):
                if isinstance(sign, ast.Eq):
                    yield from ((one, c.value) for c in (other,) if isinstance(c, ast.Constant))
                    yield from ((other, c.value) for c in (one,) if isinstance(c, ast.Constant))


def _key_of(node: ast.expr) -> Key | None:
    """Return the key that an expression is: ``players``, ``play.target``; None for any other."""
    match node:
        case ast.Name(id="players"):
            return ("players",)
        case ast.Attribute(value=ast.Name(id="play"), attr=name):
            return "play", name
    return None


def likeliest_first(
    results: Sequence[FactResult], checks: Iterable[Check], kit: FactContext
) -> Iterator[FactResult]:
    """Yield the results, the places of each failure in the order in which they may be to blame.

    A key that has the value that the rulebook states comes last; of the others what more of the
    failures blame comes first. What is drawn stays where it is.
    """
    broken = [result.places for result in results if result.status is Status.FAIL]
    votes = Counter(place for places in broken for place in places)
    stated = frozenset(stated_keys(checks, kit)) if broken else frozenset[Where]()

    for result in results:
        drawn = set(_of_drawings(result.places, kit.game))
        data = [place for place in result.places if place not in drawn]
        ordered = iter(sorted(data, key=lambda place: (place in stated, -votes[place])))
        places = tuple(place if place in drawn else next(ordered) for place in result.places)
        yield replace(result, places=places)


def narrowed_places(results: Sequence[FactResult], game: Game) -> Iterator[FactResult]:
    """Yield the results, some of the failures with fewer places.

    Where a failure blames all of a component's rows, or a superset of those that another failure
    blames, only the latter are reported, with the keys of game.yaml. They come before the elements
    that drew them, if they also break a fact that looks at no drawing.
    """
    components = game.components.values()
    data = {place for c in components for place in (c.where, *(card.where for card in c.cards))}
    culprits = {c.name: _fewest_rows(c, results) for c in components}
    broken = [result.places for result in results if result.status is Status.FAIL]
    in_data = {place for places in broken if not _of_drawings(places, game) for place in places}
    for result in results:
        named = [row for c in components for row in _covered(result, c, culprits[c.name])]
        if result.status is not Status.FAIL or not named:
            yield result
            continue
        drawn = _of_drawings(result.places, game)
        keys = [place for place in result.places if place not in data.union(drawn)]
        said = result.places[0] in data  # what is drawn wrongly is said so by the data
        told = (*named, *keys) if said else (*keys, *named)
        data_first = said or in_data.issuperset(named)
        ordered = (*told, *drawn) if data_first else (*drawn, *told)
        yield replace(result, places=ordered)


def _of_drawings(places: Sequence[Where], game: Game) -> Sequence[Where]:
    """Return those of some places that are not where rows and numbers stand.

    They are templates, translated words, and entries of the set-up.
    """
    table, laid = game.translation and game.translation.table, {e.where for e in game.setup}
    texts = (table.file, table.sheet) if table else None
    return [
        place
        for place in places
        if place.file.endswith(".svg") or (place.file, place.sheet) == texts or place in laid
    ]


def _rows_or_whole(component: Component, cards: Sequence[Card]) -> Iterable[Where]:
    if len(cards) == len(component.cards) > 1:
        return [component.where]
    return [card.where for card in cards]


def _fewest_rows(component: Component, results: Sequence[FactResult]) -> tuple[Where, ...]:
    """Return the places of a component's rows in the failure that blames the fewest of them."""
    rows = {card.where for card in component.cards}
    broken = [result.places for result in results if result.status is Status.FAIL]
    blamed = [tuple(place for place in places if place in rows) for places in broken]
    return min(filter(None, blamed), key=len, default=())


def _covered(
    result: FactResult, component: Component, culprits: tuple[Where, ...]
) -> Sequence[Where]:
    """Return the culprits if a result blames them all, or the component; else nothing."""
    covered = component.where in result.places or set(culprits) <= set(result.places)
    return culprits if covered else ()
