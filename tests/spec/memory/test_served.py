"""Wavefronts, sectors and widths, computed by ranks, agree with enumeration and definitions."""

import random
from collections import Counter, defaultdict
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spec import (
    ComposedLayout,
    CoordinateError,
    Layout,
    LayoutError,
    Machine,
    Swizzle,
    bank_conflicts,
    sectors,
    vector_width,
    wavefronts,
)
from spec.memory import by_enumeration, by_ranks, first_conflict
from spec.memory.accesses import bits_of, columns
from spec.memory.multiples import multiples, taker
from spec.memory.sectors import asked_for, first_scattered
from tests.spec.memory.accesses import (
    ELEMENTS,
    drawn_layouts,
    drawn_machine,
    drawn_matrix,
    enumerated,
    images,
)

ROWS = Layout(((8, 16), (8, 4)), ((512, 1), (64, 16)))
LDMATRIX = Layout(((16, 2), (8, 4, 4)), ((1, 512), (64, 16, 1024)))
TILE = Layout((64, 64), (64, 1))


def agree(rng):
    """Compare `by_ranks` and `by_enumeration` on a random case. Return the kinds of the case."""
    matrix, machine, bits = drawn_matrix(rng), drawn_machine(rng), bits_of(rng.choice(ELEMENTS))
    listed = enumerated(matrix)
    widest = by_enumeration.widest(listed, bits, machine)
    assert by_ranks.widest(matrix, bits, machine) == widest, (matrix, machine, bits)
    width = rng.choice([bits << k for k in range((widest // bits).bit_length())])
    parameters = bits, width, machine
    found = by_enumeration.served(listed, *parameters)
    assert by_ranks.served(matrix, *parameters) == found, (matrix, parameters)
    assert by_ranks.sectors(matrix, *parameters) == by_enumeration.sectors(listed, *parameters), (
        matrix
    )
    conflict = by_ranks.first_conflict(matrix, *parameters)
    assert (conflict is None) == (by_enumeration.first_conflict(listed, *parameters) is None)
    assert (conflict is None) == (found.wavefronts == found.phases)
    if conflict is not None:
        require_conflict(conflict, listed, *parameters)
    return {f"width {width // bits}", "conflict" if conflict else "none"}


def words_at_once(conflict, listed, bits, width, machine):
    """Return the words of the conflict's bank that are needed in the conflict's phase."""
    (thread, value), _ = conflict.takers
    together, access, unit = machine.phase(width), width // bits, machine.bank_bits
    first = thread - thread % together
    values = [
        other
        for other, column in enumerate(listed)
        if column[thread] // access == listed[value][thread] // access
    ]
    needed = {
        word
        for other in values
        for x in listed[other][first : first + together]
        for word in range(x * bits // unit, (x * bits + bits - 1) // unit + 1)
    }
    return {word for word in needed if word % machine.banks == conflict.bank}


def require_conflict(conflict, listed, bits, width, machine):
    """Require that a conflict has two accesses in one phase to different words of one bank."""
    words, (one, other) = conflict.words, conflict.takers
    assert words[0] != words[1]
    assert {word % machine.banks for word in words} == {conflict.bank}
    for (thread, value), word in zip(conflict.takers, words, strict=True):
        first = listed[value][thread] * bits // machine.bank_bits
        last = (listed[value][thread] * bits + bits - 1) // machine.bank_bits
        assert first <= word <= last
    together = machine.phase(width)
    assert one[0] // together == other[0] // together
    assert conflict.ways == len(words_at_once(conflict, listed, bits, width, machine))
    access = width // bits
    same_thread = listed[one[1]][one[0]] // access, listed[other[1]][one[0]] // access
    assert same_thread[0] == same_thread[1]


SAMPLE, ALL = 250, 30_000


def test_ranks_and_enumeration_agree_on_a_sample():
    rng = random.Random(15)
    kinds = Counter(kind for _ in range(SAMPLE) for kind in agree(rng))
    assert min(kinds[kind] for kind in ("width 1", "width 4", "conflict", "none")) > SAMPLE // 50


@pytest.mark.long
def test_ranks_and_enumeration_agree_on_many_cases():
    rng = random.Random(16)
    assert sum(bool(agree(rng)) for _ in range(ALL)) == ALL


def by_definition(smem, tv, bits, width, machine):
    """Return the number of wavefronts: the most words in one bank, summed over all phases."""
    places = {(t, v): smem(tv(t, v)) for t in range(tv[0].size) for v in range(tv[1].size)}
    words = defaultdict(set)
    for (t, v), x in places.items():
        # One access transfers the values of thread 0 that lie in one aligned block.
        block = places[0, v] * bits // width
        phase = t // machine.phase(width), t // machine.threads, block
        words[phase] |= {
            (x * bits + bit) // machine.bank_bits for bit in range(0, bits, min(bits, 32))
        }
    by_bank = (Counter(word % machine.banks for word in taken) for taken in words.values())
    return sum(max(banks.values()) for banks in by_bank)


@given(st.integers(0, 10**9))
@settings(max_examples=20, deadline=None)
def test_wavefronts_agree_with_the_definition(seed):
    rng = random.Random(seed)
    (smem, tv), machine, element = drawn_layouts(rng), drawn_machine(rng), rng.choice(ELEMENTS)
    bits = bits_of(element)
    width = vector_width(smem, smem, tv, element, machine)
    expected = by_definition(smem, tv, bits, width, machine)
    assert wavefronts(smem, tv, element, machine=machine) == expected
    conflict = first_conflict(smem, tv, element, machine=machine)
    assert (conflict is None) == (bank_conflicts(smem, tv, element, machine=machine) == 0)
    if conflict is not None:
        require_conflict(conflict, columns(smem, tv), bits, width, machine)


@given(st.integers(0, 10**9))
@settings(max_examples=20, deadline=None)
def test_first_scattered_finds_a_request_with_excess_sectors(seed):
    rng = random.Random(seed)
    (gmem, tv), machine, element = drawn_layouts(rng), drawn_machine(rng), rng.choice(ELEMENTS)
    found = asked_for(gmem, tv, element, machine=machine)
    wide = first_scattered(gmem, tv, element, machine=machine)
    assert found.fewest <= found.sectors
    assert (wide is None) == (found.fewest == found.sectors)
    assert wide is None or wide.sectors > wide.fewest


@given(st.lists(st.integers(0, 300), max_size=6).map(tuple), st.integers(0, 8))
@settings(max_examples=60, deadline=None)
def test_multiples_span_all_multiples_in_the_image(numbers, k):
    n = 1 << k
    found = multiples(numbers, n)
    xors, basis = images(numbers), images(found)
    assert set(basis) == {word for word in xors if word % n == 0}
    assert len(set(basis)) == len(basis)
    assert [xors[taker(numbers, n, y)] for y in range(len(basis))] == basis


@pytest.mark.parametrize(
    ("smem", "tv", "element", "width", "expected"),
    [
        # In CuTe's sgemm_sm80, a row has 64 elements of f16, and ldmatrix reads 8 rows at a time.
        (TILE, ROWS, "f16", None, 64),
        (TILE, LDMATRIX, "f16", 128, 512),
        (ComposedLayout(Swizzle(3, 3, 3), 0, TILE), LDMATRIX, "f16", 128, 64),
        (ComposedLayout(Swizzle(3, 4, 3), 0, TILE), LDMATRIX, "f16", 128, 128),
        (Layout((64, 64), (72, 1)), LDMATRIX, "f16", 128, 64),
        # In the next three cases, 32 threads read one word, 32 words of one bank, and all 32 banks.
        (Layout(1), Layout((32, 1), (0, 0)), "f32", None, 1),
        (Layout((32, 32), (32, 1)), Layout((32, 1), (1, 0)), "f32", None, 32),
        (Layout((32, 32), (33, 1)), Layout((32, 1), (1, 0)), "f32", None, 1),
    ],
)
def test_known_accesses_have_known_wavefronts(smem, tv, element, width, expected):
    assert wavefronts(smem, tv, element, width) == expected


def test_8_byte_accesses_are_served_by_half_warps():
    rows = Layout((32, 2), (2, 1))
    assert wavefronts(Layout(64), rows, "f32") == 2
    assert wavefronts(Layout(64), rows, "f32", 32) == 4


def test_an_8_byte_element_takes_two_words():
    every_second = Layout((16, 1), (2, 0))
    assert wavefronts(Layout(32), every_second, "f64") == 2


@pytest.mark.parametrize(
    ("tv", "error", "message"),
    [
        (Layout(32), LayoutError, "a thread-value layout must have two modes, but 32:1 has 1"),
        (
            Layout((32, 2), (1, 64)),
            CoordinateError,
            r"\(thread, value\) \(31,1\) takes element 95, but 64:1 has elements 0 .. 63",
        ),
        (
            Layout((32, 2), (-1, 1)),
            CoordinateError,
            r"\(thread, value\) \(31,0\) takes element -31",
        ),
        (Layout((32, 2), (0, 32)), LayoutError, "allow accesses of 32 bits, not of 64"),
    ],
)
def test_a_mismatched_thread_value_layout_is_rejected(tv, error, message):
    with pytest.raises(error, match=message):
        wavefronts(Layout(64), tv, "f32", 64)


def test_huge_layouts_are_rejected_unless_linear():
    half = 1 << 40
    tv = Layout((32, half), (1, 32))
    assert wavefronts(Layout(32 * half), tv, "f32") == half
    with pytest.raises(LayoutError, match=r"at most 1048576 .* are enumerated"):
        wavefronts(Layout((32, half), (1, 33)), tv, "f32")


@pytest.mark.parametrize(
    ("element", "problem"), [("f6e2m3fn", "f6e2m3fn has 6"), ("half", "not 'half'")]
)
def test_an_unsupported_element_width_is_rejected(element, problem):
    with pytest.raises(LayoutError, match=problem):
        sectors(TILE, ROWS, element)


def test_a_machine_requires_powers_of_two():
    with pytest.raises(LayoutError, match="banks of a machine must be a power of two, not 48"):
        Machine(banks=48)


def test_vector_width_is_the_minimum_of_both_sides():
    rows, across = Layout((8, 8), (8, 1)), Layout((8, 8), (1, 8))
    tv = Layout((8, 8), (1, 8))
    for src, dst in combinations((rows, across, Layout((8, 8), (10, 1))), 2):
        width = vector_width(src, dst, tv, "f16")
        assert width == min(vector_width(side, side, tv, "f16") for side in (src, dst))
