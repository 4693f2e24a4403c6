"""Operations return a value for 1,000 modes. For 10,000 modes they may raise LayoutError."""

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

import spec
from spec import Layout, LayoutError
from spec.atoms import copy_atom, make_tiled_copy_A, mma_atom
from verif.operations import kinds
from verif.operations.table import OPERATIONS

MANY = Layout((2,) * 10_000)
LIMIT = (
    "too many modes or parentheses; all layouts together may have up to 1,024 modes and parentheses"
)

INTEGERS = {kinds.INTEGER: 2, kinds.COORDINATE: 0, kinds.MATRIX: (1, 2)}
MMA = mma_atom("SM80_16x8x16_F32F16F16F32_TN")
LOAD = copy_atom("ldmatrix.x4", "f16")
OTHERS = (MANY, MANY.shape, "f32", 2, MMA, LOAD, make_tiled_copy_A(LOAD, MMA))

OF_ARRAYS_ALONE = {
    *("as_xla_shape", "get_tile_layout", "linear_index", "padded_shape", "physical_order"),
    *("physical_shape", "size_bytes", "tpu_format"),
}
"""Operations on XLA or TLA arrays: there may be no valid argument with many modes."""

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

    Every IntTuple after the first argument is 0, because only the first argument may be a tuple.
    """
    if kind is kinds.INT_TUPLE and place:
        return 0
    fitting = (one for one in OTHERS if kind.accepts(one))
    return INTEGERS[kind] if kind in INTEGERS else next(fitting, None)


def thousand():
    """Return a new layout of 1,000 modes, so that no cached attribute helps."""
    return Layout((2,) * 1_000)


def outcome(work):
    """Return the text of the LayoutError that `work` raises, or True if `work` returns a value."""
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


OPERATION = {
    "coalesce": spec.coalesce,
    "complement": lambda layout: spec.complement(layout, 2**20),
    "composition": lambda layout: spec.composition(layout, Layout(4, 2)),
    "composition, from the right": lambda layout: spec.composition(Layout(2**1_000), layout),
    "flatten": spec.flatten,
    "idx2crd": lambda layout: spec.idx2crd(5, layout.shape),
    "left_inverse": spec.left_inverse,
    "logical_divide": lambda layout: spec.logical_divide(layout, 4),
    "logical_product": lambda layout: spec.logical_product(layout, 4),
    "make_layout_like": spec.make_layout_like,
    "right_inverse": spec.right_inverse,
    "zipped_divide": lambda layout: spec.zipped_divide(layout, 4),
}


@pytest.mark.parametrize("name", OPERATION)
def test_operations_on_a_thousand_modes_compute(name):
    assert outcome(lambda: OPERATION[name](thousand())) is True


@pytest.mark.parametrize("name", ["cosize", "extended", "call", "size"])
def test_attributes_of_a_thousand_modes_compute(name):
    assert outcome(lambda: ATTRIBUTES[name](thousand())) is True


def test_a_result_of_a_thousand_modes_is_right():
    padded = Layout((2,) * 1_000, tuple(4**k for k in range(1_000)))
    assert spec.coalesce(padded) == padded
    assert spec.coalesce(thousand()) == Layout(2**1_000)
    assert padded(2**1_000 - 1) == (4**1_000 - 1) // 3
    assert spec.left_inverse(padded)(4**5) == 2**5
    assert spec.composition(padded, Layout(4, 2))(3) == padded(6)


def test_the_recursion_limit_of_the_program_is_restored():
    before = sys.getrecursionlimit()
    assert spec.coalesce(thousand()).rank == 1
    assert LIMIT in outcome(lambda: spec.coalesce(MANY))
    assert sys.getrecursionlimit() == before


def test_threads_compute_on_long_lists_at_the_same_time():
    def work(_):
        return spec.coalesce(thousand()).size

    with ThreadPoolExecutor(4) as threads:
        assert set(threads.map(work, range(20))) == {2**1_000}


@pytest.mark.parametrize("depth", [100, 900])
def test_deep_parentheses_get_no_more_calls(depth):
    nested = 2
    for _ in range(depth):
        nested = (nested,)
    answer = outcome(lambda: spec.flatten(nested))
    assert answer is True if depth == 100 else LIMIT in answer


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_every_attribute_of_ten_thousand_modes_computes_or_names_the_limit(name):
    answer = outcome(lambda: ATTRIBUTES[name](MANY))
    assert answer is True or LIMIT in answer


@pytest.mark.parametrize("name", ["cosize", "extended", "call"])
def test_the_error_names_the_limit(name):
    assert LIMIT in outcome(lambda: ATTRIBUTES[name](MANY))
    assert outcome(lambda: ATTRIBUTES[name](Layout((2,) * 100)))
