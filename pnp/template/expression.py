"""Expressions in templates: compiled once with Jinja, evaluated for each row in a sandbox.

A name is a column of the row, or a name that the program defines; a dot reads an entry of a
mapping. There are a few filters, and operators with limits. Nothing of Python can be reached: no
attribute, no method, no module. ``sandbox`` compiles all but a column's name, with Jinja.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pnp.base.diagnostics import Finding, PnpError, Where, quote, unusable, user_error
from pnp.base.slips import OPERATORS, Misspelling, find_slip, slip
from pnp.template.terms import HINT, BadSyntaxError, UnknownNameError, UnprintableError, printed

LONGEST_SOURCE = 2_000
"""Characters of an expression; no useful one has more."""

_LOOKUP = re.compile(r"\{\{\s*(?:card\.)?([A-Za-z_]\w*)\s*\}\}")

_EXPRESSIONS = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)

_SLIPS: Sequence[Misspelling] = (
    *OPERATORS,
    slip("([“”„‟‘’‚«»])", "write straight quotes: 'luna'"),
    slip(r"(={3,})", "write =="),
    slip(r"(\?)", "write 'a' if card.kind == 'b' else 'c'"),
    slip(r"\bis\s+(?:not\s+)?(null|blank|empty)\b", "write not card.name, or card.name alone"),
    slip(r"(?<=[\w)\]] )(contains|includes|has|like)\b", "write 'owl' in card.name"),
    slip(r"(?<![\w)\].])(\.\d+)", lambda number: f"write 0{number}"),
    slip(r"(?<![=!<>])(=)(?!=)", "write == to compare"),
)
"""Slips outside of texts, and the hints for them."""


class EvaluationError(PnpError):
    """An expression, whose text is ``source``, cannot be evaluated for a row.

    ``of_blank`` says that a value that it needs is blank; ``of_value`` that a value is to blame,
    and not its type or a name.
    """

    def __init__(
        self, problem: Finding, source: str, *, of_blank: bool = False, of_value: bool = False
    ) -> None:
        super().__init__([problem])
        self.source, self.of_blank, self.of_value = source, of_blank, of_value


class Expression:
    """A compiled expression: call it with the names that it may use, as ``scope`` returns them.

    ``compile_value("card.cost > 3", where)(scope({"card": {"cost": 5}}))`` is True. ``source`` is
    its text; ``constant`` is true for an expression without names.
    """

    def __init__(
        self,
        evaluate: Callable[[Mapping[str, Any]], Any],
        source: str,
        where: Where,
        constant: bool,
    ) -> None:
        self._evaluate = evaluate
        self.source = source
        self.where = where
        self.constant = constant

    def __call__(self, values: Mapping[str, Any]) -> Any:
        """Return the value for one row.

        Raises:
            EvaluationError: a name is unknown, types do not match, or a limit is exceeded.
        """
        try:
            return self._evaluate(values)
        except UnknownNameError as error:
            problem = unusable(str(error), self.where, error.hint(values))
            raise EvaluationError(problem, self.source) from None
        except UnprintableError as error:
            message = f"{quote(self.source)} cannot be printed: {error}"
            problem = unusable(message, self.where, error.hint)
            raise EvaluationError(problem, self.source) from None
        except PnpError:
            raise
        except Exception as error:
            raise self._failed(error) from None

    def _failed(self, error: Exception) -> EvaluationError:
        from pnp.template.limits import BlankError
        from pnp.template.sandbox import REFUSED

        source, reason = quote(self.source), str(error) or type(error).__name__
        if isinstance(error, BlankError) or _NONE in reason:
            message = f"{source} cannot be evaluated: a value in it is blank"
            problem = unusable(message, self.where, _BLANK)
            return EvaluationError(problem, self.source, of_blank=True)
        if isinstance(error, REFUSED):
            problem = unusable(f"{source} is not allowed: {error}", self.where, _LESS)
            return EvaluationError(problem, self.source, of_value=True)
        of_text = isinstance(error, TypeError) and ("'str'" in reason or '"str"' in reason)
        of_value = isinstance(error, ArithmeticError | ValueError)
        hint = _TEXT if of_text else None if of_value else HINT
        problem = unusable(f"{source} cannot be evaluated: {reason}", self.where, hint)
        return EvaluationError(problem, self.source, of_value=of_value)


def scope(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the names for an expression; a column hides a name that the program defines."""
    card = values.get("card", {})
    return {**values, **card, "card": card}


def compile_value(source: str, where: Where) -> Expression:
    """Return the expression of ``pnp:if``, or of ``pnp:for`` after ``in``.

    Raises:
        PnpError: the source is too long or not an expression.
    """
    from pnp.template.sandbox import compiled_value, known

    _refuse_long(source, where)
    try:
        run, constant = compiled_value(source)
    except BadSyntaxError as error:
        message = f"{quote(source)} is not an expression: {error}"
        raise user_error(message, where, _mended(source) or error.hint) from None
    return Expression(lambda values: known(run(values)), source, where, constant)


def _mended(source: str) -> str | None:
    """Return a hint for what people write who know another notation."""
    if "{{" in source:
        return f"leave out the braces: {source.replace('{{', '').replace('}}', '').strip()}"
    return _hint(source)


def _hint(source: str) -> str | None:
    """Return the hint for the first slip in an expression, outside of its texts."""
    found = find_slip(_SLIPS, source)
    return found[1] if found else None


def compile_text(source: str, where: Where, *, solid: bool = False) -> Expression:
    """Return the expression of an attribute with ``{{ … }}`` in it; its value is a string.

    If it is ``solid``, its numbers are exact, and a part of it that is blank is an error; the
    whole may be blank.

    Raises:
        PnpError: the source is too long, holds a Jinja statement or does not parse.
    """
    _refuse_long(source, where)
    if "{%" in source:
        hint = "choose and repeat with pnp:if and pnp:for on the element"
        raise user_error("only {{ … }} is read in a template, no {% … %}", where, hint)
    if match := _LOOKUP.fullmatch(source):
        find = _look_up(match[1], source.strip("{} "), exact=solid)
        return Expression(find, source, where, False)
    from pnp.template.sandbox import compiled_text

    try:
        render, constant = compiled_text(source, solid)
    except BadSyntaxError as error:
        told = next(filter(None, map(_hint, _EXPRESSIONS.findall(source))), error.hint)
        raise user_error(f"{quote(source)} does not parse: {error}", where, told) from None
    return Expression(render, source, where, constant)


_TEXT = (
    "a column that is not declared is text: declare numbers in game.yaml, as columns: {cost: int}"
)

_NONE = "'NoneType'"
"""What Python's messages call a blank cell."""

_BLANK = "fill what is blank, or ask with pnp:if whether it is"

_LESS = "compute less in it, and put long texts and large tables into the data"


def _look_up(name: str, written: str, *, exact: bool) -> Callable[[Mapping[str, Any]], str]:
    from_card = written.startswith("card.")

    def find(values: Mapping[str, Any]) -> str:
        owner = values["card"] if from_card else values
        if name not in owner:
            raise UnknownNameError(owner, name)
        return str(printed(owner[name], exact=exact))

    return find


def _refuse_long(source: str, where: Where) -> None:
    if len(source) > LONGEST_SOURCE:
        raise user_error(f"an expression has at most {LONGEST_SOURCE:,} characters", where)
