"""One page, two back ends, the same letters."""

from collections.abc import Callable
from io import BytesIO

import pytest
from PIL import Image as Pillow

from pnp.geometry.path import Path
from pnp.geometry.plane import Affine, Point, Rect
from pnp.scene.image import load_image
from pnp.scene.node import (
    Cap,
    Clip,
    Glyph,
    Group,
    Join,
    Letters,
    Linear,
    Mask,
    Node,
    Pattern,
    Picture,
    Radial,
    Shape,
    SpreadMethod,
    Stop,
    Stroke,
    Text,
)
from pnp.text.fontbook import FontBook
from tests.make import filled
from tests.pictures import assert_picture, block, colour, page_of, paint


def line(letter: str, start: tuple[float, float], end: tuple[float, float], **how: object) -> Shape:
    return Shape(Path.line(start, end), None, Stroke(paint(letter), **{"width": 2, **how}))


def stops(*pairs: tuple[float, str]) -> tuple[Stop, ...]:
    return tuple(Stop(offset, colour(letter)) for offset, letter in pairs)


def halves(left: str, right: str) -> tuple[Stop, ...]:
    return stops((0, left), (0.5, left), (0.5, right), (1, right))


def test_y_points_down_and_a_later_node_covers_an_earlier_one() -> None:
    page = page_of([block("R", 1, 0, 3, 2), block("B", 1, 0, 1, 1)], 6, 3)
    assert_picture(
        page,
        """
        _BRR__
        _RRR__
        ______
        """,
    )


def test_a_turn_is_clockwise() -> None:
    nodes = (block("R", 0, 0, 3, 2), block("B", 0, 0, 1, 1))
    turned = Group(nodes, Affine.turn(90, about=Point(2, 2)))
    assert_picture(
        page_of([turned], 6, 4),
        """
        __RB__
        __RR__
        __RR__
        ______
        """,
    )


def test_a_group_in_a_group_is_put_in_place_from_the_inside_out() -> None:
    inner = Group((block("G", 0, 0, 1, 1),), Affine.scale(2, 1))
    outer = Group((inner, block("K", 0, 1, 1, 1)), Affine.move(2, 1))
    assert_picture(
        page_of([outer], 6, 4),
        """
        ______
        __GG__
        __K___
        ______
        """,
    )


def test_a_hole_needs_even_odd_where_both_outlines_run_the_same_way() -> None:
    outline = Path.rect(Rect(0, 0, 5, 3)) + Path.rect(Rect(1, 1, 3, 1))
    holed = Shape(outline, paint("B"), even_odd=True)
    solid = Group((Shape(outline, paint("B")),), Affine.move(6, 0))
    assert_picture(
        page_of([holed, solid], 11, 3),
        """
        BBBBB_BBBBB
        B___B_BBBBB
        BBBBB_BBBBB
        """,
    )


def test_a_clip_moves_with_its_group_and_may_have_a_hole() -> None:
    ring = Clip(Path.rect(Rect(0, 0, 3, 3)) + Path.rect(Rect(1, 1, 1, 1)), even_odd=True)
    clipped = Group((block("R", -5, -5, 20, 20),), Affine.move(1, 1), clip=ring)
    assert_picture(
        page_of([clipped], 6, 5),
        """
        ______
        _RRR__
        _R_R__
        _RRR__
        ______
        """,
    )


def test_a_group_is_transparent_as_a_whole_and_fills_one_by_one() -> None:
    together = Group((block("K", 0, 0, 3, 1), block("K", 2, 0, 3, 1)), opacity=0.5)
    apart = [filled(paint("K", 0.5), x, 1, 3, 1) for x in (0, 2)]
    assert_picture(
        page_of([together, *apart], 5, 2),
        """
        ggggg
        gg?gg
        """,
    )


def test_a_luminance_mask_shows_what_is_bright() -> None:
    mask = Mask(
        (block("_", 0, 0, 2, 1), block("K", 2, 0, 1, 1), block("g", 3, 0, 1, 1)),
        Rect(0, 0, 6, 2),
    )
    masked = Group((block("K", 0, 0, 6, 2),), Affine.move(1, 1), mask=mask)
    assert_picture(
        page_of([masked], 7, 3),
        """
        _______
        _KK_g__
        _______
        """,
    )


