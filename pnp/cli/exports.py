"""The work of ``pnp export`` around the files: which target, which game, what is told."""

import shlex
from collections.abc import Collection, Mapping
from pathlib import Path
from urllib.parse import urlsplit

from pnp.base.diagnostics import counted, quote, user_error
from pnp.base.units import parse_length
from pnp.cli.console import clear_step, say, shown_path, tell_step
from pnp.cli.options import options, output_folder
from pnp.data.project import select_games
from pnp.destinations.destination import CardPictures, Registration, Settings, Stock
from pnp.destinations.directory import WHERE, destination, listed
from pnp.destinations.send import send
from pnp.export.pdfx.press import Standard, read_profile
from pnp.geometry.plane import Point

FARTHEST = 10.0
"""Millimetres: a machine that errs by more is not set up."""


def tell_targets(target: str | None, game: str | None) -> None:
    """Print what a target takes, or each of them.

    Raises:
        PnpError: the target is unknown, or a game is named: what it has makes no difference.
    """
    if game is not None:
        hint = f"write pnp export {target} --list, or leave --list out"
        raise user_error(f"--list tells of targets, not of {quote(game)}", hint=hint)
    say(listed(WHERE if target is None else [target]))


def tell_exported(
    target: str | None,
    names: tuple[str, ...],
    output: str,
    chosen: Mapping[str, str],
    given: Collection[str],
    language: str | None,
) -> int:
    """Write a game for a target, print what was found and written, and return the exit code.

    ``chosen`` are the values of the options that only some targets take, ``given`` the names of
    those that the user wrote.

    Raises:
        PnpError: the target is unknown or does not take an option, no or several games are meant,
            or nothing can be written.
    """
    if target is None:
        raise user_error("no target is named", hint="pnp export --list tells them")
    found = destination(target)
    for name in sorted({*given} - found.options):
        hint = f"leave it out; pnp export --list tells what {target} takes"
        raise user_error(f"--{name.replace('_', '-')} is not for {target}", hint=hint)
    settings = _settings(**chosen)._replace(language=language)
    place = output_folder(output)
    games = select_games(names, Path.cwd(), bundled=False)
    if len(games) != 1:
        hint = f"write pnp export {target} {shlex.quote(games[0][0].name)}"
        raise user_error("an export is of one game", hint=hint)
    sent = send(*games[0], found, place, settings, tell_step)
    clear_step()
    for finding in sent.findings:
        say(finding, err=True)
    say(f"{sent.title}: {counted(sent.pieces, 'piece')} for {found.title}, read back as they are")
    for name, number in sent.left_out.items():
        why = sent.reasons[name]
        say(f"  left out: {number} × {name}{f' ({why})' if why else ''}")
    for remark in sent.remarks:
        say(f"  {remark}")
    say(f"  {counted(sent.files, 'file')} in {shown_path(sent.folder)}")
    return sent.exit_code()


def _settings(
    *,
    base_url: str,
    cut_offset: str,
    registration: str,
    standard: str,
    profile: str,
    cards: str,
    stock: str,
    paper: str,
    backs: str,
    bleed: str,
) -> Settings:
    """Return the values of the options.

    Raises:
        PnpError: one cannot be understood.
    """
    _refuse_address(base_url)
    made = options(paper=paper, margin="0", backs=backs, bleed=bleed, gutter="0", ink="full")
    return Settings(
        made.layout,
        base_url,
        _offset(cut_offset),
        registration=Registration(registration),
        standard=Standard(standard),
        profile=read_profile(Path(profile)) if profile else None,
        cards=CardPictures(cards),
        stock=Stock(stock),
    )


def _offset(text: str) -> Point:
    """Return how far lines are moved, right and down, from ``0.3 -0.2 mm``."""
    try:
        right, down, unit = text.split()
        x, y = (parse_length(f"{number} {unit}") for number in (right, down))
        if not max(abs(x), abs(y)) <= FARTHEST:
            raise ValueError
    except ValueError:
        hint = f"write how far right and down, at most {FARTHEST:g} mm: '0.3 -0.2 mm'"
        raise user_error(f"--cut-offset: {quote(text)} is no offset", hint=hint) from None
    return Point(x, y)


def _refuse_address(url: str) -> None:
    """Refuse an address that is none."""
    if not url:
        return
    try:
        parts = urlsplit(url)
        valid = parts.scheme in ("http", "https") and parts.hostname and not parts.query
    except ValueError:
        valid = False
    if not valid or any(char.isspace() or char in '"<>\\^`{|}#' for char in url):
        hint = "write --base-url https://example.org/halloween"
        raise user_error(f"--base-url: {quote(url)} is no address of a web site", hint=hint)
