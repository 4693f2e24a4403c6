"""Questions about memory: answers agree with enumeration, and witnesses are valid."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spec import (
    ComposedLayout,
    Layout,
    LayoutError,
    bank_conflicts,
    idx2crd,
    parse_swizzle,
    product,
    vector_width,
)
from spec.memory.accesses import bits_of
from spec.memory.sectors import asked_for
from tests.spec.memory.accesses import ELEMENTS, drawn_layouts
from verif.english import counted
from verif.questions import Effort, Ruling, ask, read_question
from verif.questions.aligned import aligned, aligned_swizzled
from verif.questions.covers_once import covers_once, covers_times
from verif.questions.memory import coalesced, conflict_free, vectorizes

SOLVED = Effort(elements=0)

NUMBERS = st.integers(1, 4)


@st.composite
def tvs(draw):
    """Thread-value layouts with small strides that are rarely negative."""
    shape = draw(st.tuples(st.tuples(NUMBERS, NUMBERS), NUMBERS))
    strides = st.sampled_from((0, 1, 1, 2, 2, 3, 4, 4, 8, 8, 16, -1))
    return Layout(shape, ((draw(strides), draw(strides)), draw(strides)))


def test_more_takers_than_counted_elements_refute_an_equal_number_of_takers():
    tv, few = Layout.parse("((1024,1024),4):((1,512),0)"), Effort(elements=1 << 10)
    found = covers_times(tv, 524_800, 4, few)
    assert found.ruling is Ruling.REFUTED
    assert found.reason == (
        "4194304 (thread, value) pairs cannot take each of 524800 elements 4 times"
    )
    assert covers_times(Layout.parse("(4,4):(1,2)"), 10, 2, few).reason == (
        "element 0 is taken by 1 (thread, value)"
    )


@given(tv=tvs(), tile=st.tuples(NUMBERS, NUMBERS), times=st.integers(2, 5))
@settings(deadline=None)
def test_covers_times_agrees_with_the_definition(tv, tile, times):
    found = covers_times(tv, tile, times, Effort())
    taken = Counter(tv(i) for i in range(tv.size))
    evenly = taken == Counter(dict.fromkeys(range(product(tile)), times))
    assert found.ruling is (Ruling.HOLDS if evenly else Ruling.REFUTED)
    if found.witness is not None and len(found.witness.values) == 2 and not evenly:
        element, count = found.witness.values
        if isinstance(element, tuple) and not found.witness.coordinates:
            assert sum(n for x, n in taken.items() if idx2crd(x, tile) == element) == count != times


@pytest.mark.parametrize("effort", [Effort(), SOLVED], ids=["enumerating", "solving"])
@given(tv=tvs(), tile=st.tuples(NUMBERS, NUMBERS))
@settings(deadline=None)
def test_covers_once_agrees_with_the_definition(effort, tv, tile):
    found = covers_once(tv, tile, effort)
    taken = Counter(tv(i) for i in range(tv.size))
    once = taken == Counter(range(product(tile)))
    assert found.ruling is (Ruling.HOLDS if once else Ruling.REFUTED)
    if found.witness is None:
        return
    match found.witness.coordinates, found.witness.values:
        case (), (element,):
            assert not any(idx2crd(x, tile) == element for x in taken if 0 <= x < product(tile))
        case (taker,), (x, last):
            assert tv(taker) == x
            assert not 0 <= x <= last == product(tile) - 1
        case (one, other), (element,):
            assert one != other
            assert idx2crd(tv(one), tile) == idx2crd(tv(other), tile) == element
        case (), (takers, elements):
            assert (takers, elements) == (tv.size, product(tile))


@given(tv=tvs(), n=st.integers(1, 9))
def test_aligned_agrees_with_the_definition(tv, n):
    found = aligned(tv, n, Effort())
    require_aligned(found, tv, n)


@pytest.mark.parametrize("effort", [Effort(), SOLVED], ids=["enumerating", "solving"])
@given(
    tv=tvs(), swizzle=st.sampled_from(("Sw<1,0,1>", "Sw<1,2,-1>", "Sw<2,0,2>")), n=st.integers(1, 9)
)
@settings(deadline=None, max_examples=40)
def test_aligned_agrees_with_the_definition_on_swizzled_layouts(effort, tv, swizzle, n):
    composed = ComposedLayout(parse_swizzle(swizzle), 0, tv)
    require_aligned(aligned_swizzled(composed, n, effort), composed, n)


def require_aligned(found, layout, n):
    holds = all(layout(i) % n == 0 for i in range(layout.size))
    assert found.ruling is (Ruling.HOLDS if holds else Ruling.REFUTED)
    if found.witness is not None:
        (i,), (x, modulus) = found.witness.coordinates, found.witness.values
        assert layout(i) == x
        assert modulus == n
        assert x % n != 0


@given(st.integers(0, 10**9))
@settings(deadline=None, max_examples=40)
def test_conflict_free_and_coalesced_agree_with_the_counts(seed):
    rng = random.Random(seed)
    (memory, tv), element = drawn_layouts(rng), rng.choice(ELEMENTS)
    found = conflict_free(memory, tv, element, Effort())
    free = bank_conflicts(memory, tv, element) == 0
    assert found.ruling is (Ruling.HOLDS if free else Ruling.REFUTED)
    if found.witness is not None:
        (*words, bank), takers = found.witness.values, found.witness.coordinates
        bits = bits_of(element)
        for taker, word in zip(takers, words, strict=True):
            first = memory(tv(taker)) * bits // 32
            assert first <= word <= first + (bits - 1) // 32
            assert word % 32 == bank
    wide = coalesced(memory, tv, element, Effort())
    count = asked_for(memory, tv, element)
    fewest = count.sectors == count.fewest
    assert wide.ruling is (Ruling.HOLDS if fewest else Ruling.REFUTED)
    sectors, requests = counted(count.sectors, "sector"), counted(count.requests, "request")
    assert wide.reason.count(f"{sectors} in {requests} of ") == 1
    if wide.witness is not None:
        assert wide.witness.values[0] > wide.witness.values[1]


ROWS = "((8,16),(8,4)):((512,1),(64,16))"
LDMATRIX = "((16,2),(8,4,4)):((1,512),(64,16,1024))"


@pytest.mark.parametrize(
    ("question", "outcome", "reason"),
    [
        (
            f"conflict_free((64,64):(64,1), {LDMATRIX}, f16, 128)",
            Ruling.REFUTED,
            (
                "8-way bank conflict: threads 0 and 1 both need bank 0 (words 0 and 32); "
                "512 wavefronts, 64 would be ideal for 128-bit accesses"
            ),
        ),
        (
            f"conflict_free(Sw<3,3,3> o 0 o (64,64):(64,1), {LDMATRIX}, f16)",
            Ruling.HOLDS,
            "no bank conflicts: 64 wavefronts, the fewest for 128-bit accesses",
        ),
        (
            "coalesced((32,32):(32,1), (32,32):(1,32), f32)",
            Ruling.REFUTED,
            (
                "the request that starts at thread 0, value 0 touches 32 sectors, "
                "but its data would fit in 16; 256 sectors in 8 requests of 128-bit accesses"
            ),
        ),
        (
            f"covers_once({ROWS}, (64,64))",
            Ruling.HOLDS,
            "each of the 4096 elements is taken by exactly one",
        ),
        (
            "covers_once(((8,16),(8,4)):((512,1),(64,8)), (64,64))",
            Ruling.REFUTED,
            "no (thread, value) takes element (40,0)",
        ),
        (
            "covers_once(((1048576,1048576),4096):((1,1048576),1099511627776), 4503599627370496)",
            Ruling.HOLDS,
            "each of the 4503599627370496 elements is taken by",
        ),
        (
            "covers_once((32,4):(1,32), 16, 8)",
            Ruling.REFUTED,
            (
                "(thread, value) (31,3) takes element 127, outside 0 .. 15; 8 says how often"
                " each element must be taken: write a tile of two sides as (16,8)"
            ),
        ),
        ("aligned((64,8):(72,4), 8)", Ruling.REFUTED, "A(64) = 4 is not a multiple of 8"),
    ],
)
def test_questions_about_memory_have_known_answers(question, outcome, reason):
    found = ask(read_question(question), Effort())
    assert found.ruling is outcome
    assert found.reason.startswith(reason)


def test_too_much_to_enumerate_is_unknown():
    found = ask(read_question("conflict_free((64,99999):(1,65), (32,99999):(2,64), f32)"), Effort())
    assert found.ruling is Ruling.UNKNOWN
    assert "too many (thread, value) pairs to enumerate" in found.reason


@pytest.mark.parametrize(
    ("question", "problem"),
    [
        ("conflict_free(64:1, (32,2):(1,32), 3)", "argument 3 of conflict_free must be an element"),
        ("conflict_free(64:1, f16, f16)", "argument 2 of conflict_free must be a layout, not f16"),
        (
            "conflict_free(64:1, (32,2):(1,64), f32)",
            r"\(31,1\) takes element 95, but 64:1 has elements 0 .. 63",
        ),
        ("coalesced(64:1, 32:1, f32)", "a thread-value layout must have two modes"),
        (
            "conflict_free(64:1, (32,2):(1,32), f32, 128)",
            "the values of a thread allow accesses of 32 bits, not of 128",
        ),
        (
            "coalesced(64:1, (8,8):(8,1), f32, 256)",
            "a thread accesses at most 128 bits at a time, not 256",
        ),
        ("covers_once((32,2):(1,32), (0,64))", r"must be 1 or more, not \(0,64\)"),
        ("covers_once(64:1, 64)", "a thread-value layout must have two modes"),
        ("aligned(64:1, 0)", "must be 1 or more, not 0"),
    ],
)
def test_invalid_questions_about_memory_are_rejected(question, problem):
    with pytest.raises(LayoutError, match=problem):
        ask(read_question(question), Effort())


@given(st.integers(0, 10**9), st.integers(0, 4))
@settings(deadline=None, max_examples=60)
def test_vectorizes_agrees_with_the_widest_access(seed, doublings):
    rng = random.Random(seed)
    (memory, tv), element = drawn_layouts(rng), rng.choice(ELEMENTS)
    width = bits_of(element) << doublings
    if width > 128:
        return
    found = vectorizes(memory, memory, tv, element, width, Effort())
    most = vector_width(memory, memory, tv, element)
    assert found.ruling is (Ruling.HOLDS if width <= most else Ruling.REFUTED)
    if found.witness is not None:
        assert found.witness.values[-1] == most
        for thread, value in found.witness.coordinates:
            x, start = found.witness.values[:2]
            assert memory(tv(thread, value)) == x
            assert x - width // bits_of(element) < start < x
            assert start not in {memory(tv(thread, v)) for v in range(tv[1].size)}


def test_a_tile_of_a_larger_tensor_has_its_offset_in_questions():
    tile = "local_tile((64,64):(64,1), (8,8), (1,1))"
    for question, reason in [
        (f"aligned({tile}, 8)", "A(8) = 521 is not a multiple of 8"),
        ("injective(local_tile((8,8):(1,1), (2,2), (1,1)))", "A(1) = A(2) = 5"),
        (f"coalesced({tile}, (8,8):(1,8), f32, 32)", "8 sectors"),
        (f"coalesced({tile.replace('(1,1))', '(1,0))')}, (8,8):(1,8), f32)", "8 sectors"),
    ]:
        answer = ask(read_question(question), Effort())
        assert reason in answer.reason, answer
    moved = ask(read_question("coalesced(local_tile(64:1, 4, 1), (2,2):(1,2), f64)"), Effort())
    assert moved.ruling is Ruling.HOLDS
