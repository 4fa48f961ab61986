"""Proves the SVG sheets of a kit: reads each file back, and compares it with its page."""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from pnp.base.diagnostics import Finding
from pnp.geometry.plane import IDENTITY
from pnp.proof.printedobjects import NotUnderstoodError
from pnp.proof.prove import Proof
from pnp.proof.rules import BOX, CONTENT, COUNT, STRAY, UNKNOWN
from pnp.proof.svgcomparison import Shapes, SheetComparison
from pnp.proof.svgfile import KEY, DrawnSheet, read_sheet
from pnp.proof.traits import TOLERANCE, apart
from pnp.scene.node import Group, Node
from pnp.scene.page import Page
from pnp.text.fontbook import FontBook


def prove_sheets(folder: Path, pages: Mapping[str, Page], book: FontBook) -> Proof:
    """Return the proof that the SVG files in a folder are these pages, and no others.

    ``pages`` are by file name: ``deck-1-front.svg``. ``book`` has the fonts of their texts.
    """
    keys = frozenset(put.key for page in pages.values() for put in page.placements)
    found = tuple(_check_folder(folder, pages, book))
    return Proof(keys=keys, findings=found, drawings=len(pages))


def _check_folder(folder: Path, pages: Mapping[str, Page], book: FontBook) -> Iterator[Finding]:
    there = {path.name for path in folder.glob("*")}
    for name in sorted(there - {*pages}):
        yield Finding(COUNT, f"{name}: no sheet of the kit is called so")
    shapes = Shapes(book)
    for name, page in pages.items():
        if name not in there:
            yield Finding(COUNT, f"{name}: the file is missing")
            continue
        for found in _check_file((folder / name).read_bytes(), page, shapes):
            yield Finding(found.rule, f"{name}: {found.message}")


def _check_file(data: bytes, page: Page, shapes: Shapes) -> Iterator[Finding]:
    """Yield the findings about one file; what it has that is not known ends the comparison."""
    try:
        sheet = read_sheet(data)
        yield from _check_sheet(sheet, page, shapes)
    except NotUnderstoodError as error:
        message = f"the proof does not know {error}, and cannot say what is drawn"
        yield Finding(UNKNOWN, message)


def _check_sheet(sheet: DrawnSheet, page: Page, shapes: Shapes) -> Iterator[Finding]:
    if apart(page.size, sheet.size) > TOLERANCE:
        yield Finding(BOX, f"the sheet is {sheet.size}, not {page.size}")
    yield from _check_keys(sheet.keys, Counter(put.key for put in page.placements))
    nodes = page.nodes
    if page.correction != IDENTITY:
        nodes = (Group(nodes, place=page.correction),)
    want = [_key(node) for node in nodes]
    have = [element.get(KEY) for element in sheet.drawn]
    if want != have:
        yield _rearranged(want, have)
        return
    comparison = SheetComparison(sheet, shapes)
    for node, element in zip(nodes, sheet.drawn, strict=True):
        if fault := comparison.fault(node, element):
            yield _named(_key(node), fault)


def _key(node: Node) -> str | None:
    return node.key if isinstance(node, Group) else None


def _check_keys(have: Counter[str], want: Counter[str]) -> Iterator[Finding]:
    for key in dict.fromkeys((*want, *have)):
        if want[key] != have[key]:
            yield Finding(COUNT, f"{key} is drawn {have[key]} times, not {want[key]}")


def _rearranged(want: list[str | None], have: list[str | None]) -> Finding:
    """Return the finding that a sheet has other things than planned, or in another order."""
    planned, drawn = want.count(None), have.count(None)
    if planned != drawn:
        return Finding(STRAY, f"there are {drawn} marks and labels, not {planned}")
    return Finding(STRAY, "pieces, marks and labels are drawn in another order")


def _named(key: str | None, fault: str) -> Finding:
    if key is None:
        return Finding(STRAY, f"among marks and labels {fault}")
    return Finding(CONTENT, f"{key} is not what was planned: {fault}")
