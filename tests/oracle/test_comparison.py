"""Comparing two implementations separates a planted regression from a planted repair."""

import re
import textwrap

import pytest

from spec import Layout
from verif.cli.main import main
from verif.oracle.comparison import Change, differences, shown
from verif.oracle.deviation import Kind
from verif.upstream.implementation import implementation
from verif.upstream.outcome import Crashed, Malformed, Rejected

GOOD = """
import spec
from spec import Layout

def size(a):
    return spec.size(a)

def coalesce(a, profile=None):
    return spec.coalesce(a) if profile is None else spec.coalesce(a, profile)

def cosize(a):
    return spec.cosize(a)
"""

WORSE = (
    GOOD
    + """
def size(a):
    n = spec.size(a)
    assert n != 6
    return n + (n > 7)

def coalesce(a, profile=None):
    found = spec.coalesce(a) if profile is None else spec.coalesce(a, profile)
    return a if found == Layout(4, 1) and profile is None else found

depth = spec.depth
"""
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "good.py").write_text(textwrap.dedent(GOOD))
    (tmp_path / "worse.py").write_text(textwrap.dedent(WORSE))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def both(folder):
    made = implementation("module:good"), implementation("module:worse")
    yield made
    for one in made:
        one.stop()


def by_operation(before, after):
    return {
        (one.operation, one.was, one.now): one
        for changed in differences(before, after, 400)
        for one in changed
    }


def test_regressions_are_reported_with_smallest_cases(both):
    found = by_operation(*both)
    rejected = found["size", None, Kind.OVER_REJECT]
    wrong = found["size", None, Kind.WRONG_RESULT]
    form = found["coalesce", None, Kind.FORM_ONLY]
    assert len(found) == 3
    assert {one.change for one in found.values()} == {Change.REGRESSION}
    assert (rejected.before, rejected.after) == (6, Rejected("AssertionError"))
    assert rejected.arguments in {(6,), (Layout(6, 0),)}
    assert (wrong.before, wrong.after) == (8, 9)
    assert form.before == Layout(4, 1)
    assert all(one.count > 1 for one in (rejected, wrong))


def test_swapping_the_implementations_turns_regressions_into_repairs(both):
    before, after = both
    there, back = by_operation(before, after), by_operation(after, before)
    assert {one.change for one in back.values()} == {Change.REPAIR}
    assert {(o, now, was) for o, was, now in there} == back.keys()


def test_an_implementation_does_not_differ_from_itself(both):
    before, _ = both
    assert not any(differences(before, before, 200))


def test_error_messages_are_not_compared():
    assert shown(Rejected("one")) == shown(Rejected("other")) == "rejected"
    assert shown(Crashed("SIGFPE")) == "crashed"
    assert shown(Malformed("0:2, where shape 0 is 0")) == "malformed 0:2"


@pytest.mark.usefixtures("folder")
def test_compare_prints_the_differences_and_sets_the_exit_code(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["upstream", "compare", "module:good", "module:worse", "--cases", "400"])
    lines = capsys.readouterr().out.splitlines()
    assert ended.value.code == 1
    heading = re.fullmatch(
        r"good unversioned -> worse unversioned: 3 kinds of regression \((\d+) cases\),"
        r" 0 kinds of repair",
        lines[0],
    )
    faults = lines[1].removeprefix("cases of regression by operation at fault: ")
    assert heading is not None
    assert sum(int(fault.split()[1]) for fault in faults.split(", ")) == int(heading[1])
    assert lines[2] == "only worse unversioned has depth"
    assert [line.split(":")[0] for line in lines[3:]] == ["regression"] * 3
    with pytest.raises(SystemExit) as ended:
        main(["upstream", "compare", "module:worse", "module:good", "--cases", "400"])
    assert ended.value.code == 0
    assert "0 kinds of regression, 3 kinds of repair (" in capsys.readouterr().out


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("only", "status", "line"),
    [
        ("size", 1, r"2 kinds of regression \(\d+ cases\), 0 kinds of repair\n"),
        ("rank", 0, "0 kinds of regression"),
        ("sise", 2, ""),
    ],
)
def test_compare_can_be_limited_to_some_operations(capsys, only, status, line):
    with pytest.raises(SystemExit) as ended:
        main(["upstream", "compare", "module:good", "module:worse", "--only", only])
    assert ended.value.code == status
    assert re.search(line, capsys.readouterr().out)
