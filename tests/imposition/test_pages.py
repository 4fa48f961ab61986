from dataclasses import replace

import pytest

from pnp.data.game import Cut
from pnp.geometry.path import Path
from pnp.geometry.plane import Rect, Size
from pnp.imposition.impose import impose, single
from pnp.imposition.overview import HEADING, overview
from pnp.imposition.plan import plan
from pnp.imposition.sheet import Backs, pages
from pnp.scene.node import Group, Text
from pnp.scene.page import Ink
from tests.make import card, component, deck, face, game, layout, leaves, pieces

MINI = Size(44, 67)


@pytest.fixture
def kit():
    strip = component("strip", Size(150, 20), [card("strip")], stock="paper")
    return (*deck("deck", MINI, [8, 4]), *pieces(strip))


@pytest.fixture
def sheets(kit, book):
    return impose(game(), kit, layout(), book)[0]


def test_a_duplex_file_has_two_pages_a_sheet_blank_ones_included(sheets):
    printed = pages(sheets, duplex=True)
    assert len(printed) == 2 * len(sheets) == 6
    assert [bool(page.placements) for page in printed] == [True] * 5 + [False]
    assert printed[-1].nodes == ()
    assert printed[-1].size == printed[0].size


def test_a_file_printed_on_one_side_has_a_page_a_sheet(sheets):
    assert pages(sheets, duplex=False) == tuple(sheet.front for sheet in sheets)


def test_the_plan_tells_step_by_step_what_to_print_and_what_one_then_has(kit, sheets):
    told = plan(game(*{p.component.name: p.component for p in kit}.values()), sheets, layout())
    assert (told["paper"], told["backs"], told["ink"]) == ("a4", "long edge", "full")
    papers = [step.pop("papers") for step in told["steps"]]
    assert [[paper["number"] for paper in step] for step in papers] == [[1, 2], [1]]
    assert told["steps"] == [
        {
            "number": 1,
            "file": "test-card-long-edge.pdf",
            "stock": "card",
            "turn": "long edge",
            "sheets": 2,
            "first": 1,
            "last": 2,
            "of": 2,
            "kit_first": 1,
            "kit_last": 4,
            "contents": [
                {
                    "component": "deck",
                    "title": "Deck",
                    "qty": 12,
                    "panels": 0,
                    "cut": "straight",
                    "fold": False,
                    "aid": False,
                }
            ],
        },
        {
            "number": 2,
            "file": "test-paper-one-side.pdf",
            "stock": "paper",
            "turn": "one side",
            "sheets": 1,
            "first": 1,
            "last": 1,
            "of": 1,
            "kit_first": 5,
            "kit_last": 6,
            "contents": [
                {
                    "component": "strip",
                    "title": "Strip",
                    "qty": 1,
                    "panels": 0,
                    "cut": "straight",
                    "fold": False,
                    "aid": False,
                }
            ],
        },
    ]
    assert [(part["component"], part["qty"], part["rows"]) for part in told["parts"]] == [
        ("deck", 12, [{"id": "row-0", "qty": 8}, {"id": "row-1", "qty": 4}]),
        ("strip", 1, [{"id": "strip", "qty": 1}]),
    ]


def test_the_plan_names_what_is_to_be_explained_once_in_the_order_of_the_work(book):
    disc = component("disc", Size(20, 20), [card("a")], kind="token", cut=Cut.OUTLINE)
    kit = (
        *pieces(component("lord", Size(20, 96), [card("a")], kind="standee")),
        *pieces(disc),
        *deck("deck", MINI, [8]),
        *deck("more", MINI, [8], backs=False),
    )
    made = game(*{piece.component.name: piece.component for piece in kit}.values())
    for backs, first in ((Backs.LONG_EDGE, []), (Backs.GUTTERFOLD, [("gutterfold", ["Deck"])])):
        chosen = replace(layout(), backs=backs)
        told = plan(made, impose(made, kit, chosen, book)[0], chosen)
        assert [(each["topic"], each["titles"]) for each in told["help"]] == [
            *first,
            ("cut", ["Deck", "More"]),
            ("outline", ["Disc"]),
            ("standee", ["Lord"]),
        ]


def test_the_plan_tells_what_lies_where_on_each_sheet(book):
    kit = deck("deck", MINI, [1])
    folded = replace(layout(), backs=Backs.GUTTERFOLD)
    (sheet,) = impose(game(), kit, folded, book)[0]
    (step,) = plan(game(kit[0].component), [sheet], folded)["steps"]
    (paper,) = step["papers"]
    assert (paper["width"], paper["height"]) == folded.paper
    for piece, put, side in zip(
        paper["pieces"], sheet.front.placements, ("face", "back"), strict=True
    ):
        assert (piece["component"], piece["row"], piece["side"]) == ("deck", "row-0", side)
        assert ((piece["x"], piece["y"]), piece["turn"]) == (put.trim.center, put.slot.turn)
        box = [piece[name] for name in ("left", "top", "width", "height")]
        assert box == pytest.approx([0, 0, *MINI])


def test_the_plan_has_a_picture_of_the_first_sheet_with_its_cuts(book):
    kit = deck("deck", MINI, [8], backs=False)
    made = game(kit[0].component)
    (topic,) = plan(made, impose(made, kit, layout(), book)[0], layout())["help"]
    picture = topic["sheet"]
    assert (picture["width"], picture["height"]) == layout().paper
    assert picture["pieces"].count("Z") == 8
    assert [(each["step"], each["level"]) for each in picture["rounds"]] == [(1, False), (2, True)]


