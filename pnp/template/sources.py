"""The files of drawings: each is read once, and only from inside the templates folders."""

import posixpath
from base64 import b64decode
from binascii import Error as BadBase64
from collections.abc import Collection, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize
from urllib.parse import unquote, unquote_to_bytes
from zlib import decompressobj
from zlib import error as BadPacking  # noqa: N812 - an exception

from pnp.base.diagnostics import Finding, PnpError, Where, nearest, quote, user_error
from pnp.data.project import Project
from pnp.data.translation import GameText, Translation
from pnp.svg.cascade import PROPERTIES
from pnp.svg.css import Stylesheet, parse_sheet
from pnp.svg.parse import MAX_BYTES, Element, SvgFile, parse_svg
from pnp.svg.renderer import Blob
from pnp.template.binding import NO_BINDINGS, Bindings, compile_file
from pnp.template.palette import repaint
from pnp.template.wordings import Worded, translate

FOLDER = "templates"


class ParsedTemplate(NamedTuple):
    """A parsed drawing: its tree, its style sheet, and its bindings.

    ``texts`` are what it says, as its file has them; only if it is translated. ``literal`` tells of
    its colours that the palette has, too, if there are any.
    """

    file: SvgFile
    sheet: Stylesheet
    bindings: dict[Element, Bindings]
    path: Path
    texts: tuple[GameText, ...] = ()
    literal: Finding | None = None

    def sees(self, name: str) -> bool:
        """Say whether a bound attribute is matched by selectors or cascaded."""
        return name in _SEEN or name in self.sheet.attributes


_SEEN = PROPERTIES | {"class", "id", "style"}


NO_TEMPLATES: Mapping[str, ParsedTemplate] = {}


