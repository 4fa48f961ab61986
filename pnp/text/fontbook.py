"""The fonts of a project: files listed from its folders, matched as in CSS, opened when used."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from pnp.base.diagnostics import PnpError, Where, nearest, quote, user_error
from pnp.text.font import Axes, Font, Header, open_font, read_header

__all__ = ["BODY_FAMILY", "GENERIC_FAMILIES", "Font", "FontBook"]

BODY_FAMILY = "Alegreya Sans"
"""The bundled family that is used for CSS's generic families and for missing glyphs."""

GENERIC_FAMILIES = frozenset(
    {"serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui"}
)
"""CSS Fonts 4, section 2.1.3. Inkscape writes them for text without a font."""

BODY_NAMES = frozenset({"sans-serif", "system-ui", "ui-sans-serif"})
"""Generic families of which the body family is one."""

AXES = "\0"
"""Parts a family's name from the places on its axes: no name has this character."""

FONT_SUFFIXES = (".ttf", ".otf")

UNREAD_SUFFIXES = (".woff", ".woff2", ".ttc", ".otc")
"""Web fonts and collections, which cannot be read; an error names those in the folders."""

NORMAL_WIDTH = 5
"""The ``usWidthClass`` of OpenType that is neither condensed nor expanded."""


class _FontFile(NamedTuple):
    """A readable font file; ``key`` is that of its ``Font``, ``shown`` its path in messages."""

    header: Header
    path: Path
    shown: str
    key: str


REGULAR = 400
"""The weight of a font that is neither light nor bold."""


class FontBook:
    """The fonts of some folders; if two files have the same style, the earlier folder's is used.

    ``book.chain(("Bangers",), 700)`` is ``(Bangers-Regular, AlegreyaSans-Bold)``: the fonts to try
    for a letter. ``book.font("Bangers-Regular")`` is the font that a ``Text`` node refers to.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folders = tuple(folders)
        self._open: dict[str, Font] = {}
        self._chains: dict[tuple[tuple[str, ...], int, bool], tuple[Font, ...]] = {}

    @property
    def files(self) -> tuple[Path, ...]:
        """Return every font file that can be used."""
        return tuple(entry.path for entry in self._entries)

    def families(self) -> tuple[str, ...]:
        """Return the names of all families, sorted."""
        return tuple(sorted({entry.header.family for entry in self._entries}))

    def font(self, key: str) -> Font:
        """Return the font with the key of a text node.

        Raises:
            KeyError: no font of this book has the key.
        """
        if key not in self._open:
            entry = next((entry for entry in self._entries if entry.key == key), None)
            if entry is None:
                raise KeyError(key)
            return self._opened(entry, entry.header.weight)
        return self._open[key]

    def named(self, postscript_name: str) -> tuple[Font, ...]:
        """Return the fonts with this name of those that were used so far."""
        return tuple(f for f in self._open.values() if f.postscript_name == postscript_name)

    def chain(
        self,
        families: tuple[str, ...],
        weight: int = REGULAR,
        italic: bool = False,
        where: Where | None = None,
    ) -> tuple[Font, ...]:
        """Return the fonts to try for each letter: those of the families, then the body family's.

        Each family gives the font with the nearest style. A missing family is skipped, as in CSS,
        as long as another one exists.

        Raises:
            PnpError: none of the named families exists.
        """
        key = (families, weight, italic)
        if key not in self._chains:
            self._chains[key] = self._chain(*key, where)
        return self._chains[key]

    def missing(self, families: tuple[str, ...]) -> tuple[str, ...]:
        """Return the families before the first one that the book has, or that stands for its body.

        A serif or monospaced family that only CSS names is missing, too: the body font is another.
        """
        for count, family in enumerate(map(_folded, families)):
            if family in self._styles or family in BODY_NAMES:
                return families[:count]
        return families

    def nearest(self, family: str) -> str | None:
        """Return a hint for a missing family: the one that its name is nearest to."""
        near = nearest(family, self.families())
        hint = near or "put its .ttf or .otf files into fonts/, or name a font that is there"
        return "; ".join(filter(None, (self._unread_hint(), hint)))

    def _chain(
        self, families: tuple[str, ...], weight: int, italic: bool, where: Where | None
    ) -> tuple[Font, ...]:
        axes = next((axes_of(family) for family in families), ())
        families = tuple(family.partition(AXES)[0] for family in families)
        known = [f for f in map(_folded, families) if f in self._styles or f in GENERIC_FAMILIES]
        if families and not known:
            raise self._no_family(families[0], where)
        body = self._body(where)
        names = [body if name in GENERIC_FAMILIES else name for name in known]
        entries = [_match(self._styles[n], weight, italic) for n in dict.fromkeys([*names, body])]
        return tuple(dict.fromkeys(self._opened(entry, weight, axes) for entry in entries))

    def _opened(self, entry: _FontFile, weight: int, axes: Axes = ()) -> Font:
        """Return the font of a file, opened once; for a variable font, the instance of a weight."""
        header, key = entry.header, entry.key
        if header.variable:
            weight = max(header.lightest, min(header.heaviest, weight))
            key = f"{key}-{weight}" + "".join(f"-{tag}{place:g}" for tag, place in axes)
            header = header._replace(weight=weight, postscript_name=key)
        if key not in self._open:
            try:
                self._open[key] = open_font(key, header, entry.path.read_bytes(), axes)
            except (ValueError, OSError) as error:
                raise _unreadable(entry.shown, error) from error
        return self._open[key]

    @cached_property
    def _entries(self) -> tuple[_FontFile, ...]:
        styles: dict[Header, tuple[Header, Path, str]] = {}
        for path, shown in self._files(FONT_SUFFIXES):
            header = self._header(path, shown)
            style = header._replace(postscript_name="", family=_folded(header.family))
            styles.setdefault(style, (header, path, shown))
        return tuple(_keyed(styles.values()))

    def _header(self, path: Path, shown: str) -> Header:
        try:
            real = path.resolve(strict=True)
        except (OSError, RuntimeError):  # the latter for a link to itself, before Python 3.13
            raise _unreadable(shown, "it is a link to nothing") from None
        if path.is_symlink() and not self._is_inside(real):
            hint = "it is a link to a file elsewhere: put the file itself there"
            raise user_error(f"the font leaves {shown.partition('/')[0]}/", Where(shown), hint)
        if not real.is_file():
            raise _unreadable(shown, "it is not a file")
        try:
            return read_header(path)
        except (ValueError, OSError) as error:
            raise _unreadable(shown, error) from error

    def _is_inside(self, path: Path) -> bool:
        return any(path.is_relative_to(folder.resolve()) for folder in self.folders)

    @cached_property
    def _styles(self) -> dict[str, list[_FontFile]]:
        """Return the fonts of each family, also by its legacy name, which covers four styles.

        Illustrator, Affinity and Sketch write the PostScript name of a font as a family: that of
        the regular font stands for all of its family, as another editor may make the words bold.
        """
        families: dict[str, list[_FontFile]] = {}
        for entry in self._entries:
            for name in dict.fromkeys((entry.header.family, entry.header.legacy_family)):
                families.setdefault(_folded(name), []).append(entry)
        for entry in self._entries:
            whole = families[_folded(entry.header.family)]
            regular = entry is _match(whole, REGULAR, italic=False)
            styles = whole if regular else [entry]
            families.setdefault(_folded(entry.header.postscript_name), styles)
        return families

    def _files(self, suffixes: Collection[str]) -> Iterator[tuple[Path, str]]:
        """Yield each file with its name in messages; a Mac's hidden notes of a font are none.

        A link is a file here, wherever it leads, and so is a folder with the name of a font.
        """
        for folder in self.folders:
            for path in sorted(folder.rglob("*")):
                if path.suffix.lower() in suffixes and not path.name.startswith("."):
                    yield path, f"{folder.name}/{path.relative_to(folder).as_posix()}"

    def _unread_hint(self) -> str:
        """Return what to do with files of fonts that cannot be read; nothing if there are none."""
        unread = ", ".join(sorted(shown for _, shown in self._files(UNREAD_SUFFIXES)))
        return f"{unread} cannot be read: convert to .ttf or .otf" if unread else ""

    def _body(self, where: Where | None) -> str:
        if not self._styles:
            raise user_error("there is no font", where, "put a .ttf or .otf file into fonts/")
        body = _folded(BODY_FAMILY)
        return body if body in self._styles else min(self._styles)

    def _no_family(self, family: str, where: Where | None) -> PnpError:
        known = self.families()
        hint = f"put its .ttf or .otf files into fonts/; known families: {', '.join(known)}"
        if unread := self._unread_hint():
            hint += f"; {unread}"
        return user_error(
            f"font family {quote(family)} is missing", where, nearest(family, known) or hint
        )


def with_axes(family: str, axes: Axes) -> str:
    """Return a family's name with places on the axes of its variable font, for ``chain``."""
    return family + AXES + ",".join(f"{tag}={place:g}" for tag, place in axes) if axes else family


