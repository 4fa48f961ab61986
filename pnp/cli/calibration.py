"""The work of ``pnp calibrate``, ``pnp printers`` and ``pnp build --printer``."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import click

from pnp.base.diagnostics import user_error
from pnp.cli.console import say
from pnp.cli.flags import DEFAULTS
from pnp.cli.options import options, same_paper
from pnp.data.project import find_project
from pnp.geometry.plane import IDENTITY
from pnp.imposition.sheet import Layout, mirror_of
from pnp.kit import Options
from pnp.output.target import refuse_inside_kit
from pnp.printers.chart import PERFECT, Chart, write_chart
from pnp.printers.misprint import Misprint
from pnp.printers.profiles import (
    Profile,
    check_name,
    find_profile,
    load_profiles,
    parse_readings,
    save_profiles,
)
from pnp.text.fontbook import FontBook

VARIABLE = "PNP_PRINTERS"
"""The environment variable that names another file for the printers."""


def profiles_file() -> Path:
    """Return the file with the printers: in the user's own settings, or where a variable says."""
    other = os.environ.get(VARIABLE)
    return Path(other) if other else Path(click.get_app_dir("pnp")) / "printers.yaml"


def calibrate(
    printer: str | None,
    read: str | None,
    file: str,
    *,
    verify: bool,
    pins: bool,
    feed: str,
    layout: Mapping[str, str],
) -> None:
    """Write a chart, or remember what was read on one.

    Raises:
        PnpError: options contradict each other, the paper does not suit, there is no such printer,
            or the readings cannot be used.
    """
    if printer is None and (read or verify):
        hint = "add --printer NAME, any name that you like"
        raise user_error(f"{'--read' if read else '--verify'}: no printer is named", hint=hint)
    name = check_name(printer) if printer else "NAME"
    if read is None:
        _write_chart(Path(file), name, verify, layout)
    elif verify:
        hint = "to measure anew, print a chart without --verify"
        raise user_error("--read: a chart to verify shows what is left, not the printer", hint=hint)
    else:
        profile = Profile(
            **layout,
            readings=parse_readings(read),
            pins=pins,
            feed=feed,
            date=date.today().isoformat(),
        )
        _remember(name, profile)


def _write_chart(file: Path, name: str, verify: bool, layout: Mapping[str, str]) -> None:
    refuse_inside_kit(file)
    correction = IDENTITY
    if verify:
        profile = find_profile(profiles_file(), name)
        layout = _layout_words(profile)
        chosen = _parsed(layout).layout
        correction = _corrected(chosen, name, profile).correction
    else:
        chosen = _parsed(layout).layout
    words = _to_verify(name) if verify else _to_read(name, layout)
    book = FontBook(find_project(Path.cwd()).folders("fonts"))
    write_chart(file, _chart(chosen).pages(book, tuple(words), correction), book, chosen.backs)
    say(f"{file}: print both sides at 100 %, turned over on the {chosen.backs.replace('-', ' ')}")
    say("then read it as it says" if not verify else f"each of A to H should read {PERFECT:.1f}")


def _remember(name: str, profile: Profile) -> None:
    chosen = _parsed(_layout_words(profile)).layout
    misprint = profile.misprint(_chart(chosen))
    file = profiles_file()
    save_profiles(file, {**load_profiles(file), name: profile})
    say(f"{name}: backs lie {misprint}")
    say(f"that is {misprint.worst(chosen.paper):.1f} mm at the worst corner; now it is corrected:")
    say(f"pnp build --printer {name}")
    say(f"to see it: pnp calibrate --verify --printer {name}")


def _to_read(name: str, layout: Mapping[str, str]) -> Iterator[str]:
    """Yield the paragraphs of the chart that tell how it is read."""
    other = {key: layout[key] for key in DEFAULTS if layout[key] != DEFAULTS[key]}
    words = " ".join(f"--{key} '{word}'" for key, word in [*other.items(), ("read", "A B …")])
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
    profile = find_profile(profiles_file(), check_name(name))
    words = _layout_words(profile)
    made, own = options(**written, usual=words), _parsed(words).layout
    layout = made.layout
    if not same_paper(layout.paper, own.paper):
        hint = f"calibrate for it under another name: pnp calibrate --paper '{layout.paper_name}'"
        message = f"{name} was calibrated for {own.paper_name}, not {layout.paper_name}"
        raise user_error(message, hint=hint)
    if mirror_of(layout.paper, layout.backs) is None:
        return replace(made, layout=replace(layout, printer=name))
    if layout.backs is not own.backs:
        hint = f"the other edge goes through the printer differently: leave out --backs, or {_ANEW}"
        raise user_error(f"{name} was calibrated for {own.backs}", hint=hint)
    return replace(made, layout=_corrected(layout, name, profile))


_ANEW = "calibrate for it under another name"


def tell_printers(remove: str | None) -> None:
    """Print the printers, one a line, or take one away.

    Raises:
        PnpError: there is no printer of that name, or the file is damaged.
    """
    file = profiles_file()
    known = load_profiles(file)
    if remove is not None:
        find_profile(file, remove)
        save_profiles(file, {name: each for name, each in known.items() if name != remove})
        say(f"{remove} is forgotten")
    elif not known:
        say("no printer is calibrated; print a chart: pnp calibrate --printer NAME")
    else:
        for line in printers_as_text(known):
            say(line)


def printers_as_text(known: Mapping[str, Profile]) -> Iterator[str]:
    """Yield a line for each printer: its paper, margins, edge, feed, and how it prints."""
    for name, profile in known.items():
        chosen = _parsed(_layout_words(profile)).layout
        margin = f"margins {profile.margin}" if any(chosen.margins) else "borderless"
        words = [profile.paper, margin, profile.backs, profile.feed, f"read on {profile.date}"]
        misprint = profile.misprint(_chart(chosen))
        yield f"{name}: {' · '.join(filter(None, words))} · backs lie {misprint}"


def _layout_words(profile: Profile) -> dict[str, str]:
    return {key: getattr(profile, key) for key in DEFAULTS}


def _parsed(layout: Mapping[str, str]) -> Options:
    paper, margin, backs = (layout[key] for key in DEFAULTS)
    return options(paper=paper, margin=margin, backs=backs, bleed="gap", gutter="0 mm", ink="full")


def _chart(layout: Layout) -> Chart:
    return Chart(layout.paper, layout.paper_name, layout.backs)


def _corrected(layout: Layout, name: str, profile: Profile) -> Layout:
    chart = _chart(layout)
    misprint: Misprint = profile.misprint(chart)
    correction = misprint.correction(layout.paper, chart.mirror)
    return replace(layout, printer=name, correction=correction)
