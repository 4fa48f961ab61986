"""How many contradictions of a rulebook ``pnp check`` catches, and how often it names their place.

``python -m tests.rulebook.contradictions halloween --each 8`` changes a copy of a bundled game, one
thing at a time: a cell or a quantity of a table, a number of game.yaml, a space or link of a board,
a binding of a template, a number of the printed rules, two colours of the palette. Rows, numbers
and boards count if the typed oracles of ``tests/rulebook/oracles`` say that they contradict the
rulebook. It prints for each class how many were caught, and how often the first place was the file
that was changed; for rows, the line, or the entry of a component whose
rows are counted. A seed always gives the same changes.
"""

import argparse
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from click import echo

from pnp.base.diagnostics import Where
from pnp.data.game import Game
from pnp.data.project import SHARE
from pnp.kit import gc_paused
from pnp.rulebook.contract import FactResult
from tests.rulebook.bench import Bench, broken
from tests.rulebook.changes import Change, changes_of
from tests.rulebook.kits import Made
from tests.rulebook.oracles import ORACLES
from tests.rulebook.oracles.box import Box, contradicted

HREF = re.compile(r' pnp:href="[^"]*\{\{[^"]*"')
TEXT = re.compile(r' pnp:text="\{\{ (?:card|play|part|segment|space)\b[^"]*"')
SHOWN = re.compile(r'(?<= pnp:text="\{\{ )(card\.(?:\w*points|value|strength|shots|blobs|limit))')
TIMES = re.compile(r"(?<=in range\()card\.\w+(?=\))")
NUMBER = re.compile(r"\{\{ (?:play|game\.players)\b[^}]*\}\}")
WRITTEN = re.compile(r'(?<=pnp:text=")[^"]*')
TYPED = re.compile(r"\{\{.*?\}\}|&[^;]*;|(\d+)")
NO_NUMBER = re.compile(r"\.(?:name|text|rule|does|minutes)\b")
"""Bindings that print words, or minutes, which no rulebook fixes."""
SENTENCE = re.compile(r"[.!?]\W*\s")
OURS = re.compile(r"guess|kit\b|\bpages?\b|\b[Aa]ges? |minutes|©|Games, \d|CC BY")
"""Sentences whose numbers no rulebook fixes: our pages, ages, minutes, years, licences."""
COLOR = re.compile(
    r'^  (white|gray|black|brown|red|blue|yellow|green|orange|purple): ("#\w+")', re.MULTILINE
)

NO_FACT = ("guide", "making", "box", "score", "strip", "turn-card")
"""Parts of the names of templates whose pictures the rulebooks say nothing about."""

KINDS = {
    "row dropped": "rows",
    "quantity by one": "rows",
    "value swapped": "rows",
    "number changed": "game.yaml",
    "board changed": "boards",
}
"""The classes of changes of data, by their names in ``changes``."""


class Contradiction(NamedTuple):
    """A change of one file that breaks a fact: its class, the file, and the text afterwards."""

    kind: str
    path: str
    text: str
    of_words: bool = False
    """Whether only words can tell: a sample may write the same in another place or weight."""


class Outcome(NamedTuple):
    """Whether a change was caught, and whether the first place named is what was changed."""

    kind: str
    name: str
    caught: bool
    placed: bool
    first: str


def contradictions(key: str) -> Iterator[Contradiction]:
    """Yield every contradiction in the drawings, the printed rules and the palette of a game."""
    for file in sorted((SHARE / "templates" / key).glob("*.svg")):
        if any(word in file.stem for word in NO_FACT):
            continue
        printed = "rules" in file.name or "reference" in file.name
        yield from (_of_rules if printed else _of_drawing)(f"templates/{key}/{file.name}")
    yield from _of_colours(f"card_data/{key}/game.yaml")


def _of_drawing(path: str) -> Iterator[Contradiction]:
    """Yield a drawing with one binding cut, or with a number one too large."""
    text = (SHARE / path).read_text("utf-8")
    for binding in (HREF, TEXT):
        for match in binding.finditer(text):
            cut = text[: match.start()] + text[match.end() :]
            yield Contradiction("drawing", path, cut, of_words=binding is TEXT)
    for match in (*SHOWN.finditer(text), *TIMES.finditer(text)):
        changed = f"{text[: match.start()]}{match[0]} + 1{text[match.end() :]}"
        yield Contradiction("drawing", path, changed)


def _of_rules(path: str) -> Iterator[Contradiction]:
    """Yield printed rules with one number one too large."""
    text = (SHARE / path).read_text("utf-8")
    for match in NUMBER.finditer(text):
        expression = match[0].removeprefix("{{").removesuffix("}}").strip()
        if not {"if", "or"} & set(expression.split()) and not NO_NUMBER.search(expression):
            changed = f"{text[: match.start()]}{{{{ ({expression}) + 1 }}}}{text[match.end() :]}"
            yield Contradiction("printed rules", path, changed)
    for match in _typed(text):
        changed = text[: match.start(1)] + str(int(match[1]) + 1) + text[match.end(1) :]
        yield Contradiction("printed rules", path, changed)


