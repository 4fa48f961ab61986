"""What the proof can find wrong with a finished PDF."""

from pnp.finding import Rule, Severity

_SOURCE = "the plan that the sheets were made from"


def _rule(name: str, title: str, rationale: str, source: str = _SOURCE) -> Rule:
    return Rule(name, title, Severity.ERROR, rationale, source)


COUNT = _rule(
    "proof-count",
    "Every piece is on paper exactly as often as planned",
    "A card too few is met at the table, a card too many spoils the deck.",
)
CONTENT = _rule(
    "proof-content",
    "Under each key the file shows that face, in its place",
    "Thirty-six equal fronts under thirty-six keys are a full count and no game.",
)
BACK = _rule(
    "proof-back",
    "Every back lies behind its own face when the paper is turned",
    "A back that is off by a millimetre marks its card; a foreign back ruins the deck.",
)
PANEL = _rule(
    "proof-panel",
    "The panels of a board show the whole board",
    "What is on no panel is missing when the board is glued together.",
)
OVERLAP = _rule(
    "proof-overlap",
    "No two pieces share paper",
    "A knife frees one piece only where two overlap.",
)
MARGIN = _rule(
    "proof-margin",
    "Every piece lies where the printer can print",
    "What stands in the margin is cut off by the printer, without a word.",
)
BOX = _rule(
    "proof-box",
    "Each page says its media, bleed and trim box",
    "Print shops place and cut pages by their boxes.",
    "ISO 32000-1, 14.11.2: trim inside bleed inside media",
)
FONT = _rule(
    "proof-font",
    "Every font is embedded",
    "A font that is not in the file is replaced by another one at the printer's.",
    "ISO 15930-7 (PDF/X-4): all fonts embedded",
)
SCALING = _rule(
    "proof-scaling",
    "The file asks to be printed at its own size",
    "Fit to page prints at 96 to 98 per cent, and backs no longer meet their faces.",
    "ISO 32000-1, 12.2: PrintScaling None",
)
STRAY = _rule(
    "proof-stray",
    "Nothing is drawn beside the planned marks and pieces",
    "A stray drawing is cut into or printed on a piece.",
)

RULES = (COUNT, CONTENT, BACK, PANEL, OVERLAP, MARGIN, BOX, FONT, SCALING, STRAY)
