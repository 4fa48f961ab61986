"""The README tells the truth: what it shows is what runs, and what it names is there."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pnp.cli.commands import main
from tests.guides import ROOT, Change, blocks, read
from tests.projects import change, pnp

README = read("README.md")
SHOWN = [block for block in blocks(README) if block.language == "console"]


@pytest.mark.skipif(os.name == "nt", reason="the line is one for POSIX shells")
def test_pnp_is_found_after_the_line_that_the_readme_gives(tmp_path: Path) -> None:
    """A folder as the first command leaves it, with a stand-in for the installed program."""
    first, _, activated, _ = (block.text for block in blocks(README) if block.language == "sh")
    assert first.startswith("python3 -m venv .venv &&")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / ".venv"], check=True)
    program = tmp_path / ".venv/bin/pnp"
    program.write_text("#!/bin/sh\necho found\n")
    program.chmod(0o755)
    for shell, said in (activated + "pnp", b"found\n"), ("pnp", None):
        env = {"PATH": "/usr/bin:/bin"}
        ran = subprocess.run(["sh", "-c", shell], cwd=tmp_path, env=env, capture_output=True)
        assert (ran.stdout if ran.returncode == 0 else None) == said


def test_a_build_says_what_the_readme_shows(tmp_path: Path) -> None:
    command, _, shown = SHOWN[0].text.partition("\n")
    assert command == "$ pnp build halloween"
    said = [line for line in pnp(tmp_path, "build", "halloween").output.splitlines() if line]
    assert said[-3:] == shown.splitlines()


def test_a_slip_in_the_data_is_told_as_the_readme_shows(tmp_path: Path) -> None:
    command, _, shown = SHOWN[1].text.partition("\n")
    assert (command, SHOWN[1].change) == (
        "$ pnp check halloween",
        Change("white-zombie,2", "graveyard.csv", "white-zombie,3"),
    )
    pnp(tmp_path, "customise", "halloween", "mygame")
    change(tmp_path, "mygame/card_data/halloween/graveyard.csv", "white-zombie,2", "white-zombie,3")
    found = pnp(tmp_path / "mygame", "check", "halloween")
    assert found.exit_code == 1
    parts = [part.strip("\n") for part in shown.split("…\n") if part.strip()]
    assert len(parts) == 2
    for part in parts:
        assert f"{part}\n" in found.output


def test_a_copy_of_a_game_builds_as_the_readme_says(tmp_path: Path) -> None:
    assert SHOWN[2].text == "$ pnp customise halloween mygame && cd mygame\n$ pnp build\n"
    assert pnp(tmp_path, "customise", "halloween", "mygame").exit_code == 0
    made = pnp(tmp_path / "mygame", "build", "--component", "headstone", "--format", "pdf")
    assert made.exit_code == 0
    assert (tmp_path / "mygame/output/halloween").is_dir()


def test_a_game_of_one_s_own_begins_as_the_readme_says(tmp_path: Path) -> None:
    *_, begun = (block.text for block in blocks(README) if block.language == "sh")
    assert begun == "pnp new owl-night\n"
    assert pnp(tmp_path, "new", "owl-night").exit_code == 0
    for words in "show pond/heron -o heron.png", "add token coin":
        assert f"`pnp {words}`" in README
        assert pnp(tmp_path / "owl-night", *words.split()).exit_code == 0
    assert (tmp_path / "owl-night/heron.png").is_file()


def test_every_link_leads_somewhere() -> None:
    rooms = ("card_data", "templates", "pnp/starters")
    for name in ("README.md", *(f"{room}/README.md" for room in rooms), "CONTRIBUTING.md"):
        for target in re.findall(r"\]\((?!http)([^)#]+)\)", read(name)):
            assert ((ROOT / name).parent / target).exists(), (name, target)


def test_every_room_of_the_program_is_in_the_table() -> None:
    rooms = {path.parent.name for path in (ROOT / "pnp").glob("*/__init__.py")}
    table = "".join(re.findall(r"^\| (\[`pnp/.*?) \|", README, re.M))
    assert set(re.findall(r"\[`pnp/(\w+)`\]", table)) == rooms


def test_every_option_that_is_named_exists() -> None:
    options = {
        name
        for command in main.commands.values()
        for parameter in command.params
        for name in parameter.opts
    }
    named = set(re.findall(r"`(--[a-z-]+)", README))
    assert named >= {"--paper", "--margin", "--backs", "--bleed", "--ink"}
    assert named <= options | {"--help"}


@pytest.mark.parametrize("fact", re.findall(r"^- id: .*?(?=^```)", README, re.M | re.S))
def test_the_fact_that_is_shown_is_one_of_the_game(fact: str) -> None:
    rulebook = read("card_data/halloween/rulebook.yaml")
    assert "".join(f"  {line}\n" for line in fact.splitlines()) in rulebook
