"""The committed findings are up to date, and every reproduction prints the stated output."""

import contextlib
import io
import re
from pathlib import Path

import pytest

from verif.claims.catalogue import catalogue
from verif.finding.judged import judged
from verif.kernel.verdict import Outcome
from verif.oracle.published import published
from verif.pages.findings import FOLDER, INDEX, pages, write_findings

FAULTS = [fault for one in (*published(), *judged()) for fault in one.faults]

ROOT = Path(__file__).parents[2]


FALSE = [claim.id for claim in catalogue() if claim.expect.outcome is Outcome.REFUTED]


@pytest.mark.parametrize("id_", FALSE)
def test_a_false_claim_is_refuted(id_, decisions):
    assert decisions.claim(id_).as_expected


@pytest.fixture(scope="module")
def decided(decisions):
    return tuple(map(decisions.claim, FALSE))


@pytest.fixture(scope="module")
def texts(decided):
    return pages(decided)


def test_the_committed_findings_are_up_to_date(texts):
    committed = [INDEX, *(path.relative_to(ROOT) for path in (ROOT / FOLDER).glob("*"))]
    assert {path: (ROOT / path).read_text() for path in committed} == texts


def test_every_false_claim_has_a_page(decided, texts):
    assert set(texts) == {
        INDEX,
        *(FOLDER / f"{d.claim.id}.md" for d in decided),
        *(FOLDER / f"{fault.id}.md" for fault in FAULTS),
    }


def test_the_index_lists_every_page(texts):
    listed = re.findall(r"^- \[(.+)\]\((.+)\): .+\.$", texts[INDEX], re.MULTILINE)
    assert {Path(path) for _, path in listed} == set(texts) - {INDEX}
    assert all(Path(path).stem == name for name, path in listed)


def test_reproductions_print_the_stated_output(texts):
    reproduction = re.compile(r"```python\n([^`]*)\n```\n\nprints\n\n```text\n([^`]*)\n```")
    found = [pair for text in texts.values() for pair in reproduction.findall(text)]
    assert len(found) >= len(texts) - len(FAULTS) - 1
    for code, prints in found:
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(code, {})
        assert printed.getvalue() == prints + "\n"


def test_pages_have_no_superfluous_blank_lines(texts):
    for text in texts.values():
        assert text.endswith("\n")
        assert not text.endswith("\n\n")
        assert "\n\n\n" not in text
        assert re.search(r"[ \t]$", text, re.MULTILINE) is None


def test_writing_is_idempotent_and_removes_stale_pages(decided, texts, tmp_path):
    (tmp_path / FOLDER).mkdir(parents=True)
    (tmp_path / FOLDER / "gone.md").touch()
    for _ in range(2):
        write_findings(decided, tmp_path)
        files = [path for path in tmp_path.rglob("*") if path.is_file()]
        assert {path.relative_to(tmp_path): path.read_text() for path in files} == texts
