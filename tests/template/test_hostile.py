# ruff: noqa: E501 - a line of SVG is not broken
"""Drawings that mean harm, or are broken: a clear error, soon, and nothing read or reached."""

import json

import pytest

from pnp.base.diagnostics import PnpError
from pnp.svg import parse as door
from tests.template.drawings import Studio, flat, svg

ROOT = 'xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9"'
LAUGHS = (
    f'<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "{"&a;" * 20}"><!ENTITY c "{"&b;" * 20}">'
    f'<!ENTITY d "{"&c;" * 20}"><!ENTITY e "{"&d;" * 20}">]><svg {ROOT}><text>&e;</text></svg>'
)
MANY = f'<!DOCTYPE svg [<!ENTITY a "{"ha" * 9000}">]><svg {ROOT}><text>{"&a;" * 900}</text></svg>'

IN_ATTRIBUTES = LAUGHS.replace('"&d;"', f'"{"&d;" * 200}"').replace(
    "<text>&e;", "<text a='&e;&e;&e;'>"
)

FILES = {
    "empty": (b"", "t.svg:1:1: the file is not XML: "),
    "cut-short": (f"<svg {ROOT}>\n<g>".encode(), "t.svg:2:4: the file is not XML: "),
    "no-svg": (
        b"<html/>",
        "t.svg: the file is not an SVG drawing\n  hint: the first element is <svg ",
    ),
    "laughs": (
        LAUGHS.encode(),
        "t.svg: the entity e stands for too much text\n  hint: save the drawing as ",
    ),
    "laughs-by-use": (
        MANY.encode(),
        "t.svg: the entities of the drawing stand for too much text",
    ),
    "laughs-about-itself": (
        LAUGHS.replace('"ha"', '"&b;"').encode(),
        "t.svg: the entity a contains itself",
    ),
    "laughs-utf-16": (LAUGHS.encode("utf-16"), "t.svg: the drawing declares entities"),
    "outside-entity": (
        f'<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg {ROOT}><text>&a;</text></svg>'.encode(),
        "t.svg:1: the drawing declares entities",
    ),
    "laughs-by-default": (
        MANY.replace("]>", f"<!ATTLIST svg b CDATA '{'&a;' * 900}'><!ENTITY c 'c'>]>").encode(),
        "t.svg: the entities of the drawing stand for too much text",
    ),
    "hidden-entity": (
        f'<!DOCTYPE svg [<?a <!-- ?><!ENTITY a SYSTEM "b"><?a --> ?>]>\n<svg {ROOT}/>'.encode(),
        "t.svg:1: the drawing declares entities",
    ),
    "laughs-in-attributes": (
        f"<?xml version='1.0' encoding='ibm037'?>{IN_ATTRIBUTES}".encode("cp037"),
        "t.svg:1:",
    ),
    "laughs-in-utf-7": (
        b"<?xml version='1.0' encoding='utf-7'?>" + IN_ATTRIBUTES.encode("utf-7"),
        "t.svg: the entity e stands for too much text",
    ),
    "laughs-hidden-in-utf-7": (
        b"<?xml version='1.0' encoding = 'utf-7'?>"
        + IN_ATTRIBUTES.encode("utf-7").replace(b"<!", b"+ADwAIQ-"),
        "t.svg:1:",
    ),
    "begun-late": (
        f'\n<?xml version="1.0"?><svg {ROOT}/>'.encode(),
        "something stands before <?xml\n  hint: take it away, also an empty line",
    ),
    "nested": (
        f"<svg {ROOT}>{'<g>' * 70}{'</g>' * 70}</svg>".encode(),
        "the drawing is nested deeper than 64 levels\n  hint: ungroup what needs no group",
    ),
    "nested-for-ever": (
        f"<svg {ROOT}>{'<g>' * 9000}{'</g>' * 9000}</svg>".encode(),
        "the drawing is nested deeper than 64 levels",
    ),
    "bad-utf-8": (f"<svg {ROOT}><text>".encode() + b"\xff</text></svg>", "the file is not XML: "),
    "no-length": (
        b'<svg xmlns="http://www.w3.org/2000/svg" width="wide" height="9mm"/>',
        't.svg:1: width="wide" ',
    ),
    "no-extent": (
        b'<svg xmlns="http://www.w3.org/2000/svg" width="44mm" height="0"/>',
        't.svg:1: height="0" is not between 0 and 10 m',
    ),
    "packed-and-damaged": (b"\x1f\x8b" + bytes(30), "t.svg: the packed drawing is damaged"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_broken_file_is_refused(name: str, studio: Studio) -> None:
    data, message = FILES[name]
    studio.write("t.svg", data)
    with pytest.raises(PnpError) as error:
        studio.draw("t.svg")
    assert message in str(error.value)
    assert str(error.value).startswith("templates/t.svg")


def test_too_many_elements_are_refused(studio: Studio) -> None:
    error = studio.refused("<g/>" * (door.MAX_ELEMENTS + 1))
    assert (
        error == "templates/t0.svg:2: the drawing has more than 50000 elements\n  hint: simplify it"
    )


def test_too_much_path_data_is_refused(studio: Studio) -> None:
    half = '<path d="M0 0' + "h1v1" * (door.MAX_PATHS // 8) + '"/>'
    assert studio.refused(half + half) == (
        "templates/t0.svg:2: the paths of the drawing have more than 2,000,000 characters\n"
        "  hint: simplify them, or put a finished picture in their place"
    )


def test_too_many_stops_are_refused(studio: Studio) -> None:
    stops = '<stop offset="1" stop-color="red"/>' * 251
    error = studio.refused(
        f'<linearGradient id="g">{stops}</linearGradient><rect width="9" height="9" fill="url(#g)"/>'
    )
    assert error == (
        "templates/t0.svg:2: the gradient has more than 250 stops\n"
        "  hint: leave out stops that nobody can tell apart"
    )


def test_clips_of_clips_are_refused(studio: Studio) -> None:
    twice = '<rect width="5" height="5" clip-path="url(#c{})"/>' * 2
    clips = (f'<clipPath id="c{n + 1}">{twice.format(n, n)}</clipPath>' for n in range(22))
    error = studio.refused(
        '<clipPath id="c0"><rect width="5" height="5"/></clipPath>'
        + "".join(clips)
        + '<rect width="5" height="5" clip-path="url(#c22)"/>'
    )
    assert error.startswith("templates/t0.svg:2: the clip has more than 10,000 shapes")


def test_a_long_chain_of_gradients_is_cut(studio: Studio) -> None:
    chain = (f'<linearGradient id="g{n}" href="#g{n + 1}"/>' for n in range(9000))
    told = studio.told("".join(chain) + '<rect width="5" height="5" fill="url(#g0)"/>')
    assert "more than 50 <linearGradient> elements refer to each other" in told


def test_a_large_file_is_refused_unread(studio: Studio) -> None:
    path = studio.folder / "large.svg"
    with path.open("wb") as file:
        file.truncate(door.MAX_BYTES + 1)
    with pytest.raises(PnpError, match="more than 16 MB"):
        studio.draw("large.svg")


WRONG = "warning [invalid-svg]"

MISSING = "error [missing-picture]"

ADDRESSES = (
    "../secret.svg#a", "/etc/passwd#a", "file:///etc/passwd#a", "http://example.org/a.svg#a",
    "https://example.org/a.svg#a", "%2e%2e/secret.svg#a", "a/../../secret.svg#a", "..\\secret.svg#a",
)  # fmt: skip


@pytest.mark.parametrize("address", ADDRESSES)
def test_nothing_outside_is_reached(address: str, studio: Studio) -> None:
    (studio.folder.parent / "secret.svg").write_text(svg('<g id="a"/>'))
    name = address.partition("#")[0]
    used = studio.told(f'<use href="{address}"/>')
    assert used.startswith(f"templates/t0.svg:2: {MISSING} {json.dumps(name)} leaves ")
    name = name.replace(".svg", ".png")
    image = studio.told(f'<image href="{name}" width="9" height="9"/>')
    assert image.startswith(f"templates/t1.svg:2: {MISSING} {json.dumps(name)} leaves ")


def test_a_link_out_of_the_folder_is_not_followed(studio: Studio) -> None:
    (studio.folder.parent / "secret.svg").write_text(svg('<g id="a"/>'))
    (studio.folder / "link.svg").symlink_to(studio.folder.parent / "secret.svg")
    assert "leaves templates/" in studio.told('<use href="link.svg#a"/>')


def test_data_cannot_reach_outside(studio: Studio) -> None:
    error = studio.refused('<use href="#a" pnp:href="{{ card.file }}"/>', {"file": "../../x.svg#a"})
    assert '"../../x.svg" leaves ' in error


RINGS = {
    "use": '<g id="a"><use href="#a"/></g>',
    "use-by-two": '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>',
    "root": '<use href="t0.svg"/>',
    "clip": '<clipPath id="c" clip-path="url(#c)"><rect width="9" height="9"/></clipPath>'
    '<rect width="9" height="9" clip-path="url(#c)"/>',
    "mask": '<mask id="m"><rect width="9" height="9" mask="url(#m)"/></mask>'
    '<rect width="9" height="9" mask="url(#m)"/>',
    "pattern": '<pattern id="p" width="1" height="1"><rect width="9" height="9" fill="url(#p)"/></pattern>'
    '<rect width="9" height="9" fill="url(#p)"/>',
    "gradient": '<linearGradient id="g" href="#h"/><linearGradient id="h" href="#g"/>'
    '<rect width="9" height="9" fill="url(#g)"/>',
}


@pytest.mark.parametrize("name", RINGS)
def test_what_needs_itself_is_drawn_once(name: str, studio: Studio) -> None:
    told = studio.told(RINGS[name])
    assert told.startswith(f"templates/t0.svg:2: {WRONG} ")
    assert "refers to itself" in told


def test_data_that_leads_back_is_refused(studio: Studio) -> None:
    ring = '<g id="a"><use href="#b" pnp:href="#{{ card.to }}"/></g><g id="b"/>'
    assert '"a" refers to itself' in studio.refused(ring, {"to": "a"})


def test_copies_of_copies_are_refused(studio: Studio) -> None:
    levels = "".join(
        f'<g id="l{n}">' + f'<use href="#l{n - 1}"/>' * 10 + "</g>" for n in range(1, 11)
    )
    error = studio.refused(f'<g id="l0"><rect width="1" height="1"/></g>{levels}')
    assert "the drawing has more than 50,000 parts\n  hint: look for a loop" in error


def test_a_long_chain_of_copies_is_refused(studio: Studio) -> None:
    chain = "".join(f'<g id="l{n}"><use href="#l{n + 1}"/></g>' for n in range(400))
    error = studio.refused(chain + '<rect id="l400" width="1" height="1"/>')
    assert (
        "the drawing is nested deeper than 100 levels\n  hint: look for copies of copies" in error
    )


NUMBERS = {
    '<rect width="1e999" height="1"/>': '"1e999" is beyond 1000000',
    '<rect width="nan" height="1"/>': '"nan" ',
    '<rect width="1" height="1" stroke="red" stroke-width="inf"/>': '"inf" ',
    '<rect width="1" height="1" transform="scale(1e9)"/>': '"1e9" is beyond 1000000',
    '<rect width="1" height="1" transform="rotate(1 2)"/>': "rotate(1 2) is not a transform",
    '<path d="M0 0L1e99 0"/>': "path data holds a number beyond 1000000",
    '<path d="M0 0 L 5"/>': 'path command "L" takes 2 numbers, not 1',
    '<text style="font-size:1e9px">a</text>': '"1e9px" is beyond 1000000',
    '<rect width="1" height="1" opacity="much"/>': '"much" is not a number',
    '<rect width="1" height="1" fill="redd"/>': '"redd" ',
    '<rect width="1" height="1" fill="url(#none)"/>': '"#none" ',
    '<polygon points="1,2 x"/>': '"1,2 x" is not a list of numbers',
}


@pytest.mark.parametrize("body", NUMBERS)
def test_a_wrong_value_is_told_with_its_line(body: str, studio: Studio) -> None:
    told = studio.told(body)
    assert told.startswith(f"templates/t0.svg:2: {WRONG} ")
    assert NUMBERS[body] in told


@pytest.mark.parametrize(
    ("name", "value"), [("fill", "redd"), ("width", "nan"), ("transform", "turn(3)")]
)
def test_a_wrong_value_of_data_is_refused(name: str, value: str, studio: Studio) -> None:
    body = f'<rect width="1" height="1" pnp:{name}="{{{{ card.value }}}}"/>'
    error = studio.refused(body, {"value": value})
    assert error.startswith("templates/t0.svg:2: ") and value in error


def test_a_missing_part_names_the_nearest(studio: Studio) -> None:
    told, hint = studio.told('<g id="frame"/><use href="#frme"/>').splitlines()
    assert told.startswith(f'templates/t0.svg:2: {WRONG} "#frme" ')
    assert '"frame"' in hint


UNSUPPORTED = {
    '<rect width="1" height="1" style="mix-blend-mode:plus-lighter"/>': '"mix-blend-mode: plus-lighter"',
    '<g color-interpolation="linearRGB"><rect width="1" height="1"/></g>': '"color-interpolation: linearRGB"',
    '<rect width="1" height="1" vector-effect="non-scaling-stroke"/>': '"vector-effect: non-scaling-stroke"',
    "<foreignObject/>": "<foreignObject>",
    "<script>alert(1)</script>": "<script>",
    "<animate/>": "<animate>",
    "<strange/>": "<strange>",
    "<style>@import 'a.css';</style>": 'the CSS rule "@import"',
    "<style>rect:hover{fill:red}</style>": 'the CSS selector "rect:hover"',
    '<text>a<tref href="#p">b</tref></text>': "<tref> in a text",
    '<text style="writing-mode:tb">a</text>': '"writing-mode: tb"',
    '<rect width="1" height="1" clip-path="circle(3px)"/>': '"clip-path: circle(3px)"',
    '<rect width="1" height="1" style="stroke-width:calc(1px + 2px)"/>': '"stroke-width: calc(1px + 2px)"',
}


@pytest.mark.parametrize("body", UNSUPPORTED)
def test_what_is_not_drawn_is_named(body: str, studio: Studio) -> None:
    findings = studio.drawn(body).findings
    assert [finding.rule.id for finding in findings] == ["unsupported-svg"]
    assert str(findings[0]).startswith(
        f"templates/t0.svg:2: warning [unsupported-svg] {UNSUPPORTED[body]} is not supported and is left out"
    )


TOO_FAR = (
    "templates/t0.svg:2: the drawing is scaled up too far\n"
    "  hint: look for scales in scales, or for a viewBox that is far too small"
)
SERVER = (
    '<linearGradient id="g"><stop/><stop offset="1" stop-color="red"/></linearGradient>'
    '<pattern id="p" width=".5" height=".5"><path d="M0 0h1v1z"/></pattern>'
)
SMALL_BOX = (
    '<symbol id="s" viewBox="0 0 1e-9 1e-9">{}</symbol><use href="#s" width="1e6" height="1e6"/>'
)


@pytest.mark.parametrize("paint", ["url(#g)", "url(#p)", "red"])
@pytest.mark.parametrize("times", [4, 52])
def test_a_drawing_that_grows_beyond_all_numbers_is_refused(
    times: int, paint: str, studio: Studio
) -> None:
    body = f'<rect width="9" height="9" fill="{paint}"/>'
    nested = '<g transform="scale(1e6)">' * times + body + "</g>" * times
    assert studio.refused(SERVER + nested) == TOO_FAR


def test_a_chain_of_copies_and_a_small_box_grow_a_drawing_too(studio: Studio) -> None:
    chain = "".join(
        f'<g id="a{n}" transform="scale(1e6)"><use href="#a{n + 1}"/></g>' for n in range(9)
    )
    assert studio.refused(f'{chain}<rect id="a9" width="1" height="1"/>') == TOO_FAR
    inner = '<g transform="scale(1e6)"><rect width="1" height="1"/></g>'
    assert "scaled up too far" in studio.refused(SMALL_BOX.format(inner))


def test_a_transform_that_grows_beyond_all_numbers_is_told(studio: Studio) -> None:
    many = "scale(1e6) " * 60
    told = studio.told(f'<g transform="{many}"><circle r="1"/></g>')
    assert '"scale(1e6) scale(1e6) scale(1e…" makes the drawing too large' in told
    gradient = f'<linearGradient id="g" gradientTransform="{many}"><stop/><stop offset="1"/></linearGradient>'
    assert "too large" in studio.told(f'{gradient}<circle r="1" fill="url(#g)"/>')


def test_what_grows_and_shrinks_again_is_drawn(studio: Studio) -> None:
    body = '<g transform="scale(1e6)">' * 3 + '<g transform="scale(1e-6)">' * 3
    drawn = studio.drawn(f'{body}<rect width="9" height="9"/>{"</g>" * 6}')
    assert len(flat(drawn.nodes)) == 1
