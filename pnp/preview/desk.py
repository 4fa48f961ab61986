"""A game that is kept drawn while its files change: what the page shows, as plain data.

Pictures are named by the digest of their drawing (``sameness.look``), those of the first screen by
a number that stands for it. A save changes the names of the faces that look different, so a browser
asks for those alone; and the server hands out what is in the dictionary of names, never a file by
its path.
"""

import gc
import shlex
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import field, replace
from functools import partial
from os.path import realpath
from pathlib import Path
from threading import RLock
from time import time_ns
from typing import Any

from pnp.base.diagnostics import Finding, PnpError, Where, unusable
from pnp.base.slotted import slotted
from pnp.data.game import Card, Component, Game
from pnp.data.load import load_game
from pnp.data.project import Project, project_games
from pnp.export.svg import SvgWriter
from pnp.imposition.impose import single
from pnp.kinds.catalog import KINDS
from pnp.kinds.kind import kind_of
from pnp.kinds.piece import Piece
from pnp.kit import Drawn, Options, draw, gc_paused, lay_out, templates_of
from pnp.preview.entries import Entries, Entry, Sides
from pnp.preview.pictures import Pictures
from pnp.scene.page import Face, Ink, Page
from pnp.template.render import Templates
from pnp.text.rules import SUBSTITUTED_FONT

FIRST_SCREEN = 120_000.0
"""Square millimetres of faces and backs that are shown before all others are drawn.

A browser of 1600 x 900 pixels shows about as much, at the page's 3 pixels for a millimetre.
"""

MOST_PROBLEMS = 12
"""How many problems the banner names: a column pasted wrongly has one in each of its rows."""


def _nobody() -> None:
    """Tell nobody that something changed, and wait for nobody."""


