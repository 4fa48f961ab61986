"""Expressions that mean harm: a clear error, soon, in little memory."""

from collections.abc import Iterator
from functools import partial

import pytest

from pnp.base.diagnostics import Where
from pnp.svg.parse import parse_svg
from pnp.template.binding import Loop, compile_file
from pnp.template.expression import compile_text, compile_value, scope
from pnp.template.limits import EFFORT, LARGEST
from pnp.template.memo import Tracker
from tests.bounded import Case, main, tried
from tests.make import svg

HERE = Where("t.svg", 7)
CARD = {"id": "zed", "shots": 3, "big": "x" * 100_000}
PLAY = {"list": list(range(100_000)), "deep": [[0] * 300] * 300}
VALUES = scope({"card": CARD, "play": PLAY})

LONGER = f"its result would be longer than {LARGEST:,} characters"
STEPS = f"it takes more than {EFFORT:,} steps"
DIGITS = "a number has 307 digits at most"
DEEP = "it nests deeper than 50 levels"
TEXT = "% formats no text here"
NO_FILTER, NO_TEST = "there is no filter", "there is no test"
WORDS = "a filter takes words of 100 characters at most"

EXPRESSIONS = {
    "1.5|round(99999999,'ceil')": "round goes to 20 places at most",
    "1|round(99999999)": "round goes to 20 places at most",
    "1|round(-99999999)": "round goes to 20 places at most",
    "[0]|round(8,'ceil')": "round takes a number",
    "[[0]*99999]*99999": LONGER,
    "99999*[[0]*9999]": LONGER,
    "[0]*9999*9999": LONGER,
    "(((0,)*999,)*999,)*999": LONGER,
    "{'a': [{'b': [0]*999}]*999}.a*999": LONGER,
    "([[0]*30000]*30000)|sum(start=[])|length": LONGER,
    "([[0]*90]*90)|sum(start=[])|length": "sum adds numbers only",
    "([[0]*90]*90)|sum(none, [])|length": "sum adds numbers only",
    "([[0]*30000]*30000)|join": LONGER,
    "([[0]*30000]*30000)|upper": LONGER,
    "[play.deep]*9999": STEPS,
    "play.deep|join": STEPS,
    "play.deep|upper": "it is a list",
    "play.deep|unique": STEPS,
    "play.deep ~ ''": "it is a list",
    "play.list|sort": STEPS,
    "play.list|sum": STEPS,
    "play.list|max": STEPS,
    "play.list + [1]": STEPS,
    "card.big" + "|upper|lower" * 9: STEPS,
    "card.big ~ card.big": LONGER,
    "card.big + card.big": LONGER,
    "card.big * 2": LONGER,
    "card.big|replace('x', 'yy')": LONGER,
    "card.big|replace('', 'y')": LONGER,
    "card.big|trim(card.big)": WORDS,
    "range(999)|sort(attribute='a.'*999)": WORDS,
    "card.big|list|join(card.big)": STEPS,
    "range(999)|join('x'*999)": LONGER,
    "('ΐ'*99999)|upper": LONGER,
    "('ΐ'*9999)|upper|upper|length": "",
    "2**99999": DIGITS,
    "2**1000**1000": DIGITS,
    "10**300*10**300": DIGITS,
    "((2**60)**60)**60": DIGITS,
    "('9'*4000)|int": DIGITS,
    "('9'*5000)|int": "is no number",
    "('f'*9999)|int(0, 16)": DIGITS,
    "[10**300]*300|sum": "",
    "9" * 1900: "",
    "9" * 1900 + " + 1": DIGITS,
    "(-1)**0.5": "the root of a negative number is not a number",
    "2.0**99999": "cannot be evaluated: ",
    "1e999": "it holds a number that is too large",
    "range(10**9)": "range gives 1,000 numbers at most",
    "range(10**30)": "range gives 1,000 numbers at most",
    "'%99999999d' % 1": TEXT,
    "'%99999999d' is odd": "is not a number",
    "'%99999999d' is even": "is not a number",
    "'%99999999d' is divisibleby 1": "is not a number",
    "'%99999999d' is divisibleby(num=1)": "cannot be evaluated",
    "'{:>99999999}'.format(1)": '"format"',
    "'a'.center(99999999)": '"center"',
    "'%s'|format(1)": NO_FILTER,
    "1|center(99999999)": NO_FILTER,
    "1|indent(99999999)": NO_FILTER,
    "1|wordwrap(1)": NO_FILTER,
    "[1]|batch(99999999)": NO_FILTER,
    "[1]|slice(99999999)": NO_FILTER,
    "[1]|map('upper')": NO_FILTER,
    "1|pprint": NO_FILTER,
    "1 is filter": NO_TEST,
    "lipsum(n=999)": '"lipsum"',
    "cycler(1)": '"cycler"',
    "dict(a=1)": '"dict"',
    "namespace()": '"namespace"',
    "joiner()": '"joiner"',
    "self|list": "self is not a name here",
    "[range]": "range is a function, not a value",
    "range ~ ''": "range is a function, not a value",
    "card.nope|default(range)": "range is a function, not a value",
    "1[:]": "",
    "1['a']": "",
    "1/0": "cannot be evaluated: division by zero",
    "[1][::0]": "cannot be evaluated: slice step cannot be zero",
    "'\\ud800'": "the control character U+D800 is not allowed in text",
    "card['\\ud800']": "the control character U+D800 is not allowed in text",
    "'\\x00'": "a NUL character is not allowed in text",
    "+".join("1" * 400): DEEP,
    "~".join("1" * 400): "",
    "**".join("1" * 300): DEEP,
    "(" * 300 + "1" + ")" * 300: DEEP,
    "[" * 300 + "1" + "]" * 300: DEEP,
    "{1:" * 300 + "1" + "}" * 300: DEEP,
    "1" + "|abs" * 450: DEEP,
    "1" + "|round" * 300: DEEP,
    "not " * 400 + "1": DEEP,
    "-" * 900 + "1": DEEP,
    "1 if 1 else " * 150 + "1": DEEP,
    " or ".join(["card.id"] * 100): DEEP,
    "card" + ".a" * 500: DEEP,
    "card" + "[0]" * 500: DEEP,
    "range(" * 200 + ")" * 200: DEEP,
    "x" * 2_001: "an expression has at most 2,000 characters",
}
"""Each with words of its error; with none, it may work out, or say what is wrong."""

