"""A game's key: the name of its folder, which becomes the name of its kit."""

import re
from pathlib import Path

from pnp.errors import Where, fail, quoted

_DEVICE = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?", re.IGNORECASE)
"""Names that Windows keeps for devices."""

_NOWHERE = re.compile(r"[<>:\"/\\|?*\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]|[. ]$")
"""What some file system cannot have in a name; lone surrogates are bytes that are no UTF-8."""


def game_key(folder: Path) -> str:
    """Return the key of the game in a folder.

    Raises:
        PnpError: no kit can be called so on every system.
    """
    key = folder.resolve().name
    if _DEVICE.fullmatch(key) or _NOWHERE.search(key):
        hint = "give the folder another name: letters, digits and hyphens, as in my-game"
        raise fail(f"{quoted(key)} cannot name a kit on every system", Where(str(folder)), hint)
    return key
