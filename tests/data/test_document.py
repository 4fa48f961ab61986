from pathlib import Path

import pytest

from pnp.base.diagnostics import PnpError, Where
from pnp.data import document
from pnp.data.document import Document, parse_document, read_document

EMPTY = "bring back what it held; `pnp new` writes whole ones to compare with"


def parse(text: str) -> Document:
    return parse_document(text, "game.yaml")


def fault(text: str) -> str:
    with pytest.raises(PnpError) as caught:
        parse(text)
    return str(caught.value)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("no", "no"),
        ("Yes", "Yes"),
        ("on", "on"),
        ("y", "y"),
        ("true", True),
        ("TRUE", True),
        ("False", False),
        ("tRue", "tRue"),
        ("12:30", "12:30"),
        ("1:2:3", "1:2:3"),
        ("2026-10-31", "2026-10-31"),
        ("3", 3),
        ("-3", -3),
        ("+3", 3),
        ("0123", 123),
        ("0o17", 15),
        ("0x1F", 31),
        ("0b11", "0b11"),
        ("1_000", "1_000"),
        ("1e3", 1000.0),
        ("1.", 1.0),
        (".5", 0.5),
        ("1.5e-2", 0.015),
        (".", "."),
        ("e3", "e3"),
        (".inf", ".inf"),
        ("1e999", "1e999"),
        ("1234567890123456789012345", 1234567890123456789012345.0),
        ("~", None),
        ("null", None),
        ("NULL", None),
        ("", None),
        ("'3'", "3"),
        ('"true"', "true"),
        ("''", ""),
        ("=", "="),
        ("|\n  3\n", "3\n"),
    ],
)
def test_plain_words_have_their_yaml_1_2_meaning(written: str, meant: object) -> None:
    found = parse(f"a: {written}").data["a"]
    assert (type(found), found) == (type(meant), meant)


def test_text_is_kept_as_it_is_written() -> None:
    data = parse("a: 0123\nb: 1e3\nc: [no, 12:30, 1.50]")
    paths = [("a",), ("b",), ("c", 0), ("c", 1), ("c", 2)]
    assert [data.text(path) for path in paths] == ["0123", "1e3", "no", "12:30", "1.50"]


def test_whole_numbers_stay_numbers_as_keys_and_other_keys_are_text() -> None:
    assert parse("{1: a, true: b, 1.5: c, '2': d, no: e}").data == {
        1: "a",
        "true": "b",
        "1.5": "c",
        "2": "d",
        "no": "e",
    }


def test_every_value_and_key_knows_its_place() -> None:
    data = parse("a: 1\ncards:\n  - {id: wolf, teeth: 42}\n  - id: hare\n")
    assert data.where(("cards", 0, "teeth")) == Where("game.yaml", 3, 23)
    assert data.key_where(("cards", 0, "teeth")) == Where("game.yaml", 3, 16)
    assert data.where(("cards", 1)) == Where("game.yaml", 4, 5)
    assert str(data.where(("cards", 1, "id"))) == "game.yaml:4:9"


def test_a_path_that_ends_early_gives_the_nearest_place() -> None:
    data = parse("cards:\n  - {id: wolf}\n")
    assert data.where(("cards", 0, "teeth", "sharp")) == Where("game.yaml", 2, 5)
    assert data.where(("cards", 7)) == Where("game.yaml", 2, 3)
    assert data.where(("decks",)) == Where("game.yaml", 1, 1)


def test_a_part_is_a_document_whose_paths_begin_there() -> None:
    part = parse("cards:\n  - {id: 007}\n").at(("cards", 0))
    assert part.data == {"id": 7}
    assert part.text(("id",)) == "007"
    assert part.where(("id",)) == Where("game.yaml", 2, 10)


def test_an_alias_repeats_its_value() -> None:
    data = parse("a: &size {w: 1}\nb: *size\n")
    assert data.data == {"a": {"w": 1}, "b": {"w": 1}}
    assert data.where(("b", "w")) == Where("game.yaml", 1, 14)


