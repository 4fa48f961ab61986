"""What a part of a kit is called."""

import re
from itertools import chain, combinations, product

import pytest

from pnp.data.wanted import Wanted
from pnp.kit import Format, Options
from pnp.output.target import part_name
from tests.make import layout

PDF, SVG, PNG = Format
WHOLE = (PDF, SVG)


def name(
    only: tuple[str, ...] | None, formats: tuple[Format, ...] = WHOLE, dpi: float = 300
) -> str | None:
    wanted = None if only is None else tuple(map(Wanted.parse, only))
    return part_name(Options(layout(), only=wanted, formats=frozenset(formats), dpi=dpi))


@pytest.mark.parametrize(
    ("only", "formats", "want"),
    [
        (None, WHOLE, None),
        (None, (PDF, SVG, PNG), None),
        (None, (PDF,), "pdf"),
        (None, (SVG,), "svg"),
        (None, (PNG,), "png-300"),
        (None, (PNG, PDF), "pdf+png-300"),
        (("graveyard",), WHOLE, "graveyard"),
        (("headstone", "graveyard"), WHOLE, "graveyard+headstone"),
        (("graveyard",), (PNG,), "graveyard_png-300"),
        (("graveyard",), (PDF, SVG, PNG), "graveyard_pdf+svg+png-300"),
        (("pdf",), WHOLE, "pdf_pdf+svg"),
        (("con",), WHOLE, "con_pdf+svg"),
        (("graveyard/white-zombie",), WHOLE, "graveyard.white-zombie"),
        (("owl/barn", "chip"), WHOLE, "chip+owl.barn"),
    ],
)
def test_a_part_is_called_by_what_was_chosen(
    only: tuple[str, ...] | None, formats: tuple[Format, ...], want: str | None
) -> None:
    assert name(only, formats) == want


@pytest.mark.parametrize(
    ("pattern", "want"),
    [
        ("owl/white-*", "owl.white"),
        ("owl/Barn", "owl.barn"),
        ("con/owl", "con.owl"),
        ("../../owl", "owl"),
        ("*", ""),
    ],
)
def test_a_pattern_that_names_no_folder_is_told_by_a_hash(pattern: str, want: str) -> None:
    assert re.fullmatch(rf"{want}~[0-9a-f]{{12}}", name((pattern,)) or "")


@pytest.mark.parametrize(("dpi", "want"), [(60, "png-60"), (127.5, "png-127.5")])
def test_pictures_of_another_resolution_are_another_part(dpi: float, want: str) -> None:
    assert name(None, (PNG,), dpi) == want


def test_two_selections_never_have_one_name() -> None:
    components = ("pdf", "svg", "png-300", "owl/a-*", "owl/a?*", "owl.a", "owl/a")
    chosen = chain([None], *(combinations(components, n) for n in range(1, 8)))
    formats = chain.from_iterable(combinations(Format, n) for n in range(1, 4))
    names = [name(only, each) for only, each in product(chosen, list(formats))]
    parts = [each for each in names if each is not None]
    assert len(set(parts)) == len(parts) == len(names) - 2


def test_a_name_of_many_components_is_told_by_a_hash() -> None:
    many = tuple(f"component-number-{n}" for n in range(30))
    one, other = name(many), name(many[1:])
    assert one is not None
    assert re.fullmatch(r"component-number-0\+29-more-[0-9a-f]{12}", one)
    assert one != other
    assert one == name(tuple(reversed(many)))
