"""The rules for typeset text, and the findings of their violations."""

import unicodedata
from collections.abc import Iterable, Iterator

from pnp.base.diagnostics import Finding, Rule, Severity, Where, meant, nearest, quote
from pnp.geometry.plane import Size

TEXT_OVERFLOW = Rule(
    "text-overflow",
    "Text fits the place that its template gives it.",
    Severity.ERROR,
    "Words that run over their box cover the art, or are cut off with the trim. They are drawn "
    "all the same, so that the place can be seen.",
    "The TeXbook, chapter 6: an overfull box is reported and set",
    good='<text x="6" y="20" font-family="Alegreya Sans" font-size="4" pnp:width="30" '
    'pnp:text="Barn owl">Owl</text>',
    bad='<text x="6" y="20" font-family="Alegreya Sans" font-size="4" pnp:width="10" '
    'pnp:text="Barn owl">Owl</text>',
)

MISSING_GLYPH = Rule(
    "missing-glyph",
    "Each character has a glyph in one of the fonts that its text may use.",
    Severity.ERROR,
    "A character without a glyph would print as an empty box. Nothing is printed in its place, nor "
    "where the glyph is empty, as in fonts to try out.",
    "The Unicode Standard, section 5.3: unknown and missing characters",
    good='<text x="6" y="20" font-family="Alegreya Sans" font-size="4">a night owl</text>',
    bad='<text x="6" y="20" font-family="Alegreya Sans" font-size="4">a night 梟</text>',
)

MISSING_ICON = Rule(
    "missing-icon",
    "Each :name: in a rich text is an icon of the game.",
    Severity.ERROR,
    "The players would read a word with colons where a symbol belongs.",
    "pnp's template language: a name between colons is an icon",
    good='<rect id="room" x="6" y="10" width="28" height="20" fill="none"/>'
    '<text font-family="Alegreya Sans" font-size="4" style="shape-inside:url(#room)" '
    'pnp:text="Pay 2 \\:coins:">Pay 2</text>',
    bad='<rect id="room" x="6" y="10" width="28" height="20" fill="none"/>'
    '<text font-family="Alegreya Sans" font-size="4" style="shape-inside:url(#room)" '
    'pnp:text="Pay 2 :coins:">Pay 2</text>',
)

SUBSTITUTED_FONT = Rule(
    "substituted-font",
    "The first font that a text names is there.",
    Severity.WARNING,
    "Another font has other widths and another look: lines break elsewhere than in the editor.",
    "CSS Fonts Module Level 4, section 5.2: matching font styles",
    good='<text x="6" y="20" font-family="Alegreya Sans" font-size="4">Owl</text>',
    bad='<text x="6" y="20" font-family="Times New Roman" font-size="4">Owl</text>',
)

MISSING_STYLE = Rule(
    "missing-style",
    "The font has the bold or italic style that a text asks for.",
    Severity.WARNING,
    "The nearest style is printed, so what was to stand out looks like all the rest.",
    "CSS Fonts Module Level 4, section 5.2: matching font styles",
    good='<rect id="room" x="6" y="10" width="28" height="20" fill="none"/>'
    '<text font-family="Alegreya Sans" font-size="4" style="shape-inside:url(#room)" '
    'pnp:text="a **bold** owl">Owl</text>',
    bad='<rect id="room" x="6" y="10" width="28" height="20" fill="none"/>'
    '<text font-family="Bangers" font-size="4" style="shape-inside:url(#room)" '
    'pnp:text="a **bold** owl">Owl</text>',
)

MARKUP_IN_LINE = Rule(
    "markup-in-line",
    "Markup and line breaks are in boxes of text",
    Severity.WARNING,
    "Only a box of text reads stars, icons and line breaks. In a line the stars and colons are "
    "printed, and a line break is a space.",
    "pnp's template language: a text without shape-inside or inline-size is one line",
    good='<rect id="room" x="6" y="10" width="28" height="20" fill="none"/>'
    '<text font-family="Alegreya Sans" font-size="4" style="shape-inside:url(#room)" '
    'pnp:text="a **bold** owl">Owl</text>',
    bad='<text x="6" y="20" font-family="Alegreya Sans" font-size="4" '
    'pnp:text="a **bold** owl">Owl</text>',
)

RULES = (
    *(TEXT_OVERFLOW, MISSING_GLYPH, MISSING_ICON, MISSING_STYLE, SUBSTITUTED_FONT, MARKUP_IN_LINE),
)

