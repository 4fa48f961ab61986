"""Which pieces are printed as one file, and what it is called."""

from pnp.geometry.plane import Size
from pnp.imposition.impose import papers
from pnp.imposition.sheet import Backs
from tests.make import card, component, deck, pieces

STRIP = Size(150, 20)


def on(stock: str, name: str = "strip", kind: str = "sheet"):
    return pieces(component(name, STRIP, [card(name)], stock=stock, kind=kind))


def files(*kits) -> list[tuple[str, str]]:
    kit = [piece for made in kits for piece in made]
    return [(paper.file, paper.stock) for paper in papers(kit, Backs.LONG_EDGE)]


def test_stocks_of_like_names_have_files_of_their_own():
    assert files(on("Card"), on("card"), on("CARD!"), on("Card")) == [
        ("card-one-side", "Card"),
        ("card-2-one-side", "card"),
        ("card-3-one-side", "CARD!"),
    ]


def test_a_stock_has_one_name_for_both_turns():
    kit = deck("deck", STRIP, [1])
    assert files(on("Card"), kit, deck("plain", STRIP, [1], backs=False)) == [
        ("card-one-side", "Card"),
        ("card-2-long-edge", "card"),
        ("card-2-one-side", "card"),
    ]


def test_guides_of_two_stocks_have_two_files():
    guides = (on("paper", "guide", "guide"), on("card", "help", "guide"))
    assert files(*guides, on("guide")) == [
        ("guide", "paper"),
        ("guide-2", "card"),
        ("guide-3-one-side", "guide"),
    ]


def test_a_stock_without_letters_has_a_name_too():
    assert files(on("???")) == [("stock-one-side", "???")]
