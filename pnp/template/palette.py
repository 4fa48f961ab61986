"""The colours of a drawing that stand for those of the palette, and those that only look like them.

An artist picks colours with the eye and the dropper. ``pnp:palette="night #17141b; bone #f6efdf"``
on the root says which of them are the palette's: where the drawing has ``#17141b`` the game's
``night`` is painted. They are replaced in the tree, before anything is compiled: the drawing looks
as if the artist had picked the game's colours.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping

from pnp.base.color import parse_color
from pnp.base.diagnostics import Finding, Rule, Severity, counted, nearest, quote, user_error
from pnp.data.textfile import composed
from pnp.svg.parse import Element, SvgFile

PAINTED = ("fill", "stroke", "color", "stop-color", "flood-color", "lighting-color")
"""The attributes whose values are colours."""

LITERAL_COLOR = Rule(
    "literal-color",
    "A drawing takes its colors from the palette",
    Severity.WARNING,
    "A color that is written out stays as it is when the palette's changes: the cards get a new "
    "night, and one drawing keeps the old one. Said once on the root, the drawing follows.",
    "this project: templates/README.md, pnp:palette",
    good='<svg pnp:palette="night #17141b" …> <rect fill="#17141b"/>',
    bad='<svg …> <rect fill="#17141b"/>, and night: "#17141b" in game.yaml',
)

_ENTRY = re.compile(r"([^#;]*[^#;:\s])\s+(#(?:[0-9a-f]{3}|[0-9a-f]{6}))", re.IGNORECASE)

_COLOR = re.compile(r"""(?<![\w("'#-])#(?:[0-9a-f]{6}|[0-9a-f]{3})(?![\w-])""", re.IGNORECASE)

_DECLARATION = re.compile(r"([\w-]+)\s*:[^;]*")

_BLOCK = re.compile(r"\{[^{}]*\}")

Repaint = Callable[[re.Match[str]], str]


def repaint(file: SvgFile, palette: Mapping[str, str]) -> Finding | None:
    """Give a drawing the palette's colours where it says so; tell of those that it writes out.

    Raises:
        PnpError: its ``pnp:palette`` cannot be read, or names a colour that is not in the palette.
    """
    root = file.root
    said = root.pnp_attrs.get("palette")
    samples = _samples(said, root, palette) if said is not None else {}
    names = {_digits(color): name for name, color in reversed([*palette.items()])}
    written: Counter[str] = Counter()

    def painted(match: re.Match[str]) -> str:
        sample = _digits(match[0])
        if sample in samples:
            return palette[samples[sample]]
        written.update([names[sample]] if sample in names else [])
        return match[0]

    if names:
        for element in root.walk():
            _repaint(element, painted)
    return _finding(root, written, samples, palette) if written else None


def _repaint(element: Element, painted: Repaint) -> None:
    attrs = element.attrs
    for name in PAINTED:
        if "#" in attrs.get(name, "") and name not in element.pnp_attrs:
            attrs[name] = _COLOR.sub(painted, attrs[name])
    if "#" in attrs.get("style", ""):
        attrs["style"] = _DECLARATION.sub(
            lambda one: one[0] if one[1] in element.pnp_attrs else _COLOR.sub(painted, one[0]),
            attrs["style"],
        )
    if element.tag == "style":
        element.text = _BLOCK.sub(lambda block: _COLOR.sub(painted, block[0]), element.text)


def _samples(said: str, root: Element, palette: Mapping[str, str]) -> dict[str, str]:
    """Return the names of the palette's colours by those that stand for them in the drawing."""
    samples: dict[str, str] = {}
    for part in filter(None, map(str.strip, composed(said).split(";"))):
        entry = _ENTRY.fullmatch(part)
        if entry is None:
            hint = 'write names and the colors that stand for them: "night #17141b; bone #f6efdf"'
            raise user_error(f"pnp:palette cannot be read: {quote(part)}", root.where, hint)
        name, sample = entry[1], _digits(entry[2])
        if name not in palette:
            add = "add it to the palette in game.yaml, or take it out of pnp:palette"
            hint = nearest(name, palette) or add
            raise user_error(f"{quote(name)} is not in the palette", root.where, hint)
        if sample in samples:
            hint = "take another color for one of them"
            raise user_error(f"{entry[2]} stands for two colors of pnp:palette", root.where, hint)
        samples[sample] = name
    return samples


def _finding(
    root: Element, written: Counter[str], samples: Mapping[str, str], palette: Mapping[str, str]
) -> Finding:
    told = ", ".join(f"{name} {number}" for name, number in written.most_common())
    number = counted(sum(written.values()), "color")
    entries = {**samples, **{_digits(palette[name]): name for name in written}}
    said = "; ".join(f"{name} {sample}" for sample, name in entries.items())
    return Finding(
        LITERAL_COLOR,
        f"{number} of the palette written out: {told}",
        root.where,
        f'write pnp:palette="{said}" on the root <svg>',
    )


def _digits(color: str) -> str:
    """Return a colour as ``#rrggbb``."""
    return parse_color(color)[0].hex
