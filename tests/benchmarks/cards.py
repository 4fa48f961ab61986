"""What a user of pnp waits for: whole commands, each in a process of its own.

    python tests/benchmarks/cards.py                          # a table of everything, in minutes
    python tests/benchmarks/cards.py --quick --only 'deck*'   # some lines, each run once
    python tests/benchmarks/cards.py --stages --only 'deck 540'
    python tests/benchmarks/cards.py --against ../before      # two checkouts in turns
    python tests/benchmarks/cards.py --against kept.json      # what an earlier run has kept
    python tests/benchmarks/cards.py --against ../before --games ../before --only '* halloween'
                                    # the games of another checkout in both: like with like

The lines:

    canvas N, forms N   N cards drawn by hand with reportlab (``byhand.py``)
    deck N              the same N cards: pnp build --format pdf, with print rules and proof
    kit N               pnp build, with SVG too
    copies 54 x 10      54 different cards, 10 of each
    check, build GAME   a bundled game, or all of them
    one card            one card of a bundled game as PNG
    help                pnp --help

CPU is the processor's seconds, those of child processes included; peak is the memory of the largest
process. Figures are medians. Bytecode is cached, as on a user's second run. Machines differ, and so
does their mood: only ratios within one run mean anything, so nothing here has a limit to keep.
"""

import argparse
import json
import platform
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from statistics import median

from bench import CARD, HERE, LARGE, ROOT, SIZES, Bench, Checkout, Line, Result, lines
from process import FailedError

KEPT = HERE / "kept.json"
SLOPE = (54, 540)
"""The decks between which the cost of a further card is measured."""

TOO_SHORT = 0.02
"""Seconds of a stage that say nothing as a ratio."""

Results = dict[str, Result]
"""The result of each line, by name."""

UNITS = {"cpu": "CPU s", "wall": "wall s", "peak": "peak MB"}


def main() -> None:
    """Measure the lines that are asked for, print them as they come, and keep them."""
    asked = arguments()
    sizes = (*SIZES, LARGE) if asked.large else SIZES
    known = list(lines(sizes))
    patterns = asked.only or ["*"]
    wanted = [line for line in known if any(fnmatchcase(line.name, one) for one in patterns)]
    if not wanted:
        names = ", ".join(line.name for line in known)
        sys.exit(f"no line is called {' or '.join(patterns)}: {names}")
    found: Results = {}
    try:
        with tempfile.TemporaryDirectory(prefix="pnp-benchmark-") as scratch:
            games = asked.games and asked.games.resolve()
            bench = Bench(Path(scratch), asked.runs, stages=asked.stages, games=games)
            measure(bench, wanted, asked.against, found)
    except FailedError as failed:
        sys.exit(str(failed))
    except KeyboardInterrupt:
        sys.exit(f"stopped: what was measured is in {asked.keep}")
    finally:
        keep(found, asked.keep)


def keep(found: Results, path: Path) -> None:
    """Write results as JSON, those of a run that was stopped too."""
    text = {"of": about(), "lines": {name: result._asdict() for name, result in found.items()}}
    if found:
        path.write_text(json.dumps(text, indent=1) + "\n", encoding="utf-8")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="run everything once")
    parser.add_argument("--runs", type=int, metavar="N", help="how often, 3 if left out")
    parser.add_argument(
        "--only", action="append", metavar="PATTERN", help="lines, as 'deck*'; may be repeated"
    )
    parser.add_argument("--large", action="store_true", help=f"{LARGE} cards too")
    parser.add_argument("--stages", action="store_true", help="tell the stages of each command")
    parser.add_argument(
        "--against",
        type=Path,
        metavar="PATH",
        help="another checkout, run in turns with this one; or what an earlier run has kept",
    )
    parser.add_argument(
        "--games",
        type=Path,
        metavar="PROJECT",
        help="the project whose games every checkout builds, instead of its own",
    )
    parser.add_argument(
        "--keep", type=Path, default=KEPT, metavar="FILE", help="where results go, as JSON"
    )
    asked = parser.parse_args()
    asked.runs = asked.runs or (1 if asked.quick else 3)
    return asked


def about() -> str:
    """Return what is measured: commit, Python, machine."""
    git = ["git", "-C", str(ROOT), "describe", "--always", "--dirty"]
    commit = subprocess.run(git, capture_output=True, text=True, check=False).stdout.strip()
    return f"{commit or ROOT}, Python {platform.python_version()}, {platform.machine()}"


