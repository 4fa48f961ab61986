"""The rules of imposition: findings about sheets that can still be printed."""

from collections.abc import Sequence

from pnp.base.diagnostics import Finding, Rule, Severity, Where, counted
from pnp.data.game import Component
from pnp.geometry.plane import Size

_PNP_HOWTO = "ernierasta, pnp-howto: bleed, crop marks, duplex"

BLEED_CLIPPED = Rule(
    "bleed-clipped",
    "Art runs the whole bleed past the trim line",
    Severity.WARNING,
    "A knife lands a little off the line. Where the printable area ends before the bleed does, "
    "the edge of the piece may show a white sliver.",
    _PNP_HOWTO,
    good="a card with 3 mm of bleed, 8 mm from the edge of what the printer reaches",
    bad="the same card with 3 mm of bleed, 1 mm from that edge",
)

BLEED_LOST = Rule(
    "bleed-lost",
    "Art runs past the trim line as far as a hand slips",
    Severity.ERROR,
    "Cuts by hand drift by 1 to 2 mm. Art that ends less than that past the line leaves a white "
    "edge on every piece that is cut so; a piece whose edge is white has no bleed to lose.",
    _PNP_HOWTO,
    good="a card with 3 mm of bleed, of which 1.5 mm are printed",
    bad="the same card, of which 0.7 mm are printed",
)

DRIFT = 1.0
"""The bleed in millimetres that a cut by hand needs at the least. Source: see ``BLEED_LOST``."""

MARKS_CLIPPED = Rule(
    "marks-clipped",
    "Every cut line has its crop marks",
    Severity.WARNING,
    "Pieces are cut from mark to mark. Where the printable area ends at the pieces, there is no "
    "room for marks, and the cut has to be guessed.",
    _PNP_HOWTO,
    good="a board of 180 x 260 mm on A4: 15 mm on every side for marks",
    bad="a board of 200 x 287 mm on A4, with margins of 5 mm: no room for marks",
)

LABEL_LEFT_OUT = Rule(
    "label-left-out",
    "Every sheet says what it is",
    Severity.WARNING,
    "A label outside the pieces tells which sheet this is, on which stock, and how to turn it.",
    _PNP_HOWTO,
    good="a strip of 30 mm above the pieces, where the label stands",
    bad="pieces up to the margins on all four sides",
)

COMMON_PAPER_DUPLEX = Rule(
    "common-paper-duplex",
    "Backs are not printed through paper of unknown size",
    Severity.WARNING,
    "A page for A4 and Letter alike is centred on the paper by the printer, and few printers "
    "centre both sides alike: the backs slip.",
    _PNP_HOWTO,
    good="--paper a4 --backs long-edge",
    bad="--paper a4-letter --backs long-edge",
)

GLUE_STRIP_NARROW = Rule(
    "glue-strip-narrow",
    "Panels overlap as far as the board asks",
    Severity.WARNING,
    "A narrow strip takes less glue and forgives less. Where the paper ends before the strip does, "
    "it is made narrower rather than split the board into more panels.",
    _PNP_HOWTO,
    good="overlap: 10 mm, and panels of 190 mm on paper that takes 200 mm",
    bad="overlap: 10 mm, and panels of 196 mm on paper that takes 200 mm",
)

JOINT_CROSSES = Rule(
    "joint-crosses",
    "Joints between panels run beside what is to stay whole",
    Severity.WARNING,
    "Words and pictures that are glued together from two sheets never meet exactly.",
    _PNP_HOWTO,
    good="a title above the middle of a board of two panels, one above the other",
    bad="a title across the middle, where the panels meet",
)

BACKS_LEFT_OUT = Rule(
    "backs-left-out",
    "Pieces that need their backs are printed with them",
    Severity.WARNING,
    "Cards that are drawn hidden can be told apart by the paper, or read through it, and a tile "
    "has a side for each of its two states. Without backs, decks cannot be told from each other.",
    _PNP_HOWTO,
    good="--backs long-edge, or --backs gutterfold for a printer that cannot turn the paper",
    bad="--backs none for a deck with backs, without sleeves",
)

SHRUNK = Rule(
    "shrunk-to-paper",
    "Aids are printed in their own size",
    Severity.WARNING,
    "A rules page or a score sheet that is larger than the paper is made smaller, so that the game "
    "can be printed all the same. Its type is smaller, too.",
    "the size of the aid in game.yaml",
    good="a rules page of 190 x 250 mm on A4",
    bad="the same page on A5, at 66 %",
)

