"""How long a different card takes, and how that compares with drawing it by hand.

    python tests/benchmarks/cards.py            # 54, 540 and 5400 cards
    python tests/benchmarks/cards.py --quick    # 54 and 540

Every card has a picture of 76 elements, a name, numbers and a rules text of its own that is
wrapped. Three programs draw them, each in a process of its own so that memory can be told apart:

    pnp      CSV and SVG template to PDF, the way a user's deck goes, without the proof
    canvas   hand-written reportlab canvas calls for every card
    forms    the same, with the shared picture in one form (which loses gradients and opacity)

Seconds are of the processor, so that other programs count little. Still only ratios within one run
mean anything: machines differ, and so does their mood.
"""

import argparse
import csv
import json
import math
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PAPER = "a4"
WORDS = """
draw a card then move your lord to any grave in this row or column and look at it in secret
before the next player may claim the ghost that waits under the old stone by the gate
"""


def main() -> None:
    """Print a table of milliseconds per card, memory and file size for each program."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="leave out the run with 5400 cards")
    parser.add_argument("--one", nargs=2, metavar=("PROGRAM", "CARDS"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        program, cards = asked.one
        print(json.dumps(measure(PROGRAMS[program], int(cards))))
        return
    sizes = (54, 540) if asked.quick else (54, 540, 5400)
    runs = [best_of_all(size) for size in sizes]
    report(sizes, {name: [run[name] for run in runs] for name in PROGRAMS})


def report(sizes: tuple[int, ...], runs: dict[str, list[dict[str, float]]]) -> None:
    """Print the table, and the marginal cost of a card between the two largest runs."""
    print(f"{'':8}{'cards':>7}{'seconds':>10}{'ms a card':>11}{'peak MB':>9}{'file KB':>9}")
    for name, results in runs.items():
        for size, run in zip(sizes, results, strict=True):
            each = run["seconds"] / size * 1000
            print(
                f"{name:8}{size:7}{run['seconds']:10.3f}{each:11.3f}"
                f"{run['peak_mb']:9.0f}{run['file_kb']:9.0f}"
            )
    cost = {name: marginal(sizes, results) for name, results in runs.items()}
    print("\nmarginal ms a card: " + ", ".join(f"{name} {ms:.3f}" for name, ms in cost.items()))
    for name in ("canvas", "forms"):
        print(f"pnp is {cost[name] / cost['pnp']:.1f} times as fast as {name}")


def marginal(sizes: tuple[int, ...], results: list[dict[str, float]]) -> float:
    """Return the milliseconds that one more card takes."""
    more = results[-1]["seconds"] - results[-2]["seconds"]
    return more / (sizes[-1] - sizes[-2]) * 1000


def best_of_all(cards: int) -> dict[str, dict[str, float]]:
    """Return each program's best measurement; they take turns, each time in a fresh process."""
    rounds = 3 if cards <= 540 else 2
    found = [{name: in_own_process(name, cards) for name in PROGRAMS} for _ in range(rounds)]
    return {
        name: min((run[name] for run in found), key=lambda run: run["seconds"]) for name in PROGRAMS
    }


def in_own_process(program: str, cards: int) -> dict[str, float]:
    """Return one measurement."""
    command = [sys.executable, __file__, "--one", program, str(cards)]
    measured: dict[str, float] = json.loads(subprocess.check_output(command))
    return measured


def measure(draw, cards: int) -> dict[str, float]:
    """Return seconds, peak memory and file size of one program drawing a number of cards."""
    rows = deck(cards)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        prepared = draw(folder, rows)
        start = time.process_time()
        pdf = prepared()
        seconds = time.process_time() - start
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        return {"seconds": seconds, "peak_mb": peak, "file_kb": pdf.stat().st_size / 1024}


def deck(cards: int) -> list[dict[str, str]]:
    """Return rows that differ in every text."""
    chance = random.Random(1)
    return [
        {
            "id": f"card-{number}",
            "name": f"Guest number {number}",
            "shots": str(chance.randint(1, 6)),
            "cost": str(chance.randint(0, 9)),
            "rules": f"Turn {number}: " + " ".join(chance.choices(WORDS.split(), k=34)) + ".",
        }
        for number in range(cards)
    ]


