"""The page of real implementations, made of the committed baselines."""

import re
from html.parser import HTMLParser

from verif.cli.upstream_report import baselines, history, of_their_own, report, root_causes
from verif.oracle.baseline import Baseline, FindingRecord, OutcomesRecord, packed
from verif.pages.upstream import bug_report, upstream_page

FINDING = FindingRecord("a-crash", "rank", "crash", "rank(1:0)", "SIGFPE", "1", "print(1)", 3)
FORM = FindingRecord("b-form-only", "size", "form-only", "size(<1>)", "(1)", "1", "print(2)", 1)


def known(version, findings, marks):
    titles = {finding.id: f"title of {finding.id}" for finding in findings}
    outcomes = {"composition": OutcomesRecord(len(marks), packed(bytes(marks)))}
    return Baseline(1, "pycute", version, len(marks), tuple(findings), titles, outcomes)


VERSIONS = [
    known("1.0", [FINDING, FORM], [0, 0, 5, 7]),
    known("2.0", [FINDING], [0, 9, 5, 0]),
    known("10.0", [FORM], [0, 9, 6, 0]),
]


def test_first_and_last_version_of_each_root_cause():
    crash, form = root_causes(VERSIONS)
    assert (crash.id, crash.counts) == ("a-crash", (3, 3, None))
    assert crash.shown[0].versions == "1.0 to 2.0, gone since"
    assert (form.id, form.counts) == ("b-form-only", (1, None, 1))
    assert form.shown[0].versions == "1.0 to 10.0"
    assert of_their_own((crash, form)) == (crash,)


def test_what_each_version_changed():
    first, second = history("pycute", "composition", VERSIONS).steps
    assert (first.version, first.cases) == ("2.0", 4)
    assert [count for count, _ in (first.worse, first.better, first.otherwise)] == [1, 1, 0]
    assert [count for count, _ in (second.worse, second.better, second.otherwise)] == [0, 0, 1]
    assert first.worse[1].startswith("composition(")
    assert history("pycute", "composition", VERSIONS[:1]) is None


class Tags(HTMLParser):
    """Whether every tag is closed."""

    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attrs):
        if tag not in {"meta", "!doctype"}:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_page_is_whole():
    text = report()
    tags = Tags()
    tags.feed(text)
    assert not tags.open
    assert "http" not in re.sub(r"http-equiv", "", text)
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert {link[1:] for link in re.findall(r'href="([^"]+)"', text)} <= set(ids)


def test_a_case_is_escaped():
    page = upstream_page([("pycute", "1.0")], root_causes(VERSIONS[:1]), [])
    assert "size(&lt;1&gt;)" in page
    assert "size(<1>)" not in page


def test_a_bug_report_is_whole():
    crash, _ = root_causes(VERSIONS)
    text = bug_report(crash, crash.shown[0])
    assert text.startswith("### title of a-crash\n")
    assert "```python\nprint(1)\n```" in text


def test_the_committed_baselines_are_those_of_the_versions():
    named = {(one.implementation, one.version) for one in baselines()}
    assert {
        ("pycute", "3.8.0.0"),
        ("pycute", "4.2.0.0"),
        ("cute-cpp", "4.2.0.0"),
        ("tensor-layouts", "0.3.2"),
    } <= named
    assert all(one.cases == sum(o.cases for o in one.outcomes.values()) for one in baselines())
