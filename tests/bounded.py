"""What means harm, tried in a process of its own: bounded in time and memory, so nothing hangs.

A script gives ``cases()``, the names of its cases each with what tries it, and calls ``main``.
"""

import contextlib
import json
import os
import resource
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path

from pnp.base.diagnostics import PnpError

ROOT = Path(__file__).resolve().parent.parent

SECONDS = 10
"""Of the processor for one case; most are over in a blink, and machines differ."""

MEGABYTES = 1536

Case = Callable[[], object]


def tried(module: str, *words: str) -> dict[str, str]:
    """Return what each case of a test module said: ``fine``, an error, or how it ended the run."""
    command = [sys.executable, "-m", module, *words]
    run = subprocess.run(
        command, cwd=ROOT, env=unmeasured(), capture_output=True, text=True, check=False
    )
    said: dict[str, str] = dict(map(json.loads, run.stdout.splitlines()))
    open_cases = [name for name, text in said.items() if text == "begun"]
    return said | dict.fromkeys(open_cases, f"ended with {run.returncode}: {run.stderr[-300:]}")


def unmeasured() -> dict[str, str]:
    """Return the environment of a process whose coverage is not measured.

    That takes time and files; and one that is interrupted while coverage's tracer holds its lock
    waits for it for ever.
    """
    return {name: text for name, text in os.environ.items() if not name.startswith("COVERAGE_")}


def main(cases: Mapping[str, Case]) -> None:
    """Try each case; where one ends the process, go on with the next in a new one."""
    for name, case in cases.items():
        sys.stdout.flush()
        child = os.fork()
        if not child:
            _bound()
            _tell(name, "begun")
            _tell(name, _outcome(case))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if status:
            _tell(name, f"ended with {os.waitstatus_to_exitcode(status)}")


def _bound() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES << 20, MEGABYTES << 20))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(20 * SECONDS)


def _outcome(case: Case) -> str:
    with warnings.catch_warnings(), contextlib.suppress(KeyboardInterrupt):
        warnings.simplefilter("error")
        started = time.process_time()
        try:
            case()
        except PnpError as error:
            str(error).encode()
            return str(error)
        except BaseException as error:
            return f"traceback: {error!r}"
        return f"fine after {time.process_time() - started:.0f} s"
    return "stopped"


def _tell(name: str, said: str) -> None:
    print(json.dumps((name, said)), flush=True)  # noqa: T201 - read by the test
