"""The templates of a project, each loaded once and drawn for each row.

A renderer draws for one row: it runs loops, resolves elements with data, and caches what they draw.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import field, replace
from functools import partial
from itertools import groupby, islice
from operator import itemgetter
from os.path import realpath
from pathlib import Path as FilePath
from typing import Any, TypeVar, cast

from pnp.base.bounded import Bounded, kept_with_it
from pnp.base.diagnostics import Finding, PnpError, Where, nearest, quote, unusable, user_error
from pnp.base.slotted import slotted
from pnp.data.project import Project
from pnp.data.translation import GameText, Translation, as_written, same_words
from pnp.geometry.path import NO_PATH, Path
from pnp.geometry.plane import IDENTITY, Affine, Rect, Size
from pnp.scene.bounds import path_bounds, union
from pnp.scene.node import Group, Node, stamp
from pnp.scene.page import Drawing, Ink
from pnp.scene.precision import COARSE, Refiner
from pnp.svg.cascade import (
    INSTEAD,
    OWN,
    SUPPORTED_VALUES,
    Style,
    cascade,
    compute,
    initial_style,
    styled_geometry,
    take_out_custom,
    take_out_unsupported,
)
from pnp.svg.css import ROOT, Lineage, Names, Stylesheet, parse_declarations
from pnp.svg.declarations import OF_DATA, flaw_of_data, in_small
from pnp.svg.elements import SILENT, draw_element
from pnp.svg.measure import Watch, canvas
from pnp.svg.parse import Element
from pnp.svg.renderer import (
    NOTHING,
    ROW,
    Blob,
    Context,
    DataError,
    Fragment,
    Guide,
    Renderer,
    ResolvedElement,
    RoleOutline,
    drawn_bounds,
    joined,
)
from pnp.svg.rules import invalid, unsupported
from pnp.template.binding import Bindings, Loop
from pnp.template.culprit import WrongCell, culprit
from pnp.template.expression import scope
from pnp.template.memo import Binding, Memo, Query, Tracker, freeze
from pnp.template.sample import lost_owner, lost_sample, stale_samples
from pnp.template.sources import ParsedTemplate, TemplateFiles
from pnp.template.translated import as_printed
from pnp.text.flow import parse_look
from pnp.text.fontbook import FontBook
from pnp.text.style import Icon, IconLook

T = TypeVar("T")

MAX_TURNS = 1_000
"""More iterations of loops than any face needs; it stops a loop that would draw for ever."""


class LoopRunner:
    """Runs the loops of one drawing, and counts their iterations."""

    def __init__(self, tracker: Tracker) -> None:
        self._tracker = tracker
        self._left = MAX_TURNS

    def run(self, loop: Loop, element: Element) -> Iterator[None]:
        """Yield once for each item, with the loop's variables bound meanwhile.

        Raises:
            PnpError: the value is not iterable, or the drawing's loops exceed ``MAX_TURNS``.
        """
        for item in self._items(loop, element):
            with self._tracker.bound(_bindings(loop.names, item, element.where)):
                yield

    def _items(self, loop: Loop, element: Element) -> Sequence[object]:
        value = self._tracker.value(loop.items)
        try:
            items = list(islice(value, self._left + 1))
        except TypeError:
            hint = "loop over a list, or over range(n)"
            raise user_error(
                f"pnp:for cannot loop over {quote(value)}", element.where, hint
            ) from None
        self._left -= len(items)
        if self._left < 0:
            hint = "draw less in one drawing"
            message = f"the loops have more than {MAX_TURNS:,} iterations"
            raise user_error(message, element.where, hint)
        return items


def _bindings(names: tuple[str, ...], item: object, where: Where) -> tuple[Binding, ...]:
    values: Sequence[object] = (item,)
    if len(names) > 1:
        values = item if isinstance(item, Sequence) and not isinstance(item, str) else ()
    if len(values) != len(names):
        hint = "with two names, each item must be a pair"
        raise user_error(f"pnp:for expects pairs, but {quote(item)} is not one", where, hint)
    pairs = zip(names, values, strict=True)
    return tuple(Binding(name, freeze(value), value) for name, value in pairs)


MAX_NESTING = 100


MOST_KEPT = 8_192
"""More than a template has elements with data; data may bring any number of styles for them."""


def _bounded() -> Bounded[Hashable, Any]:
    return Bounded(MOST_KEPT)


@slotted(frozen=False)
class RenderCache:
    """What is kept from row to row.

    ``made`` has drawings and settings of texts, by the data that they depend on. ``styled`` has
    elements with their cascaded values, ``constants`` the drawings of an element's children that
    depend on no data, ``refiner`` drawings that were scaled up too far for files. ``rows`` has
    whole drawings by all values of their row, if rows are drawn again: a row that did not change
    then costs no query. ``initial`` is the style from which all others come: they are compared by
    identity. ``watch`` counts what was asked of viewports.
    """

    made: Memo[Any] = field(default_factory=Memo)
    styled: Bounded[Hashable, ResolvedElement] = field(default_factory=_bounded)
    constants: Bounded[Hashable, dict[Element, Fragment]] = field(
        default_factory=lambda: Bounded(MOST_KEPT)
    )
    rows: Bounded[Hashable, Any] = field(default_factory=_bounded)
    refiner: Refiner = field(default_factory=Refiner)
    initial: Style = field(default_factory=initial_style)
    watch: Watch = field(default_factory=Watch)

    def forget(self, names: Collection[str]) -> None:
        """Drop what was drawn from the files of these names."""

        def stale(key: Hashable) -> bool:
            parts = key if isinstance(key, tuple) else ()
            return any(isinstance(part, Element) and part.file.name in names for part in parts)

        self.made.forget(stale)
        for kept in (self.styled, self.constants, self.rows):
            for key in [key for key in kept if stale(key)]:
                del kept[key]


class RowRenderer(Renderer):
    """Draws for one row, whose place is ``where``, with the cache shared by all rows."""

    def __init__(
        self, files: TemplateFiles, book: FontBook, cache: RenderCache,
        tracker: Tracker, ink: Ink, where: Where,
    ) -> None:  # fmt: skip
        self.book, self.where, self.language = book, where, files.language
        self.initial = cache.initial
        self._files, self._cache, self._tracker, self._ink = files, cache, tracker, ink
        self._loops = LoopRunner(tracker)
        self._open: list[Element] = []
        self._following: list[Element] = []
        self.effort = 0.0

    def page(self, template: ParsedTemplate, style: Style) -> tuple[Fragment, Size]:
        """Return a whole file's drawing in millimetres from its top-left corner, and its size."""
        root = template.file.root
        frame = canvas(root)
        watch = self._cache.watch
        context, asked = Context(style, frame.viewport(watch), (), self._ink), watch.asked
        key = ("page", root, context)
        drawn = self.remembered(key, lambda: self._page(template, frame.place, context))
        watch.asked = asked  # of its own viewport, not of that of a drawing with it as an icon
        return drawn, frame.size

    def _page(self, template: ParsedTemplate, place: Affine, context: Context) -> Fragment:
        drawn = self._drawn(template.file.root, context)
        findings = [*template.file.findings, *template.sheet.findings]
        if {"width", "height", "viewBox"}.isdisjoint(template.file.root.attrs):
            hint = 'write width, height and viewBox, as in width="44mm" height="67mm"'
            where = template.file.root.where
            findings.append(invalid("the drawing has neither a size nor a viewBox", where, hint))
        if canvas(template.file.root).skewed:
            findings.append(_skewed(template.file.root))
        if findings:
            drawn = replace(drawn, findings=(*findings, *drawn.findings))
        if drawn.blends:  # with its own art, not with the paper
            drawn = replace(drawn, nodes=(Group(drawn.nodes, isolated=True),), blends=False)
        drawn = _grouped(drawn) if place == IDENTITY else drawn.placed(place)
        if drawn.growth > COARSE:
            return replace(drawn, nodes=self._cache.refiner.nodes(drawn.nodes))
        return drawn

    def draw(self, element: Element, context: Context) -> Fragment:
        """Return an element's drawing, cached by the answers of the data that it depends on."""
        return self._drawn_once((element,), context, lambda: self._drawn(element, context))

    def draw_icon(self, name: str, style: Style) -> tuple[Fragment, Icon] | None:
        """Return a whole file's drawing, also as an icon; None if there is no file."""
        if not self._files.exists(name, self._open[-1]):
            return None
        parsed = self._files.load(name)
        drawn, size = self.page(parsed, style)
        look = parsed.file.root.pnp_attrs.get("icon")
        return drawn, Icon(drawn.grouped, size, parse_look(look) if look else IconLook())

    def names_in(self, folders: Collection[str]) -> list[str]:
        """Return the names of the drawings in folders of ``templates/``."""
        return self._files.names_in(folders)

    def draw_picture(self, href: str, element: Element) -> tuple[Fragment, Size] | None:
        """Return the drawing that an image shows, and its size; None for one of pixels."""
        template = self._files.picture(href, element)
        if template is None:
            return None
        if self.leads_back(template.file.root):
            hint = "remove the image that leads back"
            raise user_error(f"{quote(href)} shows itself", element.where, hint)
        return self.page(template, self.initial)

    def draw_named(self, name: str, target: Element, context: Context) -> Fragment:
        """Return an element's drawing as a group with a name."""

        def named() -> Fragment:
            drawn = self.draw(target, context).placed(IDENTITY, name)
            stamp(drawn.nodes, target.provenance)  # several elements may refer to the target
            return drawn

        return self._drawn_once(("named", name, target), context, named)

    def draw_shared_children(self, element: ResolvedElement, context: Context) -> Fragment:
        """Return the drawing of the children, the same object at each call for the same data."""
        key = "children", element.source
        return self._drawn_once(key, context, lambda: self.draw_children(element, context))

    def translated_at(self, words: str) -> Where | None:
        """Return the cell of a table of texts that has the words of the data; None if none has."""
        translation = self._files.translation
        return translation.cells.get(same_words(words)) if translation else None

    def remembered(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what a function returns, cached by a key and the data that it depends on."""
        cached: T | None = self._cache.made.find(key, self._tracker)
        if cached is not None:
            return cached
        outer = self._tracker.begin()
        made = make()
        self._cache.made.store(key, self._tracker.end(outer), made)
        return made

    def _drawn_once(
        self, key: tuple[Hashable, ...], context: Context, make: Callable[[], Fragment]
    ) -> Fragment:
        """Return a drawing, cached for all viewports if it asked nothing of its own."""
        made, watch = self._cache.made, self._cache.watch
        anywhere = (*key, context.style, context.lineage, context.ink, context.guide)
        known = made.find(anywhere, self._tracker)
        if known is not None:
            return cast("Fragment", known)
        within = (*anywhere, context.viewport)
        known = made.find(within, self._tracker)
        if known is not None:
            watch.asked += 1
            return cast("Fragment", known)
        outer, asked = self._tracker.begin(), watch.asked
        drawn = make()
        made.store(anywhere if watch.asked == asked else within, self._tracker.end(outer), drawn)
        return drawn

    def _drawn(self, element: Element, context: Context) -> Fragment:
        self._open.append(element)
        if len(self._open) > MAX_NESTING:
            hint = "look for copies of copies"
            message = f"the drawing is nested deeper than {MAX_NESTING} levels"
            raise user_error(message, element.where, hint)
        drawn = [draw_element(each, self) for each in self.instances(element, context)]
        self._open.pop()
        if not drawn:
            return NOTHING
        return drawn[0] if len(drawn) == 1 else joined(drawn, element.where)

    def draw_children(self, element: ResolvedElement, context: Context) -> Fragment:
        """Return the drawing of the children; neighbours without data become one shared group."""
        key, dependencies = (element.source, context), self._tracker.dependencies
        watch, constants = self._cache.watch, self._cache.constants.get(key)
        if constants is None:
            constants = self._cache.constants.keep(key, {})
        drawn: list[tuple[bool, Fragment]] = []
        hidden: list[Fragment] = []
        for child in element.source.children:
            fragment = constants.get(child)
            constant = fragment is not None
            if fragment is None:
                before = len(dependencies), watch.asked
                fragment = self.draw(child, context)
                constant = len(dependencies) == before[0]
                if constant and watch.asked == before[1]:
                    constants[child] = fragment
            if fragment.is_seen:
                drawn.append((constant, fragment))
            elif fragment.hidden:
                hidden.append(fragment)
        if len({constant for constant, _ in drawn}) < 2:
            return joined([*(fragment for _, fragment in drawn), *hidden], element.where)
        parts: list[Fragment] = []
        for constant, run in groupby(drawn, key=itemgetter(0)):
            fragments = [fragment for _, fragment in run]
            if constant and sum(len(fragment.nodes) for fragment in fragments) > 1:
                made = partial(_bundled, fragments, element.where)
                fragments = [self.remembered((element.source, *fragments), made)]
            parts += fragments
        return joined([*parts, *hidden], element.where)

    def instances(self, element: Element, context: Context) -> Iterator[ResolvedElement]:
        """Yield the element once for each iteration of its loop in which its condition holds."""
        bindings = self._files.bindings(element)
        if bindings.ink not in (None, self._ink) or bindings.role == "sample":
            return
        if not element.is_for(self.language):
            return
        for _ in self._loops.run(bindings.loop, element) if bindings.loop else (None,):
            if bindings.test is None or self._tracker.value(bindings.test):
                resolved = self._resolve(element, context, bindings)
                if not _is_hidden(bindings, resolved.cascaded) or _holds_guides(element):
                    yield resolved

    def resolve(self, element: Element, context: Context) -> ResolvedElement:
        """Return the element with its data filled in, even if its condition is false."""
        return self._resolve(element, context, self._files.bindings(element))

    def _resolve(self, element: Element, context: Context, bindings: Bindings) -> ResolvedElement:
        data = {name: self._text(value) for name, value in bindings.values.items()}
        for name, text in data.items():
            if name in OF_DATA:
                _check(element, name, name, text)
                data[name] = in_small(name, text)
        sees = self._files.of(element).sees
        seen = {name: text for name, text in data.items() if sees(name)}
        key, cache = (element, context, *seen.items()), self._cache.styled
        styled = cache.get(key)
        if styled is None:
            styled = cache.keep(key, self._styled(element, context, bindings, seen))
        return styled.filled(data)

    def _styled(
        self, element: Element, context: Context, bindings: Bindings, seen: dict[str, str]
    ) -> ResolvedElement:
        """Return an element with the data that style sheets and the cascade see."""
        attrs = {**element.attrs, **seen}
        for name, one in parse_declarations(seen.get("style", "")).items():
            if name in OF_DATA:
                _check(element, "style", name, one.value)
        if bindings.role:
            attrs["pnp:role"] = bindings.role
        sheet = self._files.of(element).sheet
        lineage, names = context.lineage, self._names(element, attrs, sheet)
        wrong: list[str] = []
        cascaded = cascade(element.attrs, seen, sheet.declared((*lineage, names)), wrong)
        own, outer = take_out_custom(cascaded), context.style
        outer = outer.declaring(own) if own else outer
        compute(cascaded, outer.custom, wrong)
        self._inherit(element, cascaded)
        if element.parent is not None:  # the size of a file is no matter of its style
            attrs |= styled_geometry(element.tag, cascaded)
        left_out = take_out_unsupported(cascaded)
        for name, value in left_out.items():
            if name in seen:
                raise _unsupported_data(element, name, value)
        resolved = ResolvedElement(element, attrs, cascaded, outer, context, context)
        resolved.style = resolved.read(outer.child, cascaded)
        viewport = context.viewport
        if element.parent is None and "font-size" in cascaded:
            viewport = viewport._replace(root_em=resolved.style.size)
        resolved.inner = Context(
            resolved.style,
            viewport,
            sheet.below(lineage, names),
            context.ink,
            _guide(bindings, attrs, cascaded) or context.guide,
        )
        resolved.findings += [
            unsupported(quote(f"{name}: {value}"), element.where, INSTEAD.get(name))
            for name, value in left_out.items()
        ]
        resolved.findings += [invalid(message, element.where) for message in wrong]
        return resolved

    def _inherit(self, element: Element, cascaded: dict[str, str]) -> None:
        """Fill in the values ``inherit`` of properties that are not inherited by themselves."""
        if "inherit" not in cascaded.values():
            return
        names = [name for name in OWN if cascaded.get(name) == "inherit"]
        parent = element.parent
        for name in names:
            del cascaded[name]
            if parent is not None:
                outer = self.resolve(parent, self.context_of(parent)).cascaded
                if name in outer or name == "overflow":
                    cascaded[name] = outer.get(name, "visible")

    def target(self, href: str, element: Element) -> Element:
        """Return the element that an element's reference names."""
        return self._files.target(href, element)

    def blob(self, href: str, element: Element) -> Blob:
        """Return the image file that an element's reference or ``data:`` URL holds."""
        return self._files.blob(href, element)

    @contextmanager
    def following(self, target: Element, element: ResolvedElement) -> Iterator[None]:
        """Guard the drawing of a referenced element against drawing itself."""
        if target in self._following:
            name = target.attrs.get("id", target.tag)
            hint = "remove the reference that leads back"
            raise user_error(f"{quote(name)} refers to itself", element.where, hint)
        self._following.append(target)
        yield
        self._following.pop()

    def leads_back(self, target: Element) -> bool:
        """Say whether an element is being drawn, so that a reference to it has no end."""
        return target in self._following or target in self._open

    def context_of(self, element: Element) -> Context:
        """Return the context of an element in its own file, painted wherever it stands there."""
        above = list(element.above())
        viewport = canvas((above or [element])[0]).viewport(self._cache.watch)
        context = Context(self.initial, viewport, (), self._ink)
        for outer in above:
            context = self.resolve(outer, context).inner
        return context._replace(guide=None)

    def use_context(self, target: Element, context: Context) -> Context:
        """Return a context with the target's ancestors, against which selectors are matched."""
        sheet = self._files.of(target).sheet
        lineage: Lineage = ()
        for each in target.above():
            lineage = sheet.below(lineage, self._names(each, each.attrs, sheet))
        return context._replace(lineage=lineage)

    def _names(self, element: Element, attrs: Mapping[str, str], sheet: Stylesheet) -> Names:
        """Return what selectors match of an element; a root has the ink as one more class."""
        more = () if element.parent is not None else (self._ink.value, ROOT)
        return sheet.names(element.tag, attrs, *more)

    def mm_per_unit(self, element: Element) -> float:
        """Return a user unit at the root of the element's file in millimetres."""
        return canvas(next(element.above(), element)).place.a

    def bounding_box(self, nodes: Iterable[Node]) -> Rect | None:
        """Return the bounding box of nodes without their strokes."""
        return drawn_bounds(nodes, self.book)

    def _text(self, value: str | Query) -> str:
        return value if isinstance(value, str) else str(self._tracker.value(value))


def _check(element: Element, attribute: str, name: str, value: str) -> None:
    """Refuse a value of data that its property does not take.

    Raises:
        DataError: names the attribute, which is ``style`` or the property itself.
    """
    flaw = flaw_of_data(name, value.strip())
    if flaw is not None:
        raise _unusable(element, attribute, f"{name}: {flaw}", flaw.hint)


def _unsupported_data(element: Element, name: str, value: str) -> DataError:
    known = SUPPORTED_VALUES.get(name, ())
    hint = nearest(value, known) or (f"one of {', '.join(known)}" if known else None)
    return _unusable(element, name, f"{quote(f'{name}: {value}')} is not supported", hint)


def _unusable(element: Element, name: str, message: str, hint: str | None = None) -> DataError:
    return DataError(unusable(message, element.where, hint), name)


def _skewed(root: Element) -> Finding:
    """Return the finding that a drawing leaves two of its edges empty."""
    size, box = canvas(root).size, canvas(root).box
    message = f"the viewBox of {box.width:g} x {box.height:g} is not in proportion to {size}"
    return invalid(message, root.where, f'write viewBox="0 0 {size.width:g} {size.height:g}"')


def _bundled(fragments: list[Fragment], where: Where) -> Fragment:
    """Return fragments as one with a single group."""
    return _grouped(joined(fragments, where))


def _grouped(drawn: Fragment) -> Fragment:
    return drawn if drawn.grouped is drawn.nodes else replace(drawn, nodes=drawn.grouped)


class Template:
    """A drawing with bindings to data: ``templates.get("owl.svg").draw(row, Ink.FULL, where)``.

    ``sample`` names the row whose values the file shows in an editor; ``size`` is the trim size in
    millimetres.
    """

    def __init__(self, parsed: ParsedTemplate, library: "Templates") -> None:
        self._parsed, self._library = parsed, library
        self.name, self.path = parsed.file.name, parsed.path
        self.sample = parsed.file.root.pnp_attrs.get("sample")
        self.size = canvas(parsed.file.root).size

    def draw(self, values: Mapping[str, object], ink: Ink, where: Where) -> Drawing:
        """Return the drawing for one row; ``where`` is the row's place.

        Raises:
            PnpError: an expression, a reference or a value is wrong.
        """
        drawn = self._library.drawn(self._parsed, values, ink, where)
        marks = drawn.marks
        findings = (_placed(finding, where) for finding in drawn.findings)
        return Drawing(
            self.size,
            drawn.grouped,
            _cut(marks),
            tuple(dict.fromkeys(mark.path for mark in marks if mark.role == "crease")),
            _safe(marks),
            tuple(dict.fromkeys(findings)),
            _rooms(marks),
            tuple(_boxes(mark for mark in marks if mark.role == "keep")),
        )

    def has_role(self, role: str) -> bool:
        """Tell whether an element of the file has a role, whatever row is drawn."""
        return any(bindings.role == role for bindings in self._parsed.bindings.values())

    def set_aside(self, role: str) -> tuple[str, Where] | None:
        """Return the tag around the first element with a role, and that one's place.

        None unless all with the role lie in what draws nothing at its own place: ``clipPath``.
        """
        marked = [e for e, bindings in self._parsed.bindings.items() if bindings.role == role]
        around = [[e.tag for e in (*each.above(), each) if e.tag in SILENT] for each in marked]
        return (around[0][-1], marked[0].where) if marked and all(around) else None

    def stale_samples(self, values: Mapping[str, object], row: str) -> Sequence[Finding]:
        """Return what the file shows of its sample row that is not as the row's values give it."""
        return self._library.stale_samples(self._parsed, values, row)

    def lost_sample(self, component: str, rows: Collection[str]) -> Finding | None:
        """Return that the sample row is not among a component's rows, if it should be."""
        owner, slash, row = (self.sample or "").partition("/")
        if owner != component or not slash or row in rows:
            return None
        return lost_sample(self.sample or "", row, rows, self._parsed.file.root.where)

    def lost_owner(self, game: str, components: Collection[str]) -> Finding | None:
        """Return that the sample names no row of any component, if the file is the game's own.

        A file outside the folder of the game ``game`` may show a row of another one.
        """
        owner, slash, _ = (self.sample or "").partition("/")
        if self.sample is None or (slash and owner in components):
            return None
        if slash and not self.name.startswith(f"{game}/"):
            return None
        return lost_owner(self.sample, owner, components, self._parsed.file.root.where)


class Templates:
    """The templates of a project by name. ``book`` has the fonts of their text.

    ``redraws`` says that the same rows will be drawn again, after some of them have changed.
    ``language`` is that of the kit; ``translation`` has their texts in it, if it is not the one
    that they are written in. ``palette`` has the game's colours by name; without one,
    drawings keep the colours that they have.
    """

    def __init__(
        self,
        project: Project,
        book: FontBook,
        *,
        redraws: bool = False,
        language: str = "en",
        translation: Translation | None = None,
        palette: Mapping[str, str] | None = None,
    ) -> None:
        self.book, self.language, self.translation = book, language, translation
        self.palette = palette
        self._redraws = redraws
        self._files = TemplateFiles(project, language, translation, palette)
        self._cache = RenderCache()
        self._templates: dict[str, Template] = {}

    def in_language(self, language: str, translation: Translation | None) -> "Templates":
        """Return the same templates in another language: what says nothing is drawn once."""
        other = copy(self)
        other.language, other.translation, other._templates = language, translation, {}
        other._files = self._files.in_language(language, translation)
        return other

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
        names = self._files.forget({FilePath(realpath(path)) for path in changed})
        for name in names:
            self._templates.pop(name, None)
        if names:
            self._cache.forget(names)

    def culprit(
        self, problem: Finding, card: Mapping[str, object], error: PnpError
    ) -> WrongCell | None:
        """Return the column of a row whose value a problem of a drawing is about, or None.

        ``error`` is the one that holds the problem.
        """
        return culprit(problem, self._files.bindings_at(problem.where), card, error)

    @property
    def texts(self) -> tuple[GameText, ...]:
        """Return the texts of the drawings that were read, as written; none if not translated."""
        return tuple(self._files.texts)

    @property
    def literal_colors(self) -> tuple[Finding, ...]:
        """Return a finding for each drawing so far that writes out colours of the palette."""
        return tuple(self._files.literal_colors)

    @property
    def files(self) -> tuple[FilePath, ...]:
        """Return the files that were read so far: drawings and images."""
        return self._files.paths

    def drawn(
        self, parsed: ParsedTemplate, values: Mapping[str, object], ink: Ink, where: Where
    ) -> Fragment:
        """Return a drawing for one row, in millimetres; equal drawings are one object."""

        def draw() -> Fragment:
            tracker = _tracker(values, translated=self.translation is not None)
            renderer = RowRenderer(self._files, self.book, self._cache, tracker, ink, where)
            return renderer.page(parsed, renderer.initial)[0]

        return self._of_row(draw, parsed, values, ink)

    def stale_samples(
        self, parsed: ParsedTemplate, values: Mapping[str, object], row: str
    ) -> Sequence[Finding]:
        """Return what a file shows of its sample row that is not as the row's values give it."""
        return self._of_row(
            lambda: tuple(stale_samples(parsed.bindings, values, row)), parsed, values, row
        )

    def _of_row(
        self,
        make: Callable[[], T],
        parsed: ParsedTemplate,
        values: Mapping[str, object],
        more: Hashable,
    ) -> T:
        """Return what a function makes of a file and a row; kept for the next drawing, if any."""
        if not self._redraws:
            return make()
        key = parsed.file.root, more, repr(values)  # plain data: what differs is written otherwise
        made: T | None = self._cache.rows.get(key)
        return self._cache.rows.keep(key, make()) if made is None else made


def _tracker(values: Mapping[str, object], *, translated: bool) -> Tracker:
    if not translated:
        return Tracker(scope(values))
    return Tracker(scope(as_printed(values)), scope(as_written(values)))


def _placed(finding: Finding, row: Where) -> Finding:
    """Return a finding of a drawing that rows share at the place of one of them.

    If words are to blame that are translated elsewhere, its hint tells where they are printed.
    """
    if finding.row is None:
        return replace(finding, where=row) if finding.where is ROW else finding
    printed = row if finding.row is ROW else finding.row
    hint = f"{finding.hint}; " if finding.hint else ""
    return replace(finding, row=printed, hint=f"{hint}it is printed by {printed}")


def _guide(
    bindings: Bindings, attrs: Mapping[str, str], cascaded: Mapping[str, str]
) -> Guide | None:
    """Return what makes an element and all inside it a guide: its role, or that it is hidden."""
    if bindings.role:
        return Guide(bindings.role, attrs.get("id", ""))
    return Guide() if _is_hidden(bindings, cascaded) else None


def _is_hidden(bindings: Bindings, cascaded: Mapping[str, str]) -> bool:
    """Tell whether an element is hidden in the kit, and not in an editor only."""
    return cascaded.get("display") == "none" and not bindings.shows


@kept_with_it
def _holds_guides(element: Element) -> bool:
    """Tell whether elements inside have a role: artists hide the layer of the knife."""
    return any("role" in inner.pnp_attrs for inner in element.walk())


def _cut(marks: tuple[RoleOutline, ...]) -> Path | None:
    """Return the outline of a knife, which follows once what editors fill and stroke apart."""
    paths = dict.fromkeys(mark.path for mark in marks if mark.role == "cut")
    return sum(paths, NO_PATH) if paths else None


def _safe(marks: tuple[RoleOutline, ...]) -> Rect | None:
    return union(path_bounds(mark.path) for mark in marks if mark.role == "safe")


def _boxes(marks: Iterable[RoleOutline]) -> Iterator[Rect]:
    return (box for mark in marks if (box := path_bounds(mark.path)) is not None)


def _rooms(marks: tuple[RoleOutline, ...]) -> dict[str, Rect]:
    boxes = {mark.name: path_bounds(mark.path) for mark in marks if mark.role == "room"}
    return {name: box for name, box in boxes.items() if box is not None}
