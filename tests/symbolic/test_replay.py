"""Replay runs a claim on concrete arguments, along the paths of its proof.

A replay finds faults of the engine, and of readings (symbolic versions of functions), that a solver
cannot find.
"""

from dataclasses import dataclass, replace

import pytest

import spec
from spec.composition import carry_refusal
from spec.errors import ShapeError
from spec.int_tuple import compatible
from spec.layout import Layout
from spec.modes import Modes, layout_of, modes_of, total
from verif import Promise, assume, attempt, claim, ensure, ensure_equal
from verif.deciding.decide import decide
from verif.deciding.proving import CONCRETE, foundations
from verif.kernel.contract import Contract
from verif.kernel.errors import ReplayError
from verif.kernel.text import original
from verif.kernel.theory import Reading, Theory
from verif.kernel.verbs import same
from verif.kernel.verdict import Outcome
from verif.readings.any_rank import AnyRank
from verif.readings.domains import LEAF, Index, Layouts, Point, Refinements, Shapes, flat, size_of
from verif.readings.meaning import Meaning
from verif.readings.modes import MODES
from verif.readings.numbers import Integers
from verif.symbolic import claims, lifting, lists, runs
from verif.symbolic.claims import (
    Concrete,
    explore_profile,
    prove_at_every_rank,
    prove_at_profiles,
)
from verif.symbolic.induction import cases, prove_contract
from verif.symbolic.machine import OnUnknowns
from verif.symbolic.path import Path
from verif.symbolic.terms import Literal, Polynomial
from verif.theory import THEORY


@dataclass(frozen=True)
class Evens:
    profiles: tuple = (None,)

    def describe(self, profile):
        return None

    def symbolic(self, fresh, name, profile, earlier):
        return 2 * fresh.unknown(name, int)

    def lifted(self, fresh, name, earlier):
        return self.symbolic(fresh, name, None, earlier)

    def enumerated(self, earlier):
        return (0, 2, -2)


ONE = Layout((1,), (0,))
STEPS_BACK = Layout((2, 3), (-1, 4))


def given(*found):
    """Return the replay of a claim at these arguments."""
    return Concrete(lambda claim, chosen: found, Meaning)


def stated(text, **domains):
    return claim("MINE", "mine", source="here", **domains)(text)


def proved(judge, stated, *found, theory=THEORY):
    judge = judge.leaning_on(THEORY.contracts)
    return prove_at_every_rank(judge, stated, spec, theory, concrete=given(*found))


def a_value_twice(alg, A, i):
    ensure_equal("twice", A(i) + A(i), 2 * A(i))


ANY = stated(a_value_twice, A=Layouts(), i=Index("A"))
LAST = {"A": STEPS_BACK, "i": 5}


def test_replay_counts_the_cases_that_reach_a_conclusion(judge):
    assert proved(judge, ANY, {"A": ONE, "i": 0}, LAST).replays == 2


def test_cases_that_violate_an_assumption_are_not_counted(judge):
    def text(alg, i):
        assume("small", i < 3)
        ensure("below ten", i < 10)

    assert proved(judge, stated(text, i=Integers()), {"i": 2}, {"i": 3}).replays == 1


def test_a_claim_proved_at_profiles_is_replayed(judge):
    def text(alg, A, i):
        ensure("at least 0", A(i) * A(i) >= 0)

    mine = stated(text, A=Layouts(), i=Index("A"))
    chosen = {"A": (0, 0), "i": None}
    explored = explore_profile(judge, mine, spec, chosen, 60.0, given(LAST))
    assert prove_at_profiles(judge, mine, (explored,)).replays == 1


@pytest.mark.parametrize(
    "contract",
    [c for c in THEORY.contracts if c.id in ("size_is_positive", "push_puts_its_digit_in_front")],
)
def test_lemmas_are_replayed_at_admissible_arguments(judge, contract):
    judge = judge.leaning_on(THEORY.contracts)
    assert prove_contract(judge, THEORY, contract).replays >= 3


def test_admissible_arguments_are_found_where_they_are_rare():
    """Few arguments satisfy these lemmas' assumptions: for example, two sums must be equal."""
    few = ("sum_determines_modes_gaps_and_rest", "groups_nowhere_astray_are_the_images")
    contracts = [contract for contract in THEORY.contracts if contract.id in few]
    assert [bool(list(cases(contract, THEORY))) for contract in contracts] == [True, True]


# In the tests below, the symbolic version of a domain omits some values of the domain, so false
# claims could be proved.


