from pathlib import Path

import pytest

from pnp.geometry.path import Path as Outline
from pnp.geometry.plane import Affine, Point, Rect
from pnp.scene.node import Cap, Clip, Group, Linear, Mask, Node, Pattern, Shape, Stop, Stroke
from pnp.scene.page import Page
from pnp.text.fontbook import FontBook
from tests.export.pdfs import forms, opened, sheet, text_of, things, words, written
from tests.pictures import assert_picture, block, colour, page_of, paint, pdf_raster


def art(letter: str = "R") -> Group:
    """Return a drawing that is worth sharing."""
    return Group(tuple(block(letter, i, 0, 1, 1) for i in range(30)))


def copies(group: Group, count: int) -> list[Node]:
    return [Group((group,), Affine.move(0, i)) for i in range(count)]


def test_a_drawing_that_is_met_twice_stands_in_the_file_once(tmp_path: Path) -> None:
    assert len(forms(opened(sheet(copies(art(), 2)), tmp_path))) == 1


def test_a_drawing_on_two_pages_stands_in_the_file_once(tmp_path: Path) -> None:
    group = art()
    assert len(forms(opened([sheet([group]), sheet([group])], tmp_path))) == 1


def test_a_faces_nodes_are_one_drawing_whichever_group_holds_them(tmp_path: Path) -> None:
    nodes = art().nodes
    window = Clip(Outline.rect(Rect(0, 0, 9, 9)))
    placed = [Group(nodes, Affine.move(i, 0), window, key=f"deck/a#{i}/face") for i in (1, 2)]
    assert len(forms(opened(sheet(placed), tmp_path))) == 1


def test_a_drawing_that_is_met_once_is_no_form(tmp_path: Path) -> None:
    assert forms(opened(sheet([art(), art(), Group((art(),))]), tmp_path)) == []


def test_a_tiny_drawing_is_no_form(tmp_path: Path) -> None:
    dot = Group((block("R", 0, 0, 1, 1),))
    assert forms(opened(sheet(copies(dot, 3)), tmp_path)) == []


def test_a_drawing_within_a_shared_one_is_not_counted_again(tmp_path: Path) -> None:
    outer = Group((*art("B").nodes, art()))
    assert len(forms(opened(sheet(copies(outer, 5)), tmp_path))) == 1


def test_copies_cost_next_to_nothing(tmp_path: Path, book: FontBook) -> None:
    def size(count: int) -> int:
        pages = [sheet(copies(Group((*art().nodes, words(book, "Zombie"))), 1))] * count
        return written(pages, tmp_path, book).stat().st_size

    assert size(10) - size(1) < 9 * 900


def test_a_shared_drawing_keeps_its_text(tmp_path: Path, book: FontBook) -> None:
    group = Group((*art().nodes, words(book, "Wisp")))
    twice = [Group((group,), Affine.move(0, 10 * i)) for i in (0, 1)]
    assert text_of(written(sheet(twice), tmp_path, book)).split() == ["Wisp", "Wisp"]


def test_opacity_gradients_patterns_and_masks_survive_in_shared_drawings() -> None:
    """What reportlab's own forms lose: their resources hold fonts and images alone."""
    whole = Rect(0, 0, 4, 1)
    ends = Stop(0.5, colour("R")), Stop(0.5, colour("B"), 0.0)
    fading = Linear(Point(0, 0), Point(4, 0), ends)
    dots = Pattern((block("G", 0, 0, 1, 1),), Rect(0, 0, 2, 1))
    right = Mask((block("_", 2, 0, 2, 9),), Rect(0, 0, 4, 9))
    group = Group(
        (
            Shape(Outline.rect(whole), paint("K", 0.5)),
            Shape(Outline.rect(whole.shifted(0, 1)), fading),
            Shape(Outline.rect(whole.shifted(0, 2)), dots),
            Group((block("K", 0, 3, 4, 1),), mask=right),
            Group((block("K", 0, 4, 3, 1), block("K", 1, 4, 3, 1)), opacity=0.5),
            Shape(Outline.line((0, 5.5), (4, 5.5)), None, Stroke(paint("B"), 1)),
            *(block("_", 9, 9, 0.1, 0.1) for _ in range(20)),
        )
    )
    page = page_of([Group((group,), Affine.move(x, 0)) for x in (0, 5)], 10, 6)
    assert_picture(
        page,
        """
        gggg_gggg_
        RR___RR___
        G_G__G_G__
        __KK___KK_
        gggg_gggg_
        BBBB_BBBB_
        """,
    )


def test_contents_of_a_clear_group_are_put_together_once(tmp_path: Path) -> None:
    nodes = art().nodes
    groups = [Group(nodes, Affine.move(0, i), opacity=level) for i, level in enumerate((0.3, 0.6))]
    pdf = opened(sheet(groups), tmp_path)
    assert len(forms(pdf)) == 1
    levels = [float(thing.ca) for thing in things(pdf, "/Type", "/ExtGState")]
    assert sorted(levels) == [0.3, 0.6]


def test_one_clear_shape_needs_no_form(tmp_path: Path) -> None:
    page: Page = sheet([Group((block("R", 0, 0, 5, 5),), opacity=0.5)])
    assert forms(opened(page, tmp_path)) == []


@pytest.mark.parametrize(("copies", "opacity"), [(9, 1.0), (1, 0.99)], ids=["shared", "clear"])
def test_a_forms_box_cuts_nothing_off(copies: int, opacity: float) -> None:
    """Lines reach past their outlines, corners past their lines, and groups are turned."""
    cap = Shape(Outline.line((0, 0), (0, 2)), None, Stroke(paint("B"), 4, Cap.SQUARE))
    corner = Shape(Outline("MLL", (8, 8, 8, 2, 14, 2)), None, Stroke(paint("R"), 4))
    turned = Group((cap,), Affine.move(1, 6) @ Affine.turn(90))
    group = Group((corner, turned, block("R", 12, 6, 2, 2)), Affine.move(-1, -1), opacity=opacity)
    assert_picture(
        page_of([Group((Group((group,)),) * copies, Affine.move(1, 1))], 15, 9),
        """
        ______RRRRRRRR_
        ______RRRRRRRR_
        ______RRRRRRRR_
        ______RRRRRRRR_
        BBB___RRRR_____
        BBB___RRRR_____
        BBB___RRRR__RR_
        BBB___RRRR__RR_
        _______________
        """,
    )


def test_letters_are_not_cut_off_in_a_clear_group(book: FontBook) -> None:
    letters = (words(book, "Ågjpq", 0, 0, size=10), words(book, "f", 20, 0, size=10, italic=True))
    place = Affine.move(2, 12)
    solid, clear = (
        pdf_raster(page_of([Group(letters, place, opacity=o)], 40, 20), 100, book).convert("L")
        for o in (1, 0.99)
    )
    dark = [raster.point(lambda level: 255 * (level < 128)).getbbox() for raster in (solid, clear)]
    assert dark[0] == dark[1] is not None
