"""Guides as they are drawn: every step and every part once, and no words over others."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, groupby

import pytest

from pnp.geometry.plane import IDENTITY, Affine, Rect, Size
from pnp.imposition.impose import impose
from pnp.imposition.plan import plan
from pnp.imposition.sheet import pages
from pnp.kinds.compose import compose_guide
from pnp.kinds.guide import Plan
from pnp.kinds.piece import Piece
from pnp.scene.bounds import path_bounds, union
from pnp.scene.node import Text
from pnp.scene.page import Ink
from pnp.text.fontbook import FontBook
from tests.kits import bundled
from tests.kits.bundled import EACH_GAME, FIRST, GAMES, kit, topics
from tests.kits.test_examples import texts
from tests.make import card, component, game, layout, pieces

GENERAL = "guide.svg"
FACES = [
    *(pytest.param(f"{key}/guide.svg", marks=pytest.mark.thorough) for key in GAMES),
    GENERAL,
]

CLOSE = 0.1
"""Millimetres: what letters of lines that follow one another may share."""

COMPONENTS, STEPS = 40, 30


@pytest.mark.parametrize("face", FACES)
def test_a_large_kit_has_every_step_and_part_on_one_page_and_nothing_over_another(
    face: str,
) -> None:
    told = large_kit()
    guide, book = drawn(face, told)
    assert len(guide) > 1
    shown = Counter(said(guide))
    for step in told["steps"]:
        assert shown[step["file"]] == 1
    for part in told["parts"]:
        number = f"{part['qty']} ×"
        apart = min(shown[part["title"]], shown[number])  # two lines of one entry
        assert shown[f"{number} {part['title']}"] + apart == 2, "once in its step, once in the list"
    for page in guide:
        assert page.face.findings == ()
        assert list(printed_over(page, book)) == []


@pytest.mark.parametrize("ink", Ink)
@pytest.mark.parametrize("key", EACH_GAME)
def test_a_guide_prints_no_words_over_others(key: str, ink: Ink) -> None:
    made = kit(key, ink)
    guide = [piece for piece in made.pieces if piece.component.kind.name == "guide"]
    assert guide
    for page in guide:
        assert list(printed_over(page, made.templates.book)) == []


@pytest.mark.parametrize("key", EACH_GAME)
def test_the_pages_of_a_guide_are_sheets_of_one_side_and_come_first(key: str) -> None:
    made = kit(key)
    guide = [piece.id for piece in made.pieces if piece.component.kind.name == "guide"]
    first = made.sheets[: len(guide)]
    assert [sheet.front.placements[0].key for sheet in first] == [f"{i}#1/face" for i in guide]
    assert [(s.number, s.of, s.back) for s in first] == [
        (number, len(guide), None) for number in range(1, len(guide) + 1)
    ]
    assert made.game.component("guide").qty == 1


@pytest.mark.parametrize("key", EACH_GAME)
def test_a_guide_names_the_pages_of_each_step_in_the_whole_kit(key: str) -> None:
    made = kit(key)
    words = " ".join(said(p for p in made.pieces if p.component.kind.name == "guide"))
    fronts = [id(page) for page in pages(made.sheets, duplex=True)]
    others = [sheet for sheet in made.sheets if "guide" not in sheet.components]
    for _, run in groupby(others, key=lambda sheet: (sheet.file, sheet.components)):
        at = [fronts.index(id(sheet.front)) for sheet in run]
        assert f"{at[0] + 1}–{at[-1] + 2}" in words


@pytest.mark.parametrize("face", FACES)
def test_a_guide_explains_what_its_kit_has_and_nothing_else(face: str) -> None:
    whole = large_kit()
    asked = topics() if face == GENERAL else [each["topic"] for each in of_game(face)["help"]]
    bare = Counter(said(drawn(face, {**whole, "help": []})[0]))
    for topic in asked:
        told = {**whole, "help": [{"topic": topic, "words": "", "titles": [], "sheet": None}]}
        more = Counter(said(drawn(face, told)[0])) - bare
        assert sum(map(len, more)) > 60, f"{topic} is not explained"


@cache
def large_kit() -> Plan:
    """Return the plan of a kit of many components, most of which have a step of their own."""
    made = [
        replace(
            component(f"thing-{n:02}", Size(20, 20), [card("one")], bleed=0),
            stock=f"stock {min(n, STEPS):02}",
            title=f"Thing {n:02}",
        )
        for n in range(1, COMPONENTS + 1)
    ]
    book = kit(FIRST).templates.book
    sheets, _ = impose(game(), [piece for one in made for piece in pieces(one)], layout(), book)
    told = plan(game(*made), sheets, layout())
    assert (len(told["steps"]), len(told["parts"])) == (STEPS, COMPONENTS)
    return told


def of_game(face: str) -> Plan:
    """Return the plan of the bundled game that a guide's template belongs to."""
    made = kit(face.partition("/")[0])
    sheets = [sheet for sheet in made.sheets if sheet.file != "guide"]
    return plan(made.game, sheets, layout())


def drawn(face: str, told: Plan) -> tuple[tuple[Piece, ...], FontBook]:
    """Return the pages of a guide drawn with a template, and their fonts."""
    key = FIRST if face == GENERAL else face.partition("/")[0]
    owner, templates = bundled.game(key), kit(key).templates
    guide = owner.component("guide")
    guide = replace(guide, cards=(replace(guide.cards[0], face=face),))
    return compose_guide(owner, guide, templates, Ink.FULL, told), templates.book


def said(guide: Iterable[Piece]) -> Iterator[str]:
    """Yield every run of text of a guide."""
    for page in guide:
        for text, _ in texts(page.face.nodes, IDENTITY):
            yield text.string


def printed_over(page: Piece, book: FontBook) -> Iterator[str]:
    """Yield words that share ink with other words; a word may have a rim or a shadow of its own."""
    boxes = [
        (text.string, inked(text, place, book)) for text, place in texts(page.face.nodes, IDENTITY)
    ]
    for (one, box), (other, under) in combinations(boxes, 2):
        both = box.intersection(under) if box and under else None
        if both and min(both.size) > CLOSE and one != other:
            yield f"{one!r} is printed over {other!r} at {both.x:.1f}, {both.y:.1f} mm"


def inked(text: Text, place: Affine, book: FontBook) -> Rect | None:
    """Return the box around the letters of a run, None where it has no ink."""
    font, origin = book.font(text.font), text.origin
    return union(
        path_bounds(
            font.outline(glyph.gid),
            place
            @ Affine.move(origin.x + glyph.x, origin.y + glyph.y)
            @ Affine.scale(text.size, text.size),
        )
        for glyph in text.glyphs
    )
