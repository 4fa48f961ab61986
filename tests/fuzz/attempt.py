"""One damaged input: a command runs over it in a bounded process, and is judged by what it did."""

import faulthandler
import json
import os
import re
import resource
import signal
import sys
import time
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from shutil import rmtree
from typing import Any, NamedTuple, NoReturn

from pnp.cli.commands import main
from pnp.cli.console import open_streams
from tests.fuzz.subjects import Files, Subject

SECONDS = 5
"""Of the processor, for one input."""

MEGABYTES = 1024
"""Of memory that it may take for one input."""

EXITS = (0, 1, 2, 130)
"""Exit codes that a command may end with, whatever it is given; 70 is a fault of pnp."""

_INSIDES = re.compile(rb"Node\(|<class|object at 0x|Sort\.|Traceback \(|NoneType|\bself\b \w+ arg")
"""Words of Python's that say nothing to a user."""

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e]")

_WRITES = {
    **dict.fromkeys(
        ("os.remove", "os.rmdir", "os.mkdir", "os.truncate", "os.chmod", "os.utime"), 1
    ),
    **dict.fromkeys(("os.rename", "os.link", "os.symlink"), 2),
}
"""Python's audit events that change files, and how many paths each begins with."""

_ESCAPES = ("socket.connect", "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn")


@dataclass(frozen=True)
class Attempt:
    """A command over damaged files: what the number ``number`` of a seed means."""

    seed: str
    number: int
    sort: str
    target: str
    words: tuple[str, ...]
    files: Files

    @property
    def title(self) -> str:
        """Return what the attempt is, in a line."""
        return (
            f"input {self.number} of seed {self.seed} ({self.target}: pnp {' '.join(self.words)})"
        )


class Verdict(NamedTuple):
    """How a run ended, and all that was wrong about it."""

    code: int
    faults: list[str]


def attempt(
    seed: str, number: int, known: dict[str, tuple[Subject, ...]], corpus: Files
) -> Attempt:
    """Return an attempt; the same seed and number give the same one."""
    sort = list(known)[number % len(known)]
    random = Random(f"{seed}/{number}")
    subject = random.choice(known[sort])
    files = {**corpus, **subject.files}
    data = files[subject.target]
    for _ in range(random.choice((1, 1, 1, 1, 1, 2, 5))):
        data = subject.damage(random, data)
        data = data if len(data) < 1_000_000 else data[:1_000_000]
    command = random.choice(subject.commands).format(subject.game)
    own = f"card_data/{subject.game}/"
    kept = {
        name: text
        for name, text in files.items()
        if not name.startswith("card_data/") or name.startswith(own)
    }
    words = tuple(command.split())
    return Attempt(seed, number, sort, subject.target, words, {**kept, subject.target: data})


def lay_out(one: Attempt, folder: Path) -> Path:
    """Write the files of an attempt; return the project's folder."""
    project = folder / "project"
    for path in (project / "output", folder / "tmp"):
        path.mkdir(parents=True)
    for name, data in one.files.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_bytes(data)
    return project


def tried(one: Attempt, folder: Path, seconds: float = SECONDS) -> Verdict:
    """Run an attempt in a folder that is empty before and after, and judge it."""
    project = lay_out(one, folder)
    started, begun = time.monotonic(), _resident()
    child = os.fork()
    if not child:
        _run(one, folder, seconds)
    _, status, used = os.wait4(child, 0)
    code = os.waitstatus_to_exitcode(status)
    found = list(_judged(one, folder, code))
    if (spent := used.ru_utime + used.ru_stime) > seconds:
        found.append(f"{spent:.1f} s of the processor")
    if (grown := used.ru_maxrss - begun) > MEGABYTES << 10:
        found.append(f"{grown >> 10} MB of memory")
    if time.monotonic() - started > 60:
        found.append("it waited")
    rmtree(project.parent)
    folder.mkdir()
    return Verdict(code, found)


def _resident() -> int:
    """Return the kibibytes of this process: its copy has them, whatever it does."""
    counted = Path("/proc/self/statm")
    if not counted.exists():
        return 0
    return int(counted.read_text(encoding="ascii").split()[1]) * resource.getpagesize() >> 10


