"""``pnp show``: one card, or a contact sheet of some, as a picture; no kit is touched."""

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path as FilePath
from typing import NamedTuple

from pnp.base.diagnostics import Finding, user_error
from pnp.base.scratch import whole_file
from pnp.base.slotted import slotted
from pnp.data.game import Game
from pnp.data.load import load_game
from pnp.data.project import Project
from pnp.data.selection import selected
from pnp.data.wanted import Wanted
from pnp.geometry.path import Path
from pnp.geometry.plane import Point, Size
from pnp.imposition.impose import page
from pnp.imposition.overview import overview, resolution
from pnp.kinds.catalog import KINDS
from pnp.kinds.piece import SIDES, Piece
from pnp.kit import Drawn, draw, gc_paused
from pnp.output.target import refuse_inside_kit
from pnp.preflight.diagnosis import diagnosed
from pnp.scene.node import Clip, Group
from pnp.scene.page import Face, Ink, Page, Placement, Slot
from pnp.text.fontbook import FontBook

CARD_DPI = 300.0

GAP = 4.0
"""Millimetres between face and back, side by side."""

SUFFIXES = (".png", ".svg", ".pdf")

STDOUT = "-"
"""The name of the file that stands for standard output; what is written there is a PNG."""


@slotted
class Look:
    """How cards are shown: ``Look(back=True, bleed=True, view="grey")``.

    ``face`` and ``back`` are the sides to show, side by side if both. ``bleed`` shows the art past
    the trim too. ``dpi`` is the resolution of a PNG; None suits the number of pieces. ``view`` is a
    way of seeing colours in ``scene.image.VIEWS``, for PNG. ``language`` is one of the game's.
    """

    face: bool = True
    back: bool = False
    bleed: bool = False
    ink: Ink = Ink.FULL
    dpi: float | None = None
    view: str | None = None
    language: str | None = None


class Picked(NamedTuple):
    """What was shown: the ids of the pieces, and what was found on them."""

    ids: tuple[str, ...]
    findings: tuple[Finding, ...]


@gc_paused()
def show(
    folder: FilePath, project: Project, wanted: Sequence[Wanted], look: Look, file: FilePath
) -> Picked:
    """Draw pieces into a file of the type that its name ends in; one piece alone, several in rows.

    Raises:
        PnpError: the game has no such pieces, they cannot be drawn, or the file cannot be written.
    """
    game = load_game(folder, project, KINDS, look.language)
    refuse_source(file, project)
    part = selected(game, wanted)
    _refuse_guides(part)
    _refuse_look(look, file, sum(len(each.cards) for each in part.components.values()))
    drawn = draw(game, look.ink, part=part)
    findings = diagnosed(game, drawn.pieces, drawn.templates, drawn.findings, whole=False)
    _write(_pictures(game, drawn, look), drawn.book, look, file)
    return Picked(tuple(piece.id for piece in drawn.pieces), findings)


def refuse_source(file: FilePath, project: Project) -> None:
    """Refuse a file that may be the user's work: a template must not be replaced by its picture.

    Raises:
        PnpError: it is inside a folder of the project's sources, or inside a kit or an export, or
            no picture by its name.
    """
    sources = (project.root.resolve() / name for name in ("card_data", "templates", "fonts"))
    place = FilePath(os.path.realpath(file.parent))  # which takes a link to itself, too
    if any(map(place.is_relative_to, sources)):
        hint = "name a file outside card_data, templates and fonts"
        raise user_error(f"{file} is among the sources of the game", hint=hint)
    refuse_inside_kit(file)
    if file.suffix.lower() not in SUFFIXES:
        hint = f"name a file that ends in {', '.join(SUFFIXES)}"
        raise user_error(f"{file} is no picture by its name", hint=hint)


def _refuse_guides(part: Game) -> None:
    """Raise an error if only guides are wanted."""
    if all(component.kind.guide for component in part.components.values()):
        hint = "pnp preview shows its sheets, pnp build makes them"
        name = next(iter(part.components))
        raise user_error(f"{name} is drawn from the finished sheets", part.where, hint)


