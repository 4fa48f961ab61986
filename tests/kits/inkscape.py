"""Inkscape without its window, told what to do action by action.

It is started once in a process of the tests: starting takes longer than drawing.
"""

import atexit
import os
import re
import subprocess
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer

from pnp.base.units import MM_PER_PIXEL
from tests.conftest import ROOT

FONTS = """\
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{fonts}</dir><cachedir>{cache}</cachedir></fontconfig>
"""

PATIENCE = 600.0
"""Seconds for one drawing, on a busy machine; it takes less than two."""

MOST_DRAWINGS = 100
"""After so many Inkscape is started anew: its memory grows with each."""

AT_ONCE = 100
"""Actions: with their echo they fit into a pipe."""

READY, ANSWER = "inkscape-version", re.compile(r"Inkscape \d")
"""What asks whether all before it is done, and what is said then."""


def move(name: str, right: float) -> list[str]:
    """Return the actions that move an element so many millimetres to the right."""
    return ["select-clear", f"select-by-id:{name}", f"transform-translate:{right / MM_PER_PIXEL},0"]


def paint(name: str, color: str) -> list[str]:
    """Return the actions that fill an element with a colour."""
    return ["select-clear", f"select-by-id:{name}", f"object-set-property:fill,{color}"]


def draw(drawing: Path, dpi: float, picture: Path) -> None:
    """Write a picture of a drawing's page on white."""
    look = ["export-area-page", f"export-dpi:{dpi:g}", "export-background:white"]
    _write(drawing, look, picture)


def save(drawing: Path, edits: Mapping[Path, Iterable[str]]) -> None:
    """Write the drawing as Inkscape saves it after some actions, once for each path.

    The paths lie beside the drawing: elsewhere Inkscape would change its links to other files.
    """
    for saved, changes in edits.items():
        _write(drawing, changes, saved)


def _write(drawing: Path, actions: Iterable[str], path: Path) -> None:
    export = (f"export-filename:{path}", "export-do")
    shell().run([f"file-open:{drawing}", *actions, *export, "file-close"])
    assert path.is_file(), f"Inkscape does not write {path.name}: {shell().said()}"


@cache
def shell() -> "Shell":
    """Return the Inkscape of this process."""
    made = Shell(["inkscape", "--shell"])
    atexit.register(made.stop)
    return made


class Shell:
    """A program that takes actions line by line, with the repository's fonts only.

    It has nobody's preferences. One that ends or hangs fails what it was asked for, and is started
    anew for what comes next.
    """

    def __init__(self, command: list[str], patience: float = PATIENCE) -> None:
        self._command, self._patience = command, patience
        self._room = TemporaryDirectory()
        self._process: subprocess.Popen[str] | None = None
        self._drawings = 0
        folder = Path(self._room.name)
        self._complaints = folder / "complaints"
        fonts = folder / "fonts.conf"
        fonts.write_text(FONTS.format(fonts=ROOT / "fonts", cache=folder / "fontconfig"))
        own = {"FONTCONFIG_FILE": str(fonts), "INKSCAPE_PROFILE_DIR": str(folder / "inkscape")}
        self._environment = {**os.environ, **own}

    def run(self, actions: list[str]) -> None:
        """Return after the last of the actions."""
        if self._drawings >= MOST_DRAWINGS:
            self.stop()
        self._drawings += 1
        process = self._process = self._process or self._started()
        for first in range(0, len(actions), AT_ONCE):
            if not self._answers(process, [*actions[first : first + AT_ONCE], READY]):
                self.stop()
                raise AssertionError(f"Inkscape ends or hangs: {self.said()}")

    def stop(self) -> None:
        """End the program; the next action starts it anew."""
        if self._process:
            self._process.kill()
            self._process.communicate()
        self._process, self._drawings = None, 0

    def said(self) -> str:
        """Return the end of what it complains about."""
        return self._complaints.read_text("utf-8", "replace")[-1000:]

    def _started(self) -> subprocess.Popen[str]:
        with self._complaints.open("w") as complaints:
            return subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=complaints,
                env=self._environment,
                text=True,
            )

    def _answers(self, process: subprocess.Popen[str], lines: list[str]) -> bool:
        """Say whether all lines are done; a program that takes too long is ended."""
        assert process.stdin and process.stdout
        watch = Timer(self._patience, process.kill)
        watch.start()
        try:
            process.stdin.write("\n".join([*lines, ""]))
            process.stdin.flush()
            return any(ANSWER.search(line) for line in process.stdout)
        except BrokenPipeError:
            return False
        finally:
            watch.cancel()
