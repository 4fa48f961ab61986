"""The work of ``pnp calibrate``, ``pnp printers`` and ``pnp build --printer``."""

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import date
from pathlib import Path
from shlex import quote
from typing import Any, TypeVar

import click

from pnp.base.diagnostics import PnpError, user_error
from pnp.cli.console import say
from pnp.cli.flags import DEFAULTS
from pnp.cli.options import options, same_paper
from pnp.data.project import find_project
from pnp.geometry.plane import IDENTITY, Affine
from pnp.imposition.sheet import TURN_WORDS, Layout, mirror_of
from pnp.kit import Options
from pnp.output.target import refuse_inside_kit
from pnp.printers.chart import PERFECT, Chart, write_chart
from pnp.printers.misprint import Misprint
from pnp.printers.profiles import (
    VARIABLE,
    ChartSettings,
    Profile,
    changing,
    check_feed,
    check_name,
    find_profile,
    load_charts,
    load_profiles,
    parse_readings,
    place_of,
    save_settings,
)
from pnp.text.fontbook import FontBook

S = TypeVar("S", bound=ChartSettings)


def profiles_file() -> Path:
    """Return the file with the printers: in the user's own settings, or where a variable says.

    Raises:
        PnpError: the variable names a folder.
    """
    other = os.environ.get(VARIABLE)
    if other and Path(other).is_dir():
        raise user_error(f"{VARIABLE}: {other} is a folder", hint="name a file, as printers.yaml")
    return Path(other) if other else Path(click.get_app_dir("pnp")) / "printers.yaml"


def charts_file() -> Path:
    """Return the file with the charts that wait to be read, beside that with the printers."""
    file = profiles_file()
    return file.with_name(f"{file.stem}-charts{file.suffix}")


def _profile(name: str) -> Profile:
    """Return a printer that can be printed on.

    Raises:
        PnpError: there is none of that name, or its paper, margins or readings cannot be.
    """
    file = profiles_file()
    return _checked(file, name, find_profile(load_profiles(file), name))


def _checked(file: Path, name: str, settings: S) -> S:
    try:
        _check(settings)
    except PnpError as error:
        message = f"{name}: {error.problems[0].message.removeprefix('--')}"
        hint = f"mend it there, or forget the printer: pnp printers --remove {name}"
        raise user_error(message, place_of(file, name), hint) from None
    return settings


def _check(settings: ChartSettings) -> None:
    chart = _chart(_layout(settings))
    if isinstance(settings, Profile):
        settings.misprint(chart)


def _usable(settings: S | None) -> S | None:
    """Return settings that can be printed on, whatever was read; None for others."""
    if settings is not None:
        with suppress(PnpError):
            _layout(settings)
            return settings
    return None


def calibrate(
    printer: str | None,
    read: str | None,
    file: str,
    *,
    verify: bool,
    pins: bool,
    written: Mapping[str, str],
) -> None:
    """Write a chart, or remember what was read on one.

    ``written`` are those of paper, margin, backs and feed that the user wrote. For the others a
    printer keeps what is known of it.

    Raises:
        PnpError: options contradict each other, the paper does not suit, there is no such printer,
            or the readings cannot be used.
    """
    if printer is None and (read or verify):
        hint = "add --printer NAME, any name that you like"
        raise user_error(f"{'--read' if read else '--verify'}: no printer is named", hint=hint)
    name = printer and check_name(printer)
    check_feed(written.get("feed", ""))
    if name and read and verify:
        hint = "to measure anew, print a chart without --verify"
        raise user_error("--read: a chart to verify shows what is left, not the printer", hint=hint)
    if name and read:
        readings = parse_readings(read)
        with changing(profiles_file()):
            _remember(name, readings, pins, written)
    elif name and verify:
        _write_corrected(Path(file), name, written)
    else:
        _write_to_read(Path(file), name, written)


def _write_to_read(file: Path, name: str | None, written: Mapping[str, str]) -> None:
    """Write a chart, and remember how it is printed, for when it is read."""
    if name is None:
        settings = _settings(None, written)
        _write_chart(file, settings, _to_read("NAME", settings), IDENTITY)
    else:
        with changing(profiles_file()):
            _write_to_remember(file, name, written)
    say("then read it as it says")


