"""Expressions grown at random: of the rulebook's language, and of the templates'."""

from random import Random

from pnp.rulebook.functions import FUNCTIONS
from tests.fuzz.damage import NUMBERS

NAMES = (
    *(
        "card",
        "lane",
        "players",
        "play",
        "n",
        "kind",
        "points",
        "name",
        "id",
        "qty",
        "palette",
        "i",
    ),
    *("card.points", "card.kind", "card.name", "play.hand", "play.goal", "lane", "board", "game"),
    *("none", "true", "x", "_", "card.none", "component.width", "ink"),
)

CONSTANTS = (
    *("0", "1", "-1", "2", "3.5", "7", "10**9", "1e308", "9**99", "'one'", "'luna'", "'inn'", "''"),
    *("'x' * 99999", "[]", "{}", "[1, 2]", "{'a': 1}", "(1,)", "range(9)", "range(10**9)", "1/3"),
)

SIGNS = (
    *("+", "-", "*", "/", "//", "%", "**", "==", "!=", "<", ">=", "in", "not in", "and", "or"),
    *("|", "&", "^", "~", "is"),
)

FILTERS = (
    *("abs", "join", "upper", "length", "list", "max", "min", "sort", "sum", "round", "int"),
    *("replace('a', 'b')", "first", "unique"),
)


def phrase(random: Random, depth: int = 0) -> str:
    """Return an expression; most are wrong, many are nearly right."""
    if depth > random.choice((1, 2, 3, 5)):
        return random.choice(
            (random.choice(NAMES), random.choice(CONSTANTS), random.choice(NUMBERS))
        )

    def inner() -> str:
        return phrase(random, depth + 1)

    name = random.choice(NAMES)
    match random.randrange(14):
        case 0 | 1:
            return (
                random.choice(list(FUNCTIONS.values()))
                .usage.replace("deck", "card")
                .replace("board", "lane")
            )
        case 2 | 3:
            called = random.choice(list(FUNCTIONS))
            return f"{called}({', '.join(inner() for _ in range(random.randrange(4)))})"
        case 4 | 5 | 6:
            return f"{inner()} {random.choice(SIGNS)} {inner()}"
        case 7:
            return f"[{inner()} for x in {inner()}{f' if {inner()}' * random.randrange(2)}]"
        case 8:
            return f"({inner()} if {inner()} else {inner()})"
        case 9:
            return f"({inner()})[{random.choice((inner(), ':', '::-1', '::0', '1:9**9'))}]"
        case 10:
            return f"{random.choice(('not ', '-', '+', '~', '*'))}{inner()}"
        case 11:
            return f"({inner()})|{random.choice(FILTERS)}"
        case 12:
            wrapped = inner()
            opened, closed = random.choice(
                (("(", ")"), ("[", "]"), ("-", ""), ("abs(", ")"), ("", "|abs"))
            )
            times = random.choice((3, 45, 300))
            return opened * times + wrapped + closed * times
    return f"{name}.{random.choice(('points', 'id', '__class__', 'qty', 'x'))}"