def axes_of(family: str) -> Axes:
    """Return the places on axes that a family's name was given."""
    parts = (part.partition("=") for part in family.partition(AXES)[2].split(",") if part)
    return tuple((tag, float(place)) for tag, _, place in parts)


def _unreadable(shown: str, why: str | Exception) -> PnpError:
    hint = "replace the file by a whole .ttf or .otf font, or remove it"
    reason = why.strerror if isinstance(why, OSError) else why
    return user_error(f"the font cannot be read: {reason}", Where(shown), hint)


def _keyed(files: Iterable[tuple[Header, Path, str]]) -> Iterator[_FontFile]:
    """Yield the files with unique keys: the PostScript name, with a content hash if it is taken."""
    taken: set[str] = set()
    for header, path, shown in files:
        key = header.postscript_name
        if key in taken:
            key = f"{key}-{sha256(path.read_bytes()).hexdigest()[:8]}"
        taken.add(key)
        yield _FontFile(header, path, shown, key)


def _match(styles: list[_FontFile], weight: int, italic: bool) -> _FontFile:
    """Return the font of a family with the nearest style (CSS Fonts 4, section 5.2).

    The slant is matched first, then the width, then the weight.
    """
    slanted = [entry for entry in styles if entry.header.italic == italic] or styles
    return min(slanted, key=lambda entry: _distance(entry.header, weight))


def _distance(header: Header, weight: int) -> tuple[int, int, int]:
    """Return how far a font is from the normal width and a weight; the least is the best match."""
    return abs(header.width - NORMAL_WIDTH), *_weight_distance(header, weight)


def _weight_distance(header: Header, weight: int) -> tuple[int, int]:
    if header.lightest <= weight <= header.heaviest:
        return 0, header.heaviest - header.lightest
    heavier = header.lightest > weight
    apart = header.lightest - weight if heavier else weight - header.heaviest
    if 400 <= weight <= 500 and heavier and header.lightest <= 500:
        return 1, apart
    return (2 if heavier == (weight > 500) else 3), apart


def _folded(family: str) -> str:
    return " ".join(family.split()).casefold()
