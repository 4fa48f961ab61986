"""What shells complete after ``pnp``, asked as each of them asks."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import BashComplete

from pnp.cli.commands import main
from tests.conftest import ROOT
from tests.projects import change, owls, pnp


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(owls(tmp_path))
    return tmp_path


def completed(line: str) -> list[str]:
    """Return what completes the last word of a command line."""
    *words, begun = f"{line}|".split()
    complete = BashComplete(main, {}, "pnp", "_PNP_COMPLETE")
    return [item.value for item in complete.get_completions(words, begun[:-1])]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("bu", ["build"]),
        ("build ow", ["owls"]),
        ("build --component c", ["chip"]),
        ("build --card o", ["owl/"]),
        ("build --card owl/b", ["owl/barn", "owl/blind"]),
        ("build halloween --card gra", ["graveyard/"]),
        ("show ow", ["owl", "owl/", "owls", "owls/"]),
        ("show owl/s", ["owl/snow"]),
        ("show chip/", ["chip/dot"]),
        ("show owls/ch", ["owls/chip", "owls/chip/"]),
        ("show owls/owl/b", ["owls/owl/barn", "owls/owl/blind"]),
        ("show halloween/graveyard/white-z", ["halloween/graveyard/white-zombie"]),
        ("customise hallo", ["halloween"]),
        ("export t", ["tts", "tgc"]),
        ("export cu", ["cutter"]),
        ("export tts ow", ["owls"]),
        ("export --list dr", ["drivethru"]),
        ("show owl/barn --view g", ["grey"]),
    ],
)
def test_games_components_and_cards_are_completed(
    project: Path, line: str, words: list[str]
) -> None:
    assert completed(line) == words


def test_ids_that_are_made_of_names_are_completed(project: Path) -> None:
    change(project, "card_data/owls/owl.csv", "id,qty,name", "key,qty,name")
    aliased = "rows: owl.csv\n    from: {id: name}"
    change(project, "card_data/owls/game.yaml", "rows: owl.csv", aliased)
    assert completed("show owl/s") == ["owl/snowy-owl"]


def test_a_game_with_mistakes_is_completed_as_far_as_it_can_be_read(project: Path) -> None:
    change(project, "card_data/owls/game.yaml", "kind: deck", "kind: dekc")
    assert completed("show owl/s") == ["owl/snow"]
    (project / "card_data/owls/owl.csv").unlink()
    assert completed("build --component o") == ["owl"]
    (project / "card_data/owls/game.yaml").write_text("components: [", encoding="utf-8")
    assert completed("build --component o") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_each_shell_has_its_script(project: Path, shell: str) -> None:
    made = pnp(project, "completion", shell)
    assert made.exit_code == 0
    assert f"{shell}_complete" in made.output


ASKED = {
    "bash": 'eval "$(pnp completion bash)"; COMP_WORDS=(pnp LINE); COMP_CWORD=2; '
    "_pnp_completion pnp; printf '%s\\n' \"${COMPREPLY[@]}\"",
    "zsh": 'autoload -Uz compinit; compinit -u -D; eval "$(pnp completion zsh)"; '
    "compadd() { print -l -- ${(P)@[-1]} }; words=(pnp LINE); CURRENT=3; _pnp_completion",
    "fish": "pnp completion fish | source; complete -C 'pnp LINE'",
}
"""How a shell is asked what completes ``LINE``; zsh's list is printed, not shown."""


@pytest.mark.skipif(os.name == "nt", reason="the program is a POSIX script here")
@pytest.mark.parametrize(
    "shell", [pytest.param(name, marks=pytest.mark.needs(name)) for name in ASKED]
)
@pytest.mark.parametrize(
    ("line", "words"),
    [("show owl/b", ["owl/barn", "owl/blind"]), ("export t", ["tts", "tgc"])],
    ids=["card", "target"],
)
def test_a_shell_completes_a_word(
    project: Path, tmp_path: Path, shell: str, line: str, words: list[str]
) -> None:
    folder = tmp_path / "bin"
    folder.mkdir()
    program = folder / "pnp"
    run = f"exec {shlex.quote(sys.executable)} -m pnp"
    program.write_text(f'#!/bin/sh\n{run} "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    known = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    asked = [shell, "-c", ASKED[shell].replace("LINE", line)]
    done = subprocess.run(asked, cwd=project, env=known, capture_output=True, text=True)
    assert sorted(each.split()[0] for each in done.stdout.splitlines()) == sorted(words), done


def test_powershell_asks_through_the_environment(project: Path) -> None:
    asked = {"COMP_WORDS": "pnp\nbuild\n--card", "COMP_INCOMPLETE": "owl/b"}
    known = {**os.environ, **asked, "_PNP_COMPLETE": "powershell_complete", "PYTHONPATH": str(ROOT)}
    program = [sys.executable, "-m", "pnp"]
    done = subprocess.run(program, cwd=project, env=known, capture_output=True, text=True)
    assert done.stdout.splitlines() == ["owl/barn\towl/barn", "owl/blind\towl/blind"]
