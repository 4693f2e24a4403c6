"""The audit of CuTe IR judges partitions, fragments, and where each result begins."""

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spec import Layout, crd2idx
from spec.atoms import mma_atom, tiled_mma
from spec.atoms.tiled import partition_B
from spec.composed import ComposedLayout
from spec.int_tuple import flatten, format_int_tuple, prefix_product, unflatten
from spec.swizzle import Swizzle
from spec.tiled import make_layout_tv, partition_tv
from tests.audit.cute_ir import LDSM, memref, operation, tiled
from verif.audit.cute_ir import audit
from verif.audit.cute_ir.begins import INSIDE, POINTER, START
from verif.audit.statement import Verdict

TMEM = "!cute_nvgpu.atom.tmem_load<f32, {form}>"
MMA = (
    "!cute.tiled_mma<!cute_nvgpu.sm80.mma<16x8x16, elem_type = (f16, f16, f32) >,"
    ' atom_layout_MNK = <"(2,2,1):(1,2,0)">{more}>'
)
PERMUTED = ', permutation_MNK = <"[32:1;(8,2,2):(1,16,8);16:1]">'


def found(name, *types, attributes="", claim="the type of the result"):
    """Return the statement whose claim begins with `claim`.

    `types` are the types of the operands, and then the type of the result.
    """
    text = operation(name, *types, attributes=attributes)
    (one,) = (s for s in audit(text) if s.claim.startswith(claim))
    return one


ROWS = tiled("((8,16),8):((128,1),16)", "[16:1;64:1]")
THREAD = '!cute.coord<"?">'


# Parts of copies


@settings(max_examples=40)
@given(
    st.sampled_from([(2, 4), (4, 8), (8, 2)]),
    st.sampled_from([(1, 2), (2, 1), (2, 4)]),
    st.tuples(st.integers(1, 3), st.integers(1, 3)),
    st.booleans(),
    st.integers(0, 40),
)
def test_a_part_is_judged_as_by_its_definition(threads, values, times, by_row, change):
    """The type describes thread 0's part of the tensor, with `change` added to one stride.

    The verdict is `holds` if and only if all offsets are still right.
    """
    tiler, tv = make_layout_tv(Layout(threads), Layout(values))
    m, n = tiler[0] * times[0], tiler[1] * times[1]
    tensor = Layout((m, n), (n, 1) if by_row else (1, m))
    right, _ = partition_tv(tensor, tiler, tv, 0)
    strides = list(right.stride)
    strides[0] = strides[0] + change if isinstance(strides[0], int) else strides[0]
    told = Layout(right.shape, tuple(strides))
    tile = "[" + ";".join(f"{side}:1" for side in tiler) + "]"
    one = found(
        "tiled.copy.partition_S",
        tiled(tv, tile, "!cute_nvgpu.atom.universal_copy<f16, 16 b>"),
        memref(tensor),
        THREAD,
        memref(told),
    )
    same = all(told(c) == right(c) for c in range(right.size))
    assert one.verdict is (Verdict.HOLDS if same else Verdict.FAULT)


@pytest.mark.parametrize(
    ("tensor", "result", "verdict"),
    [
        ("(16,64):(4096,1)", "((8,1),1,1):((1,0),0,0)", Verdict.HOLDS),
        ("(16,64):(4096,1)", "((4,2),1,1):((1,4),0,0)", Verdict.HOLDS),
        ("(16,64):(4096,1)", "((8,1),1,1):((2,0),0,0)", Verdict.FAULT),
        ("(16,64):(4096,1)", "((8,1),1,2):((1,0),0,64)", Verdict.FAULT),
        ("(32,64,?):(?{div=8},1,?{div=4})", "((8,1),2,1,?):((1,0),?{div=128},0,?{div=4})",
         Verdict.HOLDS),
        ("(32,64,?):(?{div=8},1,?{div=4})", "((8,1),2,1,?):((1,0),?{div=256},0,?{div=4})",
         Verdict.FAULT),
        ("(?,?):(?,1)", "((8,1),?,?):((1,0),?{div=16},64)", Verdict.HOLDS),
        ("(?,?):(?,1)", "((8,1),?,?):((1,0),?{div=16},32)", Verdict.FAULT),
    ],
)  # fmt: skip
def test_the_part_of_a_copy_for_all_numbers(tensor, result, verdict):
    one = found("tiled.copy.partition_S", ROWS, memref(tensor), THREAD, memref(result))
    assert one.verdict is verdict


