"""A delta in words: short lines for a terminal and a pull request, sections for an update sheet."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from pnp.data.translation import Translation, say
from pnp.delta.comparison import Change, Delta, Fate
from pnp.delta.edition import NO_VERSION

MOST = 12
"""Entries of a section in the short text; the others are counted."""


class Section(NamedTuple):
    """A heading and its entries: ``Section("Throw away", ("2 × grave/zombie",))``."""

    heading: str
    entries: tuple[str, ...]


def sections(delta: Delta, translation: Translation | None = None) -> tuple[Section, ...]:
    """Return what to throw away, what to print, and what to keep; empty ones are left out."""
    told = partial(say, translation)
    thrown = [change for change in delta.changes if change.thrown]
    printed = [change for change in delta.changes if change.printed]
    cosmetic = delta.fated(Fate.COSMETIC)
    unseen = [c for c in delta.new_data if c.fate is Fate.KEPT]
    numbers = (
        sum(c.thrown for c in thrown),
        sum(c.printed for c in printed),
        sum(c.kept for c in delta.changes),
    )
    headings = (
        told(one if number == 1 else many, number=number)
        for (one, many), number in zip(HEADINGS, numbers, strict=True)
    )
    entries = (_entries(thrown, "thrown", told), _entries(printed, "printed", told))
    all_ = (
        *map(Section, headings, (*entries, tuple(_kept(delta, told)))),
        Section(
            told("Only the look differs, left as it was"),
            tuple(f"{c.id}: {told(c.why)}" for c in cosmetic),
        ),
        Section(told("New data that no card shows"), tuple(c.id for c in unseen)),
    )
    return tuple(section for section in all_ if section.entries)


HEADINGS = (
    ("Throw away 1 piece", "Throw away {number} pieces"),
    ("Print 1 piece", "Print {number} pieces"),
    ("Keep 1 piece", "Keep {number} pieces"),
)


def as_text(delta: Delta) -> str:
    """Return the delta as a short text in Markdown."""
    lines = [f"{delta.after.title}: from {_versions(delta)}"]
    lines += [
        f"**New backs: print all cards of {name} that are listed.**" for name in delta.new_backs
    ]
    for heading, entries in sections(delta):
        lines += ["", f"{heading}:", *(f"- {entry}" for entry in _short(entries))]
    return "\n".join(lines if len(lines) > 1 else [*lines, "", "Nothing differs."])


def title(delta: Delta, translation: Translation | None = None) -> str:
    """Return the title of the delta's pages: ``Halloween: update from 0.3 to 0.4``."""
    old, new = delta.before.version, delta.after.version
    return say(
        translation,
        "{game}: update from {old} to {new}",
        old=old or say(translation, NO_VERSION),
        new=new or say(translation, "this kit"),
        game=delta.after.title,
    )


def _versions(delta: Delta) -> str:
    return f"{delta.before.name} to {delta.after.version or 'this kit'}"


def _entries(changes: Sequence[Change], count: str, told: Callable[..., str]) -> tuple[str, ...]:
    return tuple(
        f"{getattr(change, count)} × {change.id} ({told(change.why or change.fate)})"
        for change in changes
    )


def _kept(delta: Delta, told: Callable[..., str]) -> Iterator[str]:
    """Yield how many old pieces of each component stay."""
    kept: dict[str, list[int]] = {}
    for change in delta.changes:
        numbers = kept.setdefault(change.record.component, [0, 0])
        numbers[0] += change.kept
        numbers[1] += change.old.qty if change.old else 0
    for name, (left, had) in kept.items():
        if left:
            words = "all {had}" if left == had else "{left} of {had}"
            yield f"{name}: {told(words, left=left, had=had)}"


def _short(entries: Sequence[str]) -> Iterator[str]:
    yield from entries[:MOST]
    if len(entries) > MOST:
        yield f"and {len(entries) - MOST} more"
