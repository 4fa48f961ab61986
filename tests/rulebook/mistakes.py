"""Single mistakes in the files of a bundled game that contradict its rulebook.

In drawings: a binding cut, a number one too large, an element gone, two cases or branches swapped,
a symbol gone or another one. In what is printed of the rules: a number one too large, also one that
stands alone, a mandatory sentence gone. In game.yaml: a back gone or another deck's, words swapped.
In tables and game.yaml: a number in words. Colours: in the palette, where they are drawn, where
they are bound. In a table of translations: a number of the rules in one language alone.
"""

import colorsys
import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from html import unescape
from io import StringIO
from itertools import combinations, islice, pairwise
from typing import NamedTuple

from pnp.base.color import parse_color
from pnp.base.hues import hue_name
from pnp.data.project import SHARE

HREF = re.compile(r' pnp:href="[^"]*\{\{[^"]*"')
TEXT = re.compile(r' pnp:text="\{\{ (?:card|play|part|segment|space|s|step)\b[^"]*"')
SHOWN = re.compile(r'(?<= pnp:text="\{\{ )(card\.(?:\w*points|value|strength|shots|blobs|limit))')
TIMES = re.compile(r"(?<=in range\()(?:card|step)\.\w+(?:\|abs)?(?=\))")
CASE = re.compile(r' pnp:if="(\w+\.\w+) == (\'[\w-]+\'|\d+)"')
BRANCH = re.compile(r"('[^']*') if ([^{}']*(?:'[^']*')?) else ('[^']*')")
USE = re.compile(r'<use\b[^>]*? xlink:href="([^"#]*#)([^"]*)"[^>]*/>')
NUMERAL = re.compile(r"(?<=numeral-\{\{ )play\.monsters\.(\w+)\.points(?= \}\})")
NUMBER = re.compile(r"\{\{ (?:play|game\.players|card|page)\b[^}]*\}\}")
WRITTEN = re.compile(r'(?<=pnp:text=")[^"]*')
TYPED = re.compile(r"\{\{.*?\}\}|&[^;]*;|(\d+)")
PLAIN = re.compile(r'(<text id="(?:(?! pnp:text)[^>])*>)(\d+)(?=</text>)')
"""A number that stands alone in a text that no binding writes.

Those without an id are parts of a picture, as the number on a token: they carry no rule."""
NO_NUMBER = re.compile(
    r"\.(?:name|text|rule|does|minutes|age|hunter)\b|^card\.(?!value|qty)|page\."
)
"""Bindings that print words, or minutes and ages, which no rulebook fixes."""
SENTENCE = re.compile(r"[.!?]\W*\s")
OURS = re.compile(r"guess|kit\b|\bpages?\b|\b[Aa]ges? |minutes|min\.|©|Games, \d|CC BY")
"""Sentences whose numbers no rulebook fixes: our pages, ages, minutes, years, licences."""
ENTRY = re.compile(r'^  ([\w-]+): ("#\w{6}")', re.MULTILINE)
HEX = re.compile(r"#[0-9A-Fa-f]{6}\b")
QUOTED = re.compile(r'(?:name|text|does|rule): (?:"([^"\n]*)"|([^"{},\n]*\d[^"{},\n]*))')

NAMED = {
    "ghoulash": ("black", "violet", "plasm"),
    "girls-vs-ghouls": ("orange", "black", "white"),
    "halloween": ("white", "gray", "black", "brown", "red", "blue", "yellow", "green"),
    "haunted-halloween": ("green", "yellow", "purple"),
}
"""The colours of each palette that stand for colours that the rulebook names: numerals, shots and
blobs; cubes and houses; graves and players; ghosts. What else is in a palette carries no rule."""

