"""The HTTP server of the page: GET requests only, on the loopback address, with a Host check.

A child process evaluates each text under time and memory limits. The server reads no file except
the page's template, and writes none.
"""

from __future__ import annotations

from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from threading import Lock
from typing import Final, cast
from urllib.parse import parse_qs, urlsplit

from verif.calculator.calculated import Calculated
from verif.pages.rendering import rendered
from verif.processes.child import GIBIBYTE, Child, Ended, NotStartedError, python

HOST: Final = "127.0.0.1"
NAMES: Final = (HOST, "localhost")

LONGEST: Final = 4096
"""The most characters of a text."""

MEMORY: Final = 4 * GIBIBYTE

HEADERS: Final = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


class Server(ThreadingHTTPServer):
    """Serves the page on a port of the loopback address; port 0 picks a free one.

    Errors: OSError if the port is in use, or this user may not bind it.
    """

    daemon_threads = True

    def __init__(self, port: int, seconds: float) -> None:
        self._seconds = seconds
        self._one_asks = Lock()
        self._child = Child(python("verif.calculator.worker", str(seconds)), MEMORY)
        super().__init__((HOST, port), _Handler)

    def server_bind(self) -> None:
        """Bind the port without a reverse DNS lookup of the loopback address."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = HOST, self.server_address[1]

    @property
    def address(self) -> str:
        """The URL of the page."""
        return f"http://{HOST}:{self.server_port}/"

    def is_own(self, host: str | None) -> bool:
        """Return whether a Host header names this server. This prevents DNS rebinding."""
        own = {f"{name}:{self.server_port}" for name in NAMES}
        return host in (own | set(NAMES) if self.server_port == 80 else own)

    def calculated(self, text: str) -> Calculated:
        """Return the result of a text. Exceeding a limit gives an error result."""
        if len(text) > LONGEST:
            return Calculated(error=f"at most {LONGEST} characters are allowed, not {len(text)}")
        try:
            with self._one_asks:
                (answer,) = self._child.ask((text,), self._seconds)
        except NotStartedError as error:
            return Calculated(error=f"no answer: {error}")
        if isinstance(answer, Ended):
            return Calculated(error=answer.how if answer.is_late else f"no answer: {answer}")
        return Calculated(**answer)

    def server_close(self) -> None:
        """Close the socket and stop the child process."""
        super().server_close()
        self._child.stop()


class _Handler(BaseHTTPRequestHandler):
    """Handles one request."""

    timeout = 30.0
    """The number of seconds after which an idle connection is closed."""

    server_version = "layout-verif"
    sys_version = ""

    def do_GET(self) -> None:
        """Send the page, with the result of `?q=TEXT`."""
        server = cast(Server, self.server)
        if not server.is_own(self.headers["Host"]):
            self.send_error(HTTPStatus.FORBIDDEN, "The Host header does not name this server")
            return
        target = urlsplit(self.path)
        if target.path != "/":
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        text = parse_qs(target.query).get("q", [""])[0].strip()
        result = server.calculated(text) if text else None
        page = rendered("calculator.html.jinja", text=text, result=result, longest=LONGEST).encode()
        self.send_response(HTTPStatus.OK)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""
