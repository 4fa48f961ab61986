"""``python -m tests.fuzz --seed N --inputs 5000``: damaged inputs in any number."""

import argparse
import gc
import importlib
import json
import os
import pkgutil
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import SystemRandom
from tempfile import TemporaryDirectory, mkdtemp

import pnp
from tests.fuzz.attempt import SECONDS, Attempt, attempt, lay_out, tried
from tests.fuzz.subjects import Files, Subject, corpus, subjects

LIBRARIES = (
    *("pikepdf", "pypdfium2", "PIL.PngImagePlugin", "PIL.JpegImagePlugin", "PIL.ImageCms"),
    *("PIL.ImageOps", "python_calamine", "svgwrite", "reportlab.pdfgen.canvas"),
    *("uharfbuzz", "resvg_py", "encodings.utf_16", "encodings.idna", "lzma", "bz2", "traceback"),
)
"""What the program imports inside of functions; loaded once, each input has it already."""


def load() -> None:
    """Load all of the program, so that each input begins as a copy of a process that is ready."""
    for module in pkgutil.walk_packages(pnp.__path__, "pnp."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    for name in LIBRARIES:
        importlib.import_module(name)
    gc.disable()  # as the program itself does; and the copies share more of their memory
    gc.freeze()
    assert threading.active_count() == len(os.listdir("/proc/self/task")) == 1  # noqa: PTH208


def lane(
    seed: str, numbers: range, known: dict[str, tuple[Subject, ...]], files: Files, seconds: float
) -> Iterator[tuple[str, int, str]]:
    """Yield the format of each of some inputs, its exit code, and what is wrong with it."""
    with TemporaryDirectory() as folder:
        for number in numbers:
            one = attempt(seed, number, known, files)
            room = Path(folder, "room")
            room.mkdir(exist_ok=True)
            code, found = tried(one, room, seconds)
            again = f"python -m tests.fuzz --seed {seed} --only {number}"
            wrong = "\n  ".join((one.title, *found, f"again: {again}"))
            yield one.sort, code, wrong if found else ""


def run(seed: str, inputs: int, lanes: int, seconds: float) -> int:
    """Try inputs in several processes; print what is wrong, and return how many inputs are."""
    load()
    known, files = dict(subjects()), corpus()
    reading, writing = os.pipe()
    for own in range(lanes):
        if not os.fork():
            os.close(reading)
            with os.fdopen(writing, "w") as told:
                for verdict in lane(seed, range(own, inputs, lanes), known, files, seconds):
                    told.write(json.dumps(verdict) + "\n")
                    told.flush()
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as told:
        verdicts = [json.loads(line) for line in told]
    for _ in range(lanes):
        os.wait()
    if len(verdicts) < inputs:
        sys.exit("a process of the fuzzer itself failed")
    _tell_codes(verdicts)
    wrong = [text for _, _, text in verdicts if text]
    print("\n".join(wrong))
    return len(wrong)


def _tell_codes(verdicts: list[tuple[str, int, str]]) -> None:
    """Print how often inputs of each format ended with each exit code: too few 0 prove little."""
    for sort in dict.fromkeys(sort for sort, _, _ in verdicts):
        codes = Counter(code for each, code, _ in verdicts if each == sort)
        print(f"{sort:9}", ", ".join(f"{code}: {codes[code]}" for code in sorted(codes)))


def again(seed: str, number: int) -> Attempt:
    """Write the files of one input into a folder that stays, and run it there."""
    one = attempt(seed, number, dict(subjects()), corpus())
    folder = Path(mkdtemp(prefix="pnp-fuzz-"))
    print(f"{one.title}\n  cd {lay_out(one, folder / 'kept')} && pnp --debug {' '.join(one.words)}")
    (folder / "room").mkdir()
    print("\n  ".join(map(str, tried(one, folder / "room"))))
    return one


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seed", default=str(SystemRandom().randrange(10**9)))
    parser.add_argument("--inputs", type=int, default=300)
    parser.add_argument("--only", type=int, metavar="NUMBER", help="one input, again")
    parser.add_argument("--lanes", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of the processor, for each")
    given = parser.parse_args()
    if given.only is not None:
        again(given.seed, given.only)
        return
    started = time.monotonic()
    wrong = run(given.seed, given.inputs, given.lanes, given.seconds)
    took = time.monotonic() - started
    print(f"seed {given.seed}: {given.inputs} inputs in {took:.0f} s, {wrong} with faults")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