OF_WORDS = (TEXT_OVERFLOW, MISSING_GLYPH, MISSING_ICON, MISSING_STYLE, MARKUP_IN_LINE)
"""The rules that other words may keep."""

_QUOTED = 30
"""How many characters of a text a message quotes."""


def too_wide(text: str, excess: float, width: float, size: float, where: Where | None) -> Finding:
    """Return the finding for text that is wider than its width; lengths in millimetres."""
    message = f"{_begun(text)} is {excess:.2f} mm wider than its {width:g} mm, set at {size:.2f} mm"
    return Finding(TEXT_OVERFLOW, message, where, "shorten the text, or give it more width")


def too_tall(text: str, excess: float, box: Size, size: float, where: Where | None) -> Finding:
    """Return the finding for text that is taller than its box; lengths in millimetres."""
    message = (
        f"{_begun(text)} is {excess:.2f} mm taller than its box of {box}, set at {size:.2f} mm"
    )
    hint = "shorten the text, enlarge the box, or lower pnp:min-size"
    return Finding(TEXT_OVERFLOW, message, where, hint)


def off_path(text: str, where: Where | None) -> Finding:
    """Return the finding for text that is longer than the path along which it is set."""
    message = f"{_begun(text)} is longer than its path: letters beyond its ends are not printed"
    hint = "shorten the text, lengthen the path, or set the text smaller"
    return Finding(TEXT_OVERFLOW, message, where, hint)


def missing_glyphs(chars: Iterable[str], font: str, where: Where | None) -> Iterator[Finding]:
    """Yield a finding for each different character that no font of a chain has."""
    for char in dict.fromkeys(chars):
        name = unicodedata.name(char, "no name").lower()
        message = f'"{char}" (U+{ord(char):04X}, {name}) has no glyph in {font}'
        hint = "write another character, use an icon, or put a font that has it into fonts/"
        yield Finding(MISSING_GLYPH, message, where, hint)


def empty_glyphs(chars: Iterable[str], font: str, where: Where | None) -> Iterator[Finding]:
    """Yield a finding for each different character whose glyph in a font is empty."""
    for char in dict.fromkeys(chars):
        name = unicodedata.name(char, "no name").lower()
        message = f'"{char}" (U+{ord(char):04X}, {name}) is empty in {font}: nothing is printed'
        hint = "write another character, use an icon, or another font: one to try out lacks letters"
        yield Finding(MISSING_GLYPH, message, where, hint)


def substituted_font(family: str, used: str, where: Where | None, hint: str | None) -> Finding:
    """Return the finding that a text is set in another font than it names."""
    message = f"the font {quote(family)} is not there: {quote(used)} is used"
    return Finding(SUBSTITUTED_FONT, message, where, hint)


def missing_icon(name: str, known: Iterable[str], where: Where | None) -> Finding:
    """Return the finding for an icon that does not exist; ``known`` are those that do."""
    near = meant(nearest(name, known))
    hint = f'did you mean ":{near}:"? if not, ' if near else ""
    hint += (
        f"draw templates/icons/{name}.svg, or {name}.svg in icons/ beside the template; "
        f"write \\:{name}: for the plain words"
    )
    return Finding(MISSING_ICON, f'there is no icon ":{name}:"', where, hint)


def missing_style(family: str, style: str, where: Where | None) -> Finding:
    """Return the finding for emphasis that a family has no font for."""
    hint = "put the style's font into fonts/, or use another family"
    return Finding(MISSING_STYLE, f"{family} has no {style} style", where, hint)


def markup_in_line(text: str, where: Where | None) -> Finding:
    """Return the finding for markup in a text that is no box."""
    message = f"{_begun(text)} is printed as it is written: the text is a line, not a box"
    hint = "wrap it in a shape in Inkscape (Text > Flow into Frame), or take the markup out"
    return Finding(MARKUP_IN_LINE, message, where, hint)


def break_in_line(text: str, where: Where | None) -> Finding:
    """Return the finding for a line break in a text that is no box."""
    message = f"{_begun(text)} has a line break, printed as a space: the text is a line, not a box"
    hint = "wrap it in a shape in Inkscape (Text > Flow into Frame), or take the line break out"
    return Finding(MARKUP_IN_LINE, message, where, hint)


def _begun(text: str) -> str:
    """Return the beginning of a text in quotes, on one line."""
    return quote(" ".join(text.split()), _QUOTED)
