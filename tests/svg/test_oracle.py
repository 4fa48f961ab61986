# ruff: noqa: E501 - a line of SVG is not broken
"""Drawings look as resvg, an SVG renderer of its own, shows the very same file."""

from io import BytesIO

import pytest
import resvg_py
from PIL import Image, ImageChops

from pnp.text.fontbook import FontBook
from tests.pictures import difference, page_of, svg_raster
from tests.template.drawings import Studio, svg

DPI = 254
"""Ten pixels a millimetre."""

GRADIENT = '<linearGradient id="a"><stop offset="0" stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>'
BLOCK = '<rect x="5" y="5" width="30" height="20"'

CASES = {
    "path-lines": '<path d="M5 5h20v10H5zm3 12l10 5-5 8"/>',
    "path-curves": '<path d="M5 20c5-20 10-20 15 0s10 20 15 0v15H5z" fill="teal"/>',
    "path-quadratic": '<path d="M5 20q5-20 10 0t10 0t10 0v10H5z"/>',
    "path-arcs": '<path d="M10 20a8 5 30 1 1 10 6A4 9 0 0 0 30 10a3 3 0 01-3 3z" fill="#c40"/>',
    "path-compact": '<path d="M10-5.5.5.5L4 30 20,20-1-1z"/>',
    "rect-round": f'{BLOCK} rx="4"/><rect x="5" y="27" width="30" height="10" rx="9" ry="3"/>',
    "circle-ellipse-line": '<circle cx="10" cy="10" r="8"/><ellipse cx="28" cy="20" rx="9" ry="4"/>'
    '<line x1="2" y1="38" x2="38" y2="28" stroke="red" stroke-width="2"/>',
    "polygons": '<polyline points="5,5 20 5 20,20" fill="none" stroke="black"/>'
    '<polygon points="25 5 35 5 35 20"/>',
    "percentages": '<rect x="10%" y="10%" width="50%" height="25%"/><circle cx="50%" cy="70%" r="10%"/>',
    "units": '<rect x="1mm" y="1pt" width="2mm" height="0.1in"/><rect x="10" y="2em" width="9" height="3px"/>',
    "even-odd": '<path fill-rule="evenodd" d="M5 5h30v30H5zM12 12h16v16H12z"/>',
    "stroke-joins": '<g fill="none" stroke="black" stroke-width="4"><path d="M5 15l8-10 8 10"/>'
    '<path stroke-linejoin="round" stroke-linecap="round" d="M5 35l8-10 8 10"/>'
    '<path stroke-linejoin="bevel" stroke-linecap="square" d="M25 20l4-15 4 15"/></g>',
    "miter-limit": '<path fill="none" stroke="black" stroke-width="3" stroke-miterlimit="12" d="M5 30l6-25 6 25"/>',
    "dashes": '<path stroke="black" stroke-width="2" stroke-dasharray="4 2 1" d="M2 10h36"/>'
    '<path stroke="black" stroke-dasharray="10%,1mm" stroke-dashoffset="2" d="M2 20h36"/>',
    "zero-area": '<g stroke="red" stroke-width="4" stroke-dasharray="6 4" stroke-opacity=".4">'
    '<line x1="2" y1="4" x2="38" y2="4"/><path d="M2 10L38 12"/><polyline points="2,18 38,18 20,18"/>'
    '<path d="M2 24h36M2 30h9v8z"/></g><path d="M20 30h15v5v-5z"/><line x1="2" y1="39" x2="38" y2="36"/>',
    "zero-area-gradient": f'<defs>{GRADIENT}</defs><line x1="2" y1="4" x2="38" y2="4" stroke="url(#a)" stroke-width="4"/>'
    '<path d="M2 20h36" fill="url(#a)" stroke="blue" stroke-width="3" stroke-dasharray="5" paint-order="stroke"/>',
    "clip-zero-area": '<clipPath id="c"><line x1="5" y1="10" x2="35" y2="10"/><path d="M8 8h9v9z"/></clipPath>'
    f'<clipPath id="d"><path d="M5 9h20"/></clipPath>{BLOCK} clip-path="url(#c)"/>{BLOCK} fill="red" clip-path="url(#d)"/>',
    "transforms": '<g transform="translate(20 20) rotate(30)"><rect x="-8" y="-4" width="16" height="8" '
    'transform="skewX(20) scale(1.2,.8)"/></g><rect width="5" height="5" transform="matrix(1 .2 -.3 1 30 5)"/>'
    '<rect width="4" height="4" transform="rotate(45, 10, 10)"/><rect x="30" y="1" width="4" height="4" transform="skewY(12)"/>',
    "opacity": f'<g opacity=".5">{BLOCK} fill="red"/><circle cx="20" cy="25" r="10" fill="blue"/></g>',
    "paint-opacity": f'{BLOCK} fill="red" fill-opacity="50%" stroke="blue" stroke-opacity=".4" stroke-width="4"/>',
    "colours": '<rect width="10" height="10" fill="rgb(10,200,30)"/><rect x="10" width="10" height="10" fill="#f808"/>'
    '<g color="purple"><rect x="20" width="10" height="10" fill="currentColor"/></g>',
    "inherit": '<g fill="red" stroke="blue"><g stroke="inherit">'
    f'{BLOCK}/><path d="M5 30h20" style="stroke-width:2;stroke:inherit"/></g></g>',
    "css": "<style>rect{fill:green} .a{fill:red} #b{fill:blue} g > .c{fill:orange} g .d{fill:teal}"
    " .e{fill:navy !important}</style>"
    '<rect width="8" height="8"/><rect class="a" x="8" width="8" height="8"/>'
    '<rect class="a" id="b" x="16" width="8" height="8"/><g><rect class="c" y="10" width="8" height="8"/>'
    '<g><rect class="c" x="8" y="10" width="8" height="8"/><rect class="x d" x="16" y="10" width="8" height="8"/>'
    '</g></g><rect class="e" x="24" width="8" height="8" style="fill:lime"/>',
    "display-visibility": f'<g display="none">{BLOCK}/></g><g visibility="hidden">{BLOCK} fill="red"/>'
    '<circle cx="20" cy="30" r="5" visibility="visible"/></g>',
    "paint-order": f'{BLOCK} fill="gold" stroke="black" stroke-width="6" paint-order="stroke"/>',
    "use": '<defs><g id="x"><rect width="8" height="8"/></g></defs><use href="#x"/>'
    '<use xlink:href="#x" x="12" y="12" fill="red" transform="rotate(20)"/>',
    "css-of-used": "<style>.outer .in{fill:red} .user .in{stroke:blue}</style><defs><g class='outer'>"
    '<g id="x"><rect class="in" width="8" height="8"/></g></g></defs><g class="user"><use href="#x" x="9" y="9"/></g>',
    "symbol": '<symbol id="s" viewBox="0 0 10 10"><circle cx="5" cy="5" r="7"/></symbol>'
    '<use href="#s" x="2" y="2" width="10" height="10"/><use href="#s" x="15" y="5" width="20" height="10" fill="red"/>',
    "symbol-slice": '<symbol id="s" viewBox="0 0 10 10" preserveAspectRatio="xMinYMax slice">'
    '<path d="M0 0L10 10H0z"/></symbol><use href="#s" x="2" y="2" width="30" height="15"/>',
    "nested-svg": '<svg x="5" y="5" width="20" height="10" viewBox="0 0 4 4"><circle cx="2" cy="2" r="3"/></svg>',
    "switch": f'<switch><rect width="40" height="40" requiredExtensions="x"/>{BLOCK}/><circle r="40"/></switch>',
    "linear": f'<defs>{GRADIENT}</defs>{BLOCK} fill="url(#a)"/><path d="M5 30h30" stroke="url(#a)" stroke-width="4"/>'
    '<path d="M5 28l20 9" stroke="url(#a)" stroke-width="2"/>',
    "linear-units": '<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="10" x2="20" y1="0" y2="10" '
    'spreadMethod="reflect" gradientTransform="rotate(10)"><stop offset="10%" stop-color="red"/>'
    f'<stop offset=".9" stop-color="yellow" stop-opacity=".3"/></linearGradient>{BLOCK} fill="url(#g)"/>',
    "gradient-chain": f'<defs>{GRADIENT}</defs><linearGradient id="b" href="#a" x1="0" y1="0" x2="0" y2="1" '
    f'spreadMethod="repeat"/><radialGradient id="c" xlink:href="#b" r=".4"/>{BLOCK} fill="url(#b)"/>'
    '<circle cx="20" cy="31" r="8" fill="url(#c)"/>',
    "radial": '<radialGradient id="g" cx=".4" cy=".4" r=".6" fx=".2" fy=".3" fr=".05"><stop stop-color="#fff"/>'
    f'<stop offset="1" stop-color="#040"/></radialGradient>{BLOCK} fill="url(#g)"/>',
    "fallback": f'{BLOCK} fill="url(#none) orange"/>',
    "one-stop": f'<linearGradient id="g"><stop stop-color="teal" stop-opacity=".5"/></linearGradient>{BLOCK} fill="url(#g)"/>',
    "gradient-fill-opacity": f'<defs>{GRADIENT}</defs>{BLOCK} fill="url(#a)" fill-opacity=".4"/>',
    "stop-css": "<style>.s{stop-color:red} .t{stop-color:currentColor;stop-opacity:.5}</style>"
    '<linearGradient id="g" color="blue"><stop class="s"/><stop offset="1" class="t"/></linearGradient>'
    f'{BLOCK} fill="url(#g)"/>',
    "pattern": '<pattern id="p" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(20)">'
    f'<circle cx="3" cy="3" r="2" fill="red"/></pattern>{BLOCK} fill="url(#p)"/>',
    "pattern-box": '<pattern id="p" width="25%" height=".5" viewBox="0 0 10 10"><path d="M0 0h5v5z"/></pattern>'
    '<pattern id="q" width=".2" height=".2" patternContentUnits="objectBoundingBox">'
    f'<circle cx=".1" cy=".1" r=".08"/></pattern>{BLOCK} fill="url(#p)"/>'
    '<rect x="5" y="27" width="12" height="12" fill="url(#q)" fill-opacity=".5"/>',
    "clip": f'<clipPath id="c"><circle cx="20" cy="15" r="8"/></clipPath>{BLOCK} clip-path="url(#c)"/>',
    "clip-several": '<clipPath id="c"><circle cx="15" cy="15" r="8"/><rect x="15" y="5" width="15" height="15" '
    f'transform="rotate(10 15 15)"/></clipPath>{BLOCK} clip-path="url(#c)"/>',
    "clip-apart": '<clipPath id="c"><rect x="6" y="6" width="5" height="40"/><use href="#u" x="4"/></clipPath>'
    f'<defs><circle id="u" cx="20" cy="15" r="8"/></defs>{BLOCK} clip-path="url(#c)" transform="rotate(5)"/>',
    "clip-box": '<clipPath id="c" clipPathUnits="objectBoundingBox" transform="scale(.9)"><circle cx=".5" cy=".5" r=".5"/>'
    f'</clipPath>{BLOCK} clip-path="url(#c)"/>',
    "clip-use": '<clipPath id="c"><circle cx="6" cy="6" r="5"/></clipPath><defs><rect id="u" width="12" height="12"/></defs>'
    '<use href="#u" x="4" y="5" clip-path="url(#c)"/><use href="#u" x="22" y="5" clip-path="url(#c)" transform="rotate(9 28 11)"/>'
    '<clipPath id="d"><use href="#u" x="4" y="22" clip-path="url(#c)"/></clipPath><rect width="40" height="40" fill="teal" clip-path="url(#d)"/>'
    '<mask id="m" maskUnits="userSpaceOnUse" x="0" y="0" width="9" height="12"><circle cx="6" cy="6" r="5" fill="#fff"/></mask>'
    '<use href="#u" x="22" y="22" fill="red" mask="url(#m)"/>',
    "clip-box-of-a-part": '<clipPath id="b" clipPathUnits="objectBoundingBox"><circle cx=".5" cy=".5" r=".5"/></clipPath>'
    '<clipPath id="c"><rect width="9" height="9" transform="translate(6 8) scale(3 2)" clip-path="url(#b)"/></clipPath>'
    '<rect width="40" height="40" fill="teal" clip-path="url(#c)"/>',
    "clip-nested": '<clipPath id="d"><rect x="10" y="8" width="12" height="30"/></clipPath>'
    '<clipPath id="c" clip-path="url(#d)"><circle cx="20" cy="15" r="9"/></clipPath>'
    '<clipPath id="e"><rect width="40" height="40" clip-path="url(#d)"/><circle cx="30" cy="30" r="5"/></clipPath>'
    f'{BLOCK} clip-path="url(#c)"/><rect y="22" width="40" height="18" fill="red" clip-path="url(#e)"/>',
    "clip-rule": '<clipPath id="c"><path clip-rule="evenodd" d="M6 6h20v20H6zM10 10h8v8h-8z"/></clipPath>'
    f'{BLOCK} clip-path="url(#c)"/>',
    "clip-text": '<clipPath id="c"><text x="5" y="25" font-size="20" font-family="Alegreya Sans">Ab</text></clipPath>'
    '<rect width="40" height="40" fill="red" clip-path="url(#c)"/>',
    "mask": f'<defs>{GRADIENT}</defs><mask id="m"><rect width="40" height="40" fill="url(#a)"/>'
    f'<circle cx="20" cy="15" r="5" fill="#fff"/></mask>{BLOCK} mask="url(#m)"/>',
    "mask-units": '<mask id="m" maskUnits="userSpaceOnUse" x="10" y="8" width="15" height="20" '
    'maskContentUnits="objectBoundingBox" mask-type="alpha"><circle cx=".5" cy=".5" r=".5" fill-opacity=".7"/></mask>'
    f'<g mask="url(#m)" opacity=".8">{BLOCK} fill="red"/></g>',
    "mask-and-clip": '<clipPath id="c"><circle cx="20" cy="15" r="9"/></clipPath><mask id="m">'
    f'<path d="M0 0h40L0 40z" fill="#fff"/></mask>{BLOCK} mask="url(#m)" clip-path="url(#c)"/>',
    "text": '<text x="2" y="12" font-family="Alegreya Sans" font-size="8">Hello</text>'
    '<text x="38" y="25" font-family="Alegreya Sans" font-weight="bold" font-size="8" text-anchor="end" fill="red">End</text>'
    '<text x="20" y="36" font-family="Alegreya Sans" font-style="italic" font-size="8" text-anchor="middle">middle</text>',
    "tspans": '<text x="2" y="10" font-family="Alegreya Sans" font-size="6">one <tspan fill="red" font-weight="bold">two'
    '</tspan> three<tspan x="2" dy="8">next</tspan><tspan dx="3" dy="-2">up</tspan></text>',
    "text-lists": '<text x="2 10 20" y="10 12" dx="0 0 0 1" font-family="Alegreya Sans" font-size="6">abcde</text>',
    "text-spaces": '<text x="2" y="10" font-family="Alegreya Sans" font-size="6">  a   b\n   c <tspan> d</tspan>  </text>'
    '<text x="2" y="20" xml:space="preserve" font-family="Alegreya Sans" font-size="6"> a   b</text>',
    "text-spacing": '<text x="2" y="10" letter-spacing="1" font-family="Alegreya Sans" font-size="6">Wide</text>'
    '<text x="2" y="20" word-spacing="3" font-family="Alegreya Sans" font-size="6">a b c</text>',
    "text-anchor-tspans": '<text x="20" y="15" text-anchor="middle" font-family="Alegreya Sans" font-size="6">ab'
    '<tspan font-size="9">CD</tspan>ef</text>',
    "text-stroke": '<text x="2" y="25" font-family="Grenze Gotisch" font-weight="800" font-size="16" fill="gold" stroke="red" '
    'stroke-width="1.5" paint-order="stroke">Boo</text>',
    "text-stroke-of-spans": '<text x="2" y="12" font-family="Grenze Gotisch" font-weight="800" font-size="9" fill="gold">B'
    '<tspan stroke="red" stroke-width="1.5" paint-order="stroke">oo</tspan></text><text x="2" y="32" stroke="red" '
    'stroke-width="1.5" font-family="Grenze Gotisch" font-weight="800" font-size="9" fill="gold" paint-order="stroke">B'
    '<tspan rotate="8" paint-order="normal">oo</tspan></text>',
    "text-gradient": f'<defs>{GRADIENT}</defs><text x="2" y="25" font-family="Alegreya Sans" font-size="16" '
    'fill="url(#a)">Boo</text>',
    "text-baselines": '<g font-family="Alegreya Sans" font-size="8"><text x="2" y="20" dominant-baseline="middle">x</text>'
    '<text x="10" y="20" dominant-baseline="central">x</text></g>',
    "view-box": '<rect x="5" y="5" width="20" height="20" fill="red"/><text x="5" y="35" font-size="9" '
    'font-family="Alegreya Sans">px</text>',
}
VIEW_BOXES = {"view-box": "-10 -10 80 80"}
TOLD = ("fallback",)
"""What is drawn by SVG's rules, and told."""