def test_an_alpha_mask_shows_what_is_opaque_whatever_its_colour() -> None:
    contents = (block("K", 0, 0, 2, 1), filled(paint("R", 0.5), 2, 0, 1, 1))
    mask = Mask(contents, Rect(0, 0, 6, 2), luminance=False)
    assert_picture(page_of([Group((block("K", 0, 0, 6, 2),), mask=mask)], 5, 1), "KKg__")


def test_nothing_is_seen_outside_of_a_masks_region() -> None:
    mask = Mask((block("_", 0, 0, 9, 9),), Rect(1, 1, 3, 1))
    assert_picture(
        page_of([Group((block("B", 0, 0, 9, 9),), mask=mask)], 5, 3),
        """
        _____
        _BBB_
        _____
        """,
    )


def test_a_group_is_cut_by_its_clip_and_its_mask() -> None:
    mask = Mask((block("_", 0, 0, 3, 9),), Rect(0, 0, 9, 9))
    clip = Clip(Path.rect(Rect(1, 0, 9, 9)))
    assert_picture(page_of([Group((block("B", 0, 0, 9, 1),), clip=clip, mask=mask)], 5, 1), "_BB__")


@pytest.mark.parametrize(
    ("spread", "row"),
    [
        (SpreadMethod.PAD, "RRRRRRBBBBBB"),
        (SpreadMethod.REFLECT, "BBRRRRBBBBRR"),
        (SpreadMethod.REPEAT, "RRBBRRBBRRBB"),
    ],
)
def test_a_linear_gradient_goes_on_past_its_ends(spread: SpreadMethod, row: str) -> None:
    fill = Linear(Point(4, 0), Point(8, 0), halves("R", "B"), spread)
    assert_picture(page_of([filled(fill, 0, 0, 12, 1)], 12, 1), row)


def test_a_linear_gradient_blends_between_its_stops() -> None:
    fill = Linear(Point(0.5, 0), Point(4.5, 0), stops((0, "K"), (1, "_")))
    assert_picture(page_of([filled(fill, 0, 0, 5, 1)], 5, 1), "K?g?_")


def test_a_gradient_has_a_place_of_its_own_in_the_shape() -> None:
    down = Affine.turn(90) @ Affine.scale(2)
    fill = Linear(Point(0, 0), Point(2, 0), halves("R", "B"), place=down)
    shape = Group((filled(fill, 0, 0, 2, 4),), Affine.move(1, 0))
    assert_picture(
        page_of([shape], 4, 4),
        """
        _RR_
        _RR_
        _BB_
        _BB_
        """,
    )


def test_a_gradient_can_be_transparent() -> None:
    clear, black = Stop(0.5, colour("K"), 0.5), Stop(0.5, colour("K"))
    fill = Linear(Point(0, 0), Point(4, 0), (Stop(0, colour("K"), 0.5), clear, black))
    assert_picture(page_of([filled(fill, 0, 0, 4, 1)], 4, 1), "ggKK")


def test_a_radial_gradient_runs_from_its_center_to_its_circle() -> None:
    center = Point(2.5, 2.5)
    fill = Radial(center, 3.4, center, 0, halves("R", "B"))
    assert_picture(
        page_of([filled(fill, 0, 0, 5, 5)], 5, 5),
        """
        BBBBB
        BRRRB
        BRRRB
        BRRRB
        BBBBB
        """,
    )


def test_a_radial_gradient_leans_to_its_focus() -> None:
    fill = Radial(Point(5, 0.5), 5, Point(2, 0.5), 0, halves("R", "B"))
    assert_picture(page_of([filled(fill, 0, 0, 10, 1)], 10, 1), "BRRRRRBBBB")


def test_a_radial_gradient_can_be_stretched() -> None:
    fill = Radial(
        Point(0, 0), 2, Point(0, 0), 0, halves("R", "B"), place=Affine(2.5, 0, 0, 1, 4.5, 0.5)
    )
    assert_picture(page_of([filled(fill, 0, 0, 9, 1)], 9, 1), "BBRRRRRBB")


def test_a_gradient_paints_strokes() -> None:
    fill = Linear(Point(0, 0), Point(4, 0), halves("R", "B"))
    stroke = Shape(Path.line((0, 1), (4, 1)), None, Stroke(fill, 2))
    assert_picture(page_of([stroke], 4, 2), "RRBB RRBB")


