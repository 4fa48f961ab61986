"""Checks a kit against its rulebook: every fact becomes a ``FactResult``."""

import ast
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Sized
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product

from pnp.base.diagnostics import PnpError, nearest, quote
from pnp.data.datatexts import written
from pnp.data.game import Game
from pnp.data.translation import with_numbers
from pnp.kinds.piece import Piece
from pnp.rulebook.allow import reason_for
from pnp.rulebook.contract import Check, FactResult, Status, Tier, load_contract
from pnp.rulebook.drawingids import drawn_ids, template_ids, unknown_ids
from pnp.rulebook.evaluate import evaluate
from pnp.rulebook.evaluation import (
    STEPS,
    DrawingError,
    Evaluation,
    FactContext,
    Let,
    Pieces,
    Scope,
)
from pnp.rulebook.explain import (
    Explainer,
    Places,
    Reason,
    aligned,
    likeliest_first,
    narrowed_places,
    same,
)
from pnp.rulebook.grammar import ExpressionError, FactExpression
from pnp.rulebook.neverequal import never_equal
from pnp.rulebook.operators import equal
from pnp.rulebook.repair import Kept, Search, culprit_first
from pnp.rulebook.values import Verdict, code, show
from pnp.scene.page import Ink

SAYS = {
    Tier.STATED: "the rulebook says",
    Tier.DERIVED: "the rulebook implies",
    Tier.CHOICE: "the rules allow",
}

MOST_REASONS = 3
"""The most reasons in one message."""

NOTHING_TO_CHECK = "the kit has nothing to check it on"
"""The message of a fact whose loops ran over nothing."""

LOOPS = frozenset({"all", "same_drawing", "distinct_drawing", "shows"})
"""The functions that are true of nothing: they say with how many members they ran."""

_THOUSANDS = re.compile(r"\b\d{1,3}(?:,\d{3})+\b")

CARETS = "\n"
"""What begins the second line of an error of an expression: its text, with carets below."""


def check(
    game: Game, pieces: Pieces, ink: Ink = Ink.FULL, wanted: Callable[[str], bool] = lambda _: True
) -> tuple[FactResult, ...]:
    """Return the results of the facts of a game's rulebook, in their order: checks, play, listed.

    Pieces are drawn only if a fact needs drawings. A fact that cannot be evaluated is broken.
    ``wanted`` tells by their ids which facts to check.

    Raises:
        PnpError: the rulebook cannot be read, with every problem in it; or the pieces that a fact
            looks at cannot be drawn.
    """
    contract, kit = load_contract(game), FactContext(game, pieces, ink)
    results = {row.fact.id: _judged(row, kit) for row in contract.checks if wanted(row.fact.id)}
    results |= _as_written(contract.checks, results, game, pieces, ink)
    if any(result.broken for result in results.values()):
        results |= _beside(contract.checks, results, FactContext(game, _undrawn, ink))
    ordered = [results[row.fact.id] for row in contract.checks if row.fact.id in results]
    placed = [*likeliest_first([*narrowed_places(ordered, game)], contract.checks, kit)]
    if any(result.broken for result in placed):
        placed = _mistake_first(placed, contract.checks, game, ink)
    judged = [_allowed(result, game) for result in placed]
    played = [FactResult(fact, Status.PLAY, "needs playing", (at,)) for fact, at in contract.play]
    listed = [FactResult(fact, Status.LISTED, fact.reason, (at,)) for fact, at in contract.listed]
    return tuple(result for result in (*judged, *played, *listed) if wanted(result.id))


def _as_written(
    checks: Sequence[Check], results: Mapping[str, FactResult], game: Game, pieces: Pieces, ink: Ink
) -> dict[str, FactResult]:
    """Return the facts that hold of a translated game if they see its data as it is written.

    A fact names words of the data, or holds them against what is printed in the kit's language.
    Numbers are those that the translation says.
    """
    broken = [row for row in checks if row.fact.id in results and results[row.fact.id].broken]
    if game.translation is None or not broken:
        return {}
    kit = FactContext(written(game, with_numbers), pieces, ink)
    judged = ((row.fact.id, _judged(row, kit)) for row in broken)
    return {key: result for key, result in judged if not result.broken}


