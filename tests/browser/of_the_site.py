"""Every page in a real browser: the console is empty, links work, and phones show all content.

`make test-site` generates the site and runs this file. It needs Chromium, as Debian installs it.
"""

import json
import re
import subprocess
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.browser.in_chromium import CHROMIUM, OPTIONS

SITE = Path(__file__).parents[2] / "build" / "site"

BATCH = 40
"""The number of pages that one browser loads, one after the other."""

PHONE = """
<iframe width="400" height="800" frameborder="0"></iframe><output></output>
<script>
const pages = PAGES, frame = document.querySelector("iframe"), told = [];
const style = (one) => frame.contentWindow.getComputedStyle(one);
const scrolls = (one) =>
  one && (/auto|scroll/.test(style(one).overflowX) || scrolls(one.parentElement));
const isCut = (one) => one.getClientRects().length && !scrolls(one)
  && one.getBoundingClientRect().right > 401;
const load = (k) => {
  if (k === pages.length) {
    document.querySelector("output").textContent = JSON.stringify(told);
    return;
  }
  frame.onload = () => {
    const page = frame.contentDocument;
    const out = [...page.querySelectorAll("article table, article pre, math")].filter(isCut);
    told.push([pages[k], page.documentElement.scrollWidth, out.length]);
    load(k + 1);
  };
  frame.src = pages[k];
};
load(0);
</script>
"""
"""HTML whose script loads each page at a phone's width and finds elements that are too wide."""


def every_page():
    assert SITE.is_dir(), f"{SITE} is missing: make site"
    return sorted(SITE.rglob("*.html"))


def for_people():
    """Return all pages, but only ten pages of source code, because these look alike."""
    code = [path for path in every_page() if path.relative_to(SITE).parts[0] in {"spec", "verif"}]
    return [*sorted(set(every_page()) - set(code)), *code[:10]]


@pytest.fixture
def loaded(tmp_path):
    """Return a function that loads pages and returns measurements and the browser's messages."""

    def load(pages):
        driver = tmp_path / "phone.html"
        driver.write_text(PHONE.replace("PAGES", json.dumps([page.as_uri() for page in pages])))
        command = [
            *(CHROMIUM, *OPTIONS[:-1], "--virtual-time-budget=600000"),
            f"--user-data-dir={tmp_path / 'profile'}",
            *("--allow-file-access-from-files", "--enable-logging=stderr", "--dump-dom"),
            driver.as_uri(),
        ]
        shown = subprocess.run(command, check=True, capture_output=True, text=True, timeout=600)
        found = re.search(r"<output>(.+?)</output>", shown.stdout)
        assert found is not None, "not every page was loaded"
        return json.loads(unescape(found[1])), shown.stderr

    return load


def test_pages_load_without_a_word_and_nothing_is_cut_on_a_phone(loaded):
    pages = for_people()
    assert len(pages) > 200
    for k in range(0, len(pages), BATCH):
        measured, messages = loaded(pages[k : k + BATCH])
        assert [line for line in messages.splitlines() if "CONSOLE" in line] == []
        assert [one for one in measured if one[1] > 400 or one[2]] == []


def test_every_link_leads_somewhere():
    texts = {path: path.read_text() for path in every_page()}
    places = {path: set(re.findall(r'\bid="([^"]+)"', text)) for path, text in texts.items()}
    broken = set()
    links = 0
    for path, text in texts.items():
        for link in re.findall(r'<(?:a|img|link|script)\b[^>]*\b(?:href|src)="([^"]+)"', text):
            file, _, place = unquote(unescape(link)).partition("#")
            if re.match(r"[a-z]+:", file):
                continue
            links += 1
            file, _, _ = file.partition("?")
            target = (path.parent / file).resolve() if file else path
            if not target.is_file() or (place and place not in places.get(target, {place})):
                broken.add((str(path.relative_to(SITE)), link))
    assert links > 10_000
    assert sorted(broken) == []
