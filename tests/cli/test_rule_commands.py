"""The commands check and count, as a user meets them."""

import json
from pathlib import Path

import pytest

from tests.projects import change, owls, pnp, write

GAME = "card_data/owls/game.yaml"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return owls(tmp_path)


@pytest.fixture
def broken(project: Path) -> Path:
    change(project, "card_data/owls/owl.csv", "snow,2", "snow,3")
    return project


def test_only_some_facts_are_checked(broken: Path) -> None:
    result = pnp(broken, "check", "--only", "OW-1")
    assert result.exit_code == 1
    assert "OW-1" in result.output
    assert "OW-2" not in result.output
    assert "OW-3" not in result.output
    assert pnp(broken, "check", "--only", "OW-3").exit_code == 0
    data = json.loads(pnp(broken, "check", "--only", "OW-[12]", "--json").output)
    assert [fact["id"] for fact in data] == ["OW-1", "OW-2"]
    data = json.loads(pnp(broken, "check", "--only", "OW-3", "--only", "*2", "--json").output)
    assert [fact["id"] for fact in data] == ["OW-2", "OW-3"]
    data = json.loads(pnp(broken, "check", "--only", "OW-1, OW-3", "--json").output)
    assert [fact["id"] for fact in data] == ["OW-1", "OW-3"]


def test_a_fact_alone_is_told_with_the_place_that_all_facts_together_find(project: Path) -> None:
    same = (
        "  - {id: OW-4, tier: stated, says: Eyes., where: Box, check: 'count(owl, eyes > 2) == 0'}"
    )
    change(project, "card_data/owls/rulebook.yaml", "play:", f"{same}\nplay:")
    change(project, "card_data/owls/owl.csv", "Barn Owl,2", "Barn Owl,3")
    whole, alone = (pnp(project, "check", *only).output for only in ((), ("--only", "OW-2")))
    (told,) = [line for line in alone.splitlines() if line.startswith("  OW-2")]
    assert told in whole.splitlines()
    assert "OW-4" not in alone


def test_what_a_fact_does_not_look_at_is_not_drawn(project: Path) -> None:
    drawn = "  - {id: OW-4, tier: stated, says: Eyes., where: Box, check: 'words(owl, \"eye\")'}"
    change(project, "card_data/owls/rulebook.yaml", "play:", f"{drawn}\nplay:")
    change(project, "templates/owl.svg", "card.eyes", "card.beaks")
    assert pnp(project, "check", "--only", "OW-1").exit_code == 0
    for only in ("OW-4", "OW-1,OW-4", "text-overflow"):
        result = pnp(project, "check", "--only", only)
        assert result.exit_code == 2
        assert "templates/owl.svg" in result.output


def test_a_print_rule_can_be_asked_for_alone(broken: Path) -> None:
    result = pnp(broken, "check", "--only", "text-overflow")
    assert result.exit_code == 0
    change(broken, "card_data/owls/owl.csv", "Snowy Owl", "Snowy Owl " * 12)
    result = pnp(broken, "check", "--only", "text-overflow")
    assert result.exit_code == 1
    assert "[text-overflow]" in result.output
    assert "OW-1" not in result.output


@pytest.mark.parametrize("option", ["--only", "--explain"])
def test_an_id_that_nothing_has_is_told(project: Path, option: str) -> None:
    result = pnp(project, "check", option, "OW-11")
    assert result.exit_code == 2
    assert '"OW-11"' in result.output
    assert '"OW-1"' in result.output


def test_a_fact_is_told_in_full(broken: Path) -> None:
    result = pnp(broken, "check", "--explain", "OW-2")
    assert result.exit_code == 0
    assert result.output == (
        "OW-2 of Owls (derived): fail\n"
        "  says        All owls together look with ten eyes.\n"
        "  where       Box\n"
        "  arithmetic  5 x 2\n"
        "  check       sum(owl.eyes) == 10\n"
        "  now         sum(owl.eyes) is 12\n"
        "  so          sum(owl.eyes) is 12, the rulebook implies 10\n"
    )
    (data,) = json.loads(pnp(broken, "check", "--explain", "OW-2", "--format", "json").output)
    assert data["values"] == [{"turn": "", "part": "sum(owl.eyes)", "value": "12"}]


def test_a_print_rule_is_told_in_full(project: Path) -> None:
    result = pnp(project, "check", "--explain", "text-overflow")
    assert result.exit_code == 0
    assert result.output.startswith("text-overflow: a print rule (error)\n  title ")


def test_sarif_names_the_broken_line(broken: Path) -> None:
    result = pnp(broken, "check", "--format", "sarif")
    assert result.exit_code == 1
    (run,) = json.loads(result.output)["runs"]
    assert [found["ruleId"] for found in run["results"]] == ["OW-1", "OW-2"]
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] in ("card_data/owls/owl.csv", GAME)


