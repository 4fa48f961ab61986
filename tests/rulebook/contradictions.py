"""How many contradictions of a rulebook ``pnp check`` catches, and how often it names their place.

``python -m tests.rulebook.contradictions halloween --each 8`` changes a copy of a bundled game, one
thing at a time: its files, by ``mistakes``, and what is read of them, by ``changes``. Rows, numbers
and boards count if the typed oracles of ``tests/rulebook/oracles`` say that they contradict the
rulebook. Each class has its sorts of mistake, and they take turns. It prints for each class how
many were caught, and how often the first place was the file that was changed, and there the line or
the next one; for rows, the line, or the entry of a component whose rows are counted. A seed always
gives the same changes. With ``--language de`` it changes numbers of the German texts alone.
"""

import argparse
import random
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby, islice, zip_longest
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
from tests.rulebook.changes import Change, changes_of, further_changes
from tests.rulebook.kits import Made
from tests.rulebook.mistakes import Contradiction, contradictions, mistranslations
from tests.rulebook.oracles import ORACLES
from tests.rulebook.oracles.box import Box, contradicted

KINDS = {
    "row dropped": "rows",
    "quantity by one": "rows",
    "value swapped": "rows",
    "number changed": "game.yaml",
    "words swapped": "game.yaml",
    "board changed": "boards",
    "link joined": "boards",
    "link of another kind": "boards",
    "space moved": "boards",
}
"""The classes of changes of data, by their names in ``changes``."""

CLASSES = ("rows", "game.yaml", "boards", "drawing", "printed rules", "colours")


class Outcome(NamedTuple):
    """Whether a change was caught, and whether the first place named is what was changed."""

    kind: str
    name: str
    caught: bool
    placed: bool
    on_line: bool
    first: str


def contradicts(key: str, change: Change) -> bool:
    """Return whether a change of rows, numbers or boards contradicts the rulebook."""
    return bool(contradicted(ORACLES[key], Box(change.made().game, None)))


def tried(bench: Bench, change: Contradiction | Change, made: Made) -> Outcome | None:
    """Return what a check says of one change; None for one that nobody can see."""
    if isinstance(change, Contradiction):
        told = bench.told({change.path: change.text})
        unseen = change.path.endswith(".svg") and not bench.seen(of_words=change.of_words)
        if not told and told is not None and unseen:
            return None  # the sample shows what the binding does
        name = f"{change.sort}: {change.path}: {_difference(change)}"
        wanted = [Where(change.path, line) for line in _lines(change)]
        return _outcome(change.kind, name, told, [Where(change.path), *wanted], bench.refusal)
    game = change.made().game
    results = bench.results(game, touches={change.touches})
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
    lines = () if not here or first.line is None else (first.line - 1, first.line, first.line + 1)
    exact = any((first.file, line) in spots for line in lines)
    return Outcome(kind, name, told is None or bool(told), here, exact, said)


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
    if bench.language:
        changes = _mixed(mistranslations(bench.key, bench.language), seed)
        yield from islice(_told(bench, changes, made), each)
        return
    sorts: dict[tuple[str, str], list[Contradiction | Change]] = {}
    of_data = (*changes_of(bench.key, made, 60 * each), *further_changes(made))
    for change in (*contradictions(bench.key), *of_data):
        kind = KINDS.get(change.kind, change.kind)
        sort = change.sort if isinstance(change, Contradiction) else change.kind
        sorts.setdefault((kind, sort), []).append(change)
    for changes in sorts.values():
        random.Random(seed).shuffle(changes)
    for kind in dict.fromkeys(kind for kind, _ in sorts if kind in CLASSES):
        if only and kind not in only:
            continue
        hands = zip_longest(*(changes for (of, _), changes in sorts.items() if of == kind))
        dealt = (change for hand in hands for change in hand if change is not None)
        yield from islice(_told(bench, dealt, made), each)


def _mixed(changes: Iterable[Contradiction], seed: str) -> list[Contradiction]:
    """Return changes in an order that only the seed decides."""
    found = list(changes)
    random.Random(seed).shuffle(found)
    return found


def _told(bench: Bench, changes: Iterable[Contradiction | Change], made: Made) -> Iterator[Outcome]:
    """Yield the outcome of each change that somebody can see."""
    for change in changes:
        if isinstance(change, Change) and not contradicts(bench.key, change):
            continue
        with gc_paused():
            outcome = tried(bench, change, made)
        if outcome is not None:
            yield outcome


def told_of(found: Iterable[Outcome]) -> Iterator[str]:
    """Yield a line for each class, and one for each change that was not caught or placed."""
    for kind, group in groupby(found, key=lambda one: one.kind):
        them = list(group)
        hits, places = sum(one.caught for one in them), sum(one.placed for one in them)
        lines = sum(one.on_line for one in them)
        yield f"{kind}: {hits} of {len(them)} caught, {places} placed, {lines} on their line"
        yield from (f"  not caught: {one.name}" for one in them if not one.caught)
        yield from (
            f"  elsewhere: {one.name}: {one.first}" for one in them if one.caught > one.placed
        )
        yield from (
            f"  beside its line: {one.name}: {one.first}"
            for one in them
            if one.placed > one.on_line
        )


def main() -> None:
    """Print the figures of one game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("key")
    parser.add_argument("--each", type=int, default=10, help="changes in a class")
    parser.add_argument("--seed", default="contract")
    parser.add_argument("--language", help="changes of its translation alone, such as de")
    parser.add_argument("--only", action="append", default=[], help="a class, such as rows")
    wanted = parser.parse_args()
    with TemporaryDirectory() as folder:
        bench = Bench(wanted.key, Path(folder), wanted.language)
        for line in told_of(outcomes(bench, wanted.each, wanted.seed, wanted.only)):
            echo(line)


def _lines(change: Contradiction) -> Iterator[int]:
    """Yield the lines of a file that a change concerns."""
    before = (SHARE / change.path).read_text("utf-8").split("\n")
    pairs = SequenceMatcher(None, before, change.text.split("\n"), autojunk=False)
    for name, start, end, *_ in pairs.get_opcodes():
        if name != "equal":
            yield from range(start + 1, end + 1)


def _difference(change: Contradiction) -> str:
    before = (SHARE / change.path).read_text("utf-8").split("\n")
    pairs = zip(before, change.text.split("\n"), strict=False)
    found = ((n, a, b) for n, (a, b) in enumerate(pairs, 1) if a != b)
    n, a, b = next(found, (0, "", ""))
    at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), 0)
    return f"line {n}, {a[max(0, at - 20) : at + 60]!r}"


if __name__ == "__main__":
    main()