@pytest.mark.parametrize(
    ("atom", "tv", "tile", "side", "right"),
    [
        (LDSM, "((4,8),(2,2,2)):((32,1),(16,8,128))", "[16:1;16:1]", "S",
         "((8,1),1,1):((1,0),0,0)"),
        (LDSM, "((4,8),(2,2,2)):((32,1),(16,8,128))", "[16:1;16:1]", "D",
         "((2,2,2),1,1):((1,128,8),0,0)"),
        (TMEM.format(form="32 DP, 32 bit, x4"), "((32,4),(4,32)):((0,1),(128,4))",
         "[(4,32):(32,1);4:1]", "D", "((4,1),1,1):((1,0),0,0)"),
    ],
)  # fmt: skip
def test_each_side_of_an_instruction_has_its_own_part(atom, tv, tile, side, right):
    """A thread's part consists of rows of 8 elements in memory, and of fragments in registers."""
    columns = 4 if "tmem" in atom else 16
    rows = 128 if "tmem" in atom else 16
    element = "f32" if "tmem" in atom else "f16"
    tensor = memref(f"({rows},{columns}):({columns},1)", element=element)
    result = memref(right, element=element)
    name = f"tiled.copy.partition_{side}"
    one = found(name, tiled(tv, tile, atom), tensor, THREAD, result)
    assert one.verdict is Verdict.HOLDS
    wrong = memref(right.replace("(1,", "(2,"), element=element)
    assert found(name, tiled(tv, tile, atom), tensor, THREAD, wrong).verdict is Verdict.FAULT


def test_an_instruction_that_is_not_modeled_is_unknown():
    copy = tiled("((8,16),8):((128,1),16)", "[16:1;64:1]", "!cute_nvgpu.atom.other_copy<f16>")
    one = found("tiled.copy.partition_S", copy, memref("(16,64):(64,1)"), THREAD, memref("8:1"))
    assert one.verdict is Verdict.UNKNOWN
    assert "other_copy" in one.detail


SWIZZLE = ComposedLayout(Swizzle(2, 3, 3), 0, Layout((16, 64), (64, 1)))


