"""Output on the terminal: progress, errors, and the outcome of a build."""

import codecs
import json
import os
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EACCES, EFBIG, EISDIR, ENOSPC, EPERM, EROFS
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp import __version__
from pnp.base.diagnostics import PnpError, counted, quote, user_error

if TYPE_CHECKING:
    from pnp.build import Outcome

_UNSEEN = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Characters that a terminal obeys or cannot show: control characters except line feed and tab,
marks that change the direction of text, and lone surrogates (bytes of names that are not UTF-8)."""


def visible(text: object) -> str:
    """Return a text with such characters escaped as in JSON, so that a terminal can show it."""
    return _UNSEEN.sub(lambda match: f"\\u{ord(match[0]):04x}", str(text))


def open_streams() -> None:
    """Make standard output and standard error take everything that is printed.

    A stream that was closed before the start becomes the null device. Letters that its encoding
    lacks are escaped as in JSON, so that JSON stays valid.
    """
    codecs.register_error("as-json", _as_json)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: PTH123, SIM115 - open to the end
        stream = getattr(sys, name)
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="as-json")


def _as_json(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


def say(text: object, *, err: bool = False, mark: str = "") -> None:
    """Print a text and a line end, after a red ``mark``. All text of commands goes through here.

    Raises:
        PnpError: the stream cannot be written, as when it is redirected to a full disk.
    """
    with writing(err=err):
        click.echo(click.style(mark, fg="red") + visible(text), err=err)


def write_bytes(data: bytes) -> None:
    """Write a file to standard output; the errors are those of ``say``."""
    with writing(err=False):
        click.echo(data, nl=False)


@contextmanager
def writing(*, err: bool) -> Iterator[None]:
    """Turn an error of a stream into a message; go on in silence when nobody reads any more."""
    try:
        yield
    except OSError as error:
        # what is left in the buffer would be written once more when the process ends
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), (sys.stderr if err else sys.stdout).fileno())
        if isinstance(error, BrokenPipeError):
            return
        stream = "standard error" if err else "standard output"
        raise user_error(f"{stream}: {_reason(error)}") from None


@contextmanager
def escaped_usage() -> Iterator[None]:
    """Escape the user's words in click's usage errors, so that a terminal can show them."""
    try:
        yield
    except click.ClickException as error:
        setattr(error, "message", visible(error.message))  # noqa: B010 - final only for typing
        raise


def tell_step(step: str) -> None:
    """Show the current step of a build on a terminal, in place of the last one."""
    clear_step()
    if sys.stderr.isatty():
        click.echo(f"{visible(step)} …", nl=False, err=True)


def clear_step() -> None:
    """Erase the current step from the terminal."""
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", nl=False, err=True)


REPORT_TO = "an issue of pnp's repository"
"""Where a fault of the program itself is reported."""


def tell_unforeseen(error: BaseException, *, debug: bool) -> None:
    """Print one line about an error that is a fault of pnp, after its traceback if debugging."""
    clear_step()
    if debug:
        import traceback

        say("".join(traceback.format_exception(error)).rstrip(), err=True)
    what = f"{type(error).__name__}: {quote(error, 200)[1:-1]}{_raised_in(error)}"
    how = "with these lines" if debug else "with what `pnp --debug …` prints"
    say(
        f": pnp {__version__} failed ({what}): report it in {REPORT_TO}, {how}",
        err=True,
        mark="error",
    )


def _raised_in(error: BaseException) -> str:
    """Return the innermost line of pnp that an error came through, as ``, pnp/svg/css.py:88``."""
    here = Path(__file__).parents[1]
    spot, trace = "", error.__traceback__
    while trace is not None:
        file = Path(trace.tb_frame.f_code.co_filename)
        if file.is_relative_to(here):
            spot = f", pnp/{file.relative_to(here).as_posix()}:{trace.tb_lineno}"
        trace = trace.tb_next
    return spot


def tell_problems(error: PnpError) -> None:
    """Print all problems of an error."""
    clear_step()
    for problem in error.problems:
        say(f": {problem}", err=True, mark="error")


def unwritable(error: OSError, output: str | None) -> PnpError:
    """Return the error for a file that cannot be written; for a kit's lock, name its folder.

    ``output`` is what the command's option ``--output`` names, "folder" or "file"; None if it has
    no such option.
    """
    path = Path(error.filename) if error.filename else None
    elsewhere = f", or name another {output} with --output" if output else ""
    hints = {ENOSPC: f"free some space{elsewhere}"}
    hints[EFBIG] = f"let files be larger (ulimit -f){elsewhere}"
    hints[EISDIR] = elsewhere.removeprefix(", or ")
    hints |= dict.fromkeys((EACCES, EPERM, EROFS), f"change its permissions{elsewhere}")
    message = _reason(error)
    shown = path.parent if path and path.suffix == ".pnp-lock" else path
    hint = hints.get(error.errno or 0) or None
    return user_error(f"{shown}: {message}" if shown else message, hint=hint)


def check_folder() -> None:
    """Find out whether the folder that the shell stands in is still there.

    Raises:
        PnpError: it was removed.
    """
    try:
        Path.cwd()
    except FileNotFoundError:
        hint = "enter another one, or the same again if it was made anew"
        raise user_error("the folder that this shell stands in was removed", hint=hint) from None


def _reason(error: OSError) -> str:
    reason = error.strerror or str(error)
    return f"{reason[:1].lower()}{reason[1:]}"


def tell_outcome(made: "Outcome") -> None:
    """Print the findings, the contents and the folder of a finished build."""
    clear_step()
    for finding in made.findings:
        say(finding, err=True)
    if made.update:
        say(made.update)
    if not made.files:
        say("nothing to print: no files were written")
        return
    pieces, sheets = counted(made.pieces, "piece"), counted(made.sheets, "sheet")
    say(f"{made.title}: {pieces} on {sheets} ({counted(made.sides, 'side')})")
    say(f"  {made.proof}")
    say(f"  {counted(made.files, 'file')} in {shown_path(made.folder)}")


def enter(folder: Path) -> str:
    """Return the words that enter a folder in a shell: a hyphen would begin an option."""
    word = str(folder)
    return f"cd {shlex.quote(f'./{word}' if word.startswith('-') else word)}"


def shown_path(path: Path) -> Path:
    """Return a path as it is written from the current folder, if it is inside of it."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
