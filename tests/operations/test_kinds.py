"""Every operation accepts any kind of argument or rejects it with a LayoutError."""

from collections import namedtuple
from enum import IntEnum
from fractions import Fraction
from inspect import Parameter, signature
from itertools import product

import pytest

import spec
from spec import ComposedLayout, KindError, Layout, LayoutError, LinearLayout, Swizzle, XlaShape
from spec.atoms import copy_atom, make_tiled_copy_A, mma_atom
from spec.tla import FORMATS
from verif.expression import evaluated, formatted, read
from verif.expression.tiles import on_tile
from verif.operations.kinds import (
    ACCESSED,
    ATOM,
    COPY_ATOM,
    ELEMENT,
    INSTRUCTION,
    INTEGER,
    LAYOUT,
    MACHINE,
    TILED_COPY,
    TILED_MMA,
    TILER,
    WIDTH,
    XLA_SHAPE,
    is_tile,
)
from verif.operations.table import OPERATIONS, SPELLED
from verif.upstream.in_process import SPEC

SWIZZLED = ComposedLayout.parse("Sw<1,1,1> o 0 o (4,8):(8,1)")
DEEPER = ComposedLayout(Layout((4, 8), (8, 1)), 0, SWIZZLED)
DEEP: object = 2
for _ in range(1500):
    DEEP = (DEEP,)

VALUES = (
    *(-1, 0, 2, (), (4, 8), (2, (3, 4)), (0, 1), (1, None), None, "f16"),
    *(Layout(8), Layout((4, 8), (8, 1)), Layout(()), Layout((4, (2, 3)), (6, (-3, 0)))),
    *(SWIZZLED, ComposedLayout.parse("Sw<2,0,-3> o 5 o (2,3):(7,1)"), DEEPER, Swizzle(1, 1, 1)),
    *(FORMATS["zN"]("f16", 16, 32), FORMATS["zN"]("f16", 30, 40)),
    *(XlaShape.parse("f32[4,8]"), XlaShape.parse("f32[3,5]{1,0:T(2,2)}"), XlaShape.parse("f32[0]")),
    *((Layout(2), 2), (Layout(4, 2), None), LinearLayout((1, 2)), spec.LayoutRight),
)
"""One value of every kind, and several layouts."""


class Elementwise:
    """A value whose comparison has no truth value, like a NumPy array."""

    def __eq__(self, other):
        return self

    def __bool__(self):
        raise ValueError("the truth of an array is ambiguous")

    __hash__ = None


class OwnLayout(Layout):
    """A user's subclass of Layout."""


class Two(IntEnum):
    """A subclass of int."""

    TWO = 2


Pair = namedtuple("Pair", "rows columns")

ODD = (
    *(Elementwise(), Two.TWO, Pair(4, 8), OwnLayout((4, 8)), 10**30, (10**20, 2), 0.0, 2j),
    *(Fraction(2), range(3), slice(None), ..., float("nan"), "", (), ((),), (0,), (-1, 2)),
    *((None, (None, None)), ((None, 1), None), (Layout(2), (None, 3)), [], [Layout(2)], Layout),
)
"""Values that look like valid arguments, and values that other libraries accept as arguments."""

WRONG = (True, 1.5, "x", b"x", [2], {}, object(), (2, 1.5), (True, 2), ("x",), [Layout(2), 3], DEEP)
"""Values that no operation accepts."""

MMA = mma_atom("SM80_16x8x16_F32F16F16F32_TN")
LOAD = copy_atom("ldmatrix.x4", "f16")
COPY = make_tiled_copy_A(LOAD, MMA)
WRITTEN = (
    (MMA, MMA.name),
    (LOAD, "copy_atom(ldmatrix.x4,f16)"),
    (COPY, f"make_tiled_copy_A(copy_atom(ldmatrix.x4,f16),{MMA.name})"),
)
"""Values without a notation, each with an expression that makes the value."""

GOOD = {
    INTEGER: 2,
    ELEMENT: "f16",
    TILER: 2,
    LAYOUT: Layout((4, 8)),
    XLA_SHAPE: VALUES[20],
    ATOM: MMA,
    TILED_MMA: MMA,
    COPY_ATOM: LOAD,
    INSTRUCTION: "ldmatrix.x4",
    TILED_COPY: COPY,
    WIDTH: None,
    MACHINE: spec.Machine(threads=64, sector=64),
}
"""A valid argument of each kind. For kinds that are missing here, (4, 8) is valid."""


def calls(row, values):
    """Yield valid arguments of an operation in which one argument is replaced by one of `values`.

    If there are two arguments, also yield some pairs of values in place of both arguments.
    """
    signature = row.signature
    counts = range(len(signature.required), len(signature.required + signature.optional) + 1)
    for kinds in filter(None, map(signature.kinds, (*counts, len(signature.required) + 1))):
        good = [GOOD.get(kind, (4, 8)) for kind in kinds]
        for k, value in product(range(len(kinds)), values):
            yield (*good[:k], value, *good[k + 1 :])
        if len(kinds) == 2:
            yield from product(values[1:-1:2], values[:-1:2])


def outcome(function, arguments):
    """Return the result, or the text of the LayoutError that is raised. Other errors propagate."""
    try:
        return function(*arguments)
    except LayoutError as error:
        return f"refused: {error}"


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_accepts_or_rejects_any_value(name):
    for arguments in calls(OPERATIONS[name], VALUES + WRONG):
        outcome(OPERATIONS[name].function, arguments)


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_accepts_or_rejects_lookalike_values(name):
    for arguments in calls(OPERATIONS[name], ODD):
        outcome(OPERATIONS[name].function, arguments)


