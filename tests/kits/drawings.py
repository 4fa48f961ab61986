"""What each template of a game is drawn for, recorded while its pieces are made.

A die draws its template for each of its rows, a tray for each of its walls, a spinner for disc and
arrow; and they tell it more than the row: ``panel``, ``spinner``, ``track``.
"""

from collections.abc import Mapping
from dataclasses import field
from typing import NamedTuple

from pnp.base.slotted import slotted
from pnp.data.game import Card, Component, Game
from pnp.kinds.kind import FaceRenderer, board_values, kind_of, shared_values
from pnp.scene.page import Drawing, Ink
from pnp.template.render import Templates


class Row(NamedTuple):
    """A row that a template is drawn for, and what the template is told besides in full ink."""

    component: Component
    card: Card
    told: Mapping[str, object] = {}


Drawn = dict[str, list[Row]]


@slotted
class _Watched(FaceRenderer):
    """Faces that note what they draw."""

    noted: Drawn = field(default_factory=dict)

    def drawn(self, card: Card, template: str) -> Drawing:
        rows = self.noted.setdefault(template, [])
        if not any(row.card is card and row.told is self.values for row in rows):
            rows.append(Row(self.component, card, self.values))
        return FaceRenderer.drawn(self, card, template)


def drawn_rows(game: Game, templates: Templates) -> Drawn:
    """Return what the templates of a game are drawn for, by their names; guides' are left out."""
    noted: Drawn = {}
    for component in game.components.values():
        if component.kind.name == "guide":
            continue
        values = shared_values(game, component, Ink.FULL)
        if component.name in game.boards:
            values["board"] = board_values(game.boards[component.name])
        maker = kind_of(component)
        trim = maker.trim(component)
        faces = _Watched(component, trim, templates, Ink.FULL, values, noted=noted)
        for card in component.cards:
            maker.piece(card, faces)
    return noted
