"""Lines, borders and pictures on paper."""

from pathlib import Path

import pytest

from tests.preflight.prints import FACE_SVG, GAME, OUTLINED, OWL_CSV, found, ids, rect, svg

LINE = '<path d="M6 30H34" stroke="#222" stroke-width="{}"/>'


def test_a_thin_line_is_measured_on_paper(tmp_path: Path) -> None:
    (finding,) = found(tmp_path, f'<g transform="scale(.25)">{LINE.format(0.2)}</g>')
    assert str(finding) == (
        f"{FACE_SVG}: warning [hairline] owl/barn: a line is 0.050 mm wide, less than 0.088 mm"
        " (0.25 pt)\n  hint: give it a stroke-width of 0.1 mm or more, or leave it out"
    )


@pytest.mark.parametrize(
    "body",
    [
        LINE.format(0.09),
        rect(6, 6, 9, 9, fill="#222", stroke="#222", stroke_width="0.01"),
        rect(6, 6, 9, 9, fill="#222", stroke="none", stroke_width="0.01"),
        rect(60, 6, 9, 9, fill="none", stroke="#222", stroke_width="0.01"),
    ],
    ids=["thin enough", "rounds off its shape", "no line", "beside the card"],
)
def test_lines_that_print_are_no_fault(body: str, tmp_path: Path) -> None:
    assert ids(found(tmp_path, body)) == []


def test_a_thin_border_is_told_with_its_width(tmp_path: Path) -> None:
    (finding,) = found(tmp_path, rect(2, 2, 36, 56, rx="2", fill="#264"))
    assert str(finding) == (
        f"{FACE_SVG}: warning [thin-border] owl/barn: an even border of 2.0 mm runs along the cut,"
        " narrower than 3 mm\n"
        "  hint: run the ground out over the edge, or make the border 3 mm wide or more"
    )


def frame(inset: float, **more: str) -> str:
    return rect(inset, inset, 40 - 2 * inset, 60 - 2 * inset, **more)


@pytest.mark.parametrize(
    "body",
    [
        frame(3.2, fill="#264"),
        rect(1, 2, 37, 57, fill="#264"),
        frame(1.5, fill="#e9dcc4"),
        frame(1.5, fill="#264") + frame(-3, fill="#fff"),
        frame(-3, fill="#264"),
        '<ellipse cx="20" cy="30" rx="18.5" ry="28.5" fill="#264"/>',
        rect(1.5, 10, 37, 20, fill="#264"),
    ],
    ids=["wide", "uneven", "hardly seen", "painted over", "past the edge", "oval", "a band"],
)
def test_other_borders_are_no_fault(body: str, tmp_path: Path) -> None:
    assert ids(found(tmp_path, body)) == []


def test_a_line_round_the_edge_is_a_border(tmp_path: Path) -> None:
    line = frame(2, fill="none", stroke="#222", stroke_width="0.5")
    (finding,) = found(tmp_path, line)
    assert "an even border of 1.8 mm" in finding.message


def test_a_ring_is_the_border_of_a_round_piece(tmp_path: Path) -> None:
    cut = '<circle pnp:role="cut" cx="20" cy="20" r="20" fill="none"/>'
    ring = '<circle cx="20" cy="20" r="{}" fill="#264"/>'
    square = rect(1.5, 1.5, 37, 37, fill="#264")
    for art, rules in ((ring.format(18.5), ["thin-border"]), (ring.format(16), []), (square, [])):
        face = {"templates/face.svg": svg(cut + art, (40, 40))}
        assert ids(found(tmp_path, game=OUTLINED, files=face)) == rules


def test_a_sheet_may_have_a_border(tmp_path: Path) -> None:
    game = GAME.replace("kind: deck", "kind: sheet").replace("    back: back.svg\n", "")
    assert ids(found(tmp_path, frame(1.5, fill="#264"), game=game)) == []


def test_a_picture_is_told_with_its_resolution(tmp_path: Path) -> None:
    (finding,) = found(tmp_path, '<image href="pixels.png" x="9" y="9" width="16" height="16"/>')
    assert str(finding) == (
        f"{FACE_SVG}: warning [low-resolution] owl/barn: a picture of 64 x 64 pixels is printed at"
        " 102 pixels per inch, fewer than 150\n"
        "  hint: take a picture with more pixels, or print it smaller"
    )


@pytest.mark.parametrize(("side", "rules"), [(10.8, []), (10.9, ["low-resolution"])])
def test_150_pixels_per_inch_are_enough(side: float, rules: list[str], tmp_path: Path) -> None:
    image = f'<image href="pixels.png" x="9" y="9" width="{side}" height="{side}"/>'
    assert ids(found(tmp_path, image)) == rules


def test_a_picture_is_as_large_as_it_is_placed(tmp_path: Path) -> None:
    image = '<image href="pixels.png" width="16" height="16"/>'
    assert ids(found(tmp_path, f'<g transform="translate(9 9) scale(.5)">{image}</g>')) == []


@pytest.mark.parametrize(
    "body",
    [
        '<image href="pixels.png" x="9" y="9" width="0" height="16"/>',
        f'<g transform="scale(0)">{rect(6, 6, 9, 9)}<path d="M6 9"/></g>',
        '<path d="" stroke="#222" stroke-width="0.2"/><path d="M6 9M7 9Z" stroke="#222"/>',
    ],
    ids=["no width", "no size", "no line"],
)
def test_what_is_nothing_is_no_fault(body: str, tmp_path: Path) -> None:
    assert ids(found(tmp_path, body)) == []