def test_a_pattern_repeats_its_tile_and_cuts_off_the_rest() -> None:
    tile = Pattern((block("B", 0, 0, 1, 1), block("R", 1, 1, 9, 1)), Rect(0, 0, 3, 2))
    shape = Group((filled(tile, 0, 0, 6, 4),), Affine.move(1, 0))
    assert_picture(
        page_of([shape], 8, 4),
        """
        _B__B___
        __RR_RR_
        _B__B___
        __RR_RR_
        """,
    )


def test_a_pattern_has_a_place_of_its_own_in_the_shape() -> None:
    tile = Pattern((block("B", 0, 0, 1, 1),), Rect(0, 0, 2, 1), place=Affine(2, 0, 0, 1, 1, 0))
    assert_picture(page_of([filled(tile, 0, 0, 8, 1)], 8, 1), "_BB__BB_")


def test_dashes_follow_the_line_from_their_offset() -> None:
    plain = line("K", (0, 1), (9, 1), dashes=(3, 1))
    shifted = line("K", (0, 3), (9, 3), dashes=(3, 1), dash_offset=1)
    assert_picture(
        page_of([plain, shifted], 9, 4),
        """
        KKK_KKK_K
        KKK_KKK_K
        KK_KKK_KK
        KK_KKK_KK
        """,
    )


def test_a_square_cap_runs_past_the_end() -> None:
    butt = line("B", (2, 1), (5, 1))
    square = line("B", (2, 3), (5, 3), cap=Cap.SQUARE)
    assert_picture(
        page_of([butt, square], 7, 4),
        """
        __BBB__
        __BBB__
        _BBBBB_
        _BBBBB_
        """,
    )


def test_a_round_cap_leaves_the_corners_free() -> None:
    wide = line("B", (4, 4), (6, 4), width=8, cap=Cap.ROUND)
    assert_picture(
        page_of([wide], 10, 8),
        """
        __BBBBBB__
        _BBBBBBBB_
        BBBBBBBBBB
        BBBBBBBBBB
        BBBBBBBBBB
        BBBBBBBBBB
        _BBBBBBBB_
        __BBBBBB__
        """,
    )


def test_a_miter_join_fills_the_corner_and_a_bevel_cuts_it() -> None:
    corner = Path("MLL", (2.5, 9, 2.5, 2.5, 6, 2.5))
    sharp = Shape(corner, None, Stroke(paint("R"), 5))
    cut = Shape(corner, None, Stroke(paint("R"), 5, join=Join.BEVEL))
    assert_picture(
        page_of([sharp, Group((cut,), Affine.move(7, 0))], 13, 3),
        """
        RRRRRR___RRRR
        RRRRRR__RRRRR
        RRRRRR_RRRRRR
        """,
    )


def test_a_stroke_grows_with_its_group() -> None:
    group = Group((line("G", (0, 1), (2, 1), width=1),), Affine.scale(3, 2))
    assert_picture(
        page_of([group], 7, 4),
        """
        _______
        GGGGGG_
        GGGGGG_
        _______
        """,
    )


def test_a_fill_is_drawn_before_its_stroke() -> None:
    shape = Shape(Path.rect(Rect(1, 1, 4, 3)), paint("Y"), Stroke(paint("K"), 2))
    assert_picture(
        page_of([shape], 6, 5),
        """
        KKKKKK
        KKKKKK
        KKYYKK
        KKKKKK
        KKKKKK
        """,
    )


def test_a_shared_drawing_is_seen_wherever_it_is_placed() -> None:
    art = Group((block("R", 0, 0, 2, 1), block("B", 0, 1, 1, 1)))
    copies = [
        Group((art,), Affine.move(1, 0), key="one"),
        Group((art,), Affine.turn(90, about=Point(6, 1)), key="two"),
        Group((art,), Affine.move(1, 2), clip=Clip(Path.rect(Rect(0, 0, 1, 9))), key="three"),
    ]
    assert_picture(
        page_of(copies, 8, 8),
        """
        _RR_____
        _B______
        _R______
        _B______
        ________
        ________
        ________
        ________
        """,
    )


def test_contents_that_two_groups_share_keep_each_groups_own_opacity() -> None:
    contents = (block("K", 0, 0, 1, 1),)
    nodes = [Group(contents), Group(contents, Affine.move(2, 0), opacity=0.5)]
    assert_picture(page_of(nodes, 4, 1), "K_g_")


