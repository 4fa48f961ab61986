"""The templates of a project: each is loaded once and drawn for each row."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path as FilePath

from pnp.base.diagnostics import Where
from pnp.data.project import Project
from pnp.geometry.path import Path
from pnp.geometry.plane import Rect, Size
from pnp.scene.bounds import path_bounds, union
from pnp.scene.drawing import Drawing, Ink
from pnp.svg.cascade import INITIAL
from pnp.svg.measure import canvas
from pnp.svg.resolved import ROW, Fragment, RoleOutline
from pnp.template.expression import scope
from pnp.template.memo import Tracker
from pnp.template.render import RenderCache, RowRenderer
from pnp.template.sources import ParsedTemplate, TemplateFiles
from pnp.text.fontbook import FontBook


class Template:
    """A drawing with bindings to data: ``templates.get("owl.svg").draw(row, Ink.FULL, where)``.

    ``sample`` names the row whose values the file shows in an editor.
    """

    def __init__(self, parsed: ParsedTemplate, library: "Templates") -> None:
        self._parsed, self._library = parsed, library
        self.name, self.path = parsed.file.name, parsed.path
        self.sample = parsed.file.root.pnp_attrs.get("sample")
        self._size = canvas(parsed.file.root).size

    @property
    def size(self) -> Size:
        """Return the trim size in millimetres."""
        return self._size

    def draw(self, values: Mapping[str, object], ink: Ink, where: Where) -> Drawing:
        """Return the drawing for one row; ``where`` is the row's place.

        Raises:
            PnpError: an expression, a reference or a value is wrong.
        """
        drawn = self._library.drawn(self._parsed, values, ink, where)
        marks = drawn.marks
        findings = (replace(f, where=where) if f.where is ROW else f for f in drawn.findings)
        return Drawing(
            self._size,
            drawn.grouped,
            _cut(marks),
            tuple(mark.path for mark in marks if mark.role == "crease"),
            _safe(marks),
            tuple(dict.fromkeys(findings)),
            _rooms(marks),
        )


class Templates:
    """The templates of a project by name. ``book`` has the fonts of their text."""

    def __init__(self, project: Project, book: FontBook) -> None:
        self.book = book
        self._files = TemplateFiles(project)
        self._cache = RenderCache()
        self._templates: dict[str, Template] = {}

    def get(self, name: str, where: Where | None = None) -> Template:
        """Return a template by its path inside ``templates/``.

        Raises:
            PnpError: it does not exist, cannot be read, or has a mistake.
        """
        if name not in self._templates:
            self._templates[name] = Template(self._files.load(name, where), self)
        return self._templates[name]

    def forget(self, changed: Collection[FilePath]) -> None:
        """Forget files that changed, and every drawing made with them; all others are kept."""
        names = self._files.forget({path.resolve() for path in changed})
        for name in names:
            self._templates.pop(name, None)
        if names:
            self._cache.forget(names)

    @property
    def files(self) -> tuple[FilePath, ...]:
        """Return the files that were read so far: drawings and images."""
        return self._files.paths

    def drawn(
        self, parsed: ParsedTemplate, values: Mapping[str, object], ink: Ink, where: Where
    ) -> Fragment:
        """Return a drawing for one row, in millimetres; equal drawings are one object."""
        tracker = Tracker(scope(values))
        renderer = RowRenderer(self._files, self.book, self._cache, tracker, ink, where)
        return renderer.page(parsed, INITIAL)[0]


def _cut(marks: tuple[RoleOutline, ...]) -> Path | None:
    paths = [mark.path for mark in marks if mark.role == "cut"]
    if not paths:
        return None
    return Path("".join(p.ops for p in paths), tuple(c for p in paths for c in p.coords))


def _safe(marks: tuple[RoleOutline, ...]) -> Rect | None:
    return union(path_bounds(mark.path) for mark in marks if mark.role == "safe")


def _rooms(marks: tuple[RoleOutline, ...]) -> dict[str, Rect]:
    boxes = {mark.name: path_bounds(mark.path) for mark in marks if mark.role == "room"}
    return {name: box for name, box in boxes.items() if box is not None}
