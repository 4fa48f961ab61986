# ruff: noqa: E501 - a line of SVG is not broken
"""Raster images and filters in drawings."""

from base64 import b64encode
from gzip import compress
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from pnp.geometry.plane import Rect
from pnp.scene.bounds import path_bounds
from pnp.scene.node import Group, Picture, Shape
from pnp.svg import filters
from pnp.svg.renderer import drawn_bounds
from pnp.text.fontbook import FontBook
from tests.pictures import page_of, pdf_raster, svg_raster
from tests.svg.test_oracle import DPI, differing, resvg
from tests.template.drawings import Studio, flat, svg


def png(width: int = 4, height: int = 2) -> bytes:
    file = BytesIO()
    Image.new("RGB", (width, height), "red").save(file, "PNG")
    return file.getvalue()


def picture(studio: Studio, attributes: str) -> Picture:
    studio.write("art/red.png", png())
    (found,) = flat(studio.drawn(f'<image href="art/red.png" {attributes}/>').nodes)
    assert isinstance(found, Picture)
    return found


FITS = {
    "": Rect(5, 10, 20, 10),
    'preserveAspectRatio="xMinYMin"': Rect(5, 5, 20, 10),
    'preserveAspectRatio="xMidYMax meet"': Rect(5, 15, 20, 10),
    'preserveAspectRatio="none"': Rect(5, 5, 20, 20),
    'preserveAspectRatio="xMidYMid slice"': Rect(-5, 5, 40, 20),
}


@pytest.mark.parametrize("aspect", FITS)
def test_an_image_fits_its_box(aspect: str, studio: Studio) -> None:
    assert picture(studio, f'x="5" y="5" width="20" height="20" {aspect}').box == FITS[aspect]


def test_a_sliced_image_is_cut_to_its_box(studio: Studio) -> None:
    studio.write("red.png", png())
    body = '<image href="red.png" width="9" height="9" preserveAspectRatio="xMidYMid slice"/>'
    (group,) = studio.drawn(body).nodes
    assert isinstance(group, Group) and group.clip is not None


def test_a_missing_side_follows_the_image(studio: Studio) -> None:
    assert picture(studio, 'width="8"').box == Rect(0, 0, 8, 4)
    assert picture(studio, "").box == Rect(0, 0, 4, 2)


def test_an_image_inside_the_file(studio: Studio) -> None:
    address = f"data:image/png;base64,{b64encode(png()).decode()}"
    (found,) = flat(studio.drawn(f'<image xlink:href="{address}" width="8" height="4"/>').nodes)
    assert (found.image.width, found.image.height) == (4, 2)


def test_data_names_the_image(studio: Studio) -> None:
    studio.write("wisp.png", png(6, 6))
    body = '<image href="sample.png" pnp:href="{{ card.art }}.png" width="8" height="8"/>'
    (found,) = flat(studio.drawn(body, {"art": "wisp"}).nodes)
    assert found.image.width == 6
    assert [path.name for path in studio.templates.files] == ["t1.svg", "wisp.png"]


WRONG = "error [missing-picture]"

BROKEN = {
    "none.png": f'templates/t2.svg:2: {WRONG} "templates/none.png" does not exist\n  hint: did you mean "one.png"?',
    "words.png": f"templates/t2.svg:2: {WRONG} the image is neither PNG nor JPEG, GIF, WebP or SVG\n  hint: save it as PNG or JPEG",
    "data:image/png;base64,%%%": f"templates/t2.svg:2: {WRONG} the data: URL is not base64\n"
    "  hint: embed the image again",
    "data:nothing": f"templates/t2.svg:2: {WRONG} the data: URL has no comma\n  hint: embed the image again",
}


@pytest.mark.parametrize("href", BROKEN)
def test_a_broken_image_is_told_and_left_out(href: str, studio: Studio) -> None:
    studio.write("words.png", b"words")
    studio.write("one.png", png())
    assert studio.told(f'<image href="{href}" width="9" height="9"/>') == BROKEN[href]