@slotted(frozen=False)
class Desk:
    """The game of a folder, drawn in each ink that a browser has asked for.

    All methods can be called from several threads. ``state`` and ``checks`` are what the page
    shows, ready for JSON, and ``busy`` says that it is being drawn; ``tell`` is called when one of
    them changed. ``wait`` is called when a part is there, the first screen or the pieces whose
    template was saved, and before all others are drawn: until a browser shows that part.
    ``version`` counts the redraws, ``begun`` is when the last one began.
    """

    folder: Path
    project: Project
    options: Options
    tell: Callable[[], None] = _nobody
    wait: Callable[[], None] = _nobody
    version: int = 0
    begun: int = 0
    busy: bool = False
    state: Entry = field(default_factory=dict)
    checks: Entry | None = None
    _inks: list[Ink] = field(default_factory=lambda: [Ink.FULL])
    _templates: Templates | None = None
    _loaded: Game | None = None
    _game: Game | None = None
    _drawn: dict[Ink, Drawn] = field(default_factory=dict)
    _pictures: Pictures = field(default_factory=Pictures)
    _sides: dict[str, Sides] = field(default_factory=dict)
    _before: dict[str, Sides] = field(default_factory=dict)
    _sheets: dict[Ink, Entry] = field(default_factory=dict)
    _lock: RLock = field(default_factory=RLock)
    _tidied: int = 0
    _entries: Entries = field(init=False)

    def __post_init__(self) -> None:
        self._entries = Entries(self.project)

    def redraw(self, changed: Collection[Path] | None = ()) -> None:
        """Draw the game again after files changed; None: nobody knows which.

        If it cannot be used, the last good pictures stay, and ``state["problems"]`` says why.
        """
        with self._lock, gc_paused():
            self.version += 1
            self.begun, self.busy = time_ns(), True
            self._sheets.clear()
            self.tell()
            try:
                problems = self._draw(changed)
            finally:
                self.busy = False
            self._show(problems)

    def report_fault(self, error: Exception) -> None:
        """Show a fault of the program itself in place of the problems of the last redraw."""
        with self._lock:
            problems = [self._entries.finding(_fault(error))]
            self.state = {**self.state, "problems": problems}
            self.tell()

    def also(self, ink: Ink) -> None:
        """Draw the game in another ink too, from now on; what is checked stays so."""
        with self._lock, gc_paused():
            if ink in self._inks:
                return
            self._inks.append(ink)
            if self._game is None:  # the next redraw draws it
                return
            self.busy = True
            self.tell()
            try:
                self._drawn[ink] = draw(self._game, ink, self._templates_for(self._game))
            except PnpError as error:
                told = self._told(error.problems)
            else:
                told = self.state["problems"]
            finally:
                self.busy = False
            self._tell(told)

    def check(self) -> None:
        """Check the drawn game against its rulebook and the print rules, as ``pnp check`` does."""
        from pnp.preview.checks import checked

        with self._lock, gc_paused():
            if self._game is None or self.checks is not None:
                return
            try:
                self.checks = checked(self._game, self._drawn[Ink.FULL], self._entries)
            except Exception as error:  # it is told once: a check that fails would fail again
                fault = self._entries.finding(_fault(error))
                self.checks = {"held": 0, "facts": [], "findings": [fault]}
            self.tell()

    def tidy(self) -> None:
        """Free what the last redraws have replaced.

        A template that is forgotten holds itself, and a command collects no such garbage by itself:
        an evening of saves would fill the memory.
        """
        with self._lock:
            if self._tidied != self.version:
                gc.collect()
                self._tidied = self.version

    def sheets(self, ink: Ink) -> Entry:
        """Return the sheets as a build would print them, each side with its digest.

        The guides are drawn with them, from their plan: their pieces are by component.
        """
        with self._lock, gc_paused():
            if self._game is None:
                return {"sheets": [], "guides": {}, "findings": []}
            if ink not in self._sheets:
                self._sheets[ink] = self._laid_out(self._game, ink)
            return self._sheets[ink]

    def svg(self, digest: str) -> str | None:
        """Return a picture as an SVG file, None for a digest that this desk has not shown."""
        return self._pictures.svg(digest)

    @property
    def asked(self) -> float:
        """Return when a picture was asked for last, by the clock ``time.monotonic``."""
        return self._pictures.asked

    @property
    def watched(self) -> tuple[Path, ...]:
        """Return the existing folders whose files make the game: data, templates, fonts."""
        own = (self.project.root / name for name in ("card_data", "templates", "fonts"))
        return tuple(dict.fromkeys(path for path in (self.folder, *own) if path.is_dir()))

    def _draw(self, changed: Collection[Path] | None) -> Iterable[Finding]:
        """Load and draw the game; return why that is impossible, and keep nothing of it then."""
        if not self.folder.is_dir():
            return (self._gone(),)
        try:
            self._forget(changed)
            game = self._load(changed)
            templates = self._templates_for(game)
            self._draw_first(game, templates, changed or ())
            drawn = {ink: draw(game, ink, templates) for ink in self._inks}
            if lost := _lost_fonts(self._drawn.get(Ink.FULL), drawn[Ink.FULL]):
                return lost
            self._keep(game, drawn)
        except PnpError as error:
            return error.problems
        except OSError as error:  # a folder or file that vanished while it was read
            return (self._unreadable(error),)
        return ()

    def _gone(self) -> Finding:
        """Return that the folder of the game is not there: what is watched has its name."""
        games = [folder.name for folder in project_games(self.project)]
        now = shlex.quote(games[0]) if len(games) == 1 else "GAME"
        hint = f"name it back; or end this with Ctrl-C, and write pnp preview {now}"
        where = Where(self.project.show(self.folder))
        return unusable("the folder does not exist any more", where, hint)

    def _unreadable(self, error: OSError) -> Finding:
        name = self.project.show(Path(error.filename)) if error.filename else "a file"
        return unusable(f"{name} cannot be read: {error.strerror or error}")

    def _load(self, changed: Collection[Path] | None) -> Game:
        """Return the game as its files are; the one that is known if only drawings were saved."""
        if self._loaded is None or not changed or not all(map(self._is_drawing, changed)):
            self._loaded = None
            self._loaded = load_game(self.folder, self.project, KINDS, self.options.language)
        return self._loaded

    def _is_drawing(self, path: Path) -> bool:
        """Tell whether a file is a template that stands; a table may stand beside it."""
        return path.suffix == ".svg" and path.is_file() and bool(self._named([path]))

    def _draw_first(self, game: Game, templates: Templates, changed: Collection[Path]) -> None:
        """Show what is looked at before all others are drawn; mistakes in it are told with all."""
        with suppress(PnpError):
            if self._game is None:
                if first := _first_rows(game):
                    # no guide below a few rows: browsers would ask for it, and so for all sheets
                    self._keep(first, {Ink.FULL: draw(game, Ink.FULL, templates, first)})
                    with self._pictures.hurried():
                        self._show(())
                    self._game = game
                    self.wait()
            elif part := _rows_drawn_by(game, self._named(changed)):
                drawn = {
                    ink: _among(draw(game, ink, templates, part), before)
                    for ink, before in self._drawn.items()
                }
                if _lost_fonts(self._drawn[Ink.FULL], drawn[Ink.FULL]):
                    return
                self._keep(game, drawn)
                self._show(())
                self.wait()

    def _named(self, changed: Collection[Path]) -> set[str]:
        """Return the names of templates among changed files."""
        folder = (self.project.root / "templates").resolve()
        paths = (Path(realpath(path)) for path in changed)  # resolve refuses links to themselves
        return {path.relative_to(folder).as_posix() for path in paths if folder in path.parents}

    def _forget(self, changed: Collection[Path] | None) -> None:
        """Forget the drawings of what changed; all of them after a change of fonts."""
        fonts = self.project.root / "fonts"
        if changed is None or any(path.is_relative_to(fonts) for path in changed):
            self._templates = None
        elif self._templates is not None:
            self._templates.forget(changed)

    def _templates_for(self, game: Game) -> Templates:
        """Return the templates as they are, or new ones in another language or other colours."""
        known = self._templates
        said = game.language, game.translation, game.palette
        if known is None or (known.language, known.translation, known.palette) != said:
            known = self._templates = templates_of(game, redraws=True)
            self._pictures.writer = SvgWriter(known.book)
        return known

    def _keep(self, game: Game, drawn: dict[Ink, Drawn]) -> None:
        self._game, self._drawn = game, drawn
        self.checks = None

    def _show(self, problems: Iterable[Finding]) -> None:
        """Make the state of the last game that could be drawn, and tell of it."""
        self._tell(self._told(problems))

    def _told(self, problems: Iterable[Finding]) -> list[Entry]:
        """Return the entries of problems; of very many the first, and how many more there are."""
        found = [*problems]
        more = len(found) - MOST_PROBLEMS
        if more > 0:
            found[MOST_PROBLEMS:] = [unusable(f"and {more:,} more like these")]
        return [self._entries.finding(problem) for problem in found]

    def _tell(self, told: list[Entry]) -> None:
        self.state = {**self._shown(), "version": self.version, "problems": told}
        self.tell()

    def _shown(self) -> Entry:
        game, full = self._game, self._drawn.get(Ink.FULL)
        if game is None or full is None:
            return {"title": self.folder.name, "key": self.folder.name, "components": []}
        inks = {ink: [self._offered(piece) for piece in d.pieces] for ink, d in self._drawn.items()}
        self._remember(
            {
                piece.id: {ink.value: sides[number] for ink, sides in inks.items()}
                for number, piece in enumerate(full.pieces)
            }
        )
        self._pictures.forget(self.version)
        entries = [self._entry(piece) for piece in full.pieces]
        components = self._entries.components(game, entries)
        return {"title": game.title, "key": game.key, "components": components}

    def _entry(self, piece: Piece) -> Entry:
        return self._entries.piece(piece, self._sides[piece.id], self._before.get(piece.id))

    def _remember(self, sides: dict[str, Sides]) -> None:
        """Keep how each piece looked before its last change, and go on offering that."""
        old, full = self._sides, Ink.FULL.value
        for id_, now in sides.items():
            if id_ in old and old[id_][full] != now[full]:
                self._before[id_] = old[id_]
        self._sides = sides
        self._before = {id_: before for id_, before in self._before.items() if id_ in sides}
        for before in self._before.values():
            for digests in before.values():
                self._pictures.keep(digests.values(), self.version)

    def _offered(self, piece: Piece) -> dict[str, str | None]:
        sides = {"face": piece.face, "back": piece.back}
        return {name: self._side(side, f"{piece.id}/{name}") for name, side in sides.items()}

    def _side(self, side: Face | None, name: str) -> str | None:
        if side is None:
            return None
        page = partial(single, side, name)
        return self._pictures.offer(side.nodes, side.bleed_box.size, page, self.version)

    def _laid_out(self, game: Game, ink: Ink) -> Entry:
        options = replace(self.options, ink=ink)
        try:
            kit = lay_out(game, options, lambda _: None, self._templates)
        except PnpError as error:
            problems = [*map(self._entries.finding, error.problems)]
            return {"sheets": [], "guides": {}, "findings": problems}
        sides = (page for sheet in kit.sheets for page in (sheet.front, sheet.back) if page)
        guides: dict[str, list[Entry]] = {}
        for piece in kit.pieces:
            if piece.component.kind.guide:
                now = {ink.value: self._offered(piece)}
                entry = self._entries.piece(piece, now, None)
                guides.setdefault(piece.component.name, []).append(entry)
        return {"sheets": [self._sheet(page) for page in sides], "guides": guides, "findings": []}

    def _sheet(self, page: Page) -> dict[str, Any]:
        digest = self._pictures.offer(page.nodes, page.size, lambda: page, self.version)
        width, height = page.size
        return {"label": page.label, "picture": digest, "width": width, "height": height}


