"""The operations that a claim may apply to unknowns, and what they return."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest

from spec import E, Layout, LayoutError
from spec.modes import Groups, Modes
from spec.tla.formats import Tag
from spec.xla import XlaShape
from tests.symbolic.runs import explored
from tests.symbolic.test_values import assert_same
from verif.kernel.constructors import Unknown, is_a, stands_for, type_of
from verif.kernel.errors import NotLiftableError, OutsideFragmentError
from verif.language.form import Constant
from verif.readings.any_nesting import Nested, NestedMode, layout_of_any_nesting
from verif.readings.any_rank import AnyRank, AsModes, Nesting
from verif.readings.by_mode import grouped_by_mode, tilers_of
from verif.readings.grouped import Grouped
from verif.readings.xla_shapes import AnyXlaShape
from verif.symbolic.lifting import Lifter
from verif.symbolic.values import SymInt
from verif.theory import THEORY

LIFTER = Lifter(THEORY)
MACHINE = LIFTER.machine
HERE = Constant(0, None)


def by_mode() -> Any:
    return grouped_by_mode(LIFTER.lift, LIFTER.unknown("groups", Groups))


def assert_stuck(operation, *arguments):
    """Assert that the engine cannot execute an operation on unknowns. Then clear the error."""
    with pytest.raises(NotLiftableError):
        operation(*arguments)
    NotLiftableError.raised = None


MADE: dict[str, tuple[type | None, Callable[[], Any]]] = {
    "an integer": (int, lambda: SymInt.unknown("x")),
    "a truth value": (bool, lambda: SymInt.unknown("x") < 1),
    "a list": (tuple, lambda: LIFTER.unknown("modes", Modes)),
    "a tuple of any nesting": (tuple, lambda: Nested(object(), (4, 2))),
    "a mode of any nesting": (None, lambda: NestedMode(object(), (4,))),
    "a layout of any rank": (Layout, lambda: AnyRank(((4, 1),))),
    "a layout by its modes": (Layout, lambda: AsModes(((4, 1),))),
    "a layout by mode": (Layout, by_mode),
    "tilers": (tuple, lambda: LIFTER.lift(tilers_of)(by_mode())),
    "a layout of layouts": (Layout, lambda: Grouped((AnyRank(((4, 1),)), AnyRank(((2, 1),))))),
    "an unknown shape": (None, lambda: AnyRank(((4, 1),)).shape),
    "an XLA shape": (XlaShape, lambda: AnyXlaShape((4,), (0,), ())),
}
"""For each constructor, the type that claims see, and a function that makes an unknown."""

OFFERED = {Layout: {"shape", "stride"}, XlaShape: {"dims", "minor_to_major", "sides"}}
"""For each type, the attributes of unknown objects that are not hidden from claims."""


@pytest.mark.parametrize("name", MADE)
def test_an_unknown_has_only_the_type_it_stands_for(name):
    kind, make = MADE[name]

    def text(_):
        value = make()
        assert not isinstance(value, int | tuple | Layout | XlaShape)
        if kind is None:
            assert_stuck(MACHINE.is_of, value, ["int"])
        else:
            assert type_of(value) is kind
            assert MACHINE.is_of(value, ["tuple"]) == issubclass(kind, tuple)
            assert MACHINE.is_of(value, ["int"]) == issubclass(kind, int)
            assert MACHINE.is_exactly(value, ["int"]) == (kind is int)

    explored(text)


@pytest.mark.parametrize("name", MADE)
def test_constructor_attributes_are_hidden_from_claims(name):
    kind, make = MADE[name]

    def text(_):
        value = make()
        names = {each for each in dir(value) if not each.startswith("__")}
        assert names
        for each in names - OFFERED.get(kind, set()):
            assert_stuck(LIFTER.member, value, each)

    explored(text)


@pytest.mark.parametrize("name", ["of_algebra", "__dict__", "_name", "__class__", "no_such_name"])
def test_attributes_of_functions_and_modules_are_hidden_from_claims(name):
    for value in (LIFTER.lift(Layout), LIFTER.lift(tilers_of), LIFTER, None, 4, "text"):
        with pytest.raises(NotLiftableError):
            LIFTER.member(value, name)


def test_an_unregistered_constructor_has_no_type():
    class Unregistered(Unknown):
        pass

    class Another(AnyRank):
        pass

    @dataclass
    class Plain:
        x: int = 1

    for value in (Unregistered(), Another(())):
        with pytest.raises(NotLiftableError):
            is_a(value, int)
    for value in (Unregistered(), Another(()), Plain()):
        with pytest.raises(NotLiftableError):
            MACHINE.is_of(value, ["int"])
        with pytest.raises(NotLiftableError):
            LIFTER.member(value, "x")
    assert is_a(stands_for(int, 1)(Unregistered)(), int)


PROTOCOLS = (len, bool, list, hash, lambda v: v[0], lambda v: 1 in v, lambda v: (1, *v)) + (
    lambda v: v == 1,
    lambda v: v != 1,
    lambda v: v < 1,
    lambda v: [1][v],
)


@pytest.mark.parametrize("look", PROTOCOLS)
def test_python_protocols_on_an_unknown_raise_an_error(look):
    for value in (AnyRank(()), NestedMode(object(), (1,)), Grouped(()), AnyXlaShape((), (), ())):
        if look is bool and isinstance(value, NestedMode):
            continue
        with pytest.raises(NotLiftableError):
            look(value)


def test_only_identical_unknowns_compare_equal():
    shape = Nested(object(), (4, 2))
    one, other = layout_of_any_nesting(shape, shape), layout_of_any_nesting(shape, shape)
    assert MACHINE.operate("==", one, other, HERE) is True
    assert MACHINE.operate("!=", one, other, HERE) is False
    with pytest.raises(NotLiftableError):
        MACHINE.operate("==", one, layout_of_any_nesting(shape, Nested(object(), (4, 2))), HERE)
    with pytest.raises(NotLiftableError):
        MACHINE.operate("==", (1, AnyRank(())), (1, AnyRank((), nesting=Nesting(4, ()))), HERE)


def called(name, *arguments, **named):
    return MACHINE.builtins[name](*arguments, **named)


def operated(op, left, right):
    return MACHINE.operate(op, left, right, HERE)


BUILTINS = {
    "sorted": lambda x, y: tuple(called("sorted", [x, y, 1])),
    "sorted by a key": lambda x, y: tuple(called("sorted", [x, y], key=lambda n: (n < 0, n))),
    "max": lambda x, y: called("max", x, y, 1),
    "min": lambda x, y: called("min", (x, y, 1)),
    "sum": lambda x, y: called("sum", [x, y, x < y]),
    "prod": lambda x, y: called("prod", [x, y, 3]),
    "any": lambda x, y: called("any", [x, x < y, False]),
    "all": lambda x, y: called("all", (x, x < y, True)),
    "zip": lambda x, y: tuple(called("zip", (x, y), (y, 1), strict=True)),
    "enumerate": lambda x, y: tuple(called("enumerate", (x, y))),
    "reversed": lambda x, y: tuple(called("reversed", (x, y))),
    "filter": lambda x, y: tuple(called("filter", lambda n: n < 1, (x, y, 1))),
    "takewhile": lambda x, y: tuple(called("takewhile", lambda n: n, (x, y, 1))),
    "dropwhile": lambda x, y: tuple(called("dropwhile", lambda n: n < y, (x, y, 1))),
    "accumulate": lambda x, y: tuple(called("accumulate", (x, y, 2))),
    "accumulated products": lambda x, y: tuple(
        called("accumulate", (x, y), MACHINE.builtins["mul"], initial=1)
    ),
    "reduce": lambda x, y: called("reduce", MACHINE.builtins["add"], (x, y), 1),
    "divmod": lambda x, y: called("divmod", x, 3),
    "abs": lambda x, y: called("abs", x - y),
    "int": lambda x, y: (called("int", x), called("int", x < y)),
    "pow": lambda x, y: (called("pow", x, 3), called("pow", x - y, 0)),
    "tables": lambda x, y: operated("==", {1: x, 2: y}, {2: x, 1: y}),
    "place": lambda x, y: member((0, x, y), "index")(y),
    "place from an end on": lambda x, y: member([y, x, y], "index")(y, 1),
    "count": lambda x, y: member([x, y, 1], "count")(1),
    "key": lambda x, y: called("max", (x, 2), key=lambda n: n * y),
    "range of a truth value": lambda x, y: tuple(called("range", x < y)),
    "tuples": lambda x, y: operated("==", (x, (y, 1)), (y, (x, 1))),
    "tuples of other lengths": lambda x, y: operated("==", (x, y), (x,)),
    "other tuples": lambda x, y: operated("!=", (x, y), (y, 2)),
    "lists": lambda x, y: operated("==", [x, 2], [y, 2]),
    "a tuple and a number": lambda x, y: operated("==", (x, y), x),
    "a number and None": lambda x, y: (operated("==", x, None), operated("!=", None, x)),
    "layouts": lambda x, y: operated("==", made(x, y), made(y, x)),
    "coordinates": lambda x, y: operated("==", operated("*", E(0), x), operated("*", y, E(0))),
    "sums of coordinates": lambda x, y: operated(
        "==", called("sum", [operated("*", x, E(0)), operated("*", E(0), y)]), E(0)
    ),
    "a coordinate and a number": lambda x, y: operated("==", x, operated("*", y, E(0))),
}


def member(of, name):
    """Return the member `name` of a value, as a claim sees this member."""
    return MACHINE.field(of, name, Constant(0, None))


def made(shape, stride):
    """Return a layout with this shape and stride, without checks."""
    return layout_of_any_nesting(shape, stride)


@pytest.mark.parametrize("name", BUILTINS)
def test_builtins_and_operators_on_unknowns_agree_with_python(name):
    for x, y in product((-2, 0, 1, 3), (-1, 0, 1)):
        assert_same(BUILTINS[name], x, y)


WITHOUT_MEANING = {
    "range": lambda x: called("range", x),
    "gcd": lambda x: called("gcd", x, 2),
    "pow": lambda x: called("pow", 2, x),
    "pow of a modulus": lambda x: called("pow", x, 2, 3),
    "isqrt": lambda x: called("isqrt", x),
    "key of a table": {1: 2}.get,
    "key in a tuple": lambda x: {(1, 1): 2}.get((1, x)),
    "table": lambda x: called("table", [(x, 1)]),
    "repeat": lambda x: list(called("repeat", 1, x)),
    "islice": lambda x: list(called("islice", (1, 2), x)),
    "combinations": lambda x: list(called("combinations", (1, 2), x)),
    "element": lambda x: (1, 2)[x],
    "copies": lambda x: (1, 2) * x,
}


@pytest.mark.parametrize("name", WITHOUT_MEANING)
def test_a_claim_cannot_suppress_the_error_of_a_builtin_that_needs_a_number(name):
    def text(path, x):
        try:
            WITHOUT_MEANING[name](x)
        except Exception:
            return

    with pytest.raises(TypeError):
        explored(text, "x")


@pytest.mark.parametrize("name", ["any", "all"])
def test_truth_of_values_without_a_truth_value_raises_an_error(name):
    for value in (Layout(4), LIFTER.lift(tilers_of), AnyRank(())):
        with pytest.raises(NotLiftableError):
            called(name, [value])


def test_comparing_functions_is_rejected():
    for left, right in ((LIFTER.lift(tilers_of), 1), ((1, LIFTER.lift(tilers_of)), (1, 2))):
        with pytest.raises(OutsideFragmentError):
            operated("==", left, right)


def test_multiplying_two_coordinates_is_rejected():
    with pytest.raises(LayoutError):
        operated("*", E(0), E(1))


def test_an_enum_member_equals_only_itself():
    for left, right in product(Tag, Tag):
        assert operated("==", left, right) == (left is right)
        assert operated("!=", (1, left), (1, right)) == (left is not right)
