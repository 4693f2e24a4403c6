"""Lifting runs a claim's own code on lists of any length and keeps different lists apart."""

from contextlib import suppress

import pytest

from spec.modes import Modes, total, value
from verif.kernel.constructors import is_a
from verif.kernel.contract import Contract, Promise
from verif.kernel.errors import NotLiftableError, TheoryError
from verif.kernel.judge import Judge
from verif.kernel.theory import Theory
from verif.readings.modes import MODES
from verif.solvers.process import z3_solver
from verif.symbolic.exploration import explore
from verif.symbolic.lifting import Lifter
from verif.symbolic.lists import length_of
from verif.symbolic.values import SymInt, literal_of


def both(first: Modes, second: Modes, x: int) -> int:
    return total(first) * total(second) * x


def of_tuples(modes: Modes, others: tuple[Modes, ...], x: int) -> int:
    return x


def refusing(modes: Modes) -> int:
    if not modes:
        raise ValueError
    return 1


def catching(modes: Modes) -> int:
    try:
        return refusing(modes)
    except ValueError:
        return 0


def promise_of_refusing(modes: Modes) -> Promise:
    return Promise()


THEORY = Theory(
    kinds={Modes: MODES},
    observations={total: "modes", value: "modes", both: "first", of_tuples: "modes"},
    contracts=(Contract("REFUSING", "", refusing, promise_of_refusing, rejects=ValueError),),
    packages=("spec", __name__),
)
JUDGE = Judge(z3_solver())


def explored(text):
    """Symbolically execute `text`, and require a proof of everything that `text` ensures."""

    def lifted(path):
        text(path, Lifter(THEORY))

    exploration = explore(JUDGE, "a test", lifted)
    assert exploration.complete
    assert not exploration.failures
    return exploration


def assert_not_known_equal(path, left, right):
    assert not path.entails(literal_of(left == right), "equal", 1.0)


def test_equal_arguments_give_equal_observations():
    def text(path, lifter):
        modes, x = lifter.unknown("modes", Modes), lifter.unknown("x", int)
        of = lifter.lift(value)
        path.ensure("equal", literal_of(of(modes, x + 1) == of(modes, 1 + x)))

    explored(text)


def test_observations_of_different_arguments_differ():
    def text(path, lifter):
        a, b = (lifter.unknown(name, Modes) for name in "ab")
        x = lifter.unknown("x", int)
        of, two, several = (lifter.lift(f) for f in (value, both, of_tuples))
        assert_not_known_equal(path, of(a, x), of(b, x))
        assert_not_known_equal(path, of(a, x), of(a, x + 1))
        assert_not_known_equal(path, two(a, b, x), two(b, a, x))
        assert_not_known_equal(path, two(a, a, x), two(a, b, x))
        assert_not_known_equal(path, two(a, a, x), two(a, (), x))
        assert_not_known_equal(path, several(a, (b,), x), several(a, (a,), x))

    explored(text)


def test_an_observation_unfolds_once_the_list_is_known():
    def text(path, lifter):
        modes, x = lifter.unknown("modes", Modes), lifter.unknown("x", int)
        of = lifter.lift(value)
        before = of(modes, x)
        if modes:
            (s, d), rest = modes[0], modes[1:]
            path.ensure("unfolded", literal_of(before == d * (x % s) + of(rest, x // s)))
        else:
            path.ensure("empty", literal_of(before == 0))

    assert explored(text).paths == 2


def test_testing_a_list_decides_whether_it_is_empty():
    def text(path, lifter):
        modes = lifter.unknown("modes", Modes)
        length = length_of(modes)
        path.ensure("its length", literal_of(length >= 1 if modes else length == 0))
        path.ensure("with one more", literal_of(length_of(((2, 1),) + modes) == length + 1))

    explored(text)


@pytest.mark.parametrize(
    "text",
    [
        list,
        len,
        max,
        hash,
        lambda modes: modes[1],
        lambda modes: modes[-1],
        lambda modes: modes[:1],
        lambda modes: modes[::2],
        lambda modes: [s for s, _ in modes],
        lambda modes: (1, 2) in modes,
        lambda modes: modes == (),
        lambda modes: modes != (),
        lambda modes: modes < (),
        lambda modes: modes + ((1, 2),),
        dict,
        lambda modes: tuple(zip(modes, modes, strict=True)),
        lambda modes: [*modes],
        reversed,
        lambda modes: modes * 2,
    ],
)
def test_operations_on_all_elements_of_an_unknown_list_are_rejected(text):
    with pytest.raises((NotLiftableError, TypeError)):
        explored(lambda path, lifter: text(lifter.unknown("modes", Modes)))


def test_a_claim_cannot_catch_a_missing_reading():
    def text(path, lifter):
        try:
            list(lifter.unknown("modes", Modes))
        except Exception:
            return

    with pytest.raises(NotLiftableError):
        explored(text)


def test_an_endless_loop_over_an_unknown_list_is_rejected():
    def text(path, lifter):
        modes = lifter.unknown("modes", Modes)
        while modes:
            modes = modes[1:]

    with pytest.raises(
        NotLiftableError, match=r"does not end, because the length of the list is unknown; mark"
    ):
        explored(text)


def test_an_unknown_list_counts_as_a_tuple():
    def text(path, lifter):
        modes = lifter.unknown("modes", Modes)
        assert is_a(modes, tuple)
        assert not is_a(modes, int)
        assert not isinstance(modes, tuple)

    explored(text)


def test_an_error_is_caught_by_a_handler_of_its_type():
    results = []

    def text(path, lifter):
        results.append(lifter.lift(catching)(lifter.unknown("modes", Modes)))

    assert explored(text).paths == 2
    assert [type(result) for result in results] == [int, SymInt] or results[0] == 0


def test_duplicate_names_in_a_theory_are_rejected():
    def total(modes: Modes) -> int:
        return 0

    with pytest.raises(TheoryError, match=r"^names used twice, here or in the theory: total$"):
        Theory(
            kinds={Modes: MODES},
            observations={**THEORY.observations, total: "modes"},
            contracts=(),
        )


def test_a_suppressed_missing_reading_is_still_reported():
    def text(path, lifter):
        with suppress(BaseException):
            raise NotLiftableError("handled")

    with pytest.raises(NotLiftableError, match="handled"):
        explored(text)