@pytest.mark.parametrize(
    ("domain", "name", "less", "case"),
    [
        (Layouts, "_require", lambda fresh, modes: modes[0][1] >= 0, LAST),
        (Layouts, "_require", lambda fresh, modes: bool(modes[1:]), {"A": ONE, "i": 0}),
        (Layouts, "_require", lambda fresh, modes: modes[0][0] >= 2, {"A": ONE, "i": 0}),
    ],
    ids=["natural strides", "two modes", "sizes from 2 on"],
)
def test_replay_detects_a_reading_that_omits_layouts(judge, monkeypatch, domain, name, less, case):
    def require(self, fresh, name, modes):
        assume("a mode", bool(modes))
        assume("less", less(fresh, modes))

    monkeypatch.setattr(domain, name, require)
    with pytest.raises(ReplayError, match="fact is false"):
        proved(judge, ANY, case)


def omits_the_last(self, fresh, name, value, earlier):
    assume("in it", value >= 0)
    assume("before the last", value < fresh.lift(size_of)(earlier[self.of]) - 1)


def test_replay_detects_an_index_domain_without_the_last_index(judge, monkeypatch):
    monkeypatch.setattr(Index, "_require", omits_the_last)
    proved(judge, ANY, {**LAST, "i": 4})
    with pytest.raises(ReplayError, match="fact is false"):
        proved(judge, ANY, LAST)


def test_replay_detects_a_point_domain_limited_to_the_origin(judge, monkeypatch):
    lifted = Point.lifted

    def at_the_origin(self, fresh, name, earlier):
        point = lifted(self, fresh, name, earlier)
        entries = getattr(point, "terminals", ())
        assume("at the origin", not entries or entries[0] == 0)
        return point

    def text(alg, S, c):
        ensure("at least 0", alg.crd2idx(c, S) * 0 == 0)

    monkeypatch.setattr(Point, "lifted", at_the_origin)
    mine = stated(text, S=Shapes(flat(2)), c=Point("S"))
    proved(judge, mine, {"S": (2, 3), "c": (0, 1)})
    with pytest.raises(ReplayError, match="fact is false"):
        proved(judge, mine, {"S": (2, 3), "c": (1, 0)})


def test_replay_detects_groups_limited_to_one_mode(judge, monkeypatch):
    lifted = Refinements.lifted

    def one_each(self, fresh, name, earlier):
        groups = lifted(self, fresh, name, earlier)
        assume("one mode", not groups[0][1:])
        return groups

    def text(alg, A, B, G):
        ensure("a size", total(G[0]) >= 1)

    monkeypatch.setattr(Refinements, "lifted", one_each)
    mine = stated(text, A=Layouts(), B=Layouts(), G=Refinements("B", after="A"))
    case = {"A": STEPS_BACK, "B": Layout((4,), (1,))}
    proved(judge, mine, {**case, "G": (((4, 1),),)})
    with pytest.raises(ReplayError, match="fact is false"):
        proved(judge, mine, {**case, "G": (((2, 1), (2, 5)),)})


def test_replay_detects_a_list_kind_that_omits_elements(judge):
    kind = replace(MODES, invariant=lambda mode: {"at least 2": mode[0] >= 2})
    theory = replace(THEORY, kinds={**THEORY.kinds, Modes: kind})

    def text(alg, A):
        ensure("a size", modes_of(A)[0][0] >= 1)

    with pytest.raises(ReplayError, match="fact is false"):
        proved(judge, stated(text, A=Layouts()), {"A": ONE}, theory=theory)


def ruled(function, rule):
    """Return the theory in which `rule` is the only symbolic version of `function`."""
    rules = {**THEORY.readings, function: (Reading(function, (), rule),)}
    return replace(THEORY, readings=rules)


def test_replay_detects_a_reading_with_wrong_values(judge):
    def text(alg, A, B):
        fit = alg.compatible(A.shape, B.shape)
        ensure("a size", A.size >= 1 or fit)

    mine = stated(text, A=Layouts((LEAF,), one_mode=True), B=Layouts())
    case = {"A": Layout(3, 1), "B": STEPS_BACK}
    assert proved(judge, mine, case).replays == 1
    always = ruled(compatible, lambda lifter, a, b: True)
    with pytest.raises(ReplayError, match="compatible is False, its reading True"):
        proved(judge, mine, case, theory=always)


def test_replay_detects_a_reading_that_rejects_valid_arguments(judge):
    def text(alg, A):
        ensure("modes or none", attempt(modes_of, A) is None or A.size >= 1)

    def refuses(lifter, layout):
        raise ValueError

    mine = stated(text, A=Layouts())
    with pytest.raises(ReplayError, match=r"modes_of is .*, its reading raises ValueError"):
        proved(judge, mine, {"A": ONE}, theory=ruled(modes_of, refuses))