class TemplateFiles:
    """The files that were read so far, by their paths inside ``templates/``, as ``owl.svg``.

    ``written`` are those that were read in the language that they are written in.
    """

    def __init__(
        self,
        project: Project,
        language: str = "en",
        translation: Translation | None = None,
        palette: Mapping[str, str] | None = None,
        written: Mapping[str, ParsedTemplate] = NO_TEMPLATES,
    ) -> None:
        self.project = project
        self.language, self.translation, self.palette = language, translation, palette
        self._templates: dict[str, ParsedTemplate] = {}
        self._written = written
        self._blobs: dict[str, Blob] = {}
        self._paths: dict[Path, None] = {}
        self._found: dict[str, Path | None] = {}
        self._users: dict[str, set[str]] = {}

    @property
    def paths(self) -> tuple[Path, ...]:
        """Return every file that was read, in the order of reading."""
        return tuple(self._paths)

    @property
    def texts(self) -> Iterator[GameText]:
        """Yield the texts of every drawing that was read, if they are translated."""
        for template in self._templates.values():
            yield from template.texts

    @property
    def literal_colors(self) -> Iterator[Finding]:
        """Yield a finding for each drawing that writes out colours of the palette."""
        for template in self._templates.values():
            if template.literal is not None:
                yield template.literal

    def load(self, name: str, where: Where | None = None, base: str = "") -> ParsedTemplate:
        """Return a drawing by its name; ``base`` is the folder of the drawing that names it.

        Raises:
            PnpError: it does not exist, cannot be read, or has a mistake.
        """
        if name not in self._templates:
            path = self._find(name, where, base)
            shown = self.project.show(path)
            self._parse(self._read(path, where), name, shown, path)
        return self._templates[name]

    def _parse(self, data: bytes, name: str, shown: str, path: Path) -> None:
        template = self._written.get(name)
        shared = template is not None
        if template is None:
            file = parse_svg(unpacked(data, Where(shown)), name, shown)
            literal = None if self.palette is None else repaint(file, self.palette)
            sheet = parse_sheet((style.text, style.where) for style in file.styles)
            template = ParsedTemplate(file, sheet, {}, path, literal=literal)
        said = Worded(template.file)
        if self.translation:
            said = translate(template.file, self.translation, shared=shared)
        bindings = compile_file(said.file, said.places, template.bindings)
        self._templates[name] = template._replace(
            file=said.file, bindings=bindings, texts=said.texts
        )

    def in_language(self, language: str, translation: Translation | None) -> "TemplateFiles":
        """Return files in another language, if these are in the one that they are written in.

        What was read of them is not read again, and its elements that say nothing are the same.
        """
        return TemplateFiles(self.project, language, translation, self.palette, self._templates)

    def picture(self, href: str, element: Element) -> ParsedTemplate | None:
        """Return the drawing that an image shows, None if it is one of pixels.

        Raises:
            PnpError: the file does not exist or cannot be read.
        """
        blob = self.blob(href, element)
        if not is_drawing(blob.data):
            return None
        if not href.startswith("data:"):
            name = self._name(href.partition("#")[0], element)
            return self.load(name, element.where, posixpath.dirname(element.file.name))
        name = f"{element.file.name}#{sha256(blob.data).hexdigest()[:16]}"
        self.used(name, element)
        if name not in self._templates:
            path = self._templates[element.file.name].path
            self._parse(blob.data, name, f"{element.where}: the image", path)
        return self._templates[name]

    def forget(self, changed: Collection[Path]) -> set[str]:
        """Forget files that changed, and the drawings that use them; return the names of all.

        ``changed`` are paths without links. A name is forgotten, too, if it is that of another file
        than before: of one that was missing, or behind a link that leads elsewhere now.
        """
        names = {
            name
            for name, path in self._found.items()
            if path in changed or self._located(name) != path
        }
        waiting = list(names)
        while waiting:
            users = self._users.pop(waiting.pop(), set()) - names
            names |= users
            waiting += users
        for name in names:
            self._templates.pop(name, None)
            self._blobs.pop(name, None)
        return names

    def _find(self, name: str, where: Where | None, base: str) -> Path:
        """Return the path of a name, and note it; see ``Project.find``."""
        self._found[name] = None
        path = self._found[name] = self.project.find(FOLDER, name, where, base)
        return path

    def _located(self, name: str) -> Path | None:
        """Return the path that a name has now, None if it leads nowhere or out of the folder."""
        try:
            return self.project.located(FOLDER, name)
        except PnpError:
            return None

    def used(self, name: str, user: Element) -> None:
        """Note that the drawing of an element uses another file."""
        self._users.setdefault(name, set()).add(user.file.name)

    def of(self, element: Element) -> ParsedTemplate:
        """Return the drawing that an element belongs to."""
        return self._templates[element.file.name]

    def bindings(self, element: Element) -> Bindings:
        """Return the compiled pnp: attributes of an element."""
        name = element.file.name
        bindings = self._templates[name].bindings.get(element)
        if bindings is None and name in self._written:  # it stands around one that is shared
            bindings = self._written[name].bindings.get(element)
        return bindings or NO_BINDINGS

    def bindings_at(self, where: Where | None) -> list[Bindings]:
        """Return the bindings of the elements at a place in a drawing that was loaded."""
        return [
            bindings
            for template in self._templates.values()
            for element, bindings in template.bindings.items()
            if element.where == where
        ]

    def target(self, href: str, element: Element) -> Element:
        """Return the element that a reference like ``#id`` or ``file.svg#id`` names."""
        address, _, anchor = href.strip().partition("#")
        file = element.file
        if address:
            name = self._name(address, element)
            self.used(name, element)
            file = self.load(name, element.where, posixpath.dirname(element.file.name)).file
        if not anchor:
            if not address:
                raise user_error(
                    "the reference is empty", element.where, "write #id or file.svg#id"
                )
            return file.root
        written = unquote(anchor)
        ways = written, *(normalize(form, written) for form in ("NFC", "NFD"))
        target = next((file.ids[id_] for id_ in ways if id_ in file.ids), None)
        if target is None:
            hint = nearest(anchor, file.ids) or f"no element of {file.shown} has this id"
            raise user_error(f"{quote(href.strip())} does not exist", element.where, hint)
        return target

    def blob(self, href: str, element: Element) -> Blob:
        """Return the image file that a reference or a ``data:`` URL holds."""
        if href.startswith("data:"):
            return Blob(_inline(href, element.where), element.where)
        name = self._name(href.partition("#")[0], element)
        self.used(name, element)
        if name not in self._blobs:
            base = posixpath.dirname(element.file.name)
            path = self._find(name, element.where, base)
            data = self._read(path, element.where)
            self._blobs[name] = Blob(data, Where(self.project.show(path)))
        return self._blobs[name]

    def exists(self, name: str, user: Element) -> bool:
        """Say whether a drawing of this name can be loaded; note that one asks for it.

        So that one is seen, too, that is drawn later.
        """
        self.used(name, user)
        if name not in self._templates and self._located(name) is None:
            self._found.setdefault(name, None)
            return False
        return True

    def names_in(self, folders: Collection[str]) -> list[str]:
        """Return the names of the drawings in folders of ``templates/``, without ``.svg``."""
        drawings = (posixpath.splitext(name) for name in self.project.names(FOLDER))
        split = (posixpath.split(name) for name, suffix in drawings if suffix == ".svg")
        return [name for folder, name in split if folder in folders]

    def _name(self, address: str, element: Element) -> str:
        """Return the name inside ``templates/`` of an address relative to the element's file."""
        path = unquote(address)
        name = posixpath.normpath(posixpath.join(posixpath.dirname(element.file.name), path))
        outside = path.startswith("/") or name.startswith("..") or ":" in path or "\\" in path
        if outside or "\0" in path:
            hint = "use files inside templates/ only, with paths relative to the drawing"
            raise user_error(f"{quote(address)} leaves the templates folder", element.where, hint)
        return name

    def _read(self, path: Path, where: Where | None) -> bytes:
        self._paths[path] = None
        try:
            if path.stat().st_size > MAX_BYTES:
                shown = Where(self.project.show(path))
                limit = f"{MAX_BYTES // 1_000_000} MB"
                raise user_error(f"the file has more than {limit}", shown, "make it smaller")
            return path.read_bytes()
        except OSError as error:
            shown_as = self.project.show(path)
            raise user_error(f"{quote(shown_as)} cannot be read: {error.strerror}", where) from None


