"""What the language refuses, word for word: the table of messages for expressions."""

import pytest

from pnp.base.diagnostics import PnpError
from tests.rulebook.games import value_of

LANGUAGE = "write names, numbers, words in quotes, comparisons, comprehensions and known functions"
COLUMNS = 'did you mean "points"?'

ENDLESS = (
    "the expression takes more than 200000 steps",
    "count or group rows with count() and groupby() instead of loops inside loops",
)

LACKING = [
    ("lambda: 1", "^^^^^^^^^", "a lambda"),
    ('f"{1}"', "^^^^^^", "an f-string"),
    ("[*players]", " ^^^^^^^^", "unpacking with *"),
    ("{**play}", "^^^^^^^^", "unpacking with **"),
    ("count(**play)", "      ^^^^^^", "unpacking with **"),
    ("(a := 1)", " ^^^^^^", "an assignment"),
    ("1 << 9", "^^^^^^", "the operator <<"),
    ("~1", "^^", "the operator ~"),
    ('b"x"', "^^^^", "b'x'"),
    ("2j", "^^", "2j"),
    ("players.__class__", "        ^^^^^^^^^", 'the name "__class__"'),
    ("__import__", "^^^^^^^^^^", 'the name "__import__"'),
]
"""What Python has and the language has not: a text, its carets, and how it is called."""

REFUSED = [
    # text, carets, message, hint
    *(
        (text, carets, f"{what} is not part of the language", LANGUAGE)
        for text, carets, what in LACKING
    ),
    ("play is None", "^^^^^^^^^^^^", "the operator is is not part of the language", "write =="),
    (
        '"".join([])',
        "^^^^^^^^^^^",
        "a call of anything but a known function is not part of the language",
        "a function has what it works on in its brackets, as in count(deck)",
    ),
    (
        "count(coin) # all",
        "            ^",
        "a comment is not part of the language",
        "write it above the row",
    ),
    # no expression
    ("", "^", "the expression is empty", LANGUAGE),
    ("count(coin", "     ^", "the expression cannot be read from here", LANGUAGE),
    (
        "count(coin) = 20",
        "            ^",
        "the expression cannot be read from here",
        "write == to compare",
    ),
    # names
    (
        "count(ghoul_dek)",
        "      ^^^^^^^^^",
        'nothing here is called "ghoul_dek"',
        'did you mean "ghoul_deck"?',
    ),
    ("zzz", "^^^", 'nothing here is called "zzz"', "the components are coin, ghoul_deck, mat"),
    ("conut(coin)", "^^^^^", 'no function is called "conut"', 'did you mean "count"?'),
    ("count", "^^^^^", '"count" is a function', 'write count(deck, colour == "red")'),
    ("ghoul_deck.pionts", "           ^^^^^^", 'ghoul-deck has no column "pionts"', COLUMNS),
    (
        'groupby(ghoul_deck, "pionts")',
        "^" * 29,
        'ghoul-deck has no column "pionts"',
        COLUMNS,
    ),
    (
        "coin.zzz",
        "     ^^^",
        'coin has no column "zzz"',
        "its columns are colour, id, qty",
    ),
    ("play.grd", "     ^^^", 'play has no "grd"', 'did you mean "grid"?'),
    ("play.zzzz", "     ^^^^", 'play has no "zzzz"', "it has grid, hand, setup"),
    (
        "players.hand",
        "        ^^^^",
        "[2, 3, 4] has no columns",
        "a dot asks a component or a card for a column",
    ),
    (
        "[count(ghoul_deck, colour == colour) for colour in ['red']]",
        " " * 19 + "^^^^^^",
        '"colour" is a column of ghoul-deck and a name outside as well',
        "give the loop variable another name",
    ),
    # values
    ('"a" < 3', "^^^^^^^", '"a" and 3 have no order', None),
    ('"a" * 3', "^^^^^^^", '"a" * 3 cannot be computed', None),
    ('"a" % 3', "^^^^^^^", '"a" % 3 cannot be computed', None),
    ("3 in 5", "^^^^^^", "nothing can be in 5", "write a list, a set or a column"),
    ("1 / 0", "^^^^^", "1 is divided by zero", None),
    ("[1][4]", "^^^^^^", "[1] has nothing at 4", None),
    ("[1][1::0]", "^^^^^^^^^", "[1] has nothing at 1::0", None),
    ("{{1: 2}}", "^^^^^^^^", "{1: 2} cannot be a member of a set or a key", None),
    ('sum(["a"])', "^^^^^^^^^^", '"a" is not a number', None),
    (
        "max([])",
        "^^^^^^^",
        "there is nothing to choose from",
        "the list is empty: for players, write players: 2-4 in game.yaml",
    ),
    ("zip([1], [1, 2])", "^" * 16, "the lists are not equally long: 1, 2", None),
    ("[a for a, b in players]", "^" * 23, "the loop needs 2 values for its names and gets 2", None),
    (
        "count(7)",
        "^^^^^^^^",
        "7 is not a list",
        "a list, a set, a column or a component is",
    ),
    (
        "count(players, colour == 1)",
        "^" * 27,
        "[2, 3, 4] is not a component",
        "a condition picks rows of a component",
    ),
    (
        "count()",
        "^^^^^^^",
        "count() does not take 0 arguments",
        'write count(deck, colour == "red")',
    ),
    ("sum(1, 2)", "^^^^^^^^^", "sum() does not take 2 arguments", "write sum(deck.points)"),
    (
        'groupby(coin, "colour", smu="qty")',
        "^" * 34,
        'groupby() takes no "smu"',
        'did you mean "sum"?',
    ),
    ("range('a')", "^^^^^^^^^^", 'range() cannot take "a"', "write range(1, 7)"),
    ("drawing(coin)", "^^^^^^^^^^^^^", "coin/coin is not drawn", None),
    ('drawing(coin, "left")', "^" * 21, '"left" is not a side', 'write "face" or "back"'),
    # what would grow without end
    ("9 ** 9 ** 9", "^" * 11, "the exponent 387420489 is too large, 64 is the most", None),
    ("(-8) ** 0.5", "^" * 11, "a negative number has no real root", None),
    (
        "round(7, -(10 ** 17))",
        "^" * 21,
        "-100000000000000000 is not a number of digits",
        "write 0 to 15",
    ),
    ("10 ** 19", "^^^^^^^^", "the number grows too large", None),
    ("1e999", "^^^^^", "the number grows too large", None),
    (
        "sum(range(10 ** 9))",
        "    ^^^^^^^^^^^^^^",
        *ENDLESS,
    ),
    (
        "[a for a in range(999) for b in range(999)]",
        " " * 32 + "^" * 10,
        *ENDLESS,
    ),
]


