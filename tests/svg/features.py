# ruff: noqa: E501 - a line of SVG is not broken
"""Drawings of one feature each, sorted by the chapters of the SVG 2 specification.

Each is the body of a drawing of 40 x 40 units, written for this project.
"""

from base64 import b64encode
from collections.abc import Iterator

HREF = 'xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href'
STOPS = '<stop offset="0" stop-color="#d22"/><stop offset="1" stop-color="#22d"/>'
GREEN = 'fill="#2a7"'
BOX = f'<rect x="6" y="6" width="28" height="22" {GREEN}/>'
FONT = 'font-family="Alegreya Sans"'
ARROW = '<marker id="m" {} orient="auto"><path d="M0 0 4 2 0 4z" fill="#d22"/></marker>'
ZIGZAG = '<path d="M6 30 14 10 24 28 34 12" fill="none" stroke="#246" stroke-width="1.2" {}/>'
CURVE = '<path id="way" d="M4 26C10 4 28 4 36 26" fill="none" stroke="#ccc" stroke-width=".3"/>'
INNER = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" height="10" {GREEN}/><circle cx="5" cy="5" r="4" fill="#fc3"/></svg>'
EMBEDDED = f"data:image/svg+xml;base64,{b64encode(INNER.encode()).decode()}"
PIXELS = "data:image/gif;base64,R0lGODlhAgACAIAAAP8AAAAA/yH5BAAAAAAALAAAAAACAAIAAAIDRAIFADs="

STRUCTURE = {
    "group": '<g fill="#d22"><rect x="6" y="6" width="9" height="9"/><circle cx="26" cy="20" r="8"/></g>',
    "defs": f'<defs>{BOX}</defs><circle cx="20" cy="20" r="9"/>',
    "use": '<defs><circle id="a" r="7"/></defs><use href="#a" x="12" y="12"/><use href="#a" x="27" y="26" fill="#d22"/>',
    "use-xlink": f'<defs><circle id="a" r="7"/></defs><use {HREF}="#a" x="20" y="20"/>',
    "use-transform": '<rect id="a" width="9" height="6"/><use href="#a" transform="translate(18 9) rotate(30)"/>',
    "use-of-use": '<defs><rect id="a" width="9" height="6"/><use id="b" href="#a" x="5" y="5"/></defs><use href="#b" x="9" y="12"/>',
    "use-of-svg": '<defs><svg id="a" x="4" y="6" width="20" height="20"><circle cx="10" cy="10" r="14"/></svg></defs><use href="#a" x="4"/>',
    "use-of-svg-resized": '<defs><svg id="a" viewBox="0 0 10 10" width="9" height="9"><circle cx="5" cy="5" r="5"/></svg></defs><use href="#a" width="30" height="24"/>',
    "use-nothing": f'<use href="#none"/>{BOX}',
    "use-itself": f'<g id="a"><use href="#a"/>{BOX}</g>',
    "symbol": '<symbol id="a" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/></symbol><use href="#a" x="6" y="6" width="28" height="20"/>',
    "symbol-without-box": f'<symbol id="a">{BOX}</symbol><use href="#a"/>',
    "symbol-clips": '<symbol id="a" viewBox="0 0 10 10"><circle cx="9" cy="5" r="5"/></symbol><use href="#a" width="20" height="20"/>',
    "symbol-visible": '<symbol id="a" viewBox="0 0 10 10" overflow="visible"><circle cx="9" cy="5" r="5"/></symbol><use href="#a" width="20" height="20"/>',
    "symbol-opacity": f'<symbol id="a" opacity=".4">{BOX}</symbol><use href="#a"/>',
    "symbol-clip-path": f'<clipPath id="c"><circle cx="20" cy="20" r="9"/></clipPath><symbol id="a" clip-path="url(#c)">{BOX}</symbol><use href="#a"/>',
    "nested-svg": '<svg x="6" y="8" width="20" height="16"><circle cx="12" cy="8" r="12"/></svg>',
    "nested-svg-box": '<svg x="6" y="8" width="20" height="16" viewBox="0 0 40 40"><circle cx="20" cy="20" r="20"/></svg>',
    "nested-svg-percent": '<svg x="6" y="8" width="20" height="16"><rect width="50%" height="50%"/></svg>',
    "nested-svg-visible": '<svg x="6" y="8" width="12" height="12" overflow="visible"><circle cx="12" cy="8" r="10"/></svg>',
    "switch": f'<switch><rect width="40" height="40" systemLanguage="ru"/>{BOX}</switch>',
    "switch-extension": f'<switch><rect width="40" height="40" requiredExtensions="x"/>{BOX}</switch>',
    "switch-unknown": f'<switch><strange/>{BOX}<circle r="30"/></switch>',
    "language": f'<rect width="40" height="40" systemLanguage="ru"/>{BOX}',
    "title-and-desc": f"<title>A</title><desc>B</desc>{BOX}",
    "link": f'<a href="https://example.org">{BOX}</a>',
    "metadata": f"<metadata>words</metadata>{BOX}",
    "display-none": f'<g display="none"><circle r="30"/></g>{BOX}',
    "comment": f"<!-- <circle r='30'/> -->{BOX}",
}

