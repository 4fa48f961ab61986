"""Finished kits for all tests here: each is built once, and only when it is asked for."""

from collections.abc import Callable
from functools import cache

import pytest

from pnp.build import Build, build
from pnp.data.project import Project
from tests.conftest import ROOT
from tests.kits.bundled import VARIANTS, chosen

Built = Callable[[str, str], Build]


@pytest.fixture(scope="session")
def built_kit(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Return what builds a game in a variant, its PDFs only."""

    @cache
    def made(key: str, variant: str) -> Build:
        options = chosen(**VARIANTS[variant], formats=["pdf"])
        output = tmp_path_factory.mktemp(f"{key}-{variant}")
        return build(ROOT / "card_data" / key, Project(ROOT), options, output, lambda step: None)

    return made
