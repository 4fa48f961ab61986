"""What a plain name in an expression stands for."""

from pnp.errors import nearest
from pnp.rules.functions.table import FUNCTIONS
from pnp.rules.language.run import Run, Scope
from pnp.rules.language.source import ExpressionError
from pnp.rules.language.values import Rows


def meaning(run: Run, name: str, scope: Scope) -> object:
    """Return what a plain name stands for: a loop variable, a column, a component.

    Raises:
        ExpressionError: nothing has the name, or two things at once.
    """
    holders = [inner for inner in scope.chain() if name in inner.names]
    if len(holders) > 1 and (row := next((h.row for h in holders if h.row), None)):
        message = f'"{name}" is a column of {row.component.name} and a name outside as well'
        raise ExpressionError(message, "give the loop variable another name")
    if holders:
        return holders[0].names[name]
    if name in run.kit.names:
        return run.kit.names[name]
    raise _unknown(run, name, scope)


def _unknown(run: Run, name: str, scope: Scope) -> ExpressionError:
    if name in FUNCTIONS:
        return ExpressionError(f'"{name}" is a function', f"write {FUNCTIONS[name].usage}")
    known = {*run.kit.names, *(name for inner in scope.chain() for name in inner.names)}
    components = sorted(n for n, value in run.kit.names.items() if isinstance(value, Rows))
    hint = nearest(name, sorted(known)) or f"the components are {', '.join(components)}"
    return ExpressionError(f'nothing here is called "{name}"', hint)