STYLING = {
    "attribute": BOX,
    "style-attribute": '<rect x="6" y="6" width="28" height="22" style="fill:#2a7"/>',
    "style-beats-attribute": '<rect x="6" y="6" width="28" height="22" fill="red" style="fill:#2a7"/>',
    "important": '<style>rect{fill:#2a7 !important}</style><rect x="6" y="6" width="28" height="22" style="fill:red"/>',
    "by-tag": "<style>rect{fill:#2a7}</style><rect x='6' y='6' width='28' height='22'/>",
    "by-class": "<style>.a{fill:#2a7}</style><rect class='b a' x='6' y='6' width='28' height='22'/>",
    "by-id": "<style>#a{fill:#2a7}</style><rect id='a' x='6' y='6' width='28' height='22'/>",
    "by-attribute": "<style>[x='6']{fill:#2a7}</style><rect x='6' y='6' width='28' height='22'/>",
    "descendant": "<style>g rect{fill:#2a7}</style><g><a><rect x='6' y='6' width='28' height='22'/></a></g>",
    "child": "<style>g > rect{fill:#2a7}</style><g><rect x='6' y='6' width='28' height='22'/></g>",
    "list": "<style>circle, rect{fill:#2a7}</style><rect x='6' y='6' width='28' height='22'/>",
    "universal": "<style>*{fill:#2a7}</style><rect x='6' y='6' width='28' height='22'/>",
    "specificity": "<style>#a{fill:#2a7} rect.b{fill:red}</style><rect id='a' class='b' x='6' y='6' width='28' height='22'/>",
    "order": "<style>.a{fill:red} .b{fill:#2a7}</style><rect class='b a' x='6' y='6' width='28' height='22'/>",
    "css-comment": "<style>/* x */rect{/* y */fill:#2a7}</style><rect x='6' y='6' width='28' height='22'/>",
    "other-type": "<style type='text/x'>rect{fill:red}</style><rect x='6' y='6' width='28' height='22'/>",
    "inherit": '<g fill="#2a7"><rect x="6" y="6" width="28" height="22" style="fill:inherit"/></g>',
    "inherit-own": '<g opacity=".5"><rect x="6" y="6" width="28" height="22" opacity="inherit"/></g>',
    "initial": '<g fill="#2a7"><rect x="6" y="6" width="28" height="22" style="fill:initial"/></g>',
    "wrong-declaration": '<rect x="6" y="6" width="28" height="22" style="fill:#2a7;stroke:tael;opacity:much"/>',
    "wrong-attribute": '<g fill="#2a7"><rect x="6" y="6" width="28" height="22" fill="#ggg"/></g>',
    "font-shorthand": '<text x="4" y="24" style="font:bold 9px \'Alegreya Sans\'">Bold</text>',
}

UNITS = {
    "none": "12",
    "px": "12px",
    "mm": "3mm",
    "cm": ".3cm",
    "in": ".12in",
    "pt": "9pt",
    "pc": ".8pc",
    "em": ".8em",
    "ex": "1.2ex",
    "percent": "30%",
}


def _lengths() -> Iterator[tuple[str, str]]:
    for name, length in UNITS.items():
        yield (
            f"unit-{name}",
            f'<rect x="6" y="6" width="{length}" height="{length}" font-size="15" {FONT}/>',
        )


TRANSFORMS = {
    "translate": "translate(9 6)", "translate-one": "translate(9)", "translate-comma": "translate(9,6)",
    "scale": "scale(1.4 .8)", "scale-one": "scale(.7)", "rotate": "rotate(15)",
    "rotate-about": "rotate(30 20 20)", "skew-x": "skewX(20)", "skew-y": "skewY(-15)",
    "matrix": "matrix(.8 .2 -.2 .9 6 2)", "list": "translate(20 20) rotate(45) scale(.6) translate(-20 -20)",
    "mirror": "translate(40) scale(-1 1)", "tight": "translate(9 6)scale(.7)", "wrong": "turn(3)",
}  # fmt: skip


def _transforms() -> Iterator[tuple[str, str]]:
    shape = f'<rect x="6" y="6" width="16" height="9" {GREEN}'
    for name, value in TRANSFORMS.items():
        yield f"transform-{name}", f'{shape} transform="{value}"/>'
    for name in ("center", "left top", "right bottom", "25% 75%", "10 20", "bottom"):
        yield f"origin-{name}", f'{shape} transform="rotate(20)" transform-origin="{name}"/>'
    yield "transform-css", f'{shape} style="transform:rotate(20deg)"/>'
    yield (
        "transform-nested",
        f'<g transform="translate(4 9)"><g transform="scale(.8)">{shape} transform="rotate(9)"/></g></g>',
    )


def _aspects() -> Iterator[tuple[str, str]]:
    inside = '<circle cx="10" cy="5" r="9"/><rect x="1" y="1" width="18" height="8" fill="#fc3"/>'
    for aspect in (
        "none",
        "xMinYMin",
        "xMidYMid",
        "xMaxYMax",
        "xMinYMax meet",
        "xMidYMid slice",
        "xMaxYMin slice",
        "xMinYMid slice",
        "wrong",
    ):
        yield (
            f"aspect-{aspect}",
            f'<svg x="5" y="4" width="16" height="30" viewBox="0 0 20 10" preserveAspectRatio="{aspect}">{inside}</svg>',
        )
    yield (
        "box-offset",
        f'<svg x="5" y="4" width="30" height="30" viewBox="-5 -5 20 20">{inside}</svg>',
    )
    yield "box-wrong", f'<svg x="5" y="4" width="30" height="30" viewBox="0 0 20">{inside}</svg>'


