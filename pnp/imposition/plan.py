"""The plan: what to print, on what, how to turn it, and what one then has; for a guide to draw."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from pnp.content.game import Component, Game
from pnp.imposition.label import TURN_WORDS
from pnp.imposition.sheet import Layout, Sheet
from pnp.template.drawing import Ink


def plan(
    game: Game, sheets: Sequence[Sheet], layout: Layout, ink: Ink = Ink.FULL
) -> Mapping[str, object]:
    """Return the steps from paper to pieces, and the pieces to check off, as plain data."""
    runs = [tuple(run) for _, run in groupby(sheets, key=_kind_of_sheet)]
    printed = {name for sheet in sheets for name in sheet.components}
    return {
        "paper": layout.paper_name,
        "backs": TURN_WORDS[layout.backs],
        "ink": ink.value,
        "steps": [_step(number, run, game) for number, run in enumerate(runs, 1)],
        "parts": [_part(part) for part in game.components.values() if part.name in printed],
        "page": 1,
        "pages": 1,
    }


def _kind_of_sheet(sheet: Sheet) -> tuple[object, ...]:
    """Return what sheets of one step have in common: the file, and what is on them."""
    return sheet.file, sheet.components


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
        "file": f"{game.key}-{first.file}.pdf",
        "stock": first.stock,
        "turn": TURN_WORDS[first.backs],
        "sheets": len(sheets),
        "first": first.number,
        "last": last.number,
        "contents": [
            _content(game.component(name), qty[name], panels[name], name in folds)
            for name in first.components
        ],
    }


def _content(component: Component, qty: int, panels: int, folded: bool) -> dict[str, Any]:
    return {
        "component": component.name,
        "title": component.title,
        "qty": qty,
        "panels": panels,
        "cut": component.cut.value,
        "fold": folded,
    }


def _part(component: Component) -> dict[str, Any]:
    return {
        "component": component.name,
        "title": component.title,
        "qty": component.qty,
        "aid": component.aid,
        "rows": [{"id": card.id, "qty": card.qty} for card in component.cards],
    }
