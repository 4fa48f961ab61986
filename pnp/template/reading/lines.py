"""Line breaks in ``pnp:text``: Inkscape saves them bare, and XML reads a bare one as a space."""

import re

_TEXT = re.compile(rb"""\spnp:text\s*=\s*(?:"[^"<]*"|'[^'<]*')""")
_BREAK = re.compile(rb"\r\n|\r|\n")
_FOREIGN = re.compile(rb"""\s*<\?xml[^>]*encoding=["'](?!utf-?8)""", re.IGNORECASE)

_MARK = "\u2028"
"""Unicode's line separator. It stands before the break, so that lines keep their numbers."""


def marked(data: bytes) -> bytes:
    """Return an SVG file with a mark at each line break of a ``pnp:text``."""
    if _FOREIGN.match(data):
        return data
    return _TEXT.sub(_marked_text, data)


def unmarked(text: str) -> str:
    """Return a ``pnp:text`` as it was read from a marked file, with its line breaks."""
    return text.replace(f"{_MARK} ", "\n")


def _marked_text(match: re.Match[bytes]) -> bytes:
    head, equals, text = match[0].partition(b"=")
    return head + equals + _BREAK.sub(_MARK.encode() + rb"\g<0>", text)
