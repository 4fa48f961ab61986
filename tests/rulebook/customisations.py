"""Changes of a game that its rulebook leaves free: none of them may break a fact.

``python -m tests.rulebook.customisations halloween`` changes a copy of a bundled game, one thing at
a time: other words on the printed rules, other shades of the same colours, other fonts, little ink,
rows in another order or in two tables, renamed files, drawings with more in them, spare copies of
aids, a side that is up before the other, a component in two, an aid that is left out. It prints
what each one breaks. With ``--language de`` it tries them in German.
"""

import argparse
import colorsys
import random
import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from click import echo

from pnp.kit import gc_paused
from pnp.scene.page import Ink
from tests.rulebook.bench import Bench

WORDS = re.compile(r'(?<=pnp:text=")[^"{}]+(?=")')
SHADE = re.compile(r'^(  \w[\w-]*: )"(#[0-9A-Fa-f]{6})"', re.MULTILINE)
FONT = re.compile(r"font-family:'?[\w ]+'?")
LAID = re.compile(r"(\{put: \[?house-tile.*up: )(face|back)")
TABLE = re.compile(r"rows: ([\w-]+\.csv)")


class Customisation(NamedTuple):
    """What a maker may change: in words, and the files with their new texts, None if gone."""

    name: str
    files: Mapping[str, str | None]
    ink: Ink = Ink.FULL


def customisations(bench: Bench) -> Iterator[Customisation]:
    """Yield what may be changed in a game."""
    game = f"card_data/{bench.key}/game.yaml"
    text = bench.text(game)
    yield Customisation("little ink", {}, Ink.LOW)
    yield Customisation("another version", {game: text.replace('version: "', 'version: "9.')})
    yield Customisation("another stock", {game: text.replace("stock: card", "stock: linen")})
    for turn, light in ((0.01, 1), (-0.01, 1), (0, 0.94)):
        name = f"a shade {turn:+} of the wheel, {light} as light"
        yield Customisation(name, {game: SHADE.sub(partial(_shade, turn, light), text)})
    yield from _of_rulings(bench, game, text)
    yield from _of_tables(bench, game, text)
    yield from _of_templates(bench, game, text)


ASIDE = {
    "ghoulash": ("point-marker", "victory-strip", "floor-mat", "aid-card", "deck-box"),
    "girls-vs-ghouls": ("treat-box", "trick-box", "score-sheet"),
    "halloween": ("turn-card", "tuck-box", "score-strip"),
    "haunted-halloween": ("extra-character", "piece-box"),
}
"""Aids that a maker may leave out."""

TURNED = {"girls-vs-ghouls": ("house-tile", "candy-chip")}
"""Pieces whose sides are none the face."""

CHIP = """  {name}:
    kind: token
    title: Cubes
    size: 18 x 18 mm
    bleed: 2 mm
    safe: 0.8 mm
    rows: [{{id: cube, qty: 40}}]
    face: girls-vs-ghouls/{face}.svg
"""


def _of_rulings(bench: Bench, game: str, text: str) -> Iterator[Customisation]:
    """Yield what findings of makers were about: sides, split components, aids that are left out."""
    for name in ASIDE[bench.key]:
        if f"\n  {name}:" in text:
            yield Customisation(f"no {name}", {game: _without(text, name)})
    for name in TURNED.get(bench.key, ()):
        block = _block(text, name)
        face, back = (re.search(rf"    {side}: ([\w./-]+)", block) for side in ("face", "back"))
        assert face is not None
        assert back is not None
        turned = block.replace(f"face: {face[1]}", f"face: {back[1]}")
        turned = turned.replace(f"back: {back[1]}", f"back: {face[1]}")
        laid = LAID.sub(_other_side_up, text) if name == "house-tile" else text
        yield Customisation(f"{name} with its other side up", {game: laid.replace(block, turned)})
    if bench.key == "girls-vs-ghouls":
        cubes = "".join(
            CHIP.format(name=name, face=face)
            for name, face in (("orange-cube", "candy-chip"), ("black-cube", "candy-chip-back"))
        )
        split = _without(text.replace("  x5-chip:\n", cubes + "  x5-chip:\n"), "candy-chip")
        yield Customisation("cubes of two components", {game: split})
    if bench.key == "haunted-halloween":
        path = f"card_data/{bench.key}/spinner.csv"
        more = bench.text(path) + "two-more,two,1,+2 candies,,2,orange,rust\n"
        seven = text.replace("  spinner: 6", "  spinner: 7")
        yield Customisation("a second segment of two candies", {path: more, game: seven})
        path = f"card_data/{bench.key}/candy.csv"
        fourteen = bench.text(path).replace(",12,", ",14,")
        more_candy = text.replace("{kinds: 9, each: 12}", "{kinds: 9, each: 14}")
        yield Customisation("more candy", {path: fourteen, game: more_candy})
    if bench.key == "ghoulash":
        holes = text.replace("holes: false", "holes: true")
        yield Customisation("Holes", {game: holes})
        longer = text.replace("minutes: [45, 90]", "minutes: [50, 80]")
        yield Customisation("another playing time", {game: longer})
    if bench.key == "halloween":
        bluer = text.replace('  night: "#17141b"', '  night: "#101820"')
        yield Customisation("a bluer night", {game: bluer})