def test_replay_detects_a_reading_without_range_checks(judge):
    def text(alg, A):
        ensure("accepted", attempt(A, A.size) is not None)

    called = ruled(original(Layout.__call__), lambda lifter, A, x: lifter.lift(total)(A.modes))
    with pytest.raises(ReplayError, match=r"__call__ is CoordinateError.*, its reading"):
        proved(judge, stated(text, A=Layouts()), {"A": ONE}, theory=called)


def test_a_returned_error_has_the_class_that_its_reading_returns(judge):
    def text(alg, A, x, w):
        C = layout_of(modes_of(A))
        ensure("refused or a size", attempt(alg.composition, C, Layout(x, w)) is None or x >= 1)

    mine = stated(text, A=Layouts(), x=Integers(1), w=Integers(1))
    case = {"A": Layout((3, 2), (1, 17)), "x": 4, "w": 2}
    assert proved(judge, mine, case).replays == 1
    another = ruled(carry_refusal, lambda lifter, modes, pieces: ShapeError("A"))
    with pytest.raises(ReplayError, match=r"carry_refusal is InadmissibleError.*, its reading"):
        proved(judge, mine, case, theory=another)


@pytest.mark.parametrize(
    ("places", "words"),
    [
        ((1, 0), "yields another element"),
        ((0,), "more elements than its reading"),
        ((0, 1, 1), "yields another element"),
        ((0, 1), None),
    ],
)
def test_replay_detects_an_iterator_with_wrong_elements(judge, places, words):
    def text(alg, n):
        ensure("a mode", len(tuple(Layout((n, 2), (1, n)))) >= 1)

    def each(lifter, A):
        return (lifter.lift(original(Layout.mode))(A, k) for k in places)

    mine, case = stated(text, n=Integers(1)), {"n": 3}
    theory = ruled(original(Layout.__iter__), each)
    if words is None:
        assert proved(judge, mine, case, theory=theory).replays == 1
        return
    with pytest.raises(ReplayError, match=words):
        proved(judge, mine, case, theory=theory)


def test_replay_detects_a_wrong_cosize(judge):
    def text(alg, A):
        ensure_equal("twice", 2 * A.cosize, A.cosize + A.cosize)

    cosize = original(Layout.cosize.fget)
    known = next(each for each in THEORY.readings[cosize] if AnyRank in each.constructors)
    more = ruled(cosize, lambda lifter, A: known.rule(lifter, A) + 1)
    with pytest.raises(ReplayError, match=r"cosize is .*, its reading"):
        proved(judge, stated(text, A=Layouts()), {"A": ONE}, theory=more)


# The tests below run engines with a fault, such as a false fact that the engine assumes.


def divides_by_seven(alg, i):
    ensure("a digit", 0 <= i % 7 <= 6)


DIVIDES = stated(divides_by_seven, i=Integers())


def test_replay_detects_a_wrong_fact_about_a_remainder(judge, monkeypatch):
    divided = Path._divided

    def wrongly(self, x, y, quotient, remainder):
        divided(self, x, y, quotient, remainder)
        self.facts.append(Literal("<=", Polynomial.constant(1) - remainder))

    monkeypatch.setattr(Path, "_divided", wrongly)
    proved(judge, DIVIDES, {"i": 8})
    with pytest.raises(ReplayError, match="fact is false"):
        proved(judge, DIVIDES, {"i": 7})


def test_replay_detects_an_unexplored_branch(judge, monkeypatch):
    def text(alg, i):
        ensure("small", i < 100 or i * i >= 0)

    monkeypatch.setattr(
        Path, "_fork", lambda self, literal: bool(self._step(literal, lambda: True))
    )
    mine = stated(text, i=Integers())
    proved(judge, mine, {"i": 99})
    with pytest.raises(ReplayError, match=r"no explored path has the answer False to"):
        proved(judge, mine, {"i": 100})


def test_replay_detects_a_list_with_an_extra_element(judge, monkeypatch):
    opened = lists.SymList._opened

    def twice(self):
        node = opened(self)
        Path.assume(
            lists.current_path(), Literal("=", Polynomial.constant(1) - node[1].length.polynomial)
        )
        return node

    def text(alg, A):
        ensure("a size", modes_of(A)[0][0] >= 1)

    monkeypatch.setattr(lists.SymList, "_opened", twice)
    mine = stated(text, A=Layouts())
    with pytest.raises(ReplayError, match=r"fact is false|closes"):
        proved(judge, mine, {"A": ONE})


