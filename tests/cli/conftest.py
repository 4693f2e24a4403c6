"""Fixtures that run commands in an empty folder and write claims files."""

import io
import shlex
from typing import NamedTuple

import pytest

from verif.cli.main import main

HEAD = """
from verif.readings.domains import Index, Layouts, flat
from verif.kernel.claim import REFUTED, claim, proved, unknown
from verif.kernel.verbs import assume, ensure, ensure_equal

"""


class Ran(NamedTuple):
    """The exit status of a command, and what it printed."""

    status: int
    out: str
    err: str


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)

    def run(*arguments, stdin=b""):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as exited:
            main(arguments)
        return Ran(exited.value.code, *capsys.readouterr())

    return run


@pytest.fixture
def answer(capsys):
    def run(command):
        with pytest.raises(SystemExit) as ended:
            main(shlex.split(command))
        shown = capsys.readouterr()
        return ended.value.code or 0, shown.out + shown.err

    return run


@pytest.fixture
def claims_file(tmp_path):
    def write(*claims):
        path = tmp_path / "mine.py"
        path.write_text(HEAD + "".join(claims))
        return str(path)

    return write
