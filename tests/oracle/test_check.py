"""`upstream check` on real pycute: findings, new faults and fixed faults."""

import json
import re
import subprocess
import sys

import pytest

from tests.oracle.checkouts import PYCUTE, checked_out, rewritten
from verif.cli.main import main
from verif.oracle.baseline import committed, packed, read_baseline
from verif.oracle.causes import BEYOND, Cause
from verif.oracle.deviation import Kind, call_of, deviation, is_beyond
from verif.oracle.examined import SLOW, examined
from verif.oracle.history import baselines
from verif.processes.deadline import Deadline
from verif.upstream.implementation import implementation

VERSION = "4.2.0.0"
KNOWN = committed("pycute", VERSION)

INSTALLED = f"pycute@{PYCUTE}"
"""The installed version of pycute, so that these tests download nothing."""


@pytest.fixture(scope="module", autouse=True)
def fewer():
    """Try only a quarter of the cases, which suffices for the same findings."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("verif.oracle.examined.MOST", 250)
        yield


@pytest.fixture
def run(capsys):
    def run(*arguments):
        with pytest.raises(SystemExit) as exit_:
            main(["upstream", "check", *map(str, arguments)])
        shown = capsys.readouterr()
        return exit_.value.code, shown.out, shown.err

    return run


SOME = ("cosize", "crd2idx", "logical_product", "size", "slice_")
"""Some operations, several of them faulty, that are checked completely within seconds."""

UNHURRIED = 600
"""A budget that suffices for all cases even on a busy machine."""


@pytest.fixture
def checkout(tmp_path):
    """A copy of a part of pycute.

    In this copy, logical_product by an integer is repaired, and cosize is broken.
    """
    copy = checked_out(tmp_path, SOME)
    start = "def logical_product(layoutA, layoutB):\n  if layoutB is None:\n    return layoutA\n"
    by_integer = start + "  elif is_int(layoutB):\n    return logical_{}(layoutA, Layout(layoutB))"
    rewritten(copy, by_integer.format("divide"), by_integer.format("product"))
    rewritten(copy, "self(self.size() - 1) + 1", "self(self.size() - 1) + 2")
    return copy


def test_a_known_version_has_no_new_findings(run, tmp_path):
    copy = checked_out(tmp_path, SOME)
    status, out, _ = run(f"pycute@{copy}", "--baseline", KNOWN, "--budget", UNHURRIED)
    assert status == 0
    assert out.startswith(f"pycute {copy}: ")
    assert "; 0 new, 0 gone, " in out


def test_new_and_fixed_faults_are_reported(run, checkout, tmp_path):
    written = tmp_path / "out.json"
    arguments = "--baseline", KNOWN, "--budget", UNHURRIED, "--json", written
    status, out, _ = run(f"pycute@{checkout}", *arguments)
    assert status == 1
    assert "  new    cosize, wrong-result, " in out
    gone = "  gone   logical_product by an integer returns the result of logical_divide\n"
    assert gone in out
    (record,) = json.loads(written.read_text())["checks"]
    assert record["version"] == str(checkout)
    assert [fault["operation"] for fault in record["new"]] == ["cosize"]
    assert [fault["id"] for fault in record["gone"]] == ["pycute-product-by-integer"]
    assert [fault["case"] for fault in record["known"]] == ["cosize(2:-1)"], "wrong in the baseline"
    assert record["repaired"]["logical_product"] > 25
    assert record["cases"] == record["total"]


def test_first_without_a_baseline_stops_at_the_first_fault(run, checkout):
    status, out, _ = run(f"pycute@{checkout}", "--budget", UNHURRIED, "--first")
    assert status == 1
    assert re.match(r"pycute \S+: \d+ of \d+ cases; [1-9]\d* new; ", out)
    assert "\n  new    " in out
    assert "this version has no baseline, so every fault is new; write a baseline with" in out


def test_right_results_in_another_form_are_listed_but_are_not_faults(run, tmp_path, monkeypatch):
    text = "import spec\nfrom spec import Layout\n\ndef coalesce(a, profile=None):\n"
    text += "    return a if profile is None else spec.coalesce(a, profile)\n"
    (tmp_path / "unmerged.py").write_text(text)
    monkeypatch.chdir(tmp_path)
    status, out, _ = run("module:unmerged", "--budget", UNHURRIED)
    assert status == 0
    assert "; 0 new, " in out
    assert re.search(r"\n  form   in cases of coalesce [1-9]\d*\n", out)
    known = "--baseline", "known.json"
    assert run("module:unmerged", *known, "--update-baseline")[0] == 0
    status, out, _ = run("module:unmerged", *known, "--budget", UNHURRIED)
    assert (status, "  form " in out) == (0, False), "the form is as in the baseline"


PRODUCT = """
import spec
from spec import Layout

def logical_product(a, b):
    if not isinstance(b, Layout):
        return spec.logical_product(a, b)
    return spec.make_layout(a, spec.composition(spec.complement(a, a.size * b.WIDTH), b))
