"""The destinations by name; a module is loaded when it is asked for."""

from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING

from pnp.base.diagnostics import nearest, quote, user_error

if TYPE_CHECKING:  # a shell that completes a target waits for the names alone
    from pnp.destinations.destination import Destination

WHERE = {
    "tts": "pnp.destinations.tts:TTS",
    "vtt": "pnp.destinations.vtt:VTT",
    "pcio": "pnp.destinations.pcio:PCIO",
    "mpc": "pnp.destinations.mpc:MPC",
    "tgc": "pnp.destinations.tgc:TGC",
    "cutter": "pnp.destinations.cutter:CUTTER",
    "drivethru": "pnp.destinations.drivethru:DRIVETHRU",
    "pdfx": "pnp.destinations.pdfx:PDFX",
}
"""Where each destination stands."""


def destination(name: str) -> "Destination":
    """Return a destination.

    Raises:
        PnpError: there is none of that name.
    """
    if name not in WHERE:
        hint = nearest(name, WHERE) or f"pnp export --list tells them: {', '.join(WHERE)}"
        raise user_error(f"{quote(name)} is no target of an export", hint=hint)
    module, _, attribute = WHERE[name].partition(":")
    found: Destination = getattr(import_module(module), attribute)
    return found


def listed(names: Iterable[str]) -> str:
    """Return destinations as a text: what each takes, and what it does not.

    Raises:
        PnpError: there is none of a name.
    """
    return "\n\n".join("\n".join(_told(destination(name))) for name in names)


def _told(found: "Destination") -> Iterator[str]:
    from pnp.kinds.catalog import BUILT_IN

    yield f"{found.name}: {found.title}"
    uses = dict.fromkeys(found.takes.values())
    for use in uses:
        kinds = ", ".join(kind for kind, other in found.takes.items() if other is use)
        yield f"  {use}: {kinds}"
    yield f"  left out: {', '.join(kind for kind in BUILT_IN if kind not in found.takes)}"
    yield from (f"  {remark}" for remark in found.remarks)