def _other_side_up(match: re.Match[str]) -> str:
    """Return an entry of a set-up whose pieces lie with their other side up."""
    return match[1] + ("face" if match[2] == "back" else "back")


def _block(text: str, name: str) -> str:
    """Return the lines of a component of a game.yaml."""
    match = re.search(
        rf"^  {name}:.*\n(?:    .*\n|\n)*", text[text.index("\ncomponents:") :], re.MULTILINE
    )
    assert match is not None
    return match[0]


def _without(text: str, name: str) -> str:
    """Return a game.yaml without a component, and without what its set-up says of it."""
    lines = text.replace(_block(text, name), "").split("\n")
    return "\n".join(line for line in lines if not re.search(rf"put: \[?{name}\b", line))


def _shade(turn: float, light: float, match: re.Match[str]) -> str:
    red, green, blue = (int(match[2][i : i + 2], 16) / 255 for i in (1, 3, 5))
    hue, lightness, much = colorsys.rgb_to_hls(red, green, blue)
    shade = colorsys.hls_to_rgb((hue + turn) % 1, lightness * light, much)
    return match[1] + '"#' + "".join(f"{round(255 * part):02x}" for part in shade) + '"'


def _of_tables(bench: Bench, game: str, text: str) -> Iterator[Customisation]:
    """Yield each table in another order, and under another name."""
    for name in sorted(set(TABLE.findall(text))):
        path = f"card_data/{bench.key}/{name}"
        head, *rows = bench.text(path).rstrip("\n").split("\n")
        if any(line.count('"') % 2 for line in rows):
            continue
        ordered = name not in ("spinner.csv", "moon-tracker.csv", "score-path.csv", "victory.csv")
        if ordered and len(rows) > 1:
            turned = "\n".join([head, *reversed(rows)]) + "\n"
            yield Customisation(f"{name} in another order", {path: turned})
        other = {f"card_data/{bench.key}/my-{name}": bench.text(path), path: None}
        renamed = re.sub(rf"(?<=rows: ){re.escape(name)}\b", f"my-{name}", text)
        yield Customisation(f"{name} renamed", {game: renamed, **other})


def _of_templates(bench: Bench, game: str, text: str) -> Iterator[Customisation]:
    """Yield templates with other words, other fonts, one more shape, or another name."""
    folder = bench.root / "templates" / bench.key
    for file in sorted(folder.glob("*.svg")):
        path, drawing = f"templates/{bench.key}/{file.name}", file.read_text("utf-8")
        if f"{bench.key}/{file.name}" not in text or "guide" in file.name:
            continue
        if "rules" in file.name or "reference" in file.name:
            yield Customisation(f"{file.name} in other words", {path: WORDS.sub(_said, drawing)})
        else:
            more = drawing.replace("</svg>", '<path d="M4 4H5V5H4Z" fill="#808080"/></svg>')
            yield Customisation(f"{file.name} with a dot", {path: more})
        if FONT.search(drawing):
            plain = FONT.sub("font-family:'Atkinson Hyperlegible Next'", drawing)
            yield Customisation(f"{file.name} in another font", {path: plain})


def _said(match: re.Match[str]) -> str:
    """Return words of another language: each begins with its end; numbers stay."""
    turned = (w[::-1] if w.isalpha() and w.islower() else w for w in match[0].split(" "))
    return " ".join(turned)


def main() -> None:
    """Print what every customisation of a game breaks, and how many break something."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("key")
    parser.add_argument("--language", help="the language to try them in")
    parser.add_argument("--each", type=int, help="how many of them, by chance")
    parser.add_argument("--seed", default="contract")
    parser.add_argument("--only", default="", help="a part of the names of those to try")
    wanted = parser.parse_args()
    tried = failed = 0
    with TemporaryDirectory() as folder:
        bench = Bench(wanted.key, Path(folder), wanted.language)
        found = [one for one in customisations(bench) if wanted.only in one.name]
        random.Random(wanted.seed).shuffle(found)
        for one in found[: wanted.each]:
            with gc_paused():
                told = bench.told(one.files, one.ink)
            tried, failed = tried + 1, failed + (told is None or bool(told))
            if told is None:
                echo(f"{one.name}: it cannot be read, at {bench.refusal}")
            for result in told or ():
                echo(f"{one.name}: {result.id} {result.message[:160]}")
    echo(f"{failed} of {tried} break something")


if __name__ == "__main__":
    main()
