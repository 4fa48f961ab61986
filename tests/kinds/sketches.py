"""Pieces made with stand-ins for templates, so that a kind is tested without any file."""

from dataclasses import dataclass, field

from pnp.base.diagnostics import Finding, Rule, Severity, Where, user_error
from pnp.data.game import Component
from pnp.data.selection import selected
from pnp.geometry.path import Path
from pnp.geometry.plane import Rect, Size
from pnp.kinds.compose import compose
from pnp.kinds.piece import Piece
from pnp.scene.node import Shape
from pnp.scene.page import Drawing, Ink
from pnp.text.fontbook import FontBook
from tests.conftest import ROOT
from tests.make import game

ODD = Rule("odd", "Nothing is odd", Severity.WARNING, "It looks odd.", "nobody")


@dataclass
class Sketch:
    """A stand-in for a template: draws one shape for each different ``card.look``."""

    size: Size
    cut: Path | None = None
    creases: tuple[Path, ...] = ()
    findings: bool = False
    rooms: dict = field(default_factory=dict)
    seen: list = field(default_factory=list)
    art: dict = field(default_factory=dict)
    sample: str | None = None
    keep: tuple[Rect, ...] = ()

    def has_role(self, role: str) -> bool:
        return role == "cut" and self.cut is not None

    def set_aside(self, role: str) -> None:
        return None

    def draw(self, values, ink: Ink, where: Where) -> Drawing:
        self.seen.append(values)
        look = values["card"].get("look")
        if look == "broken":
            raise user_error(
                '"lok" is no column', Where("templates/face.svg", 3), 'did you mean "look"?'
            )
        shape = self.art.setdefault((look, ink), Shape(Path.rect(Rect.of(self.size))))
        found = (Finding(ODD, f"{look} is odd", where),) if self.findings else ()
        guides = (self.cut, self.creases, None)
        return Drawing(self.size, (shape,), *guides, found, self.rooms, self.keep)


class Sketches(dict):
    """A stand-in for the library: names and their sketches, and the fonts for a net's words."""

    book = FontBook([ROOT / "fonts"])
    translation = None

    def culprit(self, problem: Finding, card, error) -> str | None:
        return None

    def get(self, name: str, where: Where | None = None) -> Sketch:
        if name not in self:
            raise user_error(
                f'"templates/{name}" does not exist', where, "put the file into templates/"
            )
        return self[name]


def composed(sketches: Sketches, *components, ink: Ink = Ink.FULL, only=None):
    whole = game(*components)
    return compose(whole, sketches, ink, selected(whole, only))


def sole_piece(made: Component, ink: Ink = Ink.FULL, **sketches: Sketch) -> Piece:
    """Return the one piece of a component; sketches are given by their templates' names."""
    named = Sketches({f"{name}.svg": sketch for name, sketch in sketches.items()})
    (piece,) = composed(named, made, ink=ink)
    return piece