PAINTED = {
    "ghoulash": {
        "symbols.svg": "shot purple, blob green, victory-dot green",
        "battle.svg": "shots-number white, blobs-number black",
        "ghoul.svg": "strength-number white",
    },
    "girls-vs-ghouls": {
        "board.svg": "ground-orange orange, ground-white white",
        "marks.svg": "chip-orange orange, chip-black black",
        "small.svg": "small-chip-orange orange, small-chip-black black",
        "candy-chip.svg": "felt-pen orange",
        "candy-chip-back.svg": "felt-pen black",
        "x5-chip.svg": "felt-pen orange",
        "x5-chip-back.svg": "felt-pen black",
    },
    "halloween": {
        "headstone.svg": "red red, blue blue, yellow yellow, green green",
        "dark-lord.svg": "red red, blue blue, yellow yellow, green green",
        "grave-back.svg": "gray-ground gray, brown-ground brown",
        "grave.svg": "gray-ground gray, brown-ground brown",
    },
    "haunted-halloween": {
        "orange-die.svg": "side orange",
        "ghost-die.svg": "side green",
        "marks.svg": "emblem-green green, emblem-yellow yellow, emblem-purple purple",
        "pieces.svg": "orange-die orange, ghost-die green",
    },
}
"""Elements by their templates, each with the colour that the rulebook names for it."""

BOUND = {
    "halloween": {
        "turn-card.svg": ' pnp:fill="{{ palette[card.colour] }}"',
    },
    "haunted-halloween": {
        "ghost.svg": ' pnp:fill="{{ palette[card.id] }}"',
        "monster.svg": ' pnp:fill="{{ palette[card.id] }}"',
        "player-token.svg": ' pnp:fill="{{ palette[card.id] }}"',
        "player-token-back.svg": ' pnp:fill="{{ palette[card.id] }}"',
        "board.svg": " pnp:fill=\"{{ {'green': '#3FA06B'",
    },
}
"""Bindings that give each row the colour that the rulebook names: without them all have one."""

BESIDE = 2
"""How many colours of the palette that carry no rule each named one is swapped with."""

NO_FACT = ("guide", "making")
"""Parts of the names of templates whose pictures and numbers the rulebooks say nothing about."""

PRINTED = ("rules", "reference", "aid", "turn-card", "score", "strip", "box")
"""Parts of the names of templates that print the rules, or what is needed."""

FREE = {
    "card.hunter",
    "card.mark",
    "card.ghoul",
    "card.take",
    "card.shots",
    "card.limit",
    "panel.name",
}
"""What cases distinguish that no rulebook knows of: heroes, their signs, skies, panels."""

BACKDROP = re.compile(r' id="(?:round|line)-')
"""Elements that are only the ground of a picture, by their ids."""

CHIP = r"(?:small-)?chip-(?:orange|black)(?:-square)?|sticker-\w+|num-\w+-(?:orange|black|red)"

NUMBERED = {
    "girls-vs-ghouls": r"rules-[2-8]|reference\b",
    "haunted-halloween": r"rules-[2-7]",
}
"""The templates whose plain numbers count steps and pages, or stand in a chart."""

SYMBOLS = {
    "ghoulash": {
        "battle.svg": r"shot|blob|badge-(?:shot|blob)",
        "ghoul.svg": r"victory-dot",
        "booklet.svg": r"shot|blob|victory-dot|badge-(?:shot|blob)",
        "rules-2.svg": r"victory-dot",
        "rules-6.svg": r"badge-(?:shot|blob)|victory-dot",
    },
    "girls-vs-ghouls": {
        "treat.svg": CHIP,
        "victory.svg": CHIP,
        "identity.svg": CHIP,
        "house-tile.svg": CHIP,
        "house-tile-back.svg": CHIP,
        "candy-chip.svg": CHIP,
        "candy-chip-back.svg": CHIP,
        "rules-2.svg": r"sticker-\w+",
        "rules-5.svg": CHIP,
        "rules-7.svg": rf"{CHIP}|small-tile-\w+",
    },
    "halloween": dict.fromkeys(
        ("turn-card.svg", "rules-3.svg", "rules-4.svg", "rules-6.svg"), r"numeral-\d"
    ),
    "haunted-halloween": {
        "haunted-die.svg": r"die-[\w-]+",
        "ghost-die.svg": r"die-ghost",
        "moon-tracker.svg": r"bat|emblem-\w+",
        "ghost.svg": r"bonbon|emblem-\w+",
        "monster.svg": r"emblem-\w+",
        "spinner.svg": r"bonbon",
        "rules-2.svg": r"start|portal|extra-roll|ghost-extra-roll|move-two|doorstep",
        "rules-boost.svg": r"portal-pass|switch-witch|ignore-signs|double-candy|banish|web|revisit",
        "rules-3.svg": r"extra-roll|move-two",
        "rules-6.svg": r"footprints|ghost-extra-roll",
        "rules-7.svg": r"die-[\w-]+",
    },
}
"""The symbols that carry a rule or say what something is, by templates."""

