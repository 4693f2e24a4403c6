"""docs/sizes.md is true: its sessions print what stands there."""

import re
import shlex
from pathlib import Path

import pytest

from verif.cli.main import main

DOCUMENT = (Path(__file__).parents[2] / "docs" / "sizes.md").read_text()

SESSION = [
    (command, output)
    for block in re.findall(r"```console\n(.*?)```", DOCUMENT, re.DOTALL)
    for command, output in re.findall(r"^\$ (.+)\n((?:[^$].*\n)*)", block, re.MULTILINE)
]


def test_it_has_sessions():
    assert len(SESSION) >= 7


@pytest.mark.parametrize(("command", "output"), SESSION, ids=[c for c, _ in SESSION])
def test_a_session_is_as_it_says(command, output, capsys):
    name, *arguments = shlex.split(command)
    assert name == "layout-verif"
    with pytest.raises(SystemExit):
        main(arguments)
    assert capsys.readouterr().out == output
