"""What rulebook.yaml may hold."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from pnp.content.files.schema import Model
from pnp.content.files.wording import UnfitError


class Tier(StrEnum):
    """How a fact is known: the rulebook says it, implies it, or leaves it to the maker."""

    STATED = "stated"
    DERIVED = "derived"
    CHOICE = "choice"


Line = Annotated[str, Field(min_length=1)]


class Fact(Model):
    """A fact that needs a game to be played before it can break."""

    id: Annotated[str, Field(pattern=r"^\w[\w.-]*$")]
    """The fact's name, unique in the file; it never changes."""
    tier: Tier
    """stated: the rulebook says it. derived: it follows. choice: the rulebook is silent."""
    says: Line
    """The fact in your own words."""
    where: Line
    """Where the rulebook says it: a heading, a page, a few words of it."""


class ListedFact(Fact):
    """A fact that no change of the kit could break, and why."""

    reason: Line
    """Why there is nothing to check."""


class CheckedFact(Fact):
    """A fact that the kit is held against."""

    check: Line
    """An expression over the kit that must be true, or equal to the data under ``equals``."""
    equals: Any = None
    """What the value of ``check`` must be."""
    for_: Annotated[Mapping[str, Line], Field(alias="for")] = {}
    """Names for ``check``, each with an expression that lists its values: {n: players}."""
    arithmetic: Line | None = None
    """How a derived fact follows from stated ones."""
    pick: Line | None = None
    """An expression for what the maker picked where the rulebook is silent."""

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if self.tier is Tier.DERIVED and self.arithmetic is None:
            raise UnfitError(
                "a derived fact has no arithmetic", "add `arithmetic:`: how it follows"
            )
        if self.tier is Tier.CHOICE and self.pick is None:
            raise UnfitError(
                "a choice has no pick", "add `pick:`, an expression for what was chosen"
            )
        if self.tier is not Tier.CHOICE and self.pick is not None:
            raise UnfitError("a fact with a pick is not a choice", "write `tier: choice`")
        return self


class RulebookFile(Model):
    """A game's rulebook as a contract."""

    game: Line
    """The title of the game whose rulebook this is."""
    checks: tuple[CheckedFact, ...] = ()
    """Facts that are held against the kit."""
    play: tuple[Fact, ...] = ()
    """Facts that only a game being played can break."""
    listed: tuple[ListedFact, ...] = ()
    """Facts that nothing in the kit could break, with the reason."""