@pytest.mark.parametrize(
    ("text", "carets", "message", "hint"), REFUSED, ids=[text or "nothing" for text, *_ in REFUSED]
)
def test_refused(text, carets, message, hint):
    with pytest.raises(PnpError) as caught:
        value_of(text)
    expected = f"rulebook.yaml:3:12: {message}\n  {text}\n  {carets}"
    assert str(caught.value) == expected + (f"\n  hint: {hint}" if hint else "")


def refusal(text: str) -> str:
    with pytest.raises(PnpError) as caught:
        value_of(text)
    return caught.value.problems[0].message.split("\n")[0]


def test_lists_that_double_are_stopped():
    loops = " ".join(f"for a{i + 1} in [[a{i}, a{i}]]" for i in range(60))
    assert ENDLESS[0] == refusal(f"[1 for a0 in [1] {loops}]")


def test_words_that_double_are_stopped():
    loops = " ".join(f"for a{i + 1} in [a{i} + a{i}]" for i in range(60))
    assert ENDLESS[0] == refusal(f"[1 for a0 in ['x'] {loops}]")


def test_a_long_expression_is_refused():
    assert refusal("1 + " * 600 + "1") == "the expression has 2401 characters, 2000 are the most"


@pytest.mark.parametrize("text", ["-" * 60 + "1", "[" * 60 + "1" + "]" * 60, "1" + " + 1" * 60])
def test_deep_nesting_is_refused(text):
    assert refusal(text) == "the expression nests deeper than 40 levels"


@pytest.mark.parametrize("text", ["(" * 900 + "1" + ")" * 900, "-" * 1999 + "1"[:1], "\0", "1\0"])
def test_what_python_cannot_read_is_refused_without_a_traceback(text):
    assert refusal(text)


def test_a_long_line_is_shown_around_the_fault():
    with pytest.raises(PnpError) as caught:
        value_of("1 == 1 and " * 12 + "nobody == 1 and " + "1 == 1 and " * 5 + "1 == 1")
    _, shown, carets = caught.value.problems[0].message.split("\n")
    assert len(shown) == 98
    assert shown[carets.index("^") : carets.rindex("^") + 1] == "nobody"


def test_carets_count_letters_and_not_bytes():
    with pytest.raises(PnpError) as caught:
        value_of('"éé" == nobody')
    assert caught.value.problems[0].message.endswith('\n  "éé" == nobody\n          ^^^^^^')
