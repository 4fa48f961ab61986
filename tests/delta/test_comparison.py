"""What becomes of the old cards: the old kit - thrown away + printed is the new kit."""

from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.diagnostics import PnpError
from pnp.delta.comparison import Delta, Fate, compare
from pnp.delta.edition import Edition, PieceRecord
from pnp.scene.page import Ink

NAMES = st.sampled_from([f"{deck}/{row}" for deck in ("owl", "bat") for row in "abcd"])
FEW = st.sampled_from("xyz")
PIECE = st.builds(PieceRecord, NAMES, st.integers(1, 4), FEW, FEW, FEW, FEW, FEW | st.none())
SOME = st.frozensets(st.sampled_from(["owl", "bat"]))


def edition(
    pieces: Iterable[PieceRecord],
    shuffled: frozenset[str] = frozenset(),
    booklets: frozenset[str] = frozenset(),
) -> Edition:
    return Edition("owls", "Owls", "1", Ink.FULL, tuple(pieces), shuffled, booklets)


EDITIONS = st.builds(
    edition, st.lists(PIECE, max_size=6, unique_by=lambda piece: piece.id), SOME, SOME
)


def physical(pieces: Iterable[tuple[object, int]]) -> Counter[object]:
    """What lies in the box: nobody can tell two of equal looks apart."""
    found: Counter[object] = Counter()
    for looks, number in pieces:
        found[looks] += number
    return +found


def box(kit: Edition) -> Counter[object]:
    return physical((piece.looks, piece.qty) for piece in kit.pieces)


def thrown(delta: Delta) -> Counter[object]:
    return physical((c.old.looks, c.thrown) for c in delta.changes if c.old)


def printed(delta: Delta) -> Counter[object]:
    return physical((c.new.looks, c.printed) for c in delta.changes if c.new)


@given(EDITIONS, EDITIONS)
def test_old_less_thrown_and_printed_is_new(before: Edition, after: Edition) -> None:
    delta = compare(before, after, cosmetic=True)
    assert not thrown(delta) - box(before)
    assert box(before) - thrown(delta) + printed(delta) == box(after)


@given(EDITIONS, EDITIONS)
def test_without_cosmetics_what_is_in_the_box_shows_the_same(
    before: Edition, after: Edition
) -> None:
    """Old cards with an old look stay, and stand for as many new ones that show the same."""
    delta = compare(before, after)
    left = [c for c in delta.changes if c.fate is Fate.COSMETIC and c.old and c.new]
    assert all(
        (c.old.data, c.old.shows) == (c.new.data, c.new.shows) for c in left if c.old if c.new
    )
    stay = physical((c.old.looks, c.kept) for c in left if c.old)
    stand_for = physical((c.new.looks, c.kept) for c in left if c.new)
    assert box(before) - thrown(delta) + printed(delta) + stand_for == box(after) + stay


@given(EDITIONS, EDITIONS)
def test_no_old_card_of_a_shuffled_deck_is_known_by_its_back(
    before: Edition, after: Edition
) -> None:
    """No card is left with an old back where one with the new one is printed."""
    delta = compare(before, after)
    fresh = {(c.record.component, c.record.back) for c in delta.changes if c.printed}
    for change in delta.fated(Fate.COSMETIC):
        deck = (change.record.component, change.record.back)
        if change.old and change.old.back != change.record.back and deck[0] in after.shuffled:
            assert deck not in fresh


@given(EDITIONS)
def test_between_equal_kits_nothing_is_to_do(kit: Edition) -> None:
    delta = compare(kit, kit)
    assert not delta.printed
    assert {change.fate for change in delta.changes} <= {Fate.KEPT}


def card(name: str = "owl/a", qty: int = 2, back: str | None = "b", **more: str) -> PieceRecord:
    usual = {"data": "d", "shows": "s", "cut": "c", "face": "f"} | more
    return PieceRecord(name, qty, back=back, **usual)


