"""What board.yaml may hold."""

from typing import Annotated

from pydantic import AfterValidator, ConfigDict, Field, RootModel

from pnp.content.files.schema import Model
from pnp.content.files.wording import UnfitError


def _two_ends(ends: list[str]) -> list[str]:
    if len(ends) != 2:
        raise UnfitError("a link joins two spaces", "write their ids: [gate, yard]")
    return ends


Word = Annotated[str, Field(min_length=1, max_length=80)]
Place = Annotated[float, Field(strict=True, allow_inf_nan=False)]


class SpaceEntry(Model):
    """A space: where it is, and whatever else the template and the checks want to know of it."""

    model_config = ConfigDict(extra="allow")

    id: Word
    """A name that no other space of the board has; links name it."""
    kind: Word | None = None
    """What sort of space it is; one of the board's `kinds`, where these are declared."""
    x: Place
    """Millimetres from the left edge of the board's trim."""
    y: Place
    """Millimetres from the top edge of the board's trim."""


class NamedLink(Model):
    """A link that has a kind."""

    from_: Word = Field(alias="from")
    """The id of the space where it begins."""
    to: Word
    """The id of the space where it ends."""
    kind: Word | None = None
    """What sort of link it is; one of the board's `link-kinds`, where these are declared."""


class LinkEntry(RootModel[Annotated[list[Word], AfterValidator(_two_ends)] | NamedLink]):
    """A link: `[gate, yard]`, or `{from: gate, to: yard, kind: bridge}`."""

    @property
    def ends(self) -> tuple[str, str]:
        """Return the ids of the spaces where it begins and ends."""
        link = self.root
        return (link.from_, link.to) if isinstance(link, NamedLink) else (link[0], link[1])

    @property
    def kind(self) -> str | None:
        """Return what sort of link it is, where that is said."""
        return self.root.kind if isinstance(self.root, NamedLink) else None


class BoardFile(Model):
    """A board as data: the template draws it, and the rulebook's checks follow it."""

    kinds: list[Word] | None = None
    """The kinds that spaces may have; without this, any word."""
    link_kinds: list[Word] | None = Field(default=None, alias="link-kinds")
    """The kinds that links may have; without this, any word."""
    spaces: Annotated[list[SpaceEntry], Field(min_length=1)]
    """The places on the board."""
    links: list[LinkEntry] = Field(default_factory=list)
    """The ways between them."""
    starts: list[Word] | None = None
    """The spaces where pieces begin; with this, every space must be reached from one by links."""
