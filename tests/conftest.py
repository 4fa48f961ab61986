import os
import signal
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from tests.goldens import compare
from tests.template.drawings import Studio

if TYPE_CHECKING:
    from pnp.text.fontbook import FontBook

ROOT = Path(__file__).resolve().parent.parent

LEFT_OUT = pytest.StashKey[list[tuple[int, list[str]]]]()
"""How many tests were left out for want of which programs, as plain data: workers send it."""

settings.register_profile("pnp", deadline=None, derandomize=True, database=None, max_examples=40)
settings.load_profile("pnp")


signal.signal(signal.SIGINT, signal.default_int_handler)
"""A shell's background jobs ignore Ctrl-C, and so would all that the tests start."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept", action="store_true", help="write golden files anew")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Let no two workers write golden files."""
    if config.getoption("--accept") and config.getoption("numprocesses", None):
        raise pytest.UsageError("--accept writes golden files one at a time: leave out -n")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Deal tests as groups, unless the command line says by ``--dist`` how to deal them."""
    if config.getoption("dist") != "load":
        return None
    from tests.workers import ByKit

    return ByKit(config, log)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests of programs that are not there, unless PNP_REQUIRE_TOOLS is set."""
    if os.environ.get("PNP_REQUIRE_TOOLS"):
        return
    missing = {item: tuple(name for name in _programs(item) if not which(name)) for item in items}
    left_out = [item for item in items if missing[item]]
    counted = Counter(missing[item] for item in left_out)
    config.stash[LEFT_OUT] = [(counted[names], [*names]) for names in sorted(counted)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if not missing[item]]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Send what a worker left out to the process that started it, and keep what it measured.

    On a busy machine a worker is ended before it would write which lines were run.
    """
    if not hasattr(session.config, "workeroutput"):
        return
    session.config.workeroutput["left out"] = session.config.stash.get(LEFT_OUT, [])
    coverage = sys.modules.get("coverage")
    if coverage and (measured := coverage.Coverage.current()):
        measured.save()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take what a worker left out; every worker leaves out the same."""
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get("left out", [])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many tests were left out, and for want of which programs."""
    for number, programs in terminalreporter.config.stash.get(LEFT_OUT, []):
        tests = f"{number} test that needs" if number == 1 else f"{number} tests that need"
        them = "it" if len(programs) == 1 else "them"
        names = " and ".join(programs)
        terminalreporter.write_line(f"left out: {tests} {names}; .ci/run installs {them}")


def _programs(item: pytest.Item) -> list[str]:
    return [program for mark in item.iter_markers("needs") for program in mark.args]


@pytest.fixture(scope="session")
def book() -> "FontBook":
    """The fonts that the repository ships."""
    from pnp.text.fontbook import FontBook

    return FontBook([ROOT / "fonts"])


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with tests/golden/<name>, or write it there under ``--accept``."""
    accept = bool(request.config.getoption("--accept"))
    return lambda name, text: compare(name, text, accept=accept)


@pytest.fixture
def studio(tmp_path: Path, book: "FontBook") -> Studio:
    """A project with an empty templates folder."""
    return Studio(tmp_path / "project", book)