@pytest.mark.parametrize(
    ("result", "verdict"),
    [
        ("((8,1),1,1):((1,0),0,0)", Verdict.HOLDS),
        ("((8,1),1,1):((2,0),0,0)", Verdict.FAULT),
        ("((8,2),1,1):((1,8),0,0)", Verdict.FAULT),
    ],
)
def test_the_parts_of_a_swizzled_tensor_are_compared_thread_by_thread(result, verdict):
    tensor = memref("S<2,3,3> o 0 o (16,64):(64,1)", "align<128>", space="smem")
    one = found("tiled.copy.partition_S", ROWS, tensor, THREAD, memref(result, space="smem"))
    assert one.verdict is verdict
    if verdict is Verdict.HOLDS:
        for t in range(128):
            begin = 64 * (t // 8) + 8 * (t % 8)
            assert [SWIZZLE.outer(begin + v) - SWIZZLE.outer(begin) for v in range(8)] == [
                *range(8)
            ]


# Parts of matrix instructions, and fragments


@pytest.mark.parametrize(
    ("more", "operand", "tensor", "right"),
    [
        ("", "A", "(128,32):(32,1)", "((2,2,2),4,2):((1,256,8),1024,16)"),
        ("", "B", "(128,32):(32,1)", "((2,2),8,2):((1,8),512,16)"),
        (PERMUTED, "B", "(128,32):(32,1)", "((2,2),(2,4),2):((1,8),(256,1024),16)"),
        (PERMUTED, "C", "(128,32):(32,1)", "((2,2),4,2):((1,256),1024,8)"),
        ("", "C", "(128,32,?):(?{div=8},1,?)",
         "((2,2),4,2,?):((1,?{div=64}),?{div=256},16,?)"),
    ],
)  # fmt: skip
def test_the_part_of_an_operand(more, operand, tensor, right):
    mma = MMA.format(more=more)
    row = ("tiled.mma.partition", mma, memref(tensor), THREAD)
    assert found(*row, memref(right), attributes=operand).verdict is Verdict.HOLDS
    wrong = right.replace(":((1,", ":((3,")
    assert found(*row, memref(wrong), attributes=operand).verdict is Verdict.FAULT


@pytest.mark.parametrize("modes", [((2, 2), (2, 4), 2), ((2, 2), 8, 2)])
def test_the_part_of_a_swizzled_operand_is_a_part_of_the_permuted_tensor(modes):
    """The verdict is `holds` iff each thread's part is a layout with the shape `modes`."""
    tensor = ComposedLayout(Swizzle(2, 3, 3), 0, Layout((128, 32), (32, 1)))
    order = Layout((8, 2, 2), (1, 16, 8))
    mma = tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"), (2, 2), (32, order, 16))
    size = Layout(modes).size
    is_right = True
    for thread in range(128):
        part, _ = partition_B(tensor, mma, thread)
        offsets = [part(v) - part(0) for v in range(size)]
        strides = [offsets[step] for step in flatten(prefix_product(modes))]
        told = Layout(modes, unflatten(tuple(strides), modes))
        is_right = is_right and offsets == [told(v) for v in range(size)]
    one = found(
        "tiled.mma.partition",
        MMA.format(more=PERMUTED),
        memref("S<2,3,3> o 0 o (128,32):(32,1)", "align<128>", space="smem"),
        THREAD,
        memref(f"{format_int_tuple(modes)}:{unknown(modes)}", space="smem"),
        attributes="B",
    )
    assert one.verdict is (Verdict.HOLDS if is_right else Verdict.FAULT)
    assert is_right == (modes == ((2, 2), (2, 4), 2))


def unknown(modes):
    """Return the modes with `?` in place of each number."""
    return re.sub(r"\d+", "?", format_int_tuple(modes))


@pytest.mark.parametrize(
    ("shape", "result", "verdict"),
    [
        ("(64,32)", "((2,2),2,2)", Verdict.HOLDS),
        ("(64,32)", "((2,2),2,4)", Verdict.FAULT),
        ("(64,16)", "((2,2),2,1)", Verdict.UNKNOWN),
        ("(64,16)", "((2,2),2,2)", Verdict.HOLDS),
    ],
)
def test_the_shape_of_a_part(shape, result, verdict):
    """If a shape is smaller than the MMA's permutation, the verdict on a wrong part is unknown."""
    row = (f'!cute.shape<"{shape}">', f'!cute.shape<"{result}">')
    mma = MMA.format(more=PERMUTED)
    one = found("tiled.mma.partition_shape", mma, *row, attributes="<{operand_id = 2 : i32}>")
    assert one.verdict is verdict


@pytest.mark.parametrize(
    ("operand", "part", "right"),
    [
        ("A", "((2,2,2),4,2):((1,256,8),1024,16)", "((2,2,2),4,2):((1,2,4),16,8)"),
        ("C", "((2,2),4,8):((1,?),?{div=8},16)", "((2,2),4,8):((1,2),4,16)"),
        ("B", "((2,2),8,2):((1,?{div=8}),512,?{div=16})", "((2,2),8,2):((1,2),4,32)"),
        ("B", "((2,2),8,2):((1,?{div=8}),512,?{div=16})", "((2,2),8,2):((1,2),8,4)"),
    ],
)
def test_a_fragment_has_a_register_for_each_element(operand, part, right):
    mma = MMA.format(more="")
    row = ("mma.make_fragment", mma, memref(part, space="smem"))
    one = found(*row, memref(right, space="rmem"), attributes=operand)
    assert one.verdict is Verdict.HOLDS
    shared = right[: right.rindex(",")] + ",0)"
    assert found(*row, memref(shared, space="rmem"), attributes=operand).verdict is Verdict.FAULT


@pytest.mark.parametrize(
    ("rows", "blocks", "held"),
    [
        (128, 1, "((128,64),1,2):((65536,1),0,64)"),
        (64, 2, "((64,(32,2)),1,2):((65536,(1,4194304)),0,32)"),
    ],
)
def test_tensor_memory_has_a_row_in_each_lane(rows, blocks, held):
    mma = (
        f"!cute.tiled_mma<!cute_nvgpu.sm100.mma<128x64x16, num_cta = {blocks}, ab_major = (k, k), "
        "elem_type = (f16, f16, f32), frag_kind = ss, c_scale_exp = 0>,"
        ' atom_layout_MNK = <"(1,1,1):(0,0,0)">>'
    )
    shape = f'!cute.shape<"(({rows},64),1,2)">'
    for layout, verdict in ((held, Verdict.HOLDS), (held.replace("65536", "1024"), Verdict.FAULT)):
        result = memref(layout, "align<1>", space="tmem", element="f32")
        assert found("mma.make_fragment", mma, shape, result, attributes="C").verdict is verdict


def test_a_fragment_is_retiled_for_the_instruction_that_fills_it():
    copy = tiled(
        "((4,8,2,2),((2,2),(2,1))):((64,1,0,8),((32,256),(16,0)))",
        "[32:1;16:1]",
        LDSM,
    )
    fragment = memref("((2,2),8,2):((1,2),8,4)", space="rmem")
    right, wrong = "(((4,2),1),4,2):(((1,8),0),16,4)", "(((4,2),1),4,2):(((1,4),0),16,4)"
    for result, verdict in ((right, Verdict.HOLDS), (wrong, Verdict.FAULT)):
        one = found("tiled.copy.retile", copy, fragment, memref(result, space="rmem"))
        assert one.verdict is verdict


# Where results begin


@settings(max_examples=80)
@given(
    st.integers(0, 4),
    st.sampled_from(["?", "?{div=2}", "?{div=4}", "0", "3", "6"]),
    st.sampled_from([1, 2, 3, 8, 12]),
    st.integers(0, 5),
)
def test_the_alignment_of_a_slice_is_judged_as_by_all_its_addresses(base, at, stride, claimed):
    """The verdict is `holds` if and only if the claimed alignment divides every row's address.

    The test tries a tensor at address 0 and a tensor at address `align`.
    """
    align, claim = 2 << base, 2 << claimed
    tensor = memref(f"(16,4):({stride},64)", f"align<{align}>")
    one = found(
        "slice",
        tensor,
        f'!cute.coord<"({at},_)">',
        memref("4:64", f"align<{claim}>"),
        claim=POINTER,
    )
    step = int(at[6:-1]) if "div" in at else 1
    rows = range(0, 16, step) if "?" in at else [int(at)]
    right = all(
        (start + 2 * crd2idx((row, 0), (16, 4), (stride, 64))) % claim == 0
        for row in rows
        for start in (0, align)
    )
    assert one.verdict is (Verdict.HOLDS if right else Verdict.FAULT)


@pytest.mark.parametrize(
    ("name", "operands", "result", "verdict"),
    [
        ("add_offset", ("!cute.ptr<f16, gmem, align<16>>", '!cute.int_tuple<"?{div=4}">'),
         "!cute.ptr<f16, gmem, align<8>>", Verdict.HOLDS),
        ("add_offset", ("!cute.ptr<f16, gmem, align<16>>", '!cute.int_tuple<"?{div=4}">'),
         "!cute.ptr<f16, gmem, align<16>>", Verdict.FAULT),
        ("add_offset", ("!cute.ptr<f4E2M1FN, gmem, align<16>>", '!cute.int_tuple<"1">'),
         "!cute.ptr<f4E2M1FN, gmem>", Verdict.HOLDS),
        ("recast_iter", ("!cute.ptr<i8, smem, align<128>>",), "!cute.ptr<f16, smem, align<128>>",
         Verdict.HOLDS),
        ("recast_iter", ("!cute.ptr<i8, smem, align<8>>",), "!cute.ptr<i128, smem>", Verdict.FAULT),
        ("get_iter", (memref("8:1", "align<16>"),), "!cute.ptr<f16, smem, align<16>>",
         Verdict.FAULT),
        ("slice", (memref("((4,8),64):((1,64),1000)", "align<128>"), '!cute.coord<"(?{div=8},_)">'),
         memref("64:1000", "align<128>"), Verdict.HOLDS),
        ("slice", (memref("((4,8),64):((1,64),1000)", "align<128>"), '!cute.coord<"(?{div=2},_)">'),
         memref("64:1000", "align<8>"), Verdict.FAULT),
        ("local_tile", (memref("(64,64):(64,1)", "align<32>"), '!cute.tile<"[16:1;8:1]">',
                        '!cute.coord<"(?,?)">'),
         memref("(16,8):(64,1)", "align<16>"), Verdict.HOLDS),
        ("local_tile", (memref("(64,64):(64,1)", "align<32>"), '!cute.tile<"[16:1;8:1]">',
                        '!cute.coord<"(?,?)">'),
         memref("(16,8):(64,1)", "align<32>"), Verdict.FAULT),
        ("tiled.copy.partition_S", (ROWS, memref("(16,64):(64,1)", "align<128>"), THREAD),
         memref("((8,1),1,1):((1,0),0,0)", "align<16>"), Verdict.HOLDS),
        ("tiled.copy.partition_S", (ROWS, memref("(16,64):(64,1)", "align<128>"), THREAD),
         memref("((8,1),1,1):((1,0),0,0)", "align<32>"), Verdict.FAULT),
        ("tiled.copy.partition_S", (ROWS, memref("(16,64):(?{div=4},1)", "align<128>"), THREAD),
         memref("((8,1),1,1):((1,0),0,0)", "align<16>"), Verdict.FAULT),
    ],
)  # fmt: skip
def test_a_pointer_is_aligned_as_far_as_base_and_offset_allow(name, operands, result, verdict):
    one = found(name, *operands, result, claim=POINTER)
    assert one.verdict is verdict
    if "does not divide" in one.detail:
        assert "if the tensor begins at the address" in one.detail


@pytest.mark.parametrize(
    ("at", "start", "verdict"),
    [
        ("(?{div=4},_)", "(?{div=4},5)", Verdict.HOLDS),
        ("(?{div=4},_)", "(?{div=8},5)", Verdict.FAULT),
        ("(_,2)", "(?{div=16},11)", Verdict.HOLDS),
        ("(_,2)", "(?{div=16},7)", Verdict.FAULT),
        ("(_,?)", "(?{div=16},5)", Verdict.FAULT),
    ],
)
def test_a_slice_of_coordinates_begins_at_the_coordinate_of_its_type(at, start, verdict):
    tensor = '!cute.coord_tensor<"(?{div=16},5)", "(16,128):(1@0,3@1)">'
    rest = "128:3@1" if at.endswith("_)") else "16:1@0"
    result = f'!cute.coord_tensor<"{start}", "{rest}">'
    assert found("slice", tensor, f'!cute.coord<"{at}">', result, claim=START).verdict is verdict


@pytest.mark.parametrize(
    ("name", "operands", "result", "detail"),
    [
        ("slice", (memref("(16,8):(8,1)"), '!cute.coord<"(16,_)">'), "8:1", "0 .. 15"),
        ("slice", (memref("(16,8):(8,1)"), '!cute.coord<"(15,_)">'), "8:1", None),
        ("slice", (memref("(16,8):(8,1)"), '!cute.coord<"(?,_)">'), "8:1", None),
        ("local_tile", (memref("(16,8):(8,1)"), '!cute.tile<"[4:1;4:1]">', '!cute.coord<"(4,1)">'),
         "(4,4):(8,1)", "0 .. 3"),
        ("local_tile", (memref("(16,8):(8,1)"), '!cute.tile<"[4:1;4:1]">', '!cute.coord<"(3,1)">'),
         "(4,4):(8,1)", None),
        ("tiled.copy.partition_S", (ROWS, memref("(16,64):(64,1)"), '!cute.coord<"128">'),
         "((8,1),1,1):((1,0),0,0)", "0 .. 127"),
    ],
)  # fmt: skip
def test_a_result_that_begins_outside_of_its_tensor_is_unknown(name, operands, result, detail):
    stated = audit(operation(name, *operands, memref(result)))
    outside = [(one.verdict, one.detail) for one in stated if one.claim == INSIDE]
    assert [verdict for verdict, _ in outside] == ([Verdict.UNKNOWN] if detail else [])
    assert all(detail in found for _, found in outside)


@pytest.mark.parametrize(("at", "is_outside"), [("(7,3)", 0), ("(8,0)", 1), ("32", 1), ("?", 0)])
def test_an_access_outside_of_its_tensor_is_unknown(at, is_outside):
    tensor, coordinate = memref("(8,4):(1,8)", space="rmem"), f'!cute.coord<"{at}">'
    load = operation("memref.load", tensor, coordinate, "f16")
    store = operation("memref.store", tensor, coordinate, "f16", "()")
    for text in (load, store):
        found = [one.verdict for one in audit(text) if one.claim == INSIDE]
        assert found == [Verdict.UNKNOWN] * is_outside


# Time


def test_a_long_text_with_unknown_numbers_takes_seconds():
    """The types differ for each `k`, so that the audit cannot reuse an earlier result."""
    lines = list[str]()
    for k in range(1, 200):
        tensor = memref(f"(?{{div=16}},?{{div=64}}):(?{{div={k}}},1)")
        tile = memref(f"((16,64),(?,?)):((?{{div={k}}},1),(?{{div={16 * k}}},64))")
        part = memref(f"((8,1),?,?):((1,0),?{{div={16 * k}}},64)")
        tile_type = '!cute.tile<"[16:1;64:1]">'
        lines.append(f'%z{k} = "cute.zipped_divide"(%a, %t) : ({tensor}, {tile_type}) -> {tile}')
        operands = f"({ROWS}, {tensor}, {THREAD})"
        lines.append(f'%p{k} = "cute.tiled.copy.partition_S"(%c, %a, %x) : {operands} -> {part}')
    begin = time.process_time()
    statements = [s for s in audit("\n".join(lines)) if s.claim.startswith("the type")]
    assert {s.verdict for s in statements} == {Verdict.HOLDS}
    assert len(statements) == 2 * 199
    assert time.process_time() - begin < 5
