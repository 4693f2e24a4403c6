"""Lifting runs a text's own code on lists of any length, and never mistakes one for another."""

from contextlib import suppress

import pytest

from spec.modes import Modes, total, value
from verif.kernel.constructors import is_a
from verif.kernel.contract import Contract, Promise
from verif.kernel.errors import NotLiftableError, TheoryError
from verif.kernel.judge import Judge
from verif.kernel.theory import Theory
from verif.readings.modes import MODES
from verif.solvers import z3_solver
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
    """Run a text on a lifter, and require that all it ensures is shown."""

    def lifted(path):
        text(path, Lifter(THEORY))

    exploration = explore(JUDGE, "a test", lifted)
    assert exploration.complete
    assert not exploration.failures
    return exploration


def assert_different(path, left, right):
    assert not path.entails(literal_of(left == right), "equal", 1.0)


def test_an_observation_is_the_same_of_the_same():
    def text(path, lifter):
        modes, x = lifter.unknown("modes", Modes), lifter.unknown("x", int)
        of = lifter.lift(value)
        path.ensure("equal", literal_of(of(modes, x + 1) == of(modes, 1 + x)))

    explored(text)


def test_observations_are_told_apart():
    def text(path, lifter):
        a, b = (lifter.unknown(name, Modes) for name in "ab")
        x = lifter.unknown("x", int)
        of, two, several = (lifter.lift(f) for f in (value, both, of_tuples))
        assert_different(path, of(a, x), of(b, x))
        assert_different(path, of(a, x), of(a, x + 1))
        assert_different(path, two(a, b, x), two(b, a, x))
        assert_different(path, two(a, a, x), two(a, b, x))
        assert_different(path, two(a, a, x), two(a, (), x))
        assert_different(path, several(a, (b,), x), several(a, (a,), x))

    explored(text)


def test_an_observation_is_its_text_once_the_list_is_known():
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


def test_a_list_is_empty_or_not():
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
def test_what_asks_for_all_elements_has_no_reading(text):
    with pytest.raises((NotLiftableError, TypeError)):
        explored(lambda path, lifter: text(lifter.unknown("modes", Modes)))


def test_no_text_takes_a_missing_reading_for_an_error_of_its_own():
    def text(path, lifter):
        try:
            list(lifter.unknown("modes", Modes))
        except Exception:
            return

    with pytest.raises(NotLiftableError):
        explored(text)


def test_a_list_without_end_is_not_taken_apart():
    def text(path, lifter):
        modes = lifter.unknown("modes", Modes)
        while modes:
            modes = modes[1:]

    with pytest.raises(NotLiftableError, match=r"does not end; mark"):
        explored(text)


def test_a_list_stands_for_a_tuple():
    def text(path, lifter):
        modes = lifter.unknown("modes", Modes)
        assert is_a(modes, tuple)
        assert not is_a(modes, int)
        assert not isinstance(modes, tuple)

    explored(text)


def test_a_refusal_is_caught_by_who_catches_its_type():
    results = []

    def text(path, lifter):
        results.append(lifter.lift(catching)(lifter.unknown("modes", Modes)))

    assert explored(text).paths == 2
    assert [type(result) for result in results] == [int, SymInt] or results[0] == 0


def test_names_are_given_once():
    def total(modes: Modes) -> int:
        return 0

    with pytest.raises(TheoryError, match=r"^names used twice: total$"):
        Theory(
            kinds={Modes: MODES},
            observations={**THEORY.observations, total: "modes"},
            contracts=(),
        )


def test_what_has_no_reading_is_said_even_where_a_text_handles_it():
    def text(path, lifter):
        with suppress(BaseException):
            raise NotLiftableError("handled")

    with pytest.raises(NotLiftableError, match="handled"):
        explored(text)