def test_a_game_that_cannot_be_used_stands_in_the_results_of_both_forms(project: Path) -> None:
    change(project, GAME, "players:", "players")
    listed = pnp(project, "check", "--json")
    (entry,) = json.loads(listed.stdout)
    assert (entry["id"], entry["status"], entry["game"]) == ("unusable-input", "fatal", None)
    assert entry["file"] == GAME
    logged = pnp(project, "check", "--format", "sarif")
    (result,) = json.loads(logged.stdout)["runs"][0]["results"]
    place = result["locations"][0]["physicalLocation"]
    assert (result["ruleId"], result["level"]) == ("unusable-input", "error")
    assert place["artifactLocation"]["uri"] == GAME
    assert place["region"]["startLine"] == entry["line"]
    assert [listed.exit_code, logged.exit_code] == [2, 2]
    assert "unusable-input" not in listed.stderr  # it is told in words there
    assert GAME in listed.stderr


def test_a_sound_game_is_listed_beside_one_that_cannot_be_used(broken: Path) -> None:
    write(broken, {"card_data/bats/game.yaml": "title: Bats\nplayers:2\ncomponents: {}\n"})
    listed = pnp(broken, "check", "--json")
    found = json.loads(listed.stdout)
    assert [entry["game"] for entry in found if entry["status"] == "fatal"] == [None]
    assert {entry["id"] for entry in found} >= {"unusable-input", "OW-1", "OW-2"}
    assert listed.exit_code == 2


def allow(project: Path, text: str) -> None:
    change(project, GAME, "components:", f"allow:\n{text}components:")


def test_a_fault_that_may_stand_does_not_fail(broken: Path) -> None:
    allow(broken, "  - {rule: OW-1, reason: one owl is a spare}\n")
    result = pnp(broken, "check", "--only", "OW-1")
    assert result.exit_code == 0
    assert "OW-1 allowed: " in result.output
    assert "one owl is a spare" in result.output
    assert pnp(broken, "check").exit_code == 1
    change(broken, GAME, "spare}\n", "spare}\n  - {rule: OW-2, reason: with two eyes}\n")
    assert pnp(broken, "check").exit_code == 0


def test_a_print_fault_may_stand_at_its_place(project: Path) -> None:
    change(project, "card_data/owls/owl.csv", "Snowy Owl", "Snowy Owl " * 12)
    allow(project, "  - {rule: text-overflow, where: '*owl.csv:3', reason: known}\n")
    result = pnp(project, "check")
    assert result.exit_code == 0
    assert "text-overflow allowed: " in result.output
    change(project, GAME, "*owl.csv:3", "*owl.csv:4")
    assert pnp(project, "check").exit_code == 1


@pytest.mark.parametrize(
    ("entry", "place"),
    [
        ("{rule: OW-1}", "6:5"),
        ('{rule: OW-1, reason: ""}', "6:26"),
        ("{rule: OW-1, because: x}", "6:18"),
        ("OW-1", "6:5"),
    ],
)
def test_a_fault_is_allowed_with_a_reason_only(project: Path, entry: str, place: str) -> None:
    allow(project, f"  - {entry}\n")
    result = pnp(project, "check")
    assert result.exit_code == 2
    assert f"error: {GAME}:{place}: " in result.output


def test_count_by_columns(project: Path) -> None:
    result = pnp(project, "count", "--by", "eyes, name")
    assert result.exit_code == 0
    assert result.output.startswith("owls: owl by eyes, name\n")
    (data,) = json.loads(pnp(project, "count", "--by", "eyes", "--json").output)
    assert data["counts"] == [{"values": ["0"], "qty": 1}, {"values": ["2"], "qty": 5}]


def test_count_odds(project: Path) -> None:
    (asked,) = json.loads(pnp(project, "count", "--odds", "2", "--json").output)
    assert (asked["hand"], asked["players"]) == (2, [2, 3])
    (dealt,) = json.loads(pnp(project, "count", "--hands", "--json").output)
    assert (dealt["hand"], dealt["players"]) == (3, [2])
    blind = next(one for one in dealt["chances"] if one["value"] == "0")
    assert blind["at_least"]["1"] == "1/2"
    assert "on average" in pnp(project, "count", "--hands").output


@pytest.mark.parametrize("words", [("nosuch",), ("--only", "XX"), ("--language", "xx")])
def test_what_cannot_be_checked_at_all_stands_in_the_results(
    project: Path, words: tuple[str, ...]
) -> None:
    listed = pnp(project, "check", "--json", *words)
    (entry,) = json.loads(listed.stdout)
    (run,) = json.loads(pnp(project, "check", "--format", "sarif", *words).stdout)["runs"]
    assert [entry["id"], run["results"][0]["ruleId"]] == ["unusable-input", "unusable-input"]
    assert entry["message"] in listed.stderr
    assert listed.exit_code == 2
