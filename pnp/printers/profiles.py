"""The printers that were calibrated, and the charts that wait to be read: a file for each."""

import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from errno import EACCES
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import Field

from pnp.base.diagnostics import Where, named, nearest, quote, user_error
from pnp.base.filelock import alone_in
from pnp.base.scratch import whole_file
from pnp.data.document import read_document
from pnp.data.schema import Model, validate
from pnp.imposition.sheet import Backs
from pnp.printers.chart import LETTERS, PERFECT, Chart
from pnp.printers.misprint import Doubt, Misprint, doubts, measured

VARIABLE = "PNP_PRINTERS"
"""The environment variable that names another file for the printers."""

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")


class ChartSettings(Model):
    """How a chart is printed, in the words of the command line."""

    paper: str
    """The paper that the chart was printed on, as `a4`."""

    margin: str
    """What the printer cannot reach, as `5 mm`; `0` is borderless."""

    backs: Backs
    """The edge that the paper is turned over: `long-edge` or `short-edge`."""

    feed: str = ""
    """How the paper is put in, in words: `rear tray, print side up`."""


class Profile(ChartSettings):
    """A calibrated printer: how its chart was printed, and what it showed."""

    readings: Annotated[tuple[float, ...], Field(min_length=8, max_length=8)]
    """What the verniers A to H showed."""

    pins: bool = False
    """The readings are of the holes of a pin."""

    date: str = ""
    """The day of the readings, as `2026-11-22`."""

    def misprint(self, chart: Chart) -> Misprint:
        """Return how the printer lays the back side, from the readings of its chart.

        Raises:
            PnpError: readings are beyond the rulers, or contradict each other.
        """
        readings = chart.readings(self.readings, pins=self.pins)
        if wrong := doubts(readings):
            read = dict(zip(LETTERS, self.readings, strict=True))
            told = ", or ".join(_doubtful(doubt, read) for doubt in wrong)
            hint = "look at it again; if it was read rightly, print the chart once more"
            raise user_error(f"the readings contradict each other: {told}", hint=hint)
        return measured(readings)


def _doubtful(doubt: Doubt, read: Mapping[str, float]) -> str:
    expected = PERFECT + doubt.expected
    return f"{doubt.letter} is {read[doubt.letter]:.1f}, and the others expect {expected:.1f}"


def parse_readings(text: str) -> tuple[float, ...]:
    """Return eight readings from text: ``10.3 9.8 …``, or with decimal commas.

    Raises:
        PnpError: there are not eight, or one is no number.
    """
    words = text.replace(";", " ").split()
    values = tuple(map(_reading, words))
    if len(values) != len(LETTERS):
        hint = f"write the eight numbers of {LETTERS[0]} to {LETTERS[-1]}, with spaces between"
        raise user_error(f"--read: {len(values)} readings, not 8", hint=hint)
    return values


def _reading(word: str) -> float:
    if not re.fullmatch(r"\d{1,2}([.,]\d{1,2})?", word):
        hint = "write readings as 10.3, with spaces between"
        raise user_error(f"--read: {quote(word)} is no reading", hint=hint)
    return float(word.replace(",", "."))


def check_name(name: str) -> str:
    """Return a name for a printer.

    Raises:
        PnpError: it has other characters than small letters, digits, hyphens and underscores.
    """
    if not _NAME.fullmatch(name):
        hint = "write small letters, digits and hyphens, as den or office-2"
        raise user_error(f"--printer: {quote(name)} is no name for a printer", hint=hint)
    return name


def check_feed(words: str) -> str:
    """Return how the paper is put in, as it is remembered.

    Raises:
        PnpError: the words contain what no terminal shows: control characters, or broken letters.
    """
    if not words.replace("\N{NO-BREAK SPACE}", " ").isprintable():
        hint = "write plain words, as 'rear tray, print side up'"
        raise user_error(f"--feed: {quote(words)} contains a control character", hint=hint)
    return words


def load_profiles(file: Path) -> dict[str, Profile]:
    """Return all printers by name; none if the file does not exist.

    Raises:
        PnpError: the file is damaged.
    """
    return _load(file, Profile)


def load_charts(file: Path) -> dict[str, ChartSettings]:
    """Return the charts that wait to be read, by printer; none if the file does not exist.

    Raises:
        PnpError: the file is damaged.
    """
    return _load(file, ChartSettings)


T = TypeVar("T", bound=ChartSettings)


def _load(file: Path, model: type[T]) -> dict[str, T]:
    if not _followed(file).exists():
        return {}
    document = read_document(file, str(file))
    if not isinstance(document.data, dict):
        hint = "mend it, or delete it and calibrate again"
        raise user_error("no printers by name", Where(str(file)), hint)
    return {str(name): validate(model, document.at((name,))) for name in document.data}


def _followed(file: Path) -> Path:
    """Return the file that a link leads to; a file that is none is itself."""
    try:
        return file.resolve()
    except (OSError, RuntimeError):  # RuntimeError up to Python 3.12
        raise user_error(f"{file} is a link that leads nowhere", hint="remove it") from None


def place_of(file: Path, name: str) -> Where:
    """Return where a printer, or its chart, begins in a file."""
    return read_document(file, str(file)).where((name,))


@contextmanager
def changing(file: Path) -> Iterator[None]:
    """Keep others from changing the printers meanwhile; make the folder of their file.

    Raises:
        PnpError: nothing can be written there.
    """
    folder = _followed(file).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(EACCES, os.strerror(EACCES))
        with alone_in(folder):
            yield
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        hint = f"name another file for the printers in {VARIABLE}, in the environment"
        raise user_error(f"{file}: {reason}", hint=hint) from None


def find_profile(known: Mapping[str, Profile], name: str) -> Profile:
    """Return the printer of that name.

    Raises:
        PnpError: there is none.
    """
    if name not in known:
        first = f"print a chart first: pnp calibrate --printer {name}"
        hint = nearest(name, known) or (f"there are {', '.join(known)}" if known else first)
        raise user_error(f"--printer: there is no printer {quote(name)}", hint=hint)
    return known[name]


def save_settings(file: Path, printers: Mapping[str, ChartSettings]) -> None:
    """Write all printers, or the charts of all, as a whole or not at all.

    A link to a file elsewhere stays one: what it leads to is written.

    Raises:
        OSError: the file cannot be written; it is unchanged.
    """
    target = _followed(file)
    with named(file), whole_file(target) as fresh:
        text = "".join(_lines(printers)) if printers else "{}\n"
        fresh.write_text(text, encoding="utf-8", newline="\n")


def _lines(printers: Mapping[str, ChartSettings]) -> Iterator[str]:
    for name, settings in printers.items():
        yield f"{json.dumps(name)}:\n"  # quoted: 007 and on are names, no numbers or truths
        for key, value in settings.model_dump(mode="json").items():
            yield f"  {key}: {json.dumps(value, ensure_ascii=False)}\n"
