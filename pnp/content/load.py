"""A game's folder becomes a Game; everything that is wrong with its files is said at once."""

from collections.abc import Iterator
from pathlib import Path

from pnp.content.entries import ENTRIES
from pnp.content.entry import Entry
from pnp.content.files.document import Document, read_document
from pnp.content.files.schema import validate
from pnp.content.game import Allowance, Game
from pnp.content.gamefile import GameFile
from pnp.content.key import game_key
from pnp.content.project import Project, confined, game_file
from pnp.content.reading import Reading
from pnp.errors import PnpError

RULEBOOK = "rulebook.yaml"


def load_game(folder: Path, project: Project) -> Game:
    """Return the game of a folder, with every row of its tables.

    Raises:
        PnpError: with everything that is wrong in game.yaml and in all tables, sorted by place.
    """
    path, key = game_file(folder), game_key(folder)
    document = read_document(path, project.show(path))
    reading = Reading(folder, project, document)
    try:
        file = validate(GameFile, document)
    except PnpError as error:
        reading.components(dict(_sound_entries(document)))
        raise PnpError([*error.problems, *reading.problems]) from None
    components = reading.components(file.components)
    reading.problems.stop()
    return Game(
        key=key,
        title=file.title,
        designer=file.designer,
        version=file.version,
        players=file.players,
        play=file.play,
        palette=file.palette,
        components=components,
        rulebook=confined(folder, RULEBOOK) if (folder / RULEBOOK).exists() else None,
        project=project,
        where=document.where(),
        files=tuple(dict.fromkeys([path, *reading.files])),
        findings=tuple(reading.findings),
        boards=reading.boards,
        allow=tuple(
            Allowance(fault.rule, fault.where, fault.reason, document.where(("allow", index)))
            for index, fault in enumerate(file.allow)
        ),
    )


def _sound_entries(document: Document) -> Iterator[tuple[str, Entry]]:
    """Yield the components that fit their model, of a game.yaml that as a whole does not."""
    entries = document.data.get("components") if isinstance(document.data, dict) else None
    for name, entry in entries.items() if isinstance(entries, dict) else ():
        model = ENTRIES.get(str(entry.get("kind"))) if isinstance(entry, dict) else None
        if model is not None:
            try:
                sound = validate(model, document.at(("components", name)))
            except PnpError:
                continue
            yield name, sound
