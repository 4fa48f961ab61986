"""Templates drawn for rows become faces; equal drawings become one face."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from pnp.base.diagnostics import Where, user_error
from pnp.data.game import Card, Component, Cut, Game
from pnp.geometry.path import Path
from pnp.geometry.plane import Size
from pnp.geometry.polygon import crossing, encloses, leaves
from pnp.geometry.tolerance import SAVED
from pnp.scene.drawing import Drawing, Ink
from pnp.scene.page import Face
from pnp.scene.sameness import Contents
from pnp.template.library import Templates


class DrawnSide(NamedTuple):
    """A face, with the drawing it was made from."""

    face: Face
    drawing: Drawing


@dataclass(frozen=True, slots=True)
class FaceRenderer:
    """Draws the sides of one component's pieces, ``trim`` millimetres large before folding."""

    component: Component
    trim: Size
    templates: Templates
    ink: Ink
    values: Mapping[str, object]
    _met: dict[Contents, Face] = field(default_factory=dict)

    def draw(self, card: Card, template: str) -> DrawnSide:
        """Return a template drawn for a row as a side of the piece.

        Raises:
            PnpError: the template is missing or broken, or is not as large as the component.
        """
        drawing = self.drawing(card, template, self.trim)
        return DrawnSide(self._face(drawing, card.where), drawing)

    def drawing(self, card: Card, template: str, size: Size, part: str = "") -> Drawing:
        """Return a template drawn for a row, which is to be as large as ``size``.

        ``part`` says what is drawn where that is not the whole component.

        Raises:
            PnpError: the template is missing or broken, or has another size.
        """
        values = {"card": {**card.values, "id": card.id, "qty": card.qty}, **self.values}
        drawing = self.templates.get(template, self.component.where).draw(
            values, self.ink, card.where
        )
        self._check_size(drawing.size, size, template, part)
        return drawing

    def back(self, card: Card) -> Face | None:
        """Return a row's back, or None where it has none."""
        return self.draw(card, card.back).face if card.back else None

    def outline(self, side: DrawnSide, template: str) -> Path | None:
        """Return the outline that a piece is cut along, or None where straight cuts free it.

        Raises:
            PnpError: the component is cut along an outline, and its template has none, or one that
                a knife cannot follow round the piece.
        """
        if self.component.cut is Cut.STRAIGHT:
            return None
        cut = side.drawing.cut
        if cut is None:
            raise user_error(
                f'{self.component.name} has "cut: outline", but "{template}" has no outline',
                self.component.where,
                'mark a path of the template with pnp:role="cut", or write cut: straight',
            )
        return self.sound(cut, template)

    def sound(self, cut: Path, template: str) -> Path:
        """Return the outline that a template draws.

        Raises:
            PnpError: it crosses itself.
        """
        self._check_outline(cut, template)
        return cut

    def _check_outline(self, cut: Path, template: str) -> None:
        if (place := crossing(cut)) is not None:
            fault = f"crosses itself at {place.x:.1f}, {place.y:.1f} mm"
            hint = 'a knife goes round once: mend the path with pnp:role="cut"'
        elif not encloses(cut):
            fault, hint = "does not close", 'close the path with pnp:role="cut" around the piece'
        elif (place := leaves(cut, self.trim)) is not None:
            fault = f"leaves the piece at {place.x:.1f}, {place.y:.1f} mm"
            hint = f"draw it inside {self.trim}, or make the size larger"
        else:
            return
        raise user_error(f'the outline of "{template}" {fault}', self.component.where, hint)

    def _face(self, drawing: Drawing, where: Where) -> Face:
        """Return the face of a drawing; one that names a fault is its row's own."""
        if not drawing.findings and drawing.nodes in self._met:
            return self._met[drawing.nodes]
        bleed, safe = self.component.bleed, self.component.safe
        face = Face(self.trim, bleed, safe, drawing.nodes, where, drawing.findings)
        if not drawing.findings:
            self._met[drawing.nodes] = face
        return face

    def _check_size(self, size: Size, wanted: Size, template: str, part: str) -> None:
        if all(abs(a - b) <= SAVED for a, b in zip(size, wanted, strict=True)):
            return
        name = self.component.name
        computed = part or self.component.kind.measured
        raise user_error(
            f'template "{template}" is {size}, but {f"the {part} of " if part else ""}{name} is'
            f" {wanted}",
            self.component.where,
            f"make the drawing {wanted} (width, height and viewBox)"
            f"{'' if computed else f', or change the size of {name}'}",
        )


def shared_values(game: Game, component: Component, ink: Ink) -> dict[str, object]:
    """Return what a template can say of everything but its row. Lengths in millimetres."""
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
        },
        "play": game.play,
        "palette": game.palette,
        "ink": ink.value,
    }
