"""Small drawings for tests: a project in a temporary folder, templates written into it."""

from collections.abc import Mapping
from pathlib import Path

from pnp.base.diagnostics import PnpError, Where
from pnp.data.project import Project
from pnp.scene.node import Node, Picture, Shape, Text
from pnp.scene.page import Drawing, Ink
from pnp.template.render import Templates
from pnp.text.fontbook import FontBook
from tests.make import leaves, svg

ROW = Where("card_data/game/cards.csv", 2)


class Studio:
    """A project with templates, and the library that reads them."""

    def __init__(self, root: Path, book: FontBook) -> None:
        self.folder = root / "templates"
        (root / "card_data").mkdir(parents=True, exist_ok=True)
        self.folder.mkdir(exist_ok=True)
        self.templates = Templates(Project(root), book)

    def write(self, name: str, body: str | bytes) -> None:
        """Write a file of the templates folder."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body if isinstance(body, bytes) else body.encode())

    def draw(
        self, name: str, card: Mapping[str, object] | None = None, ink: Ink = Ink.FULL
    ) -> Drawing:
        """Return a template of the folder drawn for a row."""
        return self.templates.get(name).draw({"card": dict(card or {})}, ink, ROW)

    def drawn(
        self, body: str, card: Mapping[str, object] | None = None, ink: Ink = Ink.FULL
    ) -> Drawing:
        """Return a drawing of 40 x 40 mm with this body drawn for a row."""
        name = f"t{len(list(self.folder.iterdir()))}.svg"
        self.write(name, svg(body))
        return self.draw(name, card, ink)

    def told(self, body: str, card: Mapping[str, object] | None = None) -> str:
        """Return the findings on a drawing, which is drawn all the same."""
        return "\n".join(map(str, self.drawn(body, card).findings))

    def refused(self, body: str, card: Mapping[str, object] | None = None) -> str:
        """Return the error that drawing a body stops with."""
        try:
            self.drawn(body, card)
        except PnpError as error:
            return str(error)
        raise AssertionError("the drawing was not refused")


def flat(nodes: tuple[Node, ...]) -> list[Shape | Text | Picture]:
    """Return what is drawn, without the groups around it."""
    return [*leaves(nodes)]