def _beside(
    checks: Sequence[Check], known: Collection[str], kit: FactContext
) -> dict[str, FactResult]:
    """Return the results of the other facts: what they blame narrows the places of those known."""
    return {row.fact.id: _judged(row, kit) for row in checks if row.fact.id not in known}


def mistaken(game: Game, error: PnpError, ink: Ink = Ink.FULL) -> PnpError:
    """Return an error of a template at the place in the data whose mistake would explain it.

    A space or a row of a wrong kind may lack what a template reads, which then names its own line.
    Where no value of the data would mend a broken fact, the error stays as it is.
    """
    first = error.problems[0]
    if first.where is None or not first.where.file.endswith(".svg"):
        return error
    checks = load_contract(game).checks
    culprit = Search(written(game), checks, partial(_kept, ink)).culprit(Places(game).of_key)
    if culprit is None:
        return error
    hint = f"{first.hint}; " if first.hint else ""
    told = replace(first, where=culprit.places[0], hint=f"{hint}it is read in {first.where}")
    return PnpError([told, *error.problems[1:]])


def _mistake_first(
    results: Sequence[FactResult], checks: Sequence[Check], game: Game, ink: Ink
) -> list[FactResult]:
    """Return the results with the place first whose mistake would explain the most of them."""
    search = Search(written(game), checks, partial(_kept, ink))
    culprit = search.culprit(Places(game).of_key)
    return list(results if culprit is None else culprit_first(results, culprit, search.of_data))


def _kept(ink: Ink, row: Check, game: Game) -> tuple[Kept, int]:
    """Return whether the data of a game keep a fact, and the steps that it took to find out."""
    missed: list[str] = []

    def undrawn(component: str) -> Sequence[Piece]:
        missed.append(component)
        return _undrawn(component)

    kit, steps = FactContext(game, undrawn, ink), 0
    try:
        tested = False
        for scope in scopes(row, kit):
            run = Evaluation(kit, row.expression.source, evidence=False)
            if not _holds(row, evaluate(run, row.expression.root, scope)):
                return Kept.BROKEN, steps + STEPS - run.left
            tested = tested or _tested(row, run, scope)
            steps += STEPS - run.left
    except PnpError:
        return (Kept.UNSEEN if missed else Kept.BROKEN), steps
    return (Kept.HOLDS if tested or row.fact.tier is not Tier.STATED else Kept.BROKEN), steps


def _undrawn(component: str) -> Sequence[Piece]:
    """Draw nothing: a fact that looks at drawings cannot be evaluated, and blames no row."""
    raise ExpressionError(f"{component} is not drawn")


def _judged(row: Check, kit: FactContext) -> FactResult:
    """Return the result of one checked fact; FAIL, with the place, if it cannot be evaluated.

    Raises:
        DrawingError: the pieces that it looks at cannot be drawn.
    """
    try:
        return judge(row, kit)
    except DrawingError:
        raise
    except PnpError as error:
        return _mistaken(row, error, "this cannot be evaluated: ")


def _mistaken(row: Check, error: PnpError, begin: str = "") -> FactResult:
    """Return the result of a fact with a mistake in its own text, at its place there."""
    where = error.problems[0].where or row.place
    return FactResult(row.fact, Status.FAIL, f"{begin}{_in_words(error)}", (where,))


def _in_words(error: PnpError) -> str:
    """Return what an error of an expression says on one line, with its hint."""
    problem = error.problems[0]
    hint = f" ({problem.hint})" if problem.hint else ""
    return f"{problem.message.partition(CARETS)[0]}{hint}"