def test_a_broken_image_of_data_is_refused(studio: Studio) -> None:
    studio.write("one.png", png())
    body = '<image href="one.png" pnp:href="{{ card.art }}" width="9" height="9"/>'
    assert '"templates/none.png" does not exist' in studio.refused(body, {"art": "none.png"})


@pytest.mark.parametrize("form", ["GIF", "WEBP"])
def test_other_pictures_become_png(form: str, studio: Studio) -> None:
    file = BytesIO()
    Image.new("RGB", (4, 2), "red").save(file, form)
    studio.write("red.pic", file.getvalue())
    (found,) = flat(studio.drawn('<image href="red.pic" width="8" height="4"/>').nodes)
    assert (found.image.format, found.image.width) == ("png", 4)


OWL = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" height="10" fill="red"/></svg>'


@pytest.mark.parametrize("packed", [False, True])
def test_an_image_may_be_a_drawing_without_a_size(packed: bool, studio: Studio) -> None:
    studio.write("owl.svg", compress(OWL.encode()) if packed else OWL)
    drawing = studio.drawn('<image href="owl.svg" x="5" width="20" height="20"/>')
    assert drawing.findings == ()
    assert drawn_bounds(drawing.nodes, studio.templates.book) == Rect(5, 5, 20, 10)


def test_a_drawing_inside_the_file_and_one_that_shows_itself(studio: Studio) -> None:
    address = f"data:image/svg+xml;base64,{b64encode(OWL.encode()).decode()}"
    drawing = studio.drawn(f'<image href="{address}" width="20" height="10"/>')
    assert drawn_bounds(drawing.nodes, studio.templates.book) == Rect(0, 0, 20, 10)
    assert '"t1.svg" shows itself' in studio.told('<image href="t1.svg" width="9" height="9"/>')


SHADOW = '<filter id="f" x="-.3" y="-.3" width="1.6" height="1.6"><feGaussianBlur stdDeviation="1.5"/></filter>'


def test_a_filter_becomes_an_image_that_looks_alike(studio: Studio, book) -> None:
    body = (
        f"{SHADOW}<style>.a{{fill:teal}}</style><linearGradient id='g'><stop stop-color='red'/>"
        '<stop offset="1" stop-color="blue"/></linearGradient><g transform="rotate(10)" opacity=".8">'
        '<g filter="url(#f)" stroke="gold"><rect class="a" x="10" y="10" width="12" height="9"/>'
        '<circle cx="24" cy="20" r="6" fill="url(#g)"/></g></g>'
    )
    studio.write("f.svg", svg(body))
    drawing = studio.draw("f.svg")
    assert [str(finding) for finding in drawing.findings] == [
        "templates/f.svg:2: warning [rasterised] <g> with a filter is printed as an image of 150 dpi\n"
        "  hint: draw the effect with paths, gradients and opacity to keep it sharp"
    ]
    mine = svg_raster(page_of(drawing.nodes, 40, 40), DPI, book)
    assert differing(resvg(svg(body), studio, book), mine) < 0.01


@pytest.mark.parametrize(("deviation", "dpi"), [("0.5", 300), ("1.5", 150)])
def test_a_filter_has_300_dots_per_inch_and_a_wide_blur_150(
    deviation: str, dpi: int, studio: Studio
) -> None:
    blur = SHADOW.replace("1.5", deviation)
    drawing = studio.drawn(f'{blur}<rect width="25.4" height="25.4" filter="url(#f)"/>')
    (found,) = flat(drawing.nodes)
    assert found.image.width == 1.6 * dpi
    assert found.box.width == pytest.approx(25.4 * 1.6)


def test_a_filter_sees_the_data(studio: Studio) -> None:
    body = (
        f'{SHADOW}<g filter="url(#f)"><rect width="9" height="9" pnp:fill="{{{{ card.c }}}}"/>'
        '<rect width="9" height="9" pnp:if="card.c == \'none\'"/></g>'
    )
    red, blue, again = (flat(studio.drawn(body, {"c": c}).nodes)[0] for c in ("red", "blue", "red"))
    assert red.image.digest != blue.image.digest
    assert red.image.digest == again.image.digest


