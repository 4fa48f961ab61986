"""`pnp check --explain`: one fact in full, with the current values of its expression's parts."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from textwrap import fill
from typing import Any

from pnp.base.diagnostics import Rule
from pnp.base.slotted import slotted
from pnp.data.game import Game
from pnp.rulebook.contract import Check, Fact, FactResult, Status, load_contract
from pnp.rulebook.evaluate import evaluate, resolve_name
from pnp.rulebook.evaluation import Evaluation, FactContext, Pieces, Scope
from pnp.rulebook.explain import aligned
from pnp.rulebook.grammar import Source
from pnp.rulebook.judge import judge, scopes
from pnp.rulebook.values import show

MOST_TURNS = 12
"""The most combinations of a fact's ``for`` values that are shown."""


@slotted
class Now:
    """A part of an expression with its value, under loop values ``turn``: "n = 2", or ""."""

    turn: str
    text: str
    value: str


@slotted
class Explanation:
    """A fact with its result; ``check`` is None for one that cannot be checked.

    ``compared`` rows are key path, expected value and actual value. ``asked`` are the ids that
    drawings must have, each with the component and the side: ``("strength", "deck, face")``.
    """

    game: Game
    fact: Fact
    status: Status
    message: str
    check: Check | None = None
    values: tuple[Now, ...] = ()
    compared: tuple[tuple[str, str, str], ...] = ()
    asked: tuple[tuple[str, str], ...] = ()


def fact_ids(game: Game) -> tuple[str, ...]:
    """Return the ids of all facts of a game's rulebook."""
    contract = load_contract(game)
    others = (fact for fact, _ in (*contract.play, *contract.listed))
    return *(check.fact.id for check in contract.checks), *(fact.id for fact in others)


def explained(game: Game, pieces: Pieces, id_: str) -> Explanation | None:
    """Return the explanation of a fact, None if the game's rulebook has no such fact.

    Raises:
        PnpError: the rulebook cannot be read, or the fact's expression cannot be evaluated.
    """
    contract = load_contract(game)
    for check in contract.checks:
        if check.fact.id == id_:
            return _checked(game, check, FactContext(game, pieces))
    for fact, _ in contract.play:
        if fact.id == id_:
            return Explanation(game, fact, Status.PLAY, "only playing can break it")
    for listed, _ in contract.listed:
        if listed.id == id_:
            return Explanation(game, listed, Status.LISTED, listed.reason)
    return None


def _checked(game: Game, check: Check, kit: FactContext) -> Explanation:
    result: FactResult = judge(check, kit)
    inner = list(islice(scopes(check, kit), MOST_TURNS))
    values = tuple(now for scope in inner for now in _values(check, kit, scope))
    compared: tuple[tuple[str, str, str], ...] = ()
    if check.compares and isinstance(check.expected, Mapping):
        run = Evaluation(kit, check.expression.source)
        found = evaluate(run, check.expression.root, inner[0] if inner else Scope())
        compared = tuple(_side_by_side(found, aligned(check.expected, found), ""))
    message = result.message or "the kit keeps it"
    asked = tuple((one.role, f"{one.component}, {one.side}") for one in kit.asked)
    asked = tuple((role, "aids" if on == ", " else on) for role, on in asked)
    return Explanation(game, check.fact, result.status, message, check, values, compared, asked)


def _values(check: Check, kit: FactContext, scope: Scope) -> Iterator[Now]:
    source = check.expression.source
    turn, run = scope.turn(), Evaluation(kit, source)
    values = {name: show(resolve_name(run, name, scope)) for name in check.lets}
    for node in _parts(check.expression.root, kit, source, scope):
        values[source.part(node)] = show(evaluate(Evaluation(kit, source), node, scope))
    return (Now(turn, text, value) for text, value in values.items())


def _parts(node: ast.expr, kit: FactContext, source: Source, scope: Scope) -> Iterator[ast.expr]:
    """Yield the operands of the comparisons that were evaluated, with their terms."""
    match node:
        case ast.BoolOp(values=inner):
            pass
        case ast.UnaryOp(operand=operand):
            inner = [operand]
        case ast.IfExp():
            chosen = evaluate(Evaluation(kit, source), node.test, scope)
            inner = [node.test, node.body if chosen else node.orelse]
        case ast.Compare():
            inner = [node.left, *node.comparators]
        case _:
            inner = []
            yield from _terms(node)
    for part in inner:
        yield from _parts(part, kit, source, scope)


