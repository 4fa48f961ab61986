"""One row is drawn: loops turned, elements filled with data, each drawn once."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby, islice

from pnp.base.diagnostics import Where, quote, user_error
from pnp.geometry.plane import IDENTITY, Affine, Rect, Size
from pnp.scene.drawing import Ink
from pnp.scene.node import Node
from pnp.svg.cascade import INITIAL, Style, cascade, take_out_strange
from pnp.svg.css import Names
from pnp.svg.elements import draw_element
from pnp.svg.measure import canvas
from pnp.svg.parse import Element
from pnp.svg.renderer import Blob, Renderer
from pnp.svg.resolved import NOTHING, Context, Fragment, ResolvedElement, drawn_bounds, joined
from pnp.svg.rules import unsupported
from pnp.template.binding import Bindings, Loop
from pnp.template.memo import Binding, Memo, Query, Tracker, freeze
from pnp.template.sources import ParsedTemplate, TemplateFiles
from pnp.text.fontbook import FontBook

MAX_TURNS = 1_000
"""No face needs more turns of its loops; what does would draw for ever."""


class Turns:
    """The loops of one drawing, and how many turns they may still make."""

    def __init__(self, asking: Tracker) -> None:
        self._asking = asking
        self._left = MAX_TURNS

    def of(self, loop: Loop, element: Element) -> Iterator[None]:
        """Yield once for each item, with the loop's names bound meanwhile.

        Raises:
            PnpError: there is nothing to loop over, or too much.
        """
        for item in self._items(loop, element):
            with self._asking.turn(_bindings(loop.names, item, element.where)):
                yield

    def _items(self, loop: Loop, element: Element) -> Sequence[object]:
        items = self._asking.ask(loop.items)
        try:
            found = list(islice(items, self._left + 1))
        except TypeError:
            hint = "loop over a list, or over range(n)"
            raise user_error(
                f"pnp:for cannot loop over {quote(items)}", element.where, hint
            ) from None
        self._left -= len(found)
        if self._left < 0:
            hint = "draw less in one drawing"
            raise user_error(f"the loops make more than {MAX_TURNS:,} turns", element.where, hint)
        return found


def _bindings(names: tuple[str, ...], item: object, where: Where) -> tuple[Binding, ...]:
    values: Sequence[object] = (item,)
    if len(names) > 1:
        values = item if isinstance(item, Sequence) and not isinstance(item, str) else ()
    if len(values) != len(names):
        hint = "with two names, each item is a pair"
        raise user_error(f"pnp:for finds {quote(item)} where two values are due", where, hint)
    pairs = zip(names, values, strict=True)
    return tuple(Binding(name, freeze(value), value) for name, value in pairs)


MAX_NESTING = 100

MAX_VIEWS = 50_000

RenderCache = tuple[Memo[Fragment], dict[tuple[Element, Context], ResolvedElement]]
"""What one row leaves for the next: finished drawings, and elements with their styles."""


class RowRenderer(Renderer):
    """Draws for one row, whose place is ``where``; leaves in ``kept`` what the next one needs."""

    def __init__(
        self, files: TemplateFiles, book: FontBook, kept: RenderCache,
        asking: Tracker, ink: Ink, where: Where,
    ) -> None:  # fmt: skip
        self.files, self.book, self.where, self.ink = files, book, where, ink
        self._memo, self._views = kept
        self._asking = asking
        self._nesting, self._turns = 0, Turns(asking)
        self._trail: list[Element] = []

    def page(self, loaded: ParsedTemplate, style: Style) -> tuple[Fragment, Size]:
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

    def _page(self, loaded: ParsedTemplate, place: Affine, context: Context) -> Fragment:
        drawn = self.draw(loaded.file.root, context)
        findings = (*loaded.file.findings, *loaded.sheet.findings, *drawn.findings)
        drawn = Fragment(drawn.nodes, findings, drawn.marks, drawn.weight)
        return _as_one(drawn) if place == IDENTITY else drawn.placed(place)

    def draw(self, element: Element, context: Context) -> Fragment:
        """Return an element's drawing: a finished one when the data is the same.

        Raises:
            PnpError: something about the element or its data is wrong.
        """
        return self._remembered((element, context), lambda: self._drawn(element, context))

    def drawing(self, name: str, style: Style) -> tuple[Fragment, Size] | None:
        """Return a whole file's drawing and its size in millimetres, None if there is no file."""
        return self.page(self.files.load(name), style) if self.files.exists(name) else None

    def called(self, name: str, target: Element, context: Context) -> Fragment:
        """Return an element's drawing under the name that it was called by."""
        key = ("called", name, target, context)
        return self._remembered(key, lambda: self.draw(target, context).placed(IDENTITY, name))

    def content(self, view: ResolvedElement, context: Context) -> Fragment:
        """Return what the children draw, the same object at each call for the same data."""
        key = ("content", view.element, context)
        return self._remembered(key, lambda: self.inside(view, context))

    def _remembered(self, key: Hashable, make: Callable[[], Fragment]) -> Fragment:
        kept = self._memo.find(key, self._asking)
        if kept is None:
            outer = self._asking.begin()
            kept = make()
            self._memo.keep(key, self._asking.end(outer), kept)
        return kept

    def _drawn(self, element: Element, context: Context) -> Fragment:
        self._nesting += 1
        if self._nesting > MAX_NESTING:
            hint = "look for copies of copies"
            message = f"the drawing is nested deeper than {MAX_NESTING} levels"
            raise user_error(message, element.where, hint)
        results = [draw_element(view, self) for view in self.views(element, context)]
        self._nesting -= 1
        if not results:
            return NOTHING
        return results[0] if len(results) == 1 else joined(results, element.where)

    def inside(self, view: ResolvedElement, context: Context) -> Fragment:
        """Return what the children draw; neighbours that hold no data become one shared group."""
        drawn: list[tuple[bool, int, Fragment]] = []
        for number, child in enumerate(view.element.children):
            before = len(self._asking.reads)
            result = self.draw(child, context)
            if result is not NOTHING:
                drawn.append((len(self._asking.reads) == before, number, result))
        if len({still for still, _, _ in drawn}) < 2:
            return joined([result for _, _, result in drawn], view.where)
        parts: list[Fragment] = []
        for still, run in groupby(drawn, key=lambda child: child[0]):
            neighbours = list(run)
            results = [result for _, _, result in neighbours]
            key = (view.element, context, neighbours[0][1], neighbours[-1][1])
            parts += self._bundled(key, results, view.where) if still else results
        return joined(parts, view.where)

    def _bundled(self, key: Hashable, results: list[Fragment], where: Where) -> list[Fragment]:
        """Return drawings as one that holds a single group, the same one for each row."""
        if sum(len(result.nodes) for result in results) < 2:
            return results
        return [self._remembered(key, lambda: _as_one(joined(results, where)))]

    def views(self, element: Element, context: Context) -> Iterator[ResolvedElement]:
        """Yield the element once for each turn of its loop in which its condition holds."""
        twins = self.files.twins(element)
        if twins.ink not in (None, self.ink) or twins.role == "sample":
            return
        for _ in self._turns.of(twins.loop, element) if twins.loop else (None,):
            if twins.test is None or self._asking.ask(twins.test):
                view = self._view(element, context, twins)
                if view.own.get("display") != "none" or twins.shows:
                    yield view

    def view(self, element: Element, context: Context) -> ResolvedElement:
        """Return the element with its data filled in, whatever its condition says."""
        return self._view(element, context, self.files.twins(element))

    def _view(self, element: Element, context: Context, twins: Bindings) -> ResolvedElement:
        if not twins.values:
            return self._plain_view(element, context, twins).copy()
        data = {name: self._text(value) for name, value in twins.values.items()}
        return self._filled(element, context, twins, data)

    def _plain_view(self, element: Element, context: Context, twins: Bindings) -> ResolvedElement:
        """Return an element without data, which is the same for every row."""
        key = (element, context)
        view = self._views.get(key)
        if view is None:
            if len(self._views) >= MAX_VIEWS:
                self._views.clear()
            view = self._views[key] = self._filled(element, context, twins, {})
        return view

    def _filled(
        self, element: Element, context: Context, twins: Bindings, data: dict[str, str]
    ) -> ResolvedElement:
        attrs = {**element.attrs, **data}
        if twins.role:
            attrs["pnp:role"] = twins.role
        sheet = self.files.of(element).sheet
        lineage = (*context.lineage, _names(element.tag, attrs)) if sheet.rules else ()
        own = cascade(element.attrs, data, sheet.declared(lineage))
        strange = take_out_strange(own)
        view = ResolvedElement(element, attrs, own, context.style, context, context)
        view.style = view.read(context.style.child, own)
        view.inner = Context(view.style, context.viewport, lineage, context.ink)
        view.findings += [unsupported(quote(odd), element.where) for odd in strange]
        return view

    def target(self, href: str, element: Element) -> Element:
        """Return the element that an element's reference names."""
        return self.files.target(href, element)

    def blob(self, href: str, element: Element) -> Blob:
        """Return the image that an element's reference or ``data:`` address holds."""
        return self.files.blob(href, element)

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
    def following(self, target: Element, view: ResolvedElement) -> Iterator[None]:
        """Guard the drawing of a referenced element against drawing itself.

        Raises:
            PnpError: the reference leads back to an element that is being drawn.
        """
        if target in self._trail:
            name = target.attrs.get("id", target.tag)
            hint = "remove the reference that leads back"
            raise user_error(f"the drawing of {quote(name)} needs itself", view.where, hint)
        self._trail.append(target)
        yield
        self._trail.pop()

    def unit(self, element: Element) -> float:
        """Return how many millimetres a user unit of the element's file is."""
        return canvas(next(element.above(), element)).place.a

    def bounds(self, nodes: Iterable[Node]) -> Rect | None:
        """Return the box around what nodes draw, their strokes left out."""
        return drawn_bounds(nodes, self.book)

    def _text(self, value: str | Query) -> str:
        return value if isinstance(value, str) else str(self._asking.ask(value))


def _as_one(drawn: Fragment) -> Fragment:
    return Fragment(drawn.whole, drawn.findings, drawn.marks, drawn.weight)


def _names(tag: str, attrs: dict[str, str]) -> Names:
    return Names(tag, attrs.get("id", ""), frozenset(attrs.get("class", "").split()))