BLANK_PAGES = Rule(
    "blank-pages",
    "A booklet has as many pages as its sheets",
    Severity.WARNING,
    "A sheet that is folded once has four pages, or two if it is printed on one side. Where there "
    "is nothing for the last ones, they stay blank, and the back cover with them.",
    "a sheet has two leaves, and a leaf two sides",
    good="a booklet of 8 pages on two sheets",
    bad="a booklet of 6 pages on two sheets: the last two are blank",
)

FOLDED_SINGLY = Rule(
    "folded-singly",
    "A booklet is printed on both sides of its sheets",
    Severity.WARNING,
    "Sheets that are printed on one side make a booklet, too: each is folded with its print "
    "outside, and all are stapled at the open edges. It is twice as thick and does not lie flat.",
    "fukurotoji, the pouch binding of East Asia",
    good="--backs long-edge for a rules booklet",
    bad="--backs none for a rules booklet",
)

PAGE_CLIPPED = Rule(
    "page-clipped",
    "A booklet's pages are printed up to their safe area",
    Severity.WARNING,
    "Pages as large as half of the paper reach into the margin that the printer leaves, and creep "
    "moves those inside a thick booklet over the fold. What is drawn there is not printed; inside "
    "the safe area nothing is lost.",
    "the margins of the printer, and the component's `safe` and `creep`",
    good="margins of 5 mm, and pages with safe: 9 mm",
    bad="margins of 12.7 mm, and pages with safe: 9 mm",
)

LEAF_LARGER = Rule(
    "leaf-larger",
    "A booklet's sheets are about as large as two of its pages",
    Severity.WARNING,
    "A sheet of a booklet is folded in the middle of the paper and cut nowhere. On much larger "
    "paper its pages have a wide blank rim, which has to be trimmed without marks.",
    "paper is halved by its fold: ISO 216 keeps the shape, a4 has two pages of 148.5 x 210 mm",
    good="pages of 148 x 210 mm on a4",
    bad="pages of 148 x 210 mm on a3: leaves of 148.5 x 420 mm",
)

BLANK_RIM = 20.0
"""Millimetres that a leaf may be wider or higher than its page before that is told."""

RULES = (
    BLEED_CLIPPED,
    BLEED_LOST,
    MARKS_CLIPPED,
    LABEL_LEFT_OUT,
    COMMON_PAPER_DUPLEX,
    GLUE_STRIP_NARROW,
    JOINT_CROSSES,
    BACKS_LEFT_OUT,
    SHRUNK,
    BLANK_PAGES,
    FOLDED_SINGLY,
    PAGE_CLIPPED,
    LEAF_LARGER,
)
_MORE_ROOM = "use smaller margins or larger paper"


def bleed_clipped(component: Component, kept: float, paper: str) -> Finding:
    """Return the finding that only ``kept`` millimetres of a component's bleed are printed."""
    message = (
        f"{component.name} has {component.bleed:g} mm of bleed, but {paper} leaves room"
        f" for {round(kept, 2):g} mm at its edge"
    )
    if kept < DRIFT and component.kind.close_cut:
        hint = f"{_MORE_ROOM}; or write bleed: 0 mm, if its edge is white"
        return Finding(BLEED_LOST, message, component.where, hint)
    return Finding(BLEED_CLIPPED, message, component.where, _MORE_ROOM)


def marks_clipped(component: Component, sides: str, paper: str) -> Finding:
    """Return the warning that there is no room for crop marks at these sides."""
    message = f"{component.name} leaves no room for crop marks {sides} on {paper}"
    return Finding(MARKS_CLIPPED, message, component.where, _MORE_ROOM)


def label_left_out(component: Component, paper: str) -> Finding:
    """Return the warning that there is no room for the label."""
    message = f"{component.name} leaves no room for the sheet's label on {paper}"
    return Finding(LABEL_LEFT_OUT, message, component.where, _MORE_ROOM)


def narrow_strip(component: Component, asked: float, strip: float, paper: str) -> Finding:
    """Return the warning that glue strips are narrower than declared. Millimetres."""
    message = (
        f"{component.name} asks for {asked:g} mm of overlap, but {paper} leaves room"
        f" for {round(strip, 2):g} mm"
    )
    hint = "print on larger paper, or write overlap: 0 mm to trim the panels and butt them"
    return Finding(GLUE_STRIP_NARROW, message, component.where, hint)


