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
    ("text", "type_", "way_out"),
    [
        ("three", "int", None),
        ("3.0", "int", None),
        ("３", "int", None),
        ("9" * 30, "int", None),
        ("1,5", "number", "1.5"),
        ("1,500", "number", "write 1500, without marks, or 1.500"),
        ("0,125", "number", "write 0.125"),
        ("-1,500,000", "number", "write -1500000, without marks"),
        ("1.500", "int", "write 1500, without marks, or 1"),
        ("nan", "number", None),
        ("1e999", "number", None),
        ("maybe", "bool", "true or false"),
        ("", "int", '"int?"'),
        ("", "bool", '"bool?"'),
        ("", WORDS, '""'),
        ("blak", WORDS, '"black"'),
        ("zzz", WORDS, "white, gray, black"),
        ("White", WORDS, '"white"'),
    ],
)
def test_a_cell_that_does_not_fit_is_refused(
    text: str, type_: ColumnType, way_out: str | None
) -> None:
    with pytest.raises(UnfitError) as caught:
        convert(text, type_)
    assert str(caught.value).startswith(f'"{text}" ' if text else "the cell ")
    assert (caught.value.hint is None) == (way_out is None)
    assert (way_out or "") in (caught.value.hint or "")


def test_types_are_described_in_words() -> None:
    assert described("int?") == "int?"
    assert described(WORDS) == "one of white, gray, black"


def test_a_message_lists_no_more_words_than_somebody_reads() -> None:
    words = tuple(f"word-{n}" for n in range(200))
    shown = f"{', '.join(words[:12])}, … (200 words)"
    assert described(words) == f"one of {shown}"
    with pytest.raises(UnfitError) as caught:
        convert("xyz", words)
    assert caught.value.hint == f"it may be {shown}"
