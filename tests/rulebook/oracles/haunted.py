"""Haunted Halloween: a spinner, three dice, a tracker, and a board that is a graph."""

from tests.rulebook.oracles.box import Box, Oracle, steps

BOOSTS = (
    *("portal-pass", "switch-witch", "ignore-signs", "raid-coffin", "double-candy"),
    *("ride-home", "banish", "friendly-ghost", "web", "revisit"),
)
COSTUMES = {"witch", "vampire", "frankenstein", "mummy", "werewolf"}
RESULTS = ["boo", "candy-and-roll", "two-candies", "three-candies", "boost", "portal"]
SPUN = {"two": 2, "one": 1, "costume": 3, "nobody": 0, "gone": 0, "again": 0}
STONES = {"green", "yellow", "purple"}


def houses(box: Box, zone: str) -> set[str]:
    """Return the doorsteps of a neighborhood, without that of the Haunted House."""
    return box.ids(kind="doorstep", zone=zone) - {"door-haunted-house"}


def walled(box: Box) -> bool:
    """Return whether the wall alone leads out of the village, and into the graveyard."""
    village = box.ids(zone="village")
    out = [way for way in box.ways() if len(village & set(way)) == 1]
    beyond = {end for way in out for end in way} - village
    return sorted(out) == sorted(box.ways("wall")) != [] and beyond <= box.ids(zone="graveyard")


def haunts(box: Box) -> bool:
    """Return whether ghosts can walk all over graveyard and Haunted Neighborhood."""
    kept = [s for s in box.spaces() if s.values["zone"] != "village"]
    closed = ("doorstep", "footprints", "coffin", "ghost-start")
    ground = {space.id for space in kept if space.kind not in closed}
    ways = [way for way in box.ways("street", "path") if set(way) <= ground]
    return set(steps(ways, min(ground))) == ground


def nearest_portals(box: Box) -> int:
    """Return how many portals are the nearest to Ghost Start."""
    away = steps(box.ways("street", "path", "mist"), "ghost-start")
    far = [away[portal] for portal in box.ids(kind="portal")]
    return far.count(min(far))


def footpath(box: Box) -> bool:
    """Return whether two footprints, and they alone, lead from the centre to the coffin."""
    prints = box.ids(kind="footprints")
    return (
        steps(box.ways(), "centre").get("coffin") == 3
        and "coffin" not in steps(box.ways(but=prints), "centre")
        and all(way in box.ways("footprints") for way in box.ways() if prints & set(way))
    )


def neighbours(box: Box) -> bool:
    """Return whether each house has a neighbour whose neighbour it is."""
    beside = {s.id: s.values["house"]["next"] for s in box.spaces(kind="doorstep")}
    return all(
        near and all(door in beside.get(other, ()) for other in near)
        for door, near in beside.items()
    )


def marked(box: Box) -> set[object]:
    """Return the ghosts whose stones there are."""
    return {space.values.get("ghost") for space in box.spaces(kind="stone")}


def named(box: Box, name: str, by: str = "name") -> dict[str, str]:
    """Return the name of each different piece by its id, or its picture."""
    return dict(zip(box.column(name, "id"), box.column(name, by), strict=True))


def one_name(box: Box) -> bool:
    """Return whether what lies on the table as two things is called and drawn alike on both."""
    ghosts, candy, tokens = named(box, "ghost"), named(box, "candy"), named(box, "monster")
    told = {**box.play["ghosts"], "banshee": box.play["banshee"]}
    titles = box.parts("moon-tracker", "wakes", "title")
    return (
        named(box, "character") == named(box, "power")
        and named(box, "character", "picture") == named(box, "power", "picture")
        and named(box, "secret-candy").items() <= candy.items()
        and all(ghosts[ghost] == numbers["name"] for ghost, numbers in told.items())
        and all(tokens.get(ghost, name) == name for ghost, name in ghosts.items())
        and all(
            (name in title) == (ghost == wakes)
            for wakes, title in titles
            if wakes
            for ghost, name in ghosts.items()
        )
    )


