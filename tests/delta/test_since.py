"""``pnp build --since`` and ``pnp diff``: only what changed, and what to do with the rest."""

import json
import re
from collections import Counter
from pathlib import Path
from random import Random
from shutil import copytree

import pytest
from pypdfium2 import PdfDocument

from tests.projects import change, owls, pnp

GAME, ROWS, OWL = "card_data/owls/game.yaml", "card_data/owls/owl.csv", "templates/owl.svg"


@pytest.fixture
def project(begun: Path, tmp_path: Path) -> Path:
    """A project whose kit is built, and whose next version is begun."""
    return copytree(begun, tmp_path / "project")


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = owls(tmp_path_factory.mktemp("owls"))
    change(root, GAME, "designer: Nobody", 'designer: Nobody\nversion: "0.3"')
    (root / "card_data/owls/rulebook.yaml").unlink()
    built(root)
    change(root, GAME, '"0.3"', '"0.4"')
    return root


def built(root: Path, *words: str) -> str:
    result = pnp(root, "build", *words)
    assert result.exit_code == 0, result.output
    return result.output


def manifest(folder: Path) -> dict[str, object]:
    data: dict[str, object] = json.loads((folder / "manifest.json").read_text("utf-8"))
    return data


def pieces(folder: Path) -> Counter[tuple[str, ...]]:
    """The pieces of a kit by their looks."""
    found: Counter[tuple[str, ...]] = Counter()
    for piece in json.loads((folder / "manifest.json").read_text("utf-8"))["pieces"]:
        found[piece["cut"], piece["face"], piece["back"]] += piece["qty"]
    return found


def words_of(pdf: Path) -> str:
    with PdfDocument(pdf) as document:
        return "\n".join(page.get_textpage().get_text_range() for page in document)


def test_an_update_has_the_changed_cards_and_a_page_about_the_old_ones(project: Path) -> None:
    change(project, ROWS, "Snowy Owl", "Snow Owl")
    change(project, ROWS, "barn,3", "barn,4")
    change(project, ROWS, "blind,1,Blind Owl,0", "deaf,1,Deaf Owl,2")
    output = built(project, "--since", "output/owls")
    update = project / "output/owls/parts/since@0.3"
    assert f"{update.relative_to(project)}" in output
    told = words_of(update / "owls-update.pdf")
    for line in ("Throw away 3 pieces", "2 × owl/snow (new data)", "1 × owl/blind (removed)"):
        assert line in told and line in output
    old, new = pieces(project / "output/owls"), pieces(update)
    assert new.total() == 4  # two snow owls, a barn owl more, a deaf one
    built(project)
    assert new == pieces(project / "output/owls") - old


@pytest.mark.parametrize("seed", range(2))
def test_the_old_kit_less_what_is_thrown_and_with_the_update_is_the_new_kit(
    project: Path, seed: int
) -> None:
    """As a user does it: by the text that is printed, and by the sheets of the update."""
    before = json.loads((project / "output/owls/manifest.json").read_text("utf-8"))["pieces"]
    (project / ROWS).write_text("\n".join(_edited(Random(seed))), "utf-8")
    output = built(project, "--since", "output/owls", "--cosmetic", "--format", "pdf")
    box = pieces(project / "output/owls")
    looks = {each["id"]: (each["cut"], each["face"], each["back"]) for each in before}
    listed = output.partition("Throw away")[2].partition("\nPrint ")[0]
    thrown: Counter[tuple[str, ...]] = Counter()
    for number, name in re.findall(r"^- (\d+) × (\S+) ", listed, re.M):
        thrown[looks[name]] += int(number)
    assert thrown and not thrown - box
    (update,) = project.glob("output/owls/parts/since*")
    fresh = pieces(update)
    built(project, "--format", "pdf", "--format", "svg", "-o", "new")
    assert box - thrown + fresh == pieces(project / "new/owls")


