"""The model of game.yaml; the entries of its components are in ``entry`` and in each kind."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Union

from pydantic import AfterValidator, Field, PlainValidator, WithJsonSchema, create_model

from pnp.base.color import parse_color
from pnp.base.diagnostics import quote
from pnp.data.entry import Entry
from pnp.data.fields import FileName, Line, Name, Title
from pnp.data.schema import Model, UnfitError
from pnp.data.setupfile import SetupEntry
from pnp.data.texttable import TAG

MOST_PLAYERS = 100

_RANGE = re.compile(r"([0-9]{1,3})\s*[-–]\s*([0-9]{1,3})")

_PLAYERS_SCHEMA = {
    "anyOf": [
        {"type": "integer", "minimum": 1},
        {"type": "string", "pattern": "^[0-9]+ *- *[0-9]+$"},
        {"type": "array", "items": {"type": "integer", "minimum": 1}, "minItems": 1},
    ]
}


def parse_players(value: object) -> tuple[int, ...]:
    """Return the possible numbers of players, ascending, from ``3``, ``2-4`` or ``[2, 3, 4]``.

    Raises:
        UnfitError: the value is not a number of players.
    """
    numbers: list[Any] = value if isinstance(value, list) else [value]
    if isinstance(value, str) and (match := _RANGE.fullmatch(value.strip())):
        numbers = list(range(int(match[1]), int(match[2]) + 1))
    if not numbers or not all(type(n) is int and 0 < n <= MOST_PLAYERS for n in numbers):
        words = "the value" if isinstance(value, list | dict | None) else quote(value)
        raise UnfitError(f"{words} is not a number of players", "write 3, 2-4 or [2, 3, 4]")
    return tuple(sorted(set(numbers)))


def _language(tag: str) -> str:
    if not re.fullmatch(TAG, tag):
        raise UnfitError(f"{quote(tag)} is not the tag of a language", "write en, de or pt-BR")
    return tag


Language = Annotated[
    str, AfterValidator(_language), Field(json_schema_extra={"pattern": f"^{TAG}$"})
]
"""The tag of a language, in the form of BCP 47."""


def _color(text: str) -> str:
    parse_color(text)
    return text.strip()


class AllowedFault(Model):
    """A finding that the designer accepts."""

    rule: Title
    """The id of the fact or print rule, as `pnp check` shows it."""
    where: Title | None = None
    """The place, as `pnp check` shows it; `*` matches any text. Without it: everywhere."""
    reason: Annotated[str, Field(min_length=1)]
    """Why it is accepted."""


class TextSource(Model):
    """A table of texts in a workbook."""

    rows: FileName
    """The workbook beside game.yaml."""
    sheet: str | None = None
    """Its sheet; without it, the first one in sight."""


class GameFile(Model):
    """A game: its title, its players, and its components."""

    title: Title
    """The game's name, as on its box."""
    designer: Line = ""
    """Who made the game."""
    version: Line = ""
    """The version of this data, printed on every sheet."""
    language: Language = "en"
    """The language of its texts, which its PDFs name: `en`, `de`, `pt-BR`."""
    texts: FileName | TextSource | None = None
    """Its texts in other languages: a table beside game.yaml, with a column for each language."""
    players: Annotated[
        tuple[int, ...], PlainValidator(parse_players), WithJsonSchema(_PLAYERS_SCHEMA)
    ] = ()
    """The number of players: `2-4`, `[2, 4]` or `3`."""
    play: dict[str, Any] = Field(default_factory=dict)
    """Set-up numbers; templates and checks read them as `play.…`."""
    setup: list[SetupEntry] = Field(default_factory=list)
    """How the pieces lie before the first turn; `pnp export` lays them so on a screen."""
    palette: dict[str, Annotated[str, AfterValidator(_color)]] = Field(default_factory=dict)
    """Colours by name; templates read them as `palette.…`, or paint with them by `pnp:palette`."""
    allow: list[AllowedFault] = Field(default_factory=list)
    """Findings that are accepted, each with its reason."""
    components: dict[Name, Entry]
    """The components to print, by name."""


def game_file_model(entries: Mapping[str, type[Entry]]) -> type[GameFile]:
    """Return the model of a game.yaml whose components have these entries, by kind."""
    return _model_of(tuple(entries.values()))


@cache
def _model_of(entries: tuple[type[Entry], ...]) -> type[GameFile]:
    any_entry = Annotated[Union[entries], Field(discriminator="kind")]  # type: ignore[valid-type]  # noqa: UP007
    components = Annotated[dict[Name, any_entry], Field(min_length=1)]
    return create_model(
        "GameFile", __base__=GameFile, __doc__=GameFile.__doc__, components=components
    )
