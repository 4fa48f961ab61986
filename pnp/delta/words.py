"""A delta in words: short lines for a terminal and a pull request, sections for an update sheet."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.base.diagnostics import counted
from pnp.delta.comparison import Change, Delta, Fate

MOST = 12
"""Entries of a section in the short text; the others are counted."""


class Section(NamedTuple):
    """A heading and its entries: ``Section("Throw away", ("2 × grave/zombie",))``."""

    heading: str
    entries: tuple[str, ...]


def sections(delta: Delta) -> tuple[Section, ...]:
    """Return what to throw away, what to print, and what to keep; empty ones are left out."""
    thrown = [change for change in delta.changes if change.thrown]
    printed = [change for change in delta.changes if change.printed]
    cosmetic = delta.fated(Fate.COSMETIC)
    unseen = [c for c in delta.new_data if c.fate is Fate.KEPT]
    all_ = (
        Section(_heading("Throw away", sum(c.thrown for c in thrown)), _entries(thrown, "thrown")),
        Section(_heading("Print", sum(c.printed for c in printed)), _entries(printed, "printed")),
        Section(_heading("Keep", sum(c.kept for c in delta.changes)), tuple(_kept(delta))),
        Section(
            "Only the look differs, left as it was", tuple(f"{c.id}: {c.why}" for c in cosmetic)
        ),
        Section("New data that no card shows", tuple(c.id for c in unseen)),
    )
    return tuple(section for section in all_ if section.entries)


def as_text(delta: Delta) -> str:
    """Return the delta as a short text in Markdown."""
    lines = [f"{delta.after.title}: from {_versions(delta)}"]
    lines += [
        f"**New backs: print all cards of {name} that are listed.**" for name in delta.new_backs
    ]
    for heading, entries in sections(delta):
        lines += ["", f"{heading}:", *(f"- {entry}" for entry in _short(entries))]
    return "\n".join(lines if len(lines) > 1 else [*lines, "", "Nothing differs."])


def title(delta: Delta) -> str:
    """Return the title of the delta's pages: ``Halloween: update from 0.3 to 0.4``."""
    return f"{delta.after.title}: update from {_versions(delta)}"


def _versions(delta: Delta) -> str:
    return f"{delta.before.name} to {delta.after.version or 'this kit'}"


def _heading(verb: str, number: int) -> str:
    return f"{verb} {counted(number, 'piece')}"


def _entries(changes: Sequence[Change], count: str) -> tuple[str, ...]:
    return tuple(f"{getattr(change, count)} × {change.id}{_told(change)}" for change in changes)


def _told(change: Change) -> str:
    """Return why a piece is listed: `` (new data)``."""
    return f" ({change.why or change.fate})"


def _kept(delta: Delta) -> Iterator[str]:
    """Yield how many old pieces of each component stay."""
    kept: dict[str, list[int]] = {}
    for change in delta.changes:
        numbers = kept.setdefault(change.record.component, [0, 0])
        numbers[0] += change.kept
        numbers[1] += change.old.qty if change.old else 0
    for name, (left, had) in kept.items():
        if left:
            yield f"{name}: all {had}" if left == had else f"{name}: {left} of {had}"


def _short(entries: Sequence[str]) -> Iterator[str]:
    yield from entries[:MOST]
    if len(entries) > MOST:
        yield f"and {len(entries) - MOST} more"
