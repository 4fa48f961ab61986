"""Signals that ask the program to stop: each ends it as Ctrl-C does, by a KeyboardInterrupt."""

import _thread
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Timer
from types import FrameType, TracebackType

INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells expect it: 128 plus the number of the signal (2).

SIGTERM and SIGHUP end a command in the same way.
"""

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")

STOPPING = tuple(getattr(signal, name) for name in _NAMES if hasattr(signal, name))
"""Ctrl-C, ``kill``, a closed terminal, and Ctrl-Break on Windows."""

_AGAIN = 0.01
"""Seconds after which an interrupt that a library swallowed is raised again."""


class _Interrupts:
    """Which signal asked to stop, or 0; ``held`` counts the blocks that are to end before."""

    held = 0
    asked = 0
    raised = False


def stop_on_signals(signals: Iterable[int] = STOPPING) -> None:
    """Raise KeyboardInterrupt in the main thread at the first of some signals.

    Later ones change nothing: what was begun is being cleared up. A signal that is ignored stays
    ignored, as SIGHUP under nohup. Where no error can pass, as in a function that HarfBuzz calls or
    in a destructor, the interrupt is raised again a moment later.
    """
    _Interrupts.asked, _Interrupts.raised = 0, False
    sys.unraisablehook = _swallowed
    sys.excepthook = _untold
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, _raise_again)
    for number in signals:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _stop)


def _stop(number: int, _frame: FrameType | None) -> None:
    _Interrupts.asked = number
    _raise()


def _swallowed(error: "sys.UnraisableHookArgs") -> None:
    """Tell an error that cannot pass, but raise an interrupt again."""
    if not issubclass(error.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(error)
        return
    _Interrupts.held += 1  # nothing can pass here either
    _Interrupts.raised = False
    _arm()
    _Interrupts.held -= 1


def _arm() -> None:
    """Let the interrupt be raised in a moment: by a thread only where there is no timer."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, _AGAIN)
    else:
        again = Timer(_AGAIN, _thread.interrupt_main, [signal.Signals(_Interrupts.asked)])
        again.daemon = True
        again.start()


def _raise_again(_number: int, _frame: FrameType | None) -> None:
    if _Interrupts.held:
        _arm()
    else:
        _raise()


def stopping() -> bool:
    """Say whether a signal asked to stop; from now on no interrupt is raised any more.

    What fails after one that a library swallowed may be its fault: a call that was broken off.
    """
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)
    _Interrupts.raised = True
    return bool(_Interrupts.asked)


def _untold(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Print a traceback, but none of an interrupt: libraries print it where it cannot pass."""
    if not issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)


def _raise() -> None:
    if _Interrupts.asked and not _Interrupts.held and not _Interrupts.raised:
        _Interrupts.raised = True
        raise KeyboardInterrupt


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Hold signals back until a block has ended: a step that is not to be left half done."""
    _raise()  # a step that writes does not begin after an interrupt that was swallowed
    _Interrupts.held += 1
    try:
        yield
    finally:
        _Interrupts.held -= 1
    _raise()


@contextmanager
def blocked() -> Iterator[None]:
    """Let the system hold signals back, as around a fork; what is forked calls ``unblock``."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def unblock() -> None:
    """Let the signals through that ``blocked`` held back in the process that forked this one."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)