def judge(row: Check, kit: FactContext) -> FactResult:
    """Return the result of one checked fact: PASS, FAIL, UNTESTED or CHOICE.

    Raises:
        PnpError: an expression cannot be evaluated.
    """
    kit.asked.clear()
    source = row.expression.source
    runs = [(scope, Evaluation(kit, source, evidence=False)) for scope in scopes(row, kit)]
    reasons = [reason for scope, run in runs for reason in _broken(row, run, scope)]
    if reasons:
        return FactResult(
            row.fact,
            Status.FAIL,
            _sentence(reasons) + _missing(row, kit) + _never(row, kit),
            Places(kit.game).behind(reasons),
        )
    for error in _never_equal(row, kit):
        return _mistaken(row, error)
    for expression, text, id_ in _unknown(row, kit):
        return _mistaken(row, expression.source.error(text, *_nowhere(kit, id_)))
    _check_unused(row, kit)
    if not any(_tested(row, run, scope) for scope, run in runs):
        return FactResult(row.fact, Status.UNTESTED, NOTHING_TO_CHECK, (row.place,))
    if row.pick is None:
        return FactResult(row.fact, Status.PASS, "", (row.place,))
    value = show(_value(kit, row.pick, _with_lets(row, Scope())), quoted=False)
    return FactResult(row.fact, Status.CHOICE, f"the maker's choice: {value}", (row.place,))


def _check_unused(row: Check, kit: FactContext) -> None:
    """Work out the names under ``let`` that nothing asks for, so that their mistakes are told.

    Raises:
        PnpError: one of them cannot be evaluated.
    """
    expressions = [row.expression, *row.lets.values(), *([row.pick] if row.pick else [])]
    nodes = (node for expression in expressions for node in ast.walk(expression.root))
    used = {node.id for node in nodes if isinstance(node, ast.Name)}
    for name in row.lets.keys() - used:
        for scope in scopes(row, kit):
            _value(kit, row.lets[name], scope)


def _allowed(result: FactResult, game: Game) -> FactResult:
    """Return a result; as ALLOWED if it is broken and an ``allow:`` entry of the game covers it."""
    reason = reason_for(result.id, result.places, game.allow)
    if reason is None or not result.broken:
        return result
    return replace(result, status=Status.ALLOWED, reason=reason)


def _value(kit: FactContext, expression: FactExpression, scope: Scope) -> object:
    run = Evaluation(kit, expression.source, evidence=False)
    return evaluate(run, expression.root, scope)


def scopes(row: Check, kit: FactContext) -> Iterator[Scope]:
    """Yield a scope for each combination of the loop values under ``for``; one without loops."""
    for values in product(*(_members(kit, expression) for expression in row.loops.values())):
        yield _with_lets(row, Scope(dict(zip(row.loops, values, strict=True))))


def _with_lets(row: Check, scope: Scope) -> Scope:
    """Return a scope with the names under ``let``; each sees those above it."""
    for name, expression in row.lets.items():
        scope = scope.inner({name: Let(expression, scope)})
    return scope


def _members(kit: FactContext, expression: FactExpression) -> tuple[object, ...]:
    run = Evaluation(kit, expression.source, evidence=False)
    try:
        return tuple(run.members(evaluate(run, expression.root, Scope())))
    except ExpressionError as error:
        raise expression.source.error(expression.root, str(error), error.hint) from None


def _broken(row: Check, run: Evaluation, scope: Scope) -> Iterator[Reason]:
    """Yield the reasons why a fact does not hold; none if it holds."""
    root = row.expression.root
    value = evaluate(run, root, scope)
    if _holds(row, value):
        return
    explainer = Explainer(run.kit, row.expression.source, SAYS[row.fact.tier])
    if row.compares:
        yield from explainer.unequal(root, scope, aligned(row.expected, value))
    else:
        yield from explainer.untrue(root, scope)


def _holds(row: Check, value: object) -> bool:
    """Return whether the value of a fact's expression is what it must be."""
    if row.compares:
        return same(value, aligned(row.expected, value))
    return _truth(value, row.expression)


def _tested(row: Check, run: Evaluation, scope: Scope) -> bool:
    """Return whether a fact that holds was held against anything; ``run`` has evaluated it."""
    root = row.expression.root
    if row.compares or run.tested or not (run.untested or isinstance(root, ast.IfExp)):
        return True
    return _looked(root, Evaluation(run.kit, run.source, evidence=False), scope)