def _lost_fonts(before: Drawn | None, after: Drawn) -> list[Finding]:
    """Return what is set in another font now, if a family is gone since the last drawing."""
    if before is None or set(before.book.families()) <= set(after.book.families()):
        return []
    return [found for found in after.findings if found.rule is SUBSTITUTED_FONT]


def _first_rows(game: Game) -> Game | None:
    """Return the part of a game that the first screen shows; None if that is all of it."""
    first, area = defaultdict[str, list[Card]](list), 0.0
    drawn = [each for each in game.components.values() if not each.kind.guide]
    for component, card in ((each, card) for each in drawn for card in each.cards):
        if area > FIRST_SCREEN:
            parts = (replace(game.component(name), cards=tuple(first[name])) for name in first)
            return replace(game, components={part.name: part for part in parts})
        first[component.name].append(card)
        trim = kind_of(component).trim(component)
        area += trim.width * trim.height * (2 if card.back else 1)
    return None


def _rows_drawn_by(game: Game, templates: set[str]) -> Game | None:
    """Return the part of a game whose faces or backs are some templates; None if none or all."""
    parts, others = dict[str, Component](), False
    for each in game.components.values() if templates else ():
        if each.kind.guide:
            continue
        cards = tuple(card for card in each.cards if {card.face, card.back} & templates)
        others |= cards != each.cards
        if cards:
            parts[each.name] = replace(each, cards=cards)
    return replace(game, components=parts) if parts and others else None


def _among(drawn: Drawn, before: Drawn) -> Drawn:
    """Return all that was drawn before, with a part drawn anew."""
    new = {piece.id: piece for piece in drawn.pieces}
    pieces = tuple(new.get(piece.id, piece) for piece in before.pieces)
    return drawn._replace(pieces=pieces)


def _fault(error: Exception) -> Finding:
    return unusable(f"the live view met a fault of its own: {error!r}")