def picture() -> list[tuple[str, str, list[tuple[float, float]]]]:
    """Return the elements every card shares: kind, colour, points in millimetres."""
    chance = random.Random(2)
    shapes = [("polygon", "#efe4c8", [(-3, -3), (66, -3), (66, 91), (-3, 91)])]
    shapes += [("polygon", "#2b2140", [(4, 12), (59, 12), (59, 48), (4, 48)])]
    for _ in range(40):
        x, y, r = chance.uniform(6, 57), chance.uniform(14, 44), chance.uniform(0.6, 3)
        points = [round_the(x, y, r * chance.uniform(0.5, 1), turn / 14) for turn in range(14)]
        shapes.append(("polygon", chance.choice(["#f2b134", "#5b4a8a", "#8fb339"]), points))
    for number in range(20):
        x = 6 + number * 2.6
        curve = [(x, 47), (x + 1, 40 - number % 5), (x + 2, 40), (x + 2.4, 47)]
        shapes.append(("curve", "#101820", curve))
    return shapes


def round_the(x: float, y: float, r: float, turn: float) -> tuple[float, float]:
    """Return a point on a circle, a share of a turn away from its rightmost one."""
    return x + r * math.cos(turn * math.tau), y + r * math.sin(turn * math.tau)


def with_pnp(folder: Path, rows: list[dict[str, str]]):
    """Return what runs the program's own flow on a small project in a folder."""
    from pnp.base.units import parse_paper
    from pnp.data.load import load_game
    from pnp.data.project import Project
    from pnp.export.pdf.file import Info
    from pnp.export.pdf.writer import write_pdf
    from pnp.geometry.plane import Sides
    from pnp.imposition.sheet import Backs, Layout, pages
    from pnp.kinds.catalog import KINDS
    from pnp.kit import Options, gc_paused, lay_out

    data, templates = folder / "card_data" / "bench", folder / "templates"
    data.mkdir(parents=True)
    templates.mkdir()
    (templates / "card.svg").write_text(template(), encoding="utf-8")
    (data / "game.yaml").write_text(GAME, encoding="utf-8")
    with (data / "cards.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    layout = Layout(parse_paper(PAPER), PAPER, Sides.all(5), Backs.NONE)

    @gc_paused()
    def run() -> Path:
        game = load_game(data, Project(folder), KINDS)
        kit = lay_out(game, Options(layout), lambda step: None)
        path = folder / "cards.pdf"
        write_pdf(pages(kit.sheets, False), path, kit.templates.book, Info("Bench"))
        return path

    return run


GAME = """
title: Bench
designer: Nobody
players: 2
components:
  cards:
    kind: deck
    size: 63 x 88 mm
    columns: {name: text, shots: int, cost: int, rules: text}
    rows: cards.csv
    face: card.svg
"""


def template() -> str:
    """Return the SVG template: the shared picture, and five elements that take data."""
    drawn = "\n".join(svg_shape(*shape) for shape in picture())
    return f"""<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp:template"
     width="63mm" height="88mm" viewBox="0 0 63 88">
<g id="picture">{drawn}</g>
<text x="5" y="9" font-family="Alegreya Sans" font-weight="700" font-size="5"
      pnp:text="{{{{ card.name }}}}">Name</text>
<circle cx="56" cy="7" r="4" fill="#7a1f1f"/>
<text x="56" y="8.8" font-family="Alegreya Sans" font-size="5" fill="#fff" text-anchor="middle"
      pnp:text="{{{{ card.cost }}}}">4</text>
<g pnp:for="i in range(card.shots)"><circle cx="8" cy="53" r="1.6" fill="#c33"
   pnp:transform="translate({{{{ 5 * i }}}} 0)"/></g>
<rect id="box" x="5" y="58" width="53" height="24" fill="#fffaf0"/>
<text font-family="Alegreya Sans" font-size="3.2" style="shape-inside:url(#box)"
      pnp:text="{{{{ card.rules }}}}">Rules</text>
</svg>"""


def svg_shape(kind: str, colour: str, points: list[tuple[float, float]]) -> str:
    """Return an element of the picture as SVG."""
    numbers = " ".join(f"{x:.2f},{y:.2f}" for x, y in points)
    if kind == "polygon":
        return f'<polygon fill="{colour}" points="{numbers}"/>'
    first, *rest = numbers.split(" ")
    return f'<path fill="{colour}" d="M{first}C{" ".join(rest)}Z"/>'


def with_canvas(folder: Path, rows: list[dict[str, str]], *, forms: bool = False):
    """Return what draws the same cards by canvas calls, nine to a page."""
    from reportlab.lib.units import mm
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    fonts = Path(__file__).resolve().parents[2] / "fonts" / "alegreya-sans"
    shapes = picture()

    def run() -> Path:
        path = folder / "cards.pdf"
        canvas = Canvas(str(path), pageCompression=1)
        pdfmetrics.registerFont(TTFont("Body", str(next(fonts.glob("*Regular.ttf")))))
        pdfmetrics.registerFont(TTFont("Bold", str(next(fonts.glob("*-Bold.ttf")))))
        if forms:
            canvas.beginForm("picture", -9, -260, 200, 20)
            draw_picture(canvas, shapes, mm)
            canvas.endForm()
        for number, row in enumerate(rows):
            if number and number % 9 == 0:
                canvas.showPage()
            canvas.saveState()
            canvas.translate(number % 3 * 66 * mm + 10 * mm, (287 - number % 9 // 3 * 92) * mm)
            if forms:
                canvas.doForm("picture")
            else:
                draw_picture(canvas, shapes, mm)
            draw_words(canvas, row, mm)
            canvas.restoreState()
        canvas.save()
        return path

    return run


def draw_picture(canvas, shapes, mm: float) -> None:
    """Draw the shared picture by canvas calls."""
    from reportlab.lib.colors import HexColor

    for kind, colour, points in shapes:
        canvas.setFillColor(HexColor(colour))
        path = canvas.beginPath()
        path.moveTo(points[0][0] * mm, -points[0][1] * mm)
        if kind == "polygon":
            for x, y in points[1:]:
                path.lineTo(x * mm, -y * mm)
        else:
            path.curveTo(*(c for x, y in points[1:] for c in (x * mm, -y * mm)))
        path.close()
        canvas.drawPath(path, fill=1, stroke=0)


def draw_words(canvas, row: dict[str, str], mm: float) -> None:
    """Draw what differs from card to card by canvas calls."""
    from reportlab.lib.colors import HexColor
    from reportlab.lib.utils import simpleSplit

    canvas.setFillColor(HexColor("#000000"))
    canvas.setFont("Bold", 5 * mm)
    canvas.drawString(5 * mm, -9 * mm, row["name"])
    canvas.setFillColor(HexColor("#7a1f1f"))
    canvas.circle(56 * mm, -7 * mm, 4 * mm, fill=1, stroke=0)
    canvas.setFillColor(HexColor("#ffffff"))
    canvas.setFont("Body", 5 * mm)
    canvas.drawCentredString(56 * mm, -8.8 * mm, row["cost"])
    canvas.setFillColor(HexColor("#cc3333"))
    for number in range(int(row["shots"])):
        canvas.circle((8 + 5 * number) * mm, -53 * mm, 1.6 * mm, fill=1, stroke=0)
    canvas.setFillColor(HexColor("#fffaf0"))
    canvas.rect(5 * mm, -82 * mm, 53 * mm, 24 * mm, fill=1, stroke=0)
    canvas.setFillColor(HexColor("#000000"))
    canvas.setFont("Body", 3.2 * mm)
    for line, words in enumerate(simpleSplit(row["rules"], "Body", 3.2 * mm, 53 * mm)):
        canvas.drawString(5 * mm, -(61 + line * 3.9) * mm, words)


PROGRAMS = {
    "pnp": with_pnp,
    "canvas": with_canvas,
    "forms": lambda folder, rows: with_canvas(folder, rows, forms=True),
}

if __name__ == "__main__":
    main()
