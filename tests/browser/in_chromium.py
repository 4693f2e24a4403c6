"""The site in a real browser: filters, search and links work, and phones show all content.

`make test-browser` runs these tests. They need Chromium, as Debian installs it.
"""

import re
import subprocess
from pathlib import Path
from threading import Thread
from urllib.parse import quote
from urllib.request import urlopen

import pytest

from tests.gallery import PICTURES
from verif.calculator.server import Server
from verif.deciding.decided import Decided
from verif.deciding.selection import selected
from verif.deciding.workers import decide_all
from verif.kernel.verdict import Outcome, Verdict
from verif.oracle.history import ORDER, baselines
from verif.pages.reports import overview, write_site
from verif.pages.upstream import report

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
"""JavaScript that acts as a user: it filters, searches and selects."""

PHONE = """
<iframe src="PAGE" width="400" height="800" frameborder="0" onload="
  const page = this.contentDocument;
  const isCut = (table) => table.scrollWidth > table.clientWidth + 1;
  const cut = [...page.querySelectorAll('table')].filter(isCut).length;
  const shown = page.documentElement.scrollWidth + ' ' + cut;
  document.querySelector('output').textContent = shown;
"></iframe><output></output>
"""
"""HTML that loads a page at a phone's width, measures it, and counts the tables that are cut."""

SCREEN = """
<iframe src="PAGE" width="1280" height="900" frameborder="0" onload="
  const page = this.contentDocument, table = page.querySelector('#faults');
  const wide = page.documentElement.scrollWidth - page.documentElement.clientWidth;
  table.rows[table.rows.length - 1].scrollIntoView({ block: 'end' });
  const { top, bottom } = table.tHead.getBoundingClientRect();
  const told = [Math.round(top), Math.round(bottom), wide, Math.round(this.contentWindow.scrollY)];
  document.querySelector('output').textContent = told.join(' ');
"></iframe><output></output>
"""
"""HTML that shows a page at a laptop's size, scrolls to its end, and measures page and table."""


FITTED = """
<output></output><script>
const wide = [];
for (const svg of document.querySelectorAll("svg")) {
  const boxes = [...svg.querySelectorAll("path:has(title)")].map((p) => p.getBoundingClientRect());
  for (const text of svg.querySelectorAll(".k text, .g text")) {
    const r = text.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
    const holds = (b) => b.left <= x && x < b.right && b.top <= y && y < b.bottom;
    const box = boxes.find(holds);
    if (box && (r.width > box.width || r.height > box.height)) wide.push(text.textContent);
  }
}
const paper = getComputedStyle(document.querySelector("svg .p")).fill;
document.querySelector("output").textContent = wide.length + " wide, paper " + paper;
</script>
"""
"""HTML to append to pictures. It counts the texts that do not fit their boxes."""


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


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Generate a site with two counterexamples and a proof that has prose. Return its pages."""
    folder = tmp_path_factory.mktemp("site")
    decided = decide_all(selected(("D1", "D6", "K12")), jobs=2, seconds=120.0)
    (folder / "index.html").write_bytes(overview(decided))
    write_site(decided, folder)
    return sorted(folder.rglob("*.html"))


@pytest.fixture
def chromium(tmp_path):
    def run(*arguments):
        assert CHROMIUM.exists(), f"{CHROMIUM} is missing: apt-get install chromium"
        command = [CHROMIUM, *OPTIONS, f"--user-data-dir={tmp_path / 'profile'}", *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)

    return run


def visible(dom, tag):
    """Return the claims whose rows or sections are visible."""
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
        ("?q=accepts EVERY injective", ["K12"]),
        ("?q=composition&verdict=REFUTED", ["D1"]),
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


PAGES = ("index.html", "D1.html", "D6.html", "K12.html", "graph.html")


def test_the_site_has_these_pages(site):
    assert sorted(path.name for path in site) == sorted(PAGES)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_loads_without_a_word_on_the_console(site, chromium, name):
    (path,) = (path for path in site if path.name == name)
    shown = chromium("--enable-logging=stderr", "--dump-dom", path.as_uri())
    assert "</html>" in shown.stdout
    assert "CONSOLE" not in shown.stderr


def test_every_link_leads_somewhere(site):
    ids = {path.resolve(): re.findall(r' id="([^"]+)"', path.read_text()) for path in site}
    links = [
        (path, link) for path in site for link in re.findall(r' href="([^"]+)"', path.read_text())
    ]
    assert len(links) > 80
    for path, link in links:
        file, _, place = link.partition("#")
        target = (path.parent / file).resolve() if file else path.resolve()
        assert target in ids, link
        assert not place or place in ids[target], link


def assert_fits_a_phone(page, chromium, folder):
    """Assert that a page fits the width of a phone, and that none of its tables is cut off."""
    phone = folder / "phone.html"
    phone.write_text(PHONE.replace("PAGE", page.as_uri()))
    dom = chromium("--allow-file-access-from-files", "--dump-dom", phone.as_uri()).stdout
    inside, cut = re.search(r"<output>(\d+) (\d+)</output>", dom).groups()
    assert int(inside) <= 400
    assert cut == "0"


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_cut_on_a_phone(site, chromium, tmp_path, name):
    (path,) = (path for path in site if path.name == name)
    assert_fits_a_phone(path, chromium, tmp_path)


def test_the_dependencies_of_a_claim_are_marked(site, chromium):
    (path,) = (path for path in site if path.name == "graph.html")
    dom = chromium("--dump-dom", f"{path.as_uri()}#D6").stdout
    marked = re.findall(r'<a id="(\w+)" class="\w+ on"', dom)
    assert {"D6", "a_fitting_mode_does_not_carry"} <= set(marked)
    assert not {"D1", "K12"} & set(marked)
    assert f"It depends on {len(marked) - 1}, and 0 depend on it." in dom


ZOOM = """
<iframe src="PAGE" width="1280" height="900" frameborder="0" onload="
  const page = this.contentDocument, drawing = page.querySelector('svg');
  const told = [];
  const tell = () => {
    const label = page.querySelector('text.label').getBoundingClientRect();
    told.push([drawing.getBoundingClientRect().width, label.height]);
  };
  tell();
  for (const key of ['+', '+', '+']) {
    drawing.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
  }
  tell();
  page.querySelector('#zoom [value=fit]').click();
  tell();
  document.querySelector('output').textContent = told.join(' ');
