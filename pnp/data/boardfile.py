"""Reads board.yaml into a ``Board``, and reports all errors in it together."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Generic, NamedTuple, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, RootModel

from pnp.base.diagnostics import PnpError, Problems, Where, nearest, quote
from pnp.data.document import Document, Step
from pnp.data.game import Board, Link, Space
from pnp.data.schema import Model, UnfitError, validate
from pnp.geometry.plane import ROUNDING, Point, Size


def _two_ends(ends: list[str]) -> list[str]:
    if len(ends) != 2:
        raise UnfitError("a link joins two spaces", "write their ids: [gate, yard]")
    return ends


Word = Annotated[str, Field(min_length=1, max_length=80)]

Place = Annotated[float, Field(strict=True, allow_inf_nan=False)]


class SpaceEntry(Model):
    """A space: its place, and any further keys for the template and the checks."""

    model_config = ConfigDict(extra="allow")

    id: Word
    """A name that no other space of the board has; links refer to it."""
    kind: Word | None = None
    """The kind of space; one of the board's `kinds`, if these are declared."""
    x: Place
    """Millimetres from the left edge of the board's trim."""
    y: Place
    """Millimetres from the top edge of the board's trim."""


class NamedLink(Model):
    """A link that has a kind."""

    from_: Word = Field(alias="from")
    """The id of the space where it begins."""
    to: Word
    """The id of the space where it ends."""
    kind: Word | None = None
    """The kind of link; one of the board's `link-kinds`, if these are declared."""


class LinkEntry(RootModel[Annotated[list[Word], AfterValidator(_two_ends)] | NamedLink]):
    """A link: `[gate, yard]`, or `{from: gate, to: yard, kind: bridge}`."""

    @property
    def ends(self) -> tuple[str, str]:
        """Return the ids of the spaces where it begins and ends."""
        link = self.root
        return (link.from_, link.to) if isinstance(link, NamedLink) else (link[0], link[1])

    @property
    def kind(self) -> str | None:
        """Return the kind of link, or None if it has none."""
        return self.root.kind if isinstance(self.root, NamedLink) else None


class BoardFile(Model):
    """A board as data, for its template and for the checks of the rulebook."""

    kinds: list[Word] | None = None
    """The kinds that spaces may have; without this, any word."""
    link_kinds: list[Word] | None = Field(default=None, alias="link-kinds")
    """The kinds that links may have; without this, any word."""
    spaces: Annotated[list[SpaceEntry], Field(min_length=1)]
    """The places on the board."""
    links: list[LinkEntry] = Field(default_factory=list)
    """The links between them."""
    starts: list[Word] | None = None
    """The spaces where pieces begin; if given, links must lead from them to every space."""


def check_reach(
    starts: Sequence[Document],
    spaces: Mapping[str, Where],
    links: Iterable[tuple[str, str]],
    problems: Problems,
) -> None:
    """Note starts that are not spaces, and spaces that cannot be reached from any start.

    Links are followed in both directions; without starts nothing is checked.
    """
    for part in starts:
        if part.text() not in spaces:
            hint = nearest(part.text(), spaces) or "write the id of a space"
            problems.note(f"{quote(part.text())} is not a space of the board", part.where(), hint)
    reached = _reached([part.text() for part in starts], links)
    for id_, where in spaces.items() if starts else ():
        if id_ not in reached:
            hint = "link it to a space that can be reached, or add it to the starts"
            message = f"the space {quote(id_)} cannot be reached from the starts"
            problems.note(message, where, hint)


def _reached(starts: Iterable[str], links: Iterable[tuple[str, str]]) -> set[str]:
    neighbours: dict[str, list[str]] = {}
    for one, other in links:
        neighbours.setdefault(one, []).append(other)
        neighbours.setdefault(other, []).append(one)
    reached, queue = set[str](), list(starts)
    while queue:
        space = queue.pop()
        if space not in reached:
            reached.add(space)
            queue += neighbours.get(space, ())
    return reached


E = TypeVar("E", bound=BaseModel)


class Item(NamedTuple, Generic[E]):
    """A valid space or link, with its part of the file."""

    entry: E
    part: Document


