"""Several pieces of work side by side: one process a core, each piece in one of them."""

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
"""Windows waits for no more processes at once: Python's documentation of concurrent.futures."""


def run_parallel(work: Callable[[T], R], pieces: Sequence[T]) -> Iterator[R]:
    """Yield what the work gives for each piece, in the order given; one alone is done right here.

    Work, pieces and results cross from process to process. What the work raises is raised here in
    the piece's turn. The other pieces end with that, with Ctrl-C, and with this process: each
    meets KeyboardInterrupt, so that it can put away what it began.

    Raises:
        PnpError: a process was ended from outside.
    """
    workers = min(len(pieces), os.cpu_count() or 1, MOST)
    if workers < 2:
        yield from map(work, pieces)
        return
    # these take longer to load than a small piece takes to do
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    with ProcessPoolExecutor(workers, initializer=_begin) as pool:
        try:
            yield from pool.map(partial(_alone, work), pieces)
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


def _begin() -> None:
    """Let a process end with the one that began it, and only with that."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all: the first one ends the rest
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    if parent := parent_process():
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def _alone(work: Callable[[T], R], piece: T) -> R:
    """Return what the work gives; end this process where it is interrupted, after its cleaning."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        return work(piece)
    except KeyboardInterrupt:
        os._exit(1)  # else it would go on with the next piece
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
