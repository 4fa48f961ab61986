"""The plan of a kit for its guide: steps to print, cut and assemble it, and a list of parts."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import groupby
from typing import Any

from pnp.data.game import Component, Cut, Game, HelpTopic
from pnp.geometry.plane import Rect
from pnp.imposition.sheet import TURN_WORDS, Backs, Layout, Sheet, SheetCut
from pnp.imposition.signature import both_sides
from pnp.kinds.piece import Key
from pnp.scene.page import Ink, Placement

GUTTERFOLD = HelpTopic("gutterfold", 0)
"""How faces and backs that are printed side by side are folded and glued."""

OUTLINE = HelpTopic("outline", 3)
"""How pieces are cut along an outline."""

PANELS = HelpTopic("panels", 4)
"""How panels are joined."""


def plan(
    game: Game, sheets: Sequence[Sheet], layout: Layout, ink: Ink = Ink.FULL
) -> Mapping[str, Any]:
    """Return the plan as plain data, with the lists ``steps``, ``help`` and ``parts``.

    ``steps`` are the runs of sheets to print, ``help`` the topics to explain, ``parts`` the
    finished components. ``scale`` is that of the guide's pages, below 1 on paper that is too small
    for them. ``sides`` are the pages of a sheet in the PDF of the whole kit: 2 if any sheet has a
    back there. ``pnp.kinds.guide`` distributes the lists over pages.
    """
    sides = 2 if any(sheet.back is not None for sheet in sheets) else 1
    runs = [tuple(run) for _, run in groupby(sheets, key=_kind_of_sheet)]
    printed = {name for sheet in sheets for name in sheet.components}
    parts = [part for part in game.components.values() if part.name in printed]
    return {
        "paper": layout.paper_name,
        "backs": TURN_WORDS[layout.backs],
        "ink": ink.value,
        "scale": 1.0,
        "sides": sides,
        "steps": list(_steps(runs, sides, game)),
        "help": _help(parts, sheets),
        "parts": [_part(part) for part in parts],
    }


def _help(parts: Sequence[Component], sheets: Sequence[Sheet]) -> list[dict[str, Any]]:
    """Return the help topics in order, each with the titles of the components it is about."""
    split = {name for sheet in sheets for name, _ in sheet.panels}
    folded = {
        name for sheet in sheets if sheet.backs is Backs.GUTTERFOLD for name in sheet.components
    }
    about: dict[HelpTopic, list[Component]] = {}
    for part in parts:
        for topic in _topics(part, part.name in split, part.name in folded):
            about.setdefault(topic, []).append(part)
    topics = sorted(about, key=lambda topic: topic.order)
    return [
        {
            "topic": topic.name,
            "words": _words(topic, {part.name for part in about[topic]}, sheets),
            "titles": [part.title for part in about[topic]],
            "sheet": _picture({part.name for part in about[topic]}, sheets),
        }
        for topic in topics
    ]


def _words(topic: HelpTopic, names: Set[str], sheets: Sequence[Sheet]) -> str:
    turned = any(both_sides(sheet.backs) for sheet in sheets if names & {*sheet.components})
    return topic.words if turned else topic.one_side or topic.words


def _picture(names: Set[str], sheets: Sequence[Sheet]) -> dict[str, Any] | None:
    """Return the first sheet with several pieces of these components as outlines and cuts.

    ``pieces``, and the ``lines`` of each of the ``rounds``, are path data in millimetres on the
    paper. The first line of a round is at the y ``at`` if it is ``level``, else at that x.
    """
    shown = (s for s in sheets if s.cuts and len(_trims(s)) > 1 and names & {*s.components})
    sheet = next(shown, None)
    if sheet is None:
        return None
    width, height = sheet.front.size
    rounds = groupby(sheet.cuts, key=lambda cut: cut.step)
    return {
        "width": width,
        "height": height,
        "pieces": "".join(f"M{x:g} {y:g}h{w:g}v{h:g}h{-w:g}Z" for x, y, w, h in _trims(sheet)),
        "rounds": [_round(step, list(cuts)) for step, cuts in rounds],
    }


def _trims(sheet: Sheet) -> list[Rect]:
    return [put.trim for put in sheet.front.placements if Key.parse(put.key).side == "face"]


def _round(step: int, cuts: Sequence[SheetCut]) -> dict[str, Any]:
    first = cuts[0]
    lines = "".join(
        f"M{cut.start:g} {cut.at:g}H{cut.end:g}"
        if cut.level
        else f"M{cut.at:g} {cut.start:g}V{cut.end:g}"
        for cut in cuts
    )
    return {"step": step, "level": first.level, "at": first.at, "lines": lines}


def _topics(part: Component, split: bool, folded: bool) -> Iterator[HelpTopic]:
    if folded:
        yield GUTTERFOLD
    if part.kind.assembly is not None:
        yield part.kind.assembly
    elif split:
        yield PANELS
    elif part.cut is Cut.OUTLINE:
        yield OUTLINE
    else:
        yield part.kind.cutting


def _kind_of_sheet(sheet: Sheet) -> tuple[object, ...]:
    """Return a key that the sheets of one step share: the file, and the components on them."""
    return sheet.file, sheet.components


def _steps(runs: Sequence[Sequence[Sheet]], sides: int, game: Game) -> Iterator[dict[str, Any]]:
    """Yield a step for each run; its pages in the whole kit are counted after the guide's."""
    printed = 0
    for number, run in enumerate(runs, 1):
        first, printed = printed + 1, printed + sides * len(run)
        yield {**_step(number, run, game), "kit_first": first, "kit_last": printed}