ON_LINE = {"halloween": "value-stone"}
"""What else stands on the line of such a symbol: numerals elsewhere are those of a path."""

PICTURES = {
    "ghoulash": {
        "aid-fight.svg": {"steps": r"shot|blob"},
        "floor-mat.svg": {"entries": r"entry"},
        "rules-3.svg": dict.fromkeys(("floor-cards", "their-hand"), r"face-down")
        | {"your-hand": r"mini-\w+"},
        "rules-7.svg": dict.fromkeys(("limit-7", "limit-5", "limit-3"), r"chip-\d"),
    },
    "halloween": {
        "rules-2.svg": {
            "need-graves-picture": r"card-\w+",
            "need-lords-picture": r"lord-\w+",
            "need-stones-picture": r"stone-\w+",
        },
        "rules-3.svg": {"set-up-graves": r"mini-\w+"}
        | {f"kit-{name}": r"(?:lord|stone)-\w+" for name in ("red", "blue", "yellow", "green")},
        "rules-5.svg": {"first-picture": r"(?:mini|mark)-\w+", "where-dots": r"mark-\w+"},
        "rules-6.svg": {"panel-4-picture": r"(?:lord|stone)-\w+"},
        "rules-7.svg": {"monsters": r"card-\w+", "deduction-cards": r"gray-\w+"},
        "turn-card.svg": {"guests": r"motif-\w+"},
    },
}
"""Groups of templates that show pieces as a rulebook says, and the symbols in them that it counts.

The pictures show so many of each; where they lie, and what else is there, is free.
"""

OF_NUMBER = ("entries", "floor-cards", "their-hand", "your-hand", "first-picture", "where-dots")
"""Those of which only the number of symbols is known, not which of them is where."""

MANDATORY = {
    "ghoulash": (
        *("set-up-1", "set-up-2", "set-up-3", "set-up-4", "fight-1", "fight-2", "fight-3"),
        *("fight-4", "wounds", "serious-injury", "next", "end", "commands", "turn-1", "turn-2"),
        *("turn-4", "floor-move", "want", "read-dots", "read-strength", "read-shots"),
        *("read-blobs", "read-command", "read-action", "read-special", "turn-3", "turn-order"),
        *("turn-specials", "turn-up-ghoul", "turn-up-battle", "turn-up-other"),
        "serious-injury-when",
    ),
    "girls-vs-ghouls": (
        *("rule-players", "rule-reporter-players", "rule-victory", "rule-house-points"),
        *("set-up-victory", "set-up-hand", "next-hand", "turn-move", "turn-treat", "end-rounds"),
        *("end-house-points", "rule-house-tie", "rule-first-player", "rule-tie", "hand-words"),
        *("move-words", "points-words", "rule-face-down", "rule-oldest-first", "rule-girl"),
        *("rule-ghoul", "rule-flips", "set-up-board", "set-up-decks", "set-up-tiles"),
        *("set-up-identities", "set-up-standees", "turn-order", "turn-trick", "turn-peek"),
        *("turn-sneak", "rule-talk", "rule-cancel", "rule-flip", "rule-invert", "rule-double"),
        *("rule-trap", "end-tricks-text", "end-curse-text", "end-score-text"),
        *("end-closed-text", "end-fewest-text", "next-chips", "next-first", "end-tie"),
    ),
    "halloween": (
        *("players", "need-graves", "need-stones", "need-lords", "set-up-1", "set-up-2"),
        *("set-up-3", "set-up-4", "turn-1-text", "turn-2-text", "turn-3-text", "where-2"),
        *("where-3", "where-4", "zombie-points", "skeleton-copies", "colors", "end-text"),
    ),
    "haunted-halloween": (
        *("aim", "step-1", "step-3", "step-4", "step-5", "step-6", "ghosts-through-text"),
        *("ghosts-graveyard-text", "door", "takes-green", "takes-purple", "banshee-takes-text"),
        *("coffin-caught-text", "haunted", "haunted-boo-text", "haunted-portal-text"),
        *("home-when-text", "home-bed-text", "secret-own-text", "secret-banshee-text"),
        *("rule-token-points", "rule-stick-points", "space-move-two-text", "step-2"),
        *("turn-1-words", "turn-2-words", "turn-3-words", "turn-4-words", "turn-closed-text"),
        *("turn-hides-text", "turn-costume-text", "result-4-text", "result-5-text"),
        *("result-6-text", "turn-signs-text", "ghosts-stone-text", "ghosts-safe-text"),
        *("ghosts-take-text", "ghosts-stick-text", "banshee-enters-text", "coffin-all-text"),
        *("space-extra-roll-text", "space-ghost-extra-roll-text", "space-portal-text"),
        *("haunted-boost-text", "home-ties", "mash-wake-text"),
    ),
}
"""The sentences that print what the rulebooks state, by the ids of their elements."""

