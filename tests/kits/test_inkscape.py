"""Templates in Inkscape: what it shows is what is built, and what it changes is built changed."""

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import zip_longest
from math import hypot
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from pnp.base.units import MM_PER_INCH
from pnp.export.pdf.file import Info
from pnp.export.pdf.writer import write_pdf
from pnp.export.png import rasterise
from pnp.geometry.plane import Rect
from pnp.scene.bounds import path_bounds
from pnp.scene.page import Drawing
from pnp.text.fontbook import FontBook
from tests.conftest import ROOT
from tests.kits import inkscape
from tests.kits.bench import Bench, Mark, Owned, apart
from tests.kits.bundled import SHARED, Sample, built, each, kit, on_page, samples
from tests.kits.tree import as_it_is, has_guides, has_parts, inside_out
from tests.pictures import FINER, NOTICED

pytestmark = pytest.mark.needs("inkscape")

SAMPLES = samples()
OF_GAMES = [sample for sample in SAMPLES if sample.template not in SHARED]

DPI = 6 * MM_PER_INCH
MOST_APART = 0.02
"""Of the pixels of the trim, six for a millimetre and each the mean of three by three, in which a
channel is off by more than is noticed. Each program smooths edges in its own way, and a drawing may
show what is no ink on the card: Halloween's standees show their folds, which makes 0.6 %; its other
templates are apart by 0.2 % at most."""

WAY = 3.0
"""Millimetres, to the right."""

CLOSE = 0.05
"""Millimetres: how exactly a mark is found where it belongs."""

NEW, MOST_PAINTED = "#12ab56", 8
"""A colour that no game has, and how many elements of a template get it."""


@pytest.mark.parametrize("sample", each(OF_GAMES))
def test_inkscape_shows_the_card_of_the_sample(sample: Sample, tmp_path: Path) -> None:
    picture, pdf = tmp_path / "inkscape.png", tmp_path / "built.pdf"
    inkscape.draw(ROOT / "templates" / sample.template, DPI * FINER, picture)
    write_pdf([on_page(built(sample))], pdf, kit(sample.game).templates.book, Info("Test"))
    ours, theirs = rasterise(pdf, 0, DPI * FINER).convert("RGB"), Image.open(picture).convert("RGB")
    assert ours.size == theirs.size
    assert share_apart(ours.reduce(FINER), theirs.reduce(FINER)) < MOST_APART


@pytest.mark.parametrize("sample", each(SAMPLES))
def test_what_inkscape_moves_is_printed_there(
    sample: Sample, tmp_path: Path, book: FontBook
) -> None:
    faults = moved_wrongly(Bench(sample, as_it_is(sample), tmp_path, book))
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("sample", each(filter(has_parts, SAMPLES)))
def test_what_inkscape_moves_inside_a_part_is_printed_there(
    sample: Sample, tmp_path: Path, book: FontBook
) -> None:
    faults = moved_wrongly(Bench(sample, inside_out(sample), tmp_path, book))
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("sample", each(filter(has_guides, SAMPLES)))
def test_guides_that_inkscape_moves_are_followed(
    sample: Sample, tmp_path: Path, book: FontBook
) -> None:
    bench = Bench(sample, as_it_is(sample), tmp_path, book)
    moved = bench.path("moved")
    edits = [action for name in bench.guides for action in inkscape.move(name, WAY)]
    inkscape.save(bench.file, {moved: edits})
    for setting in bench.settings():
        before, after = (guides(bench.drawing(file, setting)) for file in (bench.file, moved))
        for old, new in zip(before, after, strict=True):
            assert close(old and old.shifted(WAY, 0), new)


