"""The guides' examples, taken out of the text and run."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.projects import change, pnp

ROOT = Path(__file__).parent.parent
GAME = "card_data/moth-lane/game.yaml"
RULEBOOK = "card_data/moth-lane/rulebook.yaml"

_BLOCK = re.compile(
    r"(?:^\*\*`(?P<path>[^`]+)`\*\*\n\n)?^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.M | re.S
)
_CHANGE = re.compile(r"\bWith `([^`]+)`\s+in\s+`([^`]+)`\s+changed\s+to\s+`([^`]+)`:\s*$")
_BAR = re.compile(r"(?<!\\)\|")
_MORE_OF = {
    **dict.fromkeys(("- id:", "play:", "listed:"), RULEBOOK),
    **dict.fromkeys(("allow:", "setup:"), GAME),
}
"""What goes on in a file, by how it begins."""


class Change(NamedTuple):
    """What the reader is told to change in a file before a block is run."""

    old: str
    file: str
    new: str


class Block(NamedTuple):
    """A block of a guide; ``path`` is the file that it is, or goes on in."""

    language: str
    text: str
    path: str | None
    more: bool
    change: Change | None


class Step(NamedTuple):
    """A command of a guide, with what the guide shows of it and what it says now."""

    command: str
    shown: str
    said: str


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(guide: str) -> Iterator[Block]:
    end = 0
    for match in _BLOCK.finditer(guide):
        told = _CHANGE.search(guide[end : match.start()])
        begins = next((start for start in _MORE_OF if match["text"].startswith(start)), None)
        path = match["path"] or (_MORE_OF[begins] if begins else None)
        more = begins is not None and match["path"] is None
        asked = Change(*told.groups()) if told else None
        yield Block(match["language"], match["text"], path, more, asked)
        end = match.end()


def follow(guide: str, project: Path) -> Iterator[Step]:
    """Do what a guide says in a project, and yield its commands."""
    for block in blocks(guide):
        if block.path is not None:
            _write(project / block.path, block.text, block.more)
        elif block.language in ("console", "sh"):
            before = _changed(project, block.change)
            for command, shown in _commands(block):
                yield Step(command, shown, _said(project, command))
            for path, text in before.items():
                path.write_text(text, encoding="utf-8")


def rows(guide: str, heading: str, columns: int) -> list[list[str]]:
    """Return the cells of the table under a heading, without its head."""
    section = guide.split(f"\n{heading}\n", 1)[1]
    table = re.search(r"(?:^\|.*\|\n)+", section, re.M)
    assert table, heading
    lines = table[0].splitlines()[2:]
    cells = [[_cell(cell) for cell in _BAR.split(line[1:-1])] for line in lines]
    assert all(len(row) == columns for row in cells), heading
    return cells


def _cell(text: str) -> str:
    cell = text.strip().replace(r"\|", "|")
    return cell[1:-1] if re.fullmatch("`[^`]+`", cell) else cell


def _write(path: Path, text: str, more: bool) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.read_text(encoding="utf-8") if more else ""
    path.write_text(before + text, encoding="utf-8")


def _changed(project: Path, told: Change | None) -> dict[Path, str]:
    """Change a file as the reader is told to; return what it held, to be put back."""
    if told is None:
        return {}
    (path,) = project.rglob(told.file)
    before = {path: path.read_text(encoding="utf-8")}
    change(project, path.relative_to(project).as_posix(), told.old, told.new)
    return before


def _commands(block: Block) -> Iterator[tuple[str, str]]:
    if block.language == "sh":
        yield from ((line, "") for line in block.text.splitlines())
        return
    for part in re.split(r"^\$ ", block.text, flags=re.M)[1:]:
        command, _, shown = part.partition("\n")
        yield command, shown.strip("\n")


def _said(project: Path, line: str) -> str:
    """Run a command; ``| head -5`` and ``> file`` mean what they mean in a shell."""
    command, _, file = line.partition(" > ")
    command, _, most = command.partition(" | head -")
    program, *words = shlex.split(command, comments=True)
    assert program == "pnp", line
    found = pnp(project, *words)
    assert found.exit_code in (0, 1), found.output
    output = found.output
    if file:
        (project / file).write_text(output, encoding="utf-8")
        return ""
    return "\n".join(output.splitlines()[: int(most) if most else None])
