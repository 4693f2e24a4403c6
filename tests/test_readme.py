"""The README's figures are right, and claims shown in documents have the shown verdicts."""

import json
import re
import shlex
from collections import Counter
from pathlib import Path

import pytest

from tests.plain_english import CODE, FENCED
from verif.claims.catalogue import catalogue
from verif.cli.main import main
from verif.kernel.verdict import Outcome
from verif.pages.ledger import Count, count_line, trusted

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
DOCUMENTS = {
    path.relative_to(ROOT): path.read_text()
    for path in (
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *sorted((ROOT / "docs").rglob("*.md")),
    )
}
CLAIMS = {claim.id: claim for claim in catalogue()}
OBLIGATIONS = json.loads((ROOT / "reports" / "obligations.json").read_text())

FILES = [
    (name, text)
    for document in DOCUMENTS.values()
    for text in re.findall(r"^```python\n(.*?)^```$", document, re.MULTILINE | re.DOTALL)
    for name in re.findall(r"\A# (my_\w+\.py)$", text, re.MULTILINE)
]
"""The shown files of claims, each with its name."""

PROVED = [
    session
    for document in DOCUMENTS.values()
    for block in re.findall(r"^```console\n(.*?)^```$", document, re.MULTILINE | re.DOTALL)
    for session in re.findall(
        r"^\$ layout-verif (prove my.*)\n((?:[^$].*\n|\n)*)", block, re.MULTILINE
    )
]
"""The commands that decide the claims, with their output."""


def test_the_readme_counts_the_claims_of_the_catalogue():
    expected = Counter(claim.expect.outcome for claim in CLAIMS.values())
    counted = (len(CLAIMS), expected[Outcome.PROVED], expected[Outcome.REFUTED])
    assert counted[0] == counted[1] + counted[2]
    pattern = r"^(\d+) claims: (\d+) proved, (\d+) refuted, all as expected$"
    assert re.findall(pattern, README, re.MULTILINE) == [tuple(map(str, counted))]
    row = f"| claims | {counted[0]}: {counted[1]} proved, {counted[2]} refuted |"
    assert f"\n{row}\n" in README


def test_claims_quoted_in_the_readme_have_the_shown_verdicts():
    rows = re.findall(r"^  ([A-Z]+\d+\w*) +(PROVED|REFUTED) ", README, re.MULTILINE)
    assert len(rows) >= 6
    assert [row for row in rows if row[1] != CLAIMS[row[0]].expect.outcome] == []
    assert max(Counter(name for name, _ in rows).values()) == 1


def test_the_readme_gives_the_number_of_obligations():
    counted = OBLIGATIONS["obligations"]
    assert OBLIGATIONS["answers"] == {"unsat": counted}
    assert f"\nThe slowest of {counted} obligations:\n" in README


def test_the_readme_gives_the_ledger_of_proofs():
    total, live, dead = (OBLIGATIONS[key] for key in ("obligations", "live", "dead"))
    at_hand, by_two = OBLIGATIONS["at hand"], OBLIGATIONS["seconded"]
    count = Count(live, dead, at_hand, total - at_hand - by_two, by_two)
    assert f"\nWhat the proofs depend on:\n{count_line(count)}\n" in README
    assert count.unseconded < 0.01
    row = f"| {total:,}; {dead:,} of them show that a case is impossible |"
    assert f"\n| obligations behind the proofs {row}\n" in README
    row = f"| {total - at_hand:,}; Z3 proves all of them, and cvc5 all but {count.by_one} |"
    assert f"\n| obligations that need a solver {row}\n" in README


def test_the_readme_gives_the_trusted_lines_within_a_tenth():
    found = trusted()
    pattern = r"^trusted: ([\d,]+) lines in (\d+) files, (\d+) readings, (\d+) definitions; (.*)$"
    ((*figures, solvers),) = re.findall(pattern, README, re.MULTILINE)
    assert solvers == ", ".join(found.solvers)
    counted = found.lines, *map(len, (found.files, found.readings, found.definitions))
    numbers = [int(figure.replace(",", "")) for figure in figures]
    assert numbers == [pytest.approx(count, rel=0.1) for count in counted]


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_the_links_of_a_document_resolve(document):
    text = CODE.sub("code", FENCED.sub("", DOCUMENTS[document]))
    links = set(re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text))
    assert [link for link in links if not (ROOT / document.parent / link).exists()] == []


def test_the_picture_of_the_readme_is_drawn_by_its_command(tmp_path):
    (command,) = re.findall(r"^The picture is `layout-verif (.*?)`", README, re.MULTILINE)
    *arguments, name = shlex.split(command)
    drawn = tmp_path / "drawn.svg"
    with pytest.raises(SystemExit):
        main([*arguments, str(drawn)])
    assert drawn.read_text() == (ROOT / name).read_text()


LONG = "my_theorem|my_lemmas|my_range"


def without_times(text):
    return re.sub(r" *\d+\.\d s|time", "TIME", text)


def test_a_file_is_the_same_in_all_documents():
    assert len({name for name, _ in FILES}) == len(set(FILES)) >= 8


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        pytest.param(*session, marks=[pytest.mark.long] if re.search(LONG, session[0]) else [])
        for session in dict.fromkeys(PROVED)
    ],
)
def test_a_users_claims_file_is_decided_as_shown(command, expected, capsys, monkeypatch, tmp_path):
    for name, text in FILES:
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as exited:
        main(command.split())
    shown = capsys.readouterr()
    refused = expected.startswith("layout-verif: ")
    assert exited.value.code == (2 if refused else " NOT as expected" in expected)
    printed = shown.err.replace(str(tmp_path), "/home/me") if refused else shown.out
    assert [line.split() for line in without_times(printed).splitlines()] == [
        line.split() for line in without_times(expected).splitlines()
    ]
