"""A part that several templates use is one drawing, unless it depends on their view boxes."""

from pathlib import Path

import pytest

from pnp.scene.sameness import look
from pnp.text.fontbook import FontBook
from tests.make import svg
from tests.template.drawings import Studio, flat

LARGE, SMALL = (80, 120), (40, 30)

LETTERS = 'font-family="Alegreya Sans" font-size="4"'

OF_ITS_VIEW_BOX = {
    "a width": '<rect width="50%" height="4"/>',
    "a width from data": '<rect pnp:width="{{ card.share }}" height="4"/>',
    "a corner": '<rect width="9" height="9" rx="5%"/>',
    "a line's width": '<path d="M0 0H9" stroke="#000" stroke-width="5%"/>',
    "an inherited line's width": '<g stroke="#000" stroke-width="5%"><path d="M0 0H9"/></g>',
    "dashes": '<path d="M0 0H9" stroke="#000" stroke-dasharray="1% 2%"/>',
    "the place of a text": f'<text x="10%" y="9" {LETTERS}>owl</text>',
    "the width of a line of text": f'<text y="9" inline-size="20%" {LETTERS}>an owl hoots</text>',
    "the spacing of letters": f'<text y="9" letter-spacing="2%" {LETTERS}>owl</text>',
    "the spacing of a row's letters": '<text y="9" pnp:text="{{ card.text }}" letter-spacing="1%"'
    f" {LETTERS}>owl</text>",
    "a gradient along the whole": '<linearGradient id="g" gradientUnits="userSpaceOnUse">'
    '<stop stop-color="red"/><stop offset="1"/></linearGradient>'
    '<rect width="9" height="9" fill="url(#g)"/>',
    "a drawing in a drawing": '<svg viewBox="0 0 9 9"><rect width="9" height="9"/></svg>',
    "a symbol": '<symbol id="s" viewBox="0 0 9 9"><rect width="9" height="9"/></symbol>'
    '<use href="#s"/>',
    "a part of a part": '<g id="half"><rect width="50%" height="4"/></g><use href="#half"/>',
    "the middle of a turn": '<rect width="9" height="9" transform="rotate(30)"'
    ' transform-origin="50% 50%"/>',
    "a filter": '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>'
    '<rect width="50%" height="9" filter="url(#f)"/>',
}

BY_ITSELF = {
    "a shape": '<rect width="5" height="4" stroke="#000" stroke-width="0.5"/>',
    "a group": '<g fill="#c00"><path d="M0 0H9V9Z"/><circle r="3"/></g>',
    "a gradient in the box of its shape": '<linearGradient id="g"><stop stop-color="red"/>'
    '<stop offset="1"/></linearGradient><rect width="9" height="9" fill="url(#g)"/>',
    "words": f'<text x="1" y="9" {LETTERS}>owl</text>',
    "a row's colour": '<path pnp:fill="{{ card.hue }}" d="M0 0H9V9Z"/>',
    "a part of a part": '<g id="p"><path d="M0 0H9V9Z"/></g><use href="#p" x="3"/>',
}

CARD = {"share": "50%", "hue": "#123456", "text": "an **owl** hoots"}


def both(root: Path, book: FontBook, part: str) -> Studio:
    """Return a project with a part that a large and a small template use."""
    studio = Studio(root, book)
    studio.write("parts.svg", svg(f'<g id="part">{part}</g>', LARGE))
    for name, size in (("large.svg", LARGE), ("small.svg", SMALL)):
        studio.write(name, svg('<use href="parts.svg#part"/>', size))
    return studio


@pytest.mark.parametrize("name", OF_ITS_VIEW_BOX)
def test_a_share_of_the_view_box_is_that_of_each_template(
    name: str, tmp_path: Path, book: FontBook
) -> None:
    looks = {}
    for order in (("large.svg", "small.svg"), ("small.svg", "large.svg")):
        studio = both(tmp_path / order[0], book, OF_ITS_VIEW_BOX[name])
        looks[order[0]] = {each: look(studio.draw(each, CARD).nodes) for each in order}
    assert looks["large.svg"] == looks["small.svg"]
    assert looks["large.svg"]["large.svg"] != looks["large.svg"]["small.svg"]


@pytest.mark.parametrize("name", BY_ITSELF)
def test_what_has_no_such_share_is_the_same_object_in_both(
    name: str, tmp_path: Path, book: FontBook
) -> None:
    studio = both(tmp_path, book, BY_ITSELF[name])
    large, small = (studio.draw(each, CARD).nodes for each in ("large.svg", "small.svg"))
    assert flat(large)[0] is flat(small)[0]


def test_a_row_that_brings_a_share_is_told_from_one_that_does_not(
    tmp_path: Path, book: FontBook
) -> None:
    studio = both(tmp_path, book, OF_ITS_VIEW_BOX["a width from data"])
    widths = []
    for share in ("4", "50%", "4"):
        for each in ("large.svg", "small.svg"):
            (shape,) = flat(studio.draw(each, {"share": share}).nodes)
            widths.append(max(shape.path.coords))
    assert widths == [4, 4, 40, 20, 4, 4]


def test_styles_with_equal_values_are_one_however_they_came_about(
    tmp_path: Path, book: FontBook
) -> None:
    studio = Studio(tmp_path, book)
    studio.write("parts.svg", svg('<g id="part"><path d="M0 0H9V9Z"/></g>'))
    studio.write("one.svg", svg('<use fill="red" stroke="#000" href="parts.svg#part"/>'))
    studio.write(
        "two.svg",
        svg('<g stroke="#000"><g fill="red"><use href="parts.svg#part"/></g></g>'),
    )
    one, two = (flat(studio.draw(name).nodes)[0] for name in ("one.svg", "two.svg"))
    assert one is two