def is_drawing(data: bytes) -> bool:
    """Say whether a file is an SVG drawing, packed or not, and not a picture of pixels."""
    first = data[:SEEN_FIRST]
    if data.startswith(WIDE):
        first = first.replace(b"\0", b"")
    return data.startswith(PACKED) or b"<svg" in first


PACKED = b"\x1f\x8b"

WIDE = (b"\xff\xfe", b"\xfe\xff")
"""How a file in UTF-16 begins: each letter of a tag has a zero byte beside it."""

SEEN_FIRST = 4096
"""The bytes of a file in which its first element begins, after comments of an editor."""


def unpacked(data: bytes, where: Where) -> bytes:
    """Return the bytes of a drawing; those of an SVGZ file are packed.

    Raises:
        PnpError: they are damaged, or unpack to more than ``MAX_BYTES``.
    """
    if not data.startswith(PACKED):
        return data
    unpacking = decompressobj(wbits=31)
    try:
        whole = unpacking.decompress(data, MAX_BYTES + 1)
    except BadPacking:
        raise user_error("the packed drawing is damaged", where, "save it as plain SVG") from None
    if len(whole) > MAX_BYTES:
        raise user_error(f"the drawing has more than {MAX_BYTES // 1_000_000} MB", where)
    return whole


def _inline(address: str, where: Where) -> bytes:
    head, comma, body = address.partition(",")
    if not comma:
        raise user_error("the data: URL has no comma", where, "embed the image again")
    if not head.endswith(";base64"):
        return unquote_to_bytes(body)
    try:
        return b64decode("".join(unquote(body).split()), validate=True)
    except (BadBase64, ValueError):
        raise user_error("the data: URL is not base64", where, "embed the image again") from None
