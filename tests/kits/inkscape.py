"""Inkscape without its window, told what to do action by action."""

import os
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

from pnp.base.units import MM_PER_PIXEL
from tests.conftest import ROOT

FONTS = """\
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{fonts}</dir><cachedir>{cache}</cachedir></fontconfig>
"""


def move(name: str, right: float) -> list[str]:
    """Return the actions that move an element so many millimetres to the right."""
    return ["select-clear", f"select-by-id:{name}", f"transform-translate:{right / MM_PER_PIXEL},0"]


def paint(name: str, color: str) -> list[str]:
    """Return the actions that fill an element with a colour."""
    return ["select-clear", f"select-by-id:{name}", f"object-set-property:fill,{color}"]


def draw(drawing: Path, dpi: float, picture: Path) -> None:
    """Write a picture of a drawing's page on white."""
    look = ["export-area-page", f"export-dpi:{dpi:g}", "export-background:white"]
    _run(picture.parent, [f"file-open:{drawing}", *look, *_export(picture)])


def save(drawing: Path, edits: Mapping[Path, Iterable[str]], folder: Path) -> None:
    """Write the drawing as Inkscape saves it after some actions, once for each path.

    The paths lie beside the drawing: elsewhere Inkscape would change its links to other files.
    """
    actions = [
        action
        for saved, changes in edits.items()
        for action in (f"file-open:{drawing}", *changes, *_export(saved), "file-close")
    ]
    _run(folder, actions)
    missing = [saved.name for saved in edits if not saved.is_file()]
    assert not missing, f"Inkscape does not write {', '.join(missing)}"


def _export(path: Path) -> tuple[str, ...]:
    return f"export-filename:{path}", "export-do"


def _run(folder: Path, actions: Iterable[str]) -> None:
    """Run actions with the repository's fonts only, and with nobody's preferences."""
    fonts = folder / "fonts.conf"
    fonts.write_text(FONTS.format(fonts=ROOT / "fonts", cache=folder / "fontconfig"))
    own = {"FONTCONFIG_FILE": str(fonts), "INKSCAPE_PROFILE_DIR": str(folder / "inkscape")}
    subprocess.run(
        ["inkscape", "--shell"],
        input="\n".join(actions) + "\n",
        env={**os.environ, **own},
        check=True,
        capture_output=True,
        text=True,
    )
