"""Kills builds of two games at random moments: ``python -m tests.output.kills --kills 200``.

After each kill both kits have to be whole, old or new; after the next build nothing may be left of
the killed one, neither beside the kits nor among temporary files.
"""

import argparse
import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.conftest import ROOT
from tests.projects import owls

GAMES = ("owls", "strix")


class Field:
    """A project of two games, its kits, and a folder for the temporary files of builds."""

    def __init__(self, root: Path) -> None:
        self.root, self.temporary = owls(root / "project"), root / "temporary"
        shutil.copytree(self.root / "card_data/owls", self.root / "card_data/strix")
        self.temporary.mkdir()
        self.rows = [self.root / "card_data" / game / "owl.csv" for game in GAMES]
        self.env = {**os.environ, "TMPDIR": str(self.temporary), "PYTHONPATH": str(ROOT)}

    def change(self, number: int) -> None:
        """Give the cards of both games other words, so that each build writes another kit."""
        for rows in self.rows:
            lines = rows.read_text("utf-8").splitlines()
            lines[1] = f"barn,3,Barn Owl {number},2"
            rows.write_text("\n".join([*lines, ""]), "utf-8")

    def begun(self) -> "subprocess.Popen[bytes]":
        """Return a build of both games, in a process group of its own."""
        command = [sys.executable, "-m", "pnp", "build", *GAMES]
        quiet = subprocess.DEVNULL
        return subprocess.Popen(
            command, cwd=self.root, env=self.env, stdout=quiet, stderr=quiet, start_new_session=True
        )

    def killed(self, after: float, *, alone: bool) -> bool:
        """Kill a build after some seconds, with or without its workers; say if it still ran."""
        build = self.begun()
        with suppress(subprocess.TimeoutExpired):
            build.wait(after)
        running = build.poll() is None
        with suppress(ProcessLookupError):
            (os.kill if alone else os.killpg)(build.pid, signal.SIGKILL)
        build.wait()
        return running

    def faults(self) -> Iterator[str]:
        """Yield what is wrong with the kits."""
        for game in GAMES:
            kit = self.root / "output" / game
            if not kit.exists():
                continue
            listed = json.loads((kit / "manifest.json").read_text("utf-8"))["files"]
            wanted = {file["path"]: file["sha256"] for file in listed}
            files = {p.relative_to(kit).as_posix(): p for p in kit.rglob("*") if p.is_file()}
            del files["manifest.json"]
            sums = {n: hashlib.sha256(p.read_bytes()).hexdigest() for n, p in files.items()}
            if sums != wanted:
                yield f"{game}: the kit is not whole"

    def left(self) -> Iterator[str]:
        """Yield what is left of a killed build."""
        output = self.root / "output"
        yield from (path.name for path in output.iterdir() if path.name not in GAMES)
        yield from (path.name for path in self.temporary.iterdir())


def run(root: Path, kills: int, seed: int) -> Iterator[str]:
    """Yield every fault after each of some kills."""
    chance, field = random.Random(seed), Field(root)
    longest = 0.5
    for number in range(kills):
        field.change(number)
        if field.killed(chance.uniform(0, longest), alone=chance.random() < 0.5):
            longest = min(longest * 1.1, 60)
        else:
            longest *= 0.9  # it had ended: kills are to fall into the whole of a build
        yield from (f"kill {number}: {fault}" for fault in field.faults())
        while field.begun().wait() == 2:  # a worker whose parent was killed is still clearing up
            pass
        yield from (f"kill {number}: {fault}" for fault in field.faults())
        yield from (f"kill {number}: {name} is left" for name in field.left())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    given = parser.parse_args()
    found = 0
    with TemporaryDirectory() as root:
        for fault in run(Path(root), given.kills, given.seed):
            sys.stdout.write(f"{fault}\n")
            found += 1
    sys.stdout.write(f"{given.kills} kills, seed {given.seed}: {found} faults\n")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
