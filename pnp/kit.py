"""A game composed and imposed in memory: pieces and sheets, before any file is written."""

import gc
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from pnp.base.diagnostics import Finding
from pnp.base.slotted import slotted
from pnp.data.game import Card, Game
from pnp.data.project import Project
from pnp.data.selection import selected
from pnp.data.wanted import Wanted
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


SMALL = 24
"""The most different pieces of a kit that one process judges, writes and proves by itself."""


@slotted
class Options:
    """The options of a build: ``Options(Layout(…), ink=Ink.LOW, only=(Wanted("graveyard"),))``.

    ``only`` are the pieces to build, None is all. ``dpi`` is the resolution of PNG files. ``since``
    is the version of an earlier kit, if only what changed since then is built. ``language`` is that
    of the kit, None is the one that the game is written in.
    """

    layout: Layout
    ink: Ink = Ink.FULL
    only: tuple[Wanted, ...] | None = None
    formats: frozenset[Format] = frozenset({Format.PDF, Format.SVG})
    dpi: float = 300.0
    language: str | None = None
    since: str | None = None

    @property
    def whole(self) -> bool:
        """Tell whether all pieces of the game are built."""
        return self.only is None and self.since is None


@slotted
class Kit:
    """A game's pieces and the sheets they are imposed on; those of the guide come first.

    Halloween on A4: 140 pieces (copies included) on 10 sheets. ``findings`` come from the data,
    the templates and the imposition; preflight and rulebook are checked later, in ``build``.
    ``game`` has only the components and rows that are printed: all of them, or those chosen.
    """

    game: Game
    pieces: tuple[Piece, ...]
    sheets: tuple[Sheet, ...]
    findings: tuple[Finding, ...]
    templates: Templates

    @property
    def is_small(self) -> bool:
        """Return whether a second process beside costs more than it gains."""
        return len(self.pieces) <= SMALL


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


class Composition(NamedTuple):
    """All pieces of a game as drawn for a layout, guides apart, before they are imposed.

    ``game`` has only the components and rows that are printed. ``findings`` are about pieces that
    were made smaller for the paper.
    """

    game: Game
    pieces: tuple[Piece, ...]
    findings: tuple[Finding, ...]
    templates: Templates

    def only(self, quantities: Mapping[str, int]) -> "Composition":
        """Return the pieces named by id, each in so many copies, without any guide.

        They are drawn as before: a template that shows how many there are shows all of them.
        """
        wanted = [(piece, quantities[piece.id]) for piece in self.pieces if piece.id in quantities]
        pieces = tuple(
            replace(piece, card=replace(piece.card, qty=qty)) for piece, qty in wanted if qty
        )
        cards: dict[str, list[Card]] = {}
        for piece in pieces:
            cards.setdefault(piece.component.name, []).append(piece.card)
        components = {
            name: replace(self.game.component(name), cards=tuple(mine))
            for name, mine in cards.items()
        }
        return self._replace(game=replace(self.game, components=components), pieces=pieces)


@gc_paused()
def lay_out(game: Game, options: Options, tell: Tell, templates: Templates | None = None) -> Kit:
    """Compose and impose a game.

    ``templates`` are those of an earlier drawing, which then costs only what changed.

    Raises:
        PnpError: a template or font cannot be used, or a piece does not fit on the paper.
    """
    return imposed(game, composed(game, options, tell, templates), options, tell)


def composed(
    game: Game, options: Options, tell: Tell, templates: Templates | None = None
) -> Composition:
    """Return the pieces of a game that are wanted, fit for the paper, without its guides.

    Those are drawn from the finished sheets.

    Raises:
        PnpError: a template or font cannot be used.
    """
    part = selected(game, options.only)
    templates = templates or templates_of(game)
    tell("drawing")
    pieces, small = shrunk(compose(game, templates, options.ink, part), options.layout)
    return Composition(part, pieces, small, templates)