def _write_to_remember(file: Path, name: str, written: Mapping[str, str]) -> None:
    stored, charts = _usable(load_profiles(profiles_file()).get(name)), load_charts(charts_file())
    settings = _settings(stored or _usable(charts.get(name)), written)
    _write_chart(file, settings, _to_read(name, settings), IDENTITY)
    save_settings(charts_file(), {**charts, name: settings})
    if stored and _described(stored) != _described(settings):
        say(f"{name} stays {_described(stored)} until this chart is read")


def _write_corrected(file: Path, name: str, written: Mapping[str, str]) -> None:
    """Write a chart whose back is corrected for a printer."""
    profile = _profile(name)
    chosen, own = _layout(_settings(profile, written)), _layout(profile)
    _refuse_paper(name, chosen, own)
    _refuse_edge(name, chosen, own)
    correction = _corrected(own, name, profile).correction
    _write_chart(file, profile, _to_verify(name), correction)
    say(f"each of A to H should read {PERFECT:.1f}")


def _write_chart(
    file: Path, settings: ChartSettings, words: Iterator[str], correction: Affine
) -> None:
    refuse_inside_kit(file)
    chosen = _layout(settings)
    book = FontBook(find_project(Path.cwd()).folders("fonts"))
    write_chart(file, _chart(chosen).pages(book, tuple(words), correction), book, chosen.backs)
    turned = f"turned over on the {TURN_WORDS[chosen.backs]}"
    say(f"{file}: print both sides at 100 % on {chosen.paper_name}, {turned}")


def _remember(
    name: str, readings: tuple[float, ...], pins: bool, written: Mapping[str, str]
) -> None:
    file, charts = profiles_file(), load_charts(charts_file())
    known = load_profiles(file)
    before, chart = _usable(known.get(name)), _usable(charts.pop(name, None))
    if not (chart or before or {"paper", "backs"} <= written.keys()):
        hint = "write what the top of the chart says, as --paper a4 --backs long-edge"
        message = f"--read: no chart of {name} is known; name its paper and its turning edge"
        raise user_error(message, hint=hint)
    settings = _settings(chart or before, written)
    profile = Profile(
        **settings.model_dump(), readings=readings, pins=pins, date=date.today().isoformat()
    )
    chosen = _layout(profile)
    misprint = profile.misprint(_chart(chosen))
    save_settings(file, {**known, name: profile})
    if chart:
        save_settings(charts_file(), charts)
    say(f"{name}: {_described(profile)}")
    if before and _described(before) != _described(profile):
        say(f"before it was {_described(before)}")
    say(f"backs lie {misprint}")
    say(f"that is {misprint.worst(chosen.paper):.1f} mm at the worst corner; now it is corrected:")
    say(f"pnp build --printer {name}")
    say(f"to see it: pnp calibrate --verify --printer {name}")


def _settings(known: ChartSettings | None, written: Mapping[str, str]) -> ChartSettings:
    """Return how a chart is printed: as it is written, else as it is known of the printer."""
    words = DEFAULTS if known is None else {key: getattr(known, key) for key in _REMEMBERED}
    return ChartSettings(**{**words, **written})


def _to_read(name: str, settings: ChartSettings) -> Iterator[str]:
    """Yield the paragraphs of the chart that tell how it is read."""
    options = [f"--paper {quote(settings.paper)}", f"--backs {quote(settings.backs)}"]
    if settings.margin != DEFAULTS["margin"]:
        options.append(f"--margin {quote(settings.margin)}")
    words = " ".join([*options, "--read 'A B …'"])
    pins = "Card that lets no light through: prick a pin through the middle of each cross, and "
    yield (
        "**1** Hold the sheet against a window or a lamp, this side towards you. At each of A to H "
        "the bold line of the back points at the ruler: write down the whole number on its left, "
        "or above it."
    )
    yield (
        "**2** Beside it, find the tick of this side that a tick of the back prolongs. Its number "
        f"is the tenth: 10 and 3 are 10.3. A perfect printer has {PERFECT:.1f} everywhere."
    )
    yield f"**3** Type the eight numbers: pnp calibrate --printer {name} {words}"
    yield pins + (
        "read on the back where it came out: first across, then down, A to H as corners from the "
        "top left to the bottom right, as seen from this side. Then add --pins."
    )