def test_a_piece_alone_has_no_picture_of_its_sheet(book):
    kit = pieces(component("map", Size(150, 200), [card("map")], kind="mat"))
    made = game(kit[0].component)
    (topic,) = plan(made, impose(made, kit, layout(), book)[0], layout())["help"]
    assert topic["sheet"] is None


def test_the_plan_names_what_is_folded(book):
    strip = component("strip", Size(150, 20), [card("strip")])
    kit = (
        *deck("token", Size(16, 16), [2], backs=False),
        *pieces(strip, creases=[Path.line((75, 0), (75, 20))]),
    )
    made = game(*(piece.component for piece in kit))
    (step,) = plan(made, impose(made, kit, layout(), book)[0], layout())["steps"]
    assert {c["component"]: c["fold"] for c in step["contents"]} == {"token": False, "strip": True}


def test_the_plan_and_the_label_name_the_ink(kit, book):
    sheets, _ = impose(game(), kit, layout(), book, Ink.LOW)
    assert sheets[0].front.label.endswith("low ink")
    assert plan(game(), (), layout(), Ink.LOW)["ink"] == "low"


def test_a_single_face_has_a_page_as_large_as_its_bleed():
    page = single(face(MINI), "deck/row/face")
    assert page.size == Size(50, 73)
    assert page.trim == Rect(3, 3, 44, 67)
    assert page.bleed == Rect(0, 0, 50, 73)
    assert [node.key for node in page.nodes] == ["deck/row/face"]


def test_the_overview_shows_every_different_face_once_with_its_quantity(kit, book):
    (page,) = overview(kit, book, "Test")
    strings = [node.string for node in leaves(page.nodes) if isinstance(node, Text)]
    told = " ".join("".join(strings).split())
    for caption in ("row-0 × 8", "row-1 × 4", "back of row-0 × 8", "strip × 1"):
        assert caption.replace(" ", "") in told.replace(" ", "")
    shown = [node for node in page.nodes if isinstance(node, Group) and node.clip]
    assert len(shown) == 5
    for node in shown:
        assert Rect.of(page.size).contains(node.place.box(Rect.of(Size(1, 1))))


def test_the_overview_shows_pieces_as_they_are_cut(book):
    shape = Path.polygon([(0, 0), (44, 0), (10, 67)])
    (plain,) = deck("deck", MINI, [2])
    shaped = type(plain)(plain.component, plain.card, plain.face, plain.back, shape)
    (page,) = overview([shaped], book, "Test")
    clips = [node.clip.path for node in page.nodes if isinstance(node, Group) and node.clip]
    assert clips == [shape, Path.polygon([(44, 0), (0, 0), (34, 67)])]


def test_the_overview_counts_equal_faces_together(book):
    one, two = deck("deck", MINI, [2, 3], backs=False)
    same = type(two)(two.component, two.card, one.face)
    (page,) = overview([one, same], book, "Test")
    strings = "".join(node.string for node in leaves(page.nodes) if isinstance(node, Text))
    assert "row-0×5" in strings.replace(" ", "")
    assert "row-1" not in strings


def test_each_column_of_the_overview_begins_with_the_component_it_shows(book):
    plain = deck("deck", MINI, [1] * 60, backs=False)
    different = [
        type(one)(one.component, one.card, face(Size(44, 60 + number)))
        for number, one in enumerate(plain)
    ]
    (page,) = overview(different, book, "Test")
    headings = [
        node.origin
        for node in page.nodes
        if isinstance(node, Text) and node.size == HEADING.size and node.string != "Test"
    ]
    assert len(headings) > 1
    assert len({point.y for point in headings}) == 1


def test_a_large_game_has_several_pages_of_overview_that_can_be_read(book):
    many = deck("deck", MINI, [1] * 700, backs=False)
    different = [type(one)(one.component, one.card, face(MINI)) for one in many]
    sheets = list(overview(different, book, "Test"))
    shown = [[n.nodes for n in page.nodes if isinstance(n, Group) and n.clip] for page in sheets]
    assert [face for page in shown for face in page] == [one.face.nodes for one in different]
    assert len(sheets) > 2
    for number, page in enumerate(sheets, 1):
        words = [text.string for text in leaves(page.nodes) if isinstance(text, Text)]
        assert f"Test · {number} of {len(sheets)}" in " ".join(words)
        assert page.size.width * page.size.height < 750_000  # 72 dpi at 6 million pixels


def test_figures_of_labels_and_captions_are_as_high_as_capitals(kit, sheets, book):
    """Old-style figures of the body face would make "1 of 4" hard to read at this size."""
    for nodes in (sheets[0].front.nodes, next(overview(kit, book, "Test")).nodes):
        figures = [
            (book.font(text.font), glyph.gid)
            for text in leaves(nodes)
            if isinstance(text, Text)
            for glyph in text.glyphs
            if glyph.text.isdigit()
        ]
        heights = {
            round(-min(font.outline(gid).coords[1::2]) / font.cap_height, 1)
            for font, gid in figures
        }
        assert min(heights) >= 0.9