BARE = frame(-3, fill="#fff")
"""White over the coloured ground of the template: paper, as far as ink goes."""


def test_art_that_ends_at_the_cut_is_told_with_its_end(tmp_path: Path) -> None:
    (finding,) = found(tmp_path, BARE + rect(-0.5, -3, 46, 66, fill="#264"))
    assert str(finding) == (
        f"{OWL_CSV}: warning [no-bleed] owl/barn: art ends 0.5 mm past the cut, its bleed is 3 mm:"
        " a slip of the knife leaves a white edge\n  hint: run the art on to the edge of the bleed,"
        " or end it well inside the card"
    )


@pytest.mark.parametrize(
    ("art", "rules"),
    [
        (frame(0, fill="#264"), ["no-bleed"]),
        (rect(-3, -3, 46, 62.7, fill="#264"), ["no-bleed"]),
        (frame(-3, fill="#264"), []),
        (frame(-2, fill="#264"), []),
        (frame(3.2, fill="#264"), []),
        (frame(0, fill="#fefefc"), []),
        (frame(0, fill="none", stroke="#222", stroke_width="0.8"), ["edge-line"]),
        (rect(0, 20, 40, 12, fill="#264"), []),
        (rect(-3, -3, 46, 33, fill="#264") + rect(-3, 30, 46, 33, fill="#462"), []),
    ],
    ids=[
        "ends at the cut",
        "ends before one side",
        "runs on",
        "runs on for two of three",
        "a wide border",
        "as white as paper",
        "a line along the cut",
        "a ribbon over a third",
        "two halves",
    ],
)
def test_only_a_ground_needs_bleed(art: str, rules: list[str], tmp_path: Path) -> None:
    assert ids(found(tmp_path, BARE + art)) == rules


def test_a_line_beside_the_cut_is_told_with_its_distance(tmp_path: Path) -> None:
    (finding,) = found(tmp_path, '<path d="M39.6 0V60" stroke="#222" stroke-width="0.3"/>')
    assert str(finding) == (
        f"{FACE_SVG}: warning [edge-line] owl/barn: an edge of the art runs along the cut, 0.4 mm"
        " inside: each slip of the knife shows\n"
        "  hint: move it 0.5 mm or more inside, or run the ground on over the cut"
    )


@pytest.mark.parametrize(
    ("art", "rules"),
    [
        (rect(39.7, -3, 0.2, 66, fill="#222"), ["edge-line"]),
        (rect(40.2, -3, 3, 66, fill="#222"), ["edge-line"]),
        (rect(-3, -3, 46, 3.2, fill="#264"), ["edge-line"]),
        ('<path d="M39.8 0 39.6 20 39.9 40 39.7 60" stroke="#222" fill="none"/>', ["edge-line"]),
        (rect(39.7, 20, 0.2, 20, fill="#222"), []),
        (rect(39.2, -3, 0.2, 66, fill="#222"), []),
        (rect(39.7, -3, 0.2, 66, fill="#e9dcc4"), []),
        (rect(39.7, -3, 0.2, 66, fill="#222") + rect(30, -3, 13, 66, fill="#264"), []),
        ('<path d="M38 0 41 60" stroke="#222" stroke-width="0.3"/>', []),
    ],
    ids=[
        "a thin shape",
        "a ground outside",
        "a band over the edge",
        "a drawn line",
        "a third of the side",
        "far enough",
        "hardly seen",
        "painted over",
        "aslant",
    ],
)
def test_what_runs_along_the_cut(art: str, rules: list[str], tmp_path: Path) -> None:
    assert ids(found(tmp_path, art)) == rules


def test_a_line_beside_the_cut_of_a_back_is_inside_too(tmp_path: Path) -> None:
    (finding,) = found(tmp_path, "", '<path d="M0.4 0V60" stroke="#fff" stroke-width="0.3"/>')
    assert "the back of owl/barn: an edge of the art runs along the cut, 0.4 mm inside" in str(
        finding
    )


@pytest.mark.parametrize(
    ("radius", "rules"), [(20, ["no-bleed"]), (23, [])], ids=["ends at the cut", "runs on"]
)
def test_a_round_piece_needs_bleed_all_round(
    radius: float, rules: list[str], tmp_path: Path
) -> None:
    cut = '<circle pnp:role="cut" cx="20" cy="20" r="20" fill="none"/>'
    face = svg(f'{cut}<circle cx="20" cy="20" r="{radius:g}" fill="#264"/>', (40, 40))
    assert ids(found(tmp_path, game=OUTLINED, files={"templates/face.svg": face})) == rules


def test_a_part_of_an_outline_without_a_length_needs_no_bleed(tmp_path: Path) -> None:
    cut = '<path pnp:role="cut" d="M5 5h30v30H5z" fill="none"/>'
    dot = '<path pnp:role="cut" d="M0 0h9" transform="translate(20 20) scale(0)"/>'
    face = svg(cut + dot, (40, 40))
    assert ids(found(tmp_path, game=OUTLINED, files={"templates/face.svg": face})) == []


@pytest.mark.parametrize(("kind", "bleed"), [("deck", "0 mm"), ("sheet", "3 mm")])
def test_without_bleed_or_close_cuts_art_may_end_anywhere(
    kind: str, bleed: str, tmp_path: Path
) -> None:
    game = GAME.replace("kind: deck", f"kind: {kind}\n    bleed: {bleed}")
    game = game.replace("    back: back.svg\n", "")
    assert ids(found(tmp_path, BARE + frame(0, fill="#264"), game=game)) == []
