from pathlib import Path

import pytest

from tests.goldens import compare


def test_a_text_that_changed_fails_with_a_diff(tmp_path: Path) -> None:
    (tmp_path / "one.svg").write_text("<svg>\n<path/>\n</svg>\n")
    with pytest.raises(AssertionError) as error:
        compare("one.svg", "<svg>\n<g/>\n</svg>\n", folder=tmp_path)
    assert "-<path/>\n+<g/>" in str(error.value)
    assert str(error.value).endswith("to accept it: pytest --accept")


def test_a_missing_golden_fails_until_it_is_accepted(tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        compare("new.svg", "<svg/>\n", folder=tmp_path)
    compare("new.svg", "<svg/>\n", accept=True, folder=tmp_path)
    compare("new.svg", "<svg/>\n", folder=tmp_path)
