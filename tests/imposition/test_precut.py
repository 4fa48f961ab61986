"""Stock that is bought cut: pieces lie where it has them, measured from the edge of the paper."""

import re
from pathlib import Path
from textwrap import dedent

import pikepdf
import pytest

from pnp.base.diagnostics import PnpError
from pnp.base.units import COMPONENT_SIZES, MM_PER_INCH, PAPERS
from pnp.geometry.plane import Size
from pnp.imposition.precut import PRECUT, Precut, parse_precut
from pnp.imposition.sheet import pages
from pnp.kit import lay_out
from pnp.scene.node import Group, Text, leaves
from tests.imposition.kits import made
from tests.kits.bundled import chosen
from tests.make import deck, load, svg, write
from tests.projects import change, owls, pnp

OWN = "85 x 54 mm, 2 x 5, 10 x 0 mm"


def corners(kit, options, book):
    sheets = made(kit, options.layout, book)
    return [put.slot.rect for put in sheets[0].front.placements]


def test_business_cards_on_letter_lie_three_quarters_and_half_an_inch_from_the_edges(book):
    cards = deck("card", COMPONENT_SIZES["business"], [10])
    found = corners(cards, chosen(paper="letter", precut="business-letter"), book)
    inches = [(rect.x / MM_PER_INCH, rect.y / MM_PER_INCH) for rect in found]
    wanted = [(0.75 + 3.5 * column, 0.5 + 2 * row) for row in range(5) for column in range(2)]
    assert [pytest.approx(at) for at in wanted] == inches


def test_stock_of_ones_own_has_gaps_across_and_down(book):
    found = corners(deck("card", Size(85, 54), [10]), chosen(precut=OWN), book)
    assert (found[0].x, found[0].y) == pytest.approx((15, 13.5))
    assert found[1].x - found[0].right == pytest.approx(10)
    assert found[2].y - found[0].bottom == pytest.approx(0)


def test_every_stock_is_named_in_the_help_and_lies_on_the_paper_of_its_name(book) -> None:
    told = " ".join(pnp(Path(), "build", "--help").output.split())
    for name, stock in PRECUT.items():
        assert re.search(rf"\b{name}[,;]", told)
        paper = name.removesuffix("-apart").rpartition("-")[2]
        sheet = PAPERS[paper]
        found = corners(
            deck("card", stock.piece, [stock.columns * stock.rows]),
            chosen(paper=paper, margin="4 mm", precut=name),
            book,
        )
        assert len(found) == stock.columns * stock.rows
        left, right = found[0].x, sheet.width - max(rect.right for rect in found)
        assert left == pytest.approx(right)


def test_nothing_tells_where_to_cut_on_stock_that_is_cut(book) -> None:
    _, second = made(deck("card", Size(85, 54), [20]), chosen(precut=OWN).layout, book)
    beside = [node for node in second.front.nodes if not (isinstance(node, Group) and node.key)]
    assert not second.cuts
    assert {type(leaf) for leaf, _ in leaves(beside)} == {Text}  # its label


def test_art_runs_into_a_gap_and_not_onto_a_neighbour(book):
    (sheet,) = made(deck("card", Size(85, 54), [10]), chosen(precut=OWN).layout, book)
    left, right, below = (sheet.front.placements[number] for number in (0, 1, 2))
    assert (left.window.right, right.window.x) == pytest.approx((103, 107))
    assert left.window.bottom == pytest.approx(below.window.y)


def test_backs_lie_behind_their_faces_and_the_proof_passes(tmp_path: Path) -> None:
    owls(tmp_path)
    words = ["--precut", "40 x 60 mm, 4 x 4, 2 x 2 mm", "--component", "owl", "--format", "pdf"]
    built = pnp(tmp_path, "build", *words, "--output", str(tmp_path / "out"))
    assert built.exit_code == 0, built.output
    assert "6 faces in place, 6 backs behind their own" in built.output


def test_what_the_stock_is_not_made_for_is_named(tmp_path: Path) -> None:
    owls(tmp_path)
    built = pnp(tmp_path, "build", "--precut", OWN, "--output", str(tmp_path / "out"))
    assert built.exit_code == 2
    assert "owl is 40 x 60 mm, but the stock is for 10 pieces of 85 x 54 mm" in built.output
    assert "hint: name what fits it with --component" in built.output


