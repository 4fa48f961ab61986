"""A copy of a bundled game on disk whose facts are asked again after each change of a file."""

import shutil
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from pnp.base.diagnostics import PnpError, Where
from pnp.data.game import Game
from pnp.data.load import load_game
from pnp.data.project import SHARE, Project
from pnp.kinds.catalog import KINDS
from pnp.kinds.piece import Piece
from pnp.kit import draw
from pnp.rulebook.contract import FactResult
from pnp.rulebook.judge import check, mistaken
from pnp.rulebook.values import spelled
from pnp.scene.page import Face, Ink
from pnp.scene.sameness import look, subject
from pnp.template.render import Templates
from pnp.text.fontbook import FontBook
from tests.rulebook.kits import Made, names_of


class Bench:
    """A game in a folder of its own; a change costs only what it draws anew."""

    def __init__(self, key: str, root: Path, language: str | None = None) -> None:
        self.key, self.root, self.language = key, root, language
        for name in ("card_data", "templates"):
            shutil.copytree(SHARE / name / key, root / name / key)
        self.project = Project(root)
        self._book = FontBook(self.project.folders("fonts"))
        self._templates = Templates(self.project, self._book, redraws=True)
        self.refusal: Where | None = None
        self._first: Sequence[Piece] = ()
        self._last: Sequence[Piece] = ()

    def text(self, path: str) -> str:
        return (self.root / path).read_text("utf-8")

    def game(self) -> Game:
        return load_game(self.root / "card_data" / self.key, self.project, KINDS, self.language)

    def drawn(self, game: Game, ink: Ink = Ink.FULL) -> Made:
        if self._templates.palette != game.palette:
            palette = game.palette
            self._templates = Templates(self.project, self._book, redraws=True, palette=palette)
        templates = self._templates
        if game.translation is not None:
            templates = templates.in_language(game.language, game.translation)
        made = Made(game, draw(game, ink, templates).pieces)
        self._first, self._last = self._first or made.pieces, made.pieces
        return made

    def results(
        self, game: Game, ink: Ink = Ink.FULL, *, touches: Collection[str] | None = None
    ) -> tuple[FactResult, ...] | None:
        """Return the result of every fact; None if the game cannot be drawn: see ``refusal``.

        If only what it ``touches`` is changed, and what is drawn of that, facts that name nothing
        of it are left out.
        """
        try:
            pieces = self.drawn(game, ink).pieces
            concerned = None if touches is None else self._concerned(touches)
            return check(game, pieces, ink, _all if concerned is None else concerned.__contains__)
        except PnpError as error:
            self.refusal = mistaken(game, error, ink).problems[0].where
            return None

    def _concerned(self, touches: Collection[str]) -> set[str]:
        """Return the facts that name what is touched, or a component that is drawn otherwise."""
        changed = [piece for piece, one, other in self._sides() if one != other]
        names = {*touches, *(spelled(piece.component.name) for piece in changed)}
        names |= {"optional"} if any(piece.component.aid for piece in changed) else set()
        names |= {"components"} if touches else set()
        return {id_ for id_, known in names_of(self.key).items() if known & names}

    def _sides(self) -> Iterator[tuple[Piece, Face | None, Face | None]]:
        """Yield each side of each piece, as it was drawn first and last."""
        before = {piece.id: piece for piece in self._first}
        after = {piece.id: piece for piece in self._last}
        for id_ in before | after:
            one, other = before.get(id_), after.get(id_)
            piece = other or one
            assert piece is not None
            yield piece, one and one.face, other and other.face
            yield piece, one and one.back, other and other.back

    def told(
        self, files: Mapping[str, str | None], ink: Ink = Ink.FULL
    ) -> Sequence[FactResult] | None:
        """Return the facts that break with files of these texts; None if they cannot be read."""
        with self.changed(files):
            try:
                redrawn = ink is Ink.FULL and all(path.endswith(".svg") for path in files)
                results = self.results(self.game(), ink, touches=() if redrawn else None)
            except PnpError as error:
                self.refusal = error.problems[0].where
                return None
        return None if results is None else broken(results)

    def seen(self, *, of_words: bool = False) -> bool:
        """Return whether what was drawn last looks other than at first, or says otherwise."""
        read = subject if of_words else look
        return any(
            one is None or other is None or read(one.nodes) != read(other.nodes)
            for _, one, other in self._sides()
            if one != other
        )

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


def _all(id_: str) -> bool:
    """Return that a fact is wanted, whatever its id."""
    return True


def broken(results: Iterable[FactResult]) -> list[FactResult]:
    return [result for result in results if result.finding is not None]
