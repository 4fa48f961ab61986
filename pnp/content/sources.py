"""The templates that an entry names for its rows: whether they are there, and on both sides."""

from collections.abc import Iterable, Sequence

from pnp.content.entry import Entry, RowSource
from pnp.content.files.document import Document
from pnp.content.files.problems import Problems
from pnp.content.project import Project
from pnp.errors import quoted


def check_templates(
    entry: Entry,
    part: Document,
    sources: Sequence[RowSource],
    project: Project,
    problems: Problems,
) -> None:
    """Note the templates that do not exist; ``part`` is the entry as it is written."""
    for path in dict.fromkeys([(), *(source.path for source in sources)]):
        named = part.at(path)
        for key in entry.drawings:
            if named.data.get(key) is not None:
                with problems.kept():
                    project.find("templates", named.text((key,)), named.where((key,)))


def check_backs(
    name: str, entry: Entry, part: Document, sources: Iterable[RowSource], problems: Problems
) -> None:
    """Note the sources of pieces with two sides that name no back."""
    for source in sources:
        if entry.two_sided and source.back is None:
            message = f'{quoted(name)} is a {entry.kind} with one side: the key "back" is missing'
            hint = "name a template: back: my-game/back.svg, or write kind: token"
            problems.note(message, part.where(source.path), hint)
