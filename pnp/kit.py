"""A game drawn and laid out on sheets, before any file is written."""

import gc
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from pnp.base.diagnostics import Finding, nearest, quote, user_error
from pnp.data.game import Component, Game
from pnp.imposition.impose import impose
from pnp.imposition.plan import plan
from pnp.imposition.sheet import Layout, Sheet
from pnp.kinds.compose import compose, compose_guide
from pnp.kinds.guide import Plan
from pnp.kinds.piece import Piece
from pnp.scene.drawing import Ink
from pnp.template.library import Templates
from pnp.text.fontbook import FontBook

Tell = Callable[[str], None]
"""Called with the name of each step as it begins."""


class Format(StrEnum):
    """What a build writes beside its overview and manifest."""

    PDF = "pdf"
    SVG = "svg"
    PNG = "png"


@dataclass(frozen=True, slots=True)
class Options:
    """What the user chose for a build; ``only`` names the components to make, None all."""

    layout: Layout
    ink: Ink = Ink.FULL
    only: Collection[str] | None = None
    formats: frozenset[Format] = frozenset({Format.PDF, Format.SVG})
    dpi: float = 300.0


@dataclass(frozen=True, slots=True)
class Kit:
    """Pieces and sheets, the guide's first; what was found while drawing and laying them out."""

    game: Game
    pieces: tuple[Piece, ...]
    sheets: tuple[Sheet, ...]
    findings: tuple[Finding, ...]
    templates: Templates


@contextmanager
def gc_paused() -> Iterator[None]:
    """Let Python look for no rubbish meanwhile: a drawing has none, and takes a fifth longer."""
    looking = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if looking:
            gc.enable()


@gc_paused()
def lay_out(game: Game, options: Options, tell: Tell) -> Kit:
    """Return the game's pieces on sheets; the guide, drawn from their plan, comes first.

    Raises:
        PnpError: a template or font cannot be used, or a piece does not fit on the paper.
    """
    components = chosen(game, options.only)
    templates = _templates(game)
    tell("drawing")
    pieces = compose(game, templates, options.ink, [each.name for each in components])
    tell("laying out")
    sheets, found = impose(game, pieces, options.layout, templates.book, options.ink)
    # A guide is drawn from the plan of all other sheets, so its pages are imposed after them. They
    # take the same way: on large paper two of them share a sheet.
    steps = plan(game, sheets, options.layout, options.ink)
    guides = _guides(game, components, templates, options.ink, steps)
    first, more = impose(game, guides, options.layout, templates.book, options.ink)
    everything = (*guides, *pieces)
    findings = (*game.findings, *_of_faces(everything), *found, *more)
    return Kit(game, everything, (*first, *sheets), tuple(dict.fromkeys(findings)), templates)


def _guides(
    game: Game, chosen: Sequence[Component], templates: Templates, ink: Ink, steps: Plan
) -> tuple[Piece, ...]:
    """Return the pages of all guides that are chosen."""
    guides = (component for component in chosen if component.kind.guide)
    return tuple(
        page for guide in guides for page in compose_guide(game, guide, templates, ink, steps)
    )


class Drawn(NamedTuple):
    """The pieces of a game, what was found while drawing them, and the fonts they are set in."""

    pieces: tuple[Piece, ...]
    findings: tuple[Finding, ...]
    book: FontBook


def draw(game: Game, ink: Ink = Ink.FULL) -> Drawn:
    """Return every piece but the guides, and what was found while drawing it.

    Raises:
        PnpError: a template or font cannot be used.
    """
    templates = _templates(game)
    pieces = compose(game, templates, ink)
    return Drawn(pieces, tuple(dict.fromkeys(_of_faces(pieces))), templates.book)


def _templates(game: Game) -> Templates:
    return Templates(game.project, FontBook(game.project.folders("fonts")))


def chosen(game: Game, only: Collection[str] | None) -> Sequence[Component]:
    """Return the components that a build makes: all, or those that are named.

    Raises:
        PnpError: a name is not known.
    """
    for name in only or ():
        if name not in game.components:
            hint = nearest(name, game.components) or f"it has {', '.join(game.components)}"
            raise user_error(f"{game.key} has no component {quote(name)}", game.where, hint)
    return [c for c in game.components.values() if only is None or c.name in only]


def _of_faces(pieces: Sequence[Piece]) -> tuple[Finding, ...]:
    sides = (side for piece in pieces for side in (piece.face, piece.back) if side is not None)
    return tuple(finding for side in sides for finding in side.findings)
