"""Who may see the page, and what it says: over a real connection."""

import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException, HTTPResponse
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import Any

import pytest

from pnp.preview.desk import Desk
from pnp.preview.server import HOST, Handler, Preview
from pnp.preview.watch import is_work
from tests.bounded import unmeasured
from tests.conftest import ROOT
from tests.preview.desks import desk, digests
from tests.projects import change, owls

PATIENCE = 30
"""Seconds after which a test has failed; an answer takes a fraction of one."""


@pytest.fixture
def preview(tmp_path: Path) -> Iterator[Preview]:
    made = Preview(desk(owls(tmp_path)))
    with made.running():
        yield made


def ask(preview: Preview, path: str, **headers: str) -> HTTPResponse:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    link = HTTPConnection(HOST, preview.port, timeout=PATIENCE)
    link.request("GET", path, headers=named)
    return link.getresponse()


def page(preview: Preview, path: str = "", **headers: str) -> HTTPResponse:
    return ask(preview, f"/{preview.token}/{path}", **headers)


def events(response: HTTPResponse) -> Iterator[tuple[str, Any]]:
    """The events of a stream, each with its data; a stream that only keeps alive has failed."""
    kind, last = "", monotonic()
    for raw in response:
        assert monotonic() - last < PATIENCE, "nothing was told"
        line = raw.decode().rstrip("\n")
        if line.startswith("event: "):
            kind = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield kind, json.loads(line.removeprefix("data: "))
            last = monotonic()


def test_the_page_may_load_nothing_but_its_own_pictures(preview: Preview) -> None:
    answer = page(preview)
    policy, body = answer.headers["Content-Security-Policy"], answer.read().decode()
    nonce = re.search(r"script-src 'nonce-([\w-]{16,})'", policy)
    assert nonce
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert body.count(f'nonce="{nonce[1]}"') == 2
    assert "http" not in re.sub(r"http://www\.w3\.org/2000/svg", "", body)
    assert page(preview).headers["Content-Security-Policy"] != policy


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "example.com"},
        {"Host": "127.0.0.1.nip.io:80"},
        {"Host": ""},
        {"Host": "127.0.0.1:1"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
)
@pytest.mark.parametrize("path", ["", "events", "sheets/full", "low", "seen/1", "picture/0.svg"])
def test_nobody_else_gets_anything(preview: Preview, path: str, headers: dict[str, str]) -> None:
    assert page(preview, path, **headers).status == 403


def test_a_browser_is_waited_for_until_it_shows_the_pictures_of_this_redraw(
    preview: Preview, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pnp.preview.server.LONGEST_WAIT", PATIENCE)
    begun = monotonic()
    preview.desk.wait()  # nobody looks on
    stream = page(preview, "events")
    _, state = next(events(stream))
    over = Event()

    def draw_the_rest() -> None:
        preview.desk.wait()
        over.set()

    Thread(target=draw_the_rest, daemon=True).start()
    assert page(preview, f"seen/{state['version'] - 1}").status == 200
    assert not over.wait(0.2)
    assert page(preview, f"seen/{state['version']}").status == 200
    assert over.wait(PATIENCE)
    assert monotonic() - begun < PATIENCE
    stream.close()


@pytest.mark.parametrize("path", ["/", "/events", "/wrong/", "//", "/wrong/picture/x.svg"])
def test_nothing_without_the_token(preview: Preview, path: str) -> None:
    answer = ask(preview, path)
    assert answer.status == 403
    assert b"Owls" not in answer.read()


@pytest.mark.parametrize(
    "path",
    [
        "../../card_data/owls/game.yaml",
        "picture/../../../card_data/owls/game.yaml",
        "picture/%2e%2e%2fgame.yaml",
        "picture//etc/hosts",
        "picture/card_data/owls/game.yaml",
        "page.js",
        "nothing",
    ],
)
def test_no_address_is_a_path(preview: Preview, path: str) -> None:
    answer = page(preview, path)
    assert answer.status == 404
    assert b"title" not in answer.read()


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "CONNECT", "TRACE"])
def test_it_can_only_be_asked(preview: Preview, method: str) -> None:
    link = HTTPConnection(HOST, preview.port, timeout=PATIENCE)
    link.request(method, f"/{preview.token}/sheets/full", headers={"Origin": "http://example.com"})
    answer = link.getresponse()
    assert answer.status == 501
    assert answer.headers["Access-Control-Allow-Origin"] is None