ROWS = {row.function for row in OPERATIONS.values()}
OTHERS = {
    function: ("8:1",)
    for function in spec.EXPORTED.values()
    if function not in ROWS and function.__name__.startswith(("format", "parse", "print"))
} | {
    spec.E: (0, 1),
    spec.explain: ("composition", Layout((4, 8)), 2),
    spec.parse_expression: ("size(8:1)", {"size"}),
}
"""Exported functions without a row in the table of operations, each with arguments that it accepts
or rejects with a LayoutError."""


def test_every_export_is_an_operation_or_tested_here():
    assert ROWS | OTHERS.keys() >= {*spec.EXPORTED.values()}


@pytest.mark.parametrize("function", OTHERS, ids=lambda function: function.__name__)
def test_every_other_export_accepts_or_rejects_any_value(function):
    good = OTHERS[function]
    for k, value in product(range(len(good)), VALUES + WRONG + ODD):
        outcome(function, (*good[:k], value, *good[k + 1 :]))


@pytest.mark.parametrize("name", SPELLED)
def test_the_calculator_agrees_with_python(name):
    row = SPELLED[name]
    function = getattr(spec, name, row.function)
    written = [v for v in VALUES if not isinstance(v, LinearLayout) and v is not spec.LayoutRight]
    for arguments in list(calls(row, written))[::3]:
        if ACCESSED in row.signature.required and any(map(is_tile, arguments)):
            continue  # Only the calculator accepts the tile that `local_tile` returns.
        if on_tile(row, arguments) is not None:
            continue
        text = f"{name}({','.join(map(expression, arguments))})"
        answers = outcome(lambda t: evaluated(read(t), SPEC), (text,)), outcome(function, arguments)
        # `spec` exports neither the functions of formats nor `evaluate`. So the errors of these
        # functions may differ from the errors of the calculator.
        if row.text is row.function and all(str(one).startswith("refused") for one in answers):
            continue
        if any(map(is_tile, arguments)) and str(answers[0]).startswith("refused"):
            # The calculator also says which layout the tile has.
            answers = str(answers[0]).partition(", which is a tile")[0], answers[1]
        assert answers[0] == answers[1], text


def expression(value):
    return next((text for one, text in WRITTEN if one is value), None) or formatted(value)


CONSTRUCTED = {
    ComposedLayout: (Swizzle(1, 1, 1), 0, Layout(8)),
    Layout: ((4, 8), (8, 1)),
    LinearLayout: ((1, 2),),
    spec.Machine: (32, 4),
    Swizzle: (1, 1, 1),
    spec.TlaLayout: ((4, 8), (8, 1), (4, 8)),
    XlaShape: ("f32", (4, 8), (1, 0)),
}
"""Valid arguments of each class's constructor."""


@pytest.mark.parametrize("of", CONSTRUCTED)
def test_every_constructor_accepts_or_rejects_any_value(of):
    good = CONSTRUCTED[of]
    for k, value in product(range(len(good)), VALUES + WRONG[:-1] + ODD):
        outcome(of, (*good[:k], value, *good[k + 1 :]))


CALLED = {"__call__", "__getitem__", "__matmul__", "__add__", "__mul__", "__sub__"}
"""Special methods that Python calls for an expression such as `A(i)` or `A + B`."""

SHOWING = {"__getitem__", "__add__", "__mul__", "__sub__"}
"""Methods whose error shows the rejected value, not the expected kind."""

OBJECTS = (
    *(Layout((4, 8)), SWIZZLED, DEEPER, LinearLayout((1, 2)), spec.Machine(), Swizzle(1, 1, 1)),
    *(FORMATS["zN"]("f16", 16, 32), XlaShape.parse("f32[4,8]"), spec.E(0)),
)
"""One object of every kind that has methods."""

METHODS = [
    (one, name)
    for one in OBJECTS
    for name, method in vars(type(one)).items()
    if callable(method) and (name in CALLED or not name.startswith("_"))
]
"""Pairs of an object and the name of one of its public methods or operators."""


@pytest.mark.parametrize(("one", "name"), METHODS, ids=str)
def test_every_method_accepts_or_rejects_any_value(one, name):
    # `parse` is a class method, so get it from the class.
    method = getattr(type(one) if name == "parse" else one, name)
    (parameter,) = signature(method).parameters.values()
    # The error of an operator shows the wrong operand. Python cannot print DEEP, the last value in
    # `WRONG`, so do not try DEEP with operators.
    values = VALUES + ODD + (WRONG[:-1] if name in SHOWING else WRONG)
    for value in values:
        outcome(method, (value,))
        if parameter.kind is Parameter.VAR_POSITIONAL:
            outcome(method, (1, value))


def test_an_error_of_a_method_names_its_class():
    with pytest.raises(KindError) as caught:
        SWIZZLED.compose(1.5)
    message = "argument 1 of ComposedLayout.compose must be a tiler, not 1.5"
    assert str(caught.value) == message
    with pytest.raises(KindError, match=r"^argument 1 of Swizzle\.__call__ must be an integer"):
        Swizzle(1, 1, 1)("x")


def test_an_error_names_the_argument_and_the_expected_kind():
    with pytest.raises(KindError) as caught:
        spec.complement(Layout(4), SWIZZLED)
    assert str(caught.value) == f"argument 2 of complement must be an IntTuple, not {SWIZZLED}"
    with pytest.raises(KindError, match="argument 1 of coalesce must be a layout"):
        spec.coalesce(1.5)
    with pytest.raises(KindError, match="argument 2 of logical_divide must be a tiler"):
        spec.logical_divide(SWIZZLED, SWIZZLED)
