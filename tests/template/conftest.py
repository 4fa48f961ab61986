from pathlib import Path

import pytest

from pnp.template.text.fonts import FontBook
from tests.template.drawings import Studio


@pytest.fixture
def studio(tmp_path: Path, book: FontBook) -> Studio:
    """A project with an empty templates folder."""
    return Studio(tmp_path / "project", book)