def test_bytes_with_a_byte_order_mark_are_read(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    for encoding in ("utf-8-sig", "utf-16"):
        path.write_text("title: Ñandú\n", encoding=encoding)
        assert read_document(path, "game.yaml").data == {"title": "Ñandú"}
        assert read_document(path, "game.yaml").where(("title",)) == Where("game.yaml", 1, 8)


LAUGHS = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "a: !!python/object/apply:os.system [ls]",
            'game.yaml:1:4: the tag "!!python/object/apply:os.system" is not allowed\n'
            "  hint: write plain values, without a !tag",
        ),
        (
            "a: !!str 3",
            'game.yaml:1:4: the tag "!!str" is not allowed\n'
            "  hint: write plain values, without a !tag",
        ),
        (
            "a: !<plain> 3",
            'game.yaml:1:4: the tag "plain" is not allowed\n'
            "  hint: write plain values, without a !tag",
        ),
        (
            "a: &a {b: 1}\nc:\n  <<: *a\n",
            'game.yaml:3:3: merge keys ("<<") are not allowed\n'
            "  hint: write the keys out, or repeat one whole value by its alias",
        ),
        (
            LAUGHS,
            "game.yaml:1:4: aliases repeat more than 20,000 values\n  hint: write the values out",
        ),
        ("[" * 100_000, "game.yaml:1:64: the data is nested deeper than 64 levels"),
        ("{a: " * 100_000, "game.yaml:1:253: the data is nested deeper than 64 levels"),
        ("? [a]\n: b", "game.yaml:1:3: a key must be a word or a number"),
        ("", f"game.yaml: the file is empty\n  hint: {EMPTY}"),
        ("# nothing yet\n", f"game.yaml: the file is empty\n  hint: {EMPTY}"),
        (
            "a: 1\n---\nb: 2\n",
            "game.yaml:2:1: found another document\n  hint: delete the second ---",
        ),
        (
            "a: *b",
            "game.yaml:1:4: found undefined alias\n  hint: put text that begins with * in quotes",
        ),
        (
            "a:\n\tb: 1\n",
            "game.yaml:2:1: found character that cannot start any token\n"
            "  hint: indent with spaces, never with tabs, and put text that begins with a sign in "
            "quotes",
        ),
        (
            "a:\n    b: 1\n  c: 2\n",
            "game.yaml:3:3: did not find expected key\n"
            "  hint: indent the keys of one mapping, and the items of one list, by the same number "
            "of spaces",
        ),
    ],
)
def test_what_is_refused_is_named_with_its_place(text: str, message: str) -> None:
    assert fault(text) == message


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("size: 1\nkind: deck\nsize: 2\n", "3:1: duplicate "),
        ("{1: a, 01: b}", "1:8: duplicate "),
        ("a: &a [1, *a]", "1:4: an alias "),
        ('a: "\\0"', "1:4: a NUL "),
        ("title: Ghosts: the game", "1:14: mapping "),
        ("a:\n  b: 1\n\u200b  c: 2", "3:1: a key begins with a no-break space"),
        ("a:\n\u00a0\u00a0b: 1", "2:1: a key begins with a no-break space"),
    ],
)
def test_what_is_refused_is_refused_at_its_place(text: str, place: str) -> None:
    assert fault(text).startswith(f"game.yaml:{place}")


COMMENT = "# begins a comment: put a colour, or text that begins with it, in quotes"
BRACES = 'put text that holds {{ }} in quotes: "my-game/{{ kind }}.svg"'
NO_BREAK = "the indentation has a no-break space, or one like it: write plain spaces"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ('a: {b: #fff, c: "#fff"}', COMMENT),
        ('a: ["#fff", #fff]', COMMENT),
        ("a: {{ id }}.svg", BRACES),
        ("a: {b: x/{{ id }}.svg}", BRACES),
        ("- {{ id }} and more", BRACES),
        ("a: {{ id }}", BRACES),
        ("a:\n\u00a0 b: 1\n  c: 2", NO_BREAK),
        ("a:\n  b: 1\n \u00a0c: 2", NO_BREAK),
        ('a: "b\nc: "d"', "is the quotation mark never closed?"),
        ("a: 'it's'", "write an apostrophe inside of '…' twice"),
        ("# '{{ it's: #1\na: b: c", 'put text that holds ": " in quotes'),
    ],
)
def test_a_common_slip_of_yaml_is_told_for_what_it_is(text: str, hint: str) -> None:
    assert fault(text).split("\n  hint: ")[1].startswith(hint)


