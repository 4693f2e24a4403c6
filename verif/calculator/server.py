"""The HTTP server of the page, on the loopback address.

The server checks the headers Host and Origin. A child process answers each form under time and
memory limits. The child process runs each command in a temporary folder that has only the pasted
text. The server reads no file except the page's template.
"""

from __future__ import annotations

from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from threading import Lock
from typing import Final, cast
from urllib.parse import parse_qs, urlsplit

from verif.calculator.calculated import Calculated
from verif.calculator.form import LONGEST_TEXT, is_asked, problem
from verif.calculator.page import DIGEST, page
from verif.processes.child import GIBIBYTE, Child, Ended, NotStartedError, python

HOST: Final = "127.0.0.1"
NAMES: Final = (HOST, "localhost")

LONGEST_BODY: Final = 3 * LONGEST_TEXT
"""The greatest size of a posted form in bytes. A character may need three bytes, as in `%3A`."""

MEMORY: Final = 4 * GIBIBYTE

HEADERS: Final = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; "
        f"script-src 'sha256-{DIGEST}'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    # The browser sends no referrer to other sites. It still sends the origin of this site with a
    # posted form, and the server requires this origin.
    "Referrer-Policy": "same-origin",
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
        self._child = Child(python("verif.cli.answering", str(seconds)), MEMORY)
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

    def is_from_own(self, origin: str | None) -> bool:
        """Return whether an Origin header names this server or is missing.

        Browsers send this header with each post.
        """
        scheme, _, host = (origin or "").partition("://")
        return origin is None or (scheme == "http" and self.is_own(host))

    def answered(self, fields: dict[str, str]) -> Calculated:
        """Return the result of a form. Exceeding a limit gives an error result."""
        wrong = problem(fields)
        if wrong:
            return Calculated(error=wrong)
        try:
            with self._one_asks:
                (answer,) = self._child.ask((fields,), self._seconds)
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
        """Read the form in the URL, and send the page with the form's result."""
        if self._is_own():
            self._send(_fields(urlsplit(self.path).query))

    def do_POST(self) -> None:
        """Read the form in the request's body, and send the page with the form's result."""
        server = cast(Server, self.server)
        if not self._is_own():
            return
        if not server.is_from_own(self.headers["Origin"]):
            self.send_error(HTTPStatus.FORBIDDEN, "The form was sent from another site")
            return
        length = self.headers["Content-Length"] or ""
        if not length.isdecimal():
            self.send_error(HTTPStatus.LENGTH_REQUIRED)
        elif len(length) > len(str(LONGEST_BODY)) or int(length) > LONGEST_BODY:
            self.send_error(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        else:
            self._send(_fields(self.rfile.read(int(length)).decode(errors="replace")))

    def _is_own(self) -> bool:
        """Return whether the request is for this server's page. If not, send an error response."""
        if not cast(Server, self.server).is_own(self.headers["Host"]):
            self.send_error(HTTPStatus.FORBIDDEN, "The Host header does not name this server")
            return False
        if urlsplit(self.path).path != "/":
            self.send_error(HTTPStatus.NOT_FOUND)
            return False
        return True

    def _send(self, fields: dict[str, str]) -> None:
        result = cast(Server, self.server).answered(fields) if is_asked(fields) else None
        content = page(fields, result).encode(errors="replace")
        self.send_response(HTTPStatus.OK)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


def _fields(query: str) -> dict[str, str]:
    """Return the fields of an encoded form. If a name occurs twice, its first value counts."""
    return {name: texts[0].replace("\r\n", "\n") for name, texts in parse_qs(query).items()}
