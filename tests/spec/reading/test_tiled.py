"""A thread-value layout of a tile repeats over a larger tensor."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spec import Layout, LayoutError, partition_tv, read
from spec.reading import TiledLayout
from spec.reading.expressions import read_expression
from spec.tiled import make_layout_tv
from verif.expression import evaluated
from verif.expression import read as read_calculated
from verif.questions import Effort, Ruling, ask, read_question
from verif.upstream.in_process import SPEC

SIZES = st.sampled_from((1, 2, 4))


@settings(max_examples=40)
@given(st.tuples(SIZES, SIZES), st.tuples(SIZES, SIZES), st.tuples(SIZES, SIZES), st.booleans())
def test_a_tiled_layout_agrees_with_partitions(threads, values, repeats, row_major):
    thr = Layout(threads, (threads[1], 1) if row_major else (1, threads[0]))
    tiler, tv = make_layout_tv(thr, Layout(values))
    shape = tuple(side * times for side, times in zip(tiler, repeats, strict=True))
    whole = TiledLayout(tv, tiler).on(shape)
    assert whole.size == Layout(shape).size
    numbered = Layout(shape)
    for thread in range(thr.size):
        part, start = partition_tv(numbered, tiler, tv, thread)
        held = [start + part(v) for v in range(part.size)]
        assert [whole((thread, v)) for v in range(whole[1].size)] == held


def test_a_tile_that_does_not_divide_the_tensor_is_rejected():
    copy = read("make_tiled_copy_tv(atom, (16,8):(8,1), (1,8))").value
    with pytest.raises(LayoutError, match=r"the tile \(16,64\) does not divide the tensor"):
        copy.on((64, 96))
    with pytest.raises(LayoutError, match="has fewer modes"):
        copy.on((1024,))


def test_a_layout_larger_than_its_tile_is_rejected():
    with pytest.raises(LayoutError, match="more than the tile"):
        TiledLayout(Layout((32, 8)), (8, 8))


def test_questions_repeat_a_copy_over_the_whole_tensor():
    copy = "make_tiled_copy_tv(atom, (16,8):(8,1), (1,8))"
    swizzled = "Sw<3,3,3> o 0 o (64,64):(64,1)"
    answer = ask(read_question(f"conflict_free({swizzled}, {copy}, f16)"), Effort())
    assert answer.ruling is Ruling.HOLDS
    assert ask(read_question(f"covers_once({copy}, (64,64))"), Effort()).ruling is Ruling.HOLDS
    with pytest.raises(LayoutError, match="does not divide the tensor"):
        ask(read_question(f"covers_once({copy}, (24,64))"), Effort())


def test_a_tiled_copy_without_a_tensor_is_rejected():
    with pytest.raises(LayoutError, match="repeats over a tensor"):
        evaluated(read_calculated("size(make_tiled_copy_tv(atom, (16,8):(8,1), (1,8)))"), SPEC)


def test_a_printed_tiled_copy_equals_the_constructed_one():
    printed = read("Tiled Copy\n Tiler MN: (16:1,64:1)\n TV Layout tiled: ((8,16),8):((128,1),16)")
    made = read_expression("make_tiled_copy_tv(atom, (16,8):(8,1), (1,8))", set()).value
    assert printed.value.on((64, 64)) == made.on((64, 64))


def test_the_instruction_of_one_thread_is_read_by_its_type():
    tuples = "cute::tuple<cute::C<{}>, cute::C<{}>, cute::C<{}> >"
    atoms = f"cute::Layout<{tuples.format(16, 4, 1)}, {tuples.format(4, 1, 0)} >"
    atom = "cute::MMA_Atom<cute::UniversalFMA<float, float, float, float> >"
    found = read(f"cute::TiledMMA<{atom}, {atoms}, cute::tuple<> >").value
    assert (found.a.tile, found.b.tile) == ((16, 1), (4, 1))
    assert found.c.tile == (16, 4)
    assert [found.c.tv(thread, 0) for thread in (0, 1, 4)] == [0, 16, 1]