def test_a_board_that_the_stock_is_not_made_for_is_named_too(tmp_path: Path) -> None:
    """A mat is not split into panels there: neither one that fits on a sheet, nor a larger one."""
    mats = [("mat", 150), ("rug", 400)]
    entries = "".join(
        f"  {name}: {{kind: mat, size: {width} x 100 mm, face: {name}.svg}}\n"
        for name, width in mats
    )
    change(owls(tmp_path), "card_data/owls/game.yaml", "  chip:", f"{entries}  chip:")
    write(tmp_path, {f"templates/{name}.svg": svg("", (width, 100)) for name, width in mats})
    built = pnp(tmp_path, "build", "--precut", OWN, "--output", str(tmp_path / "out"))
    assert built.exit_code == 2
    for told in ("owl is 40 x 60 mm", "mat is 150 x 100 mm", "rug is 400 x 100 mm"):
        assert f"{told}, but the stock is for 10 pieces of 85 x 54 mm" in built.output
    assert not (tmp_path / "out").exists()


def test_each_component_has_its_own_sheets_in_the_order_of_the_game(tmp_path: Path) -> None:
    change(owls(tmp_path), "card_data/owls/game.yaml", "size: 20 x 20 mm", "size: 60 x 40 mm")
    change(
        tmp_path, "templates/chip.svg", 'width="20mm" height="20mm"', 'width="60mm" height="40mm"'
    )
    change(tmp_path, "templates/chip.svg", 'viewBox="0 0 20 20"', 'viewBox="0 0 60 40"')
    options = chosen(precut="40 x 60 mm, 4 x 4, 0 x 0 mm", backs="none")
    kit = lay_out(load(tmp_path / "card_data/owls"), options, lambda step: None)
    assert [sheet.contents for sheet in kit.sheets] == [(("owl", 6),), (("chip", 4),)]
    assert {put.slot.turn for put in kit.sheets[1].front.placements} == {90}
    assert len(pages(kit.sheets, duplex=False)) == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("busines-letter", '(did you mean "business-letter"?)'),
        ("85 x 54 mm", "the known stock is business-letter"),
        ("85 x 54 mm, 0 x 5", "is no precut stock"),
        ("85 x 54 mm, 2 x 5, wide", '"wide" are no gaps: write 10 x 0 mm'),
        ("85 x, 2 x 5", '"85 x" is not a size'),
    ],
)
def test_stock_that_cannot_be_read_is_refused(text: str, words: str) -> None:
    with pytest.raises(PnpError) as error:
        chosen(precut=text)
    assert str(error.value).startswith("--precut: ")
    assert words in str(error.value)


def test_stock_larger_than_the_paper_is_refused() -> None:
    with pytest.raises(PnpError) as error:
        chosen(paper="a5", precut="88.9 x 50.8 mm, 2 x 5")
    assert "--precut: its pieces take 177.8 x 254 mm, and a5 prints 138 x 200 mm" in str(
        error.value
    )


def business_cards(root: Path) -> Path:
    """Write a project with ten cards of 88.9 x 50.8 mm."""
    game = """\
        title: Biz
        designer: Nobody
        components:
          card: {kind: deck, size: 88.9 x 50.8 mm, rows: [{id: a, qty: 10}], face: biz.svg}
        """
    drawn = svg("", (88.9, 50.8))
    return write(root, {"card_data/biz/game.yaml": dedent(game), "templates/biz.svg": drawn})


def test_the_pages_of_named_stock_have_its_size_where_no_paper_is_given(tmp_path: Path) -> None:
    business_cards(tmp_path)
    words = ["--precut", "Business-Letter", "--format", "pdf", "--output", str(tmp_path / "out")]
    built = pnp(tmp_path, "build", *words)
    assert built.exit_code == 0, built.output
    with pikepdf.open(tmp_path / "out/biz/parts/pdf/biz-card-one-side.pdf") as pdf:
        width, height = map(float, pdf.pages[0].mediabox[2:])
    assert (width, height) == pytest.approx((612, 792), abs=0.01)


