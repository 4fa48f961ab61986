"""A build that is asked to stop, by whatever signal, ends as after Ctrl-C, and leaves nothing."""

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bounded import unmeasured
from tests.conftest import ROOT
from tests.projects import owls, pnp

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the signals are those of POSIX systems")

STOPPED = """
import os, signal, sys
from threading import Event
import pnp.build
from pnp.__main__ import main

whole = pnp.build.write_kit

def stop(folder, *more):
    (folder / "half.pdf").write_text("half")
    parent = os.getppid() if len(sys.argv) > 3 else os.getpid()
    os.kill(parent, signal.SIGNAL)
    if signal.getsignal(signal.SIGNAL) is not signal.SIG_IGN or parent != os.getpid():
        while True:  # not signal.pause(): a signal that comes just before it would be slept over
            Event().wait(0.05)
    return whole(folder, *more)

pnp.build.write_kit = stop
# the tests may themselves run under nohup, or where Ctrl-C is ignored
signal.signal(signal.SIGNAL, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)
if "ignored" in sys.argv:
    signal.signal(signal.SIGNAL, signal.SIG_IGN)
    sys.argv.remove("ignored")
main()
"""


def project(root: Path) -> Path:
    """Two games with the same templates, the first of which is built."""
    owls(root)
    shutil.copytree(root / "card_data/owls", root / "card_data/strix")
    assert pnp(root, "build", "owls").exit_code == 0
    return root


def tree(folder: Path) -> dict[str, bytes]:
    return {p.as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def stopped(root: Path, name: str, *games: str) -> subprocess.CompletedProcess[str]:
    script = STOPPED.replace("SIGNAL", name)
    return subprocess.run(
        [sys.executable, "-c", script, "build", *games],
        cwd=root,
        env={**unmeasured(), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


ONE, TWO = ("owls",), ("owls", "strix")

THOROUGH = pytest.mark.thorough


@pytest.mark.parametrize(
    ("name", "games"),
    [
        ("SIGINT", TWO),
        ("SIGTERM", ONE),
        ("SIGHUP", TWO),
        pytest.param("SIGINT", ONE, marks=THOROUGH),
        pytest.param("SIGTERM", TWO, marks=THOROUGH),
        pytest.param("SIGHUP", ONE, marks=THOROUGH),
    ],
    ids=lambda value: value if isinstance(value, str) else len(value),
)
def test_a_signal_ends_a_build_as_ctrl_c_does(
    name: str, games: tuple[str, ...], tmp_path: Path
) -> None:
    root = project(tmp_path)
    before = tree(root)
    ended = stopped(root, name, *games)
    assert ended.stderr == "stopped: a kit that was not finished is unchanged\n"
    assert ended.returncode == 130
    assert tree(root) == before


def test_a_build_under_nohup_goes_on(tmp_path: Path) -> None:
    ended = stopped(project(tmp_path), "SIGHUP", "owls", "ignored")
    assert (ended.returncode, ended.stderr) == (0, "")


SWALLOWED = """
import os, signal
from pnp.__main__ import main
from pnp.text.font import OutlinePen

class Pen(OutlinePen):
    def add(self, *drawn):  # called by HarfBuzz, which lets no error pass
        os.kill(os.getpid(), signal.SIGTERM)
        super().add(*drawn)

import pnp.text.font
pnp.text.font.OutlinePen = Pen
main()
"""


def test_an_interrupt_that_a_library_swallows_comes_again(tmp_path: Path) -> None:
    root = project(tmp_path)
    before = tree(root)
    ended = subprocess.run(
        [sys.executable, "-c", SWALLOWED, "build", "owls"],
        cwd=root,
        env={**unmeasured(), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ended.stderr == "stopped: a kit that was not finished is unchanged\n"
    assert ended.returncode == 130
    assert tree(root) == before


FULL = """
import resource, sys
from pnp.__main__ import main

resource.setrlimit(resource.RLIMIT_FSIZE, (MOST, MOST))
main()
"""


@pytest.mark.parametrize(
    "limit", [0, 4_000, *(pytest.param(most, marks=THOROUGH) for most in (60, 500, 20_000))]
)
def test_a_disk_that_fills_up_leaves_the_old_kits(limit: int, tmp_path: Path) -> None:
    """No file may be larger than the limit: each stops at another file."""
    root = project(tmp_path)
    before = tree(root)
    ended = subprocess.run(
        [sys.executable, "-c", FULL.replace("MOST", str(limit)), "build", "owls"],
        cwd=root,
        env={**unmeasured(), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 2, ended.stderr
    assert re.match("error: .*output.*: file too large\n", ended.stderr), ended.stderr
    assert tree(root) == before


BEGINNING = """
import os, signal, sys
from importlib.abc import MetaPathFinder
from pnp.__main__ import main

class Stop(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == "MODULE":
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGNAL)

signal.signal(signal.SIGNAL, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Stop())
sys.argv = ["pnp", "build"]
main()
"""


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
@pytest.mark.parametrize(
    ("module", "words"),
    [("pnp.cli.commands", "before anything was begun"), ("pikepdf", "a kit that was not finished")],
)
def test_a_command_is_stopped_while_it_is_loaded(
    tmp_path: Path, name: str, module: str, words: str
) -> None:
    script = BEGINNING.replace("SIGNAL", name).replace("MODULE", module)
    run = [sys.executable, "-c", script]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    found = subprocess.run(
        run, cwd=owls(tmp_path), env=environment, capture_output=True, text=True, check=False
    )
    assert found.returncode == 130
    assert found.stderr.startswith("stopped") and words in found.stderr
    assert not (tmp_path / "output").exists()
