"""The table of every fact of the four rulebooks: its id, its kind, and how it is known."""

import csv
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

PREFIXES: Mapping[str, str] = {
    "ghoulash": "GH",
    "girls-vs-ghouls": "GG",
    "halloween": "HW",
    "haunted-halloween": "HH",
}


class Fact(NamedTuple):
    """A row of the table; ``kind`` SIM is what only a played game can break."""

    id: str
    kind: str
    tier: str


def _read() -> tuple[Fact, ...]:
    text = (Path(__file__).parent / "facts.tsv").read_text("utf-8")
    return tuple(Fact(**row) for row in csv.DictReader(text.splitlines(), delimiter="\t"))


FACTS = _read()


def facts_of(key: str) -> tuple[Fact, ...]:
    return tuple(fact for fact in FACTS if fact.id.startswith(PREFIXES[key]))
