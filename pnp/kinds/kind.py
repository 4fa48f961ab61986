"""``ComponentKind``: a kind of component with its entry in game.yaml and how it draws pieces.

``FaceRenderer`` draws templates for it. A module of this package declares one kind, or a few that
are nearly the same::

    class CounterEntry(RowsEntry):
        kind: Literal["counter"]

    COUNTER = ComponentKind(name="counter", entry=CounterEntry, piece=flat.piece, cutting=TOKENS)

``catalog`` lists the kinds of the program. README.md in this folder shows how to add one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isclose
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.base.diagnostics import Finding, PnpError, Where, meant, quote, user_error
from pnp.base.slotted import slotted
from pnp.base.units import MM_PER_PIXEL, MM_PER_POINT, MM_PER_UNIT
from pnp.data.entry import Entry
from pnp.data.game import Board, Card, Component, Cut, Game, Kind, Link, Space, Value
from pnp.geometry.contours import alike, cut_off
from pnp.geometry.path import Path
from pnp.geometry.plane import SAVED, Affine, Size
from pnp.geometry.polygon import Corners, crossing, encloses, leaves
from pnp.kinds import rules
from pnp.kinds.piece import Piece
from pnp.scene.page import Drawing, Face, Ink
from pnp.scene.sameness import Contents

if TYPE_CHECKING:  # loading the drawing of templates takes longer than reading a game
    from pnp.template.render import Template, Templates


class DrawnSide(NamedTuple):
    """A face, and the template's drawing that it was made from."""

    face: Face
    drawing: Drawing


