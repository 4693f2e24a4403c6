"""The page in a real browser: its rows are there, its filters work, it can be seen.

`make test-browser` runs it. It needs Chromium, as Debian installs it.
"""

import re
import subprocess
from pathlib import Path

import pytest

from verif.deciding.decided import Decided
from verif.deciding.selection import selected
from verif.deciding.workers import decide_all
from verif.kernel.verdict import Outcome, Verdict
from verif.pages.overview import overview

CHROMIUM = Path("/usr/bin/chromium")
OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--virtual-time-budget=5000",
)

IDS = ("C1", "K2", "D1", "K12")

CHOOSE = """
<script>
const select = document.querySelector("select[name=verdict]");
select.value = "UNKNOWN";
select.dispatchEvent(new Event("change", {bubbles: true}));
</script>
"""
"""The actions of a user."""


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "index.html"
    *proofs, one, other = selected(IDS)
    undecided = (
        Decided(chosen.claim, Verdict(Outcome.UNKNOWN, reason="not asked")) for chosen in proofs
    )
    refuted = decide_all((one, other), jobs=2, seconds=120.0)
    path.write_bytes(overview((*undecided, *refuted)))
    return path


@pytest.fixture
def chromium(tmp_path):
    def run(*arguments):
        assert CHROMIUM.exists(), f"{CHROMIUM} is missing: apt-get install chromium"
        command = [CHROMIUM, *OPTIONS, f"--user-data-dir={tmp_path / 'profile'}", *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)

    return run


def visible(dom, tag):
    """The claims whose rows, or sections, are not hidden."""
    items = re.findall(rf"<{tag} ([^>]*data-verdict[^>]*)>(.*?)</{tag}>", dom, re.DOTALL)
    return [
        re.search(r'href="#(\w+)"|^<h2>(\w+)', content.strip()).group(1, 2)
        for attributes, content in items
        if "hidden" not in attributes
    ]


def claims(dom, tag):
    return [link or head for link, head in visible(dom, tag)]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", ["C1", "K2", "D1", "K12"]),
        ("?verdict=REFUTED", ["D1", "K12"]),
        ("?subject=complement", ["K2", "K12"]),
        ("?verdict=UNKNOWN&subject=complement", ["K2"]),
        ("?verdict=UNKNOWN&subject=distributivity", []),
        ("?verdict=nonsense", ["C1", "K2", "D1", "K12"]),
    ],
)
def test_a_link_opens_it_filtered(page, chromium, query, expected):
    dom = chromium("--dump-dom", page.as_uri() + query).stdout
    assert claims(dom, "tr") == claims(dom, "section") == expected
    assert f">{len(expected)} of 4 claims</output>" in dom


def test_choosing_filters_it(page, chromium, tmp_path):
    chosen = tmp_path / "chosen.html"
    chosen.write_text(page.read_text().replace("</body>", f"{CHOOSE}</body>"))
    dom = chromium("--dump-dom", chosen.as_uri()).stdout
    assert claims(dom, "tr") == claims(dom, "section") == ["C1", "K2"]


def test_it_can_be_seen(page, chromium, tmp_path):
    picture = tmp_path / "page.png"
    chromium(f"--screenshot={picture}", "--window-size=1200,2000", page.as_uri())
    content = picture.read_bytes()
    assert content.startswith(b"\x89PNG")
    assert len(content) > 20_000
