"""A thread-value layout of a tile repeats over a larger tensor."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spec import Layout, LayoutError, partition_tv, read
from spec.reading import TiledLayout, read_all
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


TILED = "TiledCopy\n  Tiler_MN: (_4,_2)\n  TiledLayout_TV: {}\nCopy_Atom\n  ThrID: _1:_0\n"
INSTRUCTION = (
    "MMA_Atom\n  ThrID: _4:_1\n  Shape_MNK: (_4,_4,_1)\n  LayoutA_TV: (_4,_1):(_1,_0)\n"
    "  LayoutB_TV: (_4,_1):(_1,_0)\n  LayoutC_TV: (_4,_4):(_1,_4)\n"
)
ATOMS = "TiledMMA\n  ThrLayoutVMNK: (_4,_2,_1,_1):(_1,_4,_0,_0)\n  PermutationMNK: (_,_,_)\n"


def test_values_printed_one_after_another_are_read_one_by_one():
    copies = TILED.format("(_4,_2):(_1,_4)") + TILED.format("(_2,_4):(_4,_1)")
    instructions = INSTRUCTION + ATOMS + INSTRUCTION
    found = list(read_all(copies + instructions + copies))
    assert [one.kind for one in found] == [
        *("tiled copy", "tiled copy", "matrix instruction", "matrix instruction"),
        *("tiled copy", "tiled copy"),
    ]
    assert [str(one.form.tv) for one in found[:2]] == ["(4,2):(1,4)", "(2,4):(4,1)"]
    assert [one.form.c.tile for one in found[2:4]] == [(4, 4), (8, 4)]


def test_several_tiled_copies_are_not_one_value():
    text = TILED.format("(_4,_2):(_1,_4)")
    assert read(text).kind == "tiled copy"
    with pytest.raises(LayoutError, match="expected the end, found"):
        read(text + text)


def test_the_lines_of_a_copy_atom_are_not_lines_of_the_instruction_below():
    atom = "Copy_Atom\n  ThrID: _1:_0\n  ValLayoutSrc: (_1,_2):(_0,_1)\n"
    (_, _, found) = read_all(atom + ATOMS + INSTRUCTION)
    assert found.form.c.tile == (8, 4)