def picture(raster: Pillow.Image, box: Rect, form: str = "PNG", **how: object) -> Picture:
    file = BytesIO()
    raster.save(file, form, **how)
    return Picture(load_image(file.getvalue()), box)


def stripes(mode: str, *colours: object) -> Pillow.Image:
    """Return a column of colours, each 40 pixels wide and 20 high."""
    raster = Pillow.new(mode, (40, 20 * len(colours)))
    for at, shade in enumerate(colours):
        raster.paste(shade, (0, 20 * at, 40, 20 * at + 20))
    return raster


def test_an_image_stands_upright_in_its_box() -> None:
    raster = stripes("RGB", (255, 0, 0), (0, 0, 255))
    raster.paste((0, 255, 0), (0, 0, 20, 20))
    assert_picture(
        page_of([picture(raster, Rect(1, 0, 4, 2))], 6, 3),
        """
        _GGRR_
        _BBBB_
        ______
        """,
    )


def test_a_photograph_is_turned_as_its_camera_says() -> None:
    raster = stripes("RGB", (255, 0, 0), (0, 0, 255))
    tags = Pillow.Exif()
    tags[0x0112] = 6
    photograph = picture(raster, Rect(0, 0, 4, 2), "JPEG", exif=tags, quality=100)
    assert_picture(page_of([photograph], 4, 2), "BBRR BBRR")


@pytest.mark.parametrize("form", ["PNG", "JPEG"])
def test_a_grey_image_stays_grey(form: str) -> None:
    raster = stripes("L", 0, 128, 255)
    assert_picture(page_of([picture(raster, Rect(0, 0, 2, 3), form)], 2, 3), "KK gg __")


def test_what_lies_under_an_image_is_seen_through_it() -> None:
    raster = stripes("RGBA", (0, 0, 0, 255), (0, 0, 0, 128), (0, 0, 0, 0))
    under = [block("_", 0, 0, 9, 9), block("R", 0, 2, 2, 1)]
    assert_picture(page_of([*under, picture(raster, Rect(0, 0, 2, 3))], 2, 3), "KK gg RR")


CLEAR_BELOW = stripes("RGBA", (255, 0, 0, 255), (0, 0, 255, 128), (0, 0, 0, 0))
"""Opaque red over half clear blue over nothing."""

Wrap = Callable[[Node], tuple[Node, ...]]

LEFT_HALF = Mask((block("_", 0, 0, 2, 9),), Rect(0, 0, 9, 9))


def test_a_mask_and_an_images_own_opacity_are_both_regarded() -> None:
    art = picture(CLEAR_BELOW, Rect(0, 0, 4, 3))
    half = Mask((block("g", 0, 0, 2, 1), block("_", 0, 1, 2, 2)), Rect(0, 0, 9, 9))
    under = block("Y", 0, 2, 4, 1)
    assert_picture(
        page_of([under, Group((art,), mask=LEFT_HALF)], 4, 3),
        """
        RR__
        ??__
        YYYY
        """,
    )
    black = picture(stripes("RGBA", (0, 0, 0, 255), (0, 0, 0, 128), (0, 0, 0, 0)), art.box)
    assert_picture(page_of([under, Group((black,), mask=half)], 4, 3), "gg__ gg__ YYYY")


@pytest.mark.parametrize(
    "wrap",
    [
        lambda art: (art,),
        lambda art: (art, block("G", 0, 0, 1, 1)),
        lambda art: (Group((art,)),),
        lambda art: (Group((art,), key="piece"),),
        lambda art: (Group((art,), clip=Clip(Path.rect(Rect(0, 0, 9, 9)))),),
        lambda art: (Group((art,), opacity=0.999),),
        lambda art: (Group((art,), mask=LEFT_HALF),),
    ],
    ids=["alone", "with others", "grouped", "marked", "clipped", "faint", "masked"],
)
def test_a_mask_on_a_group_holds_for_the_images_in_it(
    wrap: Callable[..., tuple[Node, ...]],
) -> None:
    inside = wrap(picture(CLEAR_BELOW, Rect(0, 0, 4, 3)))
    first = "G" if len(inside) > 1 else "R"
    page = page_of([Group(inside, mask=LEFT_HALF)], 4, 3)
    assert_picture(page, f"{first}R__ ??__ ____")
    shared = [Group(inside, mask=LEFT_HALF), Group(inside, Affine.move(4, 0), mask=LEFT_HALF)]
    assert_picture(page_of(shared, 8, 3), f"{first}R__{first}R__ ??__??__ ________")