def imposed(game: Game, drawn: Composition, options: Options, tell: Tell) -> Kit:
    """Impose the pieces of a game; the guide is drawn last, from the plan of the other sheets.

    Raises:
        PnpError: a piece does not fit on the paper, or the guide cannot be drawn.
    """
    part, pieces, small, templates = drawn
    tell("laying out")
    sheets, findings = impose(game, pieces, options.layout, templates.book, options.ink)
    # A guide shows the plan of all other sheets, so its pages are imposed after them.
    guides, guide_sheets, of_guides = _guides(game, part, templates, options, sheets)
    everything = (*guides, *pieces)
    of_sheets = (*small, *findings, *of_guides)
    findings = (*game.findings, *_of_faces(everything), *of_sheets)
    unique = tuple(dict.fromkeys(findings))
    return Kit(part, everything, (*guide_sheets, *sheets), unique, templates)


class _Guides(NamedTuple):
    """The pages of guides, the sheets that they are printed on, and the findings about them."""

    pages: tuple[Piece, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    findings: tuple[Finding, ...] = ()


def _guides(
    game: Game, part: Game, templates: Templates, options: Options, sheets: Sequence[Sheet]
) -> _Guides:
    """Return the guides in a part of a game, about the given sheets.

    They are drawn again where their pages share sheets, as on large paper: they tell where in the
    whole kit the other sheets follow.
    """
    guides = [component for component in part.components.values() if component.kind.guide]
    if not guides:
        return _Guides()
    layout, ink = options.layout, options.ink
    steps = plan(part, sheets, layout, ink)

    def made(sheets_before: int | None) -> _Guides:
        drawn = [
            page
            for guide in guides
            for sized in [{**steps, "scale": scale(guide, guide.size, layout)}]
            for page in compose_guide(game, guide, templates, ink, sized, sheets_before)
        ]
        pages, small = shrunk(drawn, layout)
        printed, findings = impose(game, pages, layout, templates.book, ink)
        return _Guides(pages, printed, (*small, *findings))

    found = made(None)
    alone = len(guides) == 1 and len(found.sheets) == len(found.pages)
    return found if alone else made(len(found.sheets))


class Drawn(NamedTuple):
    """The pieces of a game, the findings of their drawings, and the templates they are drawn by."""

    pieces: tuple[Piece, ...]
    findings: tuple[Finding, ...]
    templates: Templates

    @property
    def book(self) -> FontBook:
        """Return the fonts that they are set in."""
        return self.templates.book

    def only(self, components: Container[str]) -> "Drawn":
        """Return the pieces of some components, with the findings of their drawings alone."""
        pieces = tuple(piece for piece in self.pieces if piece.component.name in components)
        return Drawn(pieces, _of_faces(pieces), self.templates)


def draw(
    game: Game,
    ink: Ink = Ink.FULL,
    templates: Templates | None = None,
    part: Game | None = None,
) -> Drawn:
    """Return the pieces of every component except guides, in their own size: what checks need.

    ``templates`` are those of an earlier drawing, which then costs only what changed. ``part`` has
    the rows to draw; None is all.

    Raises:
        PnpError: a template or font cannot be used.
    """
    templates = templates or templates_of(game)
    pieces = compose(game, templates, ink, part)
    return Drawn(pieces, _of_faces(pieces), templates)


def drawn_on_demand(game: Game) -> Callable[[str], tuple[Piece, ...]]:
    """Return a function that draws the pieces of a component in full ink; none of a guide.

    Raises:
        PnpError: (the function) a template or font cannot be used.
    """
    templates = templates_of(game)

    def pieces(name: str) -> tuple[Piece, ...]:
        part = replace(game, components={name: game.component(name)})
        return compose(game, templates, Ink.FULL, part)

    return pieces


def templates_of(game: Game, *, redraws: bool = False) -> Templates:
    """Return the templates of a game, in its language and its colours, and with its fonts.

    ``redraws`` says that the same rows will be drawn again, after some of them have changed.
    """
    return Templates(
        game.project,
        FontBook(game.project.folders("fonts")),
        redraws=redraws,
        language=game.language,
        translation=game.translation,
        palette=game.palette,
    )


def _of_faces(pieces: Sequence[Piece]) -> tuple[Finding, ...]:
    """Return the findings of the drawings of pieces, equal ones once."""
    sides = (side for piece in pieces for side in (piece.face, piece.back) if side is not None)
    return tuple(dict.fromkeys(finding for side in sides for finding in side.findings))