def _to_verify(name: str) -> Iterator[str]:
    yield f"The back of this sheet is corrected for the printer {name}."
    yield (
        f"Hold it against the light: each of A to H should read {PERFECT:.1f}, and a tenth more or "
        "less is as good as paper gets. If not, measure anew with a chart that is not corrected: "
        f"pnp calibrate --printer {name}"
    )


def with_printer(name: str, written: Mapping[str, Any]) -> Options:
    """Return the options of a build for a printer.

    Paper, margin and turning edge are the printer's where they are not ``written``.

    Raises:
        PnpError: there is no such printer, or it was calibrated for other paper or another edge.
    """
    profile = _profile(check_name(name))
    made, own = options(**written, usual=_layout_words(profile)), _layout(profile)
    layout = made.layout
    _refuse_paper(name, layout, own)
    if mirror_of(layout.paper, layout.backs) is None:
        return replace(made, layout=replace(layout, printer=name))
    _refuse_edge(name, layout, own)
    return replace(made, layout=_corrected(layout, name, profile))


def _refuse_paper(name: str, chosen: Layout, own: Layout) -> None:
    if not same_paper(chosen.paper, own.paper):
        hint = f"{_ANEW}: pnp calibrate --paper '{chosen.paper_name}'"
        message = f"{name} was calibrated for {own.paper_name}, not {chosen.paper_name}"
        raise user_error(message, hint=hint)


def _refuse_edge(name: str, chosen: Layout, own: Layout) -> None:
    if chosen.backs is not own.backs:
        hint = f"the other edge goes through the printer differently: leave out --backs, or {_ANEW}"
        raise user_error(f"{name} was calibrated for {own.backs}", hint=hint)


_ANEW = "calibrate for it under another name"


def tell_printers(remove: str | None) -> None:
    """Print the printers, one a line, or take one away.

    Raises:
        PnpError: there is no printer of that name, or the file is damaged.
    """
    if remove is not None:
        with changing(profiles_file()):
            _forget(remove)
        say(f"{remove} is forgotten")
        return
    known = load_profiles(profiles_file())
    if not known:
        say("no printer is calibrated; print a chart: pnp calibrate --printer NAME")
    else:
        for name in known:
            _checked(profiles_file(), name, known[name])
        for line in printers_as_text(known):
            say(line)


def _forget(name: str) -> None:
    file, charts = profiles_file(), load_charts(charts_file())
    known = load_profiles(file)
    find_profile(known, name)
    save_settings(file, {each: known[each] for each in known if each != name})
    if charts.pop(name, None):
        save_settings(charts_file(), charts)


def printers_as_text(known: Mapping[str, Profile]) -> Iterator[str]:
    """Yield a line for each printer: its paper, margins, edge, feed, and how it prints."""
    for name, profile in known.items():
        misprint = profile.misprint(_chart(_layout(profile)))
        yield f"{name}: {_described(profile)} · read on {profile.date} · backs lie {misprint}"


def _described(settings: ChartSettings) -> str:
    """Return paper, margins, edge and feed: ``letter · margins 6.35 mm · short-edge``."""
    margin = f"margins {settings.margin}" if any(_layout(settings).margins) else "borderless"
    return " · ".join(filter(None, (settings.paper, margin, settings.backs, settings.feed)))


_REMEMBERED = (*DEFAULTS, "feed")


def _layout_words(settings: ChartSettings) -> dict[str, str]:
    return {key: getattr(settings, key) for key in DEFAULTS}


def _layout(settings: ChartSettings) -> Layout:
    """Return paper, margins and turning edge.

    Raises:
        PnpError: one of them cannot be used.
    """
    usual = _layout_words(settings)
    return options(usual=usual, bleed="gap", gutter="0 mm", ink="full").layout


def _chart(layout: Layout) -> Chart:
    return Chart(layout.paper, layout.paper_name, layout.backs)


def _corrected(layout: Layout, name: str, profile: Profile) -> Layout:
    chart = _chart(layout)
    misprint: Misprint = profile.misprint(chart)
    correction = misprint.correction(layout.paper, chart.mirror)
    return replace(layout, printer=name, correction=correction)
