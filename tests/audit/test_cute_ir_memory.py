"""The audit of CuTe IR judges tiles, accesses, alignment, offsets, banks and boxes of TMA."""

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spec import Layout
from spec.composed import ComposedLayout
from spec.memory.banks import served
from spec.swizzle import Swizzle
from tests.audit.cute_ir import ASYNC, LDSM, PLAIN, memref, tiled
from verif.audit.cute_ir import audit
from verif.audit.cute_ir.memory import rows_of_matrices, torn_access
from verif.audit.cute_ir.types import read_type
from verif.audit.statement import Verdict

TMA = (
    "!cute_nvgpu.atom.non_exec_tiled_tma_load<sm_90, f16, copy_bits = {bits},"
    ' tma_gbasis = <"{box}">, internal_val_type = f16>'
)


smem = partial(memref, space="smem")


def stated(text, claim):
    """Return the statements whose claim contains this text."""
    return [s for s in audit(text) if claim in s.claim]


def verdict(text, claim):
    (one,) = stated(text, claim)
    return one.verdict, one.detail


@pytest.mark.parametrize(
    ("pointer", "bits", "align"),
    [("i128, smem", 128, 16), ("f16, gmem, align<16>", 16, 16), ("i1, rmem", 8, 1)],
)
def test_a_pointer_is_by_default_aligned_to_its_element(pointer, bits, align):
    found = read_type(f"!cute.ptr<{pointer}>").pointer
    assert found is not None
    assert (found.bits, found.align) == (bits, align)


# Tiles


@pytest.mark.parametrize(
    ("tv", "tile", "verdict_", "says"),
    [
        ("((8,16),8):((128,1),16)", "[16:1;64:1]", Verdict.HOLDS, "exactly one"),
        ("((8,16),8):((0,1),16)", "[16:1;8:1]", Verdict.HOLDS, "exactly 8"),
        ("((8,16),8):((128,1),16)", "[16:1;65:1]", Verdict.FAULT, "(0,64)"),
        ("((8,16),8):((128,1),15)", "[16:1;64:1]", Verdict.FAULT, ""),
    ],
)
def test_a_tiled_copy_takes_each_element_equally_often(tv, tile, verdict_, says):
    text = f"%0 = cute.make_tiled_copy(%a) : {tiled(tv, tile, ASYNC)}"
    found, detail = verdict(text, "the tiled copy takes")
    assert (found, says in detail) == (verdict_, True)


def test_the_threads_of_a_tiled_instruction_hold_its_operands():
    mma = (
        "!cute.tiled_mma<!cute_nvgpu.sm80.mma<16x8x16, elem_type = (f16, f16, f32) >,"
        ' atom_layout_MNK = <"(2,2,1):(1,2,0)">, permutation_MNK = <"[32:1;32:1;16:1]">>'
    )
    found = stated(f"%0 = cute.make_tiled_mma(%a) : {mma}", "the threads hold")
    assert [s.verdict for s in found] == [Verdict.HOLDS] * 3
    assert [s.detail.rsplit("exactly ")[1][:3] for s in found] == ["2 (", "2 (", "one"]


# Offsets


def test_offsets_past_32_bits_are_a_fault_with_the_last_offset():
    big = memref("(65536,65536):(65536,1)", space="gmem")
    text = f'%0 = cute.get_layout(%a) : ({big}) -> !cute.layout<"(65536,65536):(65536,1)">'
    assert verdict(text, "32 bits") == (
        Verdict.FAULT,
        "A(4294967295) = 4294967295 does not fit in int32",
    )
    assert verdict(text.replace("65536", "1024"), "32 bits")[0] is Verdict.HOLDS


def test_nothing_is_stated_about_offsets_without_bounds():
    some = memref("(?,8):(?{i64},1)", space="gmem")
    assert not stated(f'%0 = cute.size(%a) : ({some}) -> !cute.int_tuple<"?">', "32 bits")


# Accesses


def copied(atom, source, target=None):
    target = target or memref("((8,1),(4,1)):((1,0),(8,0))", "align<16>", space="rmem")
    return f"cute.copy(%a, %b, %c) : ({atom}, {source}, {target})"


@pytest.mark.parametrize(
    ("source", "verdict_", "says"),
    [
        (smem("((8,1),(4,1)):((1,0),(1024,0))", "align<16>"), Verdict.HOLDS, "128 bits"),
        (smem("((8,1),(4,1)):((1,0),(1028,0))", "align<16>"), Verdict.FAULT, "offset 1028"),
        (
            smem("((8,1),(4,1)):((2,0),(1024,0))", "align<16>"),
            Verdict.FAULT,
            "offset 2, not at 1",
        ),
        (smem("((8,1),(4,1)):((1,0),(1024,0))", "align<8>"), Verdict.FAULT, "address 8"),
        (smem("((8,1),(4,1)):((1,0),(1024,0))"), Verdict.FAULT, "address 2"),
        (smem("((8,1),4):((1,0),?{div=8})", "align<16>"), Verdict.HOLDS, ""),
        (smem("((8,1),4):((1,0),?{div=4})", "align<16>"), Verdict.UNKNOWN, "multiple of 8"),
        (smem("((8,1),?):((1,0),16)", "align<16>"), Verdict.HOLDS, ""),
        (smem("((4,1),(4,1)):((1,0),(1024,0))", "align<16>"), Verdict.UNKNOWN, "an access has 8"),
    ],
)
def test_an_access_is_contiguous_and_aligned(source, verdict_, says):
    found, detail = verdict(copied(PLAIN, source), "each access")
    assert (found, says in detail) == (verdict_, True)


