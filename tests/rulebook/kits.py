"""The bundled games as drawn, and every single thing that could be wrong with one of them."""

import ast
import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, NamedTuple

from pnp.base.color import Color
from pnp.base.diagnostics import PnpError
from pnp.data.game import Card, Component, Game, Parts
from pnp.data.selection import selected
from pnp.data.wanted import Wanted
from pnp.geometry.path import Path as Outline
from pnp.geometry.plane import Rect, Size
from pnp.kinds.compose import compose
from pnp.kinds.piece import Piece
from pnp.rulebook.contract import Check, load_contract
from pnp.rulebook.evaluate import evaluate
from pnp.rulebook.evaluation import Evaluation, FactContext, Scope
from pnp.rulebook.explain import same
from pnp.rulebook.judge import scopes
from pnp.rulebook.values import spelled
from pnp.scene.node import Group, Node, Shape, Solid, Text
from pnp.scene.page import Ink
from tests.make import bundled, templates

SHARED = templates()


class Made(NamedTuple):
    """A game and its pieces as drawn."""

    game: Game
    pieces: tuple[Piece, ...]


OF_DRAWINGS = {
    *("cut", "distinct_drawing", "drawing", "lettering", "outline", "same_drawing", "symbols"),
    *("beside", "colours", "drawn", "letter_size", "marks", "printed", "shows", "texts", "wording"),
    "words",
}
"""The functions of the language that ask how pieces are drawn."""


GRAY = Color(128, 128, 128)

FIRST = 40
"""How many changes of a component's first rows are tried before those of all."""


@dataclass(frozen=True)
class Mutation:
    """One thing changed; ``touches`` is what an expression calls it."""

    name: str
    touches: str
    made: Callable[[], Made]


@cache
def kit_of(key: str) -> Made:
    """Return a bundled game, drawn once for all tests."""
    game = bundled(key)
    return Made(game, compose(game, SHARED, Ink.FULL))


def redrawn(made: Made, touches: str) -> Made:
    """Return a changed game drawn anew: the component that was changed, or all of it.

    Raises:
        PnpError: it cannot be drawn.
    """
    components = made.game.components
    names = [name for name in components if spelled(name) == touches] or list(components)
    kept = [piece for piece in made.pieces if piece.component.name not in names]
    part = selected(made.game, [Wanted(name) for name in names])
    return made._replace(pieces=(*kept, *compose(made.game, SHARED, Ink.FULL, part)))


@cache
def checks_of(key: str) -> Mapping[str, Check]:
    return {check.fact.id: check for check in load_contract(kit_of(key).game).checks}


@cache
def names_of(key: str) -> Mapping[str, frozenset[str]]:
    """Return the plain names that each check of a game uses, by the ids of facts.

    ``printed`` looks at every aid.
    """
    components = kit_of(key).game.components
    aids = frozenset(spelled(name) for name, component in components.items() if component.aid)
    found = {id_: frozenset(named(check)) for id_, check in checks_of(key).items()}
    return {id_: names | aids if "printed" in names else names for id_, names in found.items()}


def holds(check: Check, made: Made, *, unasked: bool = True) -> bool:
    """Return whether a fact holds; ``unasked`` is the answer where it cannot be asked any more."""
    kit = FactContext(made.game, made.pieces)
    try:
        return all(_holds(check, kit, scope) for scope in scopes(check, kit))
    except PnpError:
        return unasked


def _holds(check: Check, kit: FactContext, scope: Scope) -> bool:
    value = evaluate(Evaluation(kit, check.expression.source), check.expression.root, scope)
    return same(value, check.expected) if check.compares else bool(value)


def named(check: Check) -> set[str]:
    """Return the plain names that a fact's expressions use."""
    inner = (*check.loops.values(), *check.lets.values())
    roots = [check.expression.root, *(each.root for each in inner)]
    nodes = [node for root in roots for node in ast.walk(root)]
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    names |= {
        f"play.{node.attr}"
        for node in nodes
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "play"
    }
    names |= {
        spelled(str(node.args[0].value))
        for node in nodes
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "optional"
        if isinstance(node.args[0], ast.Constant)
    }
    return names | ({"components"} if "pieces" in names else set())


def failing(check: Check, key: str) -> str | None:
    """Return the first single change of the kit that breaks a fact, None where none does."""
    names = names_of(key)[check.fact.id]
    for mutation in mutations(kit_of(key), drawn=bool(names & OF_DRAWINGS)):
        asked = mutation.touches in names or "components" in names
        if asked and not holds(check, mutation.made()):
            return mutation.name
    return None


