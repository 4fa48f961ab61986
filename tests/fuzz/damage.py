"""Damage that fits any format: to bytes, to words and numbers, to trees of values.

Every function takes a ``Random`` first, and nothing else decides what it does.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any

NUMBERS = (
    *("0", "-0", "1", "-1", "2", "7", "255", "256", "1000", "65535", "65536", "1048577", "99999"),
    *("100000000", "2147483647", "2147483648", "-2147483649", "4294967296", "9" * 19, "9" * 400),
    *("0.1", "-.5", "1e-9", "1e-320", "1e6", "1e9", "1e38", "1e308", "1e309", "-1e999", "nan"),
    *("inf", "-inf", "NaN", "0x10", "0o17", "1_000", "1,5", "٣", "½", "1e", ".", "-", "+1", "--1"),
)
"""Numbers at the edges of what programs count with, and words that some take for numbers."""

WORDS = (
    *("", " ", "\t", "\n", "\r", "\r\n", "\u2028", "\x85", "\ufeff", "\x00", "\x07", "\x1b[2J"),
    *("\x7f", "\x9b2J", "\u202e", "\u200b", "\u0301", "\uffff", "🦉", "ß", "İ", "ﬁ", "漢", "עא"),
    *("null", "~", "true", "no", "none", "yes", "NULL", "<<", "*a", "&a", "!!python/name:os.exit"),
    *("..", "../../secret", "/etc/passwd", "C:\\x", "a/b", "a\\b", "CON", ".", "-", "--help", "#"),
    *("file:///etc/passwd", "http://127.0.0.1:9/x", "data:,x", "data:image/png;base64,AAAA", "%00"),
    *("{{ card }}", "{{", "}}", "{%", "{{ 9**9**9 }}", "{{ name.__class__ }}", "{{ [0]*9**9 }}"),
    *("$(id)", "`id`", "'", '"', "\\", "\\ud800", "&#0;", "&lt;", "<!--", "]]>", "<![CDATA[", "%s"),
    *("constructor", "__class__", "id", "qty", "self", "card", "x" * 70, "x" * 5_000, "a b " * 400),
    *("**", "***bold**", ":star:", ":none:", "- ", "\n- a\n- b", "*a **b* c**", "\\*", "**" * 99),
    *("url(#a)", "url(#none)", "#a", "red", "currentColor", "inherit", "rgb(1,2)", "#12345", "10%"),
)
"""Words that mean something to some reader: signs, paths, references, letters that are odd."""

BYTES = (
    *(b"\x00", b"\xff", b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xc0\x80"),
    *(
        b"\x80",
        b"\xf4\x90\x80\x80",
        b"\r",
        b"\n",
        b'"',
        b"<",
        b"&",
        b"\x7f\xff\xff\xff",
        b"\x00" * 8,
    ),
    *(b"\xff" * 8, b"PK\x03\x04", b"PK\x05\x06", b"\x89PNG", b"%PDF", b"<!DOCTYPE a [", b"<?xml "),
)

LARGE = 200_000
"""Bytes that a damaged file may have; repeating parts of it would soon make far more."""

Damage = Callable[[Random, Any], Any]


def span(random: Random, length: int, most: int = 40) -> slice:
    """Return a short piece of something that is so long."""
    begin = random.randrange(length + 1)
    return slice(begin, min(length, begin + 1 + int(random.expovariate(1 / most))))


def in_bytes(random: Random, data: bytes) -> bytes:
    """Change bits, or take out, double, move, overwrite or cut a piece."""
    piece, other = span(random, len(data)), span(random, len(data))
    before, cut, after = data[: piece.start], data[piece], data[piece.stop :]
    match random.randrange(8):
        case 0 if data:
            at = random.randrange(len(data))
            return data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]
        case 1:
            return before + after
        case 2:
            return before + cut * random.choice((2, 3, 50, 1000)) + after
        case 3:
            return before + data[other] + after
        case 4:
            return before + random.choice(BYTES) + after
        case 5:
            return before + random.randbytes(len(cut)) + after
        case 6 if random.random() < 0.3:
            return before
    return before + cut + random.choice(BYTES) + after


TOKEN = re.compile(r"[-+]?\d[\w.]*|[A-Za-z_][\w-]*|\"[^\"\n]*\"|'[^'\n]*'|\s+|.", re.DOTALL)


NUMBER = re.compile(r"\d+(\.\d+)?")


def nudged(random: Random, text: str) -> str:
    """Change one number a little or a lot: what is read stays what it was, and is read on."""
    found = list(NUMBER.finditer(text))
    if not found:
        return text
    match = random.choice(found)
    number = float(match[0])
    new = random.choice(
        (number + 1, number - 1, number / 2, number * 3, number * 100, number + 0.37, 0, 1, -number)
    )
    return f"{text[: match.start()]}{new:.12g}{text[match.end() :]}"


def in_words(random: Random, text: str) -> str:
    """Change a word, a number or a sign: for another one of the text, or for an odd one."""
    if random.random() < 0.3:
        return nudged(random, text)
    tokens = TOKEN.findall(text) or [""]
    filled = [at for at, token in enumerate(tokens) if not token.isspace()] or [0]
    at, token = random.choice(filled), random.choice(tokens)
    if random.random() < 0.4:
        at = random.choice([n for n in filled if tokens[n][:1].isdigit()] or [at])
    old = tokens[at]
    quoted = old[:1] if old[:1] in ("'", '"') and len(old) > 1 else ""
    match random.randrange(6):
        case 0:
            new = random.choice(NUMBERS)
        case 1:
            new = random.choice(WORDS)
        case 2:
            new = token
        case 3:
            new = ""
        case 4:
            new = old * random.choice((2, 3, 30, 400))
        case _:
            new = random.choice(NUMBERS) if old[:1].isdigit() else random.choice(WORDS)
    tokens[at] = f"{quoted}{new}{quoted}" if random.random() < 0.7 else new
    return "".join(tokens)


def in_lines(random: Random, text: str) -> str:
    """Take out, double, swap, indent or join lines."""
    lines = text.split("\n")
    at, other = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(6):
        case 0:
            del lines[at]
        case 1:
            lines[at:at] = [lines[other]] * random.choice((1, 1, 2, 50, 1000))
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            lines[at] = random.choice((" ", "  ", "\t", "    ")) + lines[at]
        case 4:
            lines[at] = lines[at].lstrip()
        case _:
            lines[at : at + 2] = ["".join(lines[at : at + 2])]
    return "\n".join(lines)


def in_text(random: Random, data: bytes) -> bytes:
    """Damage a file of text: mostly its words and lines, now and then its bytes or encoding."""
    if random.random() < 0.15:
        return in_bytes(random, data)
    text = data.decode(errors="surrogateescape")
    text = (in_words if random.random() < 0.7 else in_lines)(random, text)
    encoding = random.choice(("utf-16", "latin-1", "utf-8-sig")) if random.random() < 0.02 else ""
    return text.encode(encoding or "utf-8", errors="replace" if encoding else "surrogateescape")


def in_tree(random: Random, tree: Any) -> Any:
    """Return a tree of lists, mappings and values with one value replaced, moved or wrapped."""
    places = list(_places(tree))
    if not places:
        return odd(random)
    holder, key = random.choice(places)
    if random.random() < 0.65:
        holder[key] = _alike(random, holder[key], [other[inner] for other, inner in places])
        return tree
    match random.randrange(7):
        case 0:
            del holder[key]
        case 1:
            other, inner = random.choice(places)
            holder[key] = other[inner] if not isinstance(other[inner], Sequence | Mapping) else None
        case 2:
            holder[key] = [holder[key]] * random.choice((0, 1, 3, 500))
        case 3:
            for _ in range(random.choice((1, 3, 80))):
                holder[key] = {"a": holder[key]} if random.random() < 0.5 else [holder[key]]
        case 4 if isinstance(holder, dict):
            holder[str(odd(random))] = holder.pop(key)
        case _:
            holder[key] = odd(random)
    return tree


def _places(tree: Any) -> Any:
    keys = tree if isinstance(tree, dict) else range(len(tree)) if isinstance(tree, list) else ()
    for key in list(keys):
        yield tree, key
        yield from _places(tree[key])


def _alike(random: Random, value: Any, values: list[Any]) -> Any:
    """Return another value of the same type."""
    match value:
        case bool():
            return not value
        case int() | float():
            return random.choice((value + 1, -value, 0, value * 7, value / 2, 37, 1000, 2.5))
        case str() if random.random() < 0.7:
            return nudged(random, value)
        case str() if random.random() < 0.3:
            return random.choice(WORDS)
    return deepcopy(random.choice([each for each in values if type(each) is type(value)]))


def odd(random: Random) -> Any:
    """Return a value that is rarely what is asked for."""
    plain = (None, True, False, 0, -1, 2**63, 10**400, 1.5, 1e308, -0.0, [], {}, [[]], {"": None})
    return random.choice((random.choice(plain), random.choice(WORDS), random.choice(NUMBERS)))
