from enum import StrEnum
from typing import Annotated, Literal

import pytest
from pydantic import Field

from pnp.base.diagnostics import PnpError
from pnp.data.document import parse_document
from pnp.data.schema import Model, json_schema, validate


class Mood(StrEnum):
    CALM = "calm"
    CROSS = "cross"


class Wolf(Model):
    kind: Literal["wolf"]
    teeth: int
    """How many it has."""


class Hare(Model):
    kind: Literal["hare"]
    speed: float = 1.0


class Den(Model):
    name: str
    open: bool = False
    mood: Mood = Mood.CALM
    tags: tuple[str, ...] = ()
    aliases: dict[str, str] = Field(default_factory=dict)
    seats: Annotated[int, Field(ge=1, le=12)] = 4
    beasts: dict[str, Annotated[Wolf | Hare, Field(discriminator="kind")]] = Field(
        default_factory=dict
    )
    share: str | list[str] = ""


def check(text: str) -> Den:
    return validate(Den, parse_document(text, "den.yaml"))


def faults(text: str) -> list[str]:
    with pytest.raises(PnpError) as caught:
        check(text)
    return str(caught.value).splitlines()


def test_text_counts_as_written() -> None:
    den = check("{name: 007, tags: [no, 1e3, true], aliases: {a: 0x10}, share: [01, 1.50]}")
    assert den.name == "007"
    assert den.tags == ("no", "1e3", "true")
    assert den.aliases == {"a": "0x10"}
    assert den.share == ["01", "1.50"]


def test_numbers_words_and_choices_become_their_types() -> None:
    den = check("{name: a, open: true, mood: cross, beasts: {w: {kind: wolf, teeth: 42}}}")
    assert (den.open, den.mood, den.beasts["w"]) == (True, Mood.CROSS, Wolf(kind="wolf", teeth=42))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}", ['den.yaml:1:1: the key "name" is missing']),
        (
            "[]",
            [
                "den.yaml:1:1: a list is not a mapping",
                "  hint: write `key: value` in each line, without - and brackets",
            ],
        ),
        ("name:\n", ["den.yaml:1:6: the value is blank", "  hint: write text"]),
        ("name: [a]", ["den.yaml:1:7: a list is not text"]),
        (
            "{name: a, opne: true}",
            ['den.yaml:1:11: the key "opne" is not known', '  hint: did you mean "open"?'],
        ),
        (
            "{name: a, zzz: true}",
            [
                'den.yaml:1:11: the key "zzz" is not known',
                "  hint: the keys are name, open, mood, tags, aliases, seats, beasts, share",
            ],
        ),
        ("{name: a, open: 7}", ['den.yaml:1:17: "7" is not true or false']),
        ("{name: a, seats: three}", ['den.yaml:1:18: "three" is not a whole number']),
        ("{name: a, seats: 2.5}", ['den.yaml:1:18: "2.5" is not a whole number']),
        (
            "{name: a, seats: 13}",
            ['den.yaml:1:18: "13" should be less than or equal to 12'],
        ),
        (
            "{name: a, mood: clam}",
            ['den.yaml:1:17: "clam" should be "calm" or "cross"', '  hint: did you mean "calm"?'],
        ),
        ("{name: a, share: {b: c}}", ["den.yaml:1:18: a mapping is not text or a list"]),
        ("{name: a, share: [b, {c: d}]}", ["den.yaml:1:22: a mapping is not text"]),
        (
            "{name: a, aliases: {1: b}}",
            ['den.yaml:1:21: "1" is not text', "  hint: put it in quotes"],
        ),
        (
            "name: a\nbeasts:\n  x: {kind: wofl}\n",
            ['den.yaml:3:6: "wofl" is not a known kind', '  hint: did you mean "wolf"?'],
        ),
        (
            "name: a\nbeasts:\n  x: {kind: [wolf]}\n",
            ["den.yaml:3:6: a list is not a known kind", "  hint: write one of wolf, hare"],
        ),
        (
            "name: a\nbeasts:\n  x: {Kind: wolf}\n",
            ['den.yaml:3:6: the key "kind" is missing', '  hint: write "kind", not "Kind"'],
        ),
        ("name: a\nbeasts:\n  x: {}\n", ['den.yaml:3:6: the key "kind" is missing']),
        (
            "name: a\nbeasts:\n  wolf:\n    kind: wolf\n    teeth: some\n",
            ['den.yaml:5:12: "some" is not a whole number'],
        ),
        (
            "name: a\nbeasts:\n  x: {kind: hare, sped: 3}\n",
            ['den.yaml:3:19: the key "sped" is not known', '  hint: did you mean "speed"?'],
        ),
    ],
)
def test_what_does_not_fit_is_named_with_place_and_hint(text: str, message: list[str]) -> None:
    assert faults(text) == message


def test_all_that_does_not_fit_is_named_at_once_in_the_order_of_the_file() -> None:
    text = "seats: x\nopne: 1\nbeasts:\n  a: {kind: wolf}\n  b: {kind: hare, speed: fast}\n"
    with pytest.raises(PnpError) as caught:
        check(text)
    assert [str(problem.where) for problem in caught.value.problems] == [
        f"den.yaml:{place}" for place in ("1:1", "1:8", "2:1", "4:6", "5:26")
    ]


def test_the_json_schema_refuses_unknown_keys_and_describes_the_known() -> None:
    schema = json_schema(Den)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["additionalProperties"] is False
    assert schema["$defs"]["Wolf"]["properties"]["teeth"]["description"] == "How many it has."
