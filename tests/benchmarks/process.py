"""Runs a command in a process of its own, and tells what it cost."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

MEBIBYTE = 1024 * 1024 if sys.platform == "darwin" else 1024
"""What ``ru_maxrss`` counts in: bytes on macOS, kibibytes elsewhere."""


class Cost(NamedTuple):
    """Seconds of the processor (the process and its children), seconds on the wall, peak memory.

    ``peak`` is in MB and that of the largest single process; what ran beside it is not added.
    """

    cpu: float
    wall: float
    peak: float


class FailedError(Exception):
    """A command ended in a way that is no measurement."""


def run(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> Cost:
    """Run a command in a folder; exit code 1 is fine, for a game may have findings.

    A process starts with the peak of the one that starts it, so this one has to stay small: it
    never imports what it measures.

    Raises:
        FailedError: it ended with another exit code; holds what it said.
    """
    with tempfile.TemporaryFile() as said:
        begin = time.perf_counter()
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=said
        )
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        words = said.read().decode(errors="replace").strip()
        if process.returncode not in (0, 1) or "Traceback" in words:
            raise FailedError(f"{' '.join(command)}\nended with {process.returncode}: {words}")
    return Cost(used.ru_utime + used.ru_stime, wall, used.ru_maxrss / MEBIBYTE)
