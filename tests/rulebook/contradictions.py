"""How many contradictions of a rulebook ``pnp check`` catches: drawings, printed rules, colours.

``python -m tests.rulebook.contradictions halloween --each 8`` copies a bundled game, cuts one
binding of a template (a picture, a text, a number) or swaps two colours of the palette, checks the
copy, and prints for each class how many were caught, and how often the first place was the file
that was changed. A seed always gives the same changes.
"""

import argparse
import random
import re
import shutil
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from click import echo

from pnp.base.diagnostics import PnpError
from pnp.check import inspect
from pnp.data.project import SHARE, Project

HREF = re.compile(r' pnp:href="[^"]*\{\{[^"]*"')
TEXT = re.compile(r' pnp:text="\{\{ card\.[^"]*"')
NUMBER = re.compile(r"\{\{ (?:play|game\.players)\b[^}]*\}\}")
COLOR = re.compile(r'^  (white|gray|black|brown|red|blue|yellow|green): ("#\w+")', re.MULTILINE)


NO_FACT = ("guide", "making", "box", "score", "strip", "turn-card")
"""Parts of the names of templates whose pictures the rulebooks say nothing about."""


class Contradiction(NamedTuple):
    """A change of one file that breaks a fact: its class, the file, and the text afterwards."""

    kind: str
    path: str
    text: str


def contradictions(key: str) -> Iterator[Contradiction]:
    """Yield every contradiction of a game: one binding cut, or two colours swapped."""
    for file in sorted((SHARE / "templates" / key).glob("*.svg")):
        if any(word in file.stem for word in NO_FACT):
            continue
        path, text = f"templates/{key}/{file.name}", file.read_text("utf-8")
        printed = "rules" in file.name or "reference" in file.name
        for match in (*HREF.finditer(text), *TEXT.finditer(text)) if not printed else ():
            yield Contradiction("drawing", path, text[: match.start()] + text[match.end() :])
        for match in NUMBER.finditer(text) if printed else ():
            changed = text[: match.start()] + "77" + text[match.end() :]
            yield Contradiction("printed rules", path, changed)
    path = f"card_data/{key}/game.yaml"
    text = (SHARE / path).read_text("utf-8")
    found = list(COLOR.finditer(text))
    for one, other in pairwise(found):
        middle = text[one.end(2) : other.start(2)]
        swapped = text[: one.start(2)] + other[2] + middle + one[2] + text[other.end(2) :]
        yield Contradiction("colour", path, swapped)


def told(root: Path, key: str) -> list[str] | None:
    """Return the files that the broken facts name first; None if the game cannot be read."""
    try:
        results = inspect(root / "card_data" / key, Project(root)).results
    except PnpError:
        return None
    return [result.places[0].file for result in results if result.finding is not None]


def caught(root: Path, key: str, change: Contradiction) -> tuple[bool, bool]:
    """Return whether a change is caught, and whether the first place is in its file."""
    path = root / change.path
    before = path.read_bytes()
    path.write_text(change.text, "utf-8")
    files = told(root, key)
    path.write_bytes(before)
    return files is None or bool(files), bool(files) and files[0] == change.path


def main() -> None:
    """Print the figures of one game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("key")
    parser.add_argument("--each", type=int, default=10, help="changes in a class")
    parser.add_argument("--seed", default="contract")
    wanted = parser.parse_args()
    kinds: dict[str, list[Contradiction]] = {}
    for change in contradictions(wanted.key):
        kinds.setdefault(change.kind, []).append(change)
    with TemporaryDirectory() as folder:
        root = Path(folder)
        for name in ("card_data", "templates", "fonts"):
            shutil.copytree(SHARE / name, root / name)
        for kind, changes in kinds.items():
            random.Random(wanted.seed).shuffle(changes)
            outcomes = [(c, *caught(root, wanted.key, c)) for c in changes[: wanted.each]]
            hits, places = (sum(one[i] for one in outcomes) for i in (1, 2))
            echo(f"{kind}: {hits} of {len(outcomes)} caught, {places} placed")
            for change, hit, _ in outcomes:
                if not hit:
                    echo(f"  not caught: {change.path}: {_difference(change)}")


def _difference(change: Contradiction) -> str:
    before = (SHARE / change.path).read_text("utf-8").split("\n")
    pairs = zip(before, change.text.split("\n"), strict=False)
    return next((f"line {n}" for n, (a, b) in enumerate(pairs, 1) if a != b), "")


if __name__ == "__main__":
    main()
