"""What ``transform-box`` says of the point that a transform leaves where it is."""

import pytest

from pnp.geometry.plane import Rect
from pnp.scene.bounds import path_bounds, union
from pnp.scene.node import Group, Node, Shape
from tests.make import walk
from tests.template.drawings import Studio

TURNED = 'style="transform-box:fill-box;transform-origin:50% 50%" transform="rotate(90)"'
BAR = 'x="20" y="5" width="10" height="4"'
UPRIGHT = Rect(23, 2, 4, 10)
"""The bar turned about its middle."""


def around(nodes: tuple[Node, ...]) -> Rect:
    boxes = [path_bounds(node.path, at) for node, at in walk(nodes) if isinstance(node, Shape)]
    return whole(union(boxes))


def whole(box: Rect | None) -> Rect:
    assert box is not None
    return Rect(*(round(length, 6) for length in box))


DRAWN = {
    "a shape": f"<rect {BAR} {TURNED}/>",
    "Boxy SVG's matrix": f'<rect {BAR} style="transform-box:fill-box;transform-origin:50% 50%"'
    ' transform="matrix(0, 1, -1, 0, 0, 0)"/>',
    "attributes": f'<rect {BAR} transform-box="fill-box" transform-origin="center"'
    ' transform="rotate(90)"/>',
    "another name": f"<rect {BAR} {TURNED.replace('fill-box', 'content-box')}/>",
    "a group": f'<g {TURNED}><rect {BAR}/><path d="M22 6h2" stroke="red"/></g>',
    "a thick line": f'<rect {BAR} stroke="red" stroke-width="3" {TURNED}/>',
    "no paint": f'<g {TURNED}><rect {BAR} fill="none"/><rect x="24" y="6" width="2" height="2"/>'
    f"</g><rect {BAR} {TURNED}/>",
    "a use": f'<defs><rect id="r" {BAR}/></defs><use href="#r" {TURNED}/>',
    "a group with a place": '<g transform="translate(20 5)">'
    f'<rect width="10" height="4" {TURNED}/></g>',
    "a nested drawing": '<svg width="40" height="40" viewBox="0 0 80 80" overflow="visible">'
    f'<rect x="40" y="10" width="20" height="8" {TURNED}/></svg>',
}


@pytest.mark.parametrize("name", DRAWN)
def test_a_thing_turns_about_its_own_middle(name: str, studio: Studio) -> None:
    drawing = studio.drawn(DRAWN[name])
    assert drawing.findings == ()
    assert around(drawing.nodes) == UPRIGHT


def test_the_place_of_a_use_is_turned_about_the_middle_of_what_it_shows(studio: Studio) -> None:
    """As in Chromium: it comes after the transform, and is no part of the box."""
    bar = '<defs><rect id="r" x="10" y="5" width="10" height="4"/></defs>'
    turned = TURNED.replace("rotate", "translate(20) rotate")
    assert around(studio.drawn(f'{bar}<use href="#r" {turned}/>').nodes) == Rect(33, 2, 4, 10)
    assert around(studio.drawn(f'{bar}<use href="#r" y="10" {turned}/>').nodes) == Rect(
        23, 2, 4, 10
    )


def test_without_an_origin_it_is_the_corner_of_the_box(studio: Studio) -> None:
    drawing = studio.drawn(f'<rect {BAR} style="transform-box:fill-box" transform="rotate(90)"/>')
    assert around(drawing.nodes) == Rect(16, 5, 4, 10)


def test_other_boxes_are_told_and_view_box_is_as_without(studio: Studio) -> None:
    told = studio.told(f"<rect {BAR} {TURNED.replace('fill-box', 'stroke-box')}/>")
    assert '"transform-box: stroke-box" is not supported' in told
    assert "transform-origin" in told
    view = studio.drawn(f"<rect {BAR} {TURNED.replace('fill-box', 'view-box')}/>")
    plain = studio.drawn(f"<rect {BAR} {TURNED.replace('transform-box:fill-box;', '')}/>")
    assert view.findings == ()
    assert around(view.nodes) == around(plain.nodes) != UPRIGHT


@pytest.mark.parametrize(
    "body",
    [
        f'<rect pnp:role="cut" {BAR} {TURNED}/>',
        f'<g pnp:role="cut" {TURNED}><rect {BAR}/></g>',
        f'<g {TURNED}><rect pnp:role="cut" {BAR}/></g>',
    ],
    ids=["shape", "group", "guide in a group"],
)
def test_a_knife_follows_it_there(body: str, studio: Studio) -> None:
    cut = studio.drawn(body).cut
    assert cut is not None
    assert whole(path_bounds(cut)) == UPRIGHT


CLIPPED = {
    "a shape": f"<rect {BAR} {TURNED}/>",
    "a use": f'<use href="#r" {TURNED}/>',
    "a clip on it": f'<rect {BAR} clip-path="url(#all)" {TURNED}/>',
}


@pytest.mark.parametrize("name", CLIPPED)
def test_a_clip_is_there_too(name: str, studio: Studio) -> None:
    defs = f'<rect id="r" {BAR}/><clipPath id="all"><rect width="40" height="40"/></clipPath>'
    clip = f'<clipPath id="c">{CLIPPED[name]}</clipPath>'
    drawing = studio.drawn(
        f'<defs>{defs}{clip}</defs><rect width="40" height="40" clip-path="url(#c)"/>'
    )
    groups = [node for node, _ in walk(drawing.nodes) if isinstance(node, Group)]
    (found,) = [
        around(group.mask.nodes)
        if group.mask
        else whole(group.clip and path_bounds(group.clip.path))
        for group in groups
        if group.mask or group.clip
    ]
    assert found == UPRIGHT
