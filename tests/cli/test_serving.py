"""The calculator's page: served over HTTP to the local machine only, until Ctrl-C."""

import os
import re
import signal
import subprocess
import sys
from contextlib import contextmanager
from html import unescape
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest

from verif.calculator.server import Server

ROOT = Path(__file__).parents[2]

PATIENCE = 600
"""Wall-clock seconds for an event that an idle machine reaches at once."""

ENDLESS = f"covers({'(2,1000003):(1,2) o 0 o ' * 100}(65535,1):(3,-1), 5)"
"""A question that takes a minute of processor time."""


@contextmanager
def serving(*options):
    """Start the command in a separate process and yield it with its port."""
    serve = (sys.executable, "-m", "verif.cli.main", "serve", "--port", "0")
    process = subprocess.Popen(
        # Background tests may ignore SIGINT, and children would inherit that.
        ["env", "--default-signal=INT", *serve, *options],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            yield process, urlsplit(line.split()[0]).port
        finally:
            process.kill()


@pytest.fixture(scope="module")
def port():
    with serving("--timeout", "60") as (_, port):
        yield port


def got(port, path, method="GET", **headers):
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read().decode()
    finally:
        connection.close()


def asked(port, text):
    status, _, page = got(port, f"/?q={quote(text)}")
    assert status == 200
    return page


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("coalesce((2,4):(1,2))", '<pre id="printed" tabindex="0">8:1</pre>'),
        ("table(2:3)", "+---+"),
        ("injective(4:0)", "refuted</strong> A(0) = A(1) = 0"),
        ("size(", "Error</strong> expected"),
        ("nosuch(4:2)", "Error</strong> unknown operation 'nosuch'"),
        ("(" * 4000, "Error</strong>"),
        ("4" * 5000, "at most 4096 characters are allowed, not 5000"),
    ],
    ids=lambda value: value[:12],
)
def test_the_page_gives_the_answers_of_the_command(port, text, said):
    assert said in unescape(asked(port, text))


def test_a_layout_is_shown_with_drawing_and_properties(port):
    page = asked(port, "(4,2):(1,5)")
    assert page.count("<svg ") == 1
    told = dict(re.findall(r'">(\w+)</a></th><td><code>([^<]*)</code>', page))
    assert (told["size"], told["cosize"], told["injective"][:5]) == ("8", "9", "holds")


def test_a_question_is_shown_with_its_picture(port):
    assert "T1 b8" in asked(port, "conflict_free((8,8):(8,1), (8,1):(1,8), f32)")
    assert "<svg " not in asked(port, "injective((4096,4096):(1,4096))")


def test_a_large_layout_has_no_drawing(port):
    assert "<svg " not in asked(port, "(4096,4096):(1,4096)")


def test_the_query_is_escaped(port):
    page = asked(port, '"><script>alert(1)</script>')
    assert "<script" not in page
    assert "&lt;script&gt;" in page


def test_a_timeout_is_reported_as_an_error():
    with Server(0, 0.25) as server:
        assert server.calculated(ENDLESS).error.startswith("no answer within ")


@pytest.mark.parametrize("host", ["example.org", "127.0.0.1", "localhost:1", "127.0.0.1.nip.io"])
def test_a_foreign_host_header_is_rejected(port, host):
    assert got(port, "/?q=4:2", Host=host)[0] == 403


def test_the_host_localhost_is_accepted(port):
    assert got(port, "/", Host=f"localhost:{port}")[0] == 200


@pytest.mark.parametrize("path", ["/etc/passwd", "/../../etc/passwd", "/pyproject.toml"])
def test_unknown_paths_return_404(port, path):
    assert got(port, path)[0] == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_methods_other_than_get_return_501(port, method):
    assert got(port, "/", method)[0] == 501


def test_the_page_loads_no_other_resource(port):
    _, headers, page = got(port, "/")
    assert headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert "<script" not in page


def test_every_example_of_the_page_is_answered(port):
    links = re.findall(r'<a href="(/\?q=[^"]+)"', got(port, "/")[2])
    assert len(links) > 5
    assert not [link for link in links if "Error" in got(port, link)[2]]


def test_an_occupied_port_is_reported_in_one_line(run, port):
    done = run("serve", "--port", str(port))
    assert done.status == 2
    assert done.err == f"layout-verif: port {port} of 127.0.0.1: Address already in use\n"


def test_ctrl_c_stops_the_server_cleanly():
    with serving() as (process, port):
        assert got(port, "/")[0] == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
