"""The games that can be built, as a table and as data."""

from collections.abc import Sequence
from typing import Any

from pnp.content.game import Component, Game


def as_data(games: Sequence[Game]) -> list[dict[str, Any]]:
    """Return each game with its components as plain data."""
    return [
        {
            "key": game.key,
            "title": game.title,
            "designer": game.designer,
            "version": game.version,
            "players": list(game.players),
            "components": [_entry(component) for component in game.components.values()],
        }
        for game in games
    ]


def as_text(games: Sequence[Game]) -> str:
    """Return each game with a line for each component."""
    return "\n\n".join("\n".join([_title(game), *_lines(game)]) for game in games)


def _entry(component: Component) -> dict[str, Any]:
    return {
        "name": component.name,
        "title": component.title,
        "kind": component.kind.value,
        "size": [component.size.width, component.size.height],
        "qty": component.qty,
        "different": len(component.cards),
        "aid": component.aid,
    }


def _title(game: Game) -> str:
    by = f", by {game.designer}" if game.designer else ""
    return f"{game.key}: {game.title}{by}, {_players(game.players)}"


def _players(numbers: Sequence[int]) -> str:
    fewest, most = min(numbers), max(numbers)
    if fewest < most:
        return f"{fewest}-{most} players"
    return f"{most} player{'s' if most > 1 else ''}"


def _lines(game: Game) -> list[str]:
    width = max(map(len, game.components), default=0)
    return [
        f"  {component.name:<{width}}  {component.qty:>3} {component.kind.value:<8}"
        f" {component.size!s:<18} {'aid' if component.aid else ''}".rstrip()
        for component in game.components.values()
    ]