def fates(before: list[PieceRecord], after: list[PieceRecord]) -> list[tuple[str, int, int, str]]:
    delta = compare(edition(before), edition(after, frozenset({"owl"})))
    return [(c.fate.value, c.thrown, c.printed, c.why) for c in delta.changes]


@pytest.mark.parametrize(
    ("after", "want"),
    [
        (card(), ("kept", 0, 0, "")),
        (card(qty=5), ("more copies", 0, 3, "")),
        (card(qty=1), ("fewer copies", 1, 0, "")),
        (card(face="g", data="e"), ("changed", 2, 2, "new data")),
        (card(face="g", shows="t"), ("changed", 2, 2, "redrawn")),
        (card(cut="d"), ("changed", 2, 2, "cut or stock")),
        (card(face="g"), ("cosmetic", 0, 0, "redrawn")),
        (card(data="e"), ("kept", 0, 0, "")),
        (card(back=None), ("changed", 2, 2, "new back")),
        (card(back="c"), ("cosmetic", 0, 0, "new back")),
        (card(back="c", qty=3), ("changed", 2, 3, "new back")),
    ],
)
def test_what_becomes_of_a_card(after: PieceRecord, want: tuple[str, int, int, str]) -> None:
    assert fates([card()], [after]) == [want]


def test_a_card_under_another_name_is_kept() -> None:
    found = fates([card("owl/a", 3)], [card("owl/b", 2), card("owl/c", 2)])
    assert sum(thrown for _, thrown, _, _ in found) == 0
    assert sum(printed for _, _, printed, _ in found) == 1


def test_one_new_card_with_a_new_back_takes_all_of_its_deck_along() -> None:
    before = [card("owl/a"), card("owl/b", face="g"), card("owl/c", face="h", back="other")]
    after = [card("owl/a", back="n"), card("owl/b", face="g", back="n", data="e"), before[2]]
    delta = compare(edition(before), edition(after, frozenset({"owl"})))
    assert delta.printed == {"owl/a": 2, "owl/b": 2}
    assert delta.new_backs == ("owl",)


@given(EDITIONS, EDITIONS)
def test_no_booklet_has_pages_of_two_prints(before: Edition, after: Edition) -> None:
    """All of its pages are printed and all old ones thrown away, or none is exchanged."""
    delta = compare(before, after)
    for name in after.booklets:
        pages = [change for change in delta.changes if change.record.component == name]
        fresh = [c for c in pages if c.fate in (Fate.CHANGED, Fate.ADDED, Fate.REMOVED)]
        if fresh:
            assert all(c.thrown == (c.old.qty if c.old else 0) for c in pages)
            assert all(c.printed == (c.new.qty if c.new else 0) for c in pages)


def test_a_changed_page_takes_its_booklet_along() -> None:
    before = [card(f"owl/{n}", 1, None, face=str(n), shows=str(n)) for n in range(3)]
    after = [*before[:2], card("owl/2", 1, None, face="x", data="e")]
    booklet = frozenset({"owl"})
    delta = compare(edition(before), edition(after, booklets=booklet))
    assert delta.printed == {"owl/0": 1, "owl/1": 1, "owl/2": 1}
    whys = [change.why for change in delta.changes]
    assert whys == ["its booklet is printed anew"] * 2 + ["new data"]
    turned = [before[1], before[0], before[2]]
    swapped = [piece._replace(id=was.id) for piece, was in zip(turned, before, strict=True)]
    delta = compare(edition(before), edition(swapped, booklets=booklet))
    assert delta.printed == {"owl/0": 1, "owl/1": 1, "owl/2": 1}


def test_kits_of_two_games_are_not_compared() -> None:
    other = Edition("bats", "Bats", "1", Ink.FULL, ())
    with pytest.raises(PnpError, match='the earlier kit is of "bats"'):
        compare(other, edition([]))
    low = Edition("owls", "Owls", "1", Ink.LOW, ())
    with pytest.raises(PnpError, match="--ink low"):
        compare(low, edition([]))
