# ruff: noqa: E501 - a line of SVG is not broken
"""What a role makes a guide of: the outlines in an element, a group or a layer, however painted."""

import pytest

from pnp.geometry.path import Path
from pnp.scene.node import Group, Pattern, Shape
from pnp.scene.page import Drawing
from tests.make import walk
from tests.template.drawings import Studio, flat

SQUARE = 'd="M5 5h30v30H5z"'
HOLE = 'd="M15 15h5v5h-5z"'
SLIT = 'd="M30 10V20"'


def outline_of(drawing: Drawing) -> set[Path]:
    """The contours that a knife follows; nothing of them is printed."""
    assert flat(drawing.nodes) == []
    assert drawing.cut is not None
    contours = drawing.cut.subpaths()
    assert len(set(contours)) == len(contours), "the knife goes round twice"
    return set(contours)


PAINTED = {
    "in black": "",
    "in nothing": 'fill="none" stroke="none"',
    "as a line": 'fill="none" stroke="red" stroke-width=".1"',
    "the line first": 'fill="red" stroke="blue" style="paint-order:stroke"',
    "unseen": 'visibility="hidden"',
    "see-through": 'opacity="0"',
    "with square dots": 'stroke="red" stroke-linecap="square" stroke-dasharray="0 2"',
}


@pytest.mark.parametrize("paint", PAINTED.values(), ids=PAINTED)
@pytest.mark.parametrize("by", ["group", "shape"])
def test_a_knife_follows_outlines_however_they_are_painted(
    paint: str, by: str, studio: Studio
) -> None:
    paths = (
        f'<path pnp:role="cut" {SQUARE}/><path pnp:role="cut" {HOLE}/><path pnp:role="cut" {SLIT}/>'
    )
    alone = outline_of(studio.drawn(paths))
    assert len(alone) == 3
    painted = paths.replace(' pnp:role="cut"', "")
    on_shapes = painted.replace("<path", f"<path {paint}")
    body = (
        f"<g pnp:role='cut' {paint}>{painted}</g>"
        if by == "group"
        else f"<g pnp:role='cut'>{on_shapes}</g>"
    )
    assert outline_of(studio.drawn(body)) == alone


FILTER = '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>'
CLIP = '<clipPath id="c"><rect width="9" height="9"/></clipPath>'
SYMBOL = f'<symbol id="s" overflow="visible"><path {SQUARE}/></symbol>'
NESTED = {
    "an effect": f'{FILTER}<g pnp:role="cut"><path filter="url(#f)" {SQUARE}/></g>',
    "a clip": f'{CLIP}<g pnp:role="cut"><path clip-path="url(#c)" {SQUARE}/></g>',
    "a group": f'<g pnp:role="cut"><g><a><path {SQUARE}/></a></g></g>',
    "both with the role": f'<g pnp:role="cut"><path pnp:role="cut" {SQUARE}/></g>',
    "filled and stroked apart": f'<g pnp:role="cut"><path fill="red" {SQUARE}/><path fill="none" stroke="red" {SQUARE}/></g>',
    "a use": f'<defs><path id="p" {SQUARE}/></defs><g pnp:role="cut"><use href="#p"/></g>',
    "a symbol": f'{SYMBOL}<g pnp:role="cut"><use href="#s"/></g>',
    "markers": f'<marker id="m"><path d="M0 0h9v9z"/></marker><g pnp:role="cut"><path marker-mid="url(#m)" {SQUARE}/></g>',
    "a hidden role": f'<path style="display:none" pnp:role="cut" {SQUARE}/>',
    "a hidden layer": f'<g style="display:none"><rect width="9" height="9"/><g><path pnp:role="cut" {SQUARE}/></g></g>',
    "a hidden layer with the role": f'<g style="display:none" pnp:role="cut"><path {SQUARE}/></g>',
}


@pytest.mark.parametrize("body", NESTED.values(), ids=NESTED)
def test_a_knife_follows_what_is_inside(body: str, studio: Studio) -> None:
    drawing = studio.drawn(body)
    assert outline_of(drawing) == outline_of(studio.drawn(f'<path pnp:role="cut" {SQUARE}/>'))
    assert drawing.findings == ()


def test_a_guide_inside_has_its_own_role_and_every_place(studio: Studio) -> None:
    inner = '<g transform="scale(2)"><path pnp:role="crease" d="M1 3h9"/></g>'
    body = f'<g pnp:role="cut" transform="translate(2 1)"><path {SQUARE}/>{inner}</g>'
    drawing = studio.drawn(body)
    assert outline_of(drawing) == {Path("MLLLZ", (7, 6, 37, 6, 37, 36, 7, 36))}
    assert drawing.creases == (Path("ML", (4, 7, 22, 7)),)


def test_folds_of_a_layer_are_kept_where_it_is_hidden(studio: Studio) -> None:
    folds = '<path d="M5 30h30"/><path d="M30 5v10h2z"/>'
    shown = studio.drawn(f'<g pnp:role="crease">{folds}</g>').creases
    hidden = f'<g style="display:none"><g pnp:role="crease">{folds}</g></g>'
    assert len(shown) == 2
    assert studio.drawn(hidden).creases == shown


def test_what_is_no_outline_is_told(studio: Studio) -> None:
    text = '<text x="5" y="9" font-size="4">CUT HERE</text>'
    told = studio.told(f'<g pnp:role="cut"><path {SQUARE}/>{text}</g>')
    assert '<text> inside of pnp:role="cut" is not supported' in told
    broken = studio.told(f'<g pnp:role="cut"><path {SQUARE}/><path d="M3 3h9v9z M4 foo"/></g>')
    assert "invalid-svg" in broken or "M4 foo" in broken
    assert "without an outline" in studio.refused(f'<g pnp:role="cut">{text}</g>')
    assert "without an outline" in studio.refused('<text pnp:role="cut">CUT</text>')


NOWHERE = ["M25 25", "M25 25z", "M25 25L25 25", "M25 25h0c0 0 0 0 0 0z"]


@pytest.mark.parametrize("move", NOWHERE)
@pytest.mark.parametrize("role", ["cut", "crease"])
def test_a_knife_does_not_stab_where_an_editor_left_a_move(
    role: str, move: str, studio: Studio
) -> None:
    square = "M5 5h30v30H5z"
    left = studio.drawn(f'<path pnp:role="{role}" d="{move}{square}{move}"/>')
    clean = studio.drawn(f'<path pnp:role="{role}" {SQUARE}/>')
    assert (left.cut, left.creases) == (clean.cut, clean.creases)
    told = studio.refused(f'<g pnp:role="{role}"><path d="{move}"/></g>')
    assert "is on an element without an outline" in told


def test_what_lies_in_a_guide_can_be_used_by_what_is_printed(studio: Studio) -> None:
    clip = '<clipPath id="c"><rect width="9" height="9"/></clipPath>'
    pattern = (
        '<pattern id="p" width="1" height="1"><rect width="20" height="20" fill="red"/></pattern>'
    )
    layer = f'<g style="display:none">{clip}{pattern}<path pnp:role="cut" {SQUARE}/></g>'
    used = '<rect width="20" height="20" clip-path="url(#c)" fill="url(#p)"/>'
    drawing = studio.drawn(layer + used)
    (found,) = flat(drawing.nodes)
    assert isinstance(found, Shape) and isinstance(found.fill, Pattern)
    assert len(flat(found.fill.nodes)) == 1
    clips = [node.clip for node, _ in walk(drawing.nodes) if isinstance(node, Group) and node.clip]
    assert len(clips) == 1 and clips[0].path.ops