def _looked(node: ast.expr, run: Evaluation, scope: Scope) -> bool:
    """Return whether a true expression depends on the kit: on more than loops over nothing."""
    match node:
        case ast.Constant():
            return False
        case ast.BoolOp(op=ast.And()):
            return any(_looked(part, run, scope) for part in node.values)
        case ast.IfExp():
            if isinstance(node.body, ast.Constant) and isinstance(node.orelse, ast.Constant):
                return _looked(node.test, run, scope)
            chosen = node.body if evaluate(run, node.test, scope) else node.orelse
            return _looked(chosen, run, scope)
        case ast.Call(func=ast.Name(id=name)) if name in LOOPS:
            tested = run.tested
            evaluate(run, node, scope)
            return run.tested > tested
    return True


def _truth(value: object, expression: FactExpression) -> bool:
    """Return whether the value of a check without ``equals`` is true.

    Raises:
        PnpError: it is a number, a text or a list, which is neither true nor false.
    """
    if isinstance(value, bool | Verdict):
        return bool(value)
    hint = _comparison(expression, value)
    if isinstance(value, tuple) and value and all(isinstance(v, bool | Verdict) for v in value):
        hint = "write all(…) around it, or and between its parts"
    raise expression.source.error(
        expression.root, f"the check gives {show(value)}, which is neither true nor false", hint
    )


def _comparison(expression: FactExpression, value: object) -> str:
    """Return the hint for a check that is no comparison, with one that holds now."""
    text, written = expression.source.text, code(value)
    if isinstance(expression.root, ast.Tuple) and (number := _THOUSANDS.search(text)):
        return f"write {number[0].replace(',', '')}: a comma divides"
    if isinstance(value, float | Fraction) and written and not equal(float(written), value):
        digits = len(written.partition(".")[2])
        return f"compare it, as in round({text}, {digits}) == {written}, or add equals:"
    if written is None and isinstance(value, Sized):
        return f"compare it, as in len({text}) == {len(value)}"
    return f"compare it, as in {text} == {written}, or add equals:" if written else "compare it"


def _unknown(row: Check, kit: FactContext) -> Iterator[tuple[FactExpression, ast.Constant, str]]:
    """Yield the ids that a fact writes out and that no drawing of the game has."""
    return unknown_ids(kit, [row.expression, *row.lets.values()], row.loops)


def _nowhere(kit: FactContext, id_: str) -> tuple[str, str | None]:
    """Return what is said of an id that no drawing has, and the hint with the one meant."""
    near = nearest(id_, sorted(drawn_ids(kit) or template_ids(kit)))
    return f"nothing that is drawn there has the id {quote(id_)}", near


def _never_equal(row: Check, kit: FactContext) -> Iterator[PnpError]:
    """Yield an error for each word or number that a fact compares with a column in vain."""
    expressions = [row.expression, *([row.pick] if row.pick else [])]
    return never_equal(kit, expressions, row.loops, row.lets)


def _never(row: Check, kit: FactContext) -> str:
    """Return the end of a message: the first word that a column is compared with in vain."""
    return next((f"; {_in_words(error)}" for error in _never_equal(row, kit)), "")


def _missing(row: Check, kit: FactContext) -> str:
    """Return the end of a message: the ids that a fact writes out and no side of a drawing has."""
    for _, _, id_ in _unknown(row, kit):
        message, near = _nowhere(kit, id_)
        return f"; {message}" + (f" ({near})" if near else "")
    roots = (row.expression.root, *(let.root for let in row.lets.values()))
    nodes = (node for root in roots for node in ast.walk(root))
    written = {node.value for node in nodes if isinstance(node, ast.Constant)}
    known = {(a.component, a.role) for a, found in kit.asked.items() if found}
    missing = (a for a in kit.asked if (a.component, a.role) not in known)
    ids = ", ".join(dict.fromkeys(f'"{a.role}"' for a in missing if a.role in written))
    return f"; nothing that is drawn there has the id {ids}" if ids else ""


def _sentence(reasons: Sequence[Reason]) -> str:
    texts = list(dict.fromkeys(reason.text for reason in reasons))
    more = f"; and {len(texts) - MOST_REASONS} more" if len(texts) > MOST_REASONS else ""
    return "; ".join(texts[:MOST_REASONS]) + more
