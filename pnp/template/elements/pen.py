"""One row's drawing in the making: elements with the data filled in, each drawn once."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import groupby

from pnp.errors import Where, fail, quoted
from pnp.geometry import IDENTITY, Affine, Rect, Size
from pnp.scene.node import Node
from pnp.template.data.compile import Twins
from pnp.template.data.memo import Asking, Memo, Question
from pnp.template.drawing import Ink
from pnp.template.elements.bounds import drawn_bounds
from pnp.template.elements.turns import Turns
from pnp.template.elements.view import NOTHING, Context, Result, View, joined
from pnp.template.elements.viewport import canvas
from pnp.template.faults import unsupported
from pnp.template.files import Drawings, Loaded
from pnp.template.reading.css import Names
from pnp.template.reading.style import INITIAL, Style, cascade, take_out_strange
from pnp.template.reading.svg import Element
from pnp.template.text.fonts import FontBook

MAX_NESTING = 100
MAX_VIEWS = 50_000

Kept = tuple[Memo[Result], dict[tuple[Element, Context], View]]
"""What one row leaves for the next: finished drawings, and elements with their styles."""

DrawView = Callable[[View, "Pen"], Result]


class Pen:
    """Draws for one row, whose place is ``where``; leaves in ``kept`` what the next one needs."""

    def __init__(
        self, files: Drawings, book: FontBook, kept: Kept, draw_view: DrawView,
        asking: Asking, ink: Ink, where: Where,
    ) -> None:  # fmt: skip
        self.files, self.book, self.where, self.ink = files, book, where, ink
        self._memo, self._views = kept
        self._draw_view, self._asking = draw_view, asking
        self._nesting, self._turns = 0, Turns(asking)
        self._trail: list[Element] = []
        self.effort = 0.0
        """The work of the filters that were drawn for this row, in visits to pixels."""

    def page(self, loaded: Loaded, style: Style) -> tuple[Result, Size]:
        """Return a whole file's drawing in millimetres from its top-left corner, and its size.

        Raises:
            PnpError: something about the drawing or the data is wrong.
        """
        root = loaded.file.root
        frame = canvas(root)
        context = Context(style, frame.viewport, (), self.ink)
        key = ("page", root, context)
        drawn = self._remembered(key, lambda: self._page(loaded, frame.place, context))
        return drawn, frame.size

    def _page(self, loaded: Loaded, place: Affine, context: Context) -> Result:
        drawn = self.draw(loaded.file.root, context)
        findings = (*loaded.file.findings, *loaded.sheet.findings, *drawn.findings)
        drawn = replace(drawn, findings=findings)
        return _as_one(drawn) if place == IDENTITY else drawn.placed(place)

    def draw(self, element: Element, context: Context) -> Result:
        """Return an element's drawing: a finished one when the data is the same.

        Raises:
            PnpError: something about the element or its data is wrong.
        """
        return self._remembered((element, context), lambda: self._drawn(element, context))

    def called(self, name: str, target: Element, context: Context) -> Result:
        """Return an element's drawing under the name that it was called by."""
        key = ("called", name, target, context)
        return self._remembered(key, lambda: self.draw(target, context).placed(IDENTITY, name))

    def content(self, view: View, context: Context) -> Result:
        """Return what the children draw, the same object at each call for the same data."""
        key = ("content", view.element, context)
        return self._remembered(key, lambda: self.inside(view, context))

    def _remembered(self, key: Hashable, make: Callable[[], Result]) -> Result:
        kept = self._memo.find(key, self._asking)
        if kept is None:
            outer = self._asking.begin()
            kept = make()
            self._memo.keep(key, self._asking.end(outer), kept)
        return kept

    def _drawn(self, element: Element, context: Context) -> Result:
        self._nesting += 1
        if self._nesting > MAX_NESTING:
            hint = "look for copies of copies"
            message = f"the drawing is nested deeper than {MAX_NESTING} levels"
            raise fail(message, element.where, hint)
        results = [self._draw_view(view, self) for view in self.views(element, context)]
        self._nesting -= 1
        if not results:
            return NOTHING
        return results[0] if len(results) == 1 else joined(results, element.where)

    def inside(self, view: View, context: Context) -> Result:
        """Return what the children draw; neighbours that hold no data become one shared group."""
        drawn: list[tuple[bool, int, Result]] = []
        for number, child in enumerate(view.element.children):
            before = len(self._asking.reads)
            result = self.draw(child, context)
            if result is not NOTHING:
                drawn.append((len(self._asking.reads) == before, number, result))
        if len({still for still, _, _ in drawn}) < 2:
            return joined([result for _, _, result in drawn], view.where)
        parts: list[Result] = []
        for still, run in groupby(drawn, key=lambda child: child[0]):
            neighbours = list(run)
            results = [result for _, _, result in neighbours]
            key = (view.element, context, neighbours[0][1], neighbours[-1][1])
            parts += self._bundled(key, results, view.where) if still else results
        return joined(parts, view.where)

    def _bundled(self, key: Hashable, results: list[Result], where: Where) -> list[Result]:
        """Return drawings as one that holds a single group, the same one for each row."""
        if sum(len(result.nodes) for result in results) < 2:
            return results
        return [self._remembered(key, lambda: _as_one(joined(results, where)))]

    def views(self, element: Element, context: Context) -> Iterator[View]:
        """Yield the element once for each turn of its loop in which its condition holds."""
        twins = self.files.twins(element)
        if twins.ink not in (None, self.ink) or twins.role == "sample":
            return
        for _ in self._turns.of(twins.loop, element) if twins.loop else (None,):
            if twins.test is None or self._asking.ask(twins.test):
                view = self._view(element, context, twins)
                if view.own.get("display") != "none" or twins.shows:
                    yield view

    def view(self, element: Element, context: Context) -> View:
        """Return the element with its data filled in, whatever its condition says."""
        return self._view(element, context, self.files.twins(element))

    def _view(self, element: Element, context: Context, twins: Twins) -> View:
        if not twins.values:
            return self._plain_view(element, context, twins).copy()
        data = {name: self._text(value) for name, value in twins.values.items()}
        return self._filled(element, context, twins, data)

    def _plain_view(self, element: Element, context: Context, twins: Twins) -> View:
        """Return an element without data, which is the same for every row."""
        key = (element, context)
        view = self._views.get(key)
        if view is None:
            if len(self._views) >= MAX_VIEWS:
                self._views.clear()
            view = self._views[key] = self._filled(element, context, twins, {})
        return view

    def _filled(
        self, element: Element, context: Context, twins: Twins, data: dict[str, str]
    ) -> View:
        attrs = {**element.attrs, **data}
        if twins.role:
            attrs["pnp:role"] = twins.role
        sheet = self.files.of(element).sheet
        lineage = (*context.lineage, _names(element.tag, attrs)) if sheet.rules else ()
        own = cascade(element.attrs, data, sheet.declared(lineage))
        strange = take_out_strange(own)
        view = View(element, attrs, own, context.style, context, context)
        view.style = view.read(context.style.child, own)
        view.inner = Context(view.style, context.viewport, lineage, context.ink)
        view.findings += [unsupported(quoted(odd), element.where) for odd in strange]
        return view

    def home(self, element: Element) -> Context:
        """Return the setting in which an element stands in its own file."""
        above = list(element.above())
        context = Context(INITIAL, canvas((above or [element])[0]).viewport, (), self.ink)
        for outer in above:
            context = self.view(outer, context).inner
        return context

    def reached(self, target: Element, context: Context) -> Context:
        """Return a setting with the target's own ancestors in it, as selectors ask for them."""
        rules = self.files.of(target).sheet.rules
        above = target.above() if rules else ()
        return context._replace(lineage=tuple(_names(e.tag, e.attrs) for e in above))

    @contextmanager
    def following(self, target: Element, view: View) -> Iterator[None]:
        """Guard the drawing of a referenced element against drawing itself.

        Raises:
            PnpError: the reference leads back to an element that is being drawn.
        """
        if target in self._trail:
            name = target.attrs.get("id", target.tag)
            hint = "remove the reference that leads back"
            raise fail(f"the drawing of {quoted(name)} needs itself", view.where, hint)
        self._trail.append(target)
        yield
        self._trail.pop()

    def unit(self, element: Element) -> float:
        """Return how many millimetres a user unit of the element's file is."""
        return canvas(next(element.above(), element)).place.a

    def bounds(self, nodes: Iterable[Node]) -> Rect | None:
        """Return the box around what nodes draw, their strokes left out."""
        return drawn_bounds(nodes, self.book)

    def _text(self, value: str | Question) -> str:
        return value if isinstance(value, str) else str(self._asking.ask(value))


def _as_one(drawn: Result) -> Result:
    return replace(drawn, nodes=drawn.whole)


def _names(tag: str, attrs: dict[str, str]) -> Names:
    return Names(tag, attrs.get("id", ""), frozenset(attrs.get("class", "").split()))