"></iframe><output></output>
"""
"""HTML that presses keys to zoom into the graph, and then clicks the button that fits the graph.

The script measures the graph at the start and after each of these steps.
"""


def test_the_graph_has_names_when_it_is_zoomed_in(site, chromium, tmp_path):
    (path,) = (path for path in site if path.name == "graph.html")
    driver = tmp_path / "zoom.html"
    driver.write_text(ZOOM.replace("PAGE", path.as_uri()))
    dom = chromium("--allow-file-access-from-files", "--dump-dom", driver.as_uri()).stdout
    told = re.search(r"<output>([^<]+)</output>", dom)[1].split()
    (width, label), (near, legible), (fit, hidden) = (map(float, one.split(",")) for one in told)
    assert near > 3 * width
    assert label == hidden == 0
    assert legible > 8
    assert fit <= 1280


def test_a_screenshot_of_the_page_is_not_empty(page, chromium, tmp_path):
    picture = tmp_path / "page.png"
    chromium(f"--screenshot={picture}", "--window-size=1200,2000", page.as_uri())
    content = picture.read_bytes()
    assert content.startswith(b"\x89PNG")
    assert len(content) > 20_000


@pytest.fixture(scope="module")
def implementations(tmp_path_factory):
    """Write the page about real implementations from all committed baselines. Return its path."""
    path = tmp_path_factory.mktemp("implementations") / "upstream.html"
    path.write_text(report(baselines()))
    return path


def test_versions_stay_above_the_faults_of_all_implementations(implementations, chromium, tmp_path):
    head, _, _ = implementations.read_text().partition("</thead>")
    assert all(f">{name}</th>" in head for name in ORDER)
    screen = tmp_path / "screen.html"
    screen.write_text(SCREEN.replace("PAGE", implementations.as_uri()))
    dom = chromium("--allow-file-access-from-files", "--dump-dom", screen.as_uri()).stdout
    top, bottom, overflow, scrolled = map(
        int, re.search(r"<output>(-?\d+) (-?\d+) (\d+) (\d+)</output>", dom).groups()
    )
    assert overflow == 0
    assert scrolled > 500
    assert top == 0
    assert 50 < bottom < 250


@pytest.fixture(scope="module")
def calculator():
    """Yield the address of the calculator's page."""
    server = Server(0, 10.0)
    Thread(target=server.serve_forever, daemon=True).start()
    yield server.address
    server.shutdown()
    server.server_close()


INPUTS = ("", "(16,64):(64,1)", "Sw<3,0,3> o 0 o (8,8):(8,1)", "injective((4,8):(1,3))", "size(")


@pytest.mark.parametrize("text", INPUTS)
def test_the_calculator_loads_without_a_word_on_the_console(calculator, chromium, text):
    shown = chromium("--enable-logging=stderr", "--dump-dom", f"{calculator}?q={quote(text)}")
    assert 'name="q"' in shown.stdout
    assert "CONSOLE" not in shown.stderr


@pytest.mark.parametrize("text", INPUTS)
def test_the_calculator_is_not_cut_on_a_phone(calculator, chromium, tmp_path, text):
    # The page forbids frames, so its HTML is loaded from a file.
    page = tmp_path / "page.html"
    with urlopen(f"{calculator}?q={quote(text)}") as answer:
        page.write_bytes(answer.read())
    assert_fits_a_phone(page, chromium, tmp_path)


@pytest.mark.parametrize(
    ("scheme", "paper"), [("1", "rgb(255, 255, 255)"), ("0", "rgb(13, 17, 23)")]
)
def test_the_texts_of_pictures_fit_their_boxes_in_light_and_dark(chromium, tmp_path, scheme, paper):
    path = tmp_path / "pictures.html"
    path.write_text("".join(each.read_text() for each in PICTURES) + FITTED)
    dark = f"--blink-settings=preferredColorScheme={scheme}"
    dom = chromium(dark, "--dump-dom", path.as_uri()).stdout
    assert f"<output>0 wide, paper {paper}</output>" in dom
