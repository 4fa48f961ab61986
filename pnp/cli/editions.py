"""The work of ``pnp build --since`` and ``pnp diff`` around the comparison of two kits."""

from dataclasses import replace
from pathlib import Path

from pnp.base.diagnostics import user_error
from pnp.build import Update
from pnp.cli.console import say
from pnp.kit import Options


def with_update(
    options: Options, since: str | None, *, cosmetic: bool
) -> tuple[Options, Update | None]:
    """Return the options of a build, and what it updates.

    Raises:
        PnpError: the earlier kit cannot be used, or not with these options.
    """
    if since is None:
        if cosmetic:
            raise user_error("--cosmetic goes with --since", hint="write --since output/halloween")
        return options, None
    if options.only is not None:
        hint = "leave out --component and --card: an update has what changed"
        raise user_error("--since builds no part of a kit", hint=hint)
    from pnp.delta.edition import read_edition  # imported late: a build seldom compares kits

    update = Update(read_edition(Path(since)), cosmetic)
    return replace(options, since=update.since.version), update


def tell_difference(old: Path, new: Path, file: str | None, *, cosmetic: bool) -> None:
    """Print what differs between two kits, and write it as a page with pictures.

    Raises:
        PnpError: the kits cannot be compared.
    """
    from pnp.delta.comparison import compare
    from pnp.delta.diffpage import write_diff_page
    from pnp.delta.edition import read_edition
    from pnp.delta.words import as_text

    delta = compare(read_edition(old), read_edition(new), cosmetic=cosmetic)
    if file is not None:
        write_diff_page(Path(file), delta)
    say(as_text(delta))