@pytest.mark.parametrize(("swizzle", "verdict_"), [("S<2,3,3>", "fault"), ("S<2,4,3>", "holds")])
def test_a_pointer_swizzle_that_splits_an_access_is_a_fault(swizzle, verdict_):
    """The swizzle of a pointer moves bytes: base 3 exchanges the 8-byte halves of some accesses."""
    view = smem("(128,32):(32,1)", "align<128>", swizzle)
    part = smem("((8,1),(4,1)):((1,0),(1024,0))", "align<16>", swizzle)
    text = f"%p = cute.tiled.copy.partition_D(%a, %v, %x) : (i32, {view}, i32) -> {part}\n"
    found = stated(text + copied(ASYNC, part), "each access")
    assert [s.verdict.value for s in found] == [verdict_]


def test_an_access_is_reported_as_split_only_within_the_tensor():
    """The swizzle splits accesses only from byte 64 on, but this tensor has only 32 bytes."""
    part = smem("((8,1),(2,1)):((1,0),(8,0))", "align<16>", "S<2,3,3>")
    found, detail = verdict(copied(ASYNC, part), "each access")
    assert found is Verdict.UNKNOWN
    assert "no 128-bit access is known to be split" in detail


def test_a_swizzle_that_splits_elements_is_a_fault():
    text = f"%0 = cute.make_view(%i, %l) : {smem('8:1', 'S<1,0,3>')}"
    found, detail = verdict(text, "keeps elements whole")
    assert found is Verdict.FAULT
    assert "the parts of the access at 8 are at 9, 8" in detail


@given(st.integers(1, 3), st.integers(0, 4), st.integers(1, 4), st.integers(0, 4))
def test_an_access_is_split_iff_its_units_are_apart(bits, base, extra, log):
    """By definition, a swizzle splits an access if the access's units do not stay consecutive."""
    swizzle, width, end = Swizzle(bits, base, bits + extra - 1), 1 << log, 512
    together = all(
        [swizzle(y) - swizzle(x) for y in range(x, x + width)] == list(range(width))
        for x in range(0, end, width)
    )
    if width <= end:
        assert (torn_access(swizzle, width, end) == "") == together


# Banks


def partitioned(copy, view, side="D"):
    return f'%p = cute.tiled.copy.partition_{side}(%a, %v, %x) : ({copy}, {view}, !cute.coord<"?">)'


ROWS = tiled("((4,32),8):((256,1),32)", "[32:1;32:1]", ASYNC)


@pytest.mark.parametrize(
    ("view", "verdict_", "says"),
    [
        (smem("(32,32):(32,1)", "align<128>", "S<2,4,3>"), Verdict.HOLDS, "16 wavefronts"),
        (smem("(32,32):(64,1)", "align<128>"), Verdict.COST, "16 would be ideal"),
    ],
)
def test_bank_conflicts_of_a_copy_are_a_cost_with_a_witness(view, verdict_, says):
    (found,) = stated(partitioned(ROWS, view), "without bank conflicts")
    assert (found.verdict, says in found.detail) == (verdict_, True)
    assert found.question.startswith("conflict_free(")