COORDINATES = dict((*_lengths(), *_transforms(), *_aspects()))

PATHS = {
    "line": '<path d="M6 6L30 9 20 30z"/>',
    "relative": '<path d="m6 6l24 3-10 21z"/>',
    "horizontal-vertical": '<path d="M6 6H30V20h-9v9H6z"/>',
    "cubic": '<path d="M6 20C6 0 34 0 34 20z"/>',
    "smooth-cubic": '<path d="M4 20C4 4 16 4 20 20S34 36 36 20" fill="none" stroke="#d22" stroke-width="2"/>',
    "quadratic": '<path d="M6 30Q20-10 34 30z"/>',
    "smooth-quadratic": '<path d="M4 20Q12 0 20 20T36 20" fill="none" stroke="#d22" stroke-width="2"/>',
    "arc": '<path d="M6 20A14 9 0 0 1 34 20z"/>',
    "arc-large": '<path d="M12 12A9 9 0 1 0 24 12z"/>',
    "arc-turned": '<path d="M8 24A16 7 30 0 1 32 20z"/>',
    "arc-too-small": '<path d="M6 20A2 2 0 0 1 34 20z"/>',
    "arc-flat": '<path d="M6 20A0 9 0 0 1 34 20" stroke="#d22"/>',
    "arc-flags-tight": '<path d="M10 20a9 9 0 0118 0z"/>',
    "compact": '<path d="M6-5.5.5.5L4 30 20,20-1-1z"/>',
    "exponent": '<path d="M6e0 60e-1L3e1 9 20 30z"/>',
    "subpaths": '<path d="M4 4h12v12h-12zM20 20h12v12h-12z"/>',
    "move-is-line": '<path d="M6 6 30 9 20 30z"/>',
    "after-close": '<path d="M6 6h12v12zh-4v9z" fill="none" stroke="#d22"/>',
    "even-odd": '<path fill-rule="evenodd" d="M4 4h32v32H4zM12 12h16v16H12z"/>',
    "non-zero": '<path d="M4 4h32v32H4zM12 12v16h16V12z"/>',
    "empty": f'<path d=""/>{BOX}',
    "none": f'<path d="none"/>{BOX}',
    "wrong-start": f'<path d="L6 6 20 20"/>{BOX}',
    "wrong-later": '<path d="M6 6H30V20x9v9H6z"/>',
    "cut-short": '<path d="M6 6L30 9 20 30L4"/>',
    "wrong-flag": '<path d="M6 20h20A9 9 0 7 1 34 20z" stroke="#d22"/>',
}

SHAPES = {
    "rect": BOX,
    "rect-round": '<rect x="6" y="6" width="28" height="22" rx="6"/>',
    "rect-elliptic": '<rect x="6" y="6" width="28" height="22" rx="9" ry="4"/>',
    "rect-rx-too-large": '<rect x="6" y="6" width="28" height="22" rx="90"/>',
    "rect-ry-only": '<rect x="6" y="6" width="28" height="22" ry="5"/>',
    "rect-rx-negative": '<rect x="6" y="6" width="28" height="22" rx="-4" ry="5"/>',
    "rect-rx-auto": '<rect x="6" y="6" width="28" height="22" rx="auto" ry="5"/>',
    "rect-zero": f'<rect x="6" y="6" width="0" height="22" stroke="#d22"/>{BOX}',
    "rect-negative": f'<rect x="6" y="6" width="-9" height="22"/>{BOX}',
    "rect-percent": '<rect x="10%" y="20%" width="60%" height="50%"/>',
    "rect-wrong": '<rect x="six" y="6" width="28" height="22"/>',
    "circle": '<circle cx="20" cy="18" r="12"/>',
    "circle-percent": '<circle cx="50%" cy="50%" r="25%"/>',
    "circle-zero": f'<circle cx="20" cy="18" r="0"/>{BOX}',
    "ellipse": '<ellipse cx="20" cy="18" rx="15" ry="8"/>',
    "ellipse-auto": '<ellipse cx="20" cy="18" rx="9"/>',
    "line": '<line x1="6" y1="6" x2="34" y2="30" stroke="#d22" stroke-width="2"/>',
    "line-not-filled": '<line x1="6" y1="6" x2="34" y2="30"/><circle cx="9" cy="30" r="4"/>',
    "line-translucent": '<line x1="4" y1="20" x2="36" y2="20" stroke="#d22" stroke-width="9" stroke-opacity=".4"/>',
    "polyline": '<polyline points="5,5 30 9 20,30" fill="none" stroke="#d22"/>',
    "polyline-filled": '<polyline points="5,5 30 9 20,30"/>',
    "polygon": '<polygon points="5 5 30 9 20 30"/>',
    "polygon-odd": '<polygon points="5 5 30 9 20 30 7"/>',
    "polygon-wrong": '<polygon points="5 5 30 9 20 30 x 4 4"/>',
}


