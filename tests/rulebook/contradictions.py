"""How many contradictions of a rulebook ``pnp check`` catches, and how often it names their place.

``python -m tests.rulebook.contradictions halloween --each 8`` changes a copy of a bundled game, one
thing at a time: a cell or a quantity of a table, a number of game.yaml, a space or link of a board,
a binding of a template, a number of the printed rules, a colour that the rulebook names: in the
palette or where it is drawn. Rows, numbers and boards count if the typed oracles of
``tests/rulebook/oracles`` say that they contradict the rulebook. It prints for each class how many
were caught, and how often the first place was the file that was changed; for rows, the line, or the
entry of a component whose rows are counted. A seed always gives the same changes.
"""

import argparse
import colorsys
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from click import echo

from pnp.base.color import parse_color
from pnp.base.diagnostics import Where
from pnp.base.hues import hue_name
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
ENTRY = re.compile(r'^  ([\w-]+): ("#\w{6}")', re.MULTILINE)
HEX = re.compile(r"#[0-9A-Fa-f]{6}\b")

NAMED = {
    "ghoulash": ("black", "violet", "plasm"),
    "girls-vs-ghouls": ("orange", "black", "white"),
    "halloween": ("white", "gray", "black", "brown", "red", "blue", "yellow", "green"),
    "haunted-halloween": ("green", "yellow", "purple"),
}
"""The colours of each palette that stand for colours that the rulebook names: numerals, shots and
blobs; cubes and houses; graves and players; ghosts. What else is in a palette carries no rule."""

PAINTED = {
    "ghoulash": {
        "symbols.svg": "shot purple, blob green, victory-dot green",
        "battle.svg": "shots-number white, blobs-number black",
        "ghoul.svg": "strength-number white",
    },
    "girls-vs-ghouls": {
        "board.svg": "ground-orange orange, ground-white white",
        "marks.svg": "chip-orange orange, chip-black black",
        "small.svg": "small-chip-orange orange, small-chip-black black",
    },
    "halloween": {
        "headstone.svg": "red red, blue blue, yellow yellow, green green",
        "dark-lord.svg": "red red, blue blue, yellow yellow, green green",
        "grave-back.svg": "gray-ground gray, brown-ground brown",
    },
    "haunted-halloween": {
        "orange-die.svg": "side orange",
        "ghost-die.svg": "side green",
        "marks.svg": "emblem-green green, emblem-yellow yellow, emblem-purple purple",
    },
}
"""Elements by their templates, each with the colour that the rulebook names for it."""

BOUND = {
    "haunted-halloween": {
        "ghost.svg": ' pnp:fill="{{ palette[card.id] }}"',
        "monster.svg": ' pnp:fill="{{ palette[card.id] }}"',
        "player-token.svg": ' pnp:fill="{{ palette[card.id] }}"',
        "player-token-back.svg": ' pnp:fill="{{ palette[card.id] }}"',
        "board.svg": " pnp:fill=\"{{ {'green': '#3FA06B'",
    },
}
"""Bindings that give each row the colour that the rulebook names: without them all have one."""

BESIDE = 2
"""How many colours of the palette that carry no rule each named one is swapped with."""

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
    yield from _of_colours(key)


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


def _of_colours(key: str) -> Iterator[Contradiction]:
    """Yield a game with a colour that the rulebook names where another one belongs."""
    yield from _of_palette(key)
    for name, ids in PAINTED[key].items():
        path = f"templates/{key}/{name}"
        text = (SHARE / path).read_text("utf-8")
        for id_, color in (one.split() for one in ids.split(", ")):
            start, end = _element(text, id_)
            turned = HEX.sub(partial(_turned, color), text[start:end])
            yield Contradiction("colours", path, text[:start] + turned + text[end:])
    for name, binding in BOUND.get(key, {}).items():
        path = f"templates/{key}/{name}"
        text = (SHARE / path).read_text("utf-8")
        start = text.index(binding)
        end = text.index('"', start + binding.index('"') + 1) + 1
        yield Contradiction("colours", path, text[:start] + text[end:])


def _of_palette(key: str) -> Iterator[Contradiction]:
    """Yield a game.yaml with a named colour swapped with another one, or with one without a rule.

    Colours that people call by the same name are not swapped: nobody would see it.
    """
    path = f"card_data/{key}/game.yaml"
    text = (SHARE / path).read_text("utf-8")
    entries = {match[1]: match for match in ENTRY.finditer(text)}
    named = [entries[name] for name in NAMED[key]]
    others = [match for name, match in entries.items() if name not in NAMED[key]]
    pairs = [pair for pair in combinations(named, 2) if _differ(*pair)]
    for one in named:
        pairs += islice(((one, other) for other in others if _differ(one, other)), BESIDE)
    for pair in pairs:
        first, last = sorted(pair, key=lambda match: match.start())
        middle = text[first.end(2) : last.start(2)]
        swapped = text[: first.start(2)] + last[2] + middle + first[2] + text[last.end(2) :]
        yield Contradiction("colours", path, swapped)


def _differ(one: re.Match[str], other: re.Match[str]) -> bool:
    return _called(one[2].strip('"')) != _called(other[2].strip('"'))


def _called(color: str) -> str | None:
    return hue_name(parse_color(color)[0])


def _turned(name: str, match: re.Match[str]) -> str:
    """Return for a colour of some name one that people call otherwise, the next round the wheel."""
    color = match[0]
    if _called(color) != name:
        return color
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    hue, lightness, _ = colorsys.rgb_to_hls(*parts)
    for turn in (0.3, 0.5, 0.7):
        other = colorsys.hls_to_rgb((hue + turn) % 1, min(max(lightness, 0.4), 0.6), 0.8)
        found = "#" + "".join(f"{round(255 * part):02x}" for part in other)
        if _called(found) != name:
            return found
    return color


def _element(text: str, id_: str) -> tuple[int, int]:
    """Return where the element with an id begins and ends."""
    start = text.rindex("<", 0, text.index(f' id="{id_}"'))
    tag = text[start + 1 :].split()[0]
    closed = text.index(">", start) + 1
    if text[closed - 2] == "/":
        return start, closed
    depth, ends = 1, closed
    for match in re.compile(rf"<{tag}\b[^>]*?(/?)>|</{tag}>").finditer(text, closed):
        depth += -1 if match[0].startswith("</") else not match[1]
        if not depth:
            ends = match.end()
            break
    return start, ends


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
        return _outcome(change.kind, name, told, [Where(change.path)], bench.refusal)
    game = change.made().game
    results = bench.results(game)
    told = None if results is None else broken(results)
    wanted = _changed(made.game, game)
    return _outcome(KINDS[change.kind], change.name, told, wanted, bench.refusal)


def _outcome(
    kind: str,
    name: str,
    told: Sequence[FactResult] | None,
    wanted: Sequence[Where],
    refusal: Where | None,
) -> Outcome:
    """Return an outcome; what cannot be read or drawn is told at the place of the refusal."""
    first = refusal if told is None else told[0].places[0] if told else None
    spots = [(place.file, place.line) for place in wanted]
    here = first is not None and ((first.file, first.line) in spots or (first.file, None) in spots)
    said = f"{told[0].id} at {first}" if told else ""
    said = f"it cannot be read, at {first}" if told is None else said
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
