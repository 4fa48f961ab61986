"""Independent pieces of work in parallel: one process per core."""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Thread, active_count
from traceback import format_exception
from typing import Any, TypeVar

from pnp.base.diagnostics import PnpError, user_error
from pnp.base.interrupts import STOPPING, blocked, stop_on_signals, unblock

T = TypeVar("T")

R = TypeVar("R")

MOST = 61
"""The most worker processes that Windows allows: Python's documentation of concurrent.futures."""


def run_parallel(
    work: Callable[[T], R], pieces: Sequence[T], weight: Callable[[T], float] = lambda _: 0
) -> Iterator[R]:
    """Yield the result of each piece, in the order given; a single piece runs in this process.

    The heaviest begin first, so that none is left to run alone in the end; without ``weight`` they
    begin in the order given.

    Work, pieces and results are pickled. An error of the work is raised here when its piece's turn
    comes. An error, Ctrl-C and the end of this process end the remaining pieces: each gets
    KeyboardInterrupt, so that it can remove the files that it has begun.

    Raises:
        PnpError: a worker process was killed from outside.
    """
    workers = min(len(pieces), os.cpu_count() or 1, MOST)
    if workers < 2:
        yield from map(work, pieces)
        return
    # imported late: loading these takes longer than a small piece of work
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    with ProcessPoolExecutor(workers, initializer=_start_worker) as pool:
        try:
            order = sorted(range(len(pieces)), key=lambda at: weight(pieces[at]), reverse=True)
            with blocked():  # else a worker that is just being forked would miss being ended
                begun = {at: pool.submit(_run_piece, work, pieces[at]) for at in order}
            for at in range(len(pieces)):
                yield begun[at].result()
        except BrokenProcessPool:
            _end_the_others()
            raise _ended("free some memory, or name one game at a time") from None
        except BaseException:
            _end_the_others()
            raise


@contextmanager
def beside(task: Callable[[], T], *, alone: bool = False) -> Iterator[Callable[[], T]]:
    """Run a task in a process of its own beside the block; yield what waits for its result.

    The process has a copy of everything in memory: what the task changes there, nobody else sees.
    Its result, or its error, is pickled. When the block ends before it is asked for, the process is
    ended. Without a second core or without fork, and in a process with threads (a worker of
    ``run_parallel`` has one), the task runs in this process when its result is asked for; so it
    does ``alone``: a copy costs some 20 ms, more than a small task gains.
    """
    if alone or (os.cpu_count() or 1) < 2 or not hasattr(os, "fork") or active_count() > 1:
        yield task
        return
    reading, writing = os.pipe()
    with blocked():  # else a signal might make the copy of this process clear up in its place
        child = os.fork()
        if not child:
            _run_and_exit(task, writing)
    os.close(writing)
    answer = os.fdopen(reading, "rb")
    try:
        yield lambda: _answer(answer.read())
    finally:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGTERM)
        os.waitpid(child, 0)
        answer.close()


def _run_and_exit(task: Callable[[], Any], writing: int) -> None:
    """Write whether a task succeeded, and its result or its error; then end this process."""
    try:
        for number in STOPPING:
            signal.signal(number, signal.SIG_DFL)
        unblock()
        try:
            outcome = True, task()
        except BaseException as error:  # a panic in a library of Rust's is no Exception
            error.add_note("".join(format_exception(error)))  # pickle leaves the traceback out
            outcome = False, error
        import pickle  # imported late, as below: most commands have one process

        with os.fdopen(writing, "wb") as file:
            pickle.dump(outcome, file)
    finally:
        os._exit(0)  # without the parent's own clean-up


def _answer(data: bytes) -> Any:
    """Return the result of a task in another process, or raise its error.

    Raises:
        PnpError: the process was killed from outside.
    """
    if not data:
        raise _ended("free some memory")
    import pickle

    succeeded, result = pickle.loads(data)
    if not succeeded:
        raise result
    return result


def _ended(hint: str) -> PnpError:
    return user_error("a process was ended before its work was done", hint=hint)


def _end_the_others() -> None:
    from multiprocessing import active_children

    for process in active_children():
        process.terminate()


def _start_worker() -> None:
    """Make a worker process end when its parent ends, and ignore Ctrl-C and a closed terminal."""
    for number in STOPPING:  # they reach the parent too, which ends the others with SIGTERM
        ends = number == signal.SIGTERM
        signal.signal(number, signal.SIG_DFL if ends else signal.SIG_IGN)
    unblock()
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    if parent := parent_process():
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def _run_piece(work: Callable[[T], R], piece: T) -> R:
    """Return the result of one piece; if interrupted, let it clean up and end this process."""
    stop_on_signals([signal.SIGTERM])
    try:
        return work(piece)
    except KeyboardInterrupt:
        os._exit(1)  # a worker that returns would start the next piece
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