def test_an_image_with_opacity_is_clipped_and_made_fainter() -> None:
    black = picture(stripes("RGBA", (0, 0, 0, 255), (0, 0, 0, 0)), Rect(0, 0, 3, 2))
    clip = Clip(Path.rect(Rect(0, 0, 2, 2)))
    under = block("R", 0, 1, 3, 1)
    assert_picture(page_of([under, Group((black,), clip=clip)], 3, 2), "KK_ RRR")
    assert_picture(page_of([under, Group((black,), clip=clip, opacity=0.5)], 3, 2), "gg_ RRR")
    mask = Mask(LEFT_HALF.nodes, LEFT_HALF.region)
    both = Group((black,), clip=Clip(Path.rect(Rect(1, 0, 2, 2))), mask=mask, opacity=0.5)
    assert_picture(page_of([under, both], 3, 2), "_g_ RRR")


def test_an_image_with_opacity_can_be_a_mask() -> None:
    art = picture(stripes("RGBA", (255, 255, 255, 255), (255, 255, 255, 0)), Rect(0, 0, 3, 2))
    mask = Mask((art,), Rect(0, 0, 9, 9))
    inside = picture(stripes("RGBA", (0, 0, 0, 128), (0, 0, 0, 128)), Rect(0, 0, 2, 2))
    assert_picture(page_of([Group((inside,), mask=mask)], 3, 2), "gg_ ___")


def test_an_image_is_turned_and_clipped_with_its_group() -> None:
    raster = stripes("RGB", (255, 0, 0), (0, 0, 255))
    clip = Clip(Path.rect(Rect(0, 0, 1, 2)))
    turned = Group((picture(raster, Rect(0, 0, 2, 2)),), Affine(0, 1, -1, 0, 3, 1), clip=clip)
    assert_picture(
        page_of([turned], 4, 3),
        """
        ____
        _BR_
        ____
        """,
    )


SQUARE = "■"


def square(book: FontBook, x: float, y: float, side: float, **style: object) -> Text:
    """Return a text whose one letter is a square that begins at x, y."""
    font = book.chain(("Alegreya Sans",), 400, False, None)[0]
    gid = font.glyph_id(SQUARE)
    assert gid is not None
    xs, ys = font.outline(gid).coords[::2], font.outline(gid).coords[1::2]
    size = side / (max(xs) - min(xs))
    origin = Point(x - min(xs) * size, y - min(ys) * size)
    style = {"fill": paint("K"), **style}
    return Text(
        font.key, size, origin, ((0, Letters((Glyph(gid, 0, 0, SQUARE),))),), SQUARE, **style
    )


def test_a_letter_stands_where_its_baseline_says(book: FontBook) -> None:
    assert_picture(
        page_of([square(book, 1, 1, 2, fill=paint("R"))], 5, 4),
        """
        _____
        _RR__
        _RR__
        _____
        """,
        book,
    )


def test_letters_of_a_run_are_moved_by_ems(book: FontBook) -> None:
    one = square(book, 0, 1, 2)
    gid = one.glyphs[0].gid
    em = 1 / one.size
    letters = Letters((Glyph(gid, 0, 0, SQUARE), Glyph(gid, 3 * em, em, SQUARE)))
    run = Text(one.font, one.size, one.origin, ((0, letters),), SQUARE * 2, paint("B"))
    assert_picture(
        page_of([run], 6, 5),
        """
        ______
        BB____
        BB_BB_
        ___BB_
        ______
        """,
        book,
    )


def test_a_gradient_runs_through_text_in_the_texts_own_space(book: FontBook) -> None:
    fill = Linear(Point(0, 0), Point(8, 0), halves("R", "B"))
    assert_picture(
        page_of([square(book, 2, 0, 4, fill=fill)], 8, 4),
        """
        __RRBB__
        __RRBB__
        __RRBB__
        __RRBB__
        """,
        book,
    )


def test_text_has_a_line_of_its_width_in_millimetres(book: FontBook) -> None:
    outlined = square(book, 1, 1, 4, fill=paint("Y"), stroke=Stroke(paint("K"), 2))
    assert_picture(
        page_of([outlined], 6, 6),
        """
        KKKKKK
        KKKKKK
        KKYYKK
        KKYYKK
        KKKKKK
        KKKKKK
        """,
        book,
    )