def _edited(random: Random) -> list[str]:
    """The rows of the owls: other numbers and names, some gone, some new, one under another id."""
    rows = ["id,qty,name,eyes"]
    for name, told, eyes in (("barn", "Barn Owl", 2), ("snow", "Snowy Owl", 2), ("blind", "x", 0)):
        if random.random() < 0.7:
            other = random.choice([told, f"{told} II"])
            rows.append(f"{name},{random.randint(1, 4)},{other},{eyes}")
    rows.append("blind-too,1,Blind Owl,0")  # looks like the old one
    return [*rows, f"elf,{random.randint(1, 3)},Elf Owl,2", ""]


def test_the_manifests_of_earlier_versions_stay(project: Path) -> None:
    before = (project / "output/owls/manifest.json").read_bytes()
    built(project)
    change(project, GAME, '"0.4"', '"0.5/β"')
    built(project)
    change(project, GAME, '"0.5/β"', '"0.6"')
    change(project, ROWS, "Snowy Owl", "Snow Owl")
    built(project)
    kept = sorted(path.name for path in (project / "output/owls").glob("manifest-*.json"))
    assert len(kept) == 3 and kept[:2] == ["manifest-0.3.json", "manifest-0.4.json"]
    assert (project / "output/owls/manifest-0.3.json").read_bytes() == before
    output = pnp(project, "diff", "output/owls/manifest-0.3.json", "output/owls").output
    assert "- 2 × owl/snow (new data)" in output


def test_cosmetic_changes_are_left_out_unless_asked_for(project: Path) -> None:
    change(project, OWL, "#e9dcc3", "#e9dcff")
    change(project, OWL, 'r="5"', 'r="4"')
    change(project, OWL, 'font-size="5"', 'font-size="4.8"')
    output = built(project, "--since", "output/owls")
    assert "nothing to print" in output and "- owl/snow: redrawn" in output
    assert not (project / "output/owls/parts").exists()
    assert "Print 6 pieces" in built(project, "--since", "output/owls", "--cosmetic")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('<rect id="ground"', '<rect width="2" height="9" fill="#222"/><rect id="ground"'),
        ('<circle id="eye" cx="12" cy="20" r="5"', '<path id="eye" d="M9 9h6l-6 3z"'),
        (
            "<text id",
            '<text x="4" y="9" font-size="4" font-family="Alegreya Sans">!</text><text id',
        ),
    ],
)
def test_what_shows_something_else_is_no_cosmetic_change(project: Path, old: str, new: str) -> None:
    change(project, OWL, old, new)
    assert "owl/snow (redrawn)" in built(project, "--since", "output/owls", "--format", "pdf")


def test_new_backs_are_told_loudly(project: Path) -> None:
    change(project, "templates/back.svg", "#264", "#246")
    assert "nothing to print" in built(project, "--since", "output/owls")
    change(project, ROWS, "barn,3", "barn,4")
    output = built(project, "--since", "output/owls")
    assert "**New backs: print all cards of owl that are listed.**" in output
    assert "Print 7 pieces" in output
    told = words_of(project / "output/owls/parts/since@0.3/owls-update.pdf")
    assert "old cards would be known" in told


def test_data_that_changed_under_the_same_version_is_told(project: Path) -> None:
    built(project)
    assert "same-version" not in built(project)
    change(project, ROWS, "Snowy Owl", "Snow Owl")
    change(project, ROWS, "barn,3", "barn,4")
    strict = pnp(project, "build", "--strict")
    assert strict.exit_code == 1
    assert (
        "warning [same-version] 2 different pieces changed, came or went, and the version is still "
        "0.4" in strict.output
    )
    change(project, OWL, "#e9dcc3", "#e9dcff")
    assert "same-version" not in built(project)


def test_the_page_shows_before_and_after(project: Path) -> None:
    (project / "output/owls").rename(project / "old")
    change(project, ROWS, "Snowy Owl", "<b>Snow & Owl")
    change(project, ROWS, "blind,1", "blind,2")
    built(project)
    result = pnp(project, "diff", "old", "output/owls", "-o", "diff.html")
    assert result.exit_code == 0, result.output
    page = (project / "diff.html").read_text("utf-8")
    assert re.findall(r"<h3>(.*?)</h3>", page) == ["owl/snow: new data", "owl/blind"]
    assert page.count('src="data:image/svg+xml;base64,') == 4
    assert "<script" not in page and "http:" not in page
    alone = pnp(project, "diff", "old/manifest.json", "output/owls").output
    assert alone == result.output


