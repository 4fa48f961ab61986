"""Signals that ask the program to stop: each ends it as Ctrl-C does, by a KeyboardInterrupt."""

import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import FrameType

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")

STOPPING = tuple(getattr(signal, name) for name in _NAMES if hasattr(signal, name))
"""Ctrl-C, ``kill``, a closed terminal, and Ctrl-Break on Windows."""


class _Interrupts:
    """Whether somebody asked to stop; ``held`` counts the blocks that are to end before."""

    held = 0
    asked = False
    raised = False


def stop_on_signals(signals: Iterable[int] = STOPPING) -> None:
    """Raise KeyboardInterrupt in the main thread at the first of some signals.

    Later ones change nothing: what was begun is being cleared up. A signal that is ignored stays
    ignored, as SIGHUP under nohup.
    """
    _Interrupts.asked = _Interrupts.raised = False
    for number in signals:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _stop)


def _stop(_signal: int, _frame: FrameType | None) -> None:
    _Interrupts.asked = True
    _raise()


def _raise() -> None:
    if _Interrupts.asked and not _Interrupts.held and not _Interrupts.raised:
        _Interrupts.raised = True
        raise KeyboardInterrupt


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Hold signals back until a block has ended: a step that is not to be left half done."""
    _Interrupts.held += 1
    try:
        yield
    finally:
        _Interrupts.held -= 1
    _raise()


@contextmanager
def blocked() -> Iterator[None]:
    """Let the system hold signals back, as around a fork; both processes go on without them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