def test_an_image_under_a_filter_is_taken_in(studio: Studio) -> None:
    studio.write("red.png", png())
    drawing = studio.drawn(f'{SHADOW}<image filter="url(#f)" href="red.png" width="8" height="4"/>')
    (found,) = flat(drawing.nodes)
    middle = Image.open(BytesIO(found.image.data)).convert("RGBA").getpixel((38, 19))
    assert middle[:3] == (255, 0, 0) and middle[3] > 50


SQUARE = '<rect x="5" y="5" width="20" height="20" filter="url(#f)"/>'
WIDE = 'filterUnits="userSpaceOnUse" x="-9" y="-9" width="58" height="58"'
TOO_MUCH = (
    "templates/t0.svg:2: warning [unsupported-svg] the filter on <{}> is too much work: it is left "
    "out\n  hint: {}"
).format
SMALLER = (
    "write a smaller radius, a smaller kernel or fewer steps, or filter a smaller region; "
    "PNP_LIMITS=filter-work=NUMBER allows more"
)
CLOSER = "write x, y, width and height on the <filter> that lie close around the drawing"

LEFT_OUT = {
    "a huge radius": f'<filter id="f"><feMorphology radius="500"/></filter>{SQUARE}',
    "a radius of the box": '<filter id="f" primitiveUnits="objectBoundingBox">'
    '<feMorphology radius=".5"/></filter><rect width="40" height="40" filter="url(#f)"/>',
    "a radius one way": f'<filter id="f" {WIDE}><feMorphology radius="1e9 2"/></filter>{SQUARE}',
    "a huge kernel": f'<filter id="f" {WIDE}><feConvolveMatrix order="99"/></filter>{SQUARE}',
    "a thousand steps": f'<filter id="f" {WIDE}><feOffset pnp:for="i in range(1000)"/></filter>{SQUARE}',
    "a thousand layers": f'<filter id="f" {WIDE}><feMerge><feMergeNode pnp:for="i in range(1000)"/>'
    f"</feMerge></filter>{SQUARE}",
    "a thousand functions": f'<rect width="40" height="40" style="filter:{"blur(1px)" * 999}"/>',
}  # fmt: skip


@pytest.mark.parametrize("body", LEFT_OUT.values(), ids=LEFT_OUT)
def test_a_filter_that_is_too_much_work_is_left_out(body: str, studio: Studio) -> None:
    drawing = studio.drawn(body)
    assert "\n".join(map(str, drawing.findings)) == TOO_MUCH("rect", SMALLER)
    assert [type(node) for node in flat(drawing.nodes)] == [Shape]


def test_a_filter_that_works_on_more_than_a_print_is_left_out(studio: Studio) -> None:
    body = '<filter id="f" x="0" y="0" width="50000" height="5e4"><feOffset/></filter>' + SQUARE
    assert studio.told(body) == (
        "templates/t0.svg:2: warning [unsupported-svg] the filter on <rect> works on 1e+06 x 1e+06 "
        f"mm, too much for an image: it is left out\n  hint: {CLOSER}"
    )
    assert "too much for an image" in studio.told(body.replace("50000", "1e6"))
    assert "scaled up too far" in studio.refused(
        '<g transform="scale(1e6)">' * 60 + body + "</g>" * 60
    )


def test_a_filter_in_a_filter_is_done_once(studio: Studio, monkeypatch) -> None:
    monkeypatch.setenv("PNP_LIMITS", "filter-work=30000000")
    deep = '<g filter="url(#f)">' * 4 + SQUARE + "</g>" * 4
    drawing = studio.drawn(SHADOW + deep)
    assert len(flat(drawing.nodes)) == 1
    assert {told.rule.id for told in drawing.findings} == {"rasterised"}


