"""Whether each sheet has its label, with its number and side."""

import re
from collections.abc import Collection, Iterator, Sequence

from pnp.errors import Where
from pnp.finding import Finding
from pnp.proof.faults import LABEL
from pnp.proof.ticket import Part, Ticket
from pnp.scene.node import Group, Node, Text
from pnp.scene.page import Page

_NUMBER = re.compile(r"·sheet(\d+)of(\d+)·")


def check_labels(
    pages: Sequence[Page], ticket: Ticket, left_out: Collection[Where | None]
) -> Iterator[Finding]:
    """Yield pages whose label is missing or counts wrongly: sheets are counted in each part.

    ``left_out`` are the places of components that were warned of having no room for a label.
    """
    sheets: dict[Part, list[Page]] = {}
    for page in pages:
        if page.placements and (part := _part(page, ticket)):
            sheets.setdefault(part, []).append(page)
    for part, found in sheets.items():
        numbers = _numbers(found)
        wrong: list[str] = []
        for page, number in zip(found, numbers, strict=True):
            said, place = _said(page.nodes), f"sheet {number} of {max(numbers)}"
            if not said and not _excused(page, ticket, left_out):
                yield Finding(LABEL, f"{page.label}: it has no label")
            elif said and not _agrees(said, page, part, place):
                wrong.append(f"{page.label}: it is {place} on {part.stock}, by its label it is not")
        if wrong:
            others = f"; nor are {len(wrong) - 1} more" if wrong[1:] else ""
            yield Finding(LABEL, f"{wrong[0]}{others}")


def _numbers(pages: Sequence[Page]) -> list[int]:
    """Return each page's sheet, counted from 1: the page of backs has the number of its front."""
    numbers: list[int] = []
    for page in pages:
        front = any(put.key.endswith("/face") for put in page.placements)
        numbers.append((numbers[-1] if numbers else 0) + front)
    return numbers


def _part(page: Page, ticket: Ticket) -> Part | None:
    claims = (ticket.claim(put.key) for put in page.placements)
    return next((claim.side.part for claim in claims if claim), None)


def _agrees(said: str, page: Page, part: Part, place: str) -> bool:
    """Say whether a label has the number of its sheet, its stock, and what is on the page."""
    words = [place, f"stock: {part.stock}"]
    if not any(put.key.endswith("/face") for put in page.placements):
        words.append("· back ·")
    return all(_tight(word) in said for word in words)


def _said(nodes: Sequence[Node]) -> str:
    """Return the label among what stands beside the pieces, without spaces; empty without one."""
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
    return any(claim.side.component.where in left_out for claim in claims if claim)
