"""Shows a desk to browsers on this machine: the page, its pictures, and an event for each change.

Nobody else may look: it listens on the loopback address only; the address holds a token that no
other page knows; a request for another host (DNS rebinding) or from another site is refused; no
answer allows other origins to read it; the page may load nothing but its own pictures; and what a
request names is looked up among the digests of the desk, never as a path.
"""

import json
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import monotonic
from typing import Any

from pnp.base.vision import DEUTERANOPIA, LUMINANCE, PROTANOPIA, TRITANOPIA, Rows
from pnp.preview.desk import Desk
from pnp.preview.watch import follow
from pnp.scene.page import Ink

HOST = "127.0.0.1"

HEARTBEAT = 15.0
"""Seconds between comments on an idle event stream: a write finds out that the tab is gone."""

STEP = 0.05
"""Seconds after which it is looked again whether a browser is still waited for."""

LONGEST_WAIT = 4.0
"""The most seconds that a browser is waited for: its tab may be in the background."""

SILENCE = 60.0
"""Seconds after which a client that does not finish its request is left alone."""

SAME_SITE = ("same-origin", "none", "")
"""Values of Sec-Fetch-Site for requests of the page itself, and for an address that was typed."""

Wake = SimpleQueue[bool]
"""Tells the event stream of one tab to send what is new: True to go on, False to end."""


class Preview:
    """A desk with its server: ``with preview.running(): …`` serves ``preview.address``."""

    def __init__(self, desk: Desk, port: int = 0, editor: str = "") -> None:
        self.desk = desk
        desk.tell, desk.wait = self.publish, self.wait
        self.token = secrets.token_urlsafe(16)
        self.page = _page(editor)
        self.tabs: set[Wake] = set()
        self.stop = Event()
        self.seen = ""
        handler = type("_Bound", (Handler,), {"preview": self})
        self._server = _Server((HOST, port), handler)

    @property
    def port(self) -> int:
        """Return the port that it listens on."""
        return self._server.server_port

    @property
    def address(self) -> str:
        """Return the address of the page, with its token."""
        return f"http://{HOST}:{self.port}/{self.token}/"

    @contextmanager
    def running(self) -> Iterator[None]:
        """Serve, watch and redraw in the background for the time of a ``with`` block."""
        tasks = (
            Thread(target=self._server.serve_forever, args=(0.1,), daemon=True),
            Thread(target=follow, args=(self.desk, self.stop), daemon=True),
        )
        for task in tasks:
            task.start()
        try:
            yield
        finally:
            self.stop.set()
            for tab in tuple(self.tabs):
                tab.put(False)
            self._server.shutdown()
            self._server.server_close()

    def publish(self) -> None:
        """Send what is new to every tab."""
        for tab in tuple(self.tabs):
            tab.put(True)

    def wait(self) -> None:
        """Wait until a tab shows on its screen what is drawn so far.

        To draw the rest beside would take half of the time that Python has for these pictures, and
        one of two processors that the browser needs to decode them.
        """
        begun = monotonic()
        while self.tabs and monotonic() - begun < LONGEST_WAIT and not self.stop.is_set():
            if self.seen == str(self.desk.version):
                return
            self.stop.wait(STEP)