def _refuse_look(look: Look, file: FilePath, pieces: int) -> None:
    """Raise an error for what the picture could not show: better than to leave it out silently."""
    for option, given in (("--view", look.view), ("--dpi", look.dpi)):
        if given and file.suffix.lower() != ".png":
            raise user_error(f"{option} is for a PNG, and {file} is none", hint="name a .png")
    if pieces > 1 and look.bleed:
        raise user_error(f"--bleed is for one card, not {pieces}", hint="name one of them")


def _pictures(game: Game, drawn: Drawn, look: Look) -> tuple[Page, ...]:
    """Return a page with the sides of one piece, or pages with all pieces in rows.

    Raises:
        PnpError: only backs are to be shown, and there are none.
    """
    if len(drawn.pieces) > 1:
        first = drawn.pieces[0]
        if not look.face and all(piece.back is None for piece in drawn.pieces):
            raise user_error("no card of these has a back", first.card.where, "leave out --back")
        title = f"{game.title}: {first.component.title}"
        sides = SIDES if look.face else SIDES[1:]
        return tuple(overview(drawn.pieces, drawn.book, title, sides))
    return (side_by_side(drawn.pieces[0], look),)


def side_by_side(piece: Piece, look: Look) -> Page:
    """Return a page with the sides of a piece that are to be shown, cut to the trim or the bleed.

    Raises:
        PnpError: only its back is to be shown, and it has none.
    """
    asked = (
        ("face", piece.face if look.face else None, piece.cut),
        ("back", piece.back if look.back else None, piece.cut_on_back),
    )
    sides = [(name, face, cut) for name, face, cut in asked if face is not None]
    if not sides:
        raise user_error(f"{piece.id} has no back", piece.card.where, "leave out --back")
    placements: list[Placement] = []
    x = 0.0
    for name, face, cut in sides:
        shown = face if look.bleed else _cut_out(face, cut)
        placements.append(_placed(shown, x, look.bleed, f"{piece.id}/{name}"))
        x = placements[-1].window.right + GAP
    size = Size(x - GAP, max(each.window.height for each in placements))
    return page(size, placements, {}, (), piece.id)


def _cut_out(face: Face, cut: Path) -> Face:
    return replace(face, nodes=(Group(face.nodes, clip=Clip(cut)),))


def _placed(face: Face, x: float, bleed: bool, key: str) -> Placement:
    past = face.bleed if bleed else 0.0
    slot = Slot(Point(x + past, past), face.trim)
    return Placement(slot, face, key, slot.rect.inset(-past))


def _write(pages: Sequence[Page], book: FontBook, look: Look, file: FilePath) -> None:
    """Write pages as PDF, SVG or PNG, by the file's suffix; as a whole, or not at all.

    Raises:
        PnpError: there are more pages than a picture can hold.
    """
    suffix = file.suffix.lower()
    if not file.parent.is_dir():
        hint = "make it, or name a file in one that is there"
        raise user_error(f"there is no folder {file.parent}", hint=hint)
    if len(pages) > 1 and suffix != ".pdf":
        hint = "name a .pdf, or ask for fewer: COMPONENT/'a*'"
        raise user_error(f"{len(pages)} pages are too many for one picture", hint=hint)
    with whole_file(file) as fresh:
        _WRITERS[suffix](pages, book, look, fresh)


def _write_pdf(pages: Sequence[Page], book: FontBook, look: Look, file: FilePath) -> None:
    from pnp.export.pdf.file import Info
    from pnp.export.pdf.writer import write_pdf

    write_pdf(pages, file, book, Info(pages[0].label))


def _write_svg(pages: Sequence[Page], book: FontBook, look: Look, file: FilePath) -> None:
    from pnp.export.svg import svg_text

    file.write_text(svg_text(pages[0], book), encoding="utf-8", newline="\n")


def _write_png(pages: Sequence[Page], book: FontBook, look: Look, file: FilePath) -> None:
    from pnp.export.png import write_png

    pdf = file.with_suffix(".pdf")
    _write_pdf(pages, book, look, pdf)
    dpi = look.dpi or (CARD_DPI if pages[0].placements else resolution(pages[0].size))
    write_png(pdf, 0, dpi, file, view=look.view)


_WRITERS: dict[str, Callable[[Sequence[Page], FontBook, Look, FilePath], None]] = {
    ".pdf": _write_pdf,
    ".svg": _write_svg,
    ".png": _write_png,
}