LOOPS = {
    "i in [[0]*100000]*100000": LONGER,
    "i in play.deep": "",
    "i in play.list": "",
    "i in range(1000)": "",
    "i in ([0]*999)*999": LONGER,
}


def cases() -> Iterator[tuple[str, Case]]:
    for source in EXPRESSIONS:
        yield source, partial(lambda s: compile_value(s, HERE)(VALUES), source)
        text = f"{{{{{source}}}}}"
        yield text, partial(lambda t: compile_text(t, HERE)(VALUES), text)
    for source in LOOPS:
        yield source, partial(_ask_loop, source)


def _ask_loop(source: str) -> object:
    file = parse_svg(svg(f'<g pnp:for="{source}"/>').encode(), "t.svg", "t.svg")
    (loop,) = (twins.loop for twins in compile_file(file).values())
    assert isinstance(loop, Loop)
    return Tracker(VALUES).value(loop.items)


@pytest.fixture(scope="module")
def said() -> dict[str, str]:
    return tried("tests.template.test_hostile_expressions")


@pytest.mark.parametrize("source", [*EXPRESSIONS, *LOOPS])
def test_an_expression_that_means_harm_is_refused(source: str, said: dict[str, str]) -> None:
    words = (EXPRESSIONS | LOOPS)[source]
    for text in {source, f"{{{{{source}}}}}"} & said.keys():
        assert words in said[text]
        if words:
            assert said[text].startswith("t.svg:")
        assert not said[text].startswith(("ended", "traceback", "begun")), said[text]


def test_an_error_says_the_expression_and_what_to_do(said: dict[str, str]) -> None:
    assert said["card.big + card.big"] == (
        f't.svg:7: "card.big + card.big" is not allowed: {LONGER}\n'
        "  hint: compute less in it, and put long texts and large tables into the data"
    )
    assert said["not " * 400 + "1"].endswith(
        f"is not an expression: {DEEP}\n"
        "  hint: compute less in it: write `card.kind in ('a', 'b')` for many `or`, or add a column"
    )


def test_what_honest_templates_write_is_far_from_the_bounds() -> None:
    either = " or ".join(f"card.id == 'kind-{n}'" for n in range(40))
    assert compile_value(either, HERE)(VALUES) is False
    assert compile_text("{{ card.big|upper|length }}", HERE)(VALUES) == "100000"
    assert compile_value("(range(999)|list + [1])|sum", HERE)(VALUES) == 998 * 999 // 2 + 1


if __name__ == "__main__":
    main(dict(cases()))
