"""Commands answer every input without a traceback, a hang or a leftover file."""

from __future__ import annotations

from random import Random

import pytest

from tests.hostile.drawn import expression, question
from tests.hostile.running import COMMANDS, commanded, troubles
from verif.cli import calculating, main

FEW = {"eval": 800, "check": 600, "xla": 590, "prove": 40}
MANY = {"eval": 4000, "check": 3000, "xla": 2900, "prove": 100}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    yield
    assert not list(tmp_path.iterdir())


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    "counts", [FEW, pytest.param(MANY, marks=pytest.mark.long)], ids=["few", "many"]
)
def test_every_text_is_answered(command, counts):
    assert not list(troubles(command, counts[command], counts[command]))


@pytest.mark.parametrize(
    ("command", "drawn"),
    [("eval", expression), ("check", question), ("explain", expression), ("draw", expression)],
)
def test_every_text_has_an_exit_status(command, drawn):
    draw = Random(command)
    for text in (drawn(draw) for _ in range(40)):
        assert commanded(command, "--", text) is None


def test_texts_that_once_overflowed_are_answered():
    assert commanded("check", "--", f"covers(Sw<12,36,64> o 128:128, {10**400})") is None


@pytest.mark.parametrize(
    "text",
    [
        "composition(():(), 9:9)",
        "nullspace(4:-3, max_common_layout(():(), 16:1000), 1)",
        "table((7,9223372036854775808):(16,36))",
    ],
)
def test_texts_that_once_crashed_or_hung_are_answered(text):
    assert commanded("eval", "--", text) is None


def test_an_internal_fault_has_a_separate_exit_status(monkeypatch, capsys):
    monkeypatch.setattr(calculating, "read", lambda text: {}[text])
    with pytest.raises(SystemExit) as ended:
        main.main(("eval", "4:1"))
    out, err = capsys.readouterr()
    assert (ended.value.code, out) == (70, "")
    assert err.startswith("layout-verif: a fault of layout-verif at test_hostile.py:")
    assert err.count("\n") == 1
