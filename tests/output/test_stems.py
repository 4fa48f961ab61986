"""Which file each face gets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.output.files import file_stems


def test_a_name_is_joined_with_hyphens() -> None:
    assert file_stems(["grave/white-zombie/face"]) == {
        "grave/white-zombie/face": "grave-white-zombie-face"
    }


def test_names_that_would_run_together_are_kept_apart() -> None:
    assert list(
        file_stems(["grave/yard-x/face", "grave-yard/x/face", "grave/b/face"]).values()
    ) == [
        "grave+yard-x+face",
        "grave-yard+x+face",
        "grave-b-face",
    ]


def test_case_tells_no_files_apart() -> None:
    assert list(file_stems(["grave/yard-X/face", "grave-yard/x/face"]).values()) == [
        "grave+yard-X+face",
        "grave-yard+x+face",
    ]
    assert list(file_stems(["a/x/face", "a/X/face"]).values()) == ["a+x+face", "a+X+face+2"]


@pytest.mark.parametrize("order", [1, -1])
def test_the_order_of_components_changes_no_name(order: int) -> None:
    names = ["grave/yard-x/face", "grave-yard/x/face"][::order]
    assert file_stems(names)["grave/yard-x/face"] == "grave+yard-x+face"


ROW = st.from_regex(r"[aA2][aA2.-]{0,4}", fullmatch=True)
COMPONENT = st.from_regex(r"a[a2]*(-[a2]+)*", fullmatch=True)


@given(st.lists(st.tuples(COMPONENT, ROW, st.sampled_from(["face", "back"])), unique=True))
def test_no_two_faces_share_a_file(parts: list[tuple[str, str, str]]) -> None:
    names = ["/".join(each) for each in parts]
    stems = [stem.casefold() for stem in file_stems(names).values()]
    assert len(set(stems)) == len(names)
