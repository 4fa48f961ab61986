"""Which spaces of a board somebody can reach: those that links lead to, from where pieces start."""

from collections.abc import Iterable, Mapping, Sequence

from pnp.content.files.document import Document
from pnp.content.files.problems import Problems
from pnp.errors import Where, nearest, quoted


def check_reach(
    starts: Sequence[Document],
    spaces: Mapping[str, Where],
    links: Iterable[tuple[str, str]],
    problems: Problems,
) -> None:
    """Note starts that are no space, and spaces that no way leads to from any of the starts.

    Links are walked both ways; without a start nothing is looked at.
    """
    for part in starts:
        if part.text() not in spaces:
            hint = nearest(part.text(), spaces) or "write the id of a space"
            problems.note(f"{quoted(part.text())} is no space of the board", part.where(), hint)
    found = _reached([part.text() for part in starts], links)
    for id_, where in spaces.items() if starts else ():
        if id_ not in found:
            hint = "link it to a space that can be reached, or add it to the starts"
            problems.note(f"no way leads to the space {quoted(id_)} from the starts", where, hint)


def _reached(starts: Iterable[str], links: Iterable[tuple[str, str]]) -> set[str]:
    beside: dict[str, list[str]] = {}
    for one, other in links:
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    found, ahead = set[str](), list(starts)
    while ahead:
        here = ahead.pop()
        if here not in found:
            found.add(here)
            ahead += beside.get(here, ())
    return found