def _text() -> Iterator[tuple[str, str]]:
    for name, inside in {
        "plain": 'x="3" y="22">Barn Owl', "fill": 'x="3" y="22" fill="#d22">Barn Owl',
        "bold": 'x="3" y="22" font-weight="bold">Owl', "weight": 'x="3" y="22" font-weight="900">Owl',
        "italic": 'x="3" y="22" font-style="italic">Owl', "middle": 'x="20" y="22" text-anchor="middle">Owl',
        "end": 'x="37" y="22" text-anchor="end">Owl', "entity": 'x="3" y="22">A &amp; B',
        "spaces": 'x="3" y="22">a   b', "preserve": 'x="3" y="22" xml:space="preserve">a   b',
        "letter-spacing": 'x="3" y="22" letter-spacing="1.5">Owl', "word-spacing": 'x="3" y="22" word-spacing="4">a b',
        "stroke": 'x="3" y="22" stroke="#d22" stroke-width=".3" fill="none">Owl',
        "opacity": 'x="3" y="22" opacity=".4">Owl', "transform": 'transform="translate(6 26) rotate(-20)">Owl',
        "tspan": 'x="3" y="22">a<tspan fill="#d22">b</tspan>c', "tspan-size": 'x="3" y="22">a<tspan font-size="14">b</tspan>c',
        "tspan-place": 'x="3" y="14">a<tspan x="20" y="30">b</tspan>', "tspan-dy": 'x="3" y="14">a<tspan dy="9">b</tspan>c',
        "tspan-word": 'x="3" y="22">wo<tspan fill="#d22">rds</tspan>', "x-list": 'x="3 14 26" y="22">abc',
        "y-list": 'x="3 14 26" y="12 20 28">abc', "dx-list": 'x="3" y="22" dx="0 2 4">abc', "dy-list": 'x="3" y="14" dy="0 4 4">abc',
        "x-list-end": 'x="3" y="22">K<tspan x="10 24">e </tspan>nd',
        "rotate": 'x="3" y="22" rotate="0 20 -20">abc', "rotate-last": 'x="3" y="22" rotate="30">abc',
        "text-length": 'x="3" y="22" textLength="33">Owl', "text-length-glyphs": 'x="3" y="22" textLength="33" lengthAdjust="spacingAndGlyphs">Owl',
        "underline": 'x="3" y="22" text-decoration="underline">Owl', "overline": 'x="3" y="22" text-decoration="overline">Owl',
        "line-through": 'x="3" y="22" text-decoration="line-through">Owl', "underline-colour": 'x="3" y="22" text-decoration="underline" fill="#d22"><tspan fill="#246">Owl</tspan>',
        "super": 'x="3" y="22">a<tspan baseline-shift="4">b</tspan>', "shift-nested": 'x="3" y="26">a<tspan baseline-shift="4">b<tspan baseline-shift="4">c</tspan></tspan>',
        "hidden": 'x="3" y="22">a<tspan visibility="hidden">b</tspan>c', "display-none": 'x="3" y="22">a<tspan display="none">b</tspan>c',
        "language": 'x="3" y="22">a<tspan systemLanguage="ru">b</tspan>c', "paint-order": 'x="3" y="22" stroke="#d22" stroke-width="1" paint-order="stroke">Owl',
        "empty": 'x="3" y="22">', "greek": 'x="3" y="22">αβγ', "central": 'x="3" y="22" dominant-baseline="central">Owl',
        "upper": 'x="3" y="22" style="text-transform:uppercase">owl',
        "shift-sum": 'x="3" y="30">a<tspan baseline-shift="4">b<tspan baseline-shift="4">c<tspan baseline-shift="50%">d</tspan></tspan>e</tspan>f',
    }.items():  # fmt: skip
        yield name, f'<text {FONT} font-size="10" {inside}</text>'
    yield (
        "path-place",
        f'{CURVE}<text {FONT} font-size="6"><textPath href="#way" x="9" y="9" dx="9">Barn</textPath></text>',
    )
    yield (
        "path-in-path",
        f'{CURVE}<text {FONT} font-size="6"><textPath href="#way">Ba<textPath href="#way">rn</textPath></textPath></text>',
    )
    for name, start in (
        ("path", ""),
        ("path-offset", 'startOffset="9"'),
        ("path-percent", 'startOffset="30%"'),
    ):
        yield (
            name,
            f'{CURVE}<text {FONT} font-size="7"><textPath href="#way" {start}>along it</textPath></text>',
        )
    yield (
        "path-middle",
        f'{CURVE}<text {FONT} font-size="7" text-anchor="middle"><textPath href="#way" startOffset="50%">owl</textPath></text>',
    )
    yield (
        "path-end",
        f'{CURVE}<text {FONT} font-size="9"><textPath href="#way" startOffset="70%">too long for it</textPath></text>',
    )
    yield (
        "path-missing",
        f'{BOX}<text {FONT} font-size="7"><textPath href="#none">gone</textPath></text>',
    )


TEXT = dict(_text())