def measure(bench: Bench, wanted: Sequence[Line], against: Path | None, here: Results) -> None:
    """Measure lines, add them to the results, and print them, beside those of another checkout."""
    is_checkout = against is not None and against.is_dir()
    roots = [ROOT, against.resolve()] if against is not None and is_checkout else [ROOT]
    checkouts = [bench.checkout(root) for root in roots]
    kept = read(against) if against is not None and not is_checkout else {}
    there: Results = dict(kept)
    print(f"{about()}; medians of {bench.runs}")
    print(heading(against))
    for line in wanted:
        mine, *others = bench.results(line, checkouts[:1] if line.by_hand else checkouts)
        here[line.name] = mine
        for other in others:
            there[line.name] = other
        print(row(line.name, here, there), flush=True)
    for told in (*slopes(here, there), *notes(wanted, checkouts)):
        print(told)
    for name, result in here.items():
        if result.stages:
            print(stages(name, result, there.get(name)))


def read(path: Path) -> Results:
    """Return the results that an earlier run has kept."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))["lines"]
        return {name: Result(**result) for name, result in kept.items()}
    except (OSError, ValueError, KeyError, TypeError) as error:
        sys.exit(f"{path} is no checkout, and holds no results: {error}")


def heading(against: Path | None) -> str:
    columns = "".join(f"{unit:>10}" for unit in UNITS.values())
    if against is None:
        return f"{'':24}{columns}{'canvas = 1':>12}"
    told = "in turns" if against.is_dir() else "kept"
    pairs = "".join(f"{f'{unit}: here':>15}{'there':>8}{'ratio':>7}" for unit in UNITS.values())
    return f"there: {against}, {told}; ratio: here / there, below 1 is better\n{'':24}{pairs}"


def row(name: str, here: Results, there: Results) -> str:
    """Return a line of the table, with a ratio to the other checkout or else to the canvas."""
    mine = {unit: median(here[name].timings[unit]) for unit in UNITS}
    if there:
        other = there.get(name)
        cells = (versus(here[name].timings[unit], other and other.timings[unit]) for unit in UNITS)
        return f"{name:24}" + "".join(f"{a:>15}{b:>8}{ratio:>7}" for a, b, ratio in cells)
    canvas = here.get(f"canvas {name.partition(' ')[2]}")
    ratio = f"{mine['cpu'] / median(canvas.timings['cpu']):12.2f}" if canvas else ""
    return f"{name:24}{mine['cpu']:10.3f}{mine['wall']:10.3f}{mine['peak']:10.0f}{ratio}"


def versus(mine: Sequence[float], others: Sequence[float] | None) -> tuple[str, str, str]:
    """Return two medians and a ratio as words: the median ratio of runs that were neighbours."""
    if not others:
        return f"{median(mine):.3g}", "", ""
    ratio = median(a / b for a, b in zip(mine, others, strict=False))
    return f"{median(mine):.3g}", f"{median(others):.3g}", f"{ratio:.2f}"


def slopes(here: Results, there: Results) -> list[str]:
    """Return what each further different card costs, as lines to print."""
    told = []
    for program in ("canvas", "forms", "deck", "kit"):
        mine, other, canvas = slope(program, here), slope(program, there), slope("canvas", here)
        if mine is not None:
            more = f", there {other:.2f} ms, ratio {mine / other:.2f}" if other else ""
            more += f", {mine / canvas:.2f} of canvas" if canvas and program != "canvas" else ""
            told.append(f"each further card, {program}: {mine:.2f} ms CPU{more}")
    return told


def slope(program: str, results: Results) -> float | None:
    """Return milliseconds of the processor for each further card, None where not measured."""
    few, many = (results.get(f"{program} {size}") for size in SLOPE)
    if few is None or many is None:
        return None
    more = median(many.timings["cpu"]) - median(few.timings["cpu"])
    return more / (SLOPE[1] - SLOPE[0]) * 1000


def notes(wanted: Sequence[Line], checkouts: Sequence[Checkout]) -> list[str]:
    """Return what to know about lines that are not what they should be."""
    if all(line.command != CARD for line in wanted):
        checkouts = [each._replace(has_show=True) for each in checkouts]
    no_show = "has no `pnp show`: `one card` is all cards of its component, built as PNG"
    return [
        *(f"{each.root} {no_show}" for each in checkouts if not each.has_show),
        *(f"no stages of {each.root}: {each.fault}" for each in checkouts if each.fault),
    ]


def stages(name: str, mine: Result, other: Result | None) -> str:
    """Return the stages of a line as a table; each in CPU seconds, with the other's beside."""
    theirs: Mapping[str, float] = other.stages if other else {}
    told = [f"\nstages of {name}, CPU s"]
    for stage in dict.fromkeys((*mine.stages, *theirs)):
        here, there = mine.stages.get(stage, 0.0), theirs.get(stage)
        beside = "" if there is None else f"{there:10.3f}"
        if there and max(here, there) > TOO_SHORT:
            beside += f"{here / there:8.2f}"
        told.append(f"  {stage:22}{here:10.3f}{beside}")
    return "\n".join(told)


if __name__ == "__main__":
    main()
