"""What pnp/kinds/README.md shows: its module, installed as a package, and its game."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from pypdfium2 import PdfDocument

from tests.conftest import ROOT

PAGE = (ROOT / "pnp/kinds/README.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^\*\*`([^`]+)`\*\*\n\n```\w+\n(.*?)^```$", PAGE, re.M | re.S))
SHOWN = re.findall(r"^```console\n\$ pnp build\n(.*?)^```$", PAGE, re.M | re.S)[0]
POINTS = tomllib.loads(FILES["pyproject.toml"])["project"]["entry-points"]
MODULE = FILES["pnp_coaster.py"]


def install(folder: Path, points: str | None = None, name: str = "pnp_coaster", **more: str) -> str:
    """Write a package into a folder as an installer does, and return the folder."""
    ((group, kinds),) = POINTS.items()
    listed = "".join(f"{kind} = {value}\n" for kind, value in kinds.items())
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "entry_points.txt").write_text(f"[{group}]\n{points or listed}")
    for stem, text in {"pnp_coaster": MODULE, **more}.items():
        (folder / f"{stem}.py").write_text(text, encoding="utf-8")
    return str(folder)


def inn(root: Path, **changed: str) -> Path:
    """Write the game of the page into a folder, and return it."""
    for name, text in FILES.items():
        if name.startswith(("card_data/", "templates/")):
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            for old, new in changed.items():
                text = text.replace(old, new)
            path.write_text(text, encoding="utf-8")
    return root


def run(cwd: Path, *words: str, packages: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command where some packages are installed."""
    paths = os.pathsep.join(filter(None, [packages, str(ROOT)]))
    return subprocess.run(
        [sys.executable, "-m", "pnp", *words],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )


def kinds_in(schema: str) -> list[str]:
    components = json.loads(schema)["properties"]["components"]["additionalProperties"]
    return list(components["discriminator"]["mapping"])


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> str:
    return install(tmp_path_factory.mktemp("packages"))


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return inn(tmp_path_factory.mktemp("inn"))


def test_a_game_with_the_kind_is_built_and_proved_and_its_guide_explains_it(
    packages: str, project: Path
) -> None:
    made = run(project, "build", packages=packages)
    assert (made.returncode, made.stdout, made.stderr) == (0, SHOWN, "")
    kit = project / "output/inn"
    manifest = json.loads((kit / "manifest.json").read_text(encoding="utf-8"))
    coaster = next(each for each in manifest["components"] if each["name"] == "coaster")
    assert (coaster["kind"], coaster["qty"], coaster["faces"]) == ("coaster", 6, 2)
    words = PdfDocument(kit / "inn-guide.pdf")[0].get_textpage().get_text_bounded()
    assert "Glue the prints on cork, press them, cut when dry." in " ".join(words.split())


def test_its_entry_is_checked(packages: str, tmp_path: Path) -> None:
    wide = run(inn(tmp_path, **{"rim: 8 mm": "rim: 30 mm"}), "check", packages=packages)
    assert wide.returncode == 2
    assert (
        "card_data/inn/game.yaml:7:10: a rim of 30 mm leaves no room for a picture\n"
        "  hint: write 22.5 mm or less\n"
    ) in wide.stderr


def test_the_schema_has_the_kind_with_its_keys(packages: str, project: Path) -> None:
    schema = run(project, "schema", "game", packages=packages).stdout
    assert "coaster" in kinds_in(schema)
    assert json.loads(schema)["$defs"]["CoasterEntry"]["properties"]["rim"]["description"] == (
        "How wide the rim is; templates read it as `coaster.rim`."
    )


def test_a_mistyped_kind_is_told_the_nearest_also_of_those_installed(
    packages: str, tmp_path: Path
) -> None:
    made = run(inn(tmp_path, **{"kind: coaster": "kind: coster"}), "check", packages=packages)
    assert (made.returncode, made.stdout) == (2, "")
    assert '"coster" is not a known kind\n  hint: did you mean "coaster"?' in made.stderr


def test_without_the_package_the_kind_is_not_known(project: Path) -> None:
    made = run(project, "check")
    assert made.returncode == 2
    assert '"coaster" is not a known kind' in made.stderr


def test_what_lies_in_the_folder_of_a_project_is_not_imported(tmp_path: Path) -> None:
    install(inn(tmp_path), pnp_coaster="raise SystemExit('imported')")
    assert "coaster" not in kinds_in(run(tmp_path, "schema", "game").stdout)
    assert '"coaster" is not a known kind' in run(tmp_path, "check").stderr


def test_a_module_in_the_folder_of_a_project_does_not_replace_the_installed_one(
    packages: str, tmp_path: Path
) -> None:
    (inn(tmp_path) / "pnp_coaster.py").write_text("raise SystemExit('imported')")
    made = run(tmp_path, "check", packages=packages)
    assert made.returncode == 2
    assert (
        "cannot be used: a file in the current folder has the name of its module\n" in made.stderr
    )


BROKEN = {
    "another kind has that name": (
        "deck = pnp_deck:DECK\n",
        {"pnp_deck": "from pnp.kinds.flat import DECK\n"},
    ),
    "ModuleNotFoundError: No module named 'pnp_none'": ("none = pnp_none:NONE\n", {}),
    "it is not a ComponentKind": ("cup = pnp_coaster:Rim\n", {}),
    'its names differ: "coaster" and "cup"': ("cup = pnp_coaster:COASTER\n", {}),
}


@pytest.mark.parametrize("reason", BROKEN)
def test_a_package_whose_kind_cannot_be_used_is_named(reason: str, tmp_path: Path) -> None:
    points, modules = BROKEN[reason]
    made = run(tmp_path, "schema", "game", packages=install(tmp_path / "lib", points, **modules))
    kind, module = re.split(r" = |:", points)[:2]
    assert (made.returncode, made.stderr) == (
        2,
        f'error: the kind "{kind}" of an installed package cannot be used: {reason}\n'
        f"  hint: fix or uninstall the package with the module {module}\n",
    )


def test_two_packages_with_a_kind_of_one_name_are_an_error(tmp_path: Path) -> None:
    install(tmp_path / "lib")
    other = tmp_path / "lib/other-1.0.dist-info"
    other.mkdir()
    (other / "entry_points.txt").write_text("[pnp.kinds]\ncoaster = pnp_coaster:COASTER\n")
    made = run(tmp_path, "schema", "game", packages=str(tmp_path / "lib"))
    assert (made.returncode, "another kind has that name" in made.stderr) == (2, True)


def test_packages_are_not_imported_for_games_without_their_kinds(
    project: Path, tmp_path: Path
) -> None:
    trap = install(tmp_path, pnp_coaster="raise SystemExit('imported')")
    assert run(project, "--help", packages=trap).returncode == 0
    assert run(project, "games", packages=trap).stderr.strip() == "imported"
    (project / "card_data/plain").mkdir()
    (project / "card_data/plain/game.yaml").write_text(
        "title: Plain\nplayers: 2\ncomponents:\n"
        "  chip: {kind: token, size: 20 x 20 mm, rows: [{id: a}], face: coaster.svg}\n"
    )
    assert run(project, "count", "plain", packages=trap).returncode == 0