HIDDEN = {
    "ghoulash": {"deck"},
    "girls-vs-ghouls": {"treat", "trick", "identity", "house-tile", "candy-chip"},
    "halloween": {"graveyard"},
    "haunted-halloween": {"boost", "secret-candy", "monster"},
}
"""The components whose backs the rulebooks ask for."""

WORDS = {
    "ghoulash": ("aids.csv",),
    "girls-vs-ghouls": ("identity.csv", "trick.csv", "victory.csv"),
    "halloween": (),
    "haunted-halloween": ("ghost.csv", "power.csv", "spinner.csv", "moon-tracker.csv"),
}
"""The tables with words that print numbers of the rules."""


class Contradiction(NamedTuple):
    """A change of one file that breaks a fact: its class, its sort, the file, its new text."""

    kind: str
    sort: str
    path: str
    text: str
    of_words: bool = False
    """Whether only words can tell: a sample may write the same in another place or weight."""


def contradictions(key: str) -> Iterator[Contradiction]:
    """Yield every contradiction in the files of a game."""
    for file in sorted((SHARE / "templates" / key).glob("*.svg")):
        path = f"templates/{key}/{file.name}"
        if any(word in file.stem for word in NO_FACT):
            continue
        if any(word in file.stem for word in PRINTED):
            yield from _of_rules(key, path)
        else:
            yield from _of_drawing(key, path)
        if file.name in SYMBOLS[key]:
            yield from _of_symbols(key, path)
        for id_, pattern in PICTURES.get(key, {}).get(file.name, {}).items():
            yield from _of_picture(path, id_, pattern)
    yield from _of_game(key)
    yield from _of_words(key)
    yield from _of_colours(key)


def mistranslations(key: str, language: str) -> Iterator[Contradiction]:
    """Yield every number of the rules that is another one in a translation alone."""
    path = f"card_data/{key}/texts.csv"
    text = (SHARE / path).read_text("utf-8")
    header, *rows = csv.reader(StringIO(text))
    says, column = _said(key), header.index(language)
    starts = [*_starts(text), len(text)]
    for span, row in zip(pairwise(starts[1:]), rows, strict=True):
        if " ".join(row[0].split()) in says and not OURS.search(row[0]):
            for sort, new in _miscounted(row[column]):
                out = StringIO()
                cells = [*row[:column], new, *row[column + 1 :]]
                csv.writer(out, lineterminator="\n").writerow(cells)
                changed = _put(text, span, out.getvalue())
                yield Contradiction("translations", sort, path, changed)


def _miscounted(said: str) -> Iterator[tuple[str, str]]:
    """Yield a translation with one of its numbers one too large, and what was changed."""
    for match in NUMBER.finditer(said):
        expression = match[0].removeprefix("{{").removesuffix("}}").strip()
        if not {"if", "or"} & set(expression.split()) and not NO_NUMBER.search(expression):
            yield "bound number by one", _put(said, match.span(), f"{{{{ ({expression}) + 1 }}}}")
    for match in TYPED.finditer(said):
        if match[1]:
            yield "typed number by one", _put(said, match.span(1), str(int(match[1]) + 1))


def _said(key: str) -> set[str]:
    """Return what the printed rules and the tables of rules say, each on one line."""
    found: list[str] = []
    for file in sorted((SHARE / "templates" / key).glob("*.svg")):
        if any(word in file.stem for word in PRINTED) and not any(w in file.stem for w in NO_FACT):
            found += map(unescape, WRITTEN.findall(file.read_text("utf-8")))
    for name in WORDS[key]:
        rows = csv.reader((SHARE / "card_data" / key / name).read_text("utf-8").splitlines())
        found += (cell for row in rows for cell in row)
    return {" ".join(words.split()) for words in found}


