"""With ten thousand modes, each operation and attribute has a value or raises LayoutError."""

import pytest

from spec import Layout, LayoutError
from spec.atoms import copy_atom, make_tiled_copy_A, mma_atom
from verif.operations import kinds
from verif.operations.table import OPERATIONS

MANY = Layout((2,) * 10_000)
LIMIT = "too many modes or parentheses for Python's recursion limit of 1,000 calls"

INTEGERS = {kinds.INTEGER: 2, kinds.COORDINATE: 0, kinds.MATRIX: (1, 2)}
MMA = mma_atom("SM80_16x8x16_F32F16F16F32_TN")
LOAD = copy_atom("ldmatrix.x4", "f16")
OTHERS = (MANY, MANY.shape, "f32", 2, MMA, LOAD, make_tiled_copy_A(LOAD, MMA))

OF_ARRAYS_ALONE = {
    *("as_xla_shape", "get_tile_layout", "linear_index", "padded_shape", "physical_order"),
    *("physical_shape", "size_bytes", "tpu_format"),
}
"""Operations on XLA and TLA arrays, which take no layout."""

ATTRIBUTES = {
    "call": lambda layout: layout(5),
    "cosize": lambda layout: layout.cosize,
    "depth": lambda layout: layout.depth,
    "extended": lambda layout: layout.extended(5),
    "iteration": lambda layout: len(tuple(layout)),
    "mode": lambda layout: layout.mode(9_999),
    "rank": lambda layout: layout.rank,
    "size": lambda layout: layout.size,
    "slice": lambda layout: layout(*(None,) * 10_000),
    "text": lambda layout: len(str(layout)) > 10_000,
}


def argument(kind, place):
    """Return an argument with many modes if the kind allows it.

    Only the first argument may be a tuple; a later IntTuple is 0.
    """
    if kind is kinds.INT_TUPLE and place:
        return 0
    fitting = (one for one in OTHERS if kind.accepts(one))
    return INTEGERS[kind] if kind in INTEGERS else next(fitting, None)


def outcome(work):
    """Return whether the work returns a value, or the text of its LayoutError."""
    try:
        return work() is not None
    except LayoutError as refused:
        return str(refused)


@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_every_operation_on_ten_thousand_modes_computes_or_names_the_limit(name):
    row = OPERATIONS[name]
    given = [argument(kind, place) for place, kind in enumerate(row.signature.required)]
    if None in given:
        assert name in OF_ARRAYS_ALONE
        return
    assert outcome(lambda: row.function(*given))


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_every_attribute_of_ten_thousand_modes_computes_or_names_the_limit(name):
    answer = outcome(lambda: ATTRIBUTES[name](MANY))
    assert answer is True or LIMIT in answer


@pytest.mark.parametrize("name", ["cosize", "extended", "call"])
def test_the_error_names_the_limit(name):
    assert LIMIT in outcome(lambda: ATTRIBUTES[name](MANY))
    assert outcome(lambda: ATTRIBUTES[name](Layout((2,) * 100)))
