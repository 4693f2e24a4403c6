"""Coordinates used as strides, as in CuTe C++: they have sums and multiples, but no order."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spec import (
    E,
    InadmissibleError,
    Layout,
    LayoutError,
    StrideError,
    coalesce,
    complement,
    composition,
    cosize,
    idx2crd,
    left_inverse,
    make_identity_layout,
    parse_layout,
    right_inverse,
    zipped_divide,
)
from spec.coalesce import coalesce_extended, coalesce_modes
from spec.composition import images, no_carry, refine_all
from spec.modes import extended, joined, modes_of, total, value
from verif.expression.evaluation import evaluated, formatted, read
from verif.operations.operation import Cases
from verif.operations.table import OPERATIONS
from verif.search import strategies as cute
from verif.upstream.in_process import SPEC

GOLDENS = json.loads(
    (Path(__file__).parent.parent / "data" / "goldens" / "coordinates.json").read_text()
)
COORDINATES = st.lists(
    st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=2, max_size=2
).map(lambda pairs: sum((a * E(0) + b * E(1, k) for k, (a, b) in enumerate(pairs)), 0))


def static(text):
    return text.replace("_", "")


@pytest.mark.parametrize(("path", "printed"), GOLDENS["basis"])
def test_basis_elements_are_printed_as_cpp_does(path, printed):
    assert str(E(*map(int, path.split()))) == static(printed)


@pytest.mark.parametrize(("stride", "printed"), GOLDENS["sums"])
def test_sums_are_printed_as_cpp_does_and_read(stride, printed):
    layout = Layout.parse(f"2:{stride}")
    assert str(layout(1)) == printed
    assert Layout.parse(str(layout)) == layout


@pytest.mark.parametrize(("call", "printed"), GOLDENS["calls"])
def test_results_of_calls_are_printed_as_cpp_does(call, printed):
    assert formatted(evaluated(read(call), SPEC)) == static(printed)


@given(COORDINATES, COORDINATES, COORDINATES, st.integers(-9, 9), st.integers(-9, 9))
def test_coordinates_satisfy_the_module_axioms(x, y, z, m, n):
    assert x + y == y + x
    assert (x + y) + z == x + (y + z)
    assert m * (x + y) == m * x + m * y
    assert (m + n) * x == m * x + n * x
    assert m * (n * x) == (m * n) * x
    assert (1 * x, x + 0, x - x) == (x, x, 0)
    assert (hash(x - x), hash(x + y)) == (hash(0), hash(y + x))


@settings(max_examples=30)
@given(cute.layouts("natural", 3), st.data())
def test_the_identity_layout_maps_coordinates_to_themselves(layout, data):
    shape = (layout.shape, 3)
    identity = make_identity_layout(shape)
    i = data.draw(st.integers(0, identity.size - 1))
    crd = idx2crd(i, shape)
    assert identity(i) == identity(crd)
    assert identity(i).entries == crd


@settings(max_examples=30)
@given(cute.layouts("any", 3), cute.layouts("natural", 2), st.data())
def test_coalesce_and_composition_keep_their_contracts_on_coordinate_strides(layout, b, data):
    free = make_identity_layout(tuple(s for s, _ in modes_of(layout)))
    merged = coalesce(free)
    assert merged.size == free.size
    i = data.draw(st.integers(0, free.size - 1))
    assert merged(i) == free(i)
    try:
        composed = composition(free, b)
    except InadmissibleError:
        return
    i = data.draw(st.integers(0, b.size - 1))
    assert composed(i) == free.extended(b(i))


@pytest.mark.parametrize("call", [cosize, right_inverse, left_inverse, lambda a: complement(a, 64)])
@pytest.mark.parametrize("text", ["(4,8):(1@0,1@1)", "(2,2):(3@1,2@1)"])
def test_operations_that_compare_strides_reject_coordinate_strides(call, text):
    with pytest.raises(StrideError, match="coordinates have no order: strides must be integers"):
        call(parse_layout(text))


@pytest.mark.parametrize("text", ["(2,2):(1@0,3)", "(2,2):(1@0,1@1@0)", "(2,2):(3,1@0@0)"])
def test_strides_that_cannot_be_added_are_rejected(text):
    with pytest.raises(StrideError, match="cannot be added"):
        parse_layout(text)


@pytest.mark.parametrize("wrong", [-1, True, 0.5, "0"])
def test_a_basis_index_must_be_a_nonnegative_integer(wrong):
    with pytest.raises(LayoutError, match=r"must be an integer|must be 0 or more"):
        E(wrong)


@pytest.mark.parametrize(
    "name", [n for n, row in OPERATIONS.items() if isinstance(row.cases, Cases)]
)
def test_every_operation_accepts_or_rejects_coordinate_strides(name):
    """Either argument may be a layout with coordinate strides. Only a LayoutError may be raised."""
    layout = parse_layout("(4,8):(1@0,1@1)")
    for arguments in (
        (layout,),
        (layout, 4),
        (layout, Layout(4)),
        (Layout(32), layout),
        (layout,) * 2,
    ):
        try:
            OPERATIONS[name].function(*arguments)
        except (LayoutError, TypeError) as refused:
            # A TypeError here means a wrong number of arguments.
            assert isinstance(refused, LayoutError) or "argument" in str(refused)


def test_a_coordinate_tensor_of_a_padded_tiling_is_in_bounds_exactly_on_the_array():
    """Kernels check bounds with coordinate tensors. Each array element passes the check once."""
    rows, columns = 5, 7
    tiled = zipped_divide(make_identity_layout((rows, columns)), (4, 2))
    coordinates = [tiled(i) for i in range(tiled.size)]
    within = [
        c.entries
        for c in coordinates
        if all(x < n for x, n in zip(c.entries, (rows, columns), strict=True))
    ]
    assert sorted(within) == [(i, j) for i in range(rows) for j in range(columns)]


class Remainder:
    """An element of Z/6, a module with torsion. It has sums, integer multiples and equality."""

    def __init__(self, n):
        self.n = n % 6

    def __add__(self, other):
        return Remainder(self.n + (other.n if isinstance(other, Remainder) else other))

    def __mul__(self, factor):
        return Remainder(self.n * factor)

    __radd__, __rmul__ = __add__, __mul__

    def __eq__(self, other):
        return self.n == (other.n if isinstance(other, Remainder) else other % 6)

    __hash__ = None


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(1, 4), st.integers(0, 5)), min_size=1, max_size=4), st.data())
def test_mode_functions_accept_strides_of_a_module_with_torsion(modes, data):
    """The theorems hold for strides in every Z-module. Here the functions run on strides in Z/6."""
    strides = tuple((s, Remainder(d)) for s, d in modes)
    x = data.draw(st.integers(0, total(strides) - 1))
    assert value(coalesce_modes(strides), x) == value(strides, x)
    y = data.draw(st.integers(0, 100))
    assert extended(coalesce_extended(strides), y) == extended(strides, y)
    b = data.draw(cute.layouts("natural", 2))
    merged = coalesce_extended(strides)
    try:
        pieces = joined(refine_all(merged, modes_of(b)))
    except InadmissibleError:
        return
    if no_carry(merged, pieces):
        i = data.draw(st.integers(0, b.size - 1))
        assert value(images(merged, pieces), i) == extended(strides, b(i))
