"""Two implementations, each with a planted fault, are compared with each other."""

import pytest

from verif.cli.main import main
from verif.oracle.versus import Standing, standings
from verif.upstream.implementation import implementation

FIRST = """
import spec
from spec import Layout

def size(a):
    return spec.size(a) + (spec.size(a) == 6)

def coalesce(a, profile=None):
    return spec.coalesce(a) if profile is None else spec.coalesce(a, profile)
"""

SECOND = """
import spec
from spec import Layout

def size(a):
    n = spec.size(a)
    assert n != 8
    return n + (n == 6)

def coalesce(a, profile=None):
    return spec.composition(a, Layout(spec.size(a))) if profile is None else a
"""


FEW = "--cases", "300"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    (tmp_path / "first.py").write_text(FIRST)
    (tmp_path / "second.py").write_text(SECOND)
    monkeypatch.chdir(tmp_path)


def test_each_implementation_is_wrong_where_a_fault_was_planted():
    first, second = implementation("module:first"), implementation("module:second")
    try:
        size, coalesce = (standings(name, first, second, 300) for name in ("size", "coalesce"))
    finally:
        first.stop()
        second.stop()
    assert size.counts.total() == coalesce.counts.total() == 300
    assert size.counts[Standing.SECOND] > 0
    assert size.cases[Standing.SECOND].second == "rejected"
    assert size.counts[Standing.BOTH] > 0
    assert size.counts[Standing.FIRST] == 0
    assert size.cases[Standing.BOTH].first == size.cases[Standing.BOTH].second == "7"
    assert not size.is_even
    assert coalesce.counts[Standing.FIRST] == 0
    assert coalesce.counts[Standing.DIFFERENT] > 0


@pytest.mark.parametrize(
    ("second", "status", "line"),
    [
        ("first", 0, "size: "),
        ("second", 1, "  only second unversioned wrong: size("),
    ],
)
def test_versus_prints_the_standings_and_sets_the_exit_code(capsys, second, status, line):
    with pytest.raises(SystemExit) as ended:
        main(["upstream", "versus", "module:first", f"module:{second}", "--only", "size", *FEW])
    assert ended.value.code == status
    out = capsys.readouterr().out
    assert any(one.startswith(line) for one in out.splitlines())
    assert "right: 6" in out


def test_versus_rejects_an_unknown_operation(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["upstream", "versus", "module:first", "module:second", "--only", "sise"])
    assert ended.value.code == 2
    assert "no cases for 'sise'" in capsys.readouterr().err