def read_board(component: str, size: Size, document: Document, problems: Problems) -> Board:
    """Return the valid spaces and links of a component's board; ``size`` is its trim in mm.

    Notes invalid values, duplicate ids and links, spaces outside the board, links to unknown
    spaces, spaces that cannot be reached from the starts, and undeclared kinds.
    """
    with problems.kept():
        validate(BoardFile, document)
    spaces = list(_valid(SpaceEntry, document, "spaces"))
    links = list(_valid(LinkEntry, document, "links"))
    _check_ids(spaces, problems)
    _check_places(spaces, size, problems)
    _check_ends(links, _ids(document), problems)
    _check_repeats(links, problems)
    places = {entry.id: part.where(("id",)) for entry, part in spaces}
    ways = [item.entry.ends for item in links]
    check_reach(list(_listed(document, "starts")), places, ways, problems)
    _check_kinds(spaces, document, "kinds", problems)
    _check_kinds(links, document, "link-kinds", problems)
    return Board(
        component,
        tuple(_space(item) for item in spaces),
        tuple(_link(item) for item in links),
        document.where(),
    )


def _space(item: Item[SpaceEntry]) -> Space:
    entry = item.entry
    values = dict(entry.model_extra or {})
    return Space(entry.id, entry.kind or "", Point(entry.x, entry.y), values, item.part.where())


def _link(item: Item[LinkEntry]) -> Link:
    return Link(*item.entry.ends, item.entry.kind or "", item.part.where())


def _listed(document: Document, key: str) -> Iterator[Document]:
    """Yield the items of the list under a key as documents; nothing if there is no list."""
    items = document.data.get(key) if isinstance(document.data, dict) else None
    for index in range(len(items) if isinstance(items, list) else 0):
        yield document.at((key, index))


def _valid(model: type[E], document: Document, key: str) -> Iterator[Item[E]]:
    """Yield the valid items under a key; the errors of the others are reported already."""
    for part in _listed(document, key):
        try:
            entry = validate(model, part)
        except PnpError:
            continue
        yield Item(entry, part)


def _ids(document: Document) -> dict[str, None]:
    """Return the ids of all spaces, also of invalid ones."""
    parts = [part for part in _listed(document, "spaces") if isinstance(part.data, dict)]
    return {part.text(("id",)): None for part in parts if "id" in part.data}


def _check_ids(spaces: Sequence[Item[SpaceEntry]], problems: Problems) -> None:
    first: dict[str, Where] = {}
    for entry, part in spaces:
        where = part.where(("id",))
        if entry.id in first:
            hint = f"the other is in line {first[entry.id].line}"
            problems.note(f"duplicate space id {quote(entry.id)}", where, hint)
        first.setdefault(entry.id, where)


def _check_places(spaces: Sequence[Item[SpaceEntry]], size: Size, problems: Problems) -> None:
    for entry, part in spaces:
        for axis, value, most in (("x", entry.x, size.width), ("y", entry.y, size.height)):
            if not -ROUNDING <= value <= most + ROUNDING:
                message = f"the space {quote(entry.id)} is outside the board"
                hint = f"the board is {size}: write 0 to {most:g}"
                problems.note(message, part.where((axis,)), hint)


def _check_ends(links: Sequence[Item[LinkEntry]], ids: Collection[str], problems: Problems) -> None:
    """Note links to unknown spaces, and links from a space to itself."""
    for entry, part in links:
        start, end = entry.ends
        steps: tuple[Step, Step] = (0, 1) if isinstance(part.data, list) else ("from", "to")
        for id_, step in zip((start, end), steps, strict=True):
            if id_ not in ids:
                message = f"the link leads to {quote(id_)}, which is not a space of the board"
                hint = nearest(id_, ids) or "write the id of a space, or add the space"
                problems.note(message, part.where((step,)), hint)
        if start == end:
            hint = "name another space, or delete the link"
            problems.note(f"the link leads from {quote(start)} to itself", part.where(), hint)


def _check_repeats(links: Sequence[Item[LinkEntry]], problems: Problems) -> None:
    first: dict[tuple[str, str, str | None], Where] = {}
    for entry, part in links:
        (start, end), where = entry.ends, part.where()
        other = first.setdefault((start, end, entry.kind), where)
        if other is not where:
            message = f"duplicate link from {quote(start)} to {quote(end)}"
            problems.note(message, where, f"the other is in line {other.line}")


def _check_kinds(
    items: Sequence[Item[SpaceEntry]] | Sequence[Item[LinkEntry]],
    document: Document,
    key: str,
    problems: Problems,
) -> None:
    """Note missing and undeclared kinds, if the board declares any."""
    declared = [part.text() for part in _listed(document, key)]
    for entry, part in items if declared else ():
        if entry.kind is None:
            short = "{from: …, to: …, kind: …}, with " if isinstance(part.data, list) else ""
            hint = f"write {short}one of {', '.join(declared)}"
            problems.note('the key "kind" is missing', part.where(), hint)
        elif entry.kind not in declared:
            message = f"{quote(entry.kind)} is not one of the board's {key}"
            hint = nearest(entry.kind, declared) or f"they are {', '.join(declared)}"
            problems.note(message, part.where(("kind",)), hint)
