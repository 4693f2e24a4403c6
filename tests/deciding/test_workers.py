"""Claims in worker processes: one that dies or hangs takes no other with it."""

import pytest

from verif.deciding.selection import selected
from verif.deciding.workers import decide_all
from verif.kernel.said import Why
from verif.kernel.verdict import Outcome

CLAIMS = """
import os
import time
from verif.readings.domains import Layouts, flat
from verif.kernel.claim import REFUTED, claim
from verif.kernel.verbs import ensure


def declare(id, body):
    @claim(id, id, source="here", expect=REFUTED, A=Layouts(flat(1)))
    def text(alg, A):
        body()
        ensure("false", False)

    return text


def crash():
    raise MemoryError("no more")


def hang():
    while True:
        pass


first = declare("DIES", lambda: os._exit(3))
second = declare("HANGS", hang)
third = declare("CRASHES", crash)
fourth = declare("FALSE", lambda: None)
"""

SLEEPS = """
fifth = declare("SLEEPS", lambda: time.sleep(6000))
"""


ANOTHER = """
import multiprocessing
from verif import Integers, claim, ensure

MANY = 10**6 if multiprocessing.parent_process() is None else -1


@claim("SMALL", "every integer is small", source="here", n=Integers())
def small(alg, n):
    ensure("small", n <= 10**12 or MANY < 0)


@claim("NATURAL", "every integer is natural", source="here", n=Integers())
def natural(alg, n):
    ensure("natural", n >= 0)
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "claims.py"
    path.write_text(CLAIMS)
    return path


@pytest.mark.parametrize("how", ["HANGS", "SLEEPS"])
def test_one_that_hangs_or_sleeps_is_given_up(file, how):
    file.write_text(CLAIMS + SLEEPS)
    (decided,) = decide_all(selected([f"{file}:{how}"]), 1, 0.2)
    assert decided.verdict.outcome is Outcome.UNKNOWN
    assert decided.verdict.reason == "no verdict within 0.2 s"


@pytest.mark.parametrize("jobs", [1, 2])
def test_one_that_dies_takes_no_other_with_it(file, jobs):
    ids = ("DIES", "CRASHES", "FALSE")
    decided = decide_all(selected([f"{file}:{one}" for one in ids]), jobs, 600)
    outcomes = [(d.claim.id, d.verdict.outcome) for d in decided]
    assert outcomes == [
        ("DIES", Outcome.ERROR),
        ("CRASHES", Outcome.ERROR),
        ("FALSE", Outcome.REFUTED),
    ]


# Of the processor: time for the others to come to their verdicts.
SECONDS = 5


@pytest.mark.long
@pytest.mark.parametrize("jobs", [1, 2])
def test_one_verdict_each_in_the_order_given(file, jobs):
    shown = []
    decided = decide_all(selected([str(file)]), jobs, SECONDS, shown.append)
    found = [(d.claim.id, d.verdict.outcome, d.verdict.reason) for d in decided]
    assert found == [
        ("DIES", Outcome.ERROR, "its process ended, exit code 3"),
        ("HANGS", Outcome.UNKNOWN, f"no verdict within {SECONDS} s"),
        (
            "CRASHES",
            Outcome.ERROR,
            'line 18, `raise MemoryError("no more")`: MemoryError: no more',
        ),
        ("FALSE", Outcome.REFUTED, ""),
    ]
    reasons = [one.why for d in decided for one in d.verdict.said if one.why is not None]
    assert reasons == [Why.FAULT, Why.TIME_OUT, Why.FAULT]
    assert sorted(d.claim.id for d in shown) == sorted(d.claim.id for d in decided)


def test_nothing_to_decide():
    assert decide_all((), 2, 1.0) == ()


def test_a_verdict_is_of_the_claim_that_was_asked_for(tmp_path):
    path = tmp_path / "claims.py"
    path.write_text(ANOTHER)
    small, natural = decide_all(selected([str(path)]), 1, 600)
    assert small.verdict.outcome is Outcome.ERROR
    assert "another claim each time that its file is run" in small.verdict.reason
    assert natural.verdict.outcome is Outcome.PROVED


def test_claims_of_one_s_own_do_not_wait_for_all_lemmas(tmp_path, monkeypatch):
    path = tmp_path / "claims.py"
    one = (
        "@claim('N{0}', '', source='', n=Integers())\ndef n{0}(alg, n):\n    ensure('so', n >= 0)\n"
    )
    text = "from verif import Integers, claim, ensure\n" + "".join(map(one.format, range(9)))
    path.write_text(text)
    # Of the theory nothing is asked here.
    monkeypatch.setattr("verif.deciding.workers.THEORY", None)
    found = decide_all(selected([str(path)]), 1, 600)
    assert {decided.verdict.outcome for decided in found} == {Outcome.PROVED}
    assert len(found) == 9
