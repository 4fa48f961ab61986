"""A delta as one HTML page for people: before and after as pictures, with nothing beside it."""

from base64 import b64encode
from collections.abc import Iterator
from html import escape
from pathlib import Path

from pnp.base.diagnostics import PnpError, user_error
from pnp.base.scratch import whole_file
from pnp.data.textfile import read_bytes
from pnp.delta.comparison import Change, Delta, Fate
from pnp.delta.edition import Edition
from pnp.delta.words import title
from pnp.output.target import refuse_inside_kit

SHOWN = (Fate.CHANGED, Fate.ADDED, Fate.REMOVED, Fate.MORE, Fate.FEWER, Fate.COSMETIC)

HEAD = """\
<!doctype html>
<html lang="en"><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 64rem; }}
body {{ padding: 0 1rem; color: #222; background: #f4f2ee; }}
figure {{ display: inline-block; margin: 0 1rem 1rem 0; vertical-align: top; }}
img {{ max-width: 14rem; max-height: 20rem; border: 1px solid #bbb; background: #fff; }}
figcaption, .none {{ color: #555; font-size: .875rem; }}
section {{ border-top: 1px solid #ccc; }}
</style>
<h1>{title}</h1>
"""


def write_diff_page(file: Path, delta: Delta) -> None:
    """Write the page, as a whole or not at all.

    Raises:
        PnpError: it is no HTML file by its name, its folder is missing or that of a kit, or a
            drawing of a kit cannot be read.
        OSError: it cannot be written.
    """
    if file.suffix.lower() not in (".html", ".htm"):
        raise user_error(f"{file} is no HTML page by its name", hint="write -o diff.html")
    if not file.parent.is_dir():
        raise user_error(f"{file.parent} does not exist", hint="make the folder first")
    refuse_inside_kit(file)
    text = diff_page(delta)
    with whole_file(file) as fresh:
        fresh.write_text(text, encoding="utf-8", newline="\n")


def diff_page(delta: Delta) -> str:
    """Return the page as HTML; drawings are images inside of it, so that nothing in them runs."""
    parts = [HEAD.format(title=escape(title(delta)))]
    for fate in SHOWN:
        if changes := delta.fated(fate):
            parts.append(f"<h2>{escape(fate.capitalize())}</h2>\n")
            parts += [_section(change, delta) for change in changes]
    if len(parts) == 1:
        parts.append("<p>Nothing differs.</p>\n")
    return "".join(parts)


def _section(change: Change, delta: Delta) -> str:
    why = f": {change.why}" if change.why else ""
    counts = f"{change.thrown} to throw away, {change.printed} to print, {change.kept} to keep"
    pictures = "".join(_pictures(change, delta))
    heading = f"<h3>{escape(change.id + why)}</h3>"
    return f"<section>{heading}\n<p>{counts}</p>\n{pictures}</section>\n"


def _pictures(change: Change, delta: Delta) -> Iterator[str]:
    """Yield the sides that differ, before and after."""
    old, new = change.old, change.new
    for side in ("face", "back"):
        looks = (getattr(old, side, None), getattr(new, side, None))
        if side == "face" or looks[0] != looks[1]:
            for when, look, kit in zip(
                ("before", "after"), looks, (delta.before, delta.after), strict=True
            ):
                if look is not None:
                    yield _figure(f"{side} {when}", look, kit)


def _figure(caption: str, look: str, kit: Edition) -> str:
    file = kit.drawings.get(look)
    if file is None:
        picture = (
            f'<span class="none">no drawing: only the manifest of {escape(kit.name)} is left</span>'
        )
    else:
        data = b64encode(_drawing(file)).decode()
        picture = f'<img alt="{escape(caption)}" src="data:image/svg+xml;base64,{data}">'
    return f"<figure>{picture}<figcaption>{escape(caption)}</figcaption></figure>\n"


def _drawing(file: Path) -> bytes:
    try:
        return read_bytes(file, str(file))
    except PnpError:
        raise user_error(f"{file} cannot be read", hint="build that kit again") from None
