"""Girls vs Ghouls: five decks, per-player identities, a ring of eight spaces."""

from itertools import combinations
from math import dist

from tests.rulebook.oracles.box import Box, Oracle, steps

CHART = {
    4: {"girl": 2, "ghoul": 2, "reporter": 0},
    5: {"girl": 2, "ghoul": 2, "reporter": 1},
    6: {"girl": 3, "ghoul": 3, "reporter": 0},
    7: {"girl": 3, "ghoul": 3, "reporter": 1},
}
CARDS = ("treat", "trick", "identity", "victory", "reference")
OTHERS = ("board", "house-tile", "standee", "candy-chip", "first-player")


def ring(box: Box) -> bool:
    """Return whether the sidewalk is one ring of eight."""
    spaces = box.ids(kind="sidewalk")
    around = [sorted(steps(box.ways("walk"), space).values()) for space in spaces]
    ends = {end for way in box.ways("walk") for end in way}
    return ends == spaces and around == [[0, 1, 1, 2, 2, 3, 3, 4]] * 8


def pairs(box: Box, kind: str, one: str, other: str) -> bool:
    """Return whether the links of a kind join each space of two kinds with one of the other's."""
    ways = [set(way) for way in box.ways(kind)]
    ones, others = box.ids(kind=one), box.ids(kind=other)
    return len(ways) == len(ones) == len(others) == 8 and all(
        sum(space in way for way in ways) == 1 for space in ones | others
    )


def nearest(box: Box) -> bool:
    """Return whether each place before a house is nearer to it than to any other house."""
    houses = box.spaces(kind="house")
    for space in (*box.spaces(kind="sidewalk"), *box.spaces(kind="slot")):
        own = {end for way in box.ways("front", "slot") if space.id in way for end in way}
        if min(houses, key=lambda house: dist(house.at, space.at)).id not in own:
            return False
    return True


def fixed(row: dict) -> bool:
    """Return whether a Treat is +, - or candy corn, as its number says."""
    if row["kind"] == "corn":
        return row["value"] is None
    return row["value"] not in (None, 0) and (row["value"] > 0) == (row["kind"] == "attract")


def ties(box: Box) -> int:
    """Return how many of a team's cards and houses make seven points."""
    cards = box.column("victory", "value")
    held = [some for size in range(4) for some in combinations(cards, size)]
    return sum(
        sum(some) + houses == 7
        for some in held
        for houses in range(len(some), 8 - (3 - len(some)) + 1)
    )


GIRLS: Oracle = {
    1: lambda b: b.count("board") == 1,
    2: lambda b: b.count("house-tile") == 8 == b.play["houses"],
    3: lambda b: b.count("standee") == 12,
    4: lambda b: b.count("reference") == 12,
    5: lambda b: b.count("treat") == 75,
    6: lambda b: b.count("trick") == 50,
    7: lambda b: b.count("identity") == 7,
    8: lambda b: b.count("victory") == 3,
    9: lambda b: b.play["cubes"]["orange"] == 40,
    10: lambda b: b.play["cubes"]["black"] == 40 and b.count("candy-chip") == 80,
    11: lambda b: b.count("first-player") == 1,
    12: lambda b: sum(map(b.count, CARDS)) == 147,
    13: lambda b: sum(map(b.count, OTHERS)) == 102,
    14: lambda b: b.whole() == 249,
    16: lambda b: b.players == (4, 5, 6, 7),
    17: lambda b: b.play["identities"][4] == CHART[4],
    18: lambda b: b.play["identities"][5] == CHART[5],
    19: lambda b: b.play["identities"][6] == CHART[6],
    20: lambda b: b.play["identities"][7] == CHART[7],
    24: lambda b: b.each("identity", "role") == {"girl": 3, "ghoul": 3, "reporter": 1},
    26: lambda b: sorted(b.column("victory", "value")) == sorted(b.play["victory"]) == [1, 2, 3],
    27: lambda b: sum(b.column("victory", "value")) == 6,
    28: lambda b: b.play["rounds"] == 3,
    31: lambda b: b.play["starts"] == {"orange": "girls", "white": "ghouls"},
    32: lambda b: (
        len(b.spaces(kind="house")) == 8
        and {space.values["colour"] for space in b.spaces(kind="house")} == {"orange", "white"}
    ),
    35: lambda b: pairs(b, "front", "sidewalk", "house"),
    36: ring,
    37: lambda b: len(b.spaces(kind="crosswalk")) == 1 and b.near("crosswalk") == [],
    38: lambda b: b.play["move"] == 2,
    40: lambda b: pairs(b, "slot", "house", "slot"),
    41: lambda b: len(b.spaces(kind="pile")) == 1,
    45: lambda b: b.play["hand"] == {"treat": 3, "trick": 2},
    47: lambda b: b.count("treat") >= 63,
    48: lambda b: b.count("trick") >= 42,
    52: lambda b: b.count("treat", value=2) >= 1,
    53: lambda b: b.count("treat", value=-3) >= 1,
    54: lambda b: b.count("treat", kind="corn") >= 1 and sorted(b.play["candy_corn"]) == [-1, 1],
    55: lambda b: all(map(fixed, b.of("treat"))),
    59: lambda b: (
        b.count("treat", kind="attract") != b.count("treat", kind="repel")
        or b.count("treat", kind="corn") % 2 == 1
    ),
    63: lambda b: set(b.column("trick", "id")) == {"flip", "invert", "double", "trap"},
    64: lambda b: len(set(b.each("trick", "id").values())) > 1,
    73: lambda b: b.count("house-tile") == 4 + 4,
    74: lambda b: sum(b.column("victory", "value")) + 8 * b.play["house_points"] == 14,
    78: lambda b: ties(b) == 6,
    92: lambda b: b.count("standee") >= 7,
    95: lambda b: len(b.backs("trick")) == 1,
    96: lambda b: len(b.backs("treat")) == 1 == len(b.backs("identity")),
    97: lambda b: len(b.backs("treat") | b.backs("trick") | b.backs("identity")) >= 3,
    109: lambda b: len(b.backs("candy-chip")) == 1,
    110: lambda b: b.play["rounds"] == 3,
    118: lambda b: b.play["house_points"] == 1,
    141: nearest,
    152: lambda b: (
        len({row["name"] for row in b.of("standee")}) == b.count("standee")
        and all(row["id"].removesuffix("-kid") == row["name"] for row in b.of("standee"))
        and all(
            len({row[column] for row in b.of("house-tile")}) == b.count("house-tile")
            for column in ("picture", "name")
        )
    ),
}
