"""Work in several processes: in order, with its errors, and none where there is one piece."""

import os

import pytest

from pnp.errors import PnpError, Where, fail
from pnp.sidebyside import side_by_side


@pytest.fixture(autouse=True)
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)


def process(_: int) -> int:
    return os.getpid()


def halved(number: int) -> int:
    if number % 2:
        raise fail(f"{number} is odd", Where("numbers.csv", number))
    return number // 2


def test_results_come_in_the_order_of_the_pieces() -> None:
    assert list(side_by_side(halved, [8, 2, 6, 4])) == [4, 1, 3, 2]


def test_several_pieces_leave_this_process() -> None:
    assert os.getpid() not in side_by_side(process, [1, 2])


@pytest.mark.parametrize("cores, pieces", [(2, [1]), (1, [1, 2]), (None, [1, 2])])
def test_one_piece_or_one_core_needs_no_other_process(
    cores: int | None, pieces: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert set(side_by_side(process, pieces)) == {os.getpid()}


def test_no_piece_is_no_work() -> None:
    assert list(side_by_side(process, [])) == []


def test_an_error_is_raised_in_its_turn_with_its_place() -> None:
    results = side_by_side(halved, [4, 7, 6])
    assert next(results) == 2
    with pytest.raises(PnpError, match=r"^numbers\.csv:7: 7 is odd$"):
        next(results)
