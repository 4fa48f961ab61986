from difflib import SequenceMatcher, get_close_matches

import pytest

from pnp.base import vocabulary
from pnp.base.vocabulary import FEW, MOST_COMPARED, Vocabulary

OWLS = [f"Owl {n * 7919 % 1000} has number {n} and flies over the pond." for n in range(1500)]


def test_of_few_words_the_nearest_is_that_of_difflib() -> None:
    few = OWLS[:FEW]
    for owl in OWLS[FEW : 2 * FEW : 7]:
        changed = owl.replace("number", "no.").replace("pond", "lake")
        assert [Vocabulary(few).closest(changed)] == get_close_matches(changed, few, 1, 0.5)
    assert Vocabulary(few).closest("xyz") is None


def test_a_word_that_differs_in_capitals_alone_is_the_nearest() -> None:
    assert Vocabulary(["grey", "Gray", "gray"]).closest("GRAY") == "Gray"


def test_of_many_words_the_nearest_is_found_by_comparing_few(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared: list[str] = []

    class Counted(SequenceMatcher[str]):
        def set_seq1(self, a: str) -> None:
            compared.append(a)
            super().set_seq1(a)

    monkeypatch.setattr(vocabulary, "SequenceMatcher", Counted)
    known = Vocabulary(OWLS)
    for owl in OWLS[::50]:
        compared.clear()
        assert known.closest(owl.replace("number", "no.").replace("pond", "lake")) == owl
        assert len(compared) <= MOST_COMPARED + 1
