"""Damage that knows a format, so that a damaged file is still read far enough to do harm."""

import csv
import io
import json
import lzma
import struct
import zipfile
import zlib
from random import Random
from typing import Any

import yaml
from lxml import etree

from tests.fuzz.damage import (
    NUMBERS,
    WORDS,
    in_bytes,
    in_text,
    in_tree,
    in_words,
    nudged,
    odd,
    span,
)
from tests.fuzz.phrases import phrase


def damaged_yaml(random: Random, data: bytes) -> bytes:
    """Damage YAML as text, or as a tree that is written anew."""
    if random.random() < 0.2:
        return in_text(random, data)
    try:
        tree = in_tree(random, yaml.safe_load(data))
        return yaml.safe_dump(tree, allow_unicode=True, sort_keys=False).encode(errors="replace")
    except (yaml.YAMLError, RecursionError, ValueError, TypeError, AttributeError):
        return in_text(random, data)


def damaged_json(random: Random, data: bytes) -> bytes:
    """Damage JSON as text, or as a tree that is written anew."""
    if random.random() < 0.3:
        return in_text(random, data)
    try:
        tree = in_tree(random, json.loads(data))
        return json.dumps(tree, ensure_ascii=random.random() < 0.5).encode(errors="surrogatepass")
    except (ValueError, RecursionError):
        return in_text(random, data)


def damaged_rulebook(random: Random, data: bytes) -> bytes:
    """Damage a rulebook: mostly its expressions, by others that are grown by the grammar."""
    if random.random() < 0.3:
        return damaged_yaml(random, data)
    try:
        tree = yaml.safe_load(data)
        fact = random.choice(tree["checks"])
        keys = ("check", "check", "check", "equals", "for", "pick" if "pick" in fact else "check")
        key = random.choice(keys)
        words = phrase(random) if random.random() < 0.7 else in_words(random, str(fact["check"]))
        fact[key] = {"n": words} if key == "for" else odd(random) if key == "equals" else words
        return yaml.safe_dump(tree, allow_unicode=True, sort_keys=False).encode(errors="replace")
    except (yaml.YAMLError, KeyError, IndexError, TypeError, ValueError, AttributeError):
        return in_text(random, data)


def damaged_csv(random: Random, data: bytes) -> bytes:
    """Damage a table as text, or cell by cell."""
    try:
        rows = list(csv.reader(io.StringIO(data.decode(errors="replace"), newline="")))
    except csv.Error:
        rows = []
    if not rows or random.random() < 0.5:
        return in_text(random, data)
    row = random.choice(rows)
    at = random.randrange(len(row)) if row else 0
    match random.randrange(12):
        case 0:
            row[span(random, len(row), 1)] = []
        case 1:
            row *= random.choice((2, 3, 600))
        case 2:
            rows += [list(row)] * random.choice((1, 30, 3000))
        case 3:
            row.insert(0, random.choice(NUMBERS + WORDS))
        case 4:
            rows += [[f"{cell}{n}" if n else cell for n, cell in enumerate(row)] for _ in "ab"]
        case 5 | 6 if row:
            row[at] = nudged(random, row[at])
        case 7 | 8 if row:
            row[at] = random.choice([each[at] for each in rows if len(each) > at])
        case _ if row:
            at = 2 if len(row) > 2 and random.random() < 0.5 else at  # the name may be anything
            row[at] = random.choice(NUMBERS + WORDS)
    written = io.StringIO()
    separator = random.choice((",", ",", ",", ";", "\t"))
    csv.writer(written, delimiter=separator, escapechar="\\").writerows(rows)
    return written.getvalue().encode(errors="replace")


def damaged_xml(random: Random, data: bytes) -> bytes:
    """Damage XML as text, or its elements and attributes."""
    if random.random() < 0.25:
        return in_text(random, data)
    try:
        root = etree.fromstring(data, etree.XMLParser(resolve_entities=False))
        elements = [each for each in root.iter() if isinstance(each.tag, str)]
        _in_elements(random, elements)
        return bytes(etree.tostring(root))
    except (etree.XMLSyntaxError, ValueError):
        return in_text(random, data)


def _in_elements(random: Random, elements: list[Any]) -> None:
    element, other = random.choice(elements), random.choice(elements)
    if element.attrib and random.random() < 0.7:
        _in_attribute(random, element, elements)
        return
    parent = element.getparent()
    match random.randrange(6):
        case 0 if parent is not None:
            parent.remove(element)
        case 1 if element not in other.iterancestors() and element is not other:
            other.append(element)
        case 2 if parent is not None:
            for _ in range(random.choice((1, 2, 50, 500))):
                parent.insert(0, etree.fromstring(etree.tostring(element)))
        case 3:
            element.tag = other.tag
        case 4 if parent is not None:
            for _ in range(random.choice((1, 5, 60, 90))):
                outer = etree.Element(other.tag, dict(other.attrib))
                parent.replace(element, outer)
                outer.append(element)
                element = outer
                parent = element.getparent()
        case _:
            element.text = random.choice(WORDS)