@slotted
class FaceRenderer:
    """Draws the sides of one component's pieces: ``faces.draw(card, "my-game/card.svg")``.

    ``trim`` is the size before folding, in millimetres. ``values`` are what templates can read
    besides the row: ``game``, ``component``, ``palette``, and what the kind adds. ``game`` is the
    whole one, whose rows templates may name as their samples.
    """

    component: Component
    trim: Size
    templates: "Templates"
    ink: Ink
    values: Mapping[str, object]
    game: Game | None = None
    _cache: dict[Contents, Face] = field(default_factory=dict)
    _looked_for: set[str] = field(default_factory=set)

    def draw(self, card: Card, template: str) -> DrawnSide:
        """Return a template drawn for a row as a side of the piece.

        Raises:
            PnpError: the template is missing or broken, or does not have the size ``trim``.
        """
        drawing = self.drawing(card, template, self.trim)
        return DrawnSide(self._face(drawing, card.where), drawing)

    def drawing(self, card: Card, template: str, size: Size, part: str = "") -> Drawing:
        """Return a template drawn for a row; it must have the given size in millimetres.

        ``part`` names what is drawn, for messages, if it is not the whole component: ``arrow``.

        Raises:
            PnpError: the template is missing or broken, or has another size.
        """
        drawing = self.drawn(card, template)
        self.check_size(drawing.size, size, template, part)
        return drawing

    def drawn(self, card: Card, template: str) -> Drawing:
        """Return a template drawn for a row, whatever its size.

        Raises:
            PnpError: the template is missing or broken.
        """
        row = {**card.values, "id": card.id, "qty": card.qty}
        values = {"card": row, **self.values}
        drawn = self.templates.get(template, self.component.where)
        try:
            drawing = drawn.draw(values, self.ink, card.where)
        except PnpError as error:
            raise PnpError(self._told(each, card, row, error) for each in error.problems) from None
        stale = self._stale(card, drawn, values)
        return replace(drawing, findings=(*drawing.findings, *stale)) if stale else drawing

    def _stale(
        self, card: Card, template: "Template", values: Mapping[str, object]
    ) -> Sequence[Finding]:
        """Return what the file shows of its sample that the sample's row does not give."""
        as_written = self.ink is Ink.FULL and self.templates.translation is None
        if template.sample is None or not as_written or self.component.kind.guide:
            return ()  # games share a guide's
        name = f"{self.component.name}/{card.id}"
        if template.sample == name:
            return template.stale_samples(values, name)
        if template.name in self._looked_for:
            return ()
        self._looked_for.add(template.name)
        rows = (
            *self.component.cards,
            *(self.component.parts.cards if self.component.parts else ()),
        )
        lost = template.lost_sample(self.component.name, [row.id for row in rows])
        if lost is None and self.game is not None:
            lost = template.lost_owner(self.game.key, self.game.components)
        return () if lost is None else (lost,)

    def _told(
        self, problem: Finding, card: Card, row: Mapping[str, Value], error: PnpError
    ) -> Finding:
        """Return a problem of a template, at the row's cell if its value is what is wrong."""
        culprit = self.templates.culprit(problem, row, error)
        if culprit is None:
            return replace(problem, hint=self._renamed(problem) or problem.hint)
        hint = f"{culprit.hint}; " if culprit.hint else ""
        hint += f"it is read in {problem.where}"
        place = card.where_of(culprit.column)
        return replace(problem, where=place, hint=hint.replace("?; ", "? "))

    def _renamed(self, problem: Finding) -> str | None:
        """Return a hint with the header of the column that an unknown name may mean, or None.

        The mistake may be in the table as well as in the template.
        """
        from pnp.template.terms import UNKNOWN

        name = meant(problem.hint)
        place = self.component.headers.get(name or "")
        if place is None or not problem.message.endswith(UNKNOWN):
            return None
        table = PurePosixPath(place.file).name
        known = (problem.hint or "").partition("? ")[2]
        hint = f"the table {table} has {quote(name)} (line {place.line}): rename one of them"
        return f"{hint}; {known}" if known else hint

    def back(self, card: Card, outline: Path | None = None) -> Face | None:
        """Return a row's back, or None if it has none; ``outline`` is that of its face."""
        if not card.back:
            return None
        face, drawing = self.draw(card, card.back)
        if outline is None or drawing.cut is None or alike(drawing.cut, self.behind(outline)):
            return face
        finding = rules.back_outline(self.component, card)
        return replace(face, findings=(*face.findings, finding))

    def behind(self, outline: Path) -> Path:
        """Return a line on the face as the back shows it, mirrored."""
        return outline.placed(Affine(-1, 0, 0, 1, self.trim.width, 0))

    def outline(self, side: DrawnSide, card: Card) -> Path | None:
        """Return the outline that a row's piece is cut along, or None if it is cut straight.

        Raises:
            PnpError: the component is cut along an outline, and its template draws none, or an
                invalid one: see ``sound``.
        """
        if self.component.cut is Cut.STRAIGHT:
            return None
        cut = side.drawing.cut
        if cut is None:
            raise self._no_outline(card)
        return self.sound(cut, card.face)

    def _no_outline(self, card: Card) -> PnpError:
        """Return the error that a template has no outline, or has one that a row does not draw."""
        name, template = self.component.name, card.face
        message = f'{name} has "cut: outline", but "{template}"'
        drawn = self.templates.get(template)
        if drawn.has_role("cut"):
            hint = 'draw the path with pnp:role="cut" for every row, or write cut: straight'
            if aside := drawn.set_aside("cut"):
                tag, where = aside
                hint = (
                    f'what has pnp:role="cut" ({where}) lies in a <{tag}>, which is not drawn'
                    " itself: move it out, or show it by a <use> for every row"
                )
            return user_error(f"{message} draws none for {name}/{card.id}", card.where, hint)
        hint = 'mark a path of the template with pnp:role="cut", or write cut: straight'
        return user_error(f"{message} has no outline", self.component.where, hint)

    def sound(self, cut: Path, template: str) -> Path:
        """Return the outline of a template after checking it.

        Raises:
            PnpError: it crosses itself, is not closed, leaves the piece, or makes two of it.
        """
        if (place := crossing(cut)) is not None:
            fault = f"crosses itself at {place.x:.1f}, {place.y:.1f} mm"
            hint = 'a knife goes round once: fix the path with pnp:role="cut"'
        elif not encloses(cut):
            fault, hint = "is not closed", 'close the path with pnp:role="cut" around the piece'
        elif (place := leaves(cut, self.trim)) is not None:
            fault = f"leaves the piece at {place.x:.1f}, {place.y:.1f} mm"
            hint = f"draw it inside {self.trim}, or make the size larger"
        elif (place := cut_off(cut)) is not None:
            fault = f"cuts the piece in two at {place.x:.1f}, {place.y:.1f} mm"
            hint = "a knife goes round once: one contour; holes and slits lie inside it"
        else:
            return cut
        raise user_error(f'the outline of "{template}" {fault}', self.component.where, hint)

    def _face(self, drawing: Drawing, where: Where) -> Face:
        """Return the face of a drawing; equal drawings share one, unless they have findings.

        Findings name the place of their row, so such a face cannot be shared.
        """
        if not drawing.findings and drawing.nodes in self._cache:
            return self._cache[drawing.nodes]
        bleed, safe = self.component.bleed, self.component.safe
        face = Face(self.trim, bleed, safe, drawing.nodes, where, drawing.findings)
        if not drawing.findings:
            self._cache[drawing.nodes] = face
        return face

    def check_size(self, size: Size, wanted: Size, template: str, part: str = "") -> None:
        """Refuse a template that does not have the wanted size in millimetres.

        Raises:
            PnpError: names the template, and the ``part`` of the component that it draws.
        """
        if all(abs(a - b) <= SAVED for a, b in zip(size, wanted, strict=True)):
            return
        name = self.component.name
        computed = part or self.component.kind.measured
        hint = _rounded(size, wanted) or (
            f"make the drawing {wanted} (width, height and viewBox)"
            f"{'' if computed else f', or change the size of {name}{_meant(size, wanted)}'}"
        )
        raise user_error(
            f'template "{template}" is {size}, but {f"the {part} of " if part else ""}{name} is'
            f" {wanted}",
            self.component.where,
            hint,
        )


