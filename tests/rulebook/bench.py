"""A copy of a bundled game on disk whose facts are asked again after each change of a file."""

import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from pnp.base.diagnostics import PnpError, Where
from pnp.data.game import Game
from pnp.data.load import load_game
from pnp.data.project import SHARE, Project
from pnp.kinds.catalog import KINDS
from pnp.kit import draw
from pnp.rulebook.contract import FactResult
from pnp.rulebook.judge import check, mistaken
from pnp.scene.node import Node
from pnp.scene.page import Ink
from pnp.scene.sameness import look, subject
from pnp.template.render import Templates
from pnp.text.fontbook import FontBook
from tests.rulebook.kits import Made


class Bench:
    """A game in a folder of its own; a change costs only what it draws anew."""

    def __init__(self, key: str, root: Path) -> None:
        self.key, self.root = key, root
        for name in ("card_data", "templates"):
            shutil.copytree(SHARE / name / key, root / name / key)
        self.project = Project(root)
        self._book = FontBook(self.project.folders("fonts"))
        self._templates = Templates(self.project, self._book, redraws=True)
        self.refusal: Where | None = None

    def text(self, path: str) -> str:
        return (self.root / path).read_text("utf-8")

    def game(self) -> Game:
        return load_game(self.root / "card_data" / self.key, self.project, KINDS)

    def drawn(self, game: Game, ink: Ink = Ink.FULL) -> Made:
        if self._templates.palette != game.palette:
            palette = game.palette
            self._templates = Templates(self.project, self._book, redraws=True, palette=palette)
        return Made(game, draw(game, ink, self._templates).pieces)

    def results(self, game: Game, ink: Ink = Ink.FULL) -> tuple[FactResult, ...] | None:
        """Return the result of every fact; None if the game cannot be drawn: see ``refusal``."""
        try:
            return check(game, self.drawn(game, ink).pieces, ink)
        except PnpError as error:
            self.refusal = mistaken(game, error, ink).problems[0].where
            return None

    def told(
        self, files: Mapping[str, str | None], ink: Ink = Ink.FULL
    ) -> Sequence[FactResult] | None:
        """Return the facts that break with files of these texts; None if they cannot be read."""
        with self.changed(files):
            try:
                results = self.results(self.game(), ink)
            except PnpError as error:
                self.refusal = error.problems[0].where
                return None
        return None if results is None else broken(results)

    def seen(self, files: Mapping[str, str | None], made: Made, *, of_words: bool = False) -> bool:
        """Return whether a piece looks otherwise with files of these texts, or says otherwise."""
        with self.changed(files):
            after = self.drawn(self.game())
        read = subject if of_words else look
        return looks(after, read) != looks(made, read)

    @contextmanager
    def changed(self, files: Mapping[str, str | None]) -> Iterator[None]:
        """Write files, and put them back afterwards; None stands for a file that is gone."""
        paths = {self.root / path: text for path, text in files.items()}
        before = {path: path.read_bytes() if path.exists() else None for path in paths}
        try:
            self._write(paths)
            yield
        finally:
            self._write(before)

    def _write(self, texts: Mapping[Path, str | bytes | None]) -> None:
        for path, text in texts.items():
            if text is None:
                path.unlink()
            else:
                path.write_bytes(text.encode() if isinstance(text, str) else text)
        self._templates.forget(texts)


def looks(made: Made, read: Callable[[Iterable[Node]], str] = look) -> list[object]:
    """Return how each piece looks, face and back, or what else ``read`` says of it."""
    sides = ((piece.face, piece.back) for piece in made.pieces)
    return [None if side is None else read(side.nodes) for pair in sides for side in pair]


def broken(results: Iterable[FactResult]) -> list[FactResult]:
    return [result for result in results if result.finding is not None]
