"""`upstream check` of changed copies of pycute has the right exit status and report."""

import json

import pytest

from tests.oracle.checkouts import checked_out, rewritten
from verif.cli.main import main
from verif.oracle.baseline import committed, read_baseline
from verif.oracle.faults import fault_sites

OPERATIONS = ("complement", "composition", "logical_product")
"""The operations in the copies of pycute: so few that a check takes seconds."""

GUARD = "      new_shape = min(max(1, curr_shape // rest_stride), rest_shape)\n"
CEILING = "(max_idx + current_idx - 1) // current_idx"
BY_INTEGER = """\
def logical_product(layoutA, layoutB):
  if layoutB is None:
    return layoutA
  elif is_int(layoutB):
    return logical_"""


@pytest.fixture(scope="module", autouse=True)
def fewer():
    """Try only about an eighth of the cases, which suffices for the same findings."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("verif.oracle.examined.MOST", 120)
        yield


@pytest.fixture(scope="module")
def known(tmp_path_factory):
    """Return the baseline of the unchanged copy."""
    folder = tmp_path_factory.mktemp("base")
    path = folder / "known.json"
    arguments = f"pycute@{checked_out(folder, OPERATIONS)}", "--baseline", path
    assert checked(*arguments, "--update-baseline") == 0
    return path


def checked(*arguments):
    with pytest.raises(SystemExit) as ended:
        main(["upstream", "check", *map(str, arguments), "--budget", "600"])
    return ended.value.code


@pytest.fixture
def week(tmp_path, monkeypatch, known):
    """Return a function that changes a copy, checks it, and returns status, record and summary."""
    page = tmp_path / "summary.md"
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(page))

    def check(*changes, baseline=known, operations=OPERATIONS, more=()):
        copy = checked_out(tmp_path, operations)
        for old, new in changes:
            rewritten(copy, old, new)
        found = tmp_path / "found.json"
        status = checked(f"pycute@{copy}", "--baseline", baseline, "--json", found, *more)
        lines = page.read_text().splitlines()
        assert 2 <= len(lines) <= 10
        (record,) = json.loads(found.read_text())["checks"]
        new, gone, old = ({one["id"] for one in record[part]} for part in ("new", "gone", "known"))
        assert not (new | old) & gone
        before = read_baseline(baseline)
        assert old <= {one.id for one in fault_sites("pycute", before.findings)}
        return status, record, lines

    return check


def test_the_first_baseline_lists_every_fault(week, tmp_path, known):
    first_baseline = tmp_path / "own.json"
    status, record, lines = week(baseline=first_baseline, more=["--update-baseline"])
    before = fault_sites("pycute", read_baseline(first_baseline).findings)
    assert read_baseline(first_baseline).marks() == read_baseline(known).marks()
    faults = {one.id for one in before if not one.is_documented}
    assert (status, {one["id"] for one in record["new"]}) == (0, faults)
    assert lines[0].endswith(f"{len(faults)} new faults")


def test_a_fix_passes_and_lists_the_repairs(week):
    status, record, lines = week((f"{BY_INTEGER}divide", f"{BY_INTEGER}product"))
    assert (status, record["new"]) == (0, [])
    assert "pycute-product-by-integer" in {fault["id"] for fault in record["gone"]}
    assert record["repaired"].keys() == {"logical_product"}
    gone = "- gone: logical_product by an integer returns the result of logical_divide"
    assert any(line.startswith(gone) for line in lines)


def test_rejecting_instead_of_a_wrong_value_passes(week):
    status, record, _ = week((GUARD, f"{GUARD}      assert rest_shape % new_shape == 0\n"))
    assert (status, record["new"]) == (0, [])
    assert record["repaired"]


def test_a_bad_change_is_one_fault_at_its_line(week):
    status, record, lines = week(
        ("result_shape.append(stride // current_idx)", "result_shape.append(stride)")
    )
    (fault,) = record["new"]
    assert (status, fault["operation"]) == (1, "complement")
    assert fault["callers"].keys() == {"logical_product"}
    assert lines[0].endswith("1 new fault")
    assert "complement" in lines[2]


def test_a_refactoring_reports_nothing(week):
    status, record, lines = week((CEILING, "-(-max_idx // current_idx)"))
    assert (status, record["new"], record["repaired"], record["other_forms"]) == (0, [], {}, {})
    assert lines[0].endswith("nothing is new")


def test_a_new_version_is_compared_with_the_previous_one(week):
    old = committed("pycute", "3.8.0.0")
    status, record, lines = week(baseline=old, operations=("composition",))
    (fault,) = record["new"]
    assert (status, fault["operation"]) == (1, "composition")
    assert fault["numbers"].startswith("B(")
    assert record["repaired"]["composition"] > 20
    assert lines[0].endswith("1 new fault")