def _starts(text: str) -> list[int]:
    """Return where the records of a table begin: a quoted cell may have lines of its own."""
    starts, quoted = [0], False
    for at, char in enumerate(text):
        quoted ^= char == '"'
        if char == "\n" and not quoted and at + 1 < len(text):
            starts.append(at + 1)
    return starts


def _of_drawing(key: str, path: str) -> Iterator[Contradiction]:
    """Yield a drawing with one mistake."""
    text = (SHARE / path).read_text("utf-8")

    def changed(sort: str, new: str, *, of_words: bool = False) -> Contradiction:
        return Contradiction("drawing", sort, path, new, of_words)

    for match in HREF.finditer(text):
        yield changed("picture unbound", _cut(text, *match.span()))
        if "-rim-" not in match[0]:
            yield changed("picture gone", _without(text, match[0]))
    for match in TEXT.finditer(text):
        yield changed("text unbound", _cut(text, *match.span()), of_words=True)
        if "<text" in text[text.rindex("<", 0, match.start()) :][:6]:
            yield changed("text gone", _without(text, match[0]), of_words=True)
    for match in (*SHOWN.finditer(text), *TIMES.finditer(text)):
        new = f"{text[: match.start()]}{match[0]} + 1{text[match.end() :]}"
        yield changed("number by one", new)
    yield from (changed("cases swapped", new) for new in _cases(text))
    for binding in (HREF, TEXT):
        for match in binding.finditer(text):
            turned = BRANCH.sub(r"\3 if \2 else \1", match[0])
            if turned != match[0] and "ink ==" not in match[0]:
                new = text[: match.start()] + turned + text[match.end() :]
                yield changed("branches swapped", new)


def _cases(text: str) -> Iterator[str]:
    """Yield a drawing with the conditions of two elements swapped."""
    found: dict[str, list[re.Match[str]]] = {}
    for match in CASE.finditer(text):
        around = text[text.rindex("<", 0, match.start()) : match.start()]
        if match[1] not in FREE and not BACKDROP.search(around):
            found.setdefault(match[1], []).append(match)
    for cases in found.values():
        for one, other in pairwise(cases):
            if one[2] != other[2]:
                yield _swapped(text, one.span(2), other.span(2))


def _of_symbols(key: str, path: str) -> Iterator[Contradiction]:
    """Yield a drawing with a symbol that carries a rule gone, or another one in its place."""
    text = (SHARE / path).read_text("utf-8")
    kind = "printed rules" if any(word in path for word in PRINTED) else "drawing"
    pattern = SYMBOLS[key][path.rpartition("/")[2]]
    found = [m for m in USE.finditer(text) if re.fullmatch(pattern, m[2])]
    if key in ON_LINE:
        found = [
            m for m in found if ON_LINE[key] in text[text.rindex("\n", 0, m.start()) : m.end()]
        ]
    names = list(dict.fromkeys((match[1], match[2]) for match in found))
    for match in found:
        yield Contradiction(kind, "symbol gone", path, _cut(text, *match.span()))
        others = [name for file, name in names if file == match[1] and name != match[2]]
        for other in others[:1]:
            new = text[: match.start(2)] + other + text[match.end(2) :]
            yield Contradiction(kind, "another symbol", path, new)


def _of_picture(path: str, id_: str, pattern: str) -> Iterator[Contradiction]:
    """Yield a drawing in a picture of which a symbol is gone, or another one in its place."""
    text = (SHARE / path).read_text("utf-8")
    kind = "printed rules" if any(word in path for word in PRINTED) else "drawing"
    within = [m for m in USE.finditer(text, *_element(text, id_)) if re.fullmatch(pattern, m[2])]
    names = list(dict.fromkeys(match[2] for match in within))
    for match in within:
        yield Contradiction(kind, "gone from a picture", path, _cut(text, *match.span()))
        others = [name for name in names if name.partition("-")[0] == match[2].partition("-")[0]]
        for other in [name for name in others if name != match[2]][: id_ not in OF_NUMBER]:
            new = text[: match.start(2)] + other + text[match.end(2) :]
            yield Contradiction(kind, "another in a picture", path, new)