# every single change


def mutations(made: Made, *, drawn: bool) -> Iterator[Mutation]:
    """Yield every change, those that touch most of the kit first; of drawings where asked for."""
    components = made.game.components.values()
    if drawn:
        for component in components:
            yield from _redrawn_whole(made, component)
            yield from _redrawn_one(made, component)
    yield from _numbers(made)
    for component in components:
        yield from itertools.islice(_rows(made, component), FIRST)
        yield from _whole(made, component)
    for name in made.game.boards:
        yield from _boards(made, name)
    for component in components:
        yield from _parts(made, component)
        yield from _rows(made, component)


def data_mutations(made: Made) -> Iterator[Mutation]:
    """Yield every change of a single thing in the data: numbers, rows, boards."""
    yield from _numbers(made)
    for component in made.game.components.values():
        yield from _rows(made, component)
        yield from _parts(made, component)
    for name in made.game.boards:
        yield from _boards(made, name)


def _numbers(made: Made) -> Iterator[Mutation]:
    players = made.game.players
    changed = [players[:-1], players[1:], (*players, players[-1] + 1), (*players, 30)]
    for numbers in filter(None, changed):
        game = replace(made.game, players=numbers)
        yield Mutation(f"players {numbers}", "players", lambda game=game: made._replace(game=game))
    for path, play in _changes(dict(made.game.play)):
        game = replace(made.game, play=play)
        yield Mutation(f"play{path}", touched(path), lambda game=game: made._replace(game=game))


def touched(path: str) -> str:
    """Return how an expression asks for what stands under a path in ``play``: by its first key."""
    return spelled("play." + re.split(r"[ .\[]", path)[1])