def test_a_token_of_other_letters_is_refused(preview: Preview) -> None:
    link = socket.create_connection((HOST, preview.port), timeout=PATIENCE)
    with link:
        host = f"{HOST}:{preview.port}"
        link.sendall(f"GET /t\u00f6ken/ HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        assert link.recv(100).startswith(b"HTTP/1.1 403 ")
    assert page(preview).status == 200


@pytest.mark.parametrize(
    "more", ["Host: example.com", "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Site: cross-site"]
)
def test_a_header_that_is_there_twice_is_no_way_in(preview: Preview, more: str) -> None:
    host = f"{HOST}:{preview.port}"
    with socket.create_connection((HOST, preview.port), timeout=PATIENCE) as link:
        link.sendall(f"GET /{preview.token}/ HTTP/1.1\r\nHost: {host}\r\n{more}\r\n\r\n".encode())
        assert link.recv(100).startswith(b"HTTP/1.1 403 ")


def test_who_does_not_finish_a_request_is_left_alone(
    preview: Preview, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Handler, "timeout", 0.05)
    with socket.create_connection((HOST, preview.port), timeout=PATIENCE) as link:
        link.sendall(b"GET /")
        assert link.recv(100) == b""


def test_answers_are_for_the_page_alone(preview: Preview) -> None:
    digest = digests(preview.desk)["owl/barn/face"]
    for path in ("", "sheets", f"picture/{digest}.svg"):
        answer = page(preview, path, Origin="http://example.com")
        assert answer.status == 200
        assert answer.headers["Access-Control-Allow-Origin"] is None
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        answer.read()


def test_it_listens_on_this_machine_only(preview: Preview) -> None:
    assert preview.address.startswith("http://127.0.0.1:")
    assert preview._server.server_address[0] == "127.0.0.1"


def test_every_tab_hears_of_a_save(preview: Preview, tmp_path: Path) -> None:
    tabs = [events(page(preview, "events")) for _ in range(2)]
    firsts = [next(tab) for tab in tabs]
    assert [kind for kind, _ in firsts] == ["state", "state"]
    before = digests(preview.desk)["owl/snow/face"]
    change(tmp_path, "card_data/owls/owl.csv", "Snowy Owl", "Snow Owl")
    for tab in tabs:
        for kind, _ in tab:
            if kind == "state" and digests(preview.desk)["owl/snow/face"] != before:
                break


def test_the_end_of_the_server_ends_the_streams(tmp_path: Path) -> None:
    preview = Preview(desk(owls(tmp_path)))
    with preview.running():
        answer = page(preview, "events")
        stream = events(answer)
        next(stream)
    rest = list(stream)
    assert all(kind in ("state", "checks") for kind, _ in rest)


def test_a_fault_of_the_program_is_shown_and_not_the_end(
    preview: Preview, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("no sheets today")

    monkeypatch.setattr(type(preview.desk), "sheets", broken)
    assert page(preview, "sheets").status == 500
    assert "no sheets today" in preview.desk.state["problems"][0]["message"]
    assert page(preview).status == 200


@pytest.mark.parametrize("gone", [TimeoutError, ConnectionResetError])
def test_a_tab_whose_computer_sleeps_is_no_fault(
    gone: type[OSError],
    preview: Preview,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    def asleep(*_: object) -> None:
        raise gone("the other side does not read")

    monkeypatch.setattr(type(preview.desk), "sheets", asleep)
    with pytest.raises(HTTPException):
        page(preview, "sheets")
    assert page(preview).status == 200
    assert preview.desk.state["problems"] == []
    assert "Traceback" not in capfd.readouterr().err


def test_the_watcher_outlives_a_fault(
    preview: Preview, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told, redraw = Event(), type(preview.desk).redraw
    faults = iter([True])

    def once(self: object, changed: object = ()) -> None:
        if next(faults, False):
            raise ValueError("once")
        redraw(self, changed)  # type: ignore[arg-type]
        told.set()

    monkeypatch.setattr(type(preview.desk), "redraw", once)
    change(tmp_path, "card_data/owls/owl.csv", "Snowy Owl", "Snow Owl")
    assert told.wait(PATIENCE)


def test_many_saves_in_a_row_are_one_redraw(preview: Preview, tmp_path: Path) -> None:
    stream = events(page(preview, "events"))
    next(stream)
    shown, before = preview.desk, preview.desk.version
    with shown._lock:  # as while it is drawing
        for number in range(20):
            change(tmp_path, "card_data/owls/owl.csv", "Snow", f"Snow{number} ")
    seen = (data for kind, data in stream if kind == "state")
    assert any("Snow19" in json.dumps(data) for data in seen)
    assert shown.version - before <= 3


def test_a_folder_that_is_renamed_and_back_is_seen(preview: Preview, tmp_path: Path) -> None:
    states = (data for kind, data in events(page(preview, "events")) if kind == "state")
    card_data = tmp_path / "card_data"
    card_data.rename(tmp_path / "elsewhere")
    assert any(state["problems"] for state in states)
    (tmp_path / "elsewhere").rename(card_data)
    assert any(state["problems"] == [] for state in states)
    change(tmp_path, "card_data/owls/owl.csv", "Snowy Owl", "Snow Owl")
    assert any("Snow Owl" in json.dumps(state) for state in states)


def test_a_folder_that_is_back_before_it_is_watched_again_is_seen(
    preview: Preview, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    states = (data for kind, data in events(page(preview, "events")) if kind == "state")
    card_data, elsewhere, redraw = tmp_path / "card_data", tmp_path / "elsewhere", Desk.redraw

    def back_at_once(self: Desk, changed: set[Path] | None = None) -> None:
        redraw(self, changed)
        if elsewhere.exists():
            elsewhere.rename(card_data)

    monkeypatch.setattr(Desk, "redraw", back_at_once)
    card_data.rename(elsewhere)
    assert any(state["problems"] for state in states)
    assert any(state["problems"] == [] for state in states)


@pytest.mark.skipif(sys.platform == "win32", reason="another signal ends it there")
def test_ctrl_c_ends_it_while_tabs_are_open(tmp_path: Path) -> None:
    owls(tmp_path)
    command = [sys.executable, "-u", "-m", "pnp", "preview", "owls", "--no-open"]
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        env={**unmeasured(), "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdout is not None
        address = re.search(r"http://\S+", process.stdout.readline())
        assert address
        assert "Ctrl-C" in process.stdout.readline()
        _, _, place, token = address[0].rstrip("/").split("/")
        link = HTTPConnection(place, timeout=PATIENCE)
        link.request("GET", f"/{token}/events")
        link.getresponse().readline()
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=PATIENCE)
    assert (process.returncode, said) == (0, "")


@pytest.mark.parametrize(
    ("name", "work"),
    [
        ("owl.csv", True),
        ("owl.svg", True),
        (".~lock.owl.ods#", False),
        ("~$owl.xlsx", False),
        ("owl.csv~", False),
        (".owl.svg.swp", False),
        ("owl.tmp", False),
    ],
)
def test_locks_and_temporary_files_are_no_work(name: str, work: bool) -> None:
    from watchfiles import Change

    assert is_work(Change.modified, f"/somewhere/{name}") is work