@pytest.mark.parametrize(
    ("text", "told", "hint"),
    [
        ("a: 1\nkind:deck\nb: 2", '2:1: "kind:deck" has no space', "write `kind: deck`"),
        ("a: 1\n\nkind:deck\n# x\nb: 2", '3:1: "kind:deck" has no space', "write `kind: deck`"),
        ("a:\n  - kind: x\n    size:1 mm\n    b: 2", '3:5: "size:1 mm" has', "write `size: 1 mm`"),
        ("a: 1\nkind deck\nb: 2", '2:1: "kind deck" has no colon', "write `kind: deck`"),
        ("a: 1\nkind = deck\nb: 2", '2:1: "kind = deck" has no colon', "write `kind: deck`"),
        ("a: 1\nkind\uff1adeck\nb: 2", '2:1: "kind\uff1adeck" has', "write `kind: deck`"),
        ("words: |\n  Draw a card\ntitle: A: B", "3:9: mapping values", "put text that holds"),
        ("s:\n  - Draw a card\n  - Then: say: x", "3:14: mapping values", "put text that holds"),
        ("text: Deal four\n  cards to all\n  Note: x", "3:7: mapping values", "put text that"),
        ('a:\n    b: "x\n      y"\n   c: 1', "4:4: ", "indent the keys"),
        ("title: A\n  kind: b", '2:3: "kind" is indented further than "title"', "indent the keys"),
        ("a: **Bold** x\nb: 1", "1:4: text that begins with *", 'put it in quotes: "**Bold** x"'),
        ("a: |\n   x\n\n  **y**", "4:3: text that begins with *", "indent it as the line above"),
        ("kind:deck # a note\nb: 1", '1:1: "kind:deck # a note" has no space', "write `kind: deck"),
        ("a:\n  kind:deck # x\n  b: 1", '2:3: "kind:deck # x" has no space', "write `kind: deck"),
        ("a: &Star\nb: 1", "1:4: the value is blank: &", 'put it in quotes: "&Star"'),
        ("a: &Star Co\nb: 1", "1:4: &Star is lost", 'put it in quotes: "&Star Co"'),
        ("- &Star Co\n- &b x\n- *b", "1:3: &Star is lost", 'put it in quotes: "&Star Co"'),
        ('b: 1\na: "x\nc: 2', "2:4: the quotation mark is never", "close it behind the text"),
        ('b: 1\na: "x\nc: 2\nd: "y"', "2:4: a quotation mark is not", "is the quotation mark"),
    ],
)
@pytest.mark.parametrize("loader", [document.LOADER, document.SlowLoader])
def test_a_slip_of_yaml_is_told_at_its_own_line(
    monkeypatch: pytest.MonkeyPatch, loader: type, text: str, told: str, hint: str
) -> None:
    monkeypatch.setattr(document, "LOADER", loader)
    message, mend = fault(text).split("\n  hint: ")
    assert message.startswith(f"game.yaml:{told}")
    assert mend.startswith(hint)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ('a: "Pond" cards', "the text goes on behind its quotation mark"),
        ("a: |-+\n  x", "write | or |- alone"),
        ("a: {b:, c: 1}", "write a space behind each colon"),
        ("a: [", "close the bracket"),
    ],
)
def test_a_slip_in_a_value_has_a_hint_of_its_own(text: str, hint: str) -> None:
    assert fault(text).split("\n  hint: ")[1].startswith(hint)


@pytest.mark.parametrize(
    ("text", "place", "lost"),
    [
        ("night: #17324a\nday: 1", "1:8", "#17324a"),
        ("a:\n  - b: #1 Fan \n", "2:8", "#1 Fan"),
        ("{a: #63 x 88 mm\n}", "1:5", "#63 x 88 mm"),
        ("a:\n  -  #fff", "2:6", "#fff"),
        ("# \u2028a: 1\nb: #fff", "3:4", "#fff"),
    ],
)
@pytest.mark.parametrize("loader", [document.LOADER, document.SlowLoader])
def test_a_value_that_is_lost_in_a_comment_is_told(
    monkeypatch: pytest.MonkeyPatch, loader: type, text: str, place: str, lost: str
) -> None:
    monkeypatch.setattr(document, "LOADER", loader)
    assert fault(text) == (
        f"game.yaml:{place}: the value is blank: # begins a comment\n"
        f'  hint: put it in quotes: "{lost}"; a comment has a space behind its #'
    )


def test_a_comment_after_a_blank_value_is_one() -> None:
    assert parse("a: # later\nb: #more\n  c: 1\nd: ## x\n").data == {
        "a": None,
        "b": {"c": 1},
        "d": None,
    }


def test_several_refused_things_are_named_together() -> None:
    text = "a: !x 1\nb: 1\nb: 2\n"
    first, second = fault(text).splitlines()[::2]
    assert first.startswith("game.yaml:1:4: ") and '"!x"' in first
    assert second.startswith("game.yaml:3:1: ") and '"b"' in second


def test_without_libyaml_the_same_data_and_places_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "a: 0123\nb:\n  - &x {c: no}\n  - *x\n'd': '1'\n"
    fast = parse(text)
    monkeypatch.setattr(document, "LOADER", document.SlowLoader)
    slow = parse(text)
    assert slow.data == fast.data
    for path in [("a",), ("b", 0, "c"), ("b", 1, "c"), ("d",)]:
        assert slow.where(path) == fast.where(path)
        assert slow.text(path) == fast.text(path)
    assert fault("[" * 5000) == "game.yaml:1:64: the data is nested deeper than 64 levels"
    assert fault("a: !x 1").startswith('game.yaml:1:4: the tag "!x" is not allowed')
