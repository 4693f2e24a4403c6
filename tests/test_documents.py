"""The sessions of every document are run, and print what stands there to the letter."""

import re
import shlex
from pathlib import Path

import pytest

from verif.cli.main import main

ROOT = Path(__file__).parents[1]

ELSEWHERE = ("--for", "prove ", "explain ", "upstream ", "lemmas ", "book ")
"""Sessions that are run by tests of their own, or that need what is not always there."""

SESSIONS = {
    path.relative_to(ROOT): [
        (command, output)
        for block in re.findall(r"```console\n(.*?)```", path.read_text(), re.DOTALL)
        for command, output in re.findall(
            r"^\$ layout-verif (.+)\n((?:[^$].*\n)*)", block, re.MULTILINE
        )
        if not any(word in command for word in ELSEWHERE)
    ]
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
}


def test_there_are_sessions_in_documents_for_people():
    assert {str(path) for path, sessions in SESSIONS.items() if sessions} >= {
        *("README.md", "docs/tutorial.md", "docs/kernels.md", "docs/swizzle.md", "docs/xla.md"),
    }
    assert sum(map(len, SESSIONS.values())) >= 60


@pytest.mark.parametrize("document", [path for path in SESSIONS if SESSIONS[path]], ids=str)
def test_a_document_prints_what_it_says(document, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for command, told in SESSIONS[document]:
        with pytest.raises(SystemExit):
            main(shlex.split(command, comments=True))
        shown = capsys.readouterr()
        assert shown.out + shown.err == told, command
