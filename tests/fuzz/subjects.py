"""What is damaged: one file of a small game, in each of the formats that are read."""

import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import PIL.Image

from tests.conftest import ROOT
from tests.data.workbooks import write_ods, write_xlsx
from tests.fuzz import formats

CORPUS = Path(__file__).parent / "corpus"

Files = Mapping[str, bytes]

DATA = (
    *("check", "check --json", "check --format sarif", "games", "games --json", "count --json"),
    *("count --by name", "count --odds 2", "count --hands --json", "build {}", "build {}"),
)

DRAWN = (
    *("build {}", "build {}", "build {} --ink low --backs gutterfold", "check --json"),
    *("build {} --format png --dpi 72", "show {}/card -o output/x.pdf", "build {} --bleed butt"),
    "show {}/card -o output/x.png --both --dpi 50",
)

RULES = (
    *("check", "check", "check --json", "check --format sarif", "check --explain R-02"),
    *("check --explain R-04 --json", "check --only R-0*"),
)


@dataclass(frozen=True)
class Subject:
    """A game with one file that is damaged; ``files`` are those that the corpus has otherwise."""

    game: str
    target: str
    damage: Callable[[Random, bytes], bytes]
    commands: tuple[str, ...]
    files: Files = field(default_factory=dict)


def subjects() -> Mapping[str, tuple[Subject, ...]]:
    """Return the subjects by format."""
    kinds = "card_data/kinds/"
    return {
        "yaml": (
            Subject("kinds", f"{kinds}game.yaml", formats.damaged_yaml, DATA),
            Subject("kinds", f"{kinds}board.yaml", formats.damaged_yaml, DATA),
            Subject("table", "card_data/table/game.yaml", formats.damaged_yaml, DATA),
        ),
        "csv": (Subject("table", "card_data/table/rows.csv", formats.damaged_csv, DATA),),
        "json": (_table("rows.json", formats.damaged_json),),
        "rows": (_table("rows.yaml", formats.damaged_yaml),),
        "xlsx": (_table("rows.xlsx", formats.damaged_book, _books()["rows.xlsx"]),),
        "ods": (_table("rows.ods", formats.damaged_book, _books()["rows.ods"]),),
        "svg": tuple(_drawing(name) for name in ("shapes", "paint", "text", "filter", "image")),
        "picture": tuple(
            _drawing("image", "templates/picture.png", formats.damaged_picture, data)
            for data in _pictures()
        ),
        "font": tuple(
            _drawing("font", f"fonts/{path.name}", formats.damaged_font, path.read_bytes())
            for path in _fonts()
        ),
        "rulebook": (
            Subject("rules", "card_data/rules/rulebook.yaml", formats.damaged_rulebook, RULES),
        ),
    }


def corpus() -> dict[str, bytes]:
    """Return every file of the corpus, and an image that its drawings show."""
    paths = (path for path in sorted(CORPUS.rglob("*")) if path.is_file())
    files = {path.relative_to(CORPUS).as_posix(): path.read_bytes() for path in paths}
    return files | {"templates/picture.png": next(_pictures())}


def _table(
    name: str, damage: Callable[[Random, bytes], bytes], data: bytes | None = None
) -> Subject:
    game = "card_data/table/game.yaml"
    told = (CORPUS / game).read_bytes().replace(b"rows.csv", name.encode())
    files = {game: told} if data is None else {game: told, f"card_data/table/{name}": data}
    return Subject("table", f"card_data/table/{name}", damage, DATA, files)


def _drawing(
    name: str,
    target: str = "",
    damage: Callable[[Random, bytes], bytes] = formats.damaged_xml,
    data: bytes = b"",
) -> Subject:
    game = "card_data/drawing/game.yaml"
    told = (CORPUS / game).read_bytes().replace(b"shapes.svg", f"{name}.svg".encode())
    files = {game: told, target: data} if target else {game: told}
    return Subject("drawing", target or f"templates/{name}.svg", damage, DRAWN, files)


def _books() -> Files:
    rows = (
        ("id", "qty", "name", "colour", "points", "weight", "odd"),
        ("one", 2, "One", "red", 1, 1.5, True),
        ("two", 1, "Two", "night", -2, None, False),
    )
    with TemporaryDirectory() as folder:
        paths = (
            write_xlsx(Path(folder, "rows.xlsx"), rows),
            write_ods(Path(folder, "rows.ods"), rows),
        )
        return {path.name: path.read_bytes() for path in paths}


def _fonts() -> Iterator[Path]:
    yield from sorted((ROOT / "tests/text/fonts").iterdir())
    yield ROOT / "fonts/dela-gothic-one/DelaGothicOne-Regular.ttf"


def _pictures() -> Iterator[bytes]:
    """Yield small images of each kind; the same at each run, as a seed must mean the same input."""
    colours = PIL.Image.linear_gradient("L").resize((24, 16))
    exif = PIL.Image.Exif()
    exif[0x0112] = 6
    for mode, form, more in (
        ("RGB", "PNG", {}),
        ("RGBA", "PNG", {}),
        ("LA", "PNG", {}),
        ("1", "PNG", {}),
        ("P", "PNG", {"transparency": 3}),
        ("I;16", "PNG", {}),
        ("RGB", "JPEG", {"exif": exif}),
        ("CMYK", "JPEG", {}),
        ("L", "JPEG", {"progressive": True}),
    ):
        file = io.BytesIO()
        picture = colours.convert("I").convert(mode) if mode == "I;16" else colours.convert(mode)
        picture.save(file, form, **more)
        yield file.getvalue()
