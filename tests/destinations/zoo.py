"""A game with a component of each kind that is exported; each side has a colour of its own."""

from pathlib import Path

from tests.make import svg, write

GAME = """\
title: Zoo
players: 2-4
language: de
components:
  beast:
    kind: deck
    size: 20 x 30 mm
    columns: {back: text, fur: text}
    face: beast.svg
    back: back.svg
    rows: beast.csv
  lone: {kind: deck, size: 20 x 30 mm, face: back.svg, rows: [{id: lone, fur: "", back: "#00ff80"}],
    columns: {fur: text, back: text}}
  coin: {kind: token, size: 16 x 16 mm, cut: outline, face: coin.svg, back: coin-back.svg,
    rows: [{id: coin, qty: 3}]}
  star: {kind: token, size: 16 x 16 mm, cut: outline, face: star.svg, rows: [{id: star}]}
  keeper: {kind: standee, size: 10 x 20 mm, base: 5 mm, face: keeper.svg, rows: [{id: keeper}]}
  luck: {kind: die, size: 12 x 12 mm, columns: {fur: text}, face: side.svg, rows: luck.csv}
  map: {kind: board, size: 60 x 40 mm, board: map.yaml, face: map.svg}
  wheel: {kind: spinner, size: 60 x 60 mm, columns: {weight: int}, face: wheel.svg,
    arrow: arrow.svg, arrow-size: 40 x 10 mm, rows: [{id: a, weight: 1}, {id: b, weight: 1}]}
"""

COLOURS = {
    "ape": ("#ff0000", "#000010"),
    "bee": ("#00ff00", "#000010"),
    "cat": ("#0000ff", "#000080"),
}
COPIES = {"ape": 2, "bee": 1, "cat": 3}

ROWS = "id,qty,fur,back\n" + "".join(
    f"{name},{COPIES[name]},{fur},{back}\n" for name, (fur, back) in COLOURS.items()
)

DIE = {
    "front": "#100000",
    "top": "#200000",
    "right": "#300000",
    "left": "#400000",
    "bottom": "#500000",
    "back": "#600000",
}

MAP = """\
kinds: [field]
starts: [gate]
spaces:
  - {id: gate, kind: field, x: 30, y: 20}
  - {id: pond, kind: field, x: 60, y: 0}
links: [{from: gate, to: pond}]
"""


def filled(size: tuple[float, float], fill: str, more: str = "") -> str:
    """A template of one colour, its bleed included."""
    width, height = size
    bleed = f'x="-4" y="-4" width="{width + 8:g}" height="{height + 8:g}"'
    paint = f'pnp:fill="{{{{ {fill} }}}}"' if "." in fill else f'fill="{fill}"'
    return svg(f"<rect {bleed} {paint}/>{more}", size)


RING = '<circle cx="8" cy="8" r="8" fill="none" pnp:role="cut"/>'
STAR = '<path d="M8 0 16 16H0z" fill="none" pnp:role="cut"/>'
FEET = '<rect y="25" width="10" height="25" fill="#aa0000"/>'


def zoo(root: Path) -> Path:
    """Write the project into a folder, and return it."""
    templates = {
        "beast": filled((20, 30), "card.fur"),
        "back": filled((20, 30), "card.back"),
        "coin": filled((16, 16), "#00aaaa", RING),
        "coin-back": filled((16, 16), "#00bbbb"),
        "star": filled((16, 16), "#00cccc", STAR),
        "keeper": filled((10, 50), "#0000aa", FEET),
        "side": filled((12, 12), "card.fur"),
        "map": filled((60, 40), "#888800"),
        "wheel": filled((60, 60), "#008800"),
        "arrow": filled((40, 10), "#880000"),
    }
    return write(
        root,
        {
            "card_data/zoo/game.yaml": GAME,
            "card_data/zoo/beast.csv": ROWS,
            "card_data/zoo/luck.csv": "id,fur\n" + "".join(f"{k},{v}\n" for k, v in DIE.items()),
            "card_data/zoo/map.yaml": MAP,
            **{f"templates/{name}.svg": text for name, text in templates.items()},
        },
    )
