"""The sessions of every document run and print exactly the shown output."""

import doctest
import inspect
import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.sessions import EXAMPLES, KERNELS
from verif.cli.main import main
from verif.deciding.selection import lemmas_about
from verif.theory.layouts import modes

ROOT = Path(__file__).parents[1]

ELSEWHERE = ("--for", "prove ", "explain D6", "upstream ")
"""Commands that contain one of these texts are not run here.

Other tests run these commands, or the commands need software that may be missing.
"""

FEWEST = {"explanation/swizzle.md": 11, "how-to/kernels.md": 72}
"""For some pages, the least number of commands that the page must show with their output."""

SESSIONS = {
    path.relative_to(ROOT): [
        (command, output)
        for block in re.findall(r"```console\n(.*?)```", path.read_text(), re.DOTALL)
        for command, output in re.findall(
            r"^\$ layout-verif (.+)\n((?:[^$].*\n)*)", block, re.MULTILINE
        )
        if not any(word in command for word in ELSEWHERE)
    ]
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
}


PYTHON = {
    path.relative_to(ROOT): sessions
    for path in sorted((ROOT / "docs").rglob("*.md"))
    if (sessions := re.findall(r"^```pycon\n(.*?)^```", path.read_text(), re.MULTILINE | re.DOTALL))
}


def test_the_main_documents_have_sessions():
    assert {str(path) for path, sessions in SESSIONS.items() if sessions} >= {
        *(
            "README.md",
            "docs/tutorial/README.md",
            "docs/how-to/kernels.md",
            "docs/how-to/texts.md",
            "docs/explanation/swizzle.md",
            "docs/reference/xla.md",
        ),
    }
    assert sum(map(len, SESSIONS.values())) >= 60


@pytest.mark.parametrize("page", FEWEST)
def test_no_session_of_a_page_is_lost(page):
    assert len(SESSIONS[Path("docs", page)]) >= FEWEST[page]


@pytest.mark.parametrize(
    ("command", "shown_output"),
    [
        pytest.param(command, shown_output, id=f"{document.name}: {command}")
        for document, sessions in SESSIONS.items()
        for command, shown_output in sessions
    ],
)
def test_a_command_prints_the_shown_output(command, shown_output, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    if command.startswith(("audit ", "explain ")):
        shutil.copytree(EXAMPLES, tmp_path, dirs_exist_ok=True)
    if command.startswith("kernel "):
        shutil.copytree(KERNELS, tmp_path, dirs_exist_ok=True)
    with pytest.raises(SystemExit):
        main(shlex.split(command, comments=True))
    shown = capsys.readouterr()
    assert shown.out + shown.err == shown_output


@pytest.mark.parametrize("document", PYTHON, ids=str)
def test_python_prints_the_shown_output(document):
    for session in PYTHON[document]:
        block = doctest.DocTestParser().get_doctest(session, {}, str(document), None, 0)
        assert doctest.DocTestRunner().run(block).failed == 0


def test_every_word_of_proofs_has_an_example_from_the_theory():
    page = (ROOT / "docs" / "reference" / "language.md").read_text()
    _, _, section = page.partition("## Words of proofs\n")
    rows = re.findall(r"^\| `(\w+)` \|.*\| `([^`]+)`.* \|$", section, re.MULTILINE)
    words = {"accepts", "everywhere", "on", "opens", "proving", "rejects"}
    assert {word for word, _ in rows} == words | {"unfold", "whenever", "where", "witness"}
    theory = "".join(
        path.read_text()
        for path in (
            *sorted((ROOT / "verif" / "theory").rglob("*.py")),
            ROOT / "docs" / "how-to" / "claims.md",
        )
    )
    assert [example for _, example in rows if example not in theory] == []


def test_the_word_that_claims_must_not_call_is_not_offered_to_them():
    pages = ROOT / "docs" / "how-to" / "claims.md", ROOT / "docs" / "reference" / "language.md"
    claims, language = (page.read_text() for page in pages)
    (row,) = (line for line in language.splitlines() if line.startswith("| `proving` |"))
    assert "Only the project's theory may use it" in row
    assert "proving" not in claims


def test_the_statements_in_a_shown_proof_are_those_of_the_theory():
    page = (ROOT / "docs" / "tutorial" / "README.md").read_text()
    joined = re.sub(r"\n│ +", " ", page)
    shown = dict(re.findall(r"^[├└]── (\w+): (.*?)  \(\d+ paths, ", joined, re.MULTILINE))
    statements = {lemma.id: lemma.statement for lemma in lemmas_about("")}
    assert len(shown) >= 4
    assert shown == {name: statements[name] for name in shown}


def test_the_shown_lemma_is_in_the_theory():
    page = (ROOT / "docs" / "explanation" / "proofs.md").read_text()
    (shown,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert re.sub(r" +# .*$", "", shown, flags=re.MULTILINE) in inspect.getsource(modes)


def test_the_picture_is_drawn_by_the_command_beside_it(tmp_path):
    page = SESSIONS[Path("docs", "how-to", "kernels.md")]
    (command,) = (command for command, _ in page if "draw --banks" in command)
    drawn = tmp_path / "banks.svg"
    with pytest.raises(SystemExit) as ended:
        main([*shlex.split(command), "-o", str(drawn)])
    assert not ended.value.code
    assert drawn.read_bytes() == (ROOT / "docs" / "banks.svg").read_bytes()
