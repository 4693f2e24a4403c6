"""Verdicts of the audit on TMA copies, AMD's transposing loads and AMD's direct copies to LDS."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from spec.memory import Machine
from spec.reading import Distributed, Shared
from tests.audit.ttgir import MATMUL
from verif.audit.statement import Verdict
from verif.audit.triton import audit
from verif.audit.triton.accesses import access, exchanged, transposing, width_of
from verif.audit.triton.types import kept, sized

HOLDS, FAULT, UNKNOWN = Verdict.HOLDS, Verdict.FAULT, Verdict.UNKNOWN

MFMA = (
    "#ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [32, 32, 16],"
    " isTransposed = true}>"
)
PLAIN = "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>"
TMA_SHARED = (
    "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>"
)
ROWS = (
    "#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1],"
    " order = [1, 0]}>"
)


def module(line, target="hip:gfx950", lanes=64):
    head = f'"ttg.num-warps" = 4 : i32, ttg.target = "{target}", "ttg.threads-per-warp" = {lanes}'
    return f"module attributes {{{head} : i32}} {{\n{line}\n}}"


def memory(sizes, encoding, element="f16"):
    return f"!ttg.memdesc<{sizes}x{element}, {encoding}, #ttg.shared_memory, mutable>"


def stated(text, claim):
    return [one for one in audit(text) if claim in one.claim]


def buffer_load(encoding, offsets=ROWS, contiguity=8, target="hip:gfx950"):
    """Return the statement about the banks of a direct-to-LDS copy."""
    types = f"!tt.ptr<f16>[tensor<64x64xi32, {offsets}>] -> "
    types += memory("64x64", encoding).removeprefix("!ttg.memdesc")
    line = f"%t = amdg.buffer_load_to_local %p[%o] into %m {{contiguity = {contiguity} : i32}}"
    (one,) = stated(module(f"{line} : {types}", target), "bank")
    return one


def test_a_direct_copy_writes_a_block_for_each_warp():
    found = buffer_load(PLAIN)
    assert found.verdict is HOLDS
    assert found.detail == (
        "8 direct-to-LDS copies of 128 bits per lane, each of which writes 512 elements of a warp"
        " one after the other: 32 wavefronts"
    )


def test_a_direct_copy_is_as_wide_as_the_machine_allows():
    narrow = ROWS.replace("[1, 8], threads", "[1, 2], threads").replace("[8, 8]", "[2, 32]")
    found = buffer_load(PLAIN, narrow, 2, "hip:gfx942")
    assert found.verdict is HOLDS
    assert found.detail.startswith("32 direct-to-LDS copies of 32 bits per lane")
    # No instruction copies 64 bits per lane. At 32 bits per lane, the words are not consecutive.
    assert buffer_load(PLAIN, contiguity=4).verdict is UNKNOWN


def test_lanes_may_exchange_their_pointers_in_swizzled_memory():
    found = buffer_load(PLAIN.replace("vec = 1", "vec = 8").replace("maxPhase = 1", "maxPhase = 8"))
    assert found.verdict is HOLDS
    assert "if lanes exchange their pointers within the warp" in found.detail


def test_a_warp_whose_elements_are_apart_has_no_direct_copy():
    columns = ROWS.replace("[8, 8]", "[64, 1]").replace("[4, 1]", "[1, 4]")
    found = buffer_load(PLAIN, columns)
    assert found.verdict is UNKNOWN
    assert found.detail.endswith("lane 1 writes to the offset 64, not 8")


@pytest.mark.parametrize(("interval", "verdict"), [(512, HOLDS), (256, UNKNOWN)])
def test_padding_must_be_between_the_blocks_of_warps(interval, verdict):
    padded = f"#ttg.padded_shared<[{interval}:+8] {{order = [1, 0], shape = [64, 64]}}>"
    assert buffer_load(padded).verdict is verdict


def test_other_machines_and_widths_are_unknown():
    assert "not known here" in buffer_load(PLAIN, target="hip:gfx1250").detail
    found = buffer_load(PLAIN, contiguity=1)
    assert found.verdict is UNKNOWN
    assert found.detail == ("16 bits of a lane are adjacent; a direct-to-LDS copy needs 128 or 32")


def test_direct_copies_are_followed_to_their_buffer_and_pointers():
    kind = memory("64x64", PLAIN)
    copy = "%t = amdg.buffer_load_to_local %p[%o] mask = %k into %m {contiguity = 8 : i32} : "
    copy += f"!tt.ptr<f16>[tensor<64x64xi32, {ROWS}>] -> {kind.removeprefix('!ttg.memdesc')}"
    text = module(f"%m = ttg.local_alloc : () -> {kind}\n{copy}")
    assert not [one for one in audit(text) if one.verdict in (FAULT, Verdict.NOT_READ)]
    assert [one.verdict for one in stated(text, "sectors")] == [UNKNOWN]
    assert not stated(text, "fewer wavefronts")


# Loads that transpose


def local_load(index=1, encoding=PLAIN, target="hip:gfx950"):
    held = f"#ttg.dot_op<{{opIdx = {index}, parent = {MFMA}, kWidth = 8}}>"
    types = f"{memory('64x64', encoding)} -> tensor<64x64xf16, {held}>"
    (one,) = stated(module(f"%x = ttg.local_load %m : {types}", target), "bank")
    return one


def test_a_load_of_columns_may_be_by_transposing_reads():
    found = local_load()
    assert found.verdict is Verdict.COST
    assert "ds_read_tr fits: 128 wavefronts for 64 phases of 64-bit accesses" in found.detail
    padded = "#ttg.padded_shared<[64:+32] {order = [1, 0], shape = [64, 64]}>"
    assert "fits: 64 wavefronts for 64 phases" in local_load(encoding=padded).detail
    # No transposing load fits in these two cases: operand 0 is read row by row, and gfx942 lacks
    # the instruction.
    assert "ds_read_tr" not in local_load(0).detail
    assert "ds_read_tr" not in local_load(target="hip:gfx942").detail


@given(st.data())
def test_exchanged_elements_are_those_that_lanes_need(data):
    """Each lane gets the elements that it needs, by the definition of `ds_read_tr`."""
    bits = data.draw(st.sampled_from([8, 16]))
    size = 64 // bits
    points = [(1 << k,) for k in range(10)]
    order = data.draw(st.permutations(range(10)))
    if data.draw(st.booleans()):
        # The first lanes hold neighbouring elements, as `ds_read_tr` requires.
        first = [k for k in order if k >= size.bit_length() - 1]
        order = [*range(size.bit_length() - 1), *first]
    lanes, registers = order[:6], order[6:]
    held = Distributed(
        (("register", tuple(points[k] for k in registers)),
         ("lane", tuple(points[k] for k in lanes))),
        (1024,),
    )  # fmt: skip
    one = access(held, Shared(tuple(points), (1024,)), bits)
    found = exchanged(one)
    assume(found is not None)
    assert width_of(found, Machine(64, threads=64), 64) == 64
    for lane in range(64):
        for register in range(16):
            inside, more = register % size, register // size
            source = lane // 16 * 16 + 16 // size * inside + lane % 16 // size
            read = lane % size + size * more
            assert one.offset(lane, register) == found.offset(source, read)


def test_transposing_reads_need_neighbours_in_lanes():
    held = Distributed((("register", ((1,), (2,))), ("lane", ((4,), (8,), (16,), (32,)))), (64,))
    line = Shared(tuple((1 << k,) for k in range(6)), (64,))
    assert transposing(access(held, line, 16), Machine(64, threads=64)) is None
    assert exchanged(access(held, line, 32)) is None


# Blocks of TMA


def tma(descriptor, buffer):
    barrier = memory(
        "1", "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>"
    )
    line = "ttng.async_tma_copy_global_to_local %d[%i, %j] %m, %b, %p"
    types = f"!tt.tensordesc<{descriptor}>, {barrier} -> {memory(buffer, TMA_SHARED)}"
    (one,) = stated(module(f"{line} : {types}", "cuda:90", 32), "the block of the descriptor")
    return one


@pytest.mark.parametrize(
    ("descriptor", "buffer", "verdict"),
    [
        (f"64x64xf16, {TMA_SHARED}", "64x64", HOLDS),
        (f"tensor<64x64xf16, {TMA_SHARED}>", "64x64", HOLDS),
        (f"64x128xf16, {TMA_SHARED}", "64x64", FAULT),
        (f"64x64xbf16, {TMA_SHARED}", "64x64", FAULT),
        (f"64x64xf16, {TMA_SHARED.replace('128', '64')}", "64x64", FAULT),
        ("64x64xf16", "64x64", HOLDS),
    ],
)
def test_the_block_of_a_descriptor_is_that_of_the_buffer(descriptor, buffer, verdict):
    assert tma(descriptor, buffer).verdict is verdict


RANK_3 = TMA_SHARED.replace("elementBitWidth = 16", "elementBitWidth = 16, rank = 3")


@pytest.mark.parametrize(
    ("block", "encoding", "verdict"),
    [
        ("1x64x64xf16", RANK_3, HOLDS),
        ("1x1x64x64xf16", RANK_3.replace("rank = 3", "rank = 4"), HOLDS),
        ("1x64x64xf16", RANK_3.replace("Width = 128", "Width = 64"), FAULT),
        ("1x64x64xf16", RANK_3.replace("BitWidth = 16", "BitWidth = 8"), FAULT),
        ("2x64x64xf16", RANK_3, FAULT),
        ("1x64x64xf16", PLAIN.replace("[1, 0]", "[2, 1, 0]"), FAULT),
        # The audit does not read a transposed encoding of three dimensions.
        ("1x64x64xf16", RANK_3.replace("transposed = false", "transposed = true"), UNKNOWN),
    ],
)
def test_a_block_may_have_leading_dimensions_that_its_buffer_lacks(block, encoding, verdict):
    assert tma(f"{block}, {encoding}", "64x64").verdict is verdict
    types = f"!tt.tensordesc<{block}, {encoding}>, {memory('64x64', TMA_SHARED)}"
    line = f"ttng.async_tma_copy_local_to_global %d[%i, %j, %k] %m : {types}"
    (one,) = stated(module(line, "cuda:90", 32), "the block of the descriptor")
    assert one.verdict is verdict


def test_a_store_by_tma_is_compared_too():
    types = f"!tt.tensordesc<64x32xf16, {TMA_SHARED}>, {memory('64x64', TMA_SHARED)}"
    line = f"ttng.async_tma_copy_local_to_global %d[%i, %j] %m : {types}"
    (one,) = stated(module(line, "cuda:90", 32), "the block of the descriptor")
    assert one.verdict is FAULT
    assert one.detail == "the block is (64,32), and the buffer (64,64)"


@pytest.mark.parametrize(
    "line",
    [
        f"%x = amdg.local_load_packed_transposed %m : {memory('8x8', PLAIN, 'i8')} -> tensor<8xi8>",
        f"ttng.async_tma_gather %d[%i, %j] %m, %b, %p : {memory('64x64', TMA_SHARED)}",
    ],
)
def test_accesses_that_are_not_counted_say_why(line):
    (one,) = stated(module(line), "bank")
    assert one.verdict is UNKNOWN
    assert one.detail


@pytest.mark.parametrize(
    ("operands", "printed", "is_right"),
    [
        # The type of the barrier is printed before the type of the buffer.
        ("%m, %b", (0, 1), True),
        ("%b, %m", (0, 1), False),
        ("%m, %b", (1, 0), False),
        ("%m, %b", (0, 0), False),
    ],
)
def test_a_gather_prints_the_types_of_its_operands_in_another_order(operands, printed, is_right):
    barrier = memory("1", PLAIN.replace("[1, 0]", "[0]"), "i64")
    buffer = memory("32x64", TMA_SHARED)
    rows = f"tensor<32xi32, #ttg.slice<{{dim = 0, parent = {ROWS}}}>>"
    types = [(barrier, buffer)[k] for k in printed]
    gather = f"ttng.async_tma_gather %d[%r, %j] {operands}, %p"
    gather += f" : !tt.tensordesc<1x64xf16, {TMA_SHARED}>, {rows}, i32, {', '.join(types)}, i1"
    text = module(
        f"%m = ttg.local_alloc : () -> {buffer}\n%b = ttg.local_alloc : () -> {barrier}\n{gather}",
        "cuda:100",
        32,
    )
    assert [one.verdict for one in stated(text, "bank") if "gather" in one.operation] == [UNKNOWN]
    found = stated(text, "type with which")
    assert (FAULT not in [one.verdict for one in found]) == is_right


def test_the_generic_form_of_a_gather_has_its_types_in_the_order_of_the_operands():
    barrier = memory("1", PLAIN.replace("[1, 0]", "[0]"), "i64")
    buffer = memory("32x64", TMA_SHARED)
    text = f"%m = ttg.local_alloc : () -> {buffer}\n%b = ttg.local_alloc : () -> {barrier}\n"
    types = f"(i1, i32, i32, {barrier}, {buffer}, i1) -> ()"
    for operands, is_right in (("%b, %m", True), ("%m, %b", False)):
        gather = f'"ttng.async_tma_gather"(%d, %r, %j, {operands}, %p) : {types}'
        found = stated(text + gather, "type with which")
        assert (FAULT not in [one.verdict for one in found]) == is_right


def test_asynchronous_copies_of_nvidia_are_counted_as_stores():
    found = [one for one in stated(MATMUL, "bank") if one.operation.endswith("global_to_local")]
    assert [one.verdict for one in found] == [HOLDS, HOLDS]


# Phases of lanes that are not consecutive


def wide_load(encoding, target="hip:gfx942"):
    """Return the statement about the banks for a load in which each lane loads 16 bytes."""
    held = ROWS.replace("[8, 8]", "[64, 1]").replace("[4, 1]", "[1, 4]")
    types = f"{memory('64x32', encoding)} -> tensor<64x32xf16, {held}>"
    (one,) = stated(module(f"%x = ttg.local_load %m : {types}", target), "bank")
    return one


SWIZZLES = [
    f"#ttg.swizzled_shared<{{vec = 8, perPhase = {per}, maxPhase = {most}, order = [1, 0]}}>"
    for per in (1, 2, 4)
    for most in (1, 2, 4)
]


TOGETHER = {
    # ROCm's documents list the lanes that CDNA serves together in ds_read_b128.
    "hip:gfx942": (
        32,
        [[lane ^ more for lane in (0, 1, 2, 3, 20, 21, 22, 23)]
         for more in (0, 4, 8, 12, 32, 36, 40, 44)],
    ),
    "hip:gfx950": (64, [range(first, first + 16) for first in range(0, 64, 16)]),
}  # fmt: skip
"""For each target: the number of banks, and the lanes of each phase."""


@pytest.mark.parametrize("encoding", [PLAIN, *SWIZZLES])
@pytest.mark.parametrize("target", TOGETHER)
def test_wide_loads_are_served_in_the_order_of_the_machine(encoding, target):
    banks, phases = TOGETHER[target]
    offsets = {(0, 0): 0}
    for k, (row, column) in enumerate(kept(sized(memory("64x32", encoding))).points):
        offsets |= {(r ^ row, c ^ column): at | 1 << k for (r, c), at in offsets.items()}
    total = 0
    for column in range(0, 32, 8):
        for phase in phases:
            words = {offsets[lane, column] // 2 + k for lane in phase for k in range(4)}
            taken = [word % banks for word in words]
            total += max(map(taken.count, taken))
    found = wide_load(encoding, target)
    assert found.detail.startswith(f"{total} wavefronts in {4 * len(phases)} phases of 128-bit")


def test_a_conflict_of_a_wide_load_names_lanes_that_are_served_together():
    found = wide_load(SWIZZLES[0])
    assert "(8 threads in the order in which they are served, 32 banks)" in found.detail
    assert found.verdict is Verdict.COST