def _terms(node: ast.expr) -> Iterator[ast.expr]:
    """Yield an operand and the terms it is computed from; nothing for a name or a literal."""
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
    """Yield key path, expected and actual value for each leaf of two mappings."""
    if not isinstance(expected, Mapping) or not isinstance(found, Mapping):
        yield path, show(expected), show(found)
        return
    for key in dict.fromkeys((*expected, *found)):
        name = f"{path} {show(key, quoted=False)}".strip()
        yield from _side_by_side(found.get(key, 0), expected.get(key, 0), name)


WIDTH = 96
"""Characters in a line of text."""


def as_text(entries: Sequence[Explanation | Rule]) -> str:
    """Return facts and print rules in full, as text for people."""
    return "\n\n".join("\n".join(_rule(o) if isinstance(o, Rule) else _lines(o)) for o in entries)


def as_data(entries: Sequence[Explanation | Rule]) -> list[dict[str, Any]]:
    """Return facts and print rules in full, as data for scripts."""
    return [_rule_data(one) if isinstance(one, Rule) else _fact_data(one) for one in entries]


def _fact_data(one: Explanation) -> dict[str, Any]:
    return {
        "game": one.game.key,
        "id": one.fact.id,
        "tier": one.fact.tier.value,
        "status": one.status.value,
        "says": one.fact.says,
        "where": one.fact.where,
        "message": one.message,
        "arithmetic": one.check and one.check.fact.arithmetic,
        "check": one.check and one.check.expression.source.text,
        "for": {} if one.check is None else dict(one.check.fact.for_),
        "let": {} if one.check is None else dict(one.check.fact.let),
        "values": [{"turn": n.turn, "part": n.text, "value": n.value} for n in one.values],
        "asked": [{"id": role, "on": on} for role, on in one.asked],
        "compared": [
            {"of": path, "expected": want, "found": have} for path, want, have in one.compared
        ],
    }


def _lines(one: Explanation) -> Iterator[str]:
    yield f"{one.fact.id} of {one.game.title} ({one.fact.tier.value}): {one.status.value}"
    yield _entry("says", one.fact.says)
    yield _entry("where", one.fact.where)
    if one.check is None:
        yield _entry("why", one.message)
        return
    if one.check.fact.arithmetic:
        yield _entry("arithmetic", one.check.fact.arithmetic)
    yield _entry("check", one.check.expression.source.text)
    for name, text in one.check.fact.for_.items():
        yield _entry("for", f"{name} in {text}")
    for name, text in one.check.fact.let.items():
        yield _entry("let", f"{name} = {text}")
    if one.check.compares and not one.compared:
        yield _entry("equals", show(one.check.expected))
    yield from _table(one) if one.compared else _now(one)
    by_place: dict[str, list[str]] = {}
    for role, on in one.asked:
        by_place.setdefault(on, []).append(role)
    for on, roles in by_place.items():
        yield _entry("ids", f"{on}: {'; '.join(roles)}")
    yield _entry("so", one.message)


def _now(one: Explanation) -> Iterator[str]:
    turn = ""
    for now in one.values:
        if now.turn != turn:
            turn = now.turn
            yield _entry("with", turn)
        yield _entry("now", f"{now.text} is {now.value}")


def _table(one: Explanation) -> Iterator[str]:
    names = max(len(path) for path, _, _ in one.compared)
    wants = max(len("expected"), *(len(want) for _, want, _ in one.compared))
    yield f"  {'':<12}{'':<{names}}  {'expected':>{wants}}  found"
    for path, want, have in one.compared:
        mark = "" if want == have else "  <"
        yield f"  {'':<12}{path:<{names}}  {want:>{wants}}  {have}{mark}"


def _entry(name: str, text: str) -> str:
    indent = " " * 14
    return fill(
        text,
        WIDTH,
        initial_indent=f"  {name:<12}",
        subsequent_indent=indent,
        break_on_hyphens=False,
        break_long_words=False,
    )


def _rule(rule: Rule) -> Iterator[str]:
    yield f"{rule.id}: a print rule ({rule.severity.value})"
    yield _entry("title", rule.title)
    yield _entry("why", " ".join(rule.rationale.split()))
    yield _entry("source", rule.source)
    yield _entry("passes", rule.good)
    yield _entry("fails", rule.bad)


def _rule_data(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "tier": "print",
        "severity": rule.severity.value,
        "says": rule.title,
        "why": " ".join(rule.rationale.split()),
        "where": rule.source,
        "passes": rule.good,
        "fails": rule.bad,
    }
