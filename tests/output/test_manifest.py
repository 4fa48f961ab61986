"""The manifest's schema, and what its digests tell."""

import hashlib
import json
import tracemalloc
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from pnp.output.manifest import digest
from tests.projects import change, owls, pnp


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return owls(tmp_path)


FLAG = {"type": "boolean"}
TEXT, COUNT = {"type": "string"}, {"type": "integer", "minimum": 0}
DIGEST = {"type": "string", "pattern": "^[0-9a-f]{24}$"}
SHA = {"type": "string", "pattern": "^[0-9a-f]{64}$"}


def closed(**fields: object) -> dict[str, object]:
    """Return the schema of an object with these fields and no others."""
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


def listed(**fields: object) -> dict[str, object]:
    return {"type": "array", "items": closed(**fields)}


COUNTS = {"type": "object", "additionalProperties": COUNT}
FILE = {
    **closed(path=TEXT, pages=COUNT, look=DIGEST, sha256=SHA),
    "required": ["path", "sha256"],
}
SCHEMA = closed(
    manifest={"const": 1},
    game=closed(key=TEXT, title=TEXT, version=TEXT, language=TEXT),
    program=closed(name={"const": "pnp"}, version=TEXT),
    options={"type": "object"},
    components=listed(
        **dict.fromkeys(("name", "kind"), TEXT),
        **dict.fromkeys(("aid", "guide", "shuffled", "booklet"), FLAG),
        **dict.fromkeys(("qty", "faces"), COUNT),
    ),
    pieces=listed(
        id=TEXT,
        qty=COUNT,
        **dict.fromkeys(("data", "shows", "cut", "face"), DIGEST),
        back={"anyOf": [DIGEST, {"type": "null"}]},
    ),
    sheets=listed(
        file=TEXT, number=COUNT, of=COUNT, stock=TEXT, sides=COUNT, contents=COUNTS, panels=COUNTS
    ),
    files={"type": "array", "items": FILE},
    inputs=listed(path=TEXT, sha256=SHA),
    findings=listed(
        rule=TEXT,
        severity=TEXT,
        message=TEXT,
        file={"type": ["string", "null"]},
        line={"type": ["integer", "null"]},
        hint={"type": ["string", "null"]},
    ),
    proof=closed(
        passed={"type": ["boolean", "null"]},
        pages=COUNT,
        faces=COUNT,
        backs=COUNT,
        findings={"type": "array", "items": TEXT},
    ),
)


def test_the_manifest_keeps_to_its_schema(project: Path) -> None:
    change(project, "card_data/owls/owl.csv", "snow,2", "snow,3")
    for options in ((), ("--format", "svg"), ("--component", "chip")):
        pnp(project, "build", "-o", "kits", *options)
    kits = list((project / "kits").rglob("manifest.json"))
    assert len(kits) == 3
    for path in kits:
        Draft202012Validator(SCHEMA).validate(json.loads(path.read_text("utf-8")))


def test_a_changed_row_is_told_from_a_changed_drawing(project: Path) -> None:
    def piece(name: str) -> dict[str, object]:
        pnp(project, "build", "--format", "pdf", "--format", "svg")
        data = json.loads((project / "output" / "owls" / "manifest.json").read_text("utf-8"))
        return next(piece for piece in data["pieces"] if piece["id"] == name)

    before = piece("owl/snow")
    change(project, "card_data/owls/owl.csv", "Snowy Owl", "Snow Owl")
    renamed = piece("owl/snow")
    assert renamed["data"] != before["data"] and renamed["face"] != before["face"]
    change(project, "templates/owl.svg", "<svg ", "<svg opacity='0.9' ")
    redrawn = piece("owl/snow")
    assert redrawn["data"] == renamed["data"]


def test_a_large_file_has_its_hash_without_being_in_memory(tmp_path: Path) -> None:
    """One that is too large to be used is listed all the same."""
    file = tmp_path / "art.png"
    with file.open("wb") as opened:
        opened.truncate(2**26)
    tracemalloc.start()
    try:
        assert digest(file) == hashlib.sha256(bytes(2**26)).hexdigest()
        tracemalloc.reset_peak()
        digest(file)
        assert tracemalloc.get_traced_memory()[1] < 2**23
    finally:
        tracemalloc.stop()
