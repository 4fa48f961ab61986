"""The lines of the benchmark, and how they are measured; several checkouts take turns."""

import json
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from deck import write_project
from process import Cost, FailedError, run

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
GAMES = sorted(path.parent.name for path in (ROOT / "card_data").glob("*/game.yaml"))
SIZES, LARGE = (9, 54, 540), 5400
DECK = ("build", "--bleed", "butt", "--output", "{out}")
"""Nine cards of 63 x 88 mm to a page of A4, edge to edge; ``{out}`` is an empty folder."""

CARD = ("show", "halloween/graveyard/white-zombie", "-o", "{out}/card.png")
PART = ("build", "halloween", "--component", "graveyard", "--format", "png", "-o", "{out}")
"""What makes the PNG of a card in a version that has no ``show``: all cards of its component."""

Timings = dict[str, list[float]]
"""The measurements of a line, by ``cpu``, ``wall``, ``peak``."""


class Line(NamedTuple):
    """A line of the table: a command, and the deck it is for: number of cards, copies of each."""

    name: str
    command: tuple[str, ...]
    deck: tuple[int, int] | None = None
    by_hand: bool = False

    @property
    def has_stages(self) -> bool:
        """Whether pnp does it in one process, with stages worth telling."""
        return self.name != "help" and not self.by_hand and not self.name.endswith(" all")


class Checkout(NamedTuple):
    """A folder with a version of pnp.

    ``fault`` is why its stages cannot be told: the table of stages is not for this version.
    """

    root: Path
    has_show: bool = False
    fault: str = ""

    @property
    def stages(self) -> Path:
        """The checkout's own timer of stages, for it knows the names; else the one beside this."""
        own = self.root / "tests" / "benchmarks" / "stages.py"
        return own if own.exists() else HERE / "stages.py"


class Result(NamedTuple):
    """The measurements of a line, and the median seconds of each of its stages."""

    timings: Timings
    stages: dict[str, float]


def lines(sizes: Sequence[int]) -> Iterator[Line]:
    """Yield every line, those drawn by hand first."""
    for program in ("canvas", "forms"):
        for size in sizes:
            yield Line(f"{program} {size}", (program,), (size, 1), by_hand=True)
    for size in sizes:
        yield Line(f"deck {size}", (*DECK, "--format", "pdf"), (size, 1))
    for size in sizes:
        yield Line(f"kit {size}", DECK, (size, 1))
    yield Line("copies 54 x 10", (*DECK, "--format", "pdf"), (54, 10))
    for game in GAMES:
        yield Line(f"check {game}", ("check", game))
        yield Line(f"build {game}", ("build", game, "-o", "{out}"))
    yield Line("check all", ("check", *GAMES))
    yield Line("build all", ("build", *GAMES, "-o", "{out}"))
    yield Line("one card", CARD)
    yield Line("help", ("--help",))


class Bench:
    """The folder for everything made, and how often each command is run.

    ``games`` is the project whose games are built; without it each checkout builds its own.
    """

    def __init__(
        self, scratch: Path, runs: int, *, stages: bool, games: Path | None = None
    ) -> None:
        self.scratch, self.runs, self.with_stages = scratch, runs, stages
        self.games = games

    def checkout(self, root: Path) -> Checkout:
        """Return a checkout, made ready: its bytecode is cached, and it is the one that runs."""
        self.run_python(root, "-c", f"import pnp; assert pnp.__file__.startswith({str(root)!r})")
        few = (SIZES[0], 1)
        for line in (Line("", DECK, few), Line("", ("canvas",), few, by_hand=True)):
            self.cost(line, Checkout(root))
        has_show = not self.fault(root, "-m", "pnp", "show", "--help")
        if has_show:
            self.cost(Line("", CARD), Checkout(root, has_show))
        check = (str(Checkout(root).stages), "--check")
        return Checkout(root, has_show, self.fault(root, *check) if self.with_stages else "")

    def fault(self, root: Path, *command: str) -> str:
        """Return what a command of Python says when it fails, else nothing."""
        try:
            self.run_python(root, *command)
        except FailedError as failed:
            return str(failed)
        return ""

    def results(self, line: Line, checkouts: Sequence[Checkout]) -> list[Result]:
        """Return the measurements of a line for each checkout; they take turns."""
        costs: list[list[Cost]] = [[] for _ in checkouts]
        stages: list[list[dict[str, float]]] = [[] for _ in checkouts]
        for _ in range(self.runs):
            for number, checkout in enumerate(checkouts):
                costs[number].append(self.cost(line, checkout))
                if self.with_stages and line.has_stages and not checkout.fault:
                    stages[number].append(self.stages(line, checkout))
        return [
            Result({name: [getattr(one, name) for one in each] for name in Cost._fields}, middle(s))
            for each, s in zip(costs, stages, strict=True)
        ]

    def cost(self, line: Line, checkout: Checkout) -> Cost:
        with tempfile.TemporaryDirectory(dir=self.scratch) as out:
            if line.by_hand:
                made = [str(HERE / "byhand.py"), *line.command, ".", f"{out}/cards.pdf"]
                return self.run_python(checkout.root, *made, folder=self.folder(line))
            command = words(line, checkout, out)
            safe = ("-P", "-m", "pnp")  # not the pnp of the folder, if that is a checkout, too
            return self.run_python(checkout.root, *safe, *command, folder=self.folder(line))

    def stages(self, line: Line, checkout: Checkout) -> dict[str, float]:
        """Return the seconds of each stage of a command, in a run for itself."""
        with tempfile.TemporaryDirectory(dir=self.scratch) as out:
            told = Path(out) / "stages.json"
            command = [str(checkout.stages), str(told), *words(line, checkout, f"{out}/made")]
            Path(out, "made").mkdir()
            cost = self.run_python(checkout.root, *command, folder=self.folder(line))
            found: dict[str, float] = json.loads(told.read_text(encoding="utf-8"))
        rest = cost.cpu - sum(found.values())  # how Python ends, and child processes
        found["rest"] = found.get("rest", 0.0) + rest
        return found

    def folder(self, line: Line) -> Path:
        """Return the folder to run in: the project of a deck, made once, or that of the games."""
        if line.deck is None and self.games is not None:
            return self.games
        name = "nothing" if line.deck is None else f"deck-{line.deck[0]}-{line.deck[1]}"
        folder = self.scratch / name
        if not folder.exists():
            folder.mkdir()
            if line.deck:
                write_project(folder, *line.deck)
        return folder

    def run_python(self, root: Path, *command: str, folder: Path | None = None) -> Cost:
        """Run Python with a checkout's pnp, and with bytecode, whatever a developer has set."""
        environment = os.environ | {"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": ""}
        return run([sys.executable, *command], folder or self.scratch, environment)


def words(line: Line, checkout: Checkout, out: str) -> list[str]:
    """Return the words of a command; a checkout without ``show`` builds a part instead."""
    command = PART if line.command == CARD and not checkout.has_show else line.command
    return [word.format(out=out) for word in command]


def middle(runs: Sequence[dict[str, float]]) -> dict[str, float]:
    """Return the median of each stage."""
    return {stage: median(run[stage] for run in runs) for stage in (runs[0] if runs else ())}
