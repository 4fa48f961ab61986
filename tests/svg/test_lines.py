"""Rich text in a template keeps its lines, however an editor saves them."""

import pytest

from pnp.scene.node import Text
from tests.kits import inkscape
from tests.template.drawings import Studio, flat, svg

BOX = '<rect id="box" width="40" height="40" fill="none"/>\n'
STYLE = "font-family:'Alegreya Sans';font-size:3px;shape-inside:url(#box)"


def body(text: str) -> str:
    return f'{BOX}<text style="{STYLE}" pnp:text="{text}">Sample</text>'


def lines(studio: Studio, name: str) -> list[str]:
    return [node.string for node in flat(studio.draw(name).nodes) if isinstance(node, Text)]


@pytest.mark.parametrize("line_break", ["&#10;", "\n", "\r\n", "\r"])
def test_a_line_break_is_a_line_break(line_break: str, studio: Studio) -> None:
    studio.write("lines.svg", svg(body(line_break.join(["one", "- two", "  more", "three"]))))
    assert lines(studio, "lines.svg") == ["one", "• two", "more", "three"]


def test_line_numbers_stay_those_of_the_file(studio: Studio) -> None:
    refused = studio.refused(body("one\ntwo\nthree") + '\n<rect pnp:fil="red"/>')
    assert refused.startswith("templates/t0.svg:6: pnp:fil is not known")


def test_other_attributes_may_be_broken_like_any_xml(studio: Studio) -> None:
    shape = '<rect width="1" height="1" pnp:if="1 ==\n1" pnp:fill="{{ \'red\' }}\n"/>'
    assert len(flat(studio.drawn(shape).nodes)) == 1


@pytest.mark.parametrize("equals", ["=", " = "])
def test_a_file_in_another_encoding_is_read(equals: str, studio: Studio) -> None:
    head = f'<?xml version="1.0" encoding{equals}"ISO-8859-1"?>\n'
    studio.write("old.svg", (head + svg(body("é\nü"))).encode("latin-1"))
    assert lines(studio, "old.svg") == ["é ü"]


@pytest.mark.needs("inkscape")
def test_inkscape_keeps_the_lines(studio: Studio) -> None:
    studio.write("lines.svg", svg(body("one&#10;&#10;- two")))
    saved = studio.folder / "saved.svg"
    inkscape.save(studio.folder / "lines.svg", {saved: inkscape.move("box", 1)})
    assert lines(studio, "saved.svg") == lines(studio, "lines.svg") == ["one", "• two"]