"""

SIZE = """
import spec
from spec import Layout

def size(a):
    n = spec.size(a)
    return n + (n in WRONG)
"""


@pytest.mark.parametrize(
    ("text", "name", "before", "after", "case"),
    [
        (PRODUCT, "WIDTH", "cosize", "size", r"logical_product\(2:2, 2:2\) is \(2,2\):\(2,2\)"),
        (SIZE, "WRONG", "(3,)", "(3, 4)", r"size\(.*\) is 5"),
    ],
    ids=["the case is shrunk", "a case that was wrong before is not shown"],
)
def test_a_new_fault_is_shown_with_a_small_case(
    run, tmp_path, monkeypatch, text, name, before, after, case
):
    monkeypatch.chdir(tmp_path)
    known = "module:changing", "--baseline", "known.json", "--budget", UNHURRIED
    module = tmp_path / "changing.py"
    module.write_text(text.replace(name, before))
    assert run(*known, "--update-baseline")[0] == 0
    module.write_text(text.replace(name, after))
    status, out, _ = run(*known)
    assert status == 1
    (line,) = [line for line in out.splitlines() if line.startswith("  new ")]
    assert re.search(f": {case}, and should be ", line), line


@pytest.mark.parametrize(
    ("old", "new_size"),
    [(5, 2), (96, 48)],
    ids=["the smaller cases run", "some smaller cases do not run"],
)
def test_a_known_fault_keeps_its_case_and_count_beside_a_new_fault(
    run, tmp_path, monkeypatch, old, new_size
):
    monkeypatch.chdir(tmp_path)
    module, out = tmp_path / "changing.py", tmp_path / "out.json"
    known = "module:changing", "--baseline", "known.json", "--budget", UNHURRIED, "--json", out
    module.write_text(SIZE.replace("WRONG", f"({old},)"))
    assert run(*known, "--update-baseline")[0] == 0
    ((before,),) = (record["new"] for record in json.loads(out.read_text())["checks"])
    # The new fault has smaller cases of the same kind in the same operation.
    module.write_text(SIZE.replace("WRONG", f"({new_size}, {old})"))
    assert run(*known)[0] == 1
    (record,) = json.loads(out.read_text())["checks"]
    shown = "id", "cases", "case", "got", "expected"
    ((new,), (again,)) = record["new"], record["known"]
    assert [again[name] for name in shown] == [before[name] for name in shown]
    assert (again["expected"], new["expected"]) == (str(old), str(new_size))
    cases = sum(one["count"] for one in record["findings"])
    assert cases == new["cases"] + again["cases"]


def test_a_repaired_fault_is_gone_although_its_operation_has_a_new_fault(
    run, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    module = tmp_path / "changing.py"
    known = "module:changing", "--baseline", "known.json", "--budget", UNHURRIED
    module.write_text(SIZE.replace("WRONG", "(5,)"))
    assert run(*known, "--update-baseline")[0] == 0
    module.write_text(SIZE.replace("WRONG", "(2,)"))
    status, out, _ = run(*known)
    assert status == 1
    assert "; 1 new, 1 gone, 0 known faults, " in out


def test_a_user_baseline_can_be_created_and_used(run, checkout, tmp_path):
    mine = tmp_path / "mine.json"
    arguments = f"pycute@{checkout}", "--baseline", mine, "--budget", UNHURRIED
    assert run(*arguments)[0] == 2
    status, said = run(*arguments, "--update-baseline")[:2]
    assert status == 0
    assert "  wrote the baseline " in said
    status, out, _ = run(*arguments)
    assert (status, "; 0 new, 0 gone" in out) == (0, True)
    saved = json.loads(mine.read_text())
    for change, problem in (
        ({"schema_version": 99}, "the file has schema 99"),
        ({"implementation": "cute-cpp"}, "the baseline is for cute-cpp, not for pycute"),
        ({"outcomes": {"size": {"cases": 3, "marks": packed(b"ab")}}}, "must have one mark"),
    ):
        mine.write_text(json.dumps(saved | change))
        status, out, err = run(*arguments)
        assert (status, out, err.count("\n"), problem in err) == (2, "", 1, True)


def test_a_baseline_says_if_time_ran_out(run, checkout, tmp_path):
    arguments = f"pycute@{checkout}", "--baseline", tmp_path / "mine.json", "--budget", "0.1"
    status, said, _ = run(*arguments, "--update-baseline")
    assert status in (0, 3), "3 if no case was run in time"
    line = r"wrote the baseline \S+ from \d+ of \d+ cases: time ran out, so raise --budget"
    assert re.search(line, " ".join(said.split()))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["pycute@0.1"], "0.1"),
        (["numpy@1"], "unknown implementation 'numpy@1'"),
        (["pycute@4.2.0.0", "pycute@3.8.0.0", "--baseline", "x"], "belongs to one implementation"),
        ([INSTALLED, "--baseline", __file__], "is not a baseline of this check"),
        (
            [INSTALLED, "--baseline", "none.json"],
            "none.json: no such file; create it with --update-baseline",
        ),
        (["pycute", "4.2.0.0"], "write pycute@4.2.0.0 in place of pycute 4.2.0.0"),
        ([INSTALLED, "--update-baseline"], "--update-baseline needs --baseline FILE"),
        (
            [INSTALLED, "--baseline", "none.json", "--update-baseline", "--first"],
            "--update-baseline needs a whole check: leave out --first",
        ),
    ],
)
def test_invalid_arguments_are_reported_in_one_line(run, arguments, message):
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_a_broken_checkout_is_skipped_by_git_bisect(run, tmp_path):
    (tmp_path / "pycute").mkdir()
    for text, message in (
        (None, "does not contain pycute"),
        ("def broken(:", "cannot be run: Syntax"),
    ):
        if text is not None:
            (tmp_path / "pycute" / "layout.py").write_text(text)
            (tmp_path / "pycute" / "__init__.py").write_text("from .layout import *\n")
        status, out, err = run(f"pycute@{tmp_path}", "--baseline", KNOWN, "--first")
        assert (status, out, err.count("\n"), message in err) == (125, "", 1, True)


def test_a_check_is_deterministic(monkeypatch):
    monkeypatch.setattr("verif.oracle.examined.MOST", 100)
    marks = []
    for _ in range(2):
        real = implementation(INSTALLED)
        try:
            marks.append(examined(real, Deadline()).marks)
        finally:
            real.stop()
    assert marks[0] == marks[1]
    assert all(len(first) >= 100 for first in marks[0].values())


FOUND = [
    ("logical_product(4:1, 3)", "logical-product-wrong-size-b-integer"),
    (
        "composition((3,2):(1,5), 5:1)",
        "composition-unsound-accept-size-multiple-number-steps-within-mode-a",
    ),
    (
        "composition((36,18):(1,72), (9,4):(4,9))",
        "composition-unsound-accept-sum-b-s-steps-below-size",
    ),
    ("idx2crd((1,5), (3,(2,3)))", "idx2crd-wrong-result-a-tuple"),
]


@pytest.mark.parametrize(("case", "id_"), FOUND)
def test_the_root_cause_of_a_known_deviation_is_found(case, id_):
    real = implementation(INSTALLED)
    try:
        assert_root_cause(real, KNOWN, case, id_)
    finally:
        real.stop()


def assert_root_cause(real, baseline, case, id_):
    """Assert that `case` deviates like the case of the finding `id_`, and is at least as large."""
    finding = {f.id: f for f in read_baseline(baseline).findings}[id_]
    known, least = (
        deviation(*call, real.apply(*call)) for call in map(call_of, (case, finding.case))
    )
    assert (known.kind, known.condition) == (least.kind, least.condition)
    assert least.order() <= known.order()
    assert (least.kind, least.shown) == (finding.kind, finding.got)


def test_a_reproduction_prints_the_deviation():
    for finding in read_baseline(KNOWN).findings:
        done = subprocess.run(
            [sys.executable, "-c", finding.reproduction],
            env={"PYTHONPATH": str(PYCUTE.parent)},
            capture_output=True,
            text=True,
            check=False,
        )
        if finding.kind == Kind.OVER_REJECT:
            assert done.stderr.strip().splitlines()[-1].startswith("AssertionError"), finding
        elif finding.kind == Kind.CRASH:
            last = done.stderr.strip().splitlines()[-1]
            assert last.startswith(finding.got.removeprefix("crashed: ")), finding
        elif finding.got.startswith("malformed"):
            assert done.stdout.strip() in finding.got, finding
        else:
            printed = done.stdout.replace(" ", "").replace(",)", ")").strip()
            printed = printed.replace("True", "true").replace("False", "false")
            assert printed == finding.got.strip("<>") or "<" in finding.got, (finding, printed)


# Checking a compiled implementation takes most of an hour, so its committed ids may be outdated.
BASELINES = [one for one in baselines() if one.implementation not in SLOW]


@pytest.mark.parametrize("known", BASELINES, ids=lambda one: f"{one.implementation} {one.version}")
def test_cases_inside_and_beyond_a_are_separate_findings(known):
    root_causes = [one for one in known.findings if not one.origin]
    beyond = {one.id for one in root_causes if is_beyond(*call_of(one.case))}
    assert beyond == {one.id for one in root_causes if one.id.endswith(BEYOND)}
    assert {one.removesuffix(BEYOND) for one in beyond} & {one.id for one in root_causes}


def test_the_id_of_a_finding_is_derived_from_its_cause():
    cause = Cause("slice_", Kind.FORM_ONLY, "A is left out", ("slice_",))
    assert cause.id == "slice-form-only-a-left-out"
    beyond = Cause("coalesce", Kind.CRASH, "", ("coalesce",), is_beyond=True)
    assert beyond.id == "coalesce-crash-beyond-a"
    inner = Cause("tiled_divide", Kind.CRASH, "", ("tiled_divide", "composition"))
    assert inner.id == "tiled-divide-crash-in-composition"
    assert inner.title.endswith(", as composition does")
