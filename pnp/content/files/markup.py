"""XML of a workbook, walked through from its begin to its end without building a tree of it."""

import codecs
from typing import NoReturn
from xml.parsers import expat

from pnp.content.files.packed import SAVE_AGAIN
from pnp.errors import Where, fail, quoted

MOST_ELEMENTS = 2_000_000
"""In one part: twenty thousand rows of fifty columns, each cell with its value."""

DEEPEST = 100


class Walk:
    """What looks at the elements of a part. Names are without their prefix: any will do.

    ``text`` is called for what stands inside an element while ``listening`` is true.
    """

    def __init__(self, where: Where) -> None:
        self.where = where
        self.listening = False
        self._left = MOST_ELEMENTS
        self._depth = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Look at the begin of an element; attributes have their names as they are written."""

    def end(self, name: str) -> None:
        """Look at the end of an element."""

    def text(self, text: str) -> None:
        """Look at a piece of text."""

    def through(self, part: bytes) -> None:
        """Walk through a part.

        Raises:
            PnpError: it is no XML, or XML of a kind that no spreadsheet program writes.
        """
        if part.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\0" in part:
            self.refuse("its XML is not in UTF-8")
        # with the encoding given here no declaration inside can ask for another one
        parser = expat.ParserCreate("UTF-8")
        parser.buffer_text = True
        parser.XmlDeclHandler = self._declared
        parser.StartDoctypeDeclHandler = self._doctype
        parser.ProcessingInstructionHandler = self._instruction
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        try:
            parser.Parse(part, True)
        except (expat.ExpatError, ValueError) as error:
            self.refuse(f"its XML is broken: {error}")

    def refuse(self, reason: str) -> NoReturn:
        """Stop, as the part cannot be read.

        Raises:
            PnpError: always.
        """
        raise fail(f"the workbook cannot be read: {reason}", self.where, SAVE_AGAIN)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._left -= 1
        self._depth += 1
        if self._left < 0:
            message = f"the workbook has more than {MOST_ELEMENTS:,} elements in one part"
            raise fail(message, self.where, "delete what does not belong to the table")
        if self._depth > DEEPEST:
            self.refuse(f"its XML is nested deeper than {DEEPEST} levels")
        self.start(name.rpartition(":")[2], attributes)

    def _end(self, name: str) -> None:
        self._depth -= 1
        self.end(name.rpartition(":")[2])

    def _text(self, text: str) -> None:
        if self.listening:
            self.text(text)

    def _declared(self, _: str, encoding: str | None, __: int) -> None:
        if encoding is not None and encoding.lower() not in ("utf-8", "us-ascii"):
            self.refuse(f"its XML says to be in {quoted(encoding)}, not in UTF-8")

    def _doctype(self, *_: object) -> None:
        self.refuse("its XML has a document type")

    def _instruction(self, target: str, _: str) -> None:
        self.refuse(f"its XML has the processing instruction {quoted(target)}")
