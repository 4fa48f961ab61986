"""Names of faces become names of files; no two of one kit are the same on any file system."""

from collections import Counter
from collections.abc import Sequence


def file_stems(names: Sequence[str]) -> dict[str, str]:
    """Return a file's name without suffix for each name like ``graveyard/white-zombie/face``.

    The parts are joined with hyphens: ``graveyard-white-zombie-face``. Where that gives two names
    one file, also on a file system that takes no notice of case, theirs are joined with ``+``,
    which no part holds: ``grave+yard-x+face`` and ``grave-yard+x+face``. They are numbered where
    only case tells them apart.
    """
    plain = {name: name.replace("/", "-") for name in names}
    met = Counter(stem.casefold() for stem in plain.values())
    stems = {n: s if met[s.casefold()] == 1 else n.replace("/", "+") for n, s in plain.items()}
    return _numbered(stems)


def _numbered(stems: dict[str, str]) -> dict[str, str]:
    met: Counter[str] = Counter()
    numbered = {}
    for name, stem in stems.items():
        met[stem.casefold()] += 1
        number = met[stem.casefold()]
        numbered[name] = stem if number == 1 else f"{stem}+{number}"
    return numbered
