"""A claim that crashes or hangs in a worker process does not affect other claims."""

import pytest

from verif.deciding.selection import selected
from verif.deciding.workers import decide_all, ordered
from verif.kernel.said import Why
from verif.kernel.text import source_of
from verif.kernel.verdict import ALL, Outcome

CLAIMS = """
from verif.readings.domains import Layouts, flat
from verif.kernel.claim import REFUTED, claim
from verif.kernel.verbs import ensure


def deeper(n: int) -> int:
    return deeper(n + 1)


def power(depth: int) -> int:
    return 1 if depth == 0 else power(depth - 1) + power(depth - 1)


@claim("HANGS", "it comes to no end", source="here", expect=REFUTED, A=Layouts(flat(1)))
def hangs(alg, A):
    ensure("false", power(60) < 0)


@claim("CRASHES", "it recurses without end", source="here", expect=REFUTED, A=Layouts(flat(1)))
def crashes(alg, A):
    ensure("false", deeper(0) < 0)


@claim("FALSE", "it is false", source="here", expect=REFUTED, A=Layouts(flat(1)))
def false(alg, A):
    ensure("false", False)
"""


IDS = ("CRASHES", "FALSE")


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "claims.py"
    path.write_text(CLAIMS)
    return path


def test_a_hanging_claim_times_out(file):
    (decided,) = decide_all(selected([f"{file}:HANGS"]), 1, 0.2)
    assert decided.verdict.outcome is Outcome.UNKNOWN
    assert decided.verdict.reason == "no verdict within 0.2 s"


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_crashing_claim_does_not_affect_others(file, jobs):
    shown = []
    decided = decide_all(selected([f"{file}:{name}" for name in IDS]), jobs, 600, shown.append)
    assert [(d.claim.id, d.verdict.outcome) for d in decided] == [
        ("CRASHES", Outcome.ERROR),
        ("FALSE", Outcome.REFUTED),
    ]
    assert decided[0].verdict.reason.startswith("line 8, `return deeper(n + 1)`: RecursionError")
    assert [one.why for one in decided[0].verdict.said] == [Why.FAULT]
    assert sorted(d.claim.id for d in shown) == sorted(IDS)


def test_no_claims_give_no_verdicts():
    assert decide_all((), 2, 1.0) == ()


def test_a_file_that_changes_before_a_worker_reads_it_is_an_error(file):
    chosen = selected([f"{file}:FALSE"])
    file.write_text(CLAIMS.replace('ensure("false", False)', 'ensure("true", True)'))
    (decided,) = decide_all(chosen, 1, 600)
    assert decided.verdict.outcome is Outcome.ERROR
    assert decided.verdict.reason.endswith("the file changed while its claims were decided")


def test_files_of_the_same_name_in_two_folders_can_be_decided_together(tmp_path):
    for folder, truth in (("one", "False"), ("other", "True")):
        (tmp_path / folder).mkdir()
        text = CLAIMS.replace('ensure("false", False)', f'ensure("false", {truth})')
        (tmp_path / folder / "claims.py").write_text(text)
    names = [f"{tmp_path}/{folder}/claims.py:FALSE" for folder in ("one", "other")]
    outcomes = [decided.verdict.outcome for decided in decide_all(selected(names), 1, 600)]
    assert outcomes == [Outcome.REFUTED, Outcome.PROVED]


def test_user_claims_do_not_wait_for_all_lemmas(tmp_path, monkeypatch):
    path = tmp_path / "claims.py"
    one = (
        "@claim('N{0}', '', source='', n=Integers())\ndef n{0}(alg, n):\n    ensure('so', n >= 0)\n"
    )
    text = "from verif import Integers, claim, ensure\n" + "".join(map(one.format, range(9)))
    path.write_text(text)
    # Set THEORY to None, so that this process fails if it tries to prove all lemmas first.
    monkeypatch.setattr("verif.deciding.workers.THEORY", None)
    found = decide_all(selected([str(path)]), 1, 600)
    assert {decided.verdict.outcome for decided in found} == {Outcome.PROVED}
    assert len(found) == 9


def test_claims_at_fixed_profiles_start_first_and_long_texts_before_short_ones():
    chosen = selected(())
    found = ordered(chosen)
    assert sorted(one.claim.id for one in found) == sorted(one.claim.id for one in chosen)
    keys = [
        (getattr(c.expect.scope, "ranks", None) == ALL, -len(source_of(c.text)))
        for c in (one.claim for one in found)
    ]
    assert keys == sorted(keys)