def _embedded() -> Iterator[tuple[str, str]]:
    for aspect in ("none", "xMinYMin", "xMidYMid", "xMaxYMax slice"):
        yield (
            f"drawing-{aspect}",
            f'<image href="{EMBEDDED}" x="5" y="4" width="30" height="32" preserveAspectRatio="{aspect}"/>',
        )
    yield "drawing-no-height", f'<image href="{EMBEDDED}" x="5" y="4" width="30"/>'
    yield (
        "drawing-transform",
        f'<image href="{EMBEDDED}" width="30" height="15" transform="rotate(20)"/>',
    )
    yield "drawing-opacity", f'<image href="{EMBEDDED}" width="30" height="15" opacity=".4"/>'
    yield "pixels-zero", f'<image href="{PIXELS}" width="0" height="9"/>{BOX}'
    yield "missing", f'<image href="none.png" width="30" height="20"/>{BOX}'
    yield "damaged", f'<image href="data:image/png;base64,aGVsbG8=" width="30" height="20"/>{BOX}'
    yield "hidden", f'<image href="{EMBEDDED}" width="30" height="20" visibility="hidden"/>{BOX}'


EMBEDDED_CONTENT = dict(_embedded())

COLOURS = {
    "name": "teal", "hex-3": "#2a7", "hex-6": "#22aa77", "hex-8": "#22aa7780", "hex-4": "#2a78", "rgb": "rgb(34, 170, 119)",
    "rgb-percent": "rgb(20%, 60%, 40%)", "rgba": "rgba(34, 170, 119, .5)", "hsl": "hsl(150, 60%, 40%)", "hsla": "hsla(150, 60%, 40%, .5)",
    "hsl-turned": "hsl(510, 60%, 40%)", "upper": "TEAL", "current": "currentColor", "none": "none", "transparent": "transparent",
}  # fmt: skip


def _painting() -> Iterator[tuple[str, str]]:
    for name, colour in COLOURS.items():
        yield (
            f"fill-{name}",
            f'<rect x="6" y="6" width="28" height="22" color="#d22" fill="{colour}"/>',
        )
    outline = '<path d="M8 30 14 10 26 10 32 30" fill="none" stroke="#246" style="{}"/>'
    for name, value in (
        ("linecap", "round"), ("linecap", "square"), ("linejoin", "round"), ("linejoin", "bevel"), ("miterlimit", "1"),
        ("dasharray", "4 2"), ("dasharray", "4"), ("dasharray", "4 2 1"), ("dasharray", "10%"), ("dasharray", "0"),
        ("dasharray", "-1 2"), ("dashoffset", "3"), ("opacity", ".4"), ("width", "2%"), ("width", "0"), ("width", "-1"), ("linecap", "wrong"),
    ):  # fmt: skip
        dashes = "stroke-dasharray:6 3" if name == "dashoffset" else ""
        yield (
            f"stroke-{name}-{value}",
            outline.format(f"stroke-width:5;stroke-{name}:{value};{dashes}"),
        )
    yield "fill-opacity", '<rect x="6" y="6" width="28" height="22" fill-opacity=".4"/>'
    yield "fill-opacity-percent", '<rect x="6" y="6" width="28" height="22" fill-opacity="40%"/>'
    yield (
        "visibility",
        f'<g visibility="hidden"><circle r="30"/><rect visibility="visible" x="6" y="6" width="9" height="9"/></g>{BOX}',
    )
    for order in ("normal", "stroke", "stroke fill", "markers", "fill markers", "stroke stroke"):
        body = '<path d="M8 8h24v20H8z" fill="#fc3" stroke="#246" stroke-width="4" marker-mid="url(#m)" {}/>'
        yield (
            f"order-{order}",
            ARROW.format('markerWidth="5" markerHeight="5" refX="2" refY="2"')
            + body.format(f'paint-order="{order}"'),
        )
    for name in ("start", "mid", "end"):
        yield f"marker-{name}", ARROW.format("") + ZIGZAG.format(f'marker-{name}="url(#m)"')
    for name, attributes in {
        "shorthand": "", "size": 'markerWidth="9" markerHeight="9"', "reference": 'refX="4" refY="2"', "units": 'markerUnits="userSpaceOnUse"',
        "box": 'viewBox="0 0 4 4" refX="2" refY="2"', "visible": 'overflow="visible" refX="2" refY="2"', "aspect": 'viewBox="0 0 4 4" markerWidth="6" preserveAspectRatio="none"',
    }.items():  # fmt: skip
        yield (
            f"marker-with-{name}",
            ARROW.format(attributes) + ZIGZAG.format('style="marker:url(#m)"'),
        )
    for orient in ("45", "auto-start-reverse", "90deg", "wrong"):
        yield (
            f"marker-orient-{orient}",
            ARROW.replace('"auto"', f'"{orient}"').format('refX="2" refY="2"')
            + ZIGZAG.format('style="marker:url(#m)"'),
        )
    yield (
        "marker-on-curve",
        ARROW.format('refY="2"')
        + '<path d="M6 30C6 4 34 4 34 30" fill="none" stroke="#246" marker-end="url(#m)" marker-start="url(#m)"/>',
    )
    yield (
        "marker-on-arc",
        ARROW.format('refY="2"')
        + '<path d="M6 20A14 9 0 0 1 34 20L20 34" fill="none" stroke="#246" marker-mid="url(#m)"/>',
    )
    yield (
        "marker-on-line",
        ARROW.format('refY="2"')
        + '<line x1="6" y1="9" x2="30" y2="30" stroke="#246" marker-end="url(#m)"/>',
    )
    yield (
        "marker-on-polygon",
        ARROW.format('refY="2"')
        + '<polygon points="9 9 30 12 20 30" fill="none" stroke="#246" marker-mid="url(#m)"/>',
    )
    yield "marker-missing", ZIGZAG.format('marker-end="url(#none)"')
    yield (
        "context-fill",
        '<defs><rect id="a" width="12" height="12" fill="context-fill" stroke="context-stroke"/></defs><use href="#a" x="9" y="9" fill="#2a7" stroke="#d22"/>',
    )
    yield (
        "context-stroke-marker",
        '<marker id="m" refX="2" refY="2" orient="auto"><path d="M0 0 4 2 0 4z" fill="context-stroke"/></marker>'
        + ZIGZAG.format('marker-mid="url(#m)"'),
    )


