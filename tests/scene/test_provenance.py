"""The elements of templates that nodes come from: their places, shared, and not part of a look."""

from collections.abc import Iterator, Sequence

from pnp.scene.node import Group, Node, Provenance
from pnp.scene.page import Ink
from pnp.scene.sameness import form, look
from tests.make import svg
from tests.template.drawings import ROW, Studio

STATE = (Ink.FULL, ROW)

BODY = """
<g id="art">
 <rect id="ground" width="9" height="9"/>
 <text id="name" x="1" y="5" font-size="3" pnp:text="{{ card.name }}">Owl</text>
 <use href="#star"/>
</g>
<defs><path id="star" d="M0 0H3V3Z"/></defs>"""


def every(nodes: Sequence[Node]) -> Iterator[Node]:
    for node in nodes:
        yield node
        if isinstance(node, Group):
            yield from every(node.nodes)


def made_by(studio: Studio, name: str) -> dict[str, Provenance]:
    """Return the provenances of a drawing of ``BODY``, by the id of the element."""
    nodes = studio.templates.get("face.svg").draw({"card": {"name": name}}, *STATE).nodes
    found = [node.provenance for node in every(nodes)]
    assert None not in found
    return {one.ids[0]: one for one in found if one is not None and one.ids}


def test_a_node_knows_the_line_of_its_element(studio: Studio) -> None:
    studio.write("face.svg", svg(BODY))
    lines = svg(BODY).split("\n")
    found = made_by(studio, "Barn")
    for id_ in ("ground", "name", "star"):
        assert f'id="{id_}"' in lines[(found[id_].where.line or 0) - 1]
    assert found["ground"].ids == ("ground", "art")
    assert found["star"].ids == ("star",)


def test_rows_share_the_provenance_of_an_element(studio: Studio) -> None:
    studio.write("face.svg", svg(BODY))
    barn, snow = made_by(studio, "Barn"), made_by(studio, "Snow")
    assert barn["name"] is snow["name"]


def test_a_drawing_looks_the_same_wherever_it_comes_from(studio: Studio) -> None:
    studio.write("face.svg", svg(BODY))
    studio.write("moved.svg", svg("\n\n" + BODY.replace('id="name"', 'id="title"')))
    one, other = (
        studio.templates.get(name).draw({"card": {"name": "Barn"}}, *STATE).nodes
        for name in ("face.svg", "moved.svg")
    )
    assert look(one) == look(other)
    assert form(one) == form(other)