def joint_crosses(component: Component, joints: Sequence[float], way: str, paper: str) -> Finding:
    """Return the warning that joints cross what the template keeps whole. Millimetres."""
    edge = "left" if way == "down" else "top"
    message = (
        f"{component.name} on {paper} has a joint {way} at"
        f" {', '.join(f'{joint:.0f}' for joint in joints)} mm from its {edge} that crosses what"
        ' pnp:role="keep" marks'
    )
    hint = "move it in the drawing, or print on larger paper: panels get no shorter for it"
    return Finding(JOINT_CROSSES, message, component.where, hint)


def backs_left_out(component: Component) -> Finding:
    """Return the warning that pieces are printed without the backs that they need."""
    message = f"{component.name} is printed without its backs"
    hint = "write --backs gutterfold to fold and glue them, or put the cards into opaque sleeves"
    return Finding(BACKS_LEFT_OUT, message, component.where, hint)


def shrunk(component: Component, by: float, paper: str, half: Size | None = None) -> Finding:
    """Return the warning that an aid is printed smaller, by a factor below 1.

    ``half`` is half of the paper, for a booklet's pages.
    """
    percent = min(round(by * 100, 1), 99.9)  # 100 % would be its size
    message = (
        f"{component.name} is too large for {paper}, and is printed at {percent:g} % of its size"
    )
    hint = "print it on larger paper"
    if half is not None:
        hint += f"; pages of {half} keep their size"
    return Finding(SHRUNK, message, component.where, hint)


def blank_pages(component: Component, pages: int, of_sheet: int) -> Finding | None:
    """Return the warning that a booklet's last pages are blank; None if none is.

    ``pages`` are printed, on sheets with 2 or 4 pages each.
    """
    printed = pages + -pages % of_sheet
    if printed == pages:
        return None
    blank = f"page {printed} is" if printed - pages == 1 else f"pages {pages + 1}-{printed} are"
    if pages < len(component.cards):
        verb = "is" if pages == 1 else "are"
        some = f"{counted(pages, 'page')} of {component.name} {verb}"
        message = f"{some} printed as {printed}: {blank} blank"
        hint = f"write --component {component.name} to print the booklet as a whole"
        return Finding(BLANK_PAGES, message, component.where, hint)
    message = (
        f"{component.name} has {counted(pages, 'page')}, and is printed as {printed}: {blank} blank"
    )
    hint = f"a sheet has {of_sheet} pages: add some, or leave some out"
    return Finding(BLANK_PAGES, message, component.where, hint)


def folded_singly(component: Component) -> Finding:
    """Return the warning that a booklet is printed on one side of its sheets."""
    message = f"{component.name} is printed on one side: its sheets are folded one by one"
    hint = "fold each, print outside, and staple the open edges; or write --backs long-edge"
    return Finding(FOLDED_SINGLY, message, component.where, hint)


def page_clipped(component: Component, lost: float, safe: float, paper: str) -> Finding:
    """Return the warning that more is lost at the edges of pages than is safe. Millimetres."""
    message = (
        f"{component.name} is printed on {paper} without {lost:.1f} mm at the edges of its pages,"
        f" and only {round(safe, 2):g} mm are safe to lose"
    )
    return Finding(PAGE_CLIPPED, message, component.where, _MORE_ROOM)


def leaf_larger(component: Component, page: Size, leaf: Size, paper: str) -> Finding | None:
    """Return the warning that leaves are much larger than their pages; None if they are not."""
    if leaf.width - page.width <= BLANK_RIM and leaf.height - page.height <= BLANK_RIM:
        return None
    message = f"{component.name} has pages of {page}, and {paper} is folded to leaves of {leaf}"
    hint = f"print it alone on paper of about {Size(2 * page.width, page.height)}, or trim its rim"
    return Finding(LEAF_LARGER, message, component.where, hint)


def page_over_fold(component: Component, lost: float, safe: float, where: Where) -> Finding:
    """Return the warning that creep moves more over the fold than is safe to lose. Millimetres."""
    message = (
        f"the creep of {component.name} moves the pages of its innermost sheet {lost:g} mm over the"
        f" fold, and only {round(safe, 2):g} mm are safe to lose"
    )
    hint = f"write a smaller creep, or safe: {lost:g} mm and keep the drawings inside it"
    return Finding(PAGE_CLIPPED, message, where, hint)