PAINTING = dict(_painting())


def _servers() -> Iterator[tuple[str, str]]:
    filled = '<rect x="6" y="6" width="28" height="22" fill="url(#g)"/>'
    for name, attributes in {
        "": "", "vertical": 'x2="0" y2="1"', "percent": 'x1="20%" x2="70%"', "user": 'gradientUnits="userSpaceOnUse" x1="10" x2="30"',
        "reflect": 'x2=".2" spreadMethod="reflect"', "repeat": 'x2=".2" spreadMethod="repeat"', "transform": 'gradientTransform="rotate(30)"', "point": 'x1=".5" x2=".5"', "wrong-units": 'gradientUnits="wrong"', "wrong-transform": 'gradientTransform="turn(1)"',
    }.items():  # fmt: skip
        yield (
            f"linear-{name}",
            f'<linearGradient id="g" {attributes}>{STOPS}</linearGradient>{filled}',
        )
    for name, attributes in {
        "": "", "off": 'cx=".3" cy=".3" r=".4"', "focus": 'fx=".2" fy=".4"', "focus-radius": 'fr=".2"', "reflect": 'r=".2" spreadMethod="reflect"',
        "repeat": 'r=".2" spreadMethod="repeat"', "user": 'gradientUnits="userSpaceOnUse" cx="20" cy="16" r="12"', "transform": 'gradientTransform="scale(1 .5)"', "zero": 'r="0"',
    }.items():  # fmt: skip
        yield (
            f"radial-{name}",
            f'<radialGradient id="g" {attributes}>{STOPS}</radialGradient>{filled}',
        )
    yield (
        "stop-opacity",
        f'<linearGradient id="g"><stop stop-color="#d22"/><stop offset="1" stop-color="#22d" stop-opacity="0"/></linearGradient>{filled}',
    )
    yield (
        "stop-css",
        f'<style>stop{{stop-color:#2a7}}</style><linearGradient id="g"><stop/><stop offset="1" style="stop-color:#d22"/></linearGradient>{filled}',
    )
    yield (
        "stop-equal",
        f'<linearGradient id="g"><stop offset=".5" stop-color="#d22"/><stop offset=".5" stop-color="#22d"/></linearGradient>{filled}',
    )
    yield (
        "stop-first-twice",
        f'<linearGradient id="g"><stop stop-color="#000"/><stop stop-color="#d22"/><stop offset="1" stop-color="#22d"/></linearGradient>{filled}',
    )
    yield (
        "stop-descending",
        f'<linearGradient id="g"><stop offset=".6" stop-color="#d22"/><stop offset=".3" stop-color="#22d"/></linearGradient>{filled}',
    )
    yield "stop-one", f'<linearGradient id="g"><stop stop-color="#d22"/></linearGradient>{filled}'
    yield "stop-none", f'<linearGradient id="g"/>{filled}<circle r="9"/>'
    yield (
        "stop-hsl",
        f'<linearGradient id="g"><stop stop-color="hsl(20, 60%, 50%)"/><stop offset="1" stop-color="#fff"/></linearGradient>{filled}',
    )
    yield (
        "stop-wrong-offset",
        f'<linearGradient id="g"><stop offset="half" stop-color="#d22"/><stop offset="1" stop-color="#22d"/></linearGradient>{filled}',
    )
    yield (
        "href",
        f'<linearGradient id="h">{STOPS}</linearGradient><linearGradient id="g" href="#h" x2="0" y2="1"/>{filled}',
    )
    yield (
        "href-other-kind",
        f'<radialGradient id="h" cx=".1">{STOPS}</radialGradient><linearGradient id="g" href="#h"/>{filled}',
    )
    yield (
        "href-circle",
        f'<linearGradient id="h" href="#g">{STOPS}</linearGradient><linearGradient id="g" href="#h"/>{filled}',
    )
    yield "href-missing", f'<linearGradient id="g" href="#none">{STOPS}</linearGradient>{filled}'
    yield "fallback", '<rect x="6" y="6" width="28" height="22" fill="url(#none) #2a7"/>'
    yield (
        "fallback-none",
        '<rect x="6" y="6" width="28" height="22" fill="url(#none) none" stroke="#d22"/>',
    )
    yield (
        "fallback-no-area",
        f'<linearGradient id="g">{STOPS}</linearGradient><path d="M4 20H36" stroke="url(#g) #2a7" stroke-width="5"/>',
    )
    yield (
        "on-stroke",
        f'<linearGradient id="g">{STOPS}</linearGradient><circle cx="20" cy="20" r="12" fill="none" stroke="url(#g)" stroke-width="5"/>',
    )
    yield (
        "on-text",
        f'<linearGradient id="g">{STOPS}</linearGradient><text {FONT} x="3" y="25" font-size="14" fill="url(#g)">Owl</text>',
    )
    tile = '<circle cx="3" cy="3" r="2.5" fill="#d22"/>'
    for name, attributes in {
        "user": 'width="6" height="6" patternUnits="userSpaceOnUse"', "offset": 'x="2" y="3" width="6" height="6" patternUnits="userSpaceOnUse"', "box": 'width=".25" height=".3"',
        "view-box": 'width="6" height="6" viewBox="0 0 9 9" patternUnits="userSpaceOnUse"', "transform": 'width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(30)"',
        "zero": 'width="0" height="6" patternUnits="userSpaceOnUse"',
    }.items():  # fmt: skip
        yield (
            f"pattern-{name}",
            f'<pattern id="g" {attributes}>{tile}</pattern>{filled}<circle cx="36" cy="36" r="2"/>',
        )
    yield (
        "pattern-content-box",
        f'<pattern id="g" width=".25" height=".3" patternContentUnits="objectBoundingBox"><rect width=".12" height=".2" fill="#d22"/></pattern>{filled}',
    )
    yield (
        "pattern-href",
        f'<pattern id="h" width="6" height="6" patternUnits="userSpaceOnUse">{tile}</pattern><pattern id="g" href="#h" x="2"/>{filled}',
    )


