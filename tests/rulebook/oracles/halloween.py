"""Halloween: a deck whose every number is stated."""

from tests.rulebook.oracles.box import Box, Oracle

GRAVES = ("white", "gray", "black", "brown")
PLAYERS = ("red", "blue", "yellow", "green")
COPIES = {"zombie": 2, "skeleton": 2, "ghost": 2, "wisp": 3}
POINTS = {"zombie": 4, "skeleton": 3, "ghost": 2, "wisp": 1}


def points(box: Box, **wanted: object) -> int:
    return sum(box.column("graveyard", "points", **wanted))


def of_each_colour(box: Box) -> list[dict[str, int]]:
    """Return how often each monster is under each colour of grave."""
    colours = box.each("graveyard", "back")
    return [box.each("graveyard", "monster", back=colour) for colour in colours]


HALLOWEEN: Oracle = {
    1: lambda b: b.players == (2, 3, 4),
    2: lambda b: b.count("headstone") == 80,
    3: lambda b: b.each("headstone", "colour") == dict.fromkeys(PLAYERS, 20),
    4: lambda b: b.each("dark-lord", "colour") == dict.fromkeys(PLAYERS, 1),
    5: lambda b: b.count("graveyard") == 36,
    6: lambda b: b.each("graveyard", "back") == dict.fromkeys(GRAVES, 9),
    7: lambda b: all(b.each("graveyard", "monster", back=back) == COPIES for back in GRAVES),
    8: lambda b: all(row["points"] == POINTS[row["monster"]] for row in b.of("graveyard")),
    9: lambda b: (
        b.each("graveyard", "monster") == {"zombie": 8, "skeleton": 8, "ghost": 8, "wisp": 12}
    ),
    10: lambda b: b.each("graveyard", "points") == {4: 8, 3: 8, 2: 8, 1: 12},
    11: lambda b: points(b) == 84,
    12: lambda b: (
        b.play["points"] == points(b) == 84
        and sorted(b.play["colours"]) == sorted(GRAVES)
        and {name: one["copies"] for name, one in b.play["monsters"].items()} == COPIES
        and {name: one["points"] for name, one in b.play["monsters"].items()} == POINTS
    ),
    13: lambda b: [points(b, back=back) for back in GRAVES] == [21, 21, 21, 21],
    14: lambda b: (
        len({(row["back"], row["monster"]) for row in b.of("graveyard")}) == 16
        and all(sorted(copies.values()) == [2, 2, 2, 3] for copies in of_each_colour(b))
    ),
    15: lambda b: all(
        9 * points(b, back=back) == 21 * number
        for back, number in b.each("graveyard", "back").items()
    ),
    16: lambda b: b.whole() == 120,
    17: lambda b: all(len(b.backs("graveyard", back=back)) == 1 for back in GRAVES),
    18: lambda b: len(b.backs("graveyard")) == 4,
    19: lambda b: not set(b.column("graveyard", "back")) - set(GRAVES),
    20: lambda b: set(b.each("graveyard", "back").values()) == {3 * 3},
    24: lambda b: list(b.play["grid"]) == [6, 6],
    25: lambda b: b.play["grid"][0] * b.play["grid"][1] == b.count("graveyard"),
    29: lambda b: (
        (b.play["lords"], b.play["counters"]) == (1, 20)
        and b.each("dark-lord", "colour") == dict.fromkeys(b.each("headstone", "colour"), 1)
        and set(b.each("headstone", "colour").values()) == {20}
    ),
    30: lambda b: (b.count("dark-lord"), b.count("headstone")) == (4, 80),
    47: lambda b: points(b) // 2 + 1 == 43,
    48: lambda b: [points(b) % n for n in (2, 3, 4)] == [0, 0, 0],
    49: lambda b: (
        b.count("graveyard", monster="skeleton") >= 1
        and b.count("dark-lord", colour="red") >= 1
        and b.count("headstone", colour="red") >= 1
        and max(b.play["grid"]) >= 3
    ),
    50: lambda b: 4 in b.players and b.count("dark-lord") >= 4,
    53: lambda b: set(b.column("dark-lord", "colour")) == set(b.column("headstone", "colour")),
}