def _changes(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield plain data with one thing changed."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield f".{key} gone", {k: v for k, v in value.items() if k != key}
            for path, other in _changes(inner):
                yield f".{key}{path}", {**value, key: other}
    elif isinstance(value, list | tuple):
        yield " shorter", list(value[:-1])
        for index, inner in enumerate(value):
            for path, other in _changes(inner):
                yield f"[{index}]{path}", [*value[:index], other, *value[index + 1 :]]
    else:
        for other in _others(value):
            yield f" = {other}", other


def _others(value: Any) -> list[Any]:
    """Return values that might stand where one stands."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int | float):
        return [value + 1, value - 1, 0, -value, 30]
    return ["zzz", ""]


def with_component(game: Game, name: str, **changes: object) -> Game:
    changed = replace(game.components[name], **changes)
    return replace(game, components={**game.components, name: changed})


def with_cards(game: Game, name: str, cards: Sequence[Card]) -> Game:
    return with_component(game, name, cards=tuple(cards))


def _of_game(made: Made, text: str, name: str, change: Callable[..., Game], **how: Any) -> Mutation:
    return Mutation(text, spelled(name), lambda: made._replace(game=change(made.game, name, **how)))


def _rows(made: Made, component: Component) -> Iterator[Mutation]:
    for text, cards in _changed(component.cards, component.columns):
        name = component.name
        yield _of_game(made, f"{name}/{text}", name, with_cards, cards=cards)


def _parts(made: Made, component: Component) -> Iterator[Mutation]:
    """Yield changes of the rows of which one piece is made."""
    name, parts = component.name, component.parts
    for text, cards in _changed(parts.cards, parts.columns) if parts else ():
        changed = replace(parts, cards=tuple(cards))
        yield _of_game(made, f"{name} part {text}", name, with_component, parts=changed)


def _changed(
    cards: Sequence[Card], columns: Mapping[str, Any]
) -> Iterator[tuple[str, Sequence[Card]]]:
    """Yield rows with a single one of them changed, or left out."""
    met = {column: [card.values.get(column) for card in cards] for column in columns}
    for index, card in enumerate(cards):
        before, after = cards[:index], cards[index + 1 :]
        others = [replace(card, qty=qty) for qty in (card.qty - 1, card.qty + 1, card.qty + 60)]
        others.append(replace(card, id="zzz"))
        for column, kind in columns.items():
            old = card.values.get(column)
            words = [*(kind if isinstance(kind, tuple) else ()), *met[column], *_others(old)]
            for value in dict.fromkeys(word for word in words if word != old):
                others.append(replace(card, values={**card.values, column: value}))
        for other in others:
            yield (
                f"{card.id}: {other.id} {other.qty} {dict(other.values)}",
                (*before, other, *after),
            )
        yield f"{card.id} gone", (*before, *after)


def _whole(made: Made, component: Component) -> Iterator[Mutation]:
    """Yield changes of many rows at once, and of the component itself."""
    cards, name = component.cards, component.name
    for qty in (0, 1):
        few = [replace(card, qty=qty) for card in cards]
        yield _of_game(made, f"{name}: {qty} each", name, with_cards, cards=few)
    for text, rows in _bulk(component):
        yield _of_game(made, f"{name}: {text}", name, with_cards, cards=rows)
    for text, rows in _bulk(component.parts):
        parts = replace(component.parts, cards=tuple(rows))
        yield _of_game(made, f"{name} parts {text}", name, with_component, parts=parts)
    for factor in (0.2, 5):
        size = Size(component.size.width * factor, component.size.height * factor)
        yield _of_game(made, f"{name}: {size}", name, with_component, size=size)


def _bulk(owner: Component | Parts | None) -> Iterator[tuple[str, Sequence[Card]]]:
    """Yield rows that all have the same value in a column, and rows without one of its values."""
    for column in owner.columns if owner else ():
        for value in dict.fromkeys(card.values.get(column) for card in owner.cards):
            alike = [replace(c, values={**c.values, column: value}) for c in owner.cards]
            yield f"{column} {value}", alike
            yield f"no {column} {value}", [c for c in owner.cards if c.values.get(column) != value]


def _boards(made: Made, name: str) -> Iterator[Mutation]:
    board = made.game.boards[name]

    def mutation(text: str, **changes: Any) -> Mutation:
        boards = {**made.game.boards, name: replace(board, **changes)}
        game = replace(made.game, boards=boards)
        return Mutation(f"{name}: {text}", spelled(name), lambda: made._replace(game=game))

    links, spaces = board.links, board.spaces
    kinds = sorted({space.kind for space in spaces})
    for kind in kinds:
        for values in _common(board, kind):
            many = [replace(s, values=values(s)) if s.kind == kind else s for s in spaces]
            yield mutation(f"every {kind}", spaces=tuple(many))
        renamed = [replace(s, kind="zzz") if s.kind == kind else s for s in spaces]
        yield mutation(f"{kind} renamed", spaces=tuple(renamed))
        kept = [s for s in spaces if s.kind != kind]
        ids = {s.id for s in kept}
        left = tuple(link for link in links if link.start in ids and link.end in ids)
        yield mutation(f"no {kind}", spaces=tuple(kept), links=left)
    for i, link in enumerate(links):
        yield mutation(f"{link.start}-{link.end} cut", links=links[:i] + links[i + 1 :])
    for i, space in enumerate(spaces):
        left = tuple(link for link in links if space.id not in (link.start, link.end))
        yield mutation(f"{space.id} gone", spaces=spaces[:i] + spaces[i + 1 :], links=left)
    for i, space in enumerate(spaces):
        changed = [replace(space, kind=kind) for kind in kinds if kind != space.kind]
        changed += [replace(space, at=other.at) for other in spaces[:: len(spaces) // 4]]
        changed += [replace(space, values=v) for _, v in _changes(dict(space.values))]
        for key, value in space.values.items():
            known = [s.values[key] for s in spaces if key in s.values and s.values[key] != value]
            changed += [replace(space, values={**space.values, key: other}) for other in known[:3]]
        for other in changed:
            yield mutation(f"{other}", spaces=(*spaces[:i], other, *spaces[i + 1 :]))
    for one, other in zip(spaces, spaces[7:], strict=False):
        extra = replace(links[0], start=one.id, end=other.id)
        yield mutation(f"{one.id}-{other.id} joined", links=(*links, extra))
    yield from (mutation(f"joined {link}", links=(*links, link)) for link in _shortcuts(board))


def _common(board: Any, kind: str) -> Iterator[Callable[[Any], Mapping[str, Any]]]:
    first = next(space for space in board.spaces if space.kind == kind)
    for key, value in first.values.items():
        yield lambda space, key=key, value=value: {**space.values, key: value}


def _shortcuts(board: Any) -> Iterator[Any]:
    """Yield a link from the first space of each kind to the first of every other."""
    first: dict[str, str] = {}
    for space in board.spaces:
        first.setdefault(space.kind, space.id)
    for one in first.values():
        for other in first.values():
            if one < other:
                yield replace(board.links[0], start=one, end=other)


# drawings


def _redrawn_whole(made: Made, component: Component) -> Iterator[Mutation]:
    name = component.name
    pieces = [piece for piece in made.pieces if piece.component.name == name]
    for text, change in CHANGES.items():
        yield _redrawn(made, f"{name}: {text}", name, {p.id: change(p) for p in pieces})
    alike = {piece.id: replace(piece, face=made.pieces[0].face) for piece in pieces}
    yield _redrawn(made, f"{name}: all alike", name, alike)
    for other in made.pieces:
        if (
            other.back
            and other.component is not component
            and other.card is other.component.cards[0]
        ):
            backs = {p.id: replace(p, back=other.back) for p in pieces}
            yield _redrawn(made, f"{name} has the back of {other.id}", name, backs)


def _redrawn_one(made: Made, component: Component) -> Iterator[Mutation]:
    name = component.name
    pieces = [piece for piece in made.pieces if piece.component.name == name]
    for piece in (pieces[:1] + pieces[-1:])[: len(pieces)]:
        for text, change in CHANGES.items():
            yield _redrawn(made, f"{piece.id}: {text}", name, {piece.id: change(piece)})
    for one, other in itertools.pairwise(pieces):
        faces = {one.id: replace(one, face=other.face)}
        yield _redrawn(made, f"{one.id} as {other.id}", name, faces)


def _redrawn(made: Made, text: str, name: str, changed: Mapping[str, Piece]) -> Mutation:
    def redraw() -> Made:
        return made._replace(pieces=tuple(changed.get(p.id, p) for p in made.pieces))

    return Mutation(text, spelled(name), redraw)


def _face(piece: Piece, change: Callable[[Sequence[Node]], Sequence[Node]]) -> Piece:
    return replace(piece, face=replace(piece.face, nodes=tuple(change(piece.face.nodes))))


def _dotted(nodes: Sequence[Node]) -> Sequence[Node]:
    return (*nodes, Shape(Outline.ellipse((9, 9), 0.2, 0.2)))


def _wordless(nodes: Sequence[Node]) -> Sequence[Node]:
    return _each(nodes, lambda node: None if isinstance(node, Text) else node)


def _tiny(nodes: Sequence[Node]) -> Sequence[Node]:
    return _each(nodes, lambda n: replace(n, size=n.size / 9) if isinstance(n, Text) else n)


def _grayed(nodes: Sequence[Node]) -> Sequence[Node]:
    def grayed(node: Node) -> Node:
        filled = isinstance(node, Shape | Text) and isinstance(node.fill, Solid)
        return replace(node, fill=Solid(GRAY)) if filled else node

    return _each(nodes, grayed)


def _unnamed(nodes: Sequence[Node]) -> Sequence[Node]:
    return _each(nodes, lambda n: replace(n, name=None) if isinstance(n, Group) else n)


def _doubled(nodes: Sequence[Node]) -> Sequence[Node]:
    return (*nodes, *nodes)


def _each(nodes: Sequence[Node], change: Callable[[Node], Node | None]) -> Sequence[Node]:
    found = []
    for node in nodes:
        inner = (
            replace(node, nodes=tuple(_each(node.nodes, change)))
            if isinstance(node, Group)
            else node
        )
        changed = change(inner)
        if changed is not None:
            found.append(changed)
    return tuple(found)


def _back(piece: Piece, nodes: Sequence[Node] | None) -> Piece:
    if piece.back is None:
        return piece
    return replace(piece, back=None if nodes is None else replace(piece.back, nodes=tuple(nodes)))


CHANGES: Mapping[str, Callable[[Piece], Piece]] = {
    "a dot on its face": lambda piece: _face(piece, _dotted),
    "no words": lambda piece: _face(piece, _wordless),
    "tiny words": lambda piece: _face(piece, _tiny),
    "all gray": lambda piece: _face(piece, _grayed),
    "no symbols": lambda piece: _face(piece, _unnamed),
    "symbols twice": lambda piece: _face(piece, _doubled),
    "an empty face": lambda piece: _face(piece, lambda nodes: ()),
    "a dot on its back": lambda piece: _back(
        piece, _dotted(piece.back.nodes if piece.back else ())
    ),
    "no symbols on its back": lambda p: _back(p, _unnamed(p.back.nodes if p.back else ())),
    "no back": lambda piece: _back(piece, None),
    "its face as its back": lambda piece: _back(piece, piece.face.nodes),
    "a cut of its own": lambda p: replace(p, outline=Outline.rect(Rect(0, 0, *p.trim), 9)),
    "no cut of its own": lambda piece: replace(piece, outline=None),
}
