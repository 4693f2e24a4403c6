"""Examples for all sizes in documents: sessions with `--for`, and Python code with `for_all`.

Each session prints the output that the document shows, and the Python code raises no error.
"""

import importlib.util
import re
import shlex
from pathlib import Path

import pytest

from tests.sampling import one_of_each
from verif.cli.main import main

pytestmark = pytest.mark.usefixtures("lemmas")

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "how-to" / "sizes.md").read_text()
TEXTS = [path.read_text() for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))]

SESSION = [
    (command, output)
    for text in TEXTS
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    for command, output in re.findall(r"^\$ (.+)\n((?:[^$].*\n)*)", block, re.MULTILINE)
    if "--for" in command
]
PYTHON = [
    block
    for text in TEXTS
    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    if "for_all" in block
]


def test_the_document_has_sessions():
    assert len(SESSION) >= 16
    assert len(PYTHON) == 2


def by_options(shown):
    """Return a session's kind: its command with its options."""
    words = shlex.split(shown[0])
    return " ".join([words[1], *(word for word in words if word.startswith("--"))]), shown[0]


@pytest.mark.parametrize("shown", one_of_each(SESSION, by_options))
def test_a_session_prints_the_shown_output(shown, capsys):
    command, output = shown
    name, *arguments = shlex.split(command)
    assert name == "layout-verif"
    with pytest.raises(SystemExit):
        main(arguments)
    printed = capsys.readouterr()
    assert printed.out + printed.err == output


@pytest.mark.parametrize("block", PYTHON)
def test_the_python_blocks_run(block, tmp_path):
    path = tmp_path / "shown.py"
    path.write_text(block)
    spec = importlib.util.spec_from_file_location("shown", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name, item in vars(module).copy().items():
        if name.startswith("test_"):
            item()


def test_the_links_of_the_document_resolve():
    links = re.findall(r"\]\(([^)#]+)\)", DOCUMENT)
    assert links
    assert all((ROOT / "docs" / "how-to" / link).exists() for link in links)