def _of_rules(key: str, path: str) -> Iterator[Contradiction]:
    """Yield printed rules with one number one too large, or without a mandatory sentence."""
    text = (SHARE / path).read_text("utf-8")
    for match in NUMBER.finditer(text):
        expression = match[0].removeprefix("{{").removesuffix("}}").strip()
        if not {"if", "or"} & set(expression.split()) and not NO_NUMBER.search(expression):
            new = f"{text[: match.start()]}{{{{ ({expression}) + 1 }}}}{text[match.end() :]}"
            yield Contradiction("printed rules", "bound number by one", path, new)
    for match in _typed(text):
        new = text[: match.start(1)] + str(int(match[1]) + 1) + text[match.end(1) :]
        yield Contradiction("printed rules", "typed number by one", path, new)
    if key in NUMBERED and re.search(NUMBERED[key], path):
        for match in PLAIN.finditer(text):
            new = _put(text, match.span(2), str(int(match[2]) + 1))
            yield Contradiction("printed rules", "plain number by one", path, new)
    for id_ in MANDATORY[key]:
        if f' id="{id_}"' in text:
            gone = _cut(text, *_element(text, id_))
            yield Contradiction("printed rules", "sentence gone", path, gone, of_words=True)
    for one, other in pairwise(NUMERAL.finditer(text)):
        if one[1] != other[1]:
            new = _swapped(text, one.span(), other.span())
            yield Contradiction("printed rules", "numerals swapped", path, new)


def _typed(text: str) -> Iterator[re.Match[str]]:
    """Yield each number that a template prints and that stands in its own words."""
    for words in WRITTEN.finditer(text):
        breaks = [one.end() for one in SENTENCE.finditer(text, words.start(), words.end())]
        for match in TYPED.finditer(text, words.start(), words.end()):
            start = max((at for at in breaks if at <= match.start()), default=words.start())
            end = min((at for at in breaks if at > match.start()), default=words.end())
            if match[1] and not OURS.search(text, start, end):
                yield match


def _of_game(key: str) -> Iterator[Contradiction]:
    """Yield a game.yaml with a back gone or that of another deck, or a number of its words."""
    path = f"card_data/{key}/game.yaml"
    text = (SHARE / path).read_text("utf-8")
    entries = {}
    for name in HIDDEN[key]:
        start = text.index(f"\n  {name}:", text.index("\ncomponents:"))
        match = re.compile(r"^    back: (\S+).*\n", re.MULTILINE).search(text, start)
        assert match is not None
        entries[name] = match
    for name, match in entries.items():
        yield Contradiction("game.yaml", "back gone", path, _cut(text, *match.span()))
        for other, back in entries.items():
            if other != name and "chip" not in other + name and "tile" not in other + name:
                new = text[: match.start(1)] + back[1] + text[match.end(1) :]
                yield Contradiction("game.yaml", "another back", path, new)
    for match in QUOTED.finditer(text):
        at, words = (match.start(1), match[1]) if match[1] else (match.start(2), match[2] or "")
        for digits in re.finditer(r"(?<!\{)\b\d+\b", words):
            one, two = at + digits.start(), at + digits.end()
            new = text[:one] + str(int(digits[0]) + 1) + text[two:]
            yield Contradiction("game.yaml", "number in words", path, new)


def _of_words(key: str) -> Iterator[Contradiction]:
    """Yield a table with a number in its words one too large."""
    for name in WORDS[key]:
        path = f"card_data/{key}/{name}"
        text = (SHARE / path).read_text("utf-8")
        for row in list(csv.reader(text.splitlines()))[1:]:
            for cell in row[1:]:
                match = re.search(r"\b\d+\b", cell)
                if match and re.search(r"[a-z]", cell):
                    other = _put(cell, match.span(), str(int(match[0]) + 1))
                    at = text.index(cell, text.index("\n" + row[0]))
                    new = _put(text, (at, at + len(cell)), other)
                    yield Contradiction("rows", "number in words", path, new)


