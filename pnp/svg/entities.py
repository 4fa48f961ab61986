"""Entities of a drawing: those that stand for text inside the file, as Illustrator writes them.

Entities that name other files, or are made of others without end, mean harm or are of no use.
"""

import re
from collections.abc import Mapping

from pnp.base.diagnostics import PnpError, Where, user_error

MOST = 200
"""Entities in one drawing; Illustrator declares about a dozen."""

LONGEST = 100_000
"""Characters that an entity stands for, those inside it included."""

MOST_EXPANDED = 4_000_000
"""Characters that all entities of a drawing stand for together, wherever they are used."""

_DECLARED = re.compile(rb"""<!ENTITY\s+([A-Za-z_:][\w.:-]*)\s+(?:"([^"]*)"|'([^']*)')\s*>""")

_DECLARATION = re.compile(rb"<!ENTITY")

NOT_PLAIN = "the drawing declares entities that are not plain text"

_BREAK = re.compile(rb"[\r\n]+")

_USED = re.compile(rb"&([A-Za-z_:][\w.:-]*);")


def without_entities(data: bytes, where: Where) -> bytes:
    """Return a file with its entities replaced by what they stand for, each on one line.

    They are replaced here, as libxml2 gives elements inside an entity no namespace.

    Raises:
        PnpError: an entity names a file, contains itself, or they stand for too much text.
    """
    bare = data.replace(b"\0", b"")  # UTF-16
    if b"<!ENTITY" not in bare or b"<!DOCTYPE" not in bare:
        return data
    if b"\0" in data:
        raise _refused(NOT_PLAIN, where)
    found = list(_DECLARED.finditer(data))
    plain = {match.start() for match in found}
    for match in _DECLARATION.finditer(data):
        if match.start() not in plain:
            line = data.count(b"\n", 0, match.start()) + 1
            raise _refused(NOT_PLAIN, Where(where.file, line))
    if len(found) > MOST:
        raise _refused(f"the drawing declares more than {MOST} entities", where)
    values = {match[1]: match[2] or match[3] or b"" for match in found}
    lengths: dict[bytes, int] = {}
    for name in values:
        _measure(name, values, lengths, (), where)
    rest = data[found[-1].end() :]
    total = sum(lengths.get(match[1], 0) for match in _USED.finditer(data))
    if total > MOST_EXPANDED:
        raise _refused("the entities of the drawing stand for too much text", where)
    return data[: found[-1].end()] + _replaced(rest, values)


def _replaced(text: bytes, values: Mapping[bytes, bytes]) -> bytes:
    def value(match: re.Match[bytes]) -> bytes:
        if match[1] not in values:
            return match[0]
        return _replaced(_BREAK.sub(b" ", values[match[1]]), values)

    return _USED.sub(value, text)


def _measure(
    name: bytes,
    values: Mapping[bytes, bytes],
    lengths: dict[bytes, int],
    inside: tuple[bytes, ...],
    where: Where,
) -> int:
    """Return how many characters an entity stands for, and keep it in ``lengths``."""
    if name in inside:
        raise _refused(f"the entity {name.decode()} contains itself", where)
    if name not in lengths:
        value, within = values[name], (*inside, name)
        used = (match[1] for match in _USED.finditer(value))
        inner = sum(_measure(n, values, lengths, within, where) for n in used if n in values)
        if len(value) + inner > LONGEST:
            raise _refused(f"the entity {name.decode()} stands for too much text", where)
        lengths[name] = len(value) + inner
    return lengths[name]


def _refused(message: str, where: Where) -> PnpError:
    return user_error(message, where, "save the drawing as plain SVG, without <!ENTITY> lines")
