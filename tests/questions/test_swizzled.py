"""Answers about swizzled layouts agree with enumeration."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spec import ComposedLayout, Layout, Swizzle
from tests.questions.test_questions import EFFORTS, offsets
from tests.questions.test_questions import agrees as agrees_at
from tests.spec.strategies import layouts
from tests.spec.test_swizzle import composed_layouts, swizzles
from verif.questions import QUESTIONS, Effort, Ruling, ask, read_question

ANY = st.one_of(composed_layouts(), composed_layouts(), layouts())


def agrees(name, *arguments):
    """Check the answers with and without enumeration.

    With enumeration, the answer must not be unknown.
    """
    decided = [agrees_at(name, *arguments, effort=effort) for effort in EFFORTS]
    assert decided[0]


@given(composed_layouts())
def test_injective_agrees_with_enumeration(A):
    agrees("injective", A)


@given(composed_layouts())
def test_covers_and_bijective_onto_agree_with_enumeration(A):
    sizes = {A.size, A.size - 1, A.swizzle.size, *offsets(A)[:3]}
    for size in sorted(n for n in sizes if n >= 0):
        agrees("covers", A, size)
        agrees("bijective_onto", A, size)


@given(swizzles(), st.integers(-4, 4), st.integers(1, 40), st.integers(-8, 8))
def test_covers_agrees_with_enumeration_on_swizzled_intervals(swizzle, offset, n, more):
    agrees("covers", ComposedLayout(swizzle, offset, Layout(n)), max(0, n + more))


@pytest.mark.parametrize("swizzle", [Swizzle(1, 0, 1), Swizzle(2, 1, -2), Swizzle(1, 2, 2)])
def test_covers_agrees_with_enumeration_on_small_swizzled_layouts(swizzle):
    for n, stride, offset in product(range(1, 20), (1, 2), (0, -3)):
        A = ComposedLayout(swizzle, offset, Layout((2, n), (1, stride)))
        hit = set(offsets(A))
        for size in range(40):
            answer = QUESTIONS["covers"].answer(A, size, effort=Effort())
            assert (answer.ruling is Ruling.HOLDS) == (set(range(size)) <= hit), (str(A), size)


@settings(max_examples=60)
@given(ANY, ANY)
def test_questions_about_two_swizzled_layouts_agree_with_enumeration(A, B):
    agrees("equal", A, B)
    agrees("disjoint", A, B)
    agrees("compatible", A, B)


@settings(max_examples=60)
@given(composed_layouts(), swizzles(), st.integers(-2, 2))
def test_equality_of_one_layout_under_two_swizzles(A, swizzle, more):
    agrees("equal", A, ComposedLayout(swizzle, A.offset + more, A.layout))
    agrees("equal", A, ComposedLayout(swizzle, A.offset, Layout(A.layout.size)))


def blocks(shape):
    """Return a strategy for layouts with strides inside, across and beyond a swizzle's block."""
    return st.lists(
        st.sampled_from((1, 2, 3, 4, 8, 16, 24, 32, 64, -8, -64)),
        min_size=len(shape),
        max_size=len(shape),
    ).map(lambda strides: Layout(shape, tuple(strides)))


SHAPES = st.lists(st.integers(1, 9), min_size=1, max_size=3).map(tuple)


@given(
    SHAPES.flatmap(lambda shape: st.tuples(blocks(shape), blocks(shape))), swizzles(), swizzles()
)
def test_equality_across_blocks(pair, one, other):
    A, B = pair
    agrees("equal", ComposedLayout(one, 0, A), ComposedLayout(other, 0, A))
    agrees("equal", ComposedLayout(one, 5, A), ComposedLayout(other, 5, B))
    agrees("equal", ComposedLayout(one, -64, A), B)


@given(swizzles(), st.lists(st.integers(2, 4), min_size=1, max_size=3), st.data())
def test_offsets_in_whole_blocks_are_unchanged_by_a_swizzle(swizzle, shape, data):
    """All offsets are multiples of `Swizzle.size`. The swizzle maps such numbers to themselves."""
    strides = st.tuples(*(st.sampled_from((0, 1, 2)) for _ in shape))
    A, B = (Layout((*shape, 1), (*(d * swizzle.size for d in data.draw(strides)), 0)) for _ in "AB")
    agrees("equal", A, ComposedLayout(swizzle, 0, B))
    agrees("equal", A, ComposedLayout(swizzle, 0, A))


@pytest.mark.parametrize("start", [2**31 - 20, -(2**31) - 4, 0, 2**30])
@given(layouts(st.sampled_from((1, -1, 4, 2**30, 2**29))), st.data())
def test_fits_int32_is_exact_at_both_limits(start, layout, data):
    swizzle = data.draw(
        st.sampled_from(
            (Swizzle(1, 0, 2), Swizzle(1, 29, 2), Swizzle(2, 28, -3), Swizzle(1, 0, 40))
        )
    )
    agrees("fits_int32", ComposedLayout(swizzle, start, layout))


BIG = 2**40
LARGE = [
    (f"injective(Sw<3,4,3> o 0 o (8,64,{BIG}):(64,1,512))", "holds"),
    (f"injective(Sw<3,4,3> o 0 o (8,64,{BIG}):(64,1,511))", "refuted"),
    (f"bijective_onto(Sw<3,4,3> o 0 o {BIG}:1, {BIG})", "holds"),
    (f"bijective_onto(Sw<3,4,3> o 1 o {BIG}:1, {BIG})", "refuted"),
    (f"covers(Sw<3,4,3> o -7 o {BIG + 999}:1, {BIG})", "holds"),
    (
        f"equal(Sw<3,4,3> o 0 o ({BIG},3):(16,7), Sw<3,4,3> o 0 o (2,{BIG // 2},3):(16,32,7))",
        "holds",
    ),
    (f"equal(Sw<3,4,3> o 0 o ({BIG},3):(16,7), Sw<3,4,4> o 0 o ({BIG},3):(16,7))", "refuted"),
    (f"equal(Sw<3,4,3> o 0 o ({BIG},16):(1024,1), ({BIG},16):(1024,1))", "holds"),
    (f"equal(Sw<3,4,3> o 0 o ({BIG},17):(1024,8), ({BIG},17):(1024,8))", "refuted"),
    (f"fits_int32(Sw<3,4,3> o -5 o {2**31}:1)", "holds"),
    (f"disjoint(Sw<3,4,3> o 0 o {BIG}:2, Sw<3,4,3> o 0 o 2:1)", "holds"),
    (f"disjoint(Sw<3,4,3> o 0 o {BIG}:1024, Sw<2,4,3> o 0 o {BIG}:512)", "refuted"),
]


@pytest.mark.parametrize(("text", "outcome"), LARGE)
def test_large_layouts_are_answered_without_enumeration(text, outcome):
    assert ask(read_question(text), Effort(seconds=20)).ruling == outcome


def test_a_swizzled_tile_is_answered_without_enumeration():
    question = read_question("injective(Sw<3,4,3> o 0 o (8,64):(64,1))")
    assert ask(question, Effort(elements=0)).ruling is Ruling.HOLDS
