"""What somebody waits for who has ``pnp preview`` open, measured in Chromium.

    python tests/benchmarks/preview.py                     # the bundled games, and 500 cards
    python tests/benchmarks/preview.py --only halloween    # one of them; may be repeated
    python tests/benchmarks/preview.py --saves 3           # fewer saves of cells and templates

Each game is copied to a temporary folder, and opened by ``pnp preview`` in a process of its own:

    first screen    from the start of the process until the pictures of the first screen are there
    cell            a cell of a table is saved; its face is on the screen
    template        each template of faces or backs is saved; the chosen piece is on the screen
    its others      and so are all other pictures on the screen
    jump            of 500 different cards, the middle one is scrolled to; its screen is there

``wall`` is what a user waits. ``work`` are the processor's seconds that pnp has used meanwhile,
``browser`` those of Chromium. Of many saves the time is told in which nine of ten were shown, and
the slowest. Other programs make the wall longer, so the machine's load is printed before each game;
without any, the wall is about the work of both, and 0.05 s until the save is noticed. It needs
Chromium, Playwright, and Linux.
"""

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from math import ceil
from pathlib import Path
from typing import NamedTuple

from deck import write_project
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent.parent
SCREEN = {"width": 1600, "height": 900}
CARDS = 500
LONGEST = 60_000
"""Milliseconds after which something is broken, not slow."""

TICK = 1 / os.sysconf("SC_CLK_TCK")

CELLS = {
    "halloween": ("graveyard", "graveyard.csv", "white-zombie", ",4", ",3"),
    "ghoulash": ("deck", "specials.csv", "soda-bomb", "whatever", "whichever"),
    "girls-vs-ghouls": ("trick", "trick.csv", "flip", "Chips stay", "All stay"),
    "haunted-halloween": ("power", "power.csv", "witch", "Broom", "Besom"),
}
"""For each game a component, its table, a row, and two texts that take turns in the row."""

SHOWN = """
(id) => [...document.querySelectorAll(id ? `figure[data-id="${id}"] img` : 'main img')]
  .filter((image) => {
    const box = image.parentNode.getBoundingClientRect();
    return id || (box.width && box.bottom > 0 && box.top < innerHeight);
  }).every((image) => image.src && image.complete && image.dataset.shown === image.dataset.wanted)
"""
"""Whether the pictures of a piece, or those on the screen, are there."""

WAIT = f"""
(id) => new Promise((done) => {{
  const shown = {SHOWN.strip()}, any = () => document.querySelector('main img') && shown(id);
  const look = () => any() ? requestAnimationFrame(() => done(now())) : requestAnimationFrame(look);
  const now = () => performance.timeOrigin + performance.now();
  look();
}})
"""
"""Resolves to the moment, in milliseconds, when a picture or the screen was painted."""

OBSERVE = """
(id) => {
  const now = () => performance.timeOrigin + performance.now();
  window.painted = new Promise((done) => new MutationObserver((_, watching) => {
    watching.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => done(now())));
  }).observe(document.querySelector(`figure[data-id="${id}"] .sides`),
    { subtree: true, attributeFilter: ['src'] }));
}
"""
"""Begins to wait for another picture of a piece."""


class Waited(NamedTuple):
    """Seconds on the wall, and the processor's seconds that pnp and Chromium used meanwhile."""

    what: str
    wall: float
    work: float
    browser: float


class Opened(NamedTuple):
    """A page that shows a project, and the process that serves it."""

    page: Page
    server: int
    first: Waited


class Clock:
    """Begins to measure when it is made."""

    def __init__(self, server: int) -> None:
        self._server = server
        self._work, self._browser, self._wall = work([server]), work(chromiums()), time.time()

    def waited(self, what: str, until: float) -> Waited:
        """Return what was used so far; ``until`` is the moment that the browser has told, in ms."""
        used, browser = work([self._server]), work(chromiums())
        wall = until / 1000 - self._wall
        return Waited(what, wall, used - self._work, browser - self._browser)


def main() -> None:
    """Measure the games that are asked for, and print each as it is done."""
    asked = arguments()
    print(f"Python {platform.python_version()}, {os.cpu_count()} processors")
    print(f"{'':34}{'wall s':>8}{'work s':>8}{'browser s':>11}  slowest")
    with sync_playwright() as play, tempfile.TemporaryDirectory() as scratch:
        chromium = play.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for name in asked.only or (*CELLS, f"{CARDS} cards"):
            measure(chromium, name, Path(scratch) / name, asked.saves)
        chromium.close()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", action="append", choices=[*CELLS, f"{CARDS} cards"])
    parser.add_argument(
        "--saves", type=int, default=10, metavar="N", help="how many, 10 if left out"
    )
    return parser.parse_args()


def measure(browser: Browser, name: str, folder: Path, saves: int) -> None:
    """Open a game, save its files, and print what was waited for."""
    if name in CELLS:
        copy_game(name, folder)
    else:
        write_project(folder, CARDS)
    print(f"{name}, load {os.getloadavg()[0]:.1f}")
    with opened(browser, folder, name if name in CELLS else "deck") as shown:
        tell("first screen", [shown.first])
        if name in CELLS:
            tell("cell", [*cells(shown, folder, name, saves)])
            first, others = zip(*templates(shown, folder, name, saves), strict=True)
            tell("template", first)
            tell("its others", others)
        else:
            tell("jump", [jump(shown)])


def copy_game(name: str, folder: Path) -> None:
    for part in (f"card_data/{name}", f"templates/{name}", "fonts"):
        shutil.copytree(ROOT / part, folder / part)
    for part in (ROOT / "templates").iterdir():
        if part.name not in CELLS and part.is_dir():
            shutil.copytree(part, folder / "templates" / part.name)


