"""Independent pieces of work in parallel: one process per core."""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from threading import Thread
from typing import TypeVar

from pnp.base.diagnostics import user_error

T = TypeVar("T")

R = TypeVar("R")

MOST = 61
"""The most worker processes that Windows allows: Python's documentation of concurrent.futures."""


def run_parallel(work: Callable[[T], R], pieces: Sequence[T]) -> Iterator[R]:
    """Yield the result of each piece, in the order given; a single piece runs in this process.

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
            yield from pool.map(partial(_run_piece, work), pieces)
        except BrokenProcessPool:
            _end_the_others()
            hint = "free some memory, or name one game at a time"
            raise user_error("a process was ended before its work was done", hint=hint) from None
        except BaseException:
            _end_the_others()
            raise


def _end_the_others() -> None:
    from multiprocessing import active_children

    for process in active_children():
        process.terminate()


def _start_worker() -> None:
    """Make a worker process end when its parent ends, and ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the parent, which ends the others
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    if parent := parent_process():
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def _run_piece(work: Callable[[T], R], piece: T) -> R:
    """Return the result of one piece; if interrupted, let it clean up and end this process."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        return work(piece)
    except KeyboardInterrupt:
        os._exit(1)  # a worker that returns would start the next piece
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
