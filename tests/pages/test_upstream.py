"""The page of real implementations, generated from the committed baselines."""

import re
from html import escape
from html.parser import HTMLParser

import pytest

from tests.oracle.versions import VERSIONS
from verif.oracle.history import baselines, faults_over_versions, root_causes
from verif.oracle.side_by_side import side_by_side
from verif.pages.upstream import bug_report, report


class Tags(HTMLParser):
    """A parser that checks that every tag is closed."""

    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attrs):
        if tag not in {"meta", "!doctype"}:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def page():
    return report(baselines())


def test_the_page_is_well_formed_and_self_contained(page):
    tags = Tags()
    tags.feed(page)
    assert not tags.open
    assert not re.search(r"(src|href)=.?http|url\(", page)
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert {link[1:] for link in re.findall(r'href="([^"]+)"', page)} <= set(ids)


def test_the_page_begins_with_faults_before_cases(page):
    known = baselines()
    first, rest = page.split('<section id="cases-', maxsplit=1)
    table = side_by_side(known)
    for of in faults_over_versions(known):
        assert f"{of.number} faults of {of.implementation}" in first
        columns = [column for column in table.columns if column.of == of]
        for one in of.proper:
            id_ = f"{one.site.id}-in-{of.implementation}"
            having = sum(1 for column in columns if one.counts[column.first])
            assert first.count(f'href="#{id_}"') == having > 0
            assert rest.count(f'<tr id="{id_}"') == 1
            assert escape(one.site.least.case) not in first
    assert "`" not in first
    assert first.count("<tr>") < 60


def test_a_case_is_escaped():
    page = report(VERSIONS[:1])
    assert "size(&lt;1&gt;)" in page
    assert "size(<1>)" not in page


def test_a_bug_report_has_every_section():
    crash, _ = root_causes(VERSIONS)
    text = bug_report(crash, crash.shown[0])
    assert text.startswith("### title of a-crash\n")
    assert "```python\nprint(1)\n```" in text