HAUNTED: Oracle = {
    1: lambda b: min(b.players) == 2,
    2: lambda b: max(b.players) <= 5,
    4: lambda b: len(set(b.column("character", "id"))) == b.count("character") >= 5,
    5: lambda b: b.each("ghost", "id") == dict.fromkeys((*STONES, "banshee"), 1),
    6: lambda b: b.count("moon-tracker") == 1,
    7: lambda b: b.count("spinner") == 1,
    8: lambda b: set(b.parts("spinner", "result")) == set(SPUN),
    9: lambda b: dict(b.parts("spinner", "result", "candies")) == SPUN,
    10: lambda b: all(weight > 0 for weight in b.parts("spinner", "weight")),
    13: lambda b: b.each("sign", "id") == {"nobody-home": 1, "out-of-candy": 1},
    15: lambda b: b.count("haunted-die") == 1 and len(b.parts("haunted-die", "id")) == 6,
    16: lambda b: (
        [b.play["haunted-die"][n] for n in range(1, 7)] == RESULTS
        and dict(b.parts("haunted-die", "result", "candies"))
        == dict(zip(RESULTS, (0, 1, 2, 3, 0, 0), strict=True))
    ),
    17: lambda b: sorted(b.parts("haunted-die", "result")) == sorted(RESULTS),
    18: lambda b: b.count("orange-die") >= 1 and b.count("ghost-die") >= 1,
    20: lambda b: b.parts("ghost-die", "pips").count(1) == 1,
    21: lambda b: b.count("secret-candy") == 9 == b.play["secret"],
    23: lambda b: b.count("secret-candy") >= max(b.players) + 1,
    27: lambda b: all(
        number >= len(b.ids(kind="doorstep")) for number in b.each("player-token", "id").values()
    ),
    30: lambda b: b.count("glow-stick") >= max(b.players),
    31: lambda b: b.play["glow-sticks"]["each"] == 1,
    32: lambda b: set(BOOSTS) <= set(b.column("boost", "id")),
    34: lambda b: b.play["boost"]["each"] == 2,
    35: lambda b: len(houses(b, "haunted")) >= 2 * max(b.players),
    36: lambda b: len(houses(b, "village")) >= max(b.players),
    37: lambda b: len(houses(b, "haunted")) >= 6 == b.play["visits"],
    38: lambda b: len(houses(b, "haunted")) >= 8,
    39: lambda b: set(b.zones()) == {"village", "graveyard", "haunted"},
    40: lambda b: len(b.spaces(kind="start")) == 2,
    42: lambda b: len(b.spaces(kind="portal")) == 4,
    43: lambda b: len(b.spaces(kind="footprints")) == 2,
    44: lambda b: b.zones(kind="centre") == ["graveyard"],
    45: lambda b: marked(b) >= STONES,
    46: lambda b: (
        len(b.spaces(hallowed=True)) >= 2
        and len(b.spaces(kind="stone", ghost="purple", hallowed=True)) >= 1
    ),
    49: lambda b: set(b.column("monster", "id")) == {"yellow", "purple", "banshee", "portal"},
    50: lambda b: all(b.ids(kind=kind) for kind in ("extra-roll", "ghost-extra-roll", "move-two")),
    52: lambda b: len(b.spaces(id="door-haunted-house", kind="doorstep")) == 1,
    53: lambda b: len(b.parts("moon-tracker", "id")) >= 5,
    55: lambda b: all(b.parts("moon-tracker", "clouds")[space] > 0 for space in (0, 1)),
    56: lambda b: (
        {bats: wakes for bats, wakes in b.parts("moon-tracker", "bats", "wakes") if bats}
        == {1: "yellow", 2: "purple", 3: "banshee"}
    ),
    57: lambda b: (
        [bats for bats in b.parts("moon-tracker", "bats") if bats]
        == list(b.play["tracker"]["bats"])
        == [1, 2, 3]
    ),
    59: lambda b: (
        [b.column("ghost", "candies", id=ghost) for ghost in ("green", "purple")] == [[1], [3]]
        and [b.play["ghosts"][ghost]["takes"] for ghost in ("green", "purple")] == [1, 3]
    ),
    61: lambda b: b.play["banshee"]["most"] == 6,
    64: lambda b: all(b.near(door, "doorstep") for door in b.ids(kind="doorstep")),
    67: walled,
    68: lambda b: "village" not in b.zones(kind="portal"),
    69: haunts,
    70: lambda b: (
        b.near("ghost-start", "mist") == sorted(b.ids(kind="stone")) == b.near("ghost-start")
    ),
    71: lambda b: nearest_portals(b) == 1,
    72: footpath,
    73: lambda b: set(b.zones(kind="start")) == {"village"},
    74: lambda b: b.zones(id="door-haunted-house") == b.zones(banshee_entry=True) == ["haunted"],
    75: lambda b: all(
        b.ids(kind="doorstep")
        <= set(steps(b.ways("gate", "street", "path", "doorstep", "wall"), start))
        for start in b.ids(kind="start")
    ),
    80: lambda b: set(b.zones(hallowed=True)) == {"graveyard"},
    111: lambda b: set(b.column("power", "id")) == COSTUMES and b.count("power") == 5,
    112: lambda b: (
        b.column("boost", "uses", id="portal-pass").count("once") == 0
        and all(
            set(b.column("boost", "uses", id=kind)) == {"once"}
            for kind in ("ignore-signs", "raid-coffin", "double-candy", "friendly-ghost")
        )
    ),
    115: lambda b: [len(b.backs(n)) for n in ("boost", "secret-candy", "monster")] == [1, 1, 1],
    116: lambda b: len(b.backs("boost") | b.backs("secret-candy") | b.backs("monster")) >= 3,
    117: lambda b: all(
        b.count("candy", name=name) >= 2 for name in b.column("secret-candy", "name")
    ),
    118: lambda b: marked(b) == STONES,
    122: lambda b: b.play["tracker"]["start"] == {2: 2, 3: 1, 4: 1, 5: 1},
    123: lambda b: b.count("player-token") >= 5 * (sum(b.play["houses"].values()) + 1) >= 80,
    124: lambda b: b.play["tokens"] == len(b.ids(kind="doorstep")),
    135: lambda b: len(set(b.column("boost", "id"))) >= 10,
    137: lambda b: b.count("boost") > 10,
    141: lambda b: all(
        b.count("candy", name=name) >= 6 for name in b.column("secret-candy", "name")
    ),
    142: neighbours,
    143: lambda b: (
        b.ids(kind="portal") <= set(steps(b.ways("street", "path", "mist"), "ghost-start"))
    ),
    147: lambda b: len(b.play["tombstones"]) == b.count("monster"),
    148: lambda b: b.count("board") == 1,
    149: lambda b: b.count("pumpkin-bowl") == 1,
    150: lambda b: b.count("candy-coffin") == 1 == len(b.spaces(kind="coffin")),
    151: lambda b: b.zones(kind="ghost-start") == ["graveyard"],
    154: lambda b: all(len(set(colors)) == 1 for colors in b.grounds("player-token")),
    190: one_name,
}
