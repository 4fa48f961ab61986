"""``compare``: two editions of a game, piece by piece; what to print, and what to throw away."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from pnp.base.diagnostics import Finding, quote, user_error
from pnp.data.game import Game
from pnp.delta.edition import Edition, PieceRecord
from pnp.delta.rules import same_version


class Fate(StrEnum):
    """What becomes of a piece from one edition to the next."""

    ADDED = "added"
    CHANGED = "changed"
    MORE = "more copies"
    FEWER = "fewer copies"
    REMOVED = "removed"
    COSMETIC = "cosmetic"
    KEPT = "kept"


@dataclass(frozen=True)
class Change:
    """A piece in two editions: ``Change(old, new, Fate.CHANGED, thrown=2, printed=3)``.

    ``why`` says what differs: ``new data``, ``redrawn``, ``new back``. ``thrown`` old copies are
    thrown away, ``printed`` new ones are printed; the other old ones are kept.
    """

    old: PieceRecord | None
    new: PieceRecord | None
    fate: Fate
    thrown: int = 0
    printed: int = 0
    why: str = ""

    @property
    def record(self) -> PieceRecord:
        """Return the piece, as it is in the new edition if it is still there."""
        found = self.new or self.old
        assert found is not None
        return found

    @property
    def id(self) -> str:
        """Return the id of the piece."""
        return self.record.id

    @property
    def kept(self) -> int:
        """Return how many old copies stay."""
        return (self.old.qty if self.old else 0) - self.thrown


class Delta(NamedTuple):
    """All pieces of two editions, in the order of the new one, those that are gone at the end."""

    before: Edition
    after: Edition
    changes: tuple[Change, ...]

    @property
    def printed(self) -> Mapping[str, int]:
        """Return how many copies of which piece are printed: ``{"graveyard/zombie": 2}``."""
        return {change.id: change.printed for change in self.changes if change.printed}

    @property
    def new_backs(self) -> tuple[str, ...]:
        """Return the shuffled components with new backs: their old cards would be told apart."""
        return tuple(dict.fromkeys(c.record.component for c in self.changes if c.why == NEW_BACK))

    def fated(self, *fates: Fate) -> tuple[Change, ...]:
        """Return the changes of some fates."""
        return tuple(change for change in self.changes if change.fate in fates)

    @property
    def new_data(self) -> tuple[Change, ...]:
        """Return the pieces of both editions whose data changed, seen or not."""
        return tuple(c for c in self.changes if c.old and c.new and c.old.data != c.new.data)


NEW_BACK = "new back"

NEW_BOOKLET = "its booklet is printed anew"

NOT_KEPT = (Fate.ADDED, Fate.CHANGED, Fate.REMOVED)


def version_findings(game: Game, delta: Delta) -> tuple[Finding, ...]:
    """Return the finding that data or copies changed under the same version, if they did."""
    version = delta.before.version
    if not version or version != delta.after.version:
        return ()
    fates = (Fate.ADDED, Fate.REMOVED, Fate.MORE, Fate.FEWER)
    changed = {change.id for change in (*delta.new_data, *delta.fated(*fates))}
    return (same_version(game, len(changed)),) if changed else ()


def compare(before: Edition, after: Edition, *, cosmetic: bool = False) -> Delta:
    """Return what differs between two editions; ``cosmetic`` prints cosmetic changes too.

    A piece is a physical thing: it is kept if one with its looks is in the new edition, even under
    another id. A redrawn back is no cosmetic change as soon as another card with that back is
    printed: in a shuffled deck the old ones would be known. A booklet is printed as a whole: what
    is folded and stapled has no page to exchange.

    Raises:
        PnpError: they are of two games, in two languages, or drawn with different ink.
    """
    _refuse_other(before, after)
    old = {piece.id: piece for piece in before.pieces}
    new = {piece.id: piece for piece in after.pieces}
    pairs = [(old.get(name), new[name]) for name in new]
    changes = [_change(*pair) for pair in pairs]
    changes += [_gone(piece) for name, piece in old.items() if name not in new]
    if cosmetic:
        changes = [_reprinted(c, c.why) if _is_cosmetic(c) else c for c in changes]
    torn = {c.record.component for c in changes if c.fate in NOT_KEPT} & after.booklets
    loose = iter(_recognised([c for c in changes if c.record.component not in torn]))
    found = [_bound(c) if c.record.component in torn else next(loose) for c in changes]
    return Delta(before, after, tuple(_with_backs(found, after.shuffled)))


def _refuse_other(before: Edition, after: Edition) -> None:
    if before.key != after.key:
        message = f"the earlier kit is of {quote(before.key)}, this one is of {quote(after.key)}"
        raise user_error(message, hint="compare two kits of one game")
    if before.language and after.language and before.language != after.language:
        words = f"the earlier kit is in {before.language}, this one is in {after.language}"
        raise user_error(words, hint=f"build it with --language {before.language}")
    if before.ink != after.ink:
        message = f"the earlier kit is in {before.ink} ink, this one is in {after.ink} ink"
        raise user_error(message, hint=f"write --ink {before.ink}")


def _change(old: PieceRecord | None, new: PieceRecord) -> Change:
    if old is None:
        return Change(None, new, Fate.ADDED, printed=new.qty)
    if old.looks == new.looks:
        return _counted(old, new)
    change = Change(old, new, Fate.CHANGED, why=_reason(old, new))
    cosmetic = (old.data, old.shows, old.cut) == (new.data, new.shows, new.cut)
    if cosmetic and (old.back is None) == (new.back is None):
        return replace(_counted(old, new, Fate.COSMETIC), why=change.why)
    return _reprinted(change, change.why)


def _counted(old: PieceRecord, new: PieceRecord, fate: Fate = Fate.KEPT) -> Change:
    """Return the change of a piece whose old copies can be used."""
    more = new.qty - old.qty
    fate = fate if not more or fate is Fate.COSMETIC else (Fate.MORE if more > 0 else Fate.FEWER)
    return Change(old, new, fate, thrown=max(0, -more), printed=max(0, more))


def _reprinted(change: Change, why: str) -> Change:
    """Return the change of a piece none of whose old copies can be used."""
    assert change.old is not None and change.new is not None
    old, new = change.old, change.new
    return replace(change, fate=Fate.CHANGED, thrown=old.qty, printed=new.qty, why=why)


def _reason(old: PieceRecord, new: PieceRecord) -> str:
    if old.cut != new.cut:
        return "cut or stock"
    if old.data != new.data:
        return "new data"
    return "redrawn" if old.face != new.face else NEW_BACK


def _bound(change: Change) -> Change:
    """Return the change of a page whose booklet is printed anew."""
    if change.old is None or change.new is None:
        return change
    return _reprinted(change, change.why or NEW_BOOKLET)


def _gone(piece: PieceRecord) -> Change:
    return Change(piece, None, Fate.REMOVED, thrown=piece.qty)


def _is_cosmetic(change: Change) -> bool:
    return change.fate is Fate.COSMETIC


def _with_backs(changes: Sequence[Change], shuffled: frozenset[str]) -> Iterator[Change]:
    """Yield the changes, cards with cosmetically new backs reprinted where they must be."""
    backs = {(c.record.component, c.record.back) for c in changes if c.printed}
    for change in changes:
        old, new = change.old, change.new
        redrawn = _is_cosmetic(change) and old and new and old.back != new.back
        group = (change.record.component, change.record.back)
        if redrawn and group[0] in shuffled and group in backs:
            yield _reprinted(change, NEW_BACK)
        else:
            yield change


def _recognised(changes: Sequence[Change]) -> list[Change]:
    """Return the changes, without printing what is thrown away under another id."""
    thrown: Counter[object] = Counter()
    printed: Counter[object] = Counter()
    for change in changes:
        if change.old is not None:
            thrown[change.old.looks] += change.thrown
        if change.new is not None:
            printed[change.new.looks] += change.printed
    spare = thrown & printed
    to_keep, to_use = spare.copy(), spare.copy()
    return [_settled(_less(change, to_keep, to_use)) for change in changes]


def _less(change: Change, to_keep: Counter[object], to_use: Counter[object]) -> Change:
    """Return a change with as much less to throw away and to print as other ids make up for."""
    kept = min(change.thrown, to_keep[change.old.looks]) if change.old else 0
    used = min(change.printed, to_use[change.new.looks]) if change.new else 0
    if change.old:
        to_keep[change.old.looks] -= kept
    if change.new:
        to_use[change.new.looks] -= used
    return replace(change, thrown=change.thrown - kept, printed=change.printed - used)


def _settled(change: Change) -> Change:
    moves = change.thrown or change.printed or _is_cosmetic(change)
    return change if moves else replace(change, fate=Fate.KEPT)