def test_all_filters_of_a_drawing_together_are_bounded(studio: Studio, monkeypatch) -> None:
    monkeypatch.setenv("PNP_LIMITS", "filter-work=5000000")
    loop = '<g filter="url(#f)" pnp:for="i in range(99)"><circle pnp:r="{{ i / 9 }}"/></g>'
    drawing = studio.drawn(SHADOW + loop)
    assert len(flat(drawing.nodes)) == 98  # a circle without a radius is none
    assert str(drawing.findings[-1]) == (
        "templates/t0.svg:2: warning [unsupported-svg] the filters of the drawing are too much work: "
        "<g> is drawn without its filter\n  hint: filter less, or draw the effect with gradients and "
        "opacity; PNP_LIMITS=filter-work=NUMBER allows more"
    )
    same = '<g filter="url(#f)" pnp:for="i in range(99)"><circle r="1"/></g>'
    assert len(flat(studio.drawn(SHADOW + same).nodes)) == 99


def test_a_filter_that_is_much_work_has_fewer_dots_per_inch(studio: Studio, monkeypatch) -> None:
    monkeypatch.setenv("PNP_LIMITS", "filter-work=5000000")
    little = SHADOW.replace("1.5", "0.5")
    drawing = studio.drawn(f'{little}<rect width="25.4" height="25.4" filter="url(#f)"/>')
    (found,) = flat(drawing.nodes)
    assert 250 < found.image.width < 480
    (told,) = drawing.findings
    assert f"an image of {found.image.width / 1.6:.0f} dpi" in str(told)


def test_a_filter_has_300_dots_per_inch_where_its_element_stands(studio: Studio) -> None:
    inner = '<rect width="25.4" height="25.4" filter="url(#f)"/>'
    little = SHADOW.replace("1.5", "0.5")
    (found,) = flat(studio.drawn(f'{little}<g transform="scale(.5)">{inner}</g>').nodes)
    assert found.image.width == 240


def test_a_filter_over_everything_stays_within_bounds(studio: Studio, monkeypatch) -> None:
    monkeypatch.setattr(filters, "MOST_PIXELS", 30_000)
    noise = '<filter id="f"><feTurbulence baseFrequency=".1" numOctaves="999999"/></filter>'
    (found,) = flat(studio.drawn(f'{noise}<rect width="90" height="900" filter="url(#f)"/>').nodes)
    assert 29_000 < found.image.width * found.image.height < 31_000
    assert found.box == pytest.approx(Rect(-9, -90, 108, 1080))