@pytest.mark.parametrize("sample", each(OF_GAMES))
def test_what_inkscape_paints_is_printed_in_that_colour(
    sample: Sample, tmp_path: Path, book: FontBook
) -> None:
    bench = Bench(sample, as_it_is(sample), tmp_path, book)
    setting = bench.settings()[0]
    found = (bench.owned(name, [setting]) for name in bench.painted)
    shown = [owned for owned in found if owned]
    chosen = [one for group in apart(shown[:: 1 + len(shown) // MOST_PAINTED]) for one in group]
    edits = [action for one in chosen for action in inkscape.paint(one.name, NEW)]
    painted = bench.path("painted")
    inkscape.save(bench.file, {painted: edits})
    numbers = frozenset().union(*(one.marks for one in chosen))
    before = bench.printed(bench.file, setting)
    after = bench.printed(painted, setting)
    for number, (old, new) in enumerate(zip(before, after, strict=True)):
        want = NEW if number in numbers and old.kind != "stroke" else old.color
        assert (new.kind, new.color, close(new.box, old.box)) == (old.kind, want, True)


def share_apart(one: Image.Image, other: Image.Image) -> float:
    """Return the share of the pixels in which a channel is further apart than is noticed."""
    bands = ImageChops.difference(one, other).split()
    worst = reduce(ImageChops.lighter, bands).histogram()
    return sum(worst[NOTICED + 1 :]) / (one.width * one.height)


def moved_wrongly(bench: Bench) -> list[str]:
    """Move every element with data by Inkscape; return what is not where it should be then."""
    settings = bench.settings()
    found = {name: bench.owned(name, settings) for name in bench.names}
    unseen = [f"{name} is drawn for no row" for name, owned in found.items() if owned is None]
    batches = bench.together(apart(owned for owned in found.values() if owned))
    files = {bench.path(f"moved-{number}"): batch for number, batch in enumerate(batches)}
    edits = {
        file: [
            action for group in batch for one in group for action in inkscape.move(one.name, WAY)
        ]
        for file, batch in files.items()
    }
    inkscape.save(bench.file, edits)
    faults = (
        fault
        for file, batch in files.items()
        for group in batch
        for fault in misplaced(bench, file, group)
    )
    return [*unseen, *faults]


def misplaced(bench: Bench, file: Path, group: Sequence[Owned]) -> Iterator[str]:
    """Yield the first fault of each element of a group, and of what should not have moved."""
    setting = group[0].setting
    owner = {number: one.name for one in group for number in one.marks}
    free = bench.copied(setting, but=[one.name for one in group])
    before, after = bench.unmoved(setting), bench.printed(file, setting)
    faults: dict[str, str] = {}
    for number, (old, new) in enumerate(zip_longest(before, after)):
        name = owner.get(number)
        if number not in free and not is_moved(old, new, bench, name):
            faults.setdefault(name or "what was not moved", f"{old} became {new}")
    yield from (f"{setting}: {name}: {fault}" for name, fault in faults.items())


def is_moved(old: Mark | None, new: Mark | None, bench: Bench, name: str | None) -> bool:
    """Say whether a mark is where it should be; it moves with an element, if that has a name.

    The way may have been turned with its frame, and be shorter if data makes the frame smaller than
    an editor shows it.
    """
    if old is None or new is None or old.box is None or new.box is None:
        return old == new
    if name is None:
        return same(old, new)
    shift = (new.box.left - old.box.left, new.box.top - old.box.top)
    way = shift if name in bench.turned else (WAY, 0.0)
    least = CLOSE if name in bench.scaled else WAY - CLOSE
    return same(old._replace(box=old.box.shifted(*way)), new) and (
        least <= hypot(*way) <= WAY + CLOSE
    )


def same(want: Mark, have: Mark) -> bool:
    """Say whether a mark is the one that is wanted, where it is wanted."""
    return want._replace(box=None) == have._replace(box=None) and close(want.box, have.box)


def close(one: Rect | None, other: Rect | None) -> bool:
    if one is None or other is None:
        return one is other
    return all(abs(a - b) <= CLOSE for a, b in zip(one, other, strict=True))


def guides(drawing: Drawing) -> list[Rect | None]:
    """Return the boxes of what is cut, folded, kept clear and has room."""
    paths = (drawing.cut, *drawing.creases)
    boxes = [path_bounds(path) if path else None for path in paths]
    return [*boxes, drawing.safe, *drawing.rooms.values(), *drawing.keep]
