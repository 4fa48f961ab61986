"""Steps, help and parts on pages: nothing is left out, nothing stands on anything else."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.diagnostics import PnpError
from pnp.geometry.plane import Rect, Size
from pnp.kinds.guide import SECTIONS, Plan, pages
from pnp.scene.page import Drawing
from tests.make import HERE

ROOMS = {
    "room-page": Rect(10, 40, 180, 60),
    "room-heading": Rect(10, 40, 180, 10),
    "room-step": Rect(10, 50, 180, 8),
    "room-content": Rect(100, 51, 45, 4),
    "room-help": Rect(10, 60, 90, 30),
    "room-part": Rect(10, 70, 60, 5),
    "room-next-page": Rect(10, 20, 180, 100),
}


def told(steps=(), help=0, parts=0) -> Plan:
    """A plan of steps that have so many contents."""
    return {
        "paper": "a4",
        "sides": 2,
        "steps": [
            {
                "number": n,
                "kit_first": 2 * n - 1,
                "kit_last": 2 * n,
                "contents": [{"title": f"content {c}"} for c in range(contents)],
            }
            for n, contents in enumerate(steps, 1)
        ],
        "help": [{"topic": f"topic {n}"} for n in range(help)],
        "parts": [{"title": f"part {n}"} for n in range(parts)],
    }


def laid(plan: Plan, rooms=ROOMS) -> list[Plan]:
    drawn = Drawing(Size(200, 250), (), None, (), None, (), rooms)
    return pages(plan, lambda plan: drawn, "guide.svg", HERE)


def boxes(page: Plan) -> Iterator[Rect]:
    """Yield where everything on a page stands: contents for steps, which may be high."""
    for section, cell in zip(SECTIONS, ("step", "help", "part"), strict=True):
        for item in page[section]:
            box = ROOMS[f"room-{cell}"].shifted(item["right"], item["down"])
            contents = [
                ROOMS["room-content"].shifted(each["right"], each["down"] + item["down"])
                for each in item.get("contents", ())
            ]
            yield from contents
            low = max([box.bottom, *(content.bottom for content in contents)])
            yield box._replace(width=90 if contents else box.width, height=low - box.y)


@given(st.lists(st.integers(1, 30), max_size=30), st.integers(0, 12), st.integers(0, 60))
def test_everything_stands_on_one_page_and_on_nothing_else(steps, help, parts):
    plan = told(steps, help, parts)
    made = laid(plan)
    for section, name in (("steps", "number"), ("help", "topic"), ("parts", "title")):
        shown = [item[name] for page in made for item in page[section]]
        assert shown == [item[name] for item in plan[section]]
    assert [len(step["contents"]) for page in made for step in page["steps"]] == steps
    for number, page in enumerate(made, 1):
        assert (page["page"], page["pages"], page["paper"]) == (number, len(made), "a4")
        room = ROOMS["room-page" if number == 1 else "room-next-page"]
        standing = list(boxes(page))
        assert all(room.contains(box) for box in standing)
        for index, box in enumerate(standing):
            assert not any(_overlap(box, other) for other in standing[:index])


def _overlap(one: Rect, other: Rect) -> bool:
    both = one.intersection(other)
    return both is not None and min(both.size) > 1e-6


def test_a_list_has_room_for_its_heading_on_each_page_where_it_begins_or_goes_on():
    first, second = laid(told([1] * 9))
    assert [step["down"] for step in first["steps"]] == [0, 8, 16, 24, 32, 40]
    assert [step["down"] for step in second["steps"]] == [-20, -12, -4]
    (page,) = laid(told([1], parts=4))
    assert [part["down"] for part in page["parts"]] == [50 + 8 + 10 - 70] * 3 + [-2 + 5]
    assert [part["right"] for part in page["parts"]] == [0, 60, 120, 0]


def test_a_list_that_would_be_torn_begins_on_the_next_page_if_that_holds_it_whole():
    first, second = laid(told([1] * 3, help=2, parts=3))
    assert (len(first["steps"]), first["help"], first["parts"]) == (3, [], [])
    assert [len(second[name]) for name in SECTIONS] == [0, 2, 3]
    assert [len(page["help"]) for page in laid(told([1], help=6))] == [0, 6]
    assert [len(page["help"]) for page in laid(told([1], help=8))] == [2, 6]


def test_a_step_is_as_high_as_its_contents():
    (page,) = laid(told([5, 1]))
    first, second = page["steps"]
    places = [(content["right"], content["down"]) for content in first["contents"]]
    assert places == [(0, 0), (45, 0), (0, 4), (45, 4), (0, 8)]
    assert second["down"] == 1 + 3 * 4


@pytest.mark.parametrize(("sheets", "kit_pages"), [(None, (3, 4)), (2, (5, 6))])
def test_a_step_tells_its_pages_in_the_whole_kit_after_those_of_the_guides(sheets, kit_pages):
    drawn = Drawing(Size(200, 250), (), None, (), None, (), ROOMS)
    (page,) = pages(told([1]), lambda plan: drawn, "guide.svg", HERE, sheets)
    (step,) = page["steps"]
    assert (step["kit_first"], step["kit_last"]) == kit_pages


def test_narrow_steps_stand_side_by_side_each_file_below_its_heading():
    rooms = {**ROOMS, "room-step": Rect(10, 50, 60, 8), "room-file": Rect(10, 40, 180, 5)}
    plan = told([1] * 5)
    for step, file in zip(plan["steps"], "aaaab", strict=True):
        step["file"] = file
    (page,) = laid(plan, rooms)
    assert [(step["right"], step["down"]) for step in page["steps"]] == [
        *[(0, 5), (60, 5), (120, 5)],
        (0, 13),
        (0, 26),
    ]


def test_a_short_guide_is_one_page_and_without_a_next_page_the_first_is_the_measure():
    rooms = {name: room for name, room in ROOMS.items() if name != "room-next-page"}
    assert len(laid(told([1] * 6), rooms)) == 1
    assert [len(page["steps"]) for page in laid(told([1] * 9), rooms)] == [6, 3]
    assert len(laid(told())) == 1


def test_a_first_page_with_room_for_nothing_is_left_to_the_template():
    rooms = ROOMS | {"room-page": Rect(10, 240, 180, 5)}
    assert [len(page["steps"]) for page in laid(told([1]), rooms)] == [0, 1]


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (
            told([1, 60]),
            'step 2 needs 131 mm with the heading above it, a page of "guide.svg" has 100 mm',
        ),
        (
            told(help=1),
            "a row of help needs 110 mm with the heading above it,"
            ' a page of "guide.svg" has 100 mm',
        ),
    ],
)
def test_what_fits_on_no_page_is_an_error(plan: Plan, message: str) -> None:
    rooms = ROOMS | {"room-help": Rect(10, 60, 90, 100)}
    with pytest.raises(PnpError) as error:
        laid(plan, rooms)
    hint = "make the room of a page higher, or what it holds lower"
    assert str(error.value) == f"{HERE}: {message}\n  hint: {hint}"


def test_a_template_that_says_not_how_much_room_it_has_is_an_error():
    rooms = {name: room for name, room in ROOMS.items() if name not in ("room-step", "room-help")}
    with pytest.raises(PnpError) as error:
        laid(told([1]), rooms | {"room-stepp": ROOMS["room-step"]})
    assert str(error.value).splitlines() == [
        f'{HERE}: "guide.svg" has no room "room-help"',
        '  hint: draw a rectangle with pnp:role="room" and id="room-help"',
        f'{HERE}: "guide.svg" has no room "room-step"',
        '  hint: draw a rectangle with pnp:role="room" and id="room-step"',
        f'{HERE}: "guide.svg" has the unknown room "room-stepp"',
        '  hint: did you mean "room-step"?',
    ]


@pytest.mark.parametrize("size", [(0, 5), (60, 0)])
def test_a_room_without_area_is_an_error(size: tuple[float, float]) -> None:
    with pytest.raises(PnpError) as error:
        laid(told([1]), ROOMS | {"room-part": Rect(10, 70, *size)})
    assert str(error.value) == (
        f'{HERE}: the room "room-part" in "guide.svg" is empty: {size[0]} mm wide and {size[1]} mm'
        " high\n  hint: draw a rectangle around the space that the page has for it"
    )