INK = {"text": 0.02, "text-baselines": 0.02}
"""Where renderers read the fonts' tables differently."""


def resvg(text: str, studio: Studio, book: FontBook) -> Image.Image:
    png = resvg_py.svg_to_bytes(
        svg_string=text,
        width=400,
        height=400,
        dpi=96,
        background="white",
        skip_system_fonts=True,
        text_rendering="geometric_precision",
        font_dirs=[str(folder) for folder in book.folders],
        resources_dir=str(studio.folder),
    )
    return Image.open(BytesIO(bytes(png))).convert("RGB")


def differing(one: Image.Image, other: Image.Image) -> float:
    bands = ImageChops.difference(one, other.resize(one.size)).split()
    worst = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return sum(worst.histogram()[33:]) / (one.width * one.height)


@pytest.mark.parametrize("name", CASES)
def test_looks_as_in_resvg(name: str, studio: Studio, book: FontBook) -> None:
    text = svg(CASES[name], view_box=VIEW_BOXES.get(name))
    studio.write("case.svg", text)
    drawing = studio.draw("case.svg")
    assert [f for f in drawing.findings if name not in TOLD] == []
    page = page_of(drawing.nodes, 40, 40)
    assert differing(resvg(text, studio, book), svg_raster(page, DPI, book)) < INK.get(name, 0.01)


@pytest.mark.parametrize("name", [name for name in CASES if "zero-area" in name])
def test_a_line_is_not_filled_in_a_pdf(name: str, studio: Studio, book: FontBook) -> None:
    page = page_of(studio.drawn(CASES[name]).nodes, 40, 40)
    assert difference(page, DPI, book)[1] == 0


def test_a_difference_is_seen(studio: Studio, book: FontBook) -> None:
    studio.write("case.svg", svg(f"{BLOCK}/>"))
    page = page_of(studio.draw("case.svg").nodes, 40, 40)
    other = resvg(svg(f'{BLOCK} transform="translate(1 0)"/>'), studio, book)
    assert differing(other, svg_raster(page, DPI, book)) > 0.01
