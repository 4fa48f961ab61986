"""Which builds make the whole kit, and what the others are called."""

import re
from collections.abc import Sequence
from hashlib import sha256

from pnp.content.game import Game
from pnp.kit import Format, Options, chosen

WHOLE = frozenset({Format.PDF, Format.SVG})
"""What the whole kit has at least, of every component."""

LONGEST = 80
"""Characters of component names; the names of more than fit are told by a hash."""

_MISREAD = re.compile(r"pdf|svg|png-.*|con|prn|aux|nul|com[0-9]|lpt[0-9]")
"""Components that alone would be taken for a format, or that Windows cannot name a folder."""


def part_name(game: Game, options: Options) -> str | None:
    """Return the name of the folder of a part of a kit; None is the whole kit.

    A part is what was built with ``only`` some components, or without PDF or SVG: ``graveyard``,
    ``graveyard+headstone``, ``pdf``, ``graveyard_png-300``. Two different selections never have
    the same name.

    Raises:
        PnpError: a component is not known.
    """
    names = sorted(component.name for component in chosen(game, options.only))
    if options.only is None:
        return None if options.formats >= WHOLE else _formats(options)
    plain = options.formats == WHOLE and not all(map(_MISREAD.fullmatch, names))
    return _components(names) if plain else f"{_components(names)}_{_formats(options)}"


def _components(names: Sequence[str]) -> str:
    joined = "+".join(names)
    if len(joined) <= LONGEST:
        return joined
    return f"{names[0]}+{len(names) - 1}-more-{sha256(joined.encode()).hexdigest()[:12]}"


def _formats(options: Options) -> str:
    dpi = f"{options.dpi}".removesuffix(".0")
    names = {Format.PNG: f"png-{dpi}"}
    return "+".join(names.get(form, form.value) for form in Format if form in options.formats)
