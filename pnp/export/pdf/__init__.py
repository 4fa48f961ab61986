"""The PDF back end: content streams are written here, the file structure by reportlab.

Reportlab is loaded here, without the files that it would run from a user's home (which may be none)
and the settings that it would take from the environment: the same input is to give the same bytes.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def _nobody() -> Iterator[None]:
    """Have no home and no settings of reportlab in the environment for a moment."""
    before = dict(os.environ)
    for name in filter(lambda name: name.startswith("RL_"), before):
        del os.environ[name]
    os.environ["HOME"] = os.environ["USERPROFILE"] = str(Path(__file__).parent)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


with _nobody():
    import reportlab.pdfbase.pdfdoc  # noqa: F401 - for all modules here