def _step(number: int, sheets: Sequence[Sheet], game: Game) -> dict[str, Any]:
    first, last = sheets[0], sheets[-1]
    qty: Counter[str] = Counter()
    panels: Counter[str] = Counter()
    for sheet in sheets:
        qty.update(dict(sheet.contents))
        panels.update(dict(sheet.panels))
    folds = frozenset[str]().union(*(sheet.folds for sheet in sheets))
    return {
        "number": number,
        "file": f"{game.kit}-{first.file}.pdf",
        "stock": first.stock,
        "turn": TURN_WORDS[first.backs],
        "sheets": len(sheets),
        "first": first.number,
        "last": last.number,
        "of": first.of,
        "papers": [_paper(sheet) for sheet in sheets],
        "contents": [
            _content(game.component(name), qty[name], panels[name], name in folds)
            for name in first.components
        ],
    }


def _paper(sheet: Sheet) -> dict[str, Any]:
    """Return what lies where on the front of a sheet, in millimetres on the paper."""
    width, height = sheet.front.size
    pieces = [_lying(put) for put in sheet.front.placements]
    return {"number": sheet.number, "width": width, "height": height, "pieces": pieces}


def _lying(put: Placement) -> dict[str, Any]:
    """Return a piece: its middle at ``x``, ``y``, turned clockwise by so many degrees about it.

    ``width`` and ``height`` are those of what is printed of it, before the turn, and ``left`` and
    ``top`` where this begins on the piece: not at 0 on the panels of a board.
    """
    key, middle = Key.parse(put.key), put.trim.center
    width, height = put.trim.size.turned if put.slot.turn % 180 else put.trim.size
    on_piece = put.slot.place.inverse().apply(*middle)
    component, _, row = key.piece.partition("/")
    return {
        "component": component,
        "row": row,
        "side": key.side,
        "panel": key.panel,
        "x": middle.x,
        "y": middle.y,
        "width": width,
        "height": height,
        "left": on_piece.x - width / 2,
        "top": on_piece.y - height / 2,
        "turn": put.slot.turn,
    }


def _content(component: Component, qty: int, panels: int, folded: bool) -> dict[str, Any]:
    return {
        "component": component.name,
        "title": component.title,
        "qty": qty,
        "panels": panels,
        "cut": component.cut.value,
        "fold": folded,
        "aid": component.aid,
    }


def _part(component: Component) -> dict[str, Any]:
    return {
        "component": component.name,
        "title": component.title,
        "qty": component.cards[0].qty if component.kind.booklet else component.qty,
        "aid": component.aid,
        "rows": [{"id": card.id, "qty": card.qty} for card in component.cards],
    }
