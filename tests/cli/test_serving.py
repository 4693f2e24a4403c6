"""The page of forms is served over HTTP to the local machine only, until Ctrl-C."""

import os
import re
import signal
import subprocess
import sys
from contextlib import contextmanager
from html import unescape
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import quote, urlencode, urlsplit

import pytest

from verif.calculator.form import FORMS, command
from verif.calculator.page import EXAMPLES, SCRIPT, address
from verif.calculator.server import Server

ROOT = Path(__file__).parents[2]

PATIENCE = 600
"""Wall-clock seconds to wait for an event that happens at once on an idle machine."""

ENDLESS = f"covers({'(2,1000003):(1,2) o 0 o ' * 100}(65535,1):(3,-1), 5)"
"""A question that takes a minute of processor time."""


@contextmanager
def serving(*options):
    """Start the command in a separate process. Yield the process and the port of its server."""
    serve = (sys.executable, "-m", "verif.cli.main", "serve", "--port", "0")
    process = subprocess.Popen(
        # Ctrl-C must end the command, even if the tests run in the background and ignore SIGINT.
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


def got(port, path, method="GET", body=None, **headers):
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request(method, path, body, headers)
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
        ("coalesce((2,4):(1,2))", '<pre id="printed" tabindex="0" class="lines">8:1</pre>'),
        ("table(2:3)", "+---+"),
        ("injective(4:0)", "refuted</strong> A(0) = A(1) = 0"),
        ("size(", "Error</strong> expected"),
        ("nosuch(4:2)", "Error</strong> unknown operation 'nosuch'"),
        ("(M,4):(4,1)", "for all sizes, write M in the field For all sizes"),
        ("layout-verif eval 4:1", "write only the expression or the question, without"),
        ("draw (8,8):(8,1)", "`layout-verif draw` is a command"),
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


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ("load=4:1", "fill in the field Element type"),
        ("type=f32", "fill in the field Stores or the field Loads"),
    ],
)
def test_a_field_that_is_missing_is_named_as_on_the_page(port, fields, said):
    _, _, page = got(port, f"/?do=find&smem=4:1&{fields}")
    assert said in page


def test_a_name_is_offered_once(port):
    offered = re.findall(r'<option value="([^"]*)', got(port, "/")[2])
    assert len(set(offered)) == len(offered)


def test_a_large_layout_has_no_drawing(port):
    assert "<svg " not in asked(port, "(4096,4096):(1,4096)")


def test_the_query_is_escaped(port):
    page = asked(port, '"><script>alert(1)</script>')
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page


def test_a_timeout_is_reported_as_an_error():
    with Server(0, 0.25) as server:
        assert server.answered({"q": ENDLESS}).error.startswith("no answer within ")


@pytest.mark.parametrize("host", ["example.org", "127.0.0.1", "localhost:1", "127.0.0.1.nip.io"])
def test_a_foreign_host_header_is_rejected(port, host):
    assert got(port, "/?q=4:2", Host=host)[0] == 403


def test_the_host_localhost_is_accepted(port):
    assert got(port, "/", Host=f"localhost:{port}")[0] == 200


@pytest.mark.parametrize("path", ["/etc/passwd", "/../../etc/passwd", "/pyproject.toml"])
def test_unknown_paths_return_404(port, path):
    assert got(port, path)[0] == 404


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS"])
def test_other_methods_return_501(port, method):
    assert got(port, "/", method)[0] == 501


def test_the_page_loads_no_other_resource(port):
    _, headers, page = got(port, "/")
    assert headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert re.findall(r"<script>(.*?)</script>", page, re.DOTALL) == [SCRIPT]
    assert " src=" not in page


CASES = [(name, fields) for name, examples in EXAMPLES.items() for fields in examples]


