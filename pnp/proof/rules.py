"""The rules of the proof: what can be wrong with a finished PDF."""

from pnp.base.diagnostics import Rule, Severity

_SOURCE = "the plan that the sheets were made from"
_GAME = "the game's data: each row with its quantity, its face and its back"


def _rule(
    name: str, title: str, rationale: str, source: str = _SOURCE, *, good: str, bad: str
) -> Rule:
    return Rule(name, title, Severity.ERROR, rationale, source, good, bad)


COUNT = _rule(
    "proof-count",
    "Every piece is on paper exactly as often as the game says",
    "A card too few is met at the table, a card too many spoils the deck.",
    _GAME,
    good="the rows of a deck say 36 cards, and the file has 36",
    bad="the rows of a deck say 36 cards, and the file has 35",
)

CONTENT = _rule(
    "proof-content",
    "Under each key the file shows that face, in its place",
    "Thirty-six equal fronts under thirty-six keys are a full count and no game.",
    _GAME,
    good="the key owl/barn#1/face shows the face of owl/barn",
    bad="the key owl/barn#1/face shows the face of owl/snow",
)

BACK = _rule(
    "proof-back",
    "Every back lies behind its own face when the paper is turned",
    "A back that is off by a millimetre marks its card; a foreign back ruins the deck.",
    good="the back is printed where the paper brings it behind its face",
    bad="the back is printed 1 mm beside that place, or a back of another card is there",
)

FOLD = _rule(
    "proof-fold",
    "The pages of a booklet are in order when its sheets are folded",
    "A page in another one's place is met in the middle of a rule.",
    "the order of the pages in the game's data",
    good="8 and 1 on the front of the outer sheet, 2 and 7 on its back",
    bad="1 and 8 on the front of the outer sheet",
)

PANEL = _rule(
    "proof-panel",
    "The panels of a board show the whole board",
    "What is on no panel is missing when the board is glued together.",
    good="four panels show a board of 554 x 374 mm between them",
    bad="three panels, and a corner of the board is on none",
)

OVERLAP = _rule(
    "proof-overlap",
    "No two pieces share paper",
    "A knife frees one piece only where two overlap.",
    good="two cards side by side, 6 mm apart",
    bad="two cards side by side, the second 1 mm over the first",
)

MARGIN = _rule(
    "proof-margin",
    "Every piece lies where the printer can print",
    "What is drawn in the margin is cut off by the printer, without a warning.",
    good="a card 6 mm from the edge of the paper, which the printer leaves 5 mm of",
    bad="the same card 3 mm from the edge of the paper",
)

BOX = _rule(
    "proof-box",
    "Each page has its media, bleed and trim box",
    "Print shops place and cut pages by their boxes.",
    "ISO 32000-1, 14.11.2: trim inside bleed inside media",
    good="a page with a TrimBox inside its BleedBox inside its MediaBox",
    bad="a page with a MediaBox alone",
)

FONT = _rule(
    "proof-font",
    "Every font is embedded",
    "A font that is not in the file is replaced by another one at the printer's.",
    "ISO 15930-7 (PDF/X-4): all fonts embedded",
    good="a file with the letters of Alegreya Sans that it uses",
    bad="a file that only names Helvetica",
)

SCALING = _rule(
    "proof-scaling",
    "The file asks to be printed at its own size",
    "Fit to page prints at 96 to 98 per cent, and backs no longer meet their faces.",
    "ISO 32000-1, 12.2: PrintScaling None",
    good="a file with /ViewerPreferences << /PrintScaling /None >>",
    bad="a file without it",
)

STRAY = _rule(
    "proof-stray",
    "Nothing is drawn beside the planned marks and pieces",
    "A stray drawing is cut into or printed on a piece.",
    good="a page of cards, crop marks and its label",
    bad="a page with a rectangle that was not planned",
)

MARKS = _rule(
    "proof-marks",
    "Crop marks, fold marks and outlines are where a piece is cut and folded",
    "A knife follows the marks: each that is 1 mm off cuts every piece of its row 1 mm off.",
    "the slots of the page, and the outlines and creases of the pieces in them",
    good="a crop mark in line with the trim edge of every outer card, outside all bleed",
    bad="the same marks, all of them 1 mm further to the right",
)

LABEL = _rule(
    "proof-label",
    "Each sheet says which of how many it is",
    "Sheets of one deck look alike: without its number a lost sheet is not missed.",
    "the order of the sheets in the file",
    good="the second of four sheets with the label: sheet 2 of 4",
    bad="the second of four sheets without a label, or with the label: sheet 3 of 4",
)

UNKNOWN = _rule(
    "proof-unknown",
    "The proof knows all that is in the file",
    "What the proof cannot read it cannot compare: a layer may be hidden, a note printed over.",
    "ISO 32000-1, annex A: the operators; 8 to 12: what objects may have",
    good="a file of outlines, pictures, gradients and embedded fonts",
    bad="a file with a layer that can be switched off, or colours in a space of their own",
)

_OF_FILES = (CONTENT, BACK, BOX, FONT, SCALING, STRAY, UNKNOWN)
RULES = (COUNT, FOLD, PANEL, OVERLAP, MARGIN, MARKS, LABEL, *_OF_FILES)
