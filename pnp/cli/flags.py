"""The options that several commands share; they cost nothing to list, so that help is quick."""

from collections.abc import Callable, Sequence

import click

DEFAULTS = {"paper": "a4", "margin": "5 mm", "backs": "long-edge"}
"""What a printer remembers, where nothing else is said."""

Decorator = Callable[[Callable[..., None]], Callable[..., None]]


def _backs_option(ways: Sequence[str], help_: str) -> Decorator:
    return click.option(
        "--backs",
        type=click.Choice(ways),
        default=DEFAULTS["backs"],
        show_default=True,
        help=help_,
    )


OPTIONS = (
    click.option(
        "--paper",
        default=DEFAULTS["paper"],
        show_default=True,
        help="a4, letter, a5, a3, half-letter, legal, tabloid, sra3, arch-b, super-b, a4-letter "
        "(one file for both), or '210 x 297 mm'.",
    ),
    click.option(
        "--margin",
        default=DEFAULTS["margin"],
        show_default=True,
        help="What the printer cannot reach: one length, or left, top, right and bottom as in "
        "'5 5 5 12 mm'.",
    ),
    _backs_option(
        ["long-edge", "short-edge", "gutterfold", "none"],
        "The edge that the paper is turned over; gutterfold: faces and backs on one side, to "
        "fold and glue; none: fronts only.",
    ),
    click.option(
        "--bleed",
        type=click.Choice(["gap", "butt"]),
        default="gap",
        show_default=True,
        help="gap: each piece keeps its bleed, two cuts between neighbours. butt: pieces "
        "touch, one cut.",
    ),
    click.option(
        "--gutter", default="0 mm", show_default=True, help="Extra gap between neighbours."
    ),
    click.option(
        "--precut",
        metavar="STOCK",
        help="Paper whose pieces are cut or perforated, a4 or letter as its name says: "
        "business-letter, business-letter-apart, business-a4, business-a4-apart, index-letter, "
        "round-25-letter, round-38-letter, round-40-a4, round-60-a4; or the size of a piece, "
        "columns x rows, and gaps: '85 x 54 mm, 2 x 5, 10 x 0 mm'.",
    ),
    click.option(
        "--ink",
        type=click.Choice(["full", "low"]),
        default="full",
        show_default=True,
        help="Full colour, or the templates' own drawing in outlines.",
    ),
)
"""The layout options, in the order of the help."""


CUT_BACKS = _backs_option(
    ["long-edge", "short-edge", "none"],
    "The edge that the paper is turned over; none: fronts only.",
)
"""Without gutterfold: the marks of a machine are on one side, and a folded sheet has two."""


def output_option(help_: str) -> Decorator:
    """Return the option of the folder that kits or exports go to, as a decorator."""
    return click.option(
        "-o", "--output", metavar="PATH", default="output", show_default=True, help=help_
    )


def layout_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the layout options to a command: a decorator."""
    return _with(OPTIONS, command)


def paper_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that a printer remembers: paper, margin and backs; a decorator."""
    return _with(OPTIONS[:3], command)


def sheet_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of sheets that are cut by a machine: paper, backs and bleed; a decorator."""
    return _with((OPTIONS[0], CUT_BACKS, OPTIONS[3]), command)


def _with(options: Sequence[Decorator], command: Callable[..., None]) -> Callable[..., None]:
    for option in reversed(options):
        command = option(command)
    return command
