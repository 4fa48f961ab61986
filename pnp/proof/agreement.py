"""Checks planned pages against the job ticket: counts, slots, labels and marks."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from pnp.base.diagnostics import Finding, counted
from pnp.imposition.rules import GLUE_STRIP_NARROW, LABEL_LEFT_OUT, MARKS_CLIPPED
from pnp.imposition.sheet import Backs, Layout
from pnp.imposition.sheetlayout import panel_name
from pnp.kinds.piece import Key
from pnp.proof.cutlines import Warned
from pnp.proof.cutmarks import Cutting
from pnp.proof.rules import BACK, BOX, COUNT, PANEL
from pnp.proof.slots import check_labels, check_slots
from pnp.proof.ticket import Claim, Part, Ticket, side_of
from pnp.proof.traits import TOLERANCE, apart
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
    if apart(page.size, layout.paper) > TOLERANCE:
        yield Finding(BOX, f"{page.label}: the page is {page.size}, the paper {layout.paper}")


_NAMED = 3
"""The most keys in a message: a missing sheet has many."""


def check_counts(pages: Sequence[Page], ticket: Ticket) -> Iterator[Finding]:
    """Yield sides that are missing, placed more than once, or not on the ticket."""
    placed = Counter(put.key for page in pages for put in page.placements)
    claims = {key: ticket.claim(key) for key in placed}
    for key, claim in claims.items():
        if claim is None:
            yield Finding(COUNT, f"{key} is on a page, and the game has no such copy")
    panels = _panels(claims.values())
    missing = [key for key in ticket.sides if key not in placed and key not in panels]
    yield from _grouped(missing, ticket, "on no page")
    doubled = [key for key, number in placed.items() if number > 1 and claims[key]]
    doubled += [key for key in panels if key in placed]
    yield from _grouped(doubled, ticket, "there more than once")
    for key, found in panels.items():
        yield from _check_grid(key, found)


def panels_of(pages: Sequence[Page], ticket: Ticket) -> dict[str, tuple[int, int]]:
    """Return how many rows and columns of panels each side in panels has, by its key."""
    claims = (ticket.claim(put.key) for page in pages for put in page.placements)
    return {key: _grid(panels) for key, panels in _panels(claims).items()}


def _panels(claims: Iterable[Claim | None]) -> dict[str, set[tuple[int, int]]]:
    """Return the (row, column) of each panel of each side that is split into panels, by key."""
    found: dict[str, set[tuple[int, int]]] = {}
    for claim in claims:
        if claim is not None and claim.panel is not None:
            found.setdefault(claim.key, set()).add(claim.panel)
    return found


def _grid(panels: Collection[tuple[int, int]]) -> tuple[int, int]:
    """Return the numbers of rows and columns that the panels' names imply."""
    return 1 + max(row for row, _ in panels), 1 + max(column for _, column in panels)


def _check_grid(key: str, panels: Collection[tuple[int, int]]) -> Iterator[Finding]:
    rows, columns = _grid(panels)
    lost = [
        panel_name(row, column)
        for row in range(rows)
        for column in range(columns)
        if (row, column) not in panels
    ]
    if lost:
        yield Finding(PANEL, f"{key}: of {columns} x {rows} panels {_listed(lost)} on no page")


def _grouped(keys: Iterable[str], ticket: Ticket, what: str) -> Iterator[Finding]:
    """Yield one finding for the faces of each component, and one for its backs."""
    apart: dict[tuple[str, str], list[str]] = {}
    for key in keys:
        apart.setdefault(_sort(key), []).append(key)
    wanted = Counter(map(_sort, ticket.sides)) if apart else Counter()
    for (name, word), found in apart.items():
        message = (
            f"{name}: {_listed(found)} {what}; the game has {counted(wanted[name, word], word)}"
        )
        claim = ticket.claim(found[0])
        yield Finding(COUNT, message, claim.side.piece.card.where if claim else None)


def _sort(key: str) -> tuple[str, str]:
    """Return the component in a key, and its side: ("deck", "face")."""
    part = Key.parse(key)
    return part.piece.partition("/")[0], part.side


def _listed(words: Sequence[str]) -> str:
    """Return the first words, how many more there are, and "is" or "are"."""
    more = f" and {len(words) - _NAMED} more" if len(words) > _NAMED else ""
    return f"{', '.join(words[:_NAMED])}{more} {'is' if len(words) == 1 else 'are'}"


def check_order(pages: Sequence[Page], turned: bool) -> Iterator[Finding]:
    """Yield pages on the wrong side of the paper.

    In a ``turned`` file every second page is a sheet's back; it is blank where pieces have none.
    """
    for number, page in enumerate(pages):
        verso = turned and number % 2 == 1
        ends = {side_of(put) for put in page.placements}
        if verso and "face" in ends:
            yield Finding(BACK, f"{page.label}: its faces are printed on a back")
        elif verso and not ends and page.nodes:
            yield Finding(BACK, f"{page.label}: there is a drawing on a back without pieces")
        elif not verso and "face" not in ends:
            what = "its backs are printed on a front" if ends else "it is blank, and no back"
            yield Finding(BACK, f"{page.label}: {what}")
    if turned and len(pages) % 2:
        yield Finding(BACK, "the last sheet has a front only: backs are on every second page")