@pytest.mark.parametrize("deviation", ["2", "6"])
def test_a_wide_blur_is_drawn_small_and_enlarged_without_a_visible_change(
    deviation: str, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = (
        f'<filter id="f"><feGaussianBlur stdDeviation="{deviation}"/></filter><g filter="url(#f)">'
        '<path d="M10 10 30 12 25 31z" fill="#d22"/><circle cx="14" cy="26" r="5" fill="#22d"/></g>'
    )
    (small,) = flat(studio.drawn(body).nodes)
    monkeypatch.setattr(filters, "MOST_ENLARGED", 1)
    (whole,) = flat(studio.drawn(body).nodes)
    assert small.box == whole.box and small.image.digest != whole.image.digest
    for paper in ("white", "black"):
        one, two = (on(paper, picture.image.data, 100) for picture in (small, whole))
        assert max(high for _, high in ImageChops.difference(one, two).getextrema()) < 16


def on(paper: str, png: bytes, side: int) -> Image.Image:
    """Return a picture on a ground of one colour, with so many pixels a side."""
    picture = Image.open(BytesIO(png)).convert("RGBA")
    ground = Image.new("RGBA", picture.size, paper)
    ground.alpha_composite(picture)
    return ground.convert("RGB").resize((side, side))


def test_a_filter_around_one_that_is_left_out_is_drawn(studio: Studio) -> None:
    huge = '<filter id="h"><feMorphology radius="500"/></filter>'
    inner = SQUARE.replace("#f", "#h")
    told = studio.told(f'{SHADOW}{huge}<g filter="url(#f)">{inner}</g>')
    assert "<rect> is too much work" in told and "<g> with a filter is printed" in told
    painted = (
        f'<pattern id="p" width="40" height="40" patternUnits="userSpaceOnUse">{inner}</pattern>'
    )
    told = studio.told(
        f'{SHADOW}{huge}{painted}<g filter="url(#f)"><path d="M0 0h9v9" fill="url(#p)"/></g>'
    )
    assert "<rect> is too much work" in told and "<g> with a filter is printed" in told


def jpeg(mode: str = "RGB", turned: int = 1) -> bytes:
    """Return a picture, red at the left and blue at the right, with an EXIF orientation."""
    image, file, exif = Image.new("RGB", (8, 4), "blue"), BytesIO(), Image.Exif()
    image.paste("red", (0, 0, 4, 4))
    exif[0x0112] = turned
    image.convert(mode).save(file, "JPEG", exif=exif)
    return file.getvalue()


FLAT = 'font-family="Alegreya Sans" font-size="5"'
BOX = '<defs><rect id="box" x="4" y="4" width="30" height="30"/></defs>'
ALIKE = {
    "text that shrinks": f'<text x="20" y="9" text-anchor="middle" {FLAT} pnp:text="{{{{ card.name }}}}" pnp:fit="shrink" pnp:width="30">Owl</text>',
    "text in a box": f'{BOX}<text style="shape-inside:url(#box)" {FLAT} pnp:text="{{{{ card.name }}}}">x</text>',
    "text in lines": f'<text x="2" y="9" style="inline-size:30px" {FLAT} pnp:text="{{{{ card.name }}}}">x</text>',
    "text of an older editor": f'<flowRoot {FLAT}><flowRegion><rect x="4" y="4" width="30" height="30"/></flowRegion><flowPara>Come in, traveler, come in</flowPara></flowRoot>',
    "capitals": f'<text x="2" y="9" style="text-transform:uppercase" {FLAT}>owl</text>',
    "small capitals": f"<text x='2' y='9' style=\"font-feature-settings:'smcp'\" {FLAT}>Owl</text>",
    "a font by its own name": '<text x="2" y="9" font-family="AlegreyaSans-Bold" font-size="5">Owl</text>',
    "words from right to left": f'<text x="36" y="9" direction="rtl" {FLAT}>12 owl 34</text>',
    "spaces": f'<text x="2" y="9" xml:space="preserve" {FLAT}>a    b</text>',
    "what the kit shows": '<rect x="5" y="5" width="9" height="9" style="display:none" pnp:if="true"/>',
    "a colour by another name": '<g color="teal"><rect x="5" y="5" width="9" height="9" fill="currentcolor"/></g>',
    "a turned photograph": '<image href="turned.jpg" x="5" y="5" width="20" height="20"/>',
    "a photograph for print": '<image href="press.jpg" x="5" y="5" width="20" height="20"/>',
    "a drawing": '<image href="owl.svg" x="5" y="5" width="20" height="20"/>',
    "a clip, a mask and a pattern": '<clipPath id="c"><circle cx="12" cy="12" r="8"/></clipPath><mask id="m"><rect width="14" height="40" fill="#fff"/></mask>'
    '<pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><circle cx="2" cy="2" r="1.5" fill="teal"/></pattern>'
    '<g clip-path="url(#c)" opacity=".7"><g mask="url(#m)"><rect width="30" height="30" fill="url(#p)"/></g></g>',
    "a marker": '<marker id="k" markerWidth="4" markerHeight="4" refX="2" refY="2" viewBox="0 0 4 4"><circle cx="2" cy="2" r="2" fill="red"/></marker>'
    '<path d="M5 5H25V20" fill="none" stroke="#000" marker-mid="url(#k)"/>',
    "large units": '<svg x="5" y="5" width="20" height="20" viewBox="0 0 .002 .002"><circle cx=".001" cy=".001" r=".0005"/></svg>',
}  # fmt: skip


@pytest.mark.parametrize("body", ALIKE.values(), ids=ALIKE)
def test_a_filter_that_changes_nothing_shows_what_is_drawn_without(
    body: str, studio: Studio, book: FontBook
) -> None:
    studio.write("turned.jpg", jpeg(turned=6))
    studio.write("press.jpg", jpeg("CMYK"))
    studio.write("owl.svg", OWL)
    row = {"name": "The Night Watchman of the Mill"}
    still = '<filter id="f" filterUnits="userSpaceOnUse" x="0" y="0" width="40" height="40"><feOffset dx="0" dy="0"/></filter>'
    plain, through = (
        svg_raster(page_of(studio.drawn(drawn, row).nodes, 40, 40), 200, book)
        for drawn in (body, f'{still}<g filter="url(#f)">{body}</g>')
    )
    assert plain.convert("L").getextrema()[0] < 200
    assert differing(plain, through) < 0.01


@pytest.mark.parametrize("scale", [0, 2, 6])
def test_a_displacement_moves_by_half_of_its_scale(scale: int, studio: Studio) -> None:
    body = (
        '<filter id="f" filterUnits="userSpaceOnUse" x="0" y="0" width="40" height="40" '
        'color-interpolation-filters="sRGB"><feFlood flood-color="#f80" result="n"/>'
        f'<feDisplacementMap in="SourceGraphic" in2="n" scale="{scale}" xChannelSelector="R" '
        'yChannelSelector="A"/></filter><rect x="15" y="15" width="10" height="10" filter="url(#f)"/>'
    )
    (found,) = flat(studio.drawn(body).nodes)
    box = Image.open(BytesIO(found.image.data)).getchannel("A").getbbox()
    dots = found.image.width / 40
    assert box[0] / dots == pytest.approx(15 - scale / 2, abs=0.2)
    assert box[1] / dots == pytest.approx(15 - scale / 2, abs=0.2)
    backwards = body.replace(f'scale="{scale}"', 'scale="-1"')
    assert "a negative scale of <feDisplacementMap>" in studio.told(backwards)


@pytest.mark.parametrize(
    ("filter_", "middle"),
    [
        ('<filter id="f" style="color-interpolation-filters:sRGB">{}</filter>', 128),
        ('<filter id="f" color-interpolation-filters="sRGB">{}</filter>', 128),
        ('<filter id="f">{}</filter>', 188),
    ],
)
def test_a_filter_mixes_colors_as_its_style_says(filter_: str, middle: int, studio: Studio) -> None:
    half = '<feFlood flood-color="#fff" flood-opacity=".5"/><feComposite in2="SourceGraphic" operator="over"/>'
    body = f'{filter_.format(half)}<rect width="40" height="40" filter="url(#f)"/>'
    (found,) = flat(studio.drawn(body).nodes)
    image = Image.open(BytesIO(found.image.data)).convert("RGB")
    assert image.getpixel((image.width // 2, image.height // 2))[0] == pytest.approx(middle, abs=2)


def test_a_shadow_has_the_color_of_its_element(studio: Studio) -> None:
    body = '<rect x="5" y="5" width="9" height="9" fill="none" stroke="#000" color="red" style="filter:drop-shadow(3px 0 0 currentColor)"/>'
    (found,) = flat(studio.drawn(body).nodes)
    colors = {
        color for _, color in Image.open(BytesIO(found.image.data)).convert("RGBA").getcolors(9999)
    }
    assert (255, 0, 0, 255) in colors


@pytest.mark.parametrize("name", ["owl.svg", "red.png"])
def test_a_filter_shows_a_file(name: str, studio: Studio) -> None:
    studio.write("owl.svg", OWL)
    studio.write("red.png", png())
    body = f'<filter id="f" filterUnits="userSpaceOnUse" x="0" y="0" width="40" height="20"><feImage href="{name}"/></filter><rect width="5" height="5" filter="url(#f)"/>'
    (found,) = flat(studio.drawn(body).nodes)
    image = Image.open(BytesIO(found.image.data)).convert("RGB")
    assert image.getpixel((image.width // 2, image.height // 2)) == (255, 0, 0)


def test_a_filter_shows_another_element(studio: Studio) -> None:
    body = (
        '<filter id="f" filterUnits="userSpaceOnUse" x="0" y="0" width="40" height="40">'
        '<feImage href="#sun"/></filter><rect width="5" height="5" filter="url(#f)"/>'
        '<defs><g id="sun"><circle cx="20" cy="20" r="8" pnp:fill="{{ card.c }}"/></g></defs>'
    )
    (found,) = flat(studio.drawn(body, {"c": "red"}).nodes)
    middle = Image.open(BytesIO(found.image.data)).convert("RGBA")
    assert middle.getpixel((middle.width // 2, middle.height // 2)) == (255, 0, 0, 255)
    itself = body.replace('href="#sun"', 'href="#me"').replace("<rect", '<rect id="me"')
    assert '"me" refers to itself' in studio.told(itself, {"c": "red"})


DOTS = {
    "a dot of an icon": '<path d="M20 20h1v1h-1z" {}/>',
    "a disc": '<circle cx="20.5" cy="20.5" r="1.8" {}/>',
    "a disc of another colour": '<circle cx="20.5" cy="20.5" r="1.8" {} style="fill:#fff"/>',
}


@pytest.mark.parametrize("name", DOTS)
def test_a_wide_line_around_little_leaves_no_hole(name: str, studio: Studio) -> None:
    """Pdfium and Chrome would leave one: AGG offsets a closed line to both sides by itself."""
    body = DOTS[name].format('fill="none" stroke="#000" stroke-width="4"')
    page = page_of(studio.drawn(body).nodes, 40, 40)
    middle = pdf_raster(page, 254, studio.templates.book).getpixel((205, 205))
    assert middle == (0, 0, 0)


def filtered_pixel(studio: Studio, body: str, at: tuple[float, float]) -> tuple[int, ...]:
    """Return red, green, blue and opacity of an image at a point in millimetres."""
    (found,) = flat(studio.drawn(body).nodes)
    assert isinstance(found, Picture)
    with Image.open(BytesIO(found.image.data)) as image:
        across = (at[0] - found.box.x) / found.box.width * image.width
        down = (at[1] - found.box.y) / found.box.height * image.height
        pixel = image.convert("RGBA").getpixel((int(across), int(down)))
    assert isinstance(pixel, tuple)
    return pixel


BROWN = (128, 96, 64, 255)

OF_ONE_BROWN = {
    "a shadow in sRGB": '<filter id="f" color-interpolation-filters="sRGB">'
    '<feDropShadow dx="3" dy="3" stdDeviation="0" flood-color="#806040"/></filter>',
    "a shadow in sRGB by style": '<filter id="f" style="color-interpolation-filters:sRGB">'
    '<feDropShadow dx="3" dy="3" stdDeviation="0" style="flood-color:#806040"/></filter>',
    "a shadow in linear light": '<filter id="f"><feDropShadow dx="3" dy="3" stdDeviation="0" flood-color="#806040"/></filter>',
    "a lamp in linear light": '<filter id="f"><feDiffuseLighting lighting-color="#806040" surfaceScale="0">'
    '<feDistantLight azimuth="0" elevation="90"/></feDiffuseLighting></filter>',
    "a lamp in sRGB": '<filter id="f" color-interpolation-filters="sRGB"><feDiffuseLighting '
    'lighting-color="#806040" surfaceScale="0"><feDistantLight azimuth="0" elevation="90"/>'
    "</feDiffuseLighting></filter>",
    "a lamp that says it itself": '<filter id="f"><feDiffuseLighting color-interpolation-filters="sRGB" '
    'lighting-color="#806040" surfaceScale="0"><feDistantLight azimuth="0" elevation="90"/>'
    "</feDiffuseLighting></filter>",
}


@pytest.mark.parametrize("rule", OF_ONE_BROWN)
def test_shadows_and_lamps_have_the_colour_that_is_written(rule: str, studio: Studio) -> None:
    body = (
        OF_ONE_BROWN[rule]
        + '<rect x="5" y="5" width="30" height="20" fill="red" filter="url(#f)"/>'
    )
    pixel = filtered_pixel(studio, body, (34, 26.5) if "shadow" in rule else (20, 15))
    assert pixel == pytest.approx(BROWN, abs=2)


@pytest.mark.parametrize(
    "color", ["#806040", "rgb(128, 96, 64)", "rgb(128 96 64)", "currentColor", ""]
)
def test_a_shadow_lies_as_far_as_it_is_thrown(color: str, studio: Studio) -> None:
    shadow = f"filter:drop-shadow(20px -12px 0 {color})"
    body = f'<rect x="5" y="20" width="6" height="6" fill="red" color="#806040" style="{shadow}"/>'
    assert filtered_pixel(studio, body, (28, 11)) == pytest.approx(BROWN, abs=2)


OVAL = (
    '<clipPath id="c" clipPathUnits="objectBoundingBox"><circle cx=".5" cy=".5" r=".5"/></clipPath>'
)
DISC = '<mask id="m" maskContentUnits="objectBoundingBox"><circle cx=".5" cy=".5" r=".5" fill="#fff"/></mask>'
GLOW = '<filter id="f" x="-1" y="-1" width="3" height="3"><feFlood flood-color="#806040"/></filter>'
FLOODED = '<rect x="10" y="10" width="20" height="10" filter="url(#f)"{}/>'

OF_THE_ART = {
    "a clip around it": (f'{OVAL}<g clip-path="url(#c)">{FLOODED.format("")}</g>', 11.5),
    "its own clip": (OVAL + FLOODED.format(' clip-path="url(#c)"'), 11.5),
    "its own mask": (DISC + FLOODED.format(' mask="url(#m)"'), 11.5),
    "the origin of a transform": (
        '<g style="transform-box:fill-box;transform-origin:0 0" transform="scale(.2)">'
        f"{FLOODED.format('')}</g>",
        7,
    ),
}


@pytest.mark.parametrize("name", OF_THE_ART)
def test_what_counts_from_art_does_not_count_from_its_shadow(
    name: str, studio: Studio, book: FontBook
) -> None:
    """SVG 2, section 8.10: a bounding box is that of the shapes, without what filters add."""
    body, left = OF_THE_ART[name]
    page = page_of(studio.drawn(GLOW + body).nodes, 40, 40)
    image = svg_raster(page, 254, book)
    inked = [image.getpixel((x, 110 if left == 7 else 115)) != (255, 255, 255) for x in range(400)]
    assert inked.index(True) / 10 == pytest.approx(left, abs=1.6)


def test_a_filter_that_is_not_there_leaves_its_element_as_it_is(studio: Studio) -> None:
    for filter_ in ("url(#nope)", "url(#r)", "url(#nope) blur(1px)"):
        body = f'<rect id="r" width="9" height="9" style="filter:{filter_}"/>'
        drawing = studio.drawn(body)
        (rect,) = flat(drawing.nodes)
        assert path_bounds(rect.path) == Rect(0, 0, 9, 9)
        assert [finding.rule.id for finding in drawing.findings] == ["invalid-svg"]


def test_a_blur_is_soft_on_all_sides(studio: Studio) -> None:
    body = '<rect x="20" y="10" width="2" height="20" style="filter:blur(2px)"/>'
    beside = [filtered_pixel(studio, body, (x, 20))[3] for x in (16, 17.5, 24.5, 26)]
    assert beside == pytest.approx(beside[::-1], abs=6)
    assert 0 < beside[0] < beside[1] < 255


def test_functions_reach_as_far_together_as_one_by_one(studio: Studio) -> None:
    both = "filter:drop-shadow(9px 0 0 lime) drop-shadow(0 9px 0 #806040)"
    body = f'<rect x="5" y="5" width="6" height="6" fill="red" style="{both}"/>'
    assert filtered_pixel(studio, body, (17, 17)) == pytest.approx(BROWN, abs=2)
