"""Ghoulash: the rules bound a deck that they never count."""

from collections.abc import Mapping
from itertools import product

from tests.rulebook.oracles.box import Box, Oracle


def laid(box: Box, *wanted: Mapping[str, int]) -> bool:
    """Return whether different Battle cards can be laid with the wanted shots or blobs."""
    cards = box.of("deck", type="battle")

    def placed(left: list[Mapping[str, int]], taken: frozenset[int]) -> bool:
        if not left:
            return True
        ((column, value),) = left[0].items()
        # cards with the same values are the same: the first free one of each will do
        tried: dict[tuple[int, int], int] = {}
        for index, card in enumerate(cards):
            if index not in taken and card[column] == value:
                tried.setdefault((card["shots"], card["blobs"]), index)
        return any(placed(left[1:], taken | {index}) for index in tried.values())

    return placed(list(wanted), frozenset())


def example_3(box: Box) -> bool:
    """Return whether four more shots and four more blobs can be laid beside those of example 2."""
    first = [{"shots": 3}, {"shots": 2}, {"blobs": 2}, {"blobs": 1}]
    shots = [[1, 3], [2, 2], [1, 1, 2], [1, 1, 1, 1]]
    blobs = [[4], [1, 3], [2, 2]]
    return any(
        laid(box, *first, *({"shots": n} for n in some), *({"blobs": n} for n in other))
        for some, other in product(shots, blobs)
    )


def dots(box: Box) -> list[int]:
    return sorted(box.column("deck", "dots", type="ghoul"))


def trophies(box: Box, players: int) -> int:
    """Return how many of the cheapest Ghouls fit before players who have nine points each."""
    held = [sum(dots(box)[:k]) for k in range(len(dots(box)) + 1)]
    return max(k for k, total in enumerate(held) if total <= 9 * players)


def weakest(box: Box, hand: int) -> int:
    """Return the shots of the weakest hand."""
    return sum(sorted(row.get("shots") or 0 for row in box.of("deck"))[:hand])


EFFECTS = {
    "first-aid": ("First-Aid", "healed"),
    "flashlight": ("Flashlight", "2 face-down"),
    "map": ("Floor Plan", "above, below"),
    "sprint": ("Sprint", "1 more space"),
    "trap-door": ("Trapdoor", "any space"),
    "swap": ("Switcheroo", "Swap 2"),
    "megaphone": ("Megaphone", "Move an opponent"),
    "lost-and-found": ("Lost & Found", "from the discards"),
    "sticky-fingers": ("Sticky Fingers", "at random"),
    "soda-bomb": ("Soda Bomb", "win your fight"),
    "popcorn": ("Popcorn Break", "up to your limit"),
    "cut": ("Cut!", "next highest"),
    "shield": ("Lid of Steel", "take none"),
    "freeze": ("Brain Freeze", "may not play"),
    "double-feature": ("Double Feature", "2 Action cards"),
}
"""The name of the card with a picture, and what its effect says."""


def paired(box: Box) -> bool:
    """Return whether each picture has its own name and effect."""
    cards = [*box.of("deck", type="action"), *box.of("deck", type="special")]
    said = [(*EFFECTS[card["picture"]], card) for card in cards]
    return all(card["name"] == name and word in card["effect"] for name, word, card in said)


def marked(box: Box) -> bool:
    """Return whether each hunter is there once, with the same mark on all that is its own."""
    pieces, chips = box.of("player-piece"), box.of("injury-chip")
    hunters, theirs = ({(row["hunter"], row["mark"]) for row in rows} for rows in (pieces, chips))
    return (
        hunters == theirs
        and len({mark for _, mark in hunters}) == len(pieces) == 4
        and all(row["id"] == row["hunter"] for row in pieces)
        and all(row["id"] == f"{row['hunter']}-{row['limit']}" for row in chips)
    )


GHOULASH: Oracle = {
    1: lambda b: b.players == (2, 3, 4),
    2: lambda b: list(b.play["floor"]) == [6, 3],
    3: lambda b: b.play["hand"] == 7,
    5: lambda b: b.count("deck") >= 18 + 7 * 4,
    6: lambda b: b.count("deck") >= 47,
    8: lambda b: all(b.count("deck") >= 18 + 8 * n + trophies(b, n) for n in (2, 3, 4)),
    9: lambda b: b.count("deck") - b.count("deck", type="ghoul") >= 50,
    10: lambda b: all(number >= 1 for number in dots(b)),
    11: lambda b: set(b.column("deck", "type")) == {"ghoul", "battle", "action", "special"},
    13: lambda b: len(b.backs("deck")) == 1,
    14: lambda b: all(isinstance(r["strength"], int) for r in b.of("deck", type="ghoul")),
    15: lambda b: all(isinstance(row["dots"], int) for row in b.of("deck", type="ghoul")),
    16: lambda b: b.count("deck", type="ghoul", strength=5, dots=2) >= 1,
    19: lambda b: b.play["target"] == 10,
    20: lambda b: sum(dots(b)) >= 10,
    21: lambda b: sum(dots(b)) >= 37,
    25: lambda b: b.count("deck", type="ghoul") > 0,
    27: lambda b: all(isinstance(row["shots"], int) for row in b.of("deck", type="battle")),
    28: lambda b: all(isinstance(row["blobs"], int) for row in b.of("deck", type="battle")),
    32: lambda b: b.count("deck", type="battle", command="first-aid") >= 1,
    33: lambda b: b.count("deck", type="action", picture="first-aid") >= 1,
    34: lambda b: b.count("deck", command="debris") >= 1 and b.play["debris"] >= 1,
    42: lambda b: b.count("deck", shots=3) >= 1 and b.count("deck", shots=2) >= 1,
    43: lambda b: b.count("deck", shots=3) >= 2,
    44: lambda b: b.count("deck", blobs=2) >= 1 and b.count("deck", blobs=1) >= 1,
    47: lambda b: b.count("deck", type="battle") >= 8,
    48: lambda b: weakest(b, 5) < 3,
    49: lambda b: weakest(b, 7) < 5,
    50: lambda b: b.play["challenge"] == 2,
    53: lambda b: b.play["floor"][0] * b.play["floor"][1] == 14 + 4,
    68: lambda b: (
        b.each("injury-chip", "limit") == {5: 4, 3: 4}
        and b.play["injury"] == {"costs": 2, "least": 3, "each": 2}
    ),
    79: lambda b: b.count("player-piece") in (0, 4),
    94: lambda b: (
        laid(b, {"shots": 3}, {"shots": 2}, {"shots": 3}, {"blobs": 2}, {"blobs": 1})
        and example_3(b)
    ),
    112: marked,
    113: paired,
}