PAINT_SERVERS = dict(_servers())
PAINT_SERVERS["pattern-origin"] = (
    '<pattern id="p" width="1" height="1" patternContentUnits="objectBoundingBox" patternTransform="scale(2)" '
    'transform-origin="center"><rect width=".5" height=".5" fill="#d22"/></pattern>'
    '<rect x="6" y="6" width="28" height="22" fill="url(#p)"/>'
)


def _masking() -> Iterator[tuple[str, str]]:
    for name, inside in {
        "circle": '<circle cx="18" cy="16" r="10"/>', "two": '<circle cx="14" cy="14" r="7"/><rect x="20" y="14" width="9" height="12"/>',
        "overlapping": '<circle cx="14" cy="14" r="7"/><circle cx="18" cy="18" r="7"/>', "rule": '<path clip-rule="evenodd" d="M6 6h24v20H6zM12 10h9v9h-9z"/>',
        "transform": '<rect x="10" y="6" width="14" height="14" transform="rotate(20)"/>', "use": '<use href="#u"/>', "text": f'<text {FONT} x="6" y="24" font-size="18">Owl</text>',
        "hidden": '<circle cx="18" cy="16" r="10" visibility="hidden"/>', "empty": "", "stroke-ignored": '<circle cx="18" cy="16" r="6" stroke="red" stroke-width="9"/>',
    }.items():  # fmt: skip
        yield (
            f"clip-{name}",
            f'<defs><circle id="u" cx="18" cy="16" r="9"/></defs><clipPath id="c">{inside}</clipPath><g clip-path="url(#c)">{BOX}</g><circle cx="36" cy="36" r="3"/>',
        )
    yield (
        "clip-box",
        f'<clipPath id="c" clipPathUnits="objectBoundingBox"><circle cx=".5" cy=".5" r=".4"/></clipPath><g clip-path="url(#c)">{BOX}</g>',
    )
    yield (
        "clip-of-clip",
        f'<clipPath id="d"><rect x="10" width="9" height="40"/></clipPath><clipPath id="c" clip-path="url(#d)"><circle cx="18" cy="16" r="10"/></clipPath><g clip-path="url(#c)">{BOX}</g>',
    )
    yield "clip-missing", f'<g clip-path="url(#none)">{BOX}</g>'
    yield (
        "clip-hidden-parts",
        '<clipPath id="c" clipPathUnits="objectBoundingBox"><circle cx=".5" cy=".5" r=".45"/></clipPath><g clip-path="url(#c)"><rect x="2" y="2" width="36" height="30" visibility="hidden"/><rect x="9" y="9" width="20" height="14"/></g>',
    )
    for name, attributes, inside in (
        ("luminance", "", '<rect width="40" height="40" fill="#888"/>'), ("alpha", 'mask-type="alpha"', '<circle cx="18" cy="16" r="9" fill-opacity=".5"/>'),
        ("colour", "", '<circle cx="18" cy="16" r="9" fill="#2f2"/>'), ("gradient", "", f'<linearGradient id="g">{STOPS}</linearGradient><rect width="40" height="40" fill="url(#g)"/>'),
        ("region", 'x="0" y="0" width=".5" height=".5"', '<rect width="40" height="40" fill="#fff"/>'), ("user", 'maskUnits="userSpaceOnUse" x="9" y="9" width="12" height="12"', '<rect width="40" height="40" fill="#fff"/>'),
        ("content-box", 'maskContentUnits="objectBoundingBox"', '<circle cx=".5" cy=".5" r=".4" fill="#fff"/>'), ("empty", "", ""),
    ):  # fmt: skip
        yield (
            f"mask-{name}",
            f'<mask id="k" {attributes}>{inside}</mask><g mask="url(#k)">{BOX}</g><circle cx="36" cy="36" r="3"/>',
        )
    yield (
        "mask-of-mask",
        f'<mask id="j"><rect x="9" width="9" height="40" fill="#fff"/></mask><mask id="k" mask="url(#j)"><rect width="40" height="40" fill="#fff"/></mask><g mask="url(#k)">{BOX}</g>',
    )
    yield (
        "mask-and-clip",
        f'<clipPath id="c"><circle cx="18" cy="16" r="10"/></clipPath><mask id="k"><path d="M0 0h40L0 40z" fill="#fff"/></mask><g mask="url(#k)" clip-path="url(#c)">{BOX}</g>',
    )


