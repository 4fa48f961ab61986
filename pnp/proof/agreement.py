"""Checks planned pages against the job ticket: counts, slots, labels and marks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pnp.base.diagnostics import Finding
from pnp.geometry.plane import Rect
from pnp.imposition.rules import GLUE_STRIP_NARROW, LABEL_LEFT_OUT, MARKS_CLIPPED
from pnp.imposition.sheet import Backs, Layout
from pnp.proof.counts import check_counts, check_order, panels_of
from pnp.proof.cutlines import Warned
from pnp.proof.cutmarks import Cutting
from pnp.proof.rules import BOX, COUNT
from pnp.proof.slots import check_labels, check_slots
from pnp.proof.ticket import Part, Ticket
from pnp.proof.traits import TOLERANCE
from pnp.scene.page import Page


@dataclass(frozen=True, slots=True)
class Agreement:
    """Checks the pages of a kit's files against the job ticket; a page in two files only once.

    ``warned`` are the findings of imposition about pieces without room for marks or a label: what
    they name is not reported again.
    """

    ticket: Ticket
    layout: Layout
    warned: Sequence[Finding] = ()
    _checked: set[Page] = field(default_factory=set)
    _filed: set[Part] = field(default_factory=set)

    def check_kit(self, name: str, pages: Sequence[Page]) -> tuple[Finding, ...]:
        """Return the findings of the whole kit's file, after those of the job ticket."""
        return (*self.ticket.findings, *self._named(name, pages, self.ticket))

    def check_part(self, name: str, pages: Sequence[Page]) -> tuple[Finding, ...]:
        """Return the findings of one stock's file; its first known piece determines the stock."""
        claims = (self.ticket.claim(put.key) for page in pages for put in page.placements)
        part = next((claim.side.part.file for claim in claims if claim), None)
        if part is None:
            return (Finding(COUNT, f"{name}: nothing of the game is in it"),)
        again = part in self._filed
        self._filed.add(part)
        twice = [Finding(COUNT, f"{name}: its pieces are in another file too")] if again else []
        return (*twice, *self._named(name, pages, self.ticket.files[part]))

    def check_filed(self) -> Iterator[Finding]:
        """Yield a finding for each stock without a file, of those passed to ``check_part``."""
        for part in self.ticket.files:
            if part not in self._filed:
                sides = "with backs" if part.backed else "printed on one side"
                kind = "guide" if part.guide else "file of the pieces"
                message = f"there is no {kind} on {part.stock} {sides}"
                yield Finding(COUNT, message)

    def _named(self, name: str, pages: Sequence[Page], ticket: Ticket) -> Iterator[Finding]:
        for found in self._check(pages, ticket):
            yield Finding(found.rule, f"{name}: {found.message}", found.where)

    def _check(self, pages: Sequence[Page], ticket: Ticket) -> Iterator[Finding]:
        turning = self.layout.backs in (Backs.LONG_EDGE, Backs.SHORT_EDGE)
        turned = turning and ticket.backed
        yield from check_counts(pages, ticket)
        yield from check_order(pages, turned)
        places = {rule: {f.where for f in self.warned if f.rule is rule} for rule in _WARNINGS}
        yield from check_labels(pages, ticket, places[LABEL_LEFT_OUT])
        warned = Warned(places[MARKS_CLIPPED], places[GLUE_STRIP_NARROW])
        cutting = Cutting(ticket, self.layout.margins, warned)
        grids = panels_of(pages, ticket)
        for page in pages:
            if page not in self._checked:
                self._checked.add(page)
                yield from _check_size(page, self.layout)
                yield from check_slots(page, ticket)
                yield from cutting.check(page, grids)


_WARNINGS = (LABEL_LEFT_OUT, MARKS_CLIPPED, GLUE_STRIP_NARROW)


def _check_size(page: Page, layout: Layout) -> Iterator[Finding]:
    have, want = Rect.of(page.size), Rect.of(layout.paper)
    if not (want.contains(have, TOLERANCE) and have.contains(want, TOLERANCE)):
        yield Finding(BOX, f"{page.label}: the page is {page.size}, the paper {layout.paper}")
