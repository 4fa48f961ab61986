"""Path data, transforms, lengths: SVG's small languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.geometry.plane import Affine, Rect
from pnp.scene.bounds import path_bounds
from pnp.svg.measure import fit, parse_transform, parse_user_length
from pnp.svg.pathdata import TAKES, parse_path

PATHS = {
    "M1 2 3 4": ("ML", (1, 2, 3, 4)),
    "m1,2 3,4": ("ML", (1, 2, 4, 6)),
    "M1 1h2v3H0V0z": ("MLLLLZ", (1, 1, 3, 1, 3, 4, 0, 4, 0, 0)),
    "M1-1.5.5.5l-.5+1e1": ("MLL", (1, -1.5, 0.5, 0.5, 0, 10.5)),
    "M0 0zl1 1": ("MZML", (0, 0, 0, 0, 1, 1)),
    "M0 0zm1 1z": ("MZMZ", (0, 0, 1, 1)),
    "M0 0C1 0 2 0 3 0S5 1 6 0": ("MCC", (0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 1, 6, 0)),
    "M0 0s1 0 3 3": ("MC", (0, 0, 0, 0, 1, 0, 3, 3)),
    "M0 0q3 0 3 3t3 3": ("MCC", (0, 0, 2, 0, 3, 1, 3, 3, 3, 5, 4, 6, 6, 6)),
    "M0 0a0 5 0 0 1 9 9": ("ML", (0, 0, 9, 9)),
    "": ("", ()),
}


@pytest.mark.parametrize("text", PATHS)
def test_commands(text: str) -> None:
    ops, coords = PATHS[text]
    path = parse_path(text)
    assert path.ops == ops
    assert path.coords == pytest.approx(coords)


@pytest.mark.parametrize(
    "text", ["M10 10a5 5 0 0 1 10 0z", "M10 10a5 5 0 0110 0z", "M10 10A5 5 0 01 20,10Z"]
)
def test_an_arc_is_the_same_however_its_flags_stand(text: str) -> None:
    box = path_bounds(parse_path(text))
    assert box == pytest.approx(Rect(10, 5, 10, 5))


def test_an_arc_too_small_for_its_ends_grows() -> None:
    assert path_bounds(parse_path("M0 0a1 1 0 0 1 10 0")) == pytest.approx(Rect(0, -5, 10, 5))


@pytest.mark.parametrize("across", ["6.4", "6.3999", "6.39999999"])
def test_half_a_circle_is_two_curves_however_its_ends_are_rounded(across: str) -> None:
    """Editors write 6.4 less a rounding: the larger part is more than half by a hair then."""
    path = parse_path(f"M0 0a3.2 3.2 0 1 0 {across} 0")
    assert path.ops == "MCC"
    assert path_bounds(path) == pytest.approx(Rect(0, 0, 6.4, 3.2), abs=0.03)


WRONG = {
    "L1 1": 'path data begins with "L1 1": it starts with M',
    "x M1 1": 'path data begins with "x": it starts with M',
    "M1": 'path command "M" takes 2 numbers, not 1',
    "M1 1 C1 2 3": 'path command "C" takes 6 numbers, not 3',
    "M1 1 Z4": 'path command "Z" takes 0 numbers, not 1',
    "M1 1 L": 'path command "L" takes 2 numbers, not 0',
    "M1 1 2 2#": 'path data holds "#", which is not a number',
    "M1 1a1 1 0 2 1 3 3": 'path data holds "1 1 0 2 1 3 ", which is not an arc',
    "M1e30 0": "path data holds a number beyond 1000000",
}


@pytest.mark.parametrize("text", WRONG)
def test_wrong_path_data_is_named(text: str) -> None:
    with pytest.raises(ValueError) as error:
        parse_path(text)
    assert str(error.value) == WRONG[text]


@given(
    st.lists(
        st.tuples(
            st.sampled_from("MLHVCSQTAmlhvcsqta"),
            st.lists(st.floats(-99, 99), min_size=7, max_size=7),
        )
    )
)
def test_any_path_reads_the_same_however_it_is_spaced(
    commands: list[tuple[str, list[float]]],
) -> None:
    parts = [("M", [0.0, 0.0]), *commands]
    spaced, tight = "", ""
    for name, numbers in parts:
        words = [f"{number:.3f}" for number in numbers[: TAKES[name.upper()]]]
        if name in "Aa":
            words[3:5] = ["0", "1"]
        spaced += f"{name} {' , '.join(words)}\n"
        tight += name + "".join(word if word[0] == "-" else f" {word}" for word in words)
    assert read(spaced) == read(tight)


def read(text: str) -> object:
    """What path data gives: its path, or the words that refuse it."""
    try:
        return parse_path(text)
    except ValueError as error:
        return str(error)


@given(st.text("MmLlZzAa0123456789eE.,-+ \n", max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        path = parse_path(text)
    except ValueError as error:
        assert str(error).startswith("path ")
    else:
        assert path.ops[:1] in ("", "M")


def test_a_long_wrong_path_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="not a number"):
        parse_path("M" + "1" * 100_000 + "x")


TRANSFORMS = {
    "": Affine(),
    "none": Affine(),
    "translate(3)": Affine(e=3),
    "translate(3,4) scale(2)": Affine(2, 0, 0, 2, 3, 4),
    "rotate(90)": Affine(0, 1, -1, 0, 0, 0),
    "rotate(90deg 1 0)": Affine(0, 1, -1, 0, 1, -1),
    "matrix(1 2 3 4 5 6)": Affine(1, 2, 3, 4, 5, 6),
    "skewX(45), skewY(0)": Affine(c=1),
}


@pytest.mark.parametrize("text", TRANSFORMS)
def test_transforms(text: str) -> None:
    assert parse_transform(text) == pytest.approx(TRANSFORMS[text])


@pytest.mark.parametrize(
    "text", ["turn(3)", "translate()", "scale(1 2 3)", "translate(1", "matrix(1)"]
)
def test_wrong_transforms_are_named(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a (transform|list of numbers)"):
        parse_transform(text)


LENGTHS = {
    "3": 3,
    "3px": 3,
    "1in": 96,
    "25.4mm": 96,
    "2.54cm": 96,
    "72pt": 96,
    "50%": 20,
    "2em": 10,
    "2ex": 5,
    ".5": 0.5,
}


@pytest.mark.parametrize("text", LENGTHS)
def test_lengths_are_user_units(text: str) -> None:
    assert parse_user_length(text, 40, 5) == pytest.approx(LENGTHS[text])


FITS = {
    "xMidYMid": Affine(2, 0, 0, 2, 10, 0),
    "xMinYMid meet": Affine(2, 0, 0, 2, 0, 0),
    "xMaxYMid": Affine(2, 0, 0, 2, 20, 0),
    "xMidYMin slice": Affine(4, 0, 0, 4, 0, 0),
    "xMidYMax slice": Affine(4, 0, 0, 4, 0, -20),
    "none": Affine(4, 0, 0, 2, 0, 0),
}


@pytest.mark.parametrize("aspect", FITS)
def test_a_view_box_fits_its_window(aspect: str) -> None:
    assert fit(Rect(0, 0, 10, 10), Rect(0, 0, 40, 20), aspect) == FITS[aspect]
