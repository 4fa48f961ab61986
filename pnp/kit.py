"""A game composed and imposed in memory: pieces and sheets, before any file is written."""

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from pnp.base.diagnostics import Finding
from pnp.data.game import Game
from pnp.data.project import Project
from pnp.data.selection import Wanted, selected
from pnp.imposition.impose import impose
from pnp.imposition.plan import plan
from pnp.imposition.sheet import Layout, Sheet
from pnp.imposition.shrink import scale, shrunk
from pnp.kinds.compose import compose, compose_guide
from pnp.kinds.piece import Piece
from pnp.scene.page import Ink
from pnp.template.render import Templates
from pnp.text.fontbook import FontBook

Selected = Sequence[tuple[Path, Project]]
"""The folder of each selected game, and its project."""

Tell = Callable[[str], None]
"""Progress callback, called with the name of each step as it begins: ``tell("drawing")``."""


class Format(StrEnum):
    """A file format of a kit; the overview and the manifest are always written."""

    PDF = "pdf"
    SVG = "svg"
    PNG = "png"


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a build: ``Options(Layout(…), ink=Ink.LOW, only=(Wanted("graveyard"),))``.

    ``only`` are the pieces to build, None is all. ``dpi`` is the resolution of PNG files.
    ``language`` is that of the kit, None is the one that the game is written in.
    """

    layout: Layout
    ink: Ink = Ink.FULL
    only: tuple[Wanted, ...] | None = None
    formats: frozenset[Format] = frozenset({Format.PDF, Format.SVG})
    dpi: float = 300.0
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Kit:
    """A game's pieces and the sheets they are imposed on; those of the guide come first.

    Halloween on A4: 123 pieces (copies included) on 7 sheets. ``findings`` come from the data,
    the templates and the imposition; preflight and rulebook are checked later, in ``build``.
    ``game`` has only the components and rows that are printed: all of them, or those chosen.
    """

    game: Game
    pieces: tuple[Piece, ...]
    sheets: tuple[Sheet, ...]
    findings: tuple[Finding, ...]
    templates: Templates


@contextmanager
def gc_paused() -> Iterator[None]:
    """Pause the cyclic garbage collector: scenes hold no cycles, and it costs 20 % of the run."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@gc_paused()
def lay_out(game: Game, options: Options, tell: Tell, templates: Templates | None = None) -> Kit:
    """Compose and impose a game; the guide is drawn last, from the plan of the other sheets.

    ``templates`` are those of an earlier drawing, which then costs only what changed.

    Raises:
        PnpError: a template or font cannot be used, or a piece does not fit on the paper.
    """
    part = selected(game, options.only)
    templates = templates or _templates(game)
    tell("drawing")
    pieces, small = shrunk(compose(game, templates, options.ink, part), options.layout)
    tell("laying out")
    sheets, findings = impose(game, pieces, options.layout, templates.book, options.ink)
    # A guide shows the plan of all other sheets, so its pages are imposed after them, in the same
    # way: on large paper two pages share a sheet.
    guides, small_guides = shrunk(_guides(game, part, templates, options, sheets), options.layout)
    guide_sheets, more = impose(game, guides, options.layout, templates.book, options.ink)
    everything = (*guides, *pieces)
    of_sheets = (*small, *findings, *small_guides, *more)
    findings = (*game.findings, *_of_faces(everything), *of_sheets)
    unique = tuple(dict.fromkeys(findings))
    return Kit(part, everything, (*guide_sheets, *sheets), unique, templates)


def _guides(
    game: Game, part: Game, templates: Templates, options: Options, sheets: Sequence[Sheet]
) -> tuple[Piece, ...]:
    """Return the pages of the guides in a part of a game, about the given sheets."""
    guides = [component for component in part.components.values() if component.kind.guide]
    if not guides:
        return ()
    ink, steps = options.ink, plan(part, sheets, options.layout, options.ink)
    return tuple(
        page
        for guide in guides
        for sized in [{**steps, "scale": scale(guide, guide.size, options.layout)}]
        for page in compose_guide(game, guide, templates, ink, sized)
    )


class Drawn(NamedTuple):
    """The pieces of a game, the findings of their drawings, and the templates they are drawn by."""

    pieces: tuple[Piece, ...]
    findings: tuple[Finding, ...]
    templates: Templates

    @property
    def book(self) -> FontBook:
        """Return the fonts that they are set in."""
        return self.templates.book


def draw(
    game: Game,
    ink: Ink = Ink.FULL,
    templates: Templates | None = None,
    part: Game | None = None,
) -> Drawn:
    """Compose every component except guides, without imposing anything: enough for the checks.

    ``templates`` are those of an earlier drawing, which then costs only what changed. ``part`` has
    the rows to draw; None is all.

    Raises:
        PnpError: a template or font cannot be used.
    """
    templates = templates or _templates(game)
    pieces = compose(game, templates, ink, part)
    return Drawn(pieces, tuple(dict.fromkeys(_of_faces(pieces))), templates)


def _templates(game: Game) -> Templates:
    book = FontBook(game.project.folders("fonts"))
    return Templates(game.project, book, language=game.language, translation=game.translation)


def _of_faces(pieces: Sequence[Piece]) -> tuple[Finding, ...]:
    sides = (side for piece in pieces for side in (piece.face, piece.back) if side is not None)
    return tuple(finding for side in sides for finding in side.findings)