def _in_attribute(random: Random, element: Any, elements: list[Any]) -> None:
    name = random.choice(list(element.attrib))
    same = [each.attrib[name] for each in elements if name in each.attrib]
    values = [value for each in elements for value in each.attrib.values()]
    match random.randrange(10):
        case 0:
            element.attrib[name] = random.choice(NUMBERS)
        case 7 | 8 | 9:
            element.attrib[name] = nudged(random, element.attrib[name])
        case 1:
            element.attrib[name] = random.choice(WORDS)
        case 2:
            element.attrib[name] = random.choice(same)
        case 3:
            element.attrib[name] = random.choice(values)
        case 4:
            other = random.choice([each for each in elements if each.attrib])
            element.attrib.update([random.choice(list(other.attrib.items()))])
        case 5 if "urn:pnp" in name:
            words = phrase(random)
            element.attrib[name] = words if name.endswith(("}if", "}for")) else f"{{{{ {words} }}}}"
        case _:
            element.attrib[name] = in_words(random, element.attrib[name])


_UNPACKABLE = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError),
    *(ValueError, NotImplementedError, OSError, RuntimeError),
)
"""What ``zipfile`` raises for an archive that was damaged before."""


def damaged_book(random: Random, data: bytes) -> bytes:
    """Damage a workbook: as a file, or one of its parts, or how a part is packed."""
    if random.random() < 0.1:
        return in_bytes(random, data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            parts = {name: packed.read(name) for name in packed.namelist()}
    except _UNPACKABLE:
        return in_bytes(random, data)
    main = [name for name in parts if "sheet1" in name or "content" in name or "Strings" in name]
    name = random.choice(main if main and random.random() < 0.7 else list(parts))
    if random.random() < 0.1:
        del parts[name]
    else:
        parts[name] = damaged_xml(random, parts[name])
    return _packed(random, parts)


def _packed(random: Random, parts: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    usual = random.random() < 0.95
    method = (
        zipfile.ZIP_DEFLATED if usual else random.choice((zipfile.ZIP_STORED, zipfile.ZIP_LZMA))
    )
    with zipfile.ZipFile(file, "w", method, compresslevel=1) as packed:
        for name, content in parts.items():
            packed.writestr(name, content)
    return file.getvalue()


def damaged_picture(random: Random, data: bytes) -> bytes:
    """Damage an image: its bytes, or a chunk of a PNG with its checksum made right."""
    if random.random() < 0.4 or not data.startswith(b"\x89PNG"):
        return in_bytes(random, data)
    chunks = _chunks(data)
    at = random.randrange(len(chunks)) if random.random() < 0.6 else 0
    name, content = chunks[at]
    match random.randrange(6):
        case 0:
            del chunks[at]
        case 1:
            chunks.insert(random.randrange(len(chunks)), (name, content))
        case 2 if name == b"IHDR" and len(content) == 13:
            chunks[at] = name, _header(random, content)
        case 3 if name == b"IDAT":
            chunks[at] = name, zlib.compress(random.randbytes(random.choice((1, 50, 3000))) * 99)
        case 4:
            chunks[at] = (
                random.choice((b"tRNS", b"PLTE", b"iCCP", b"eXIf", b"acTL", b"zTXt")),
                content,
            )
        case _:
            chunks[at] = name, in_bytes(random, content)
    return data[:8] + b"".join(
        struct.pack(">I", len(body)) + sort + body + struct.pack(">I", zlib.crc32(sort + body))
        for sort, body in chunks
    )


def _header(random: Random, content: bytes) -> bytes:
    width, height, *rest = struct.unpack(">IIBBBBB", content)
    sides = (0, 1, 4, 9000, 40_000, 2**31 - 1, 2**32 - 1)
    match random.randrange(4):
        case 0:
            width = random.choice(sides)
        case 1:
            height = random.choice(sides)
        case 2:
            width, height = 9000, 8800
        case _:
            rest[random.randrange(5)] = random.choice((0, 1, 2, 3, 4, 6, 8, 16, 255))
    return struct.pack(">IIBBBBB", width, height, *rest)


def _chunks(data: bytes) -> list[tuple[bytes, bytes]]:
    chunks, at = [], 8
    while at + 8 <= len(data):
        length = int.from_bytes(data[at : at + 4])
        chunks.append((data[at + 4 : at + 8], data[at + 8 : at + 8 + length]))
        at += 12 + length
    return chunks or [(b"IEND", b"")]


def damaged_font(random: Random, data: bytes) -> bytes:
    """Damage a font: its bytes, a table of it, or the list of its tables."""
    count = int.from_bytes(data[4:6])
    entries = [data[12 + 16 * n : 28 + 16 * n] for n in range(min(count, 60))]
    known = [each for each in entries if len(each) == 16]
    if random.random() < 0.2 or not known:
        return in_bytes(random, data)
    place = random.randrange(len(known))
    begin, length = struct.unpack(">II", known[place][8:])
    match random.randrange(5):
        case 0:
            number = random.choice((0, 1, length // 2, length + 1, 2**31, 2**32 - 1))
            at = 12 + 16 * place + random.choice((8, 12))
            return data[:at] + struct.pack(">I", number) + data[at + 4 :]
        case 1:
            at = 12 + 16 * place
            return data[:at] + b"none" + data[at + 4 :]
    at = begin + random.randrange(length or 1)
    size = random.choice((1, 2, 4))
    return (
        data[:at]
        + random.choice((b"\xff" * size, b"\0" * size, random.randbytes(size)))
        + data[at + size :]
    )
