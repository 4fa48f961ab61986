import pickle
from dataclasses import field, replace
from weakref import ref

import pytest

from pnp.base.slotted import slotted


@slotted
class Pawn:
    """A piece with a place."""

    name: str
    x: float = 1.5
    tags: list[str] = field(default_factory=list)
    seen: int = field(default=0, compare=False)

    @property
    def letter(self) -> str:
        return self.name[:1]


@slotted(frozen=False)
class Pile:
    cards: list[int]
    size: int = field(init=False)

    def __post_init__(self) -> None:
        self.size = len(self.cards)


@slotted(eq=False, weakref=True)
class Leaf:
    name: str


def test_fields_are_given_by_place_or_by_name() -> None:
    pawn = Pawn("owl", tags=["a"])
    assert (pawn.name, pawn.x, pawn.tags, pawn.letter) == ("owl", 1.5, ["a"], "o")
    assert repr(pawn) == "Pawn(name='owl', x=1.5, tags=['a'], seen=0)"
    with pytest.raises(TypeError, match="missing 1 required"):
        Pawn()  # type: ignore[call-arg]


def test_a_default_that_is_made_is_made_anew() -> None:
    assert Pawn("owl").tags is not Pawn("owl").tags


def test_equal_fields_are_equal_objects() -> None:
    assert Pawn("owl", seen=1) == Pawn("owl", seen=2) != Pawn("bat")
    assert Pawn("owl") != ("owl", 1.5, [], 0)
    assert hash(Leaf("owl")) != hash(Leaf("owl"))
    assert Leaf("owl") != Leaf("owl")
    with pytest.raises(TypeError, match="unhashable"):
        hash(Pile([1]))


def test_it_is_a_dataclass_to_others() -> None:
    pawn = replace(Pawn("owl"), x=2.0)
    assert pawn == Pawn("owl", 2.0)
    assert pickle.loads(pickle.dumps(pawn)) == pawn
    match pawn:
        case Pawn(name, x):
            assert (name, x) == ("owl", 2.0)


def test_it_has_no_room_for_anything_else() -> None:
    with pytest.raises(AttributeError):
        Pawn("owl").colour = "red"  # type: ignore[attr-defined]
    assert Pile([1, 2]).size == 2
    leaf = Leaf("owl")
    assert ref(leaf)() is leaf
    with pytest.raises(TypeError, match="weak"):
        ref(Pawn("owl"))