GONE = (ConnectionError, TimeoutError)
"""What ends an answer to a tab that was closed, or whose computer sleeps."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Stay silent about tabs that went away in the middle of an answer."""
        if not isinstance(sys.exc_info()[1], GONE):
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    """Answers one request of a browser."""

    preview: Preview
    protocol_version = "HTTP/1.1"
    timeout = SILENCE
    server_version, sys_version = "pnp", ""

    def do_GET(self) -> None:
        """Answer a request for the page, a picture, the state or the events."""
        token, _, path = self.path.removeprefix("/").partition("/")
        known = secrets.compare_digest(token.encode(), self.preview.token.encode())
        if not (self._is_own_host() and self._is_same_site() and known):
            self._refuse(HTTPStatus.FORBIDDEN, "open the address that pnp preview printed\n")
            return
        kind, _, name = path.partition("?")[0].partition("/")
        answer = _ANSWERS.get(kind)
        if answer is None:
            self._refuse(HTTPStatus.NOT_FOUND, "there is no such page\n")
            return
        try:
            answer(self, name)
        except GONE:
            raise
        except Exception as error:
            self.preview.desk.report_fault(error)
            self._refuse(HTTPStatus.INTERNAL_SERVER_ERROR, "see the page\n")

    def log_message(self, *_: object) -> None:
        """Log nothing: the terminal shows what is wrong with the game."""

    def _is_own_host(self) -> bool:
        hosts = (f"{name}:{self.preview.port}" for name in (HOST, "localhost"))
        return self.headers.get_all("Host") in [[host] for host in hosts]

    def _is_same_site(self) -> bool:
        return all(site in SAME_SITE for site in self.headers.get_all("Sec-Fetch-Site", ()))

    def show_page(self, _: str) -> None:
        """Answer with the page itself."""
        nonce = secrets.token_urlsafe(16)
        policy = (
            f"default-src 'none'; img-src 'self' data:; connect-src 'self'; "
            f"style-src 'nonce-{nonce}'; script-src 'nonce-{nonce}'; "
            f"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        page = self.preview.page.replace("@nonce@", nonce)
        self._send(page, "text/html; charset=utf-8", {"Content-Security-Policy": policy})

    def show_picture(self, name: str) -> None:
        """Answer with a picture by its digest; it never changes, so the browser keeps it."""
        picture = self.preview.desk.svg(name.removesuffix(".svg"))
        if picture is None:
            self._refuse(HTTPStatus.NOT_FOUND, "there is no such picture\n")
            return
        kept = {
            "Cache-Control": "private, max-age=31536000, immutable",
            "Content-Security-Policy": "default-src 'none'; img-src data:",
        }
        self._send(picture, "image/svg+xml; charset=utf-8", kept)

    def show_sheets(self, name: str) -> None:
        """Answer with the sheets in an ink, which are imposed on the first request."""
        ink = next((ink for ink in Ink if ink.value == name), Ink.FULL)
        self._send(_json(self.preview.desk.sheets(ink)), "application/json")

    def draw_low(self, _: str) -> None:
        """Draw the game with little ink too, from now on."""
        self.preview.desk.also(Ink.LOW)
        self._send("{}", "application/json")

    def hear_of(self, version: str) -> None:
        """Note that the tab shows the pictures of a redraw on its screen."""
        self.preview.seen = version
        self._send("{}", "application/json")

    def send_events(self, _: str) -> None:
        """Send the state, then an event for each change, until the tab or the server ends it."""
        self.send_response(HTTPStatus.OK)
        self._headers("text/event-stream", {"Cache-Control": "no-store", "Connection": "close"})
        self.end_headers()
        self.close_connection = True
        wake: Wake = SimpleQueue()
        self.preview.tabs.add(wake)
        try:
            self._stream(wake)
        except GONE:
            pass
        finally:
            self.preview.tabs.discard(wake)

    def _stream(self, wake: Wake) -> None:
        desk, state, checks = self.preview.desk, None, None
        while True:
            if desk.state and desk.state is not state:
                state = desk.state
                self._event("state", state)
            if desk.busy:
                self._event("busy", {})
            if desk.checks is not None and desk.checks is not checks:
                checks = desk.checks
                self._event("checks", checks)
            try:
                if not wake.get(timeout=HEARTBEAT):
                    return
            except Empty:
                self.wfile.write(b": still here\n\n")
                self.wfile.flush()

    def _event(self, kind: str, data: object) -> None:
        self.wfile.write(f"event: {kind}\ndata: {_json(data)}\n\n".encode())
        self.wfile.flush()

    def _send(self, text: str, kind: str, more: dict[str, str] | None = None) -> None:
        body = text.encode()
        self.send_response(HTTPStatus.OK)
        self._headers(kind, {"Cache-Control": "no-store", **(more or {})})
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _refuse(self, status: HTTPStatus, words: str) -> None:
        body = words.encode()
        self.send_response(status)
        self._headers("text/plain; charset=utf-8", {"Content-Length": str(len(body))})
        self.end_headers()
        self.wfile.write(body)

    def _headers(self, kind: str, more: dict[str, str]) -> None:
        always = {
            "Content-Type": kind,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Cross-Origin-Opener-Policy": "same-origin",
        }
        for name, value in {**always, **more}.items():
            self.send_header(name, value)


_ANSWERS: dict[str, Callable[[Handler, str], None]] = {
    "": Handler.show_page,
    "events": Handler.send_events,
    "picture": Handler.show_picture,
    "sheets": Handler.show_sheets,
    "low": Handler.draw_low,
    "seen": Handler.hear_of,
}


def _page(editor: str) -> str:
    """Return the page with its style, its script and the matrices of colour vision in place.

    ``@nonce@`` is left: each answer has its own.
    """
    folder = files("pnp.preview") / "page"
    page, style, script = (
        (folder / f"page.{name}").read_text("utf-8") for name in ("html", "css", "js")
    )
    values = {
        "editor": escape(editor),
        "luminance": _matrix(LUMINANCE),
        "protanopia": _matrix(PROTANOPIA),
        "deuteranopia": _matrix(DEUTERANOPIA),
        "tritanopia": _matrix(TRITANOPIA),
        "style": style,
        "script": script,
    }
    for name, value in values.items():
        page = page.replace(f"@{name}@", value)
    return page


def _matrix(rows: Rows) -> str:
    """Return the values of an ``feColorMatrix`` in linear RGB."""
    lines = [*(f"{r} {g} {b} 0 0" for r, g, b in rows), "0 0 0 1 0"]
    return " ".join(lines)


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
