"""Each reading, a symbolic rule for a function, rejects the arguments that the function rejects.

The reading and the function raise the same class of error.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from itertools import product as cartesian

import pytest

from spec.composition import carry_refusal
from spec.coordinates import coordinate_refusal, natural, require_coordinate
from spec.int_tuple import flatten, require_shape, unflatten
from spec.layout import Layout, make_layout
from spec.modes import modes_of
from spec.xla import XlaShape, physical_point, require_index, sides
from verif.kernel.constructors import Unknown
from verif.kernel.errors import NotLiftableError
from verif.kernel.text import original
from verif.kernel.verbs import OnNumbers, running
from verif.readings.any_nesting import Nested
from verif.readings.any_rank import AnyRank, AsModes
from verif.readings.by_mode import grouped_by_mode
from verif.readings.grouped import Grouped
from verif.readings.xla_shapes import AnyXlaShape
from verif.theory import THEORY

FLAT = [Layout(*each) for each in (((2,), (3,)), ((2, 3), (1, 2)), ((3, 1, 2), (-1, 5, 0)))]
BY_MODE = [Layout((2, (2, 3)), (1, (4, 2))), Layout(((2, 2), 3, (1, 2)), ((1, 8), 2, (0, 3)))]
PROFILES = [(0,), (0, 0), ((0, 0), 0)]
NUMBERS = (-1, 0, 1, 2, 3)


class OnValues:
    """A lifter for calls with concrete lists.

    If a function has readings (symbolic rules), they are applied. Otherwise the function is run.
    """

    def lift(self, function):
        text = original(function) if inspect.isfunction(function) else function

        def called(*arguments):
            return self.read(text, arguments)

        return called if text in THEORY.readings else function

    def read(self, text, arguments):
        """Apply the first reading that fits. If no reading fits, call the function itself."""
        if any(isinstance(each, Unknown) for each in arguments):
            for each in THEORY.readings[text]:
                if each.takes(arguments):
                    found = each.rule(self, *arguments)
                    if found is not NotImplemented:
                        return found
        return text(*arguments)

    def member(self, value, name):
        if not isinstance(value, Unknown):
            return getattr(value, name)
        text = member_of_layout(name)
        if name in ("size", "cosize", "rank", "depth"):
            return self.read(text, (value,))
        return lambda *arguments: self.read(text, (value, *arguments))

    def owe_invariants(self, *_):
        """Check nothing, because the values given here satisfy their annotations."""


LIFTER = OnValues()


def member_of_layout(name):
    found = vars(Layout)[name]
    return original(getattr(found, "fget", found))


def calls_of_any_rank() -> Iterator[tuple[str, Unknown, Layout, tuple[object, ...]]]:
    for A in FLAT:
        for x in range(-2, A.size + 3):
            yield "__call__", AnyRank(modes_of(A), bare=False), A, (x,)
            yield "extended", AnyRank(modes_of(A), bare=False), A, (x,)
    for A in BY_MODE:
        for x in range(-2, A.size + 3):
            yield "__call__", AsModes(modes_of(A)), A, (x,)
            yield "__call__", by_mode(A), A, (x,)
            yield "extended", by_mode(A), A, (x,)
        for k in range(-2, A.rank + 2):
            yield "mode", by_mode(A), A, (k,)


def calls_of_grouped() -> Iterator[tuple[str, Unknown, Layout, tuple[object, ...]]]:
    for A, B in cartesian(FLAT, FLAT):
        parts, whole = grouped(A, B), make_layout(A, B)
        for x in (-2, -1, 0, whole.size - 1, whole.size, whole.size + 3):
            yield "__call__", parts, whole, (x,)
            yield "extended", parts, whole, (x,)
        for crd in cartesian((-1, 0, A.size - 1, A.size), (-1, 0, B.size - 1, B.size)):
            yield "__call__", parts, whole, crd
            yield "__call__", parts, whole, (crd,)
        yield "__call__", parts, whole, (0, 0, 0)
        yield "__call__", parts, whole, ((0,),)
        for k in range(-2, 4):
            yield "mode", parts, whole, (k,)


def grouped(*layouts):
    return Grouped(tuple(AnyRank(modes_of(each), bare=False) for each in layouts))


def by_mode(A):
    return grouped_by_mode(LIFTER.lift, tuple(map(modes_of, A)))


def calls_of_functions():
    """Yield functions, their symbolic arguments, and the concrete values of these arguments."""
    for profile in PROFILES:
        count, name = len(flatten(profile)), object()
        for shape in cartesian((0, 1, 2), repeat=count):
            whole = unflatten(shape, profile)
            yield require_shape, (Nested(name, shape),), (whole,)
            if 0 in shape:
                continue
            parts = tuple(map(flatten, whole))
            for crd in cartesian((-1, 0, 1, 2), repeat=count):
                known = unflatten(crd, profile)
                unknown = Nested(name, crd), Nested(name, shape)
                yield require_coordinate, unknown, (known, whole)
                yield natural, unknown, (known, whole)
            for crd in cartesian((-1, 0, 1, 4), repeat=len(parts)):
                yield require_coordinate, (crd, Nested(name, shape, parts)), (crd, whole)
            for crd in ((0,) * (len(parts) + 1), (0,) * (len(parts) - 1)):
                yield require_coordinate, (crd, Nested(name, shape, parts)), (crd, whole)
                yield natural, (crd, Nested(name, shape, parts)), (crd, whole)
    for index, bounds in cartesian(cartesian(NUMBERS, repeat=2), ((2, 3), (2,), (1, 1, 1))):
        yield require_index, (index, bounds), (index, bounds)
    for dims, order in (((2, 3), (1, 0)), ((2, 3), (0, 1)), ((4,), (0,))):
        for index in (*cartesian(NUMBERS, repeat=2), (0,), (5,), ()):
            shape = XlaShape("f32", dims, order)
            yield physical_point, (AnyXlaShape(dims, order, ()), index), (shape, index)
    for tile in (*cartesian((-1, 0, 1, 2), repeat=2), (), (3,), (0,)):
        yield sides, (tile,), (tile,)


def outcome(call, *arguments):
    """Return the class of the error that a call raises, or None if the call raises no error.

    If no reading covers the call, return "no meaning".
    """
    try:
        with running(OnNumbers()):
            call(*arguments)
    except ValueError as error:
        return type(error)
    except NotLiftableError:
        return "no meaning"
    return None


def rules_of(text):
    """Return the rules of all readings of a function."""
    return [each.rule for each in THEORY.readings[text]]


@pytest.mark.parametrize("calls", [calls_of_any_rank, calls_of_grouped])
def test_a_member_reading_raises_the_same_error_class(calls):
    refused = set()
    for name, unknown, known, arguments in calls():
        found = outcome(LIFTER.member(unknown, name), *arguments)
        real = outcome(getattr(known, name), *arguments)
        assert found in (real, "no meaning"), (name, known, arguments)
        refused |= {(name, real)} if found == real is not None else set()
    assert len(refused) >= 3


def test_a_function_reading_raises_the_same_error_class():
    refused = {}
    for function, unknown, known in calls_of_functions():
        text = original(function)
        (rule, *_) = [rule for rule in rules_of(text) if _takes(rule, text, unknown)]
        found = outcome(rule, LIFTER, *unknown)
        real = outcome(text, *known)
        assert found in (real, "no meaning"), (text, known)
        if found == real is not None:
            refused.setdefault(text, set()).add(real)
    assert refused.keys() >= {require_shape, require_coordinate, require_index, sides}


def _takes(rule, text, unknown):
    """Whether a rule applies to the arguments. Every rule applies to arguments without unknowns."""
    for each in THEORY.readings[text]:
        if each.rule is rule:
            return each.takes(unknown) or not any(isinstance(a, Unknown) for a in unknown)
    return False


MADE = [
    (coordinate_refusal, (8, (4, 2))),
    (coordinate_refusal, (-1, 5)),
    (carry_refusal, (((36, 1), (18, 72)), ((9, 4), (4, 9)))),
]


@pytest.mark.parametrize(("text", "arguments"), MADE)
def test_a_reading_that_returns_an_error_returns_the_same_class(text, arguments):
    (reading,) = THEORY.readings[text]
    with running(OnNumbers()):
        made = reading.rule(LIFTER, *arguments)
    assert type(made) is type(text(*arguments))


def test_every_reading_that_raises_is_tested_here():
    compared = {original(each) for each, _, _ in calls_of_functions()}
    compared |= {member_of_layout(name) for name in ("__call__", "extended", "mode")}
    refusing = {
        text
        for text, readings in THEORY.readings.items()
        for each in readings
        for line in inspect.getsource(each.rule).splitlines()
        if "raise " in line and "NotLiftableError" not in line
    }
    assert refusing <= compared
