import os
from pathlib import Path

import pytest

from pnp.base.diagnostics import PnpError
from pnp.data import textfile
from pnp.data.textfile import read_text


def fault(path: Path) -> str:
    with pytest.raises(PnpError) as caught:
        read_text(path, "beasts.csv")
    return str(caught.value)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            "id\nwolf\nñu\n".encode("latin-1"),
            "beasts.csv:3: the file is not UTF-8: byte 0xf1 is invalid\n"
            '  hint: save it as UTF-8; Excel calls that "CSV UTF-8"',
        ),
        (
            b"\xff\xfei\0d",
            "beasts.csv:1: the file is not UTF-16: byte 0x64 is invalid\n"
            '  hint: save it as UTF-8; Excel calls that "CSV UTF-8"',
        ),
        (
            b"id\nwo\0lf\n",
            "beasts.csv:2: a NUL character is not allowed in text\n"
            "  hint: save the file as UTF-8 text",
        ),
        (
            b"id\n\n\x1bwolf\n",
            "beasts.csv:3: the control character U+001B is not allowed in text\n"
            "  hint: delete the character",
        ),
    ],
)
def test_what_is_no_text_is_refused(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "beasts.csv"
    path.write_bytes(data)
    assert fault(path) == message


def test_a_missing_file_a_folder_and_a_pipe_are_no_files(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (tmp_path / "none", tmp_path, pipe):
        assert fault(path) == "beasts.csv: the file does not exist"


def test_a_huge_file_is_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "beasts.csv"
    with path.open("wb") as stream:
        stream.truncate(33 * 2**20)
    monkeypatch.setattr(textfile.Path, "read_bytes", lambda _: pytest.fail("it was read"))
    assert fault(path) == (
        "beasts.csv: the file is larger than 32 MB\n  hint: delete what is not about the pieces; "
        "PNP_LIMITS=file-bytes=NUMBER allows more"
    )


def test_excel_is_named_for_a_table_only(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_bytes("title: Kröten".encode("cp1252"))
    with pytest.raises(PnpError) as caught:
        read_text(tmp_path / "game.yaml", "game.yaml")
    assert "save it as UTF-8: most editors" in str(caught.value)