def tell(what: str, waited: Sequence[Waited]) -> None:
    """Print what nine of ten were within, and the slowest."""
    nine = ceil(len(waited) * 0.9) - 1
    wall, used, browser = (sorted(column)[nine] for column in list(zip(*waited, strict=True))[1:])
    slow = max(waited, key=lambda each: each.wall)
    last = f"{slow.wall:.2f} {slow.what}" if len(waited) > 1 else ""
    print(f"  {what:32}{wall:8.2f}{used:8.2f}{browser:11.2f}  {last}", flush=True)


@contextmanager
def opened(browser: Browser, folder: Path, game: str) -> Iterator[Opened]:
    """Start ``pnp preview`` and open its page; end both after the block."""
    command = [sys.executable, "-u", "-m", "pnp", "preview", game, "--no-open"]
    page = browser.new_page(viewport=SCREEN)
    page.set_default_timeout(LONGEST)
    browsers, begin = work(chromiums()), time.time()
    server = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": ""},
    )  # fmt: skip
    try:
        page.goto(address(server))
        shown = page.evaluate(WAIT, "") / 1000 - begin
        used, browsers = work([server.pid]), work(chromiums()) - browsers
        yield Opened(page, server.pid, Waited("", shown, used, browsers))
    finally:
        page.close()
        server.terminate()
        server.wait()


def address(server: "subprocess.Popen[str]") -> str:
    """Return the address of the page, which the command prints."""
    said = ""
    for line in server.stdout or ():
        said += line
        if found := re.search(r"http://\S+", line):
            return found[0]
    sys.exit(f"pnp preview ended: {said}")


def work(processes: Iterable[int]) -> float:
    """Return the processor's seconds that processes have used so far."""
    ticks = 0
    for process in processes:
        with suppress(OSError):  # it has ended
            fields = stat(process)
            ticks += int(fields[11]) + int(fields[12])
    return ticks * TICK


def stat(process: int) -> list[str]:
    """Return what Linux tells of a process, from its state on."""
    return Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()


def chromiums() -> set[int]:
    """Return the processes below this one that are no servers: the browser's."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(path.name)] = int(stat(int(path.name))[1])
    below = {os.getpid()}
    while more := {child for child, parent in parents.items() if parent in below} - below:
        below |= more
    return {each for each in below - {os.getpid()} if "preview" not in command(each)}


def command(process: int) -> list[str]:
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_text("utf-8").split("\0")
    return []


def cells(shown: Opened, folder: Path, game: str, saves: int) -> Iterator[Waited]:
    """Save one cell again and again."""
    component, table, row, old, new = CELLS[game]
    path = folder / "card_data" / game / table
    text = path.read_text("utf-8")
    before = next(line for line in text.splitlines(keepends=True) if line.startswith(f"{row},"))
    if old not in before:
        sys.exit(f"{path}: the row {row} does not say {old!r} any more: mend CELLS")
    changed = text.replace(before, before.replace(old, new, 1))
    for number in range(saves):
        first, _ = saved(shown, path, text if number % 2 else changed, f"{component}/{row}")
        yield first


def templates(
    shown: Opened, folder: Path, game: str, saves: int
) -> Iterator[tuple[Waited, Waited]]:
    """Save each template of a face or back, with one shape more."""
    for name, piece in [*drawn_with(folder, game).items()][: saves * 3]:
        path = folder / "templates" / name
        head, _, tail = path.read_text("utf-8").rpartition("</svg>")
        shape = '<path d="M5 5h4v4z" fill="#c26"/>'
        yield saved(shown, path, f"{head}{shape}</svg>{tail}", piece)


def drawn_with(folder: Path, game: str) -> dict[str, str]:
    """Return a piece for each template that draws faces or backs."""
    sys.path.insert(0, str(ROOT))
    from pnp.data.load import load_game
    from pnp.data.project import Project
    from pnp.kinds.catalog import KINDS

    found: dict[str, str] = {}
    loaded = load_game(folder / "card_data" / game, Project(folder), KINDS)
    for component in loaded.components.values():
        for card in component.cards if not component.kind.guide else ():
            for name in filter(None, (card.face, card.back)):
                found.setdefault(name, f"{component.name}/{card.id}")
    return found


def saved(shown: Opened, path: Path, text: str, piece: str) -> tuple[Waited, Waited]:
    """Save a file; return what was waited for another picture of a piece, and for all others.

    The piece is chosen before, as by a click. The next save comes after the checks are done.
    """
    page = shown.page
    page.locator(f'figure[data-id="{piece}"]').scroll_into_view_if_needed()
    page.locator(f'figure[data-id="{piece}"]').focus()
    page.evaluate(WAIT, "")
    page.locator("#findings", has_not_text="checking").wait_for()
    page.evaluate(OBSERVE, piece)
    clock = Clock(shown.server)
    path.write_text(text, encoding="utf-8")
    first = clock.waited(path.name, page.evaluate("() => window.painted"))
    return first, clock.waited(path.name, page.evaluate(WAIT, ""))


def jump(shown: Opened) -> Waited:
    """Scroll to the card in the middle."""
    piece = f"cards/card-{CARDS // 2}"
    shown.page.locator(f'figure[data-id="{piece}"]').wait_for()
    shown.page.locator("#findings", has_not_text="checking").wait_for()
    clock = Clock(shown.server)
    shown.page.evaluate(
        '(id) => document.querySelector(`figure[data-id="${id}"]`).scrollIntoView()', piece
    )
    return clock.waited(piece, shown.page.evaluate(WAIT, ""))


if __name__ == "__main__":
    main()