@pytest.mark.parametrize("paper", ["a4", "a5", "a4-letter", "11 x 8.5 in"])
def test_other_paper_than_that_of_named_stock_is_refused(tmp_path: Path, paper: str) -> None:
    business_cards(tmp_path)
    words = ["--paper", paper, "--precut", "business-letter", "--output", str(tmp_path / "out")]
    built = pnp(tmp_path, "build", *words)
    assert built.exit_code == 2
    assert built.output == (
        f"error: --paper: that precut stock is letter, not {paper}\n"
        "  hint: leave out --paper, or write what you have as "
        "--precut '88.9 x 50.8 mm, 2 x 5, 0 x 0 mm'\n"
    )
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(("name", "stock"), PRECUT.items(), ids=PRECUT)
def test_named_stock_brings_its_paper_and_can_be_written_by_its_measures(
    name: str, stock: Precut
) -> None:
    named = chosen(paper=None, margin="4 mm", precut=name).layout
    assert named.paper_name in name.split("-")
    assert named.paper == PAPERS[named.paper_name]
    inches = f"{named.paper.width / MM_PER_INCH} x {named.paper.height / MM_PER_INCH} in"
    assert chosen(paper=inches, margin="4 mm", precut=name).layout.paper_name == inches
    own = parse_precut(stock.words)
    assert own.whole == pytest.approx(stock.whole)
    assert (own.columns, own.rows) == (stock.columns, stock.rows)


def test_stock_without_a_name_lies_on_the_usual_paper() -> None:
    assert chosen(paper=None, precut=OWN).layout.paper_name == "a4"


@pytest.mark.parametrize(
    ("margin", "precut", "hint"),
    [
        ("12.7 mm", "round-25-letter", "write --margin '9.52 12.7 9.52 12.7 mm', or less"),
        ("5 4 5 14 mm", "business-a4", "write --margin '15 13.5 15 13.5 mm', or less"),
        ("20 mm", OWN, "write --margin '15 13.5 15 13.5 mm', or less; or name the stock's paper"),
    ],
)
def test_margins_too_large_for_stock_are_what_to_change(
    margin: str, precut: str, hint: str
) -> None:
    """The pieces lie in the middle of the paper: no margin at one edge helps at the other."""
    with pytest.raises(PnpError) as error:
        chosen(paper=None, margin=margin, precut=precut)
    assert str(error.value).startswith("--margin: precut pieces lie ")
    assert hint in str(error.value)
    smaller = hint.partition("'")[2].partition("'")[0]
    chosen(paper=None, margin=smaller, precut=precut)


STOCKS = {
    ("letter", "85 x 54 mm, 2 x 5"): "or name the stock's paper with --paper",
    ("a5", "85 x 54 mm, 2 x 5"): "--paper a4",
    ("a5", "88.9 x 50.8 mm, 2 x 5"): "--paper a4 or --paper letter",
    ("a4", "85 x 54 mm, 3 x 5"): "--paper a3",
    ("a4", "85 x 54 mm, 5 x 2"): "by its size",
}


@pytest.mark.parametrize(("words", "hint"), STOCKS.items(), ids=map(" ".join, STOCKS))
def test_the_paper_of_a_stock_is_named(words: tuple[str, str], hint: str) -> None:
    with pytest.raises(PnpError) as error:
        chosen(paper=words[0], precut=words[1])
    assert hint in str(error.value).partition("hint: ")[2]


def test_backs_beside_the_faces_have_no_place_on_precut_stock(tmp_path: Path) -> None:
    owls(tmp_path)
    stock = ["--precut", "40 x 60 mm, 4 x 4, 2 x 2 mm", "--component", "owl"]
    folded = pnp(tmp_path, "build", *stock, "--backs", "gutterfold")
    assert folded.exit_code == 2
    assert folded.output == (
        "error: card_data/owls/game.yaml:6:3: owl has a back, and precut stock cannot be folded\n"
        "  hint: print the backs on its other side with --backs long-edge, or --backs none\n"
    )
