"""What reaches a terminal: letters, never commands."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pnp.cli.console import visible
from tests.conftest import ROOT
from tests.projects import change, owls, pnp

ESC, CSI, BELL, TURN, LONE = "\x1b[2J", "\x9b2J", "\x07", "\u202e", "\udcff"


@pytest.mark.parametrize("text", ["ä\n\tß", "“quoted”", "🦉", "a\u00ad", "\ue000"])
def test_letters_stay(text: str) -> None:
    assert visible(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (ESC, "\\u001b[2J"),
        (CSI, "\\u009b2J"),
        (BELL, "\\u0007"),
        ("a\rb", "a\\u000db"),
        ("\x7f", "\\u007f"),
        (TURN, "\\u202e"),
        (LONE, "\\udcff"),
    ],
)
def test_what_a_terminal_obeys_is_written_out(text: str, shown: str) -> None:
    assert visible(text) == shown


@pytest.mark.parametrize("bad", [ESC, CSI, BELL, TURN, LONE])
@pytest.mark.parametrize(
    "words",
    [
        ("build", "{}"),
        ("build", "./{}"),
        ("build", "--paper", "{}"),
        ("build", "--backs", "{}"),
        ("build", "--dpi", "{}"),
        ("build", "--component", "{}"),
        ("build", "--{}"),
        ("check", "--explain", "{}"),
        ("count", "--by", "{}"),
        ("customise", "{}", "x"),
        ("{}",),
        ("--{}",),
    ],
)
def test_the_user_s_words_come_back_as_letters(
    tmp_path: Path, words: tuple[str, ...], bad: str
) -> None:
    found = pnp(owls(tmp_path), *(word.format(bad) for word in words))
    assert found.exit_code == 2
    assert found.output.replace("\n", "").replace("\t", "").isprintable(), found.output


@pytest.mark.parametrize("bad", [CSI, TURN])
@pytest.mark.parametrize("words", [("games",), ("games", "--json"), ("count",), ("build",)])
def test_words_of_the_data_come_as_letters(
    tmp_path: Path, words: tuple[str, ...], bad: str
) -> None:
    change(owls(tmp_path), "card_data/owls/game.yaml", "title: Owls", f'title: "Owls{bad}"')
    change(tmp_path, "card_data/owls/game.yaml", "name: text", f'"n{bad}": text')
    found = pnp(tmp_path, *words)
    assert found.output.replace("\n", "").isprintable(), found.output


@pytest.mark.skipif(os.name == "nt", reason="pipes are closed otherwise there")
@pytest.mark.parametrize("words", ["games", "--help", "--version", "build --help"])
def test_a_reader_that_is_gone_is_no_error(words: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    run = [sys.executable, "-m", "pnp", *words.split()]
    found = subprocess.run(run, cwd=ROOT, stdout=writing, stderr=subprocess.PIPE, text=True)
    os.close(writing)
    assert (found.returncode, found.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device")
@pytest.mark.parametrize("words", ["games", "--help", "--version", "build --help"])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_that_nobody_takes_is_told(words: str, unbuffered: str) -> None:
    run = [sys.executable, "-m", "pnp", *words.split()]
    env = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with open("/dev/full", "w") as full:  # noqa: PTH123
        found = subprocess.run(
            run, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, env=env
        )
    assert (found.returncode, found.stderr) == (
        2,
        "error: standard output: no space left on device\n",
    )
