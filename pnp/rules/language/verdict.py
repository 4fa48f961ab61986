"""An answer of yes or no that knows why it is no."""

from dataclasses import dataclass

from pnp.rules.language.values import Rows


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not as expected, in words, and the rows that carry it."""

    text: str
    rows: Rows | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """A statement with what speaks against it; it is true when nothing does."""

    against: tuple[Difference, ...] = ()

    def __bool__(self) -> bool:
        return not self.against

    def __eq__(self, other: object) -> bool:
        return bool(self) == other

    def __hash__(self) -> int:
        return hash(bool(self))
