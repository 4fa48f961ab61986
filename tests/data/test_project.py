from pathlib import Path

import pytest

from pnp.base.diagnostics import PnpError
from pnp.data import project as module
from pnp.data.project import Project, confined, find_project, select_games
from tests.data.games import write_game
from tests.make import write


@pytest.fixture
def bundled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a bundled folder with the game ``ghosts``."""
    share = tmp_path / "share"
    write_game(share).rename(share / "card_data" / "ghosts")
    monkeypatch.setattr(module, "SHARE", share)
    return share


def fault(names: list[str], cwd: Path) -> list[str]:
    with pytest.raises(PnpError) as caught:
        select_games(names, cwd)
    return str(caught.value).splitlines()


def test_a_project_is_the_nearest_folder_above_with_card_data(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    assert find_project(folder) == find_project(tmp_path) == Project(tmp_path)
    alone = tmp_path.parent / "alone"
    alone.mkdir(exist_ok=True)
    assert find_project(alone) == Project(alone)


def test_a_key_is_a_game_of_the_project_first_and_a_bundled_one_second(
    tmp_path: Path, bundled: Path
) -> None:
    mine = tmp_path / "mine"
    beasts = write_game(mine)
    assert select_games(["beasts"], mine) == [(beasts, Project(mine))]
    assert select_games(["ghosts"], beasts) == [(bundled / "card_data/ghosts", Project(mine))]
    own = mine / "card_data" / "ghosts"
    beasts.rename(own)
    assert select_games(["ghosts"], mine) == [(own, Project(mine))]


def test_outside_of_a_project_a_bundled_game_has_the_bundled_folders(
    tmp_path: Path, bundled: Path
) -> None:
    outside = tmp_path / "outside"
    (outside / "templates").mkdir(parents=True)
    ghosts = (bundled / "card_data/ghosts", Project(bundled))
    assert select_games(["ghosts"], outside) == [ghosts]
    assert select_games([], outside) == [ghosts]


def test_without_names_the_games_of_the_project_are_chosen(tmp_path: Path, bundled: Path) -> None:
    mine = tmp_path / "mine"
    beasts = write_game(mine)
    assert select_games([], mine) == [(beasts, Project(mine))]
    assert select_games([], mine / "templates") == [(beasts, Project(mine))]


def test_a_project_that_lost_its_game_file_is_no_reason_to_take_the_bundled_games(
    tmp_path: Path, bundled: Path
) -> None:
    folder = write_game(tmp_path / "mine")
    (folder / "game.yaml").rename(folder / "game.yml")
    said = fault([], tmp_path / "mine")
    assert said[0] == f"{folder}: the folder is not a game: it has no game.yaml"
    assert said[1] == '  hint: did you mean "game.yml"?'


def test_a_link_out_of_a_folder_is_told_as_one(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "game/owl.csv").symlink_to(tmp_path / "owl.csv")
    with pytest.raises(PnpError) as caught:
        confined(tmp_path / "game", "owl.csv")
    assert "put the file itself there" in str(caught.value)


def test_a_path_leads_to_a_game_its_file_or_a_whole_project(tmp_path: Path, bundled: Path) -> None:
    mine = tmp_path / "mine"
    chosen = [(write_game(mine), Project(mine))]
    names = ["./mine", "mine/", "mine/card_data/beasts", "mine/card_data/beasts/game.yaml"]
    for name in names:
        assert select_games([name], tmp_path) == chosen
    assert select_games(names, tmp_path) == chosen
    assert select_games(["."], chosen[0][0]) == chosen
    assert select_games([], chosen[0][0]) == chosen


def test_a_game_outside_of_any_project_is_its_own_project(tmp_path: Path, bundled: Path) -> None:
    folder = tmp_path / "loose"
    folder.mkdir()
    (folder / "game.yaml").write_text("title: x")
    assert select_games(["loose/"], tmp_path) == [(folder, Project(folder))]
    assert select_games([], folder) == [(folder, Project(folder))]


def test_unknown_names_are_named_together_with_the_nearest(tmp_path: Path, bundled: Path) -> None:
    (tmp_path / "zzz").mkdir()
    near, nearest, far, known, folder = fault(["gohsts", "zzz", "none/"], tmp_path)
    assert '"gohsts"' in near and '"ghosts"' in nearest
    assert '"zzz"' in far
    assert known == "  hint: the games are ghosts; write ./zzz for the folder"
    assert folder.startswith(f"{tmp_path / 'none'}: ")


def test_a_folder_that_is_no_game_is_refused(tmp_path: Path, bundled: Path) -> None:
    (tmp_path / "mine" / "card_data" / "empty").mkdir(parents=True)
    for name, cwd in (("empty", tmp_path / "mine"), ("mine/card_data/empty", tmp_path)):
        told, _ = fault([name], cwd)
        assert told.startswith(f"{tmp_path / 'mine/card_data/empty'}: ")
        assert "game.yaml" in told


@pytest.mark.parametrize("name", ["../a", "/a", "a/../../b", "C:/a", "a\\b", "a\0b", "a" * 300])
def test_a_path_stays_inside_its_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(PnpError):
        confined(tmp_path, name)


def test_a_link_to_itself_leads_nowhere(tmp_path: Path) -> None:
    link = tmp_path / "loop"
    link.symlink_to(link)
    with pytest.raises(PnpError):
        Project(tmp_path).find(".", "loop")


def test_a_template_of_another_bundled_game_is_not_suggested(tmp_path: Path, bundled: Path) -> None:
    write(bundled, {"templates/ghosts/card.svg": "", "templates/guide.svg": ""})
    write(tmp_path / "mine", {"templates/mine/cart.svg": ""})
    mine = Project(tmp_path / "mine")
    for name, hint in (
        ("mine/card.svg", 'did you mean "mine/cart.svg"?'),
        ("ghost/card.svg", 'did you mean "mine/cart.svg"?'),
        ("giude.svg", 'did you mean "guide.svg"?'),
    ):
        with pytest.raises(PnpError) as caught:
            mine.find("templates", name)
        assert caught.value.problems[0].hint == hint


def test_a_file_of_the_project_wins_over_a_bundled_one(tmp_path: Path, bundled: Path) -> None:
    mine = tmp_path / "mine"
    write_game(mine)
    found = Project(mine).find("templates", "beasts/face.svg")
    assert found == mine / "templates/beasts/face.svg"
    found.unlink()
    assert Project(mine).find("templates", "beasts/face.svg").is_relative_to(bundled)