def test_a_manifest_leads_to_no_file_outside_its_kit(project: Path) -> None:
    kit = project / "output/owls"
    data = json.loads((kit / "manifest.json").read_text("utf-8"))
    (project / "secret.svg").write_text("<svg/>")
    for file in data["files"]:
        file["path"] = "../../secret.svg"
    (kit / "manifest.json").write_text(json.dumps(data))
    change(project, ROWS, "Snowy Owl", "Snow Owl")
    built(project, "-o", "new")
    assert pnp(project, "diff", "output/owls", "new/owls", "-o", "d.html").exit_code == 0
    assert "no drawing" in (project / "d.html").read_text("utf-8")


WRONG = [
    ("a file that is missing", None, "the file does not exist"),
    ("no manifest", "[1, 2]", "it is not the manifest of a kit"),
    ("no JSON", "{", "it is not the manifest of a kit"),
    ("deep JSON", "[" * 100_000, "it is not the manifest of a kit"),
    ("another program's", '{"program": {"name": "x"}}', "it is not the manifest of a kit"),
    (
        "a newer program's",
        '{"manifest": 2, "program": {"name": "pnp", "version": "9"}}',
        'it was written by a newer program, "pnp 9"',
    ),
    (
        "an export's",
        '{"manifest": 1, "export": "mpc", "program": {"name": "pnp", "version": "9"}}',
        'it is of an export for "mpc", no kit\n  hint: name a kit\'s folder, as output/halloween',
    ),
    (
        "an older program's",
        '{"manifest": 1, "program": {"name": "pnp", "version": "0"}}',
        'the manifest cannot be compared: "game" is missing or odd',
    ),
]


@pytest.mark.parametrize(("content", "message"), [row[1:] for row in WRONG])
def test_what_is_no_earlier_kit_is_refused(
    project: Path, content: str | None, message: str
) -> None:
    if content is not None:
        (project / "old.json").write_text(content)
    before = sorted((project / "output").rglob("*"))
    for words in (("build", "--since", "old.json"), ("diff", "old.json", "output/owls")):
        result = pnp(project, *words)
        assert result.exit_code == 2, result.output
        assert result.output.startswith(f"error: old.json: {message}")
    assert sorted((project / "output").rglob("*")) == before


def test_a_kit_of_another_game_is_refused(project: Path) -> None:
    kit = project / "output/owls/manifest.json"
    (project / "bats.json").write_text(
        kit.read_text("utf-8").replace('"key": "owls"', '"key": "bats"')
    )
    result = pnp(project, "build", "--since", "bats.json")
    assert result.exit_code == 2
    assert 'the earlier kit is of "bats", this one is of "owls"' in result.output


def test_a_part_is_no_earlier_kit(project: Path) -> None:
    built(project, "--component", "chip")
    result = pnp(project, "build", "--since", "output/owls/parts/chip")
    assert result.exit_code == 2 and "it describes a part of a kit" in result.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--cosmetic",), "--cosmetic goes with --since"),
        (("--since", "output/owls", "--component", "owl"), "--since builds no part of a kit"),
        (("--since", "card_data"), '"card_data" has no manifest.json'),
        (("--since", "output/owls", "--ink", "low"), "the earlier kit is in full ink"),
    ],
)
def test_options_that_do_not_go_together_are_told(
    project: Path, words: tuple[str, ...], message: str
) -> None:
    result = pnp(project, "build", *words)
    assert result.exit_code == 2 and f"error: {message}" in result.output


def test_the_page_is_written_as_a_whole_or_not_at_all(project: Path) -> None:
    for name, message in (("d.txt", "no HTML page"), ("none/d.html", "does not exist")):
        result = pnp(project, "diff", "output/owls", "output/owls", "-o", name)
        assert result.exit_code == 2 and message in result.output
        assert not (project / name).exists()
