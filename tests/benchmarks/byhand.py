"""The standard deck drawn by hand with reportlab: what pnp is held against, each a program.

    python tests/benchmarks/byhand.py canvas PROJECT cards.pdf
    python tests/benchmarks/byhand.py forms PROJECT cards.pdf

``canvas`` draws every card by canvas calls, the way a script for one game does it. ``forms`` puts
what all cards share into a form that is drawn once; reportlab's forms have no gradients, so its
frame has one colour. Neither has bleed, marks, rules, a proof or an overview.
"""

import csv
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from deck import BOX, FRAME, INK, PANEL, PAPER, RED, picture, rows_file
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

FONTS = Path(__file__).resolve().parents[2] / "fonts" / "alegreya-sans"
SIZE, LEADING = 3.2 * mm, 3.9
MOON = 3.2
"""The icon's width in millimetres, with room."""


def main() -> None:
    """Draw the cards of a project, nine to a page."""
    program, project, path = sys.argv[1:]
    registerFont(TTFont("Body", str(FONTS / "AlegreyaSans-Regular.ttf")))
    registerFont(TTFont("Bold", str(FONTS / "AlegreyaSans-Bold.ttf")))
    canvas = Canvas(path, pageCompression=1)
    forms = program == "forms"
    if forms:
        canvas.beginForm("ground", -9, -260, 200, 20)
        draw_ground(canvas, gradient=False)
        canvas.endForm()
    with rows_file(Path(project)).open(newline="", encoding="utf-8") as file:
        for number, row in enumerate(csv.DictReader(file)):
            if number and number % 9 == 0:
                canvas.showPage()
            draw_card(canvas, row, number % 9, forms=forms)
    canvas.save()


def draw_card(canvas: Canvas, row: dict[str, str], place: int, *, forms: bool) -> None:
    canvas.saveState()
    canvas.translate((place % 3 * 66 + 10) * mm, (287 - place // 3 * 92) * mm)
    if forms:
        canvas.doForm("ground")
    else:
        draw_ground(canvas, gradient=True)
    draw_words(canvas, row)
    canvas.restoreState()


def draw_ground(canvas: Canvas, *, gradient: bool) -> None:
    """Draw what all cards share: frame, panels and picture."""
    if gradient:
        canvas.saveState()
        frame = canvas.beginPath()
        frame.rect(0, -88 * mm, 63 * mm, 88 * mm)
        canvas.clipPath(frame, stroke=0, fill=0)
        canvas.linearGradient(0, 0, 0, -88 * mm, [HexColor(each) for each in FRAME])
        canvas.restoreState()
    else:
        fill(canvas, FRAME[0])
        canvas.rect(0, -88 * mm, 63 * mm, 88 * mm, fill=1, stroke=0)
    fill(canvas, PAPER)
    canvas.roundRect(4 * mm, -84 * mm, 55 * mm, 80 * mm, 2 * mm, fill=1, stroke=0)
    for kind, colour, points in picture():
        fill(canvas, colour)
        path = canvas.beginPath()
        path.moveTo(points[0][0] * mm, -points[0][1] * mm)
        if kind == "polygon":
            for x, y in points[1:]:
                path.lineTo(x * mm, -y * mm)
        else:
            path.curveTo(*(c for x, y in points[1:] for c in (x * mm, -y * mm)))
        path.close()
        canvas.drawPath(path, fill=1, stroke=0)
    fill(canvas, PANEL)
    canvas.rect(5 * mm, -79 * mm, 53 * mm, 28 * mm, fill=1, stroke=0)


def draw_words(canvas: Canvas, row: dict[str, str]) -> None:
    """Draw what differs from card to card."""
    fill(canvas, RED)
    canvas.circle(54 * mm, -10 * mm, 4 * mm, fill=1, stroke=0)
    fill(canvas, "#ffffff")
    canvas.setFont("Body", 5 * mm)
    canvas.drawCentredString(54 * mm, -11.7 * mm, row["cost"])
    fill(canvas, INK)
    canvas.setFont("Bold", 5 * mm)
    canvas.drawString(6 * mm, -11 * mm, row["name"])
    canvas.setFont("Body", 4 * mm)
    canvas.drawRightString(57 * mm, -83 * mm, row["points"])
    left, top, width, _ = BOX
    for number, line in enumerate(lines(row["rules"], width * mm)):
        draw_line(canvas, line, left * mm, -(top + 3 + number * LEADING) * mm)


def draw_line(canvas: Canvas, words: list[str], x: float, y: float) -> None:
    """Draw the words of a line: bold ones in stars, the icon, and plain ones."""
    for word in words:
        if word.startswith(":moon:"):
            draw_moon(canvas, x, y)
        else:
            canvas.setFont(face(word), SIZE)
            canvas.drawString(x, y, word.replace("**", ""))
        x += advance(word)


def lines(text: str, width: float) -> Iterator[list[str]]:
    """Yield the words of each line, as many as fit."""
    line: list[str] = []
    used = 0.0
    for word in re.split(" +", text):
        if line and used + advance(word) > width:
            yield line
            line, used = [], 0.0
        line.append(word)
        used += advance(word)
    yield line


def advance(word: str) -> float:
    """Return the width of a word with the space after it, in points."""
    if word.startswith(":moon:"):
        return MOON * mm
    return stringWidth(word.replace("**", "") + " ", face(word), SIZE)


def face(word: str) -> str:
    return "Bold" if word.startswith("**") else "Body"


def draw_moon(canvas: Canvas, x: float, y: float) -> None:
    """Draw the icon on a baseline, as high as a capital letter."""
    canvas.saveState()
    canvas.translate(x, y + 2.2 * mm)
    canvas.scale(0.6 * mm, -0.6 * mm)
    moon = canvas.beginPath()
    moon.moveTo(1.5, 0.3)
    moon.curveTo(0.2, 0.6, -0.2, 2.6, 1, 3.4)
    moon.curveTo(1.9, 4, 3, 3.6, 3.4, 2.8)
    moon.curveTo(2.2, 3, 1.1, 1.9, 1.5, 0.3)
    moon.close()
    canvas.drawPath(moon, fill=1, stroke=0)
    canvas.restoreState()


def fill(canvas: Canvas, colour: str) -> None:
    canvas.setFillColor(HexColor(colour))


if __name__ == "__main__":
    main()
