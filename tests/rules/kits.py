"""The bundled games as drawn, and every single thing that could be wrong with one of them."""

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, NamedTuple

from pnp.component.compose import compose
from pnp.component.piece import Piece
from pnp.content.game import Card, Component, Game
from pnp.content.load import load_game
from pnp.content.project import SHARE, Project
from pnp.errors import PnpError
from pnp.geometry import Rect, Size
from pnp.rules.check import scopes
from pnp.rules.contract import Check, load_contract
from pnp.rules.difference import same
from pnp.rules.evaluate import evaluate
from pnp.rules.kit import Kit
from pnp.rules.run import Run
from pnp.rules.values import spelled
from pnp.scene.node import Group, Node, Shape, Text
from pnp.scene.path import Path as Outline
from pnp.template.drawing import Ink
from pnp.template.fonts import FontBook
from pnp.template.library import Templates


class Made(NamedTuple):
    """A game and its pieces as drawn."""

    game: Game
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Mutation:
    """One thing changed; ``touches`` is what an expression calls it."""

    name: str
    touches: str
    made: Callable[[], Made]


@cache
def kit_of(key: str) -> Made:
    """Return a bundled game, drawn once for all tests."""
    project = Project(SHARE)
    game = load_game(SHARE / "card_data" / key, project)
    templates = Templates(project, FontBook(project.folders("fonts")))
    return Made(game, compose(game, templates, Ink.FULL))


@cache
def checks_of(key: str) -> Mapping[str, Check]:
    return {check.fact.id: check for check in load_contract(kit_of(key).game).checks}


def holds(check: Check, made: Made) -> bool:
    """Return whether a fact holds; one that cannot be asked any more does not count as broken."""
    kit = Kit(made.game, made.pieces)
    try:
        return all(_holds(check, kit, scope) for scope in scopes(check, kit))
    except PnpError:
        return True


def _holds(check: Check, kit: Kit, scope: Any) -> bool:
    value = evaluate(Run(kit, check.expression.source), check.expression.root, scope)
    return same(value, check.expected) if check.compares else bool(value)


def named(check: Check) -> set[str]:
    """Return the plain names that a fact's expressions use."""
    roots = [check.expression.root, *(loop.root for loop in check.loops.values())]
    nodes = [node for root in roots for node in ast.walk(root)]
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    return names | ({"components"} if names & {"pieces", "aids"} else set())


def failing(check: Check, key: str) -> str | None:
    """Return the first single change of the kit that breaks a fact, None where none does."""
    names = named(check)
    for mutation in mutations(kit_of(key)):
        asked = mutation.touches in names or "components" in names
        if asked and not holds(check, mutation.made()):
            return mutation.name
    return None


def caught(key: str, made: Made) -> bool:
    return any(not holds(check, made) for check in checks_of(key).values())


# every single change


def mutations(made: Made) -> Iterator[Mutation]:
    yield from data_mutations(made)
    for name, component in made.game.components.items():
        for change, size in (("small", 0.2), ("large", 5)):
            larger = Size(component.size.width * size, component.size.height * size)
            yield _of_game(made, f"{name}: {change}", name, with_component, size=larger)
    yield from _drawings(made)


def data_mutations(made: Made) -> Iterator[Mutation]:
    """Yield every change of the data: players, set-up numbers, rows, boards."""
    players = made.game.players
    changed = [players[:-1], players[1:], (*players, players[-1] + 1), (*players, 30)]
    for numbers in filter(None, changed):
        game = replace(made.game, players=numbers)
        yield Mutation(f"players {numbers}", "players", lambda game=game: made._replace(game=game))
    for path, play in _changes(dict(made.game.play)):
        game = replace(made.game, play=play)
        yield Mutation(f"play{path}", "play", lambda game=game: made._replace(game=game))
    for component in made.game.components.values():
        yield from _rows(made, component)
    for name in made.game.boards:
        yield from _boards(made, name)


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
    return Mutation(
        text, spelled(name), lambda: made._replace(game=change(made.game, name, **how))
    )


def _rows(made: Made, component: Component) -> Iterator[Mutation]:
    cards, name = component.cards, component.name
    columns = {column: [c.values.get(column) for c in cards] for column in component.columns}
    for index, card in enumerate(cards):
        before, after = cards[:index], cards[index + 1 :]
        others = [replace(card, qty=qty) for qty in (card.qty - 1, card.qty + 1, card.qty + 60)]
        others.append(replace(card, id="zzz"))
        for column, kind in component.columns.items():
            old = card.values.get(column)
            words = [*(kind if isinstance(kind, tuple) else ()), *columns[column], *_others(old)]
            for value in dict.fromkeys(word for word in words if word != old):
                others.append(replace(card, values={**card.values, column: value}))
        for other in others:
            text = f"{name}/{card.id}: {other.id} {other.qty} {dict(other.values)}"
            yield _of_game(made, text, name, with_cards, cards=(*before, other, *after))
        yield _of_game(made, f"{name}/{card.id} gone", name, with_cards, cards=(*before, *after))
    for column in component.columns:
        same = [replace(c, values={**c.values, column: cards[0].values.get(column)}) for c in cards]
        yield _of_game(made, f"{name}: one {column}", name, with_cards, cards=same)
    for qty in (0, 1):
        few = [replace(card, qty=qty) for card in cards]
        yield _of_game(made, f"{name}: {qty} each", name, with_cards, cards=few)


