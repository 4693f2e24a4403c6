"""Kernels, preimages and conversions of linear layouts agree with enumeration."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from spec.conversions import differences, first_beyond, needed, preimages
from spec.xors import kernel_of, preimage, xor_of

COLUMNS = st.lists(st.integers(0, 15), max_size=4).map(tuple)


def values(columns):
    return [xor_of(columns, x) for x in range(1 << len(columns))]


@given(COLUMNS)
def test_each_value_is_taken_as_often_as_the_kernel_has_xors(columns):
    kernel = kernel_of(columns)
    assert set(Counter(values(columns)).values()) == {1 << len(kernel)}
    zeros = [x for x, value in enumerate(values(columns)) if value == 0]
    assert sorted(values(kernel)) == zeros


@given(COLUMNS, st.integers(0, 15))
def test_a_preimage_maps_to_the_value_if_any_number_does(columns, value):
    found = preimage(columns, value)
    assert 0 <= found < 1 << len(columns)
    assert (xor_of(columns, found) == value) == (value in values(columns))


@given(COLUMNS, COLUMNS)
def test_the_first_need_without_a_preimage_is_found(columns, needs):
    taken = [need in values(columns) for need in needs]
    first = first_beyond(columns, needs)
    assert first == (0 if all(taken) else 1 << taken.index(False))
    if not first:
        assert [xor_of(columns, x) for x in preimages(columns, needs)] == list(needs)


@given(COLUMNS, COLUMNS)
def test_xors_of_differences_are_differences_of_xors(columns, others):
    bits = max(len(columns), len(others))
    apart = differences(columns, others)
    assert len(apart) == bits
    for x in range(1 << bits):
        assert xor_of(apart, x) == xor_of(columns, x) ^ xor_of(others, x)


@given(COLUMNS, st.lists(st.tuples(st.integers(0, 15), st.integers(0, 15)), max_size=3), COLUMNS)
def test_a_conversion_stays_in_threads_exactly_if_threads_have_what_they_need(
    registers, threads, wanted
):
    source, target = (
        (tuple(column) for column in zip(*threads, strict=True)) if threads else ((), ())
    )
    stays = all(
        {need ^ xor_of(target, t) for need in values(wanted)}
        <= {held ^ xor_of(source, t) for held in values(registers)}
        for t in range(1 << len(threads))
    )
    assert (first_beyond(registers, needed(wanted, target, source)) == 0) == stays