def _typed(text: str) -> Iterator[re.Match[str]]:
    """Yield each number that a template prints and that stands in its own words."""
    for words in WRITTEN.finditer(text):
        breaks = [one.end() for one in SENTENCE.finditer(text, words.start(), words.end())]
        for match in TYPED.finditer(text, words.start(), words.end()):
            start = max((at for at in breaks if at <= match.start()), default=words.start())
            end = min((at for at in breaks if at > match.start()), default=words.end())
            if match[1] and not OURS.search(text, start, end):
                yield match


def _of_colours(path: str) -> Iterator[Contradiction]:
    """Yield a game.yaml with two colours of the palette swapped."""
    text = (SHARE / path).read_text("utf-8")
    found = list(COLOR.finditer(text))
    for one, other in pairwise(found):
        middle = text[one.end(2) : other.start(2)]
        swapped = text[: one.start(2)] + other[2] + middle + one[2] + text[other.end(2) :]
        yield Contradiction("colours", path, swapped)


def of_data(key: str, made: Made, number: int) -> Iterator[Change]:
    """Yield the changes of rows, numbers and boards that contradict the rulebook."""
    for change in changes_of(key, made, number):
        if change.kind in KINDS and contradicted(ORACLES[key], Box(change.made().game, None)):
            yield change


def tried(bench: Bench, change: Contradiction | Change, made: Made) -> Outcome | None:
    """Return what a check says of one change; None for one that nobody can see."""
    if isinstance(change, Contradiction):
        told = bench.told({change.path: change.text})
        seen = partial(bench.seen, {change.path: change.text}, made, of_words=change.of_words)
        if not told and told is not None and not seen():
            return None  # the sample shows what the binding does
        name = f"{change.path}: {_difference(change)}"
        return _outcome(change.kind, name, told, [Where(change.path)])
    game = change.made().game
    results = bench.results(game)
    told = None if results is None else broken(results)
    return _outcome(KINDS[change.kind], change.name, told, _changed(made.game, game))


def _outcome(
    kind: str, name: str, told: Sequence[FactResult] | None, wanted: Sequence[Where]
) -> Outcome:
    first = told[0].places[0] if told else None
    spots = [(place.file, place.line) for place in wanted]
    here = first is not None and ((first.file, first.line) in spots or (first.file, None) in spots)
    said = f"{told[0].id} at {first}" if told else "it cannot be read" if told is None else ""
    return Outcome(kind, name, told is None or bool(told), here, said)


def _changed(before: Game, after: Game) -> list[Where]:
    """Return the places of what is not as it was: rows; the files of boards and of game.yaml."""
    found = [
        Where(before.boards[n].where.file)
        for n, b in after.boards.items()
        if b is not before.boards[n]
    ]
    for name, component in after.components.items():
        old = before.components[name]
        pairs = [(old.cards, component.cards)]
        if old.parts and component.parts:
            pairs.append((old.parts.cards, component.parts.cards))
        for cards, others in pairs:
            kept = set(map(id, cards)) & set(map(id, others))
            if len(kept) < len(cards):
                found.append(component.where)
            found += [card.where for card in others if id(card) not in kept]
            gone = {card.id for card in cards} - {card.id for card in others}
            found += [Where(card.where.file) for card in cards if card.id in gone]
    return found or [Where(before.where.file)]


def outcomes(bench: Bench, each: int, seed: str, only: Sequence[str] = ()) -> Iterator[Outcome]:
    """Yield what a check says of ``each`` changes of every class."""
    made = bench.drawn(bench.game())
    kinds: dict[str, list[Contradiction | Change]] = {}
    for change in (*contradictions(bench.key), *of_data(bench.key, made, 60 * each)):
        kinds.setdefault(KINDS.get(change.kind, change.kind), []).append(change)
    for kind, changes in kinds.items():
        random.Random(seed).shuffle(changes)
        for change in changes[:each] if kind in only or not only else ():
            with gc_paused():
                outcome = tried(bench, change, made)
            if outcome is not None:
                yield outcome


def told_of(found: Iterable[Outcome]) -> Iterator[str]:
    """Yield a line for each class, and one for each change that was not caught or placed."""
    kinds: dict[str, list[Outcome]] = {}
    for one in found:
        kinds.setdefault(one.kind, []).append(one)
    for kind, them in kinds.items():
        hits, places = sum(one.caught for one in them), sum(one.placed for one in them)
        yield f"{kind}: {hits} of {len(them)} caught, {places} placed"
        yield from (f"  not caught: {one.name}" for one in them if not one.caught)
        yield from (
            f"  elsewhere: {one.name}: {one.first}" for one in them if one.caught > one.placed
        )


def main() -> None:
    """Print the figures of one game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("key")
    parser.add_argument("--each", type=int, default=10, help="changes in a class")
    parser.add_argument("--seed", default="contract")
    parser.add_argument("--only", action="append", default=[], help="a class, such as rows")
    wanted = parser.parse_args()
    with TemporaryDirectory() as folder:
        bench = Bench(wanted.key, Path(folder))
        for line in told_of(outcomes(bench, wanted.each, wanted.seed, wanted.only)):
            echo(line)


def _difference(change: Contradiction) -> str:
    before = (SHARE / change.path).read_text("utf-8").split("\n")
    pairs = zip(before, change.text.split("\n"), strict=False)
    found = ((n, a, b) for n, (a, b) in enumerate(pairs, 1) if a != b)
    n, a, b = next(found, (0, "", ""))
    at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), 0)
    return f"line {n}, {a[max(0, at - 20) : at + 60]!r}"


if __name__ == "__main__":
    main()
