"""The standard deck: a project on disk, and the same rows and shapes for those who draw by hand.

A card is 63 x 88 mm: a frame with a gradient, a title, a picture of 30 shapes, about 33 words of
rich text with a bold word and an icon in a line, and two numbers. No two cards have the same texts.
"""

import csv
import math
import random
from pathlib import Path

WIDTH, HEIGHT, BLEED = 63.0, 88.0, 3.0
FRAME = ("#5b3f8c", "#2b2140")
"""The colours of the frame's gradient, from top to bottom."""

PAPER, INK, PANEL, RED = "#efe4c8", "#1a1420", "#fffaf0", "#7a1f1f"
PICTURE = (6.0, 15.0, 51.0, 33.0)
"""Left, top, width and height of the picture's sky in millimetres."""

BOX = (6.0, 53.0, 51.0, 24.0)
"""Left, top, width and height of the rules text."""

MOON = "M1.5 .3C.2 .6-.2 2.6 1 3.4 1.9 4 3 3.6 3.4 2.8 2.2 3 1.1 1.9 1.5 .3z"
"""The icon: the same curves as those that ``byhand`` draws."""

WORDS = (
    *("draw", "a", "card", "then", "move", "your", "lord", "to", "any", "grave", "in", "this"),
    *("row", "or", "column", "and", "look", "at", "it", "in", "secret", "before", "the", "next"),
    *("player", "may", "claim", "the", "ghost", "that", "waits", "under", "the", "old", "stone"),
    *("by", "the", "gate"),
)

GAME = """
title: Standard deck
designer: Nobody
players: 2
components:
  cards:
    kind: deck
    size: 63 x 88 mm
    columns: {name: text, cost: int, points: int, rules: text}
    rows: cards.csv
    face: deck/card.svg
"""

Shape = tuple[str, str, list[tuple[float, float]]]
"""Kind (``polygon``, or ``curve``: one Bézier curve, closed), colour, points in millimetres."""


def write_project(folder: Path, cards: int, copies: int = 1) -> None:
    """Write the deck as a project: ``card_data/deck`` and ``templates`` in a folder."""
    data, icons = folder / "card_data" / "deck", folder / "templates" / "deck" / "icons"
    data.mkdir(parents=True)
    icons.mkdir(parents=True)
    (data / "game.yaml").write_text(GAME, encoding="utf-8")
    (icons.parent / "card.svg").write_text(template(), encoding="utf-8")
    moon = f'<svg xmlns="http://www.w3.org/2000/svg" width="4mm" height="4mm" viewBox="0 0 4 4">\
<path fill="currentColor" d="{MOON}"/></svg>'
    (icons / "moon.svg").write_text(moon, encoding="utf-8")
    with rows_file(folder).open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, ["id", "qty", "name", "cost", "points", "rules"])
        writer.writeheader()
        writer.writerows({**row, "qty": copies} for row in rows(cards))


def rows_file(folder: Path) -> Path:
    return folder / "card_data" / "deck" / "cards.csv"


def rows(cards: int) -> list[dict[str, str]]:
    """Return rows that differ in every text."""
    chance = random.Random(1)
    return [
        {
            "id": f"card-{number}",
            "name": f"Guest number {number}",
            "cost": str(chance.randint(0, 9)),
            "points": str(chance.randint(10, 99)),
            "rules": rules(number, chance),
        }
        for number in range(cards)
    ]


def rules(number: int, chance: random.Random) -> str:
    """Return 33 words: ``Turn 7: draw **lord** a :moon: card …``."""
    words = chance.choices(WORDS, k=31)
    words[chance.randrange(10)] = f"**{chance.choice(WORDS)}**"
    words[chance.randrange(10, 31)] = ":moon:"
    return f"Turn {number}: {' '.join(words)}."


def picture() -> list[Shape]:
    """Return the 30 shapes that every card shares."""
    left, top, width, height = PICTURE
    chance = random.Random(2)
    corners = [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]
    shapes: list[Shape] = [("polygon", "#c9b8e8", corners)]
    for _ in range(17):
        x, y = chance.uniform(left + 3, left + width - 3), chance.uniform(top + 3, top + 22)
        r = chance.uniform(0.6, 3)
        points = [around(x, y, r * chance.uniform(0.5, 1), turn / 14) for turn in range(14)]
        shapes.append(("polygon", chance.choice(["#f2b134", "#5b4a8a", "#8fb339"]), points))
    for number in range(12):
        x, low = left + 1 + number * 4.0, top + height
        curve = [(x, low), (x + 1, low - 9 - number % 5), (x + 3, low - 8), (x + 4, low)]
        shapes.append(("curve", "#101820", curve))
    return shapes


def around(x: float, y: float, r: float, turn: float) -> tuple[float, float]:
    """Return a point on a circle, a share of a turn away from its rightmost one."""
    return x + r * math.cos(turn * math.tau), y + r * math.sin(turn * math.tau)


def template() -> str:
    """Return the SVG template of a card."""
    drawn = "\n".join(map(svg_shape, picture()))
    left, top, width, height = BOX
    font = "font-family:'Alegreya Sans'"
    return f"""<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp:template"
 width="63mm" height="88mm" viewBox="0 0 63 88" pnp:sample="cards/card-0">
<defs>
 <linearGradient id="frame" x1="0" y1="0" x2="0" y2="1">
  <stop offset="0" stop-color="{FRAME[0]}"/><stop offset="1" stop-color="{FRAME[1]}"/>
 </linearGradient>
 <rect id="box" x="{left}" y="{top}" width="{width}" height="{height}"/>
</defs>
<rect x="-3" y="-3" width="69" height="94" fill="url(#frame)"/>
<rect x="4" y="4" width="55" height="80" rx="2" fill="{PAPER}"/>
<g id="picture">
{drawn}
</g>
<text x="6" y="11" fill="{INK}" style="{font};font-weight:700;font-size:5px"
 pnp:text="{{{{ card.name }}}}">Guest number 0</text>
<circle cx="54" cy="10" r="4" fill="{RED}"/>
<text x="54" y="11.7" fill="#ffffff" style="{font};font-size:5px;text-anchor:middle"
 pnp:text="{{{{ card.cost }}}}">2</text>
<rect x="5" y="51" width="53" height="28" fill="{PANEL}"/>
<text fill="{INK}" style="{font};font-size:3.2px;shape-inside:url(#box)"
 pnp:text="{{{{ card.rules }}}}">Turn 0: draw a card</text>
<text x="57" y="83" fill="{INK}" style="{font};font-size:4px;text-anchor:end"
 pnp:text="{{{{ card.points }}}}">18</text>
</svg>"""


def svg_shape(shape: Shape) -> str:
    kind, colour, points = shape
    numbers = " ".join(f"{x:.2f},{y:.2f}" for x, y in points)
    if kind == "polygon":
        return f'<polygon fill="{colour}" points="{numbers}"/>'
    first, _, rest = numbers.partition(" ")
    return f'<path fill="{colour}" d="M{first}C{rest}Z"/>'
