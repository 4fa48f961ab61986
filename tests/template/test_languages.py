"""A drawing in two languages: what says nothing is the same object, all else is translated."""

import pytest

from pnp.base.diagnostics import Where
from pnp.data.project import Project
from pnp.data.translation import TextRow, Translation
from pnp.scene.node import Text
from pnp.scene.page import Ink
from pnp.template.render import Templates
from tests.make import svg
from tests.template.drawings import ROW, Studio, flat

HERE = Where("card_data/game/texts.csv", 2)

OWLS = {
    "Owl": (TextRow("Owl", "", "Eule", HERE),),
    "{{ card.n }} owls": (TextRow("{{ card.n }} owls", "", "{{ card.n }} Eulen", HERE),),
}

GERMAN = Translation("de", "en", Where("card_data/game/texts.csv"), OWLS, {})

LETTERS = 'x="5" y="20" font-family="Alegreya Sans" font-size="4"'

ART = """\
<g id="art" fill="#802020" pnp:opacity="{{ card.n / 4 }}">
  <rect id="bar" width="10" height="10"/><circle cx="20" cy="20" r="5"/>
</g>"""

SQUARE = '<rect width="9" height="9"/>'

SAYING = {
    "text": f"<text {LETTERS}>Owl</text>",
    "data": f'<text {LETTERS} pnp:text="{{{{ card.n }}}} owls">2 owls</text>',
    "tail": f"<text {LETTERS}><tspan>1</tspan> Owl</text>",
    "title": f"<text {LETTERS}>1<title>one</title> Owl</text>",
    "mask": f'<style>.m{{mask:url(#m)}}</style><mask id="m"><text {LETTERS} fill="#fff">Owl</text>'
    f'</mask><g class="m">{SQUARE}</g>',
    "group": f"<g><g><text {LETTERS}>Owl</text></g></g>",
    "use": f'<defs><g id="o"><text {LETTERS}>Owl</text></g></defs><use href="#o"/>',
    "chosen": f'<defs><g id="o2"><text {LETTERS}>Owl</text></g></defs>'
    '<use href="#o2" pnp:href="#o{{ card.n }}"/>',
    "file": '<use href="owl.svg#o"/>',
    "picture": '<image href="owl.svg" width="40" height="40"/>',
    "pattern": f'<defs><pattern id="p" width="40" height="40" patternUnits="userSpaceOnUse">'
    f'<text {LETTERS}>Owl</text></pattern></defs><g fill="url(#p)">{SQUARE}</g>',
    "sheet": f'<style>.p{{fill:url(#p)}}</style><defs><pattern id="p" width="40" height="40" '
    f'patternUnits="userSpaceOnUse"><text {LETTERS}>Owl</text></pattern></defs>'
    f'<g class="p">{SQUARE}</g>',
    "language": '<rect systemLanguage="de" width="9" height="9" fill="red"/>',
    "switch": '<switch><rect systemLanguage="fr" width="3" height="3"/><circle r="9"/></switch>',
}


@pytest.fixture
def studio(tmp_path, book):
    made = Studio(tmp_path, book)
    made.write("owl.svg", svg(f'<g id="o"><text {LETTERS}>Owl</text></g>'))
    return made


def drawn(templates, body, studio):
    studio.write("t.svg", svg(body))
    return templates.get("t.svg").draw({"card": {"n": 2}}, Ink.FULL, ROW)


@pytest.mark.parametrize("name", SAYING)
def test_it_looks_as_if_it_were_drawn_for_the_language_alone(name, studio, book):
    project = Project(studio.folder.parent)
    body = ART + SAYING[name]
    english = drawn(studio.templates, body, studio)
    shared = drawn(studio.templates.in_language("de", GERMAN), body, studio)
    alone = drawn(Templates(project, book, language="de", translation=GERMAN), body, studio)
    assert repr(shared) == repr(alone)
    assert (repr(shared) == repr(english)) == (name == "switch")


def test_what_says_nothing_is_drawn_once(studio):
    body = ART + SAYING["text"]
    english = flat(drawn(studio.templates, body, studio).nodes)
    german = flat(drawn(studio.templates.in_language("de", GERMAN), body, studio).nodes)
    same = [one is other for one, other in zip(english, german, strict=True)]
    assert same == [not isinstance(node, Text) for node in english]
    assert [node.string for node in german if isinstance(node, Text)] == ["Eule"]


def test_the_texts_that_lack_a_translation_are_known_of_each_language(studio):
    drawn(studio.templates, ART + SAYING["text"] + f"<text {LETTERS}>Bat</text>", studio)
    assert studio.templates.texts == ()
    german = studio.templates.in_language("de", GERMAN)
    german.get("t.svg")
    assert [text.words for text in german.texts] == ["Owl", "Bat"]