def _boards(made: Made, name: str) -> Iterator[Mutation]:
    board = made.game.boards[name]

    def mutation(text: str, **changes: Any) -> Mutation:
        boards = {**made.game.boards, name: replace(board, **changes)}
        game = replace(made.game, boards=boards)
        return Mutation(f"{name}: {text}", spelled(name), lambda: made._replace(game=game))

    links, spaces = board.links, board.spaces
    for i, link in enumerate(links):
        yield mutation(f"{link.start}-{link.end} cut", links=links[:i] + links[i + 1 :])
    for i, space in enumerate(spaces):
        left = tuple(link for link in links if space.id not in (link.start, link.end))
        yield mutation(f"{space.id} gone", spaces=spaces[:i] + spaces[i + 1 :], links=left)
    kinds = sorted({space.kind for space in spaces})
    for i, space in enumerate(spaces):
        changed = [replace(space, kind=kind) for kind in kinds if kind != space.kind]
        changed += [replace(space, at=other.at) for other in spaces[:: len(spaces) // 4]]
        changed += [replace(space, values=v) for _, v in _changes(dict(space.values))]
        for key, value in space.values.items():
            known = [s.values[key] for s in spaces if key in s.values and s.values[key] != value]
            changed += [replace(space, values={**space.values, key: other}) for other in known[:3]]
        for other in changed:
            yield mutation(f"{other}", spaces=(*spaces[:i], other, *spaces[i + 1 :]))
    for kind in kinds:
        for values in _common(board, kind):
            many = [replace(s, values=values(s)) if s.kind == kind else s for s in spaces]
            yield mutation(f"every {kind}", spaces=tuple(many))
        kept = [s for s in spaces if s.kind != kind]
        ids = {s.id for s in kept}
        left = tuple(link for link in links if link.start in ids and link.end in ids)
        yield mutation(f"no {kind}", spaces=tuple(kept), links=left)
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


def _drawings(made: Made) -> Iterator[Mutation]:
    for name, component in made.game.components.items():
        pieces = [piece for piece in made.pieces if piece.component.name == name]
        for text, change in CHANGES.items():
            for piece in pieces[:3]:
                yield _redrawn(made, f"{piece.id}: {text}", name, {piece.id: change(piece)})
            everyone = {piece.id: change(piece) for piece in pieces}
            yield _redrawn(made, f"{component.name}: {text}", name, everyone)
        for one, other in zip(pieces, pieces[1:], strict=False):
            faces = {one.id: replace(one, face=other.face)}
            yield _redrawn(made, f"{one.id} as {other.id}", name, faces)
    backed = [piece for piece in made.pieces if piece.back]
    for one, other in zip(backed, backed[1:], strict=False):
        if one.component is not other.component:
            own = [p for p in backed if p.component is one.component]
            backs = {p.id: replace(p, back=other.back) for p in own}
            yield _redrawn(made, f"{one.id} has the back of {other.id}", one.component.name, backs)
    alike = {piece.id: replace(piece, face=made.pieces[0].face) for piece in made.pieces}
    for name in made.game.components:
        yield _redrawn(made, "all alike", name, alike)


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


def _unnamed(nodes: Sequence[Node]) -> Sequence[Node]:
    return _each(nodes, lambda n: replace(n, name=None) if isinstance(n, Group) else n)


def _doubled(nodes: Sequence[Node]) -> Sequence[Node]:
    return (*nodes, *nodes)


def _each(nodes: Sequence[Node], change: Callable[[Node], Node | None]) -> Sequence[Node]:
    found = []
    for node in nodes:
        inner = replace(node, nodes=tuple(_each(node.nodes, change))) if isinstance(node, Group) else node
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
    "no symbols": lambda piece: _face(piece, _unnamed),
    "symbols twice": lambda piece: _face(piece, _doubled),
    "an empty face": lambda piece: _face(piece, lambda nodes: ()),
    "a dot on its back": lambda piece: _back(piece, _dotted(piece.back.nodes if piece.back else ())),
    "no symbols on its back": lambda p: _back(p, _unnamed(p.back.nodes if p.back else ())),
    "no back": lambda piece: _back(piece, None),
    "its face as its back": lambda piece: _back(piece, piece.face.nodes),
    "a cut of its own": lambda p: replace(p, outline=Outline.rect(Rect(0, 0, *p.trim), 9)),
    "no cut of its own": lambda piece: replace(piece, outline=None),
}
