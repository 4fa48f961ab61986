import pytest

from pnp.data.fields import ColumnType, convert, described
from pnp.data.schema import UnfitError

WORDS = ("white", "gray", "black")


@pytest.mark.parametrize(
    ("text", "type_", "value"),
    [
        ("0123", "text", "0123"),
        ("", "text", ""),
        ("", "text?", None),
        ("042", "int", 42),
        ("-3", "int", -3),
        ("", "int?", None),
        ("3", "number", 3),
        ("2.50", "number", 2.5),
        ("-.5", "number", -0.5),
        ("1e3", "number", 1000.0),
        ("TRUE", "bool", True),
        ("no", "bool", False),
        ("", "bool?", None),
        ("gray", WORDS, "gray"),
        ("", ("", "x"), ""),
    ],
)
def test_a_cell_becomes_a_value_of_its_type(text: str, type_: ColumnType, value: object) -> None:
    found = convert(text, type_)
    assert (type(found), found) == (type(value), value)


@pytest.mark.parametrize(
    ("text", "type_", "message", "hint"),
    [
        ("three", "int", '"three" is not a whole number', None),
        ("3.0", "int", '"3.0" is not a whole number', None),
        ("３", "int", '"３" is not a whole number', None),
        ("9" * 30, "int", f'"{"9" * 30}" is not a whole number', None),
        ("1,5", "number", '"1,5" is not a number', "write 1.5"),
        ("nan", "number", '"nan" is not a number', None),
        ("1e999", "number", '"1e999" is not a number', None),
        ("maybe", "bool", '"maybe" is neither true nor false', "write true or false"),
        ("", "int", "the cell is blank", 'fill it, or declare the column as "int?"'),
        ("", "bool", "the cell is blank", 'fill it, or declare the column as "bool?"'),
        ("", WORDS, "the cell is blank", 'fill it, or add "" to the words of the column'),
        ("blak", WORDS, '"blak" is not a word of the column', 'did you mean "black"?'),
        ("zzz", WORDS, '"zzz" is not a word of the column', "it may be white, gray, black"),
        ("White", WORDS, '"White" is not a word of the column', 'did you mean "white"?'),
    ],
)
def test_a_cell_that_does_not_fit_is_refused(
    text: str, type_: ColumnType, message: str, hint: str | None
) -> None:
    with pytest.raises(UnfitError) as caught:
        convert(text, type_)
    assert (str(caught.value), caught.value.hint) == (message, hint)


def test_types_are_described_in_words() -> None:
    assert described("int?") == "int?"
    assert described(WORDS) == "one of white, gray, black"
