import pickle
import subprocess
import sys
from dataclasses import fields

import pytest

from pnp.data.game import Kind
from pnp.kinds.catalog import BUILT_IN, KINDS, Catalog
from pnp.kinds.kind import ComponentKind, kind_of
from pnp.kinds.standee import Feet, foot_height
from pnp.kinds.tray import Floor, Tray
from tests.make import Size, component

EACH = pytest.mark.parametrize("kind", KINDS.all.values(), ids=lambda kind: kind.name)


@EACH
def test_an_entry_is_of_the_kind_whose_name_it_has(kind: ComponentKind) -> None:
    assert kind.entry.model_fields["kind"].annotation.__args__ == (kind.name,)
    assert KINDS.entries([kind.name])[kind.name] is kind.entry
    assert KINDS.named(kind.name) is kind


@EACH
def test_a_kind_crosses_from_process_to_process(kind: ComponentKind) -> None:
    assert pickle.loads(pickle.dumps(kind)) == kind


def test_the_page_of_traits_has_each() -> None:
    explained = Kind.__doc__ or ""
    assert [field.name for field in fields(Kind) if f"- ``{field.name}``:" not in explained] == []


def test_a_catalog_has_the_kinds_that_it_is_made_of() -> None:
    small = Catalog({name: BUILT_IN[name] for name in ("deck", "tile", "token")})
    assert list(small.all) == ["deck", "tile", "token"]
    assert list(small.entries(["deck"])) == ["deck", "token"]
    with pytest.raises(KeyError):
        small.named("die")


def test_a_kind_that_no_component_has_is_not_loaded() -> None:
    loaded = "import sys; from pnp.kinds.catalog import KINDS; KINDS.entries(['die'])"
    told = f"{loaded}; print(*(name for name in sys.modules if name.startswith('pnp.kinds.')))"
    made = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert "pnp.kinds.die" in made.stdout
    assert "pnp.kinds.box" not in made.stdout


def test_what_only_one_kind_has_is_asked_for_by_its_type() -> None:
    bowl = component("bowl", Size(60, 60), kind="tray", own=Tray(Floor.OCTAGON, 20))
    assert bowl.own_as(Tray).depth == 20
    with pytest.raises(TypeError, match=r"own of bowl is Tray.*, not a Feet"):
        bowl.own_as(Feet)
    assert foot_height(bowl) == 0
    assert kind_of(bowl).name == "tray"
