"""Checks a kit against its rulebook: every fact becomes a ``FactResult``."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from numbers import Rational

from pnp.base.diagnostics import Problems
from pnp.data.game import Game
from pnp.rulebook.allow import reason_for
from pnp.rulebook.contract import Check, FactResult, Status, Tier, load_contract
from pnp.rulebook.evaluate import evaluate
from pnp.rulebook.evaluation import Evaluation, FactContext, Pieces, Scope
from pnp.rulebook.explain import Explainer, Places, Reason, narrowed_places, same
from pnp.rulebook.grammar import ExpressionError, FactExpression
from pnp.rulebook.values import show

SAYS = {
    Tier.STATED: "the rulebook says",
    Tier.DERIVED: "the rulebook implies",
    Tier.CHOICE: "the rules allow",
}

MOST_REASONS = 3
"""The most reasons in one message."""


def check(game: Game, pieces: Pieces) -> tuple[FactResult, ...]:
    """Return the results of the facts of a game's rulebook, in their order: checks, play, listed.

    Pieces are drawn only if a fact needs drawings.

    Raises:
        PnpError: the rulebook cannot be read, or expressions fail; with every problem in it.
    """
    contract, kit = load_contract(game), FactContext(game, pieces)
    problems, results = Problems(), list[FactResult]()
    for row in contract.checks:
        with problems.kept():
            results.append(judge(row, kit))
    problems.stop()
    played = [FactResult(fact, Status.PLAY, "needs playing", (at,)) for fact, at in contract.play]
    listed = [FactResult(fact, Status.LISTED, fact.reason, (at,)) for fact, at in contract.listed]
    return *(_allowed(result, game) for result in narrowed_places(results, game)), *played, *listed


def judge(row: Check, kit: FactContext) -> FactResult:
    """Return the result of one checked fact: PASS, FAIL or CHOICE.

    Raises:
        PnpError: an expression cannot be evaluated.
    """
    reasons = [reason for scope in scopes(row, kit) for reason in _broken(row, kit, scope)]
    if reasons:
        return FactResult(
            row.fact, Status.FAIL, _sentence(reasons), Places(kit.game).behind(reasons)
        )
    if row.pick is None:
        return FactResult(row.fact, Status.PASS, "", (row.place,))
    value = show(_value(kit, row.pick, Scope()), quoted=False)
    return FactResult(row.fact, Status.CHOICE, f"the maker's choice: {value}", (row.place,))


def _allowed(result: FactResult, game: Game) -> FactResult:
    """Return a result; as ALLOWED if it is broken and an ``allow:`` entry of the game covers it."""
    reason = reason_for(result.id, result.places, game.allow)
    if reason is None or result.status is not Status.FAIL:
        return result
    return replace(result, status=Status.ALLOWED, reason=reason)


def _value(kit: FactContext, expression: FactExpression, scope: Scope) -> object:
    return evaluate(Evaluation(kit, expression.source), expression.root, scope)


def scopes(row: Check, kit: FactContext) -> Iterator[Scope]:
    """Yield a scope for each combination of the loop values under ``for``; one without loops."""
    for values in product(*(_members(kit, expression) for expression in row.loops.values())):
        yield Scope(dict(zip(row.loops, values, strict=True)))


def _members(kit: FactContext, expression: FactExpression) -> tuple[object, ...]:
    run = Evaluation(kit, expression.source)
    try:
        return tuple(run.members(evaluate(run, expression.root, Scope())))
    except ExpressionError as error:
        raise expression.source.error(expression.root, str(error), error.hint) from None


def _broken(row: Check, kit: FactContext, scope: Scope) -> Iterator[Reason]:
    """Yield the reasons why a fact does not hold; none if it holds."""
    root = row.expression.root
    value = _value(kit, row.expression, scope)
    explainer = Explainer(kit, row.expression.source, SAYS[row.fact.tier])
    if row.compares and not same(value, row.expected):
        yield from explainer.unequal(root, scope, row.expected)
    elif not row.compares and not _truth(value, row.expression):
        yield from explainer.untrue(root, scope)


def _truth(value: object, expression: FactExpression) -> bool:
    """Return whether the value of a check without ``equals`` is true.

    Raises:
        PnpError: it is a number or a text, which is neither true nor false.
    """
    if isinstance(value, str | Rational | float) and not isinstance(value, bool):
        hint = f"compare it, as in {expression.source.text} == {show(value)}, or add equals:"
        raise expression.source.error(
            expression.root, f"the check gives {show(value)}, which is neither true nor false", hint
        )
    return bool(value)


def _sentence(reasons: Sequence[Reason]) -> str:
    texts = list(dict.fromkeys(reason.text for reason in reasons))
    more = f"; and {len(texts) - MOST_REASONS} more" if len(texts) > MOST_REASONS else ""
    return "; ".join(texts[:MOST_REASONS]) + more
