"""All templates of a project: read once, drawn for each row."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path as FilePath

from pnp.content.project import Project
from pnp.errors import Where
from pnp.geometry import Rect, Size
from pnp.scene.bounds import path_bounds, union
from pnp.scene.path import Path
from pnp.template.data.expression import scope
from pnp.template.data.memo import Asking, Memo
from pnp.template.drawing import Drawing, Ink
from pnp.template.elements.element import draw_view
from pnp.template.elements.pen import Kept, Pen
from pnp.template.elements.view import ROW, Mark, Result
from pnp.template.elements.viewport import canvas
from pnp.template.files import Drawings, Loaded
from pnp.template.reading.style import INITIAL
from pnp.template.text.fonts import FontBook


class Template:
    """A drawing with data in it. ``sample`` names the row that the file shows in an editor."""

    def __init__(self, loaded: Loaded, library: "Templates") -> None:
        self._loaded, self._library = loaded, library
        self.name, self.path = loaded.file.name, loaded.path
        self.sample = loaded.file.root.twins.get("sample")
        self._size = canvas(loaded.file.root).size

    @property
    def size(self) -> Size:
        """Return the trim size in millimetres."""
        return self._size

    def draw(self, values: Mapping[str, object], ink: Ink, where: Where) -> Drawing:
        """Return the drawing for one row; ``where`` is the row's place.

        Raises:
            PnpError: an expression, a reference or a value is wrong.
        """
        drawn = self._library.drawn(self._loaded, values, ink, where)
        marks = drawn.marks
        findings = (replace(f, where=where) if f.where is ROW else f for f in drawn.findings)
        return Drawing(
            self._size,
            drawn.whole,
            _cut(marks),
            tuple(mark.path for mark in marks if mark.role == "crease"),
            _safe(marks),
            tuple(dict.fromkeys(findings)),
            _rooms(marks),
        )


class Templates:
    """The templates by name. ``book`` holds the fonts they are set in."""

    def __init__(self, project: Project, book: FontBook) -> None:
        self.book = book
        self._files = Drawings(project)
        self._kept: Kept = (Memo(), {})
        self._templates: dict[str, Template] = {}

    def get(self, name: str, where: Where | None = None) -> Template:
        """Return a template by its path inside ``templates/``.

        Raises:
            PnpError: it does not exist, cannot be read, or something in it is wrong.
        """
        if name not in self._templates:
            self._templates[name] = Template(self._files.load(name, where), self)
        return self._templates[name]

    @property
    def files(self) -> tuple[FilePath, ...]:
        """Return everything that was read so far: drawings and images."""
        return self._files.paths

    def drawn(self, loaded: Loaded, values: Mapping[str, object], ink: Ink, where: Where) -> Result:
        """Return a drawing for one row, in millimetres; equal rows get the same object."""
        asking = Asking(scope(values))
        pen = Pen(self._files, self.book, self._kept, draw_view, asking, ink, where)
        return pen.page(loaded, INITIAL)[0]


def _cut(marks: tuple[Mark, ...]) -> Path | None:
    paths = [mark.path for mark in marks if mark.role == "cut"]
    if not paths:
        return None
    return Path("".join(p.ops for p in paths), tuple(c for p in paths for c in p.coords))


def _safe(marks: tuple[Mark, ...]) -> Rect | None:
    return union(path_bounds(mark.path) for mark in marks if mark.role == "safe")


def _rooms(marks: tuple[Mark, ...]) -> dict[str, Rect]:
    boxes = {mark.name: path_bounds(mark.path) for mark in marks if mark.role == "room"}
    return {name: box for name, box in boxes.items() if box is not None}
