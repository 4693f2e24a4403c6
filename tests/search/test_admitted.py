"""Arguments chosen for a replay satisfy the claim's assumptions and reach its conclusion."""

import spec
from spec.layout import Layout
from verif.claims.catalogue import catalogue
from verif.kernel.claim import claim
from verif.kernel.verbs import assume, ensure
from verif.readings.domains import Index, Layouts
from verif.search.admitted import EACH, admitted
from verif.search.concrete import Holds, run_concretely


def holds(alg, A, i):
    assume("steps forward", A.stride[0] >= 0)
    ensure("at least 0", A(i) * A(i) >= 0)


STATED = claim("MINE", "mine", source="here", A=Layouts(), i=Index("A"))(holds)


def test_the_claim_holds_at_admitted_arguments():
    found = list(admitted(STATED, spec))
    assert len(found) == 2 * EACH
    assert all(isinstance(run_concretely(STATED, spec, one), Holds) for one in found)
    assert found[0] == {"A": Layout((1,), (0,)), "i": 0}


def test_admitted_arguments_have_the_given_profiles():
    found = list(admitted(STATED, spec, {"A": (0, 0), "i": None}))
    assert found
    assert {one["A"].rank for one in found} == {2}


def test_admitted_arguments_reach_a_rare_conclusion():
    (rare,) = (one for one in catalogue() if one.id == "C3")
    results = [run_concretely(rare, spec, one) for one in admitted(rare, spec)]
    assert any(result.conclusions for result in results)
