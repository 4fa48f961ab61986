"""Work in several processes: in order, with its errors, and none where there is one piece."""

import os
import signal
import subprocess
import sys
from multiprocessing import active_children
from pathlib import Path
from threading import Event, Thread

import pytest

from pnp.base.diagnostics import PnpError, Where, user_error
from pnp.base.parallel import beside, run_parallel
from tests.bounded import unmeasured


@pytest.fixture(autouse=True)
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)


def process(_: int) -> int:
    return os.getpid()


def halved(number: int) -> int:
    if number % 2:
        raise user_error(f"{number} is odd", Where("numbers.csv", number))
    return number // 2


def test_results_come_in_the_order_of_the_pieces() -> None:
    assert list(run_parallel(halved, [8, 2, 6, 4])) == [4, 1, 3, 2]


def test_the_heaviest_begin_first(tmp_path: Path) -> None:
    """Two light ones wait for the heavy one: on two cores they must not both be before it."""
    file = tmp_path / "heavy"
    tasks = [("look", file), ("look", file), ("begin", file)]
    assert list(run_parallel(begun, tasks, lambda task: task[0] == "begin")) == [None] * 3


def test_several_pieces_leave_this_process() -> None:
    assert os.getpid() not in run_parallel(process, [1, 2])


@pytest.mark.parametrize("cores, pieces", [(2, [1]), (1, [1, 2]), (None, [1, 2])])
def test_one_piece_or_one_core_needs_no_other_process(
    cores: int | None, pieces: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert set(run_parallel(process, pieces)) == {os.getpid()}


def test_no_piece_is_no_work() -> None:
    assert list(run_parallel(process, [])) == []


def test_an_error_is_raised_in_its_turn_with_its_place() -> None:
    results = run_parallel(halved, [4, 7, 6])
    assert next(results) == 2
    with pytest.raises(PnpError, match=r"^numbers\.csv:7: 7 is odd$"):
        next(results)


def begun(task: tuple[str, Path]) -> None:
    """Begin a file, or wait for ever and clean up in the end; or do something once it is there."""
    name, file = task
    if name == "begin":
        file.touch()
    if name == "wait":
        try:
            file.touch()
            Event().wait()
        finally:
            file.unlink()
    while not file.exists():
        pass
    if name == "fail":
        raise user_error("it cannot be done")
    if name == "die":
        os.kill(os.getpid(), signal.SIGKILL)


def test_an_error_ends_the_rest_which_puts_away_what_it_began(tmp_path: Path) -> None:
    file = tmp_path / "kit"
    with pytest.raises(PnpError, match=r"^it cannot be done$"):
        list(run_parallel(begun, [("fail", file), ("wait", file)]))
    assert not file.exists()
    assert active_children() == []


def test_who_stops_asking_ends_the_rest(tmp_path: Path) -> None:
    file = tmp_path / "kit"
    results = run_parallel(begun, [("look", file), ("wait", file)])
    next(results)
    results.close()
    assert not file.exists()
    assert active_children() == []


def test_a_process_that_is_killed_is_an_error_in_words(tmp_path: Path) -> None:
    file = tmp_path / "kit"
    with pytest.raises(PnpError) as error:
        list(run_parallel(begun, [("die", file), ("wait", file)]))
    assert str(error.value) == (
        "a process was ended before its work was done\n"
        "  hint: free some memory, or name one game at a time"
    )
    assert active_children() == []


ALONE = """
import signal
import sys
from pathlib import Path
from tests.base import test_parallel as tests
tests.os.cpu_count = lambda: 2
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
if __name__ == "__main__":
    file = Path(sys.argv[1])
    for _ in tests.run_parallel(tests.begun, [("look", file), ("wait", file)]):
        print("begun", flush=True)
"""


@pytest.mark.parametrize("signal_", ["SIGKILL", "SIGTERM", "SIGINT"])
def test_nothing_goes_on_without_the_process_that_began_it(signal_: str, tmp_path: Path) -> None:
    """The pipe that all share closes when the last of them has ended."""
    file, root = tmp_path / "kit", Path(__file__).parents[2]
    run = [sys.executable, "-c", ALONE, str(file)]
    env, pipe, null = unmeasured(), subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen(run, cwd=root, env=env, stdout=pipe, stderr=null) as one:
        assert one.stdout is not None
        assert one.stdout.readline() == b"begun\n"
        one.send_signal(getattr(signal, signal_))
        assert one.stdout.read() == b""
    assert not file.exists()


def test_a_task_beside_gives_its_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    monkeypatch.setattr("pnp.base.parallel.active_count", lambda: 1)  # other tests leave threads
    with beside(os.getpid) as result:
        assert result() != os.getpid()


def test_a_task_that_is_small_runs_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    monkeypatch.setattr("pnp.base.parallel.active_count", lambda: 1)
    with beside(os.getpid, alone=True) as result:
        assert result() == os.getpid()


def test_a_task_runs_alone_on_one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    with beside(os.getpid) as result:
        assert result() == os.getpid()


def test_a_process_with_threads_is_never_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    done = Event()
    thread = Thread(target=done.wait)
    thread.start()
    try:
        with beside(os.getpid) as result:
            assert result() == os.getpid()
    finally:
        done.set()
        thread.join()


@pytest.mark.parametrize("cores", [1, 2])
def test_an_error_of_a_task_beside_is_raised(cores: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: cores)
    with pytest.raises(PnpError, match="no room"), beside(_fail) as result:
        result()


def _fail() -> None:
    raise user_error("there is no room")


def test_a_killed_task_beside_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    monkeypatch.setattr("pnp.base.parallel.active_count", lambda: 1)  # other tests leave threads
    killed = pytest.raises(PnpError, match="ended before its work was done")
    with killed, beside(lambda: os.kill(os.getpid(), signal.SIGKILL)) as result:
        result()


def test_a_task_beside_ends_with_the_block(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    with pytest.raises(KeyboardInterrupt), beside(signal.pause):
        raise KeyboardInterrupt
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)
