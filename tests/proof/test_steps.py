"""Content streams are read as ISO 32000-1 has them, whoever wrote them."""

import pytest

from pnp.geometry.path import Path
from pnp.proof.contentstream import PATH, Operation, ShownCodes, steps


def read(text: bytes) -> list[tuple[str, list[object]]]:
    return [
        (step.operator, step.operands if step.operator == PATH else list(step.operands))
        for step in steps(text)
    ]


def test_a_run_of_path_operators_is_its_points() -> None:
    assert read(b"0 0 m 10 .5 l\n1 2 3 4 -5 +6. c h f\n") == [
        (PATH, Path("MLCZ", (0, 0, 10, 0.5, 1, 2, 3, 4, -5, 6))),
        ("f", []),
    ]


def test_operators_need_no_space_where_nothing_else_could_be_meant() -> None:
    assert read(b"/F1 12 Tf[<0041>-20(b)]TJ/X1 Do") == [
        ("Tf", ["/F1", 12]),
        ("TJ", [[b"\x00A", -20, b"b"]]),
        ("Do", ["/X1"]),
    ]


def test_a_dictionary_is_names_and_values_by_turns() -> None:
    (step,) = steps(b"/Piece <</Key (deck/a#1/face) /Sub <</Deep true /None null>>>> BDC")
    assert step == Operation(
        "BDC", ["/Piece", ["/Key", b"deck/a#1/face", "/Sub", ["/Deep", True, "/None", None]]]
    )


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (rb"(a \(b\) \\)", rb"a (b) \ ".strip()),
        (b"(nested (pair) 1 2 m)", b"nested (pair) 1 2 m"),
        (rb"(\101\n\q)", b"A\nq"),
        (b"(cut \\\nhere)", b"cut here"),
        (b"<48 65 7>", b"Hep"),
        (b"()", b""),
    ],
)
def test_a_string_is_what_it_stands_for(written: bytes, meant: bytes) -> None:
    assert read(written + b" Tj") == [("Tj", [meant])]


def test_a_comment_is_passed_over() -> None:
    assert read(b"q % 1 0 0 rg\nQ") == [("q", []), ("Q", [])]


def test_an_inline_image_is_one_step() -> None:
    assert read(b"q\nBI /W 1 /H 1 ID \x00m l\xff EI\nQ") == [("q", []), ("BI", []), ("Q", [])]


def test_a_number_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match=r"1\.2\.3"):
        read(b"1.2.3 w")


def test_an_array_of_codes_is_its_codes_and_the_moves_between_them() -> None:
    (step,) = steps(b"[-3<00410042>-20.5<0043>7]TJ")
    assert step == Operation("TJ", [ShownCodes((0x41, 0x42, 0x43), [(0, -3), (2, -20.5), (3, 7)])])


@pytest.mark.parametrize("text", [b"q } Q", b"<</Key (a", b"1 2 3 m f", b"(open", b"0 0 m 1 l\n"])
def test_nothing_is_passed_over(text: bytes) -> None:
    with pytest.raises(ValueError, match=r"content stream has|path operators"):
        read(text)
