"""What can be wrong with sheets that are printed all the same."""

from pnp.finding import Rule, Severity

_PNP_HOWTO = "ernierasta, pnp-howto: bleed, crop marks, duplex"

BLEED_CLIPPED = Rule(
    "bleed-clipped",
    "Art runs the whole bleed past the trim line",
    Severity.WARNING,
    "A knife lands a little off the line. Where the printable area ends before the bleed does, "
    "the edge of the piece may show a white sliver.",
    _PNP_HOWTO,
)

MARKS_CLIPPED = Rule(
    "marks-clipped",
    "Every cut line has its crop marks",
    Severity.WARNING,
    "Pieces are cut from mark to mark. Where the printable area ends at the pieces, there is no "
    "room for marks, and the cut has to be guessed.",
    _PNP_HOWTO,
)

LABEL_LEFT_OUT = Rule(
    "label-left-out",
    "Every sheet says what it is",
    Severity.WARNING,
    "A label outside the pieces tells which sheet this is, on which stock, and how to turn it.",
    _PNP_HOWTO,
)

COMMON_PAPER_DUPLEX = Rule(
    "common-paper-duplex",
    "Backs are not printed through paper of unknown size",
    Severity.WARNING,
    "A page for A4 and Letter alike is centred on the paper by the printer, and few printers "
    "centre both sides alike: the backs slip.",
    _PNP_HOWTO,
)

RULES = (BLEED_CLIPPED, MARKS_CLIPPED, LABEL_LEFT_OUT, COMMON_PAPER_DUPLEX)