def _of_colours(key: str) -> Iterator[Contradiction]:
    """Yield a game with a colour that the rulebook names where another one belongs."""
    yield from _of_palette(key)
    for name, ids in PAINTED[key].items():
        path = f"templates/{key}/{name}"
        text = (SHARE / path).read_text("utf-8")
        for id_, color in (one.split() for one in ids.split(", ")):
            if f' id="{id_}"' not in text:
                continue
            start, end = _element(text, id_)
            turned = HEX.sub(partial(_turned, color), text[start:end])
            if turned != text[start:end]:
                new = text[:start] + turned + text[end:]
                yield Contradiction("colours", "painted", path, new)
    for name, binding in BOUND.get(key, {}).items():
        path = f"templates/{key}/{name}"
        text = (SHARE / path).read_text("utf-8")
        start = text.index(binding)
        end = text.index('"', start + binding.index('"') + 1) + 1
        yield Contradiction("colours", "unbound", path, _cut(text, start, end))


def _of_palette(key: str) -> Iterator[Contradiction]:
    """Yield a game.yaml with a named colour swapped with another one, or with one without a rule.

    Colours that people call by the same name are not swapped: nobody would see it.
    """
    path = f"card_data/{key}/game.yaml"
    text = (SHARE / path).read_text("utf-8")
    entries = {match[1]: match for match in ENTRY.finditer(text)}
    named = [entries[name] for name in NAMED[key]]
    others = [match for name, match in entries.items() if name not in NAMED[key]]
    pairs = [pair for pair in combinations(named, 2) if _differ(*pair)]
    for one in named:
        pairs += islice(((one, other) for other in others if _differ(one, other)), BESIDE)
    for one, other in pairs:
        new = _swapped(text, one.span(2), other.span(2))
        yield Contradiction("colours", "palette", path, new)


def _differ(one: re.Match[str], other: re.Match[str]) -> bool:
    return _called(one[2].strip('"')) != _called(other[2].strip('"'))


def _called(color: str) -> str | None:
    return hue_name(parse_color(color)[0])


def _turned(name: str, match: re.Match[str]) -> str:
    """Return for a colour of some name one that people call otherwise, the next round the wheel."""
    color = match[0]
    if _called(color) != name:
        return color
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    hue, lightness, _ = colorsys.rgb_to_hls(*parts)
    for turn in (0.3, 0.5, 0.7):
        other = colorsys.hls_to_rgb((hue + turn) % 1, min(max(lightness, 0.4), 0.6), 0.8)
        found = "#" + "".join(f"{round(255 * part):02x}" for part in other)
        if _called(found) != name:
            return found
    return color


def _cut(text: str, start: int, end: int) -> str:
    return text[:start] + text[end:]


def _without(text: str, binding: str) -> str:
    """Return a drawing without all elements that have a binding."""
    while binding in text:
        text = _cut(text, *_around(text, text.index(binding)))
    return text


def _put(text: str, span: tuple[int, int], new: str) -> str:
    return text[: span[0]] + new + text[span[1] :]


def _swapped(text: str, one: tuple[int, int], other: tuple[int, int]) -> str:
    """Return a text with two of its parts swapped."""
    first, last = sorted((one, other))
    middle = text[first[1] : last[0]]
    return text[: first[0]] + text[slice(*last)] + middle + text[slice(*first)] + text[last[1] :]


def _element(text: str, id_: str) -> tuple[int, int]:
    """Return where the element with an id begins and ends."""
    return _around(text, text.index(f' id="{id_}"'))


def _around(text: str, at: int) -> tuple[int, int]:
    """Return where the element whose tag is around a place begins and ends."""
    start = text.rindex("<", 0, at)
    tag = text[start + 1 :].split()[0]
    closed = text.index(">", start) + 1
    if text[closed - 2] == "/":
        return start, closed
    depth, ends = 1, closed
    for match in re.compile(rf"<{tag}\b[^>]*?(/?)>|</{tag}>").finditer(text, closed):
        depth += -1 if match[0].startswith("</") else not match[1]
        if not depth:
            ends = match.end()
            break
    return start, ends


def shares(found: Iterable[Contradiction]) -> Mapping[str, int]:
    """Return how many contradictions there are of each class and sort."""
    told: dict[str, int] = {}
    for one in found:
        name = f"{one.kind}: {one.sort}"
        told[name] = told.get(name, 0) + 1
    return told