POINTS = MM_PER_POINT / MM_PER_PIXEL
"""Pixels in a point, 1/72 inch: Illustrator writes points as numbers without a unit, or as px."""


def _rounded(size: Size, wanted: Size) -> str:
    """Return what to write if a program has rounded the wanted size, or counted points; or ""."""
    sides = list(zip(size, wanted, strict=True))
    if all(abs(a - b) <= MM_PER_PIXEL for a, b in sides):
        reason = "its program counts whole pixels"
    elif all(abs(a * POINTS - b) <= MM_PER_PIXEL for a, b in sides):
        reason = "its program counts points as pixels"
    else:
        return ""
    lengths = f'width="{wanted.width:g}mm" height="{wanted.height:g}mm"'
    return f"{reason}: write {lengths} on its <svg>, and leave the viewBox"


def _meant(size: Size, wanted: Size) -> str:
    """Return the size of a drawing that another is in a wrong unit, as the end of a hint."""
    for unit, length in MM_PER_UNIT.items():
        if unit != "mm" and all(
            isclose(a * length, b, rel_tol=0.01) for a, b in zip(size, wanted, strict=True)
        ):
            return f" from {unit} to {size}"
    return ""


def shared_values(game: Game, component: Component, ink: Ink) -> dict[str, object]:
    """Return the values that templates can read besides the row: ``game.title``, ``palette.bone``.

    Lengths are millimetres.
    """
    return {
        "component": {
            "name": component.name,
            "title": component.title,
            "width": component.size.width,
            "height": component.size.height,
        },
        "game": {
            "key": game.key,
            "title": game.title,
            "designer": game.designer,
            "version": game.version,
            "players": game.players,
            "language": game.language,
        },
        "play": game.play,
        "palette": game.palette,
        "ink": ink.value,
    }


def board_values(board: Board) -> dict[str, list[dict[str, Any]]]:
    """Return the spaces and links of a board as plain data for its templates.

    Each space has ``id``, ``kind``, ``x`` and ``y``; each link ``from``, ``to``, ``kind``, and its
    ends ``x1, y1`` and ``x2, y2``: millimetres from the trim's top-left corner, y down.
    """
    spaces = {space.id: space for space in board.spaces}
    return {
        "spaces": [_space_values(space) for space in board.spaces],
        "links": [_link_values(link, spaces) for link in board.links],
    }


def _space_values(space: Space) -> dict[str, Any]:
    own = {"id": space.id, "kind": space.kind, "x": space.at.x, "y": space.at.y}
    return {**space.values, **own}


def _link_values(link: Link, spaces: Mapping[str, Space]) -> dict[str, Any]:
    start, end = spaces[link.start].at, spaces[link.end].at
    places = {"x1": start.x, "y1": start.y, "x2": end.x, "y2": end.y}
    return {"from": link.start, "to": link.end, "kind": link.kind, **places}


def own_size(component: Component) -> Size:
    """Return the trim size of a piece that is not folded: the component's own size."""
    return component.size


def no_panels(_: Component) -> Mapping[str, Corners]:
    """Return the panels of a piece that is no box: none."""
    return {}


@dataclass(frozen=True, kw_only=True)
class ComponentKind(Kind):
    """A kind with its implementation, beside the traits of ``Kind``.

    Example: ``ComponentKind(name="deck", entry=DeckEntry, piece=flat.piece, shuffled=True)``.

    - ``entry``: the model of its entry in game.yaml, which validates it. Its field ``kind`` is
      ``Literal[name]``.
    - ``piece``: returns the piece of a row: face, back, outline and creases. It raises ``PnpError``
      if a template is missing, broken or of the wrong size.
    - ``trim``: returns the size after cutting and before folding, in millimetres.
    - ``panels``: returns the corners of each panel of a net, by name.
    """

    entry: type[Entry]
    piece: Callable[[Card, FaceRenderer], Piece]
    trim: Callable[[Component], Size] = own_size
    panels: Callable[[Component], Mapping[str, Corners]] = no_panels


def kind_of(component: Component) -> ComponentKind:
    """Return the kind of a component with its implementation.

    Raises:
        TypeError: the component was not loaded with the kinds of this package.
    """
    if not isinstance(component.kind, ComponentKind):
        raise TypeError(f"{component.name} is of {component.kind!r}, which cannot draw pieces")
    return component.kind
