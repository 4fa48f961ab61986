"""One fact in full: what it says, who says so, how it follows, and what its parts are now."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from pnp.content.game import Game
from pnp.rules.check import judge, scopes
from pnp.rules.contract import Check, load_contract
from pnp.rules.language.evaluate import evaluate
from pnp.rules.language.kit import Kit, Pieces
from pnp.rules.language.run import Run, Scope
from pnp.rules.language.show import show
from pnp.rules.language.source import Source
from pnp.rules.result import Result, Status
from pnp.rules.rulebookfile import Fact

MOST_TURNS = 12
"""How many turns of a fact's ``for`` are shown."""


@dataclass(frozen=True, slots=True)
class Now:
    """A part of an expression and its value; ``turn`` says which turn of ``for`` it is of."""

    turn: str
    text: str
    value: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """A fact with its outcome; ``check`` is None where it cannot be checked."""

    game: Game
    fact: Fact
    status: Status
    message: str
    check: Check | None = None
    values: tuple[Now, ...] = ()
    compared: tuple[tuple[str, str, str], ...] = ()


def fact_ids(game: Game) -> tuple[str, ...]:
    """Return the ids of all facts of a game's rulebook."""
    contract = load_contract(game)
    others = (fact for fact, _ in (*contract.play, *contract.listed))
    return *(check.fact.id for check in contract.checks), *(fact.id for fact in others)


def explained(game: Game, pieces: Pieces, id_: str) -> Explanation | None:
    """Return a fact of the game's rulebook in full, None where it has no such fact.

    Raises:
        PnpError: the rulebook cannot be read, or the fact's expression has no value.
    """
    contract = load_contract(game)
    for check in contract.checks:
        if check.fact.id == id_:
            return _checked(game, check, Kit(game, pieces))
    for fact, _ in contract.play:
        if fact.id == id_:
            return Explanation(game, fact, Status.PLAY, "only playing can break it")
    for listed, _ in contract.listed:
        if listed.id == id_:
            return Explanation(game, listed, Status.LISTED, listed.reason)
    return None


def _checked(game: Game, check: Check, kit: Kit) -> Explanation:
    result: Result = judge(check, kit)
    inner = list(islice(scopes(check, kit), MOST_TURNS))
    values = tuple(now for scope in inner for now in _values(check, kit, scope))
    compared: tuple[tuple[str, str, str], ...] = ()
    if check.compares and isinstance(check.expected, Mapping):
        run = Run(kit, check.expression.source)
        found = evaluate(run, check.expression.root, inner[0] if inner else Scope())
        compared = tuple(_side_by_side(found, check.expected, ""))
    message = result.message or "the kit keeps it"
    return Explanation(game, check.fact, result.status, message, check, values, compared)


def _values(check: Check, kit: Kit, scope: Scope) -> Iterator[Now]:
    source = check.expression.source
    turn = ", ".join(f"{name} = {show(value, quoted=False)}" for name, value in scope.names.items())
    told: dict[str, str] = {}
    for node in _parts(check.expression.root, kit, source, scope):
        told[source.part(node)] = show(evaluate(Run(kit, source), node, scope))
    return (Now(turn, text, value) for text, value in told.items())


def _parts(node: ast.expr, kit: Kit, source: Source, scope: Scope) -> Iterator[ast.expr]:
    """Yield what stands on the sides of the comparisons that count."""
    match node:
        case ast.BoolOp(values=inner):
            pass
        case ast.UnaryOp(operand=operand):
            inner = [operand]
        case ast.IfExp():
            chosen = evaluate(Run(kit, source), node.test, scope)
            inner = [node.test, node.body if chosen else node.orelse]
        case ast.Compare():
            inner = [node.left, *node.comparators]
        case _:
            inner = []
            yield from _asked(node)
    for part in inner:
        yield from _parts(part, kit, source, scope)


def _asked(node: ast.expr) -> Iterator[ast.expr]:
    """Yield the side of a comparison, and the terms that it is computed of; none of a literal."""
    if isinstance(node, ast.Name) or not any(isinstance(n, ast.Name) for n in ast.walk(node)):
        return
    yield node
    terms = [node]
    while terms:
        match terms.pop():
            case ast.BinOp(left=left, right=right):
                terms += [right, left]
            case ast.Call() | ast.Attribute() | ast.Subscript() as term if term is not node:
                yield term


def _side_by_side(found: object, expected: object, path: str) -> Iterator[tuple[str, str, str]]:
    """Yield each value of a mapping as it should be and as it is, with the keys that lead to it."""
    if not isinstance(expected, Mapping) or not isinstance(found, Mapping):
        yield path, show(expected), show(found)
        return
    for key in dict.fromkeys((*expected, *found)):
        name = f"{path} {show(key, quoted=False)}".strip()
        yield from _side_by_side(found.get(key, 0), expected.get(key, 0), name)
