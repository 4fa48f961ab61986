import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.text.breaking import Measures, balance, fill


def measures(*widths, space=1.0, hyphen=0.0):
    starts = [sum(widths[:i]) + i * space for i in range(len(widths))]
    ends = [start + width for start, width in zip(starts, widths, strict=True)]
    return Measures(starts, ends, [end + hyphen for end in ends])


@pytest.mark.parametrize(
    ("width", "breaks"), [(9, [3]), (8.9, [2, 3]), (5, [2, 3]), (4, [1, 2, 3]), (1, [1, 2, 3])]
)
def test_a_line_takes_as_many_units_as_it_can(width, breaks):
    assert fill(measures(2, 2, 3), width) == breaks


def test_nothing_has_no_lines():
    assert fill(Measures([], [], []), 10) == []


def test_a_hyphen_needs_room_only_where_the_line_breaks():
    assert fill(measures(2, 2, 3, hyphen=1), 9) == [3]
    assert fill(measures(2, 2, 3, hyphen=1), 5.5) == [1, 2, 3]


def test_balanced_lines_are_about_equally_long():
    words = measures(3, 3, 3, 3, 2)
    assert fill(words, 15) == [4, 5]
    assert balance(words, 15) == [2, 5]


@given(st.lists(st.floats(0.1, 5), min_size=1, max_size=30), st.floats(5, 30))
def test_balancing_needs_no_more_lines_and_overruns_none(widths, width):
    words = measures(*widths)
    breaks = balance(words, width)
    assert len(breaks) == len(fill(words, width))
    assert breaks[-1] == len(widths) and breaks == sorted(set(breaks))
    for first, after in zip([0, *breaks], breaks, strict=False):
        assert words.ends[after - 1] - words.starts[first] <= width + 1e-6