def _run(one: Attempt, folder: Path, seconds: float) -> NoReturn:
    """Run the command in this process, which ends with its exit code."""
    code = 99
    try:
        _bound(folder, seconds)
        main(["--debug", *one.words], prog_name="pnp")
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 98
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _bound(folder: Path, seconds: float) -> None:
    """Limit this process, put its output into files, and have it report what it must not do."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (int(2 * seconds) + 1, int(2 * seconds) + 2))
    resource.setrlimit(resource.RLIMIT_AS, (4 * MEGABYTES << 20, 4 * MEGABYTES << 20))
    signal.alarm(120)
    faulthandler.disable()
    os.chdir(folder / "project")
    os.environ["TMPDIR"] = str(folder / "tmp")
    __import__("tempfile").tempdir = None
    for number, name in ((1, "stdout"), (2, "stderr")):
        file = os.open(folder / name, os.O_WRONLY | os.O_CREAT, 0o600)
        os.dup2(file, number)
        setattr(sys, name, open(number, "w", encoding="utf-8", closefd=False))  # noqa: SIM115
    open_streams()
    report = os.open(folder / "report", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    own = [os.path.realpath(folder / name) for name in ("project/output", "tmp")]

    def tell(fault: str) -> None:
        os.write(report, f"{fault}\n".encode(errors="backslashreplace"))

    def audited(event: str, args: tuple[Any, ...]) -> None:
        if event in _ESCAPES:
            tell(f"it tried {event}{args[:2]}")
        for path in _written(event, args):
            if not any(path == place or path.startswith(f"{place}/") for place in own):
                tell(f"it wrote {path} ({event})")

    sys.addaudithook(audited)
    warnings.simplefilter("always")
    warnings.showwarning = lambda message, sort, *_: tell(f"a Python warning: {sort} {message}")


def _written(event: str, args: tuple[Any, ...]) -> Iterator[str]:
    """Yield the real paths that an audit event writes."""
    if event == "open":
        flags = args[2] if isinstance(args[2], int) else 0
        writes = flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC)
        paths = args[:1] if writes else ()
    else:
        paths = args[: _WRITES.get(event, 0)]
    for path in paths:
        if isinstance(path, str | bytes | os.PathLike) and os.fsdecode(path) != os.devnull:
            near = args[1] if event in ("os.remove", "os.rmdir") and args[1:] else -1
            base = Path(f"/proc/self/fd/{near}").readlink() if near > 2 else Path.cwd()
            where = base / os.fsdecode(path)
            yield str(where.parent.resolve() / where.name)


def _judged(one: Attempt, folder: Path, code: int) -> Iterator[str]:
    """Yield what was wrong about a run that has ended."""
    stdout, stderr = ((folder / name).read_bytes() for name in ("stdout", "stderr"))
    if code not in EXITS:
        yield f"exit code {code}: {stderr.decode(errors='replace')[-1500:]}"
    report = folder / "report"
    yield from dict.fromkeys(report.read_text().splitlines() if report.exists() else ())
    for name, data in (("stdout", stdout), ("stderr", stderr)):
        try:
            if bad := _CONTROL.search(data.decode()):
                yield f"{name} has the control character {bad[0]!r}"
        except UnicodeDecodeError:
            yield f"{name} is not UTF-8"
    if b"Exception ignored" in stderr:
        yield f"an error that Python ignored: {stderr.decode(errors='replace')[-600:]}"
    if code != 70 and (inside := _INSIDES.search(stdout + stderr)):
        yield f"a message has Python's word {inside[0]!r}: {stderr.decode(errors='replace')[-600:]}"
    if b"proof FAILED" in stdout:
        yield f"the proof failed: {stderr.decode(errors='replace')[-900:]}"
    if b"the memory is full" in stderr:
        yield "the memory is full"
    if code == 2 and not stderr:
        yield "exit code 2 without a message"
    if code in (0, 1):
        yield from _bad_json(one, folder, stdout)
    yield from _strangers(one, folder)


def _bad_json(one: Attempt, folder: Path, stdout: bytes) -> Iterator[str]:
    texts = {path.name: path.read_bytes() for path in folder.rglob("manifest.json")}
    if "--json" in one.words or "sarif" in one.words:
        texts["stdout"] = stdout
    if "build" in one.words and "manifest.json" not in texts:
        yield "a build without a manifest"
    for name, text in texts.items():
        try:
            json.loads(text, parse_constant=_refuse)
        except ValueError as error:
            yield f"{name} is not JSON: {error}"


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"{word} is not JSON")


def _strangers(one: Attempt, folder: Path) -> Iterator[str]:
    """Yield files outside the output that were added or changed, and what is left behind."""
    ours = {f"project/{name}" for name in one.files} | {"stdout", "stderr", "report"}
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not name.startswith("project/output/") and name not in ours:
            yield f"it left {name} behind"
    for name, data in one.files.items():
        path = folder / "project" / name
        if not path.is_file() or path.read_bytes() != data:
            yield f"it changed {name}"