def test_replay_detects_wrong_facts_about_halved_bits(judge, monkeypatch):
    def text(alg, i, j):
        ensure("a half", (i ^ j) // 2 >= 0)

    mine = stated(text, i=Integers(), j=Integers())
    halved = Path._halved

    def as_it_is(self, x, y):
        found = halved(self, x, y)
        if found is not None:
            self.assume(Literal("<=", found[1]))
        return found

    monkeypatch.setattr(Path, "_halved", as_it_is)
    proved(judge, mine, {"i": 5, "j": 3})
    with pytest.raises(ReplayError, match="fact is false"):
        proved(judge, mine, {"i": 4, "j": 3})


def test_replay_detects_an_unproved_conclusion(judge, monkeypatch):
    def text(alg, i):
        ensure("at least 0", i >= 0)
        ensure("small", i < 100)

    ensured = Path.ensure

    def shown(self, label, literal):
        known = ensured(self, label, literal)
        self.failures.clear()
        return known

    monkeypatch.setattr(Path, "ensure", shown)
    with pytest.raises(ReplayError, match="conclusion 'small' is false"):
        proved(judge, stated(text, i=Integers()), {"i": 100})


def count(modes: Modes) -> int:
    return 1 + count(modes[1:]) if modes else 0


def counted(modes: Modes) -> Promise:
    return Promise(lambda n: ensure("at least 0", n >= 0))


COUNTED = Contract("COUNTED", "", count, counted, "modes")


def compares(modes: Modes, others: Modes):
    def shows():
        ensure("a sum", count(modes) + count(others) >= 0)

    return shows, lambda: None


def test_replay_detects_lists_wrongly_taken_for_equal(judge, monkeypatch):
    contract = Contract("COMPARED", "", compares, compares, "modes")
    theory = Theory(
        kinds={Modes: MODES},
        observations={},
        contracts=(COUNTED, contract),
        packages=("spec", __name__),
    )
    prove_contract(judge, theory, contract)
    monkeypatch.setattr(lifting, "equal", lambda left, right: True)
    with pytest.raises(ReplayError, match="where the value is"):
        prove_contract(judge, theory, contract)


def are_the_same(modes: Modes, others: Modes):
    def shows():
        ensure("a size", total(modes) == total(modes))
        same("the same", modes, others)

    return shows, lambda: None


def test_replay_detects_an_unproved_equality_of_lists(judge, monkeypatch):
    contract = Contract("SAME", "", are_the_same, are_the_same, "modes")
    theory = Theory(
        kinds={Modes: MODES},
        observations={total: "modes"},
        contracts=(contract,),
        packages=("spec", __name__),
    )
    monkeypatch.setattr(runs, "owe_same", lambda *_: None)
    with pytest.raises(ReplayError, match="conclusion 'the same' is false"):
        prove_contract(judge, theory, contract)


def test_replay_detects_an_ignored_error(judge, monkeypatch):
    def text(alg, A):
        ensure("a size", A.size >= 1)
        ensure("an offset", A(A.size) * 0 == 0)

    monkeypatch.setattr(claims, "_conclude", lambda path, text: attempt(text))
    with pytest.raises(ReplayError, match="the plain run"):
        proved(judge, stated(text, A=Layouts()), {"A": ONE})


def test_replay_detects_a_claim_that_inspects_symbolic_values(judge, monkeypatch):
    def text(alg, i):
        ensure("small", not isinstance(i, int) or i < 100)

    monkeypatch.setattr(OnUnknowns, "type_seen", lambda self, value: type(value))
    with pytest.raises(ReplayError, match="the plain run"):
        proved(judge, stated(text, i=Integers()), {"i": 100})


def test_a_replay_mismatch_is_an_error_that_names_the_arguments(monkeypatch):
    monkeypatch.setattr(Index, "_require", omits_the_last)
    verdict = decide(ANY)
    assert verdict.outcome is Outcome.ERROR
    assert "replayed at A = (1):(0), i = 0: fact is false" in verdict.reason


def test_a_user_domain_is_replayed_at_values_made_from_small_integers(judge):
    def text(alg, n):
        ensure("even", n % 2 == 0)

    mine = stated(text, n=Evens())
    theorem = prove_at_every_rank(judge, mine, spec, foundations(), concrete=CONCRETE)
    assert theorem.replays == 6
    assert "Evens, which is not a domain" in decide(mine).reason
