"""One command of pnp with its stages timed: writes the processor seconds of each as JSON.

    python tests/benchmarks/stages.py stages.json build halloween
    python tests/benchmarks/stages.py --check

A stage is a few functions of the program, in the table below. Each is timed from outside, as its
module is loaded; a stage inside another counts for itself only. ``start`` is everything before the
first stage (Python, imports, options), ``rest`` what no stage has.
"""

import atexit
import importlib.abc
import importlib.machinery
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import reduce, wraps
from pathlib import Path
from types import ModuleType

STAGES = {
    "reading": ["pnp.data.load:load_game"],
    "drawing": ["pnp.kinds.compose:compose", "pnp.kinds.compose:compose_guide"],
    "layout": ["pnp.imposition.impose:impose", "pnp.imposition.plan:plan"],
    "print rules": ["pnp.preflight.run:findings_of_each"],
    "facts": ["pnp.rulebook.judge:check"],
    "writing PDF": ["pnp.export.pdf.writer:PdfWriter.data"],
    "writing SVG": ["pnp.output.files:_write_svgs"],
    "agreement": [
        "pnp.proof.ticket:job_ticket",
        "pnp.proof.agreement:Agreement.check_kit",
        "pnp.proof.agreement:Agreement.check_part",
        "pnp.proof.agreement:Agreement.check_filed",
    ],
    "proof": ["pnp.proof.prove:Prover.prove"],
    "overview": ["pnp.output.files:_write_overview"],
    "writing PNG": ["pnp.export.png:write_png"],
    "proof of SVG": ["pnp.output.files:_prove_svgs"],
    "manifest": ["pnp.output.files:_entries", "pnp.output.manifest:write_manifest"],
}
"""The functions of each stage, by module and name; its pixels are a part of the overview."""


def main() -> None:
    """Run a command of pnp, and write what its stages took; or tell if the table is out of date."""
    if sys.argv[1:] == ["--check"]:
        if missing := gone():
            names = "\n  ".join(missing)
            print(f"pnp has no such functions, correct {__file__}:\n  {names}", file=sys.stderr)
        sys.exit(2 if missing else 0)
    path, *arguments = sys.argv[1:]
    clock = Clock()
    os.cpu_count = lambda: 1  # in one process, whose clock it is
    sys.meta_path.insert(0, Watch(clock))
    sys.argv = ["pnp", *arguments]
    atexit.register(lambda: Path(path).write_text(json.dumps(clock.seconds()), encoding="utf-8"))
    from pnp.__main__ import main as program

    program()


class Clock:
    """Processor seconds of each stage; the time of a stage inside another is the inner one's."""

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()
        self.running = ["start"]
        self.last = 0.0  # the processor's clock begins with the process

    def switch(self) -> None:
        """Give the time since the last switch to the running stage."""
        now = time.process_time()
        self.spent[self.running[-1]] += now - self.last
        self.last = now

    def timed(self, stage: str, function: Callable) -> Callable:
        @wraps(function)
        def run(*args, **more):
            self.switch()
            self.running[0] = "rest"
            self.running.append(stage)
            try:
                return function(*args, **more)
            finally:
                self.switch()
                self.running.pop()

        return run

    def seconds(self) -> dict[str, float]:
        """Return the seconds of the stages that ran, in the order of the table."""
        self.switch()
        return {each: self.spent[each] for each in ("start", *STAGES, "rest") if each in self.spent}


class Watch(importlib.abc.MetaPathFinder):
    """Puts timers around the functions of the table when their module has been loaded.

    So whoever imports them gets the timed ones, and nothing is loaded that the command leaves out.
    """

    def __init__(self, clock: Clock) -> None:
        self.clock = clock

    def find_spec(self, name, path=None, target=None):
        wanted = [(stage, f) for stage, all_ in STAGES.items() for f in all_ if module(f) == name]
        spec = importlib.machinery.PathFinder.find_spec(name, path) if wanted else None
        if spec is None or spec.loader is None:
            return None
        load = spec.loader.exec_module

        def load_and_time(loaded: ModuleType) -> None:
            load(loaded)
            for stage, function in wanted:
                put_timer(loaded, function, stage, self.clock)

        spec.loader.exec_module = load_and_time  # type: ignore[method-assign]
        return spec


def put_timer(loaded: ModuleType, function: str, stage: str, clock: Clock) -> None:
    """Replace a function of a module, or a method of one of its classes, by a timed one."""
    *owners, name = function.partition(":")[2].split(".")
    owner = reduce(getattr, owners, loaded)
    setattr(owner, name, clock.timed(stage, getattr(owner, name)))


def module(function: str) -> str:
    return function.partition(":")[0]


def gone() -> list[str]:
    """Return the functions of the table that the program does not have."""
    missing = []
    for function in (each for functions in STAGES.values() for each in functions):
        found = None
        with suppress(ImportError, AttributeError):
            loaded = importlib.import_module(module(function))
            found = reduce(getattr, function.partition(":")[2].split("."), loaded)
        if not callable(found):
            missing.append(function)
    return missing


if __name__ == "__main__":
    main()
