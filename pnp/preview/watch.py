"""Tells a desk what was saved. The only module that uses watchfiles."""

from collections.abc import Iterator
from math import inf
from pathlib import Path
from threading import Event
from time import monotonic

from watchfiles import Change, watch

from pnp.preview.desk import Desk

DEBOUNCE = 60
"""How long changes are gathered, in milliseconds: an editor's save is several changes."""

STEP = 20
"""How long it waits for a further change, in milliseconds."""

QUIET = 250
"""After how many milliseconds without a save, or a picture asked for, the checks are run."""

AGAIN = 1.0
"""Seconds between a fault and the next try."""

_TEMPORARY = ("~", ".tmp", ".swp", ".swx", ".part", ".crdownload")

_LOCKS = (".~lock", "~$", ".#")


def is_work(_: Change, path: str) -> bool:
    """Tell whether a changed file is the user's work, not an editor's lock or temporary file."""
    name = Path(path).name
    return not name.endswith(_TEMPORARY) and not name.startswith(_LOCKS)


def follow(desk: Desk, stop: Event) -> None:
    """Draw a desk, then redraw and check it for every save, until ``stop`` is set.

    Whatever happens, it goes on: else the page would never change again, without a word.
    """
    if not desk.version:
        _redraw_all(desk)
    while not stop.is_set():
        try:
            for changed in _changes(desk, stop):
                _answer(desk, changed)
        except FileNotFoundError:  # a watched folder went away
            stop.wait(QUIET / 1000)
        except Exception as error:
            desk.report_fault(error)
            stop.wait(AGAIN)
        if not stop.is_set():  # a folder came or went, or a save was missed
            _redraw_all(desk)


def _redraw_all(desk: Desk) -> None:
    try:
        desk.redraw(None)
    except Exception as error:
        desk.report_fault(error)


def _answer(desk: Desk, changed: set[Path] | None) -> None:
    """Draw at once what was saved; check it when nothing is saved or asked for any more."""
    if changed is None or changed:
        desk.redraw(changed)
    elif monotonic() - desk.asked > QUIET / 1000:
        desk.check()
        desk.tidy()


def _changes(desk: Desk, stop: Event) -> Iterator[set[Path] | None]:
    """Yield what was saved; an empty set after a while without a save. Ends if a folder goes.

    None, all anew, is for what could not be drawn before anybody watched: a folder that was
    renamed and is back has no file that was saved since.
    """
    folders = _identities(desk.watched)
    if not folders:
        stop.wait(QUIET / 1000)
        return
    begun: float = desk.begun
    for changes in watch(
        *(path for path, _ in folders),
        watch_filter=is_work,
        debounce=DEBOUNCE,
        step=STEP,
        stop_event=stop,
        rust_timeout=QUIET,
        yield_on_timeout=True,
        raise_interrupt=False,
    ):
        if _identities(desk.watched) != folders:
            return
        saved = {Path(path) for _, path in changes} | _saved_since(begun, desk.watched)
        yield None if begun != inf and desk.state["problems"] else saved
        begun = inf  # from here on nothing is missed


def _saved_since(begun: float, folders: tuple[Path, ...]) -> set[Path]:
    """Return the files saved after a moment, in nanoseconds: before anybody watched them."""
    if begun == inf:
        return set()
    files = (path for folder in folders for path in folder.rglob("*") if path.is_file())
    return {path for path in files if path.stat().st_mtime_ns > begun}


def _identities(folders: tuple[Path, ...]) -> tuple[tuple[Path, int], ...]:
    """Return folders with their numbers in the file system: a renamed one is not the same."""
    return tuple((path, path.stat().st_ino) for path in folders)