@settings(max_examples=30)
@given(st.sampled_from([32, 40, 64, 72]), st.booleans())
def test_a_row_of_a_matrix_is_one_access_of_ldmatrix(stride, transposed):
    """Enumerate the elements of each row, and the words of the 8 rows of each matrix."""
    tv = Layout(((4, 8), (2, (2, 2))), ((32, 1), (16, (8, 128))))
    smem = Layout((16, 16), (stride, 1))
    rows = rows_of_matrices(tv, f"num_matrices = 4, {'t' if transposed else 'n'}")
    found = served(smem, rows, "f16", 128) if not transposed else None
    for matrix in range(4):
        for row in range(8):
            ours = {rows((row + 8 * matrix, k)) for k in range(8)}
            if transposed:
                theirs = {tv((4 * j + row // 2, row % 2 + 2 * matrix)) for j in range(8)}
            else:
                theirs = {tv((4 * row + j // 2, j % 2 + 2 * matrix)) for j in range(8)}
            assert ours == theirs
    if found is not None:
        waves = 0
        for matrix in range(4):
            begins = [smem(rows((row + 8 * matrix, 0))) * 2 // 4 for row in range(8)]
            words = {(w % 32, w) for b in begins for w in range(b, b + 4)}
            waves += max(sum(bank == w % 32 for bank, _ in words) for w in range(32))
        assert found.wavefronts == waves


def test_ldmatrix_of_rows_at_the_same_banks_is_a_cost():
    copy = tiled("((4,8),(2,(2,2))):((32,1),(16,(8,128)))", "[16:1;16:1]", LDSM)
    bad = smem("(16,16):(64,1)", "align<128>")
    good = smem("(16,16):(16,1)", "align<128>", "S<1,4,3>")
    assert verdict(partitioned(copy, bad, "S"), "bank conflicts")[0] is Verdict.COST
    assert verdict(partitioned(copy, good, "S"), "bank conflicts")[0] is Verdict.HOLDS
    wide = smem("(16,64):(64,1)", "align<128>", "S<3,4,3>")
    assert verdict(partitioned(copy, wide, "S"), "bank conflicts")[0] is Verdict.HOLDS


def test_the_question_has_the_swizzle_in_elements():
    """A swizzle of bytes with base 4 is a swizzle of 2-byte elements with base 3."""
    view = smem("(32,32):(32,1)", "align<128>", "S<2,4,3>")
    (found,) = stated(partitioned(ROWS, view), "without bank conflicts")
    swizzled = ComposedLayout(Swizzle(2, 3, 3), 0, Layout((32, 32), (32, 1)))
    assert f"conflict_free({swizzled}" in found.question


def test_an_unknown_names_the_fault_that_makes_the_type_of_its_operand_wrong():
    pointer, wrong = "!cute.ptr<f16, smem, align<128>>", smem("(32,32):(33,1)", "align<128>")
    made = f'%v = cute.make_view(%i, %l) : ({pointer}, !cute.layout<"(32,32):({{}},1)">) -> {wrong}'
    (found,) = stated(f"{made.format(32)}\n{partitioned(ROWS, wrong)}", "without bank conflicts")
    assert (found.line, found.verdict, found.cause) == (2, Verdict.UNKNOWN, 1)
    assert found.sentence.endswith("the type of an operand is wrong: see the fault in line 1")
    (found,) = stated(f"{made.format(33)}\n{partitioned(ROWS, wrong)}", "without bank conflicts")
    assert (found.verdict, found.cause) == (Verdict.UNKNOWN, None)


def test_an_unknown_names_only_a_fault_of_its_own_operands():
    pointer, wrong = "!cute.ptr<f16, smem, align<128>>", smem("(32,32):(33,1)", "align<128>")
    made = f'%w = cute.make_view(%i, %l) : ({pointer}, !cute.layout<"(32,32):(32,1)">) -> {wrong}'
    (found,) = stated(f"{made}\n{partitioned(ROWS, wrong)}", "without bank conflicts")
    assert (found.verdict, found.cause) == (Verdict.UNKNOWN, None)


def test_an_unknown_names_the_fault_of_a_swizzle_that_splits_elements():
    """The types in lines 1 and 2 have the same faulty swizzle. The audit reports it in line 1."""
    views = [smem(layout, "align<128>", "S<1,0,3>") for layout in ("8:1", "(32,32):(32,1)")]
    first = f"%w = cute.memref.alloca() : {views[0]}"
    (found,) = stated(f"{first}\n{partitioned(ROWS, views[1])}", "without bank conflicts")
    assert (found.verdict, found.cause) == (Verdict.UNKNOWN, 1)


# Boxes of TMA


@pytest.mark.parametrize(
    ("box", "bits", "verdict_", "says"),
    [
        ("(64,128,1):(1@1,1@0,1@2)", 131072, Verdict.HOLDS, "64 x 128 x 1"),
        ("(64,512):(1@1,1@0)", 524288, Verdict.FAULT, "512 elements, more than 256"),
        ("(64,128):(1@1,1@0)", 65536, Verdict.FAULT, "copy_bits is 65536"),
        ("(4,128):(1@1,1@0)", 8192, Verdict.FAULT, "8 bytes"),
        ("((64,2),16):((1@0,64@0),1@1)", 32768, Verdict.HOLDS, "128 x 16"),
    ],
)
def test_tma_can_copy_the_box(box, bits, verdict_, says):
    text = f"%0 = cute.make_atom() : () -> {TMA.format(box=box, bits=bits)}"
    found, detail = verdict(text, "the box of the descriptor")
    assert (found, says in detail) == (verdict_, True)


@pytest.mark.parametrize(("swizzle", "verdict_"), [("S<3,4,3>", "holds"), ("S<2,4,3>", "fault")])
def test_the_inner_side_of_a_box_fits_into_the_span_of_the_swizzle(swizzle, verdict_):
    atom = TMA.format(box="(64,128):(1@1,1@0)", bits=131072)
    text = copied(atom, smem("((8192,1)):((1,0))", "align<1024>", swizzle))
    assert [s.verdict.value for s in stated(text, "the span of the swizzle")] == [verdict_]