MASKING = dict(_masking())

MODES = (
    *(
        "multiply",
        "screen",
        "overlay",
        "darken",
        "lighten",
        "color-dodge",
        "color-burn",
        "hard-light",
    ),
    *(
        "soft-light",
        "difference",
        "exclusion",
        "hue",
        "saturation",
        "color",
        "luminosity",
        "normal",
    ),
)


def _compositing() -> Iterator[tuple[str, str]]:
    over = '<circle cx="26" cy="24" r="11" fill="#c63" style="mix-blend-mode:{}"/>'
    for mode in MODES:
        yield f"blend-{mode}", f'<rect width="40" height="40" fill="#eee"/>{BOX}{over.format(mode)}'
    yield (
        "blend-group",
        f'{BOX}<g style="mix-blend-mode:multiply"><circle cx="26" cy="24" r="9" fill="#c63"/><circle cx="20" cy="20" r="6" fill="#36c"/></g>',
    )
    yield "blend-isolated", f'{BOX}<g style="isolation:isolate">{over.format("multiply")}</g>'
    yield "blend-with-opacity", f'{BOX}<g opacity=".6">{over.format("multiply")}</g>'
    yield (
        "blend-attribute",
        f'{BOX}<circle cx="26" cy="24" r="11" fill="#c63" mix-blend-mode="multiply"/>',
    )
    yield "blend-without-ground", over.format("screen")
    yield "opacity-group", f'<g opacity=".5">{BOX}<circle cx="26" cy="24" r="11"/></g>'
    yield "opacity-nested", f'<g opacity=".5"><g opacity=".5">{BOX}</g></g>'
    yield "opacity-zero", f'<g opacity="0"><circle r="30"/></g>{BOX}'
    yield "opacity-percent", f'<g opacity="40%">{BOX}</g>'


COMPOSITING = dict(_compositing())


def _filters() -> Iterator[tuple[str, str]]:
    for name, inside in {
        "blur": '<feGaussianBlur stdDeviation="2"/>', "blur-one-way": '<feGaussianBlur stdDeviation="3 0"/>', "offset": '<feOffset dx="3" dy="4"/>', "flood": '<feFlood flood-color="#d22" flood-opacity=".5"/>',
        "shadow": '<feDropShadow dx="2" dy="2" stdDeviation="1"/>', "matrix": '<feColorMatrix type="saturate" values="0"/>', "hue": '<feColorMatrix type="hueRotate" values="90"/>',
        "merge": '<feOffset dx="4" result="a"/><feMerge><feMergeNode in="a"/><feMergeNode in="SourceGraphic"/></feMerge>', "composite": '<feFlood flood-color="#d22"/><feComposite in2="SourceAlpha" operator="in"/>',
        "blend": '<feFlood flood-color="#d22"/><feBlend in2="SourceGraphic" mode="multiply"/>', "morphology": '<feMorphology radius="1.5"/>', "transfer": '<feComponentTransfer><feFuncG type="linear" slope=".2"/></feComponentTransfer>',
    }.items():  # fmt: skip
        yield (
            name,
            f'<filter id="f">{inside}</filter><g filter="url(#f)"><circle cx="20" cy="20" r="11" {GREEN}/></g>',
        )
    yield "function", f'<g style="filter:blur(1.5px)"><circle cx="20" cy="20" r="9" {GREEN}/></g>'
    yield (
        "region",
        f'<filter id="f" filterUnits="userSpaceOnUse" x="8" y="8" width="16" height="16"><feGaussianBlur stdDeviation="1"/></filter><g filter="url(#f)">{BOX}</g>',
    )
    yield (
        "on-nothing",
        '<filter id="f" filterUnits="userSpaceOnUse" x="8" y="8" width="16" height="16"><feFlood flood-color="#2a7"/></filter><g filter="url(#f)"/>',
    )
    yield (
        "on-a-line",
        f'<filter id="f"><feGaussianBlur stdDeviation="1"/></filter><path d="M4 9H36" stroke="#d22" stroke-width="5" filter="url(#f)"/>{BOX}',
    )
    yield "missing", f'<g filter="url(#none)"><circle r="30"/></g>{BOX}'
    yield (
        "with-mask",
        f'<filter id="f"><feGaussianBlur stdDeviation="1"/></filter><mask id="k"><circle cx="20" cy="18" r="9" fill="#fff"/></mask><g filter="url(#f)" mask="url(#k)">{BOX}</g>',
    )


FILTERS = dict(_filters())

CHAPTERS = {
    "structure": STRUCTURE,
    "styling": STYLING,
    "coordinates": COORDINATES,
    "paths": PATHS,
    "shapes": SHAPES,
    "text": TEXT,
    "embedded": EMBEDDED_CONTENT,
    "painting": PAINTING,
    "servers": PAINT_SERVERS,
    "masking": MASKING,
    "compositing": COMPOSITING,
    "filters": FILTERS,
}
"""The drawings of each chapter by their features."""
