"""The calculator without a server: Pyodide in a real browser answers forms, links and keys.

`make test-browser` fetches Pyodide and runs these tests. They need Chromium, as Debian installs it.
"""

import json
import queue
import subprocess
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlencode

import pytest

from tests.browser.in_chromium import CHROMIUM, OPTIONS
from verif.calculator.page import EXAMPLES
from website.calculator import write_calculator

PYODIDE = Path(__file__).parents[2] / "build" / "pyodide" / "package"

PATIENCE = 300
"""Wall-clock seconds for all steps. An idle machine needs 15."""

DRIVER = """
<iframe width="WIDTH" height="800" src="START"></iframe>
<script type="module">
const frame = document.querySelector("iframe");
const at = (selector) => frame.contentDocument?.querySelector(selector);
const sleep = () => new Promise((resolve) => setTimeout(resolve, 50));
const answered = async () => {
  while (!at("#command")) await sleep();
};
const told = [];
const tell = () => {
  const page = frame.contentDocument;
  told.push({
    title: page.title,
    query: frame.contentWindow.location.search,
    focus: page.activeElement.id,
    result: at("#result").textContent,
    pictures: page.querySelectorAll("#result svg").length,
    width: page.documentElement.scrollWidth,
  });
};
const steps = STEPS;
await new Promise((resolve) => { frame.onload = resolve; });
for (const [kind, value] of steps) {
  if (kind === "form") {
    at(`nav a[href="${value}"]`).click();
  } else if (kind === "send") {
    at("#result").textContent = "";
    for (const [name, text] of Object.entries(value)) {
      at(`[name="${name}"]`).value = text;
    }
    at("main form").requestSubmit();
  } else if (kind === "key") {
    at("body").dispatchEvent(new KeyboardEvent("keydown", { key: value, bubbles: true }));
  } else if (kind === "back") {
    at("#result").textContent = "";
    frame.contentWindow.history.back();
  }
  if (kind === "wait") {
    while (!at(value)) await sleep();
  } else if (kind === "form") {
    while (!at(`nav a[href="${value}"][aria-current]`) || !at("#examples")) await sleep();
  } else if (kind !== "key") {
    await answered();
  }
  tell();
}
await fetch("/told", { method: "POST", body: JSON.stringify(told) });
</script>
"""
"""HTML that opens the calculator, performs a user's steps, and posts what each step showed."""


class Handler(SimpleHTTPRequestHandler):
    told = queue.Queue()

    def do_POST(self):
        self.told.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Yield the folder of the calculator and the address of its server."""
    assert PYODIDE.is_dir(), f"{PYODIDE} is missing: make build/pyodide/package"
    folder = tmp_path_factory.mktemp("calculator")
    write_calculator(PYODIDE, folder)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=folder))
    Thread(target=server.serve_forever, daemon=True).start()
    yield folder, f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@contextmanager
def chromium(profile, address):
    options = [one for one in OPTIONS if "virtual-time" not in one]
    log = profile.with_suffix(".log")
    with log.open("w") as errors:
        browser = subprocess.Popen(
            [CHROMIUM, *options, f"--user-data-dir={profile}", "--enable-logging=stderr", address],
            stdout=subprocess.DEVNULL,
            stderr=errors,
        )
        try:
            yield log
        finally:
            browser.terminate()
            browser.wait()


@pytest.fixture
def act(site, tmp_path):
    """Return a function that runs steps in a browser, and returns what each step showed."""
    folder, server = site

    def run(start, *steps, width=1200):
        text = DRIVER.replace("START", start).replace("WIDTH", str(width))
        (folder / "driver.html").write_text(text.replace("STEPS", json.dumps(steps)))
        with chromium(tmp_path / "profile", f"{server}/driver.html") as log:
            told = Handler.told.get(timeout=PATIENCE)
        assert "CONSOLE" not in log.read_text()
        return told

    return run


def test_addresses_forms_the_back_button_and_keys_work(act):
    asked, sent, back, drawn, focused = act(
        "calculator.html?" + urlencode({"q": "injective((4,8):(1,3))"}),
        ("wait", "#command"),
        ("send", {"q": "size((2,3):(1,2))"}),
        ("back", None),
        ("send", {"q": "(4,2):(1,5)"}),
        ("key", "/"),
    )
    assert "refuted A(3) = A(4) = 3" in asked["result"]
    assert sent["result"].split()[0] == "6"
    assert sent["query"] == "?q=size%28%282%2C3%29%3A%281%2C2%29%29"
    assert "refuted A(3) = A(4) = 3" in back["result"]
    assert drawn["pictures"] == 1
    assert drawn["title"] == "(4,2):(1,5) - Layout calculator"
    assert focused["focus"] == "q"


def test_every_form_is_answered_or_names_the_missing_package(act):
    steps = [
        step
        for name, examples in EXAMPLES.items()
        if name != "operations"
        for fields in examples
        for step in (
            ("form", f"?do={name}" if name != "calculate" else "?"),
            ("send", fields),
        )
    ]
    told = act("calculator.html", *steps, width=400)
    sent = [shown for (kind, _), shown in zip(steps, told, strict=True) if kind == "send"]
    lacking = ["the package" in shown["result"] for shown in sent]
    needs = ["for" in fields or "text" in fields for kind, fields in steps if kind == "send"]
    assert lacking == needs
    assert ["Error" in shown["result"] for shown in sent] == needs
    assert sum(shown["pictures"] for shown in sent) >= 6
    assert max(shown["width"] for shown in told) <= 400
