"""Checks that each placement draws the side its key claims, and that each sheet has its label."""

import re
from collections.abc import Collection, Iterator, Sequence
from math import hypot

from pnp.base.diagnostics import Finding, Where
from pnp.geometry.plane import NOWHERE, Affine, Bounds, Point, Rect
from pnp.kinds.piece import Key
from pnp.proof.rules import CONTENT, COUNT, LABEL
from pnp.proof.ticket import Claim, Part, Ticket, side_of
from pnp.proof.traits import TOLERANCE, apart
from pnp.scene.node import Group, Node, Text
from pnp.scene.page import Page, Placement

_NUMBER = re.compile(r"·sheet(\d+)of(\d+)·")


def check_labels(
    pages: Sequence[Page], ticket: Ticket, left_out: Collection[Where | None]
) -> Iterator[Finding]:
    """Yield pages whose label is missing or wrong; each part of the ticket counts its own sheets.

    ``left_out`` are the places of components that imposition warned of: no room for a label.
    """
    sheets: dict[Part, list[Page]] = {}
    for page in pages:
        if page.placements and (part := _part(page, ticket)):
            sheets.setdefault(part, []).append(page)
    for part, found in sheets.items():
        numbers = _numbers(found)
        wrong: list[str] = []
        for page, number in zip(found, numbers, strict=True):
            label, place = _label(page.nodes), f"sheet {number} of {max(numbers)}"
            if not label and not _excused(page, ticket, left_out):
                yield Finding(LABEL, f"{page.label}: it has no label")
            elif label and not _agrees(label, page, part, place):
                wrong.append(f"{page.label}: it is {place} on {part.stock}, its label differs")
        if wrong:
            others = f"; so do {len(wrong) - 1} more" if wrong[1:] else ""
            yield Finding(LABEL, f"{wrong[0]}{others}")


def _numbers(pages: Sequence[Page]) -> list[int]:
    """Return the sheet number of each page, from 1; a page of backs has that of its front."""
    numbers: list[int] = []
    for page in pages:
        numbers.append((numbers[-1] if numbers else 0) + _has_face(page))
    return numbers


def _has_face(page: Page) -> bool:
    return any(side_of(put) == "face" for put in page.placements)


def _part(page: Page, ticket: Ticket) -> Part | None:
    claims = (ticket.claim(put.key) for put in page.placements)
    return next((claim.side.part for claim in claims if claim), None)


def _agrees(label: str, page: Page, part: Part, place: str) -> bool:
    """Return whether a label has the right sheet number, stock, and side."""
    words = [place, f"stock: {part.stock}"]
    if not _has_face(page):
        words.append("· back ·")
    return all(_tight(word) in label for word in words)


def _label(nodes: Sequence[Node]) -> str:
    """Return the label of a page without its spaces; empty if there is none."""
    for node in nodes:
        if isinstance(node, Group) and node.key is None:
            words = _tight("".join(_words(node.nodes)))
            if _NUMBER.search(words):
                return words
    return ""


def _words(nodes: Sequence[Node]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, Text):
            yield node.string
        elif isinstance(node, Group):
            yield from _words(node.nodes)


def _tight(text: str) -> str:
    return "".join(text.split())


def _excused(page: Page, ticket: Ticket, left_out: Collection[Where | None]) -> bool:
    claims = (ticket.claim(put.key) for put in page.placements)
    return any(claim.side.piece.component.where in left_out for claim in claims if claim)


_PLAIN = Affine()


def check_slots(page: Page, ticket: Ticket) -> Iterator[Finding]:
    """Yield findings about the placements of a page and the groups drawn under their keys."""
    groups = {node.key: node for node in page.nodes if isinstance(node, Group) and node.key}
    for put in page.placements:
        claim, group = ticket.claim(put.key), groups.pop(put.key, None)
        if group is None:
            yield Finding(COUNT, f"{page.label}: {put.key} is not drawn")
        elif claim is not None:
            for fault in _faults(put, group, claim, ticket):
                yield Finding(CONTENT, f"{page.label}: {put.key} {fault}")
    for key in groups:
        yield Finding(COUNT, f"{page.label}: {key} is drawn, and has no slot")


def _faults(put: Placement, group: Group, claim: Claim, ticket: Ticket) -> Iterator[str]:
    """Yield a message for each fault of one placement."""
    face = claim.side.face
    if put.face.nodes != face.nodes or not _draws(group, face.nodes):
        yield f"shows {_other(put, group, ticket)}"
    if fault := _trim_fault(put, claim) or _place_fault(put, group) or _clip_fault(put, group):
        yield fault
    if group.mask is not None or group.opacity != 1.0:
        yield "is drawn with a mask or an opacity of its sheet"


def _draws(group: Group, nodes: tuple[Node, ...]) -> bool:
    """Return whether a group draws exactly these nodes; plain groups may be in between."""
    inside = group.nodes
    while inside != nodes:
        if len(inside) != 1 or not isinstance(inside[0], Group) or not _is_plain(inside[0]):
            return False
        inside = inside[0].nodes
    return True


def _is_plain(group: Group) -> bool:
    free = group.clip is None and group.mask is None and group.key is None
    return free and group.opacity == 1.0 and group.place == _PLAIN


def _other(put: Placement, group: Group, ticket: Ticket) -> str:
    """Return in words which side is drawn in the place of another."""
    for key, side in ticket.sides.items():
        if _draws(group, side.face.nodes):
            return f"the {Key.parse(key).side} of {side.piece.id}"
    return f"a drawing that is no {side_of(put)} of the game"


def _trim_fault(put: Placement, claim: Claim) -> str | None:
    """Return what is wrong with a side's slot or window, in words, or None."""
    slot, face = put.slot, claim.side.face
    if apart(Bounds.of(Rect.of(slot.trim)), Bounds.of(Rect.of(face.trim))) > TOLERANCE:
        return f"is {face.trim}, and its slot is {slot.trim}"
    if slot.turn % 90:
        return f"is turned by {slot.turn} degrees"
    if not slot.rect.inset(-face.bleed).contains(put.window, TOLERANCE):
        return "is shown past its bleed"
    if claim.panel is None and not put.window.contains(slot.rect, TOLERANCE):
        return "is cut off inside its trim"
    return None


def _place_fault(put: Placement, group: Group) -> str | None:
    """Return in words how the drawing is off its slot, such as moved or scaled, or None."""
    width, height = put.face.trim
    have = [group.place.apply(*corner) for corner in ((0, 0), (width, 0), (0, height))]
    rect = put.slot.rect
    around = (
        Point(rect.x, rect.y),
        Point(rect.right, rect.y),
        Point(rect.right, rect.bottom),
        Point(rect.x, rect.bottom),
    )
    quarter = put.slot.turn // 90
    want = [around[(quarter + corner) % 4] for corner in (0, 1, 3)]
    moved = [Point(h.x - w.x, h.y - w.y) for h, w in zip(have, want, strict=True)]
    if max(max(abs(way.x), abs(way.y)) for way in moved) <= TOLERANCE:
        return None
    spread = max(hypot(way.x - moved[0].x, way.y - moved[0].y) for way in moved)
    if spread > TOLERANCE:
        return "is scaled, turned or mirrored in its slot"
    return f"is drawn {hypot(*moved[0]):.2f} mm off its slot"


def _clip_fault(put: Placement, group: Group) -> str | None:
    box = Bounds.hull(group.clip.path.coords, group.place) if group.clip else NOWHERE
    if box is NOWHERE or apart(box, Bounds.of(put.window)) > TOLERANCE:
        return "is not cut off where its window ends"
    return None