@pytest.mark.parametrize(("name", "fields"), CASES, ids=lambda value: str(value)[:40])
def test_every_example_is_linked_and_answered_as_by_its_command(port, run, name, fields):
    link = address(fields, name)
    if name != "operations":
        assert link in unescape(got(port, f"/?do={name}")[2])
    page = unescape(got(port, f"/{link}")[2])
    assert 'id="problem"' not in page
    words = command({"do": name, **fields})
    assert 'id="command"' in page
    if name in ("find", "calculate") and "for" in fields:
        told = run(*words).out
        assert told.split(maxsplit=1)[-1].strip() in page


@pytest.mark.parametrize("name", FORMS)
def test_every_form_is_opened_by_its_link_and_marked(port, name):
    page = got(port, f"/?do={name}")[2]
    assert f' aria-current="page">{FORMS[name].title}</a>' in page
    assert all(f'name="{field}"' in page for field in FORMS[name].fields)


def posted(port, fields, **headers):
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    return got(port, "/", "POST", urlencode(fields), **kind, **headers)


def test_a_posted_text_is_audited(port):
    status, _, page = posted(port, {"do": "audit", "text": EXAMPLES["audit"][0]["text"], "all": 1})
    assert status == 200
    assert '<strong class="verdict proved">holds</strong>' in page


def test_a_kernel_is_decided_with_pictures(port):
    text = (ROOT / "examples/kernels/reduction.kernel.toml").read_text().replace("\n", "\r\n")
    page = posted(port, {"do": "kernel", "text": text, "output": "1"})[2]
    assert "0 fault" in page
    assert page.count("<figcaption>") >= 1


def test_a_kernel_in_python_is_not_run(port, tmp_path):
    text = f"open({str(tmp_path / 'made')!r}, 'w')"
    assert "the file is not TOML" in posted(port, {"do": "kernel", "text": text})[2]
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("origin", ["http://example.org", "null", "https://127.0.0.1"])
def test_a_form_of_another_site_is_rejected(port, origin):
    assert posted(port, {"do": "audit", "text": "x"}, Origin=origin)[0] == 403


def test_a_form_of_this_page_is_accepted(port):
    assert posted(port, {"q": "4:2"}, Origin=f"http://127.0.0.1:{port}")[0] == 200


@pytest.mark.parametrize(("length", "status"), [("x", 411), ("9" * 30, 413), ("99999999", 413)])
def test_a_body_without_a_fit_length_is_rejected(port, length, status):
    assert got(port, "/", "POST", **{"Content-Length": length})[0] == status


@pytest.mark.parametrize("name", sorted(FORMS.keys() - {"operations", "audit", "kernel"}))
def test_no_field_is_read_as_an_option(port, tmp_path, name):
    target = tmp_path / "made"
    for text in (f"--output={target}.svg", f"-o{target}.svg", f"--smt2={target}", "--help"):
        fields = dict.fromkeys(FORMS[name].fields, text)
        assert 'id="problem"' in got(port, "/?" + urlencode({"do": name, **fields}))[2]
    assert not list(tmp_path.iterdir())


def test_the_page_of_operations_finds_a_question_and_an_operation(port):
    page = unescape(got(port, "/?do=operations&word=divide")[2])
    assert "?fill=zipped_divide%28layout%2C+tiler%29" in page
    assert "moves no element" in got(port, "/?do=operations&word=bitcast")[2]
    assert "mentions 'nosuch'" in unescape(got(port, "/?do=operations&word=nosuch")[2])


def test_an_operation_of_the_list_is_filled_in_and_not_calculated(port):
    page = got(port, "/?fill=size(layout)")[2]
    assert 'value="size(layout)"' in page
    assert 'id="problem"' not in page


def test_an_occupied_port_is_reported_in_one_line(run, port):
    done = run("serve", "--port", str(port))
    assert done.status == 2
    assert done.err == f"layout-verif: port {port} of 127.0.0.1: Address already in use\n"


def test_ctrl_c_stops_the_server_cleanly():
    with serving() as (process, port):
        assert got(port, "/")[0] == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
