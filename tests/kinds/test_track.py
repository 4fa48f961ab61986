from dataclasses import replace

from pnp.data.game import Parts
from pnp.geometry.plane import Size
from pnp.kinds.piece import Panels
from tests.kinds.sketches import Sketch, Sketches, composed
from tests.make import card, component

STRIP = Size(262, 66)


def test_the_template_sees_the_positions_in_the_order_of_the_rows() -> None:
    made = component("track", STRIP, [card("track")], kind="track")
    rows = (
        replace(card("moon"), values={"x": 24, "y": 33.5, "bats": 0}),
        replace(card("bat"), values={"x": 60, "y": 30, "bats": 1}),
    )
    sketch = Sketch(STRIP)
    track = replace(made, parts=Parts({}, rows), own=Panels(10.0))
    (piece,) = composed(Sketches({"face.svg": sketch}), track)
    assert (piece.id, piece.qty, piece.trim) == ("track/track", 1, STRIP)
    assert piece.panels == Panels(10)
    (values,) = sketch.seen
    assert values["track"]["positions"] == [
        {"id": "moon", "number": 1, "x": 24, "y": 33.5, "bats": 0},
        {"id": "bat", "number": 2, "x": 60, "y": 30, "bats": 1},
    ]
