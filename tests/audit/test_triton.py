"""The audit's verdicts on this project's texts of TTGIR agree with the definitions."""

import random
import re
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from spec.conversions import first_beyond
from spec.linear import LinearLayout
from spec.memory import Machine, by_enumeration
from spec.named_notation import holds, parse_condition
from spec.reading import Encoding
from spec.reading.distributed import widened
from spec.xors import kernel_of, xor_of
from tests.audit.ttgir import AMD, MATMUL, SHAPES, TEXTS, TRANSPOSE, plants
from verif.audit.statement import Verdict
from verif.audit.triton import audit, recognizes
from verif.audit.triton.accesses import (
    access,
    conflict,
    cost,
    independent,
    least,
    matrices,
    replayed,
    width_of,
)
from verif.audit.triton.conversions import Reach, reach
from verif.audit.triton.layouts import missing
from verif.audit.triton.pointers import touched_by
from verif.audit.triton.types import sized
from verif.questions import Effort, Ruling, ask, read_question

FAULT, COST, HOLDS = Verdict.FAULT, Verdict.COST, Verdict.HOLDS
UNKNOWN, NOT_READ = Verdict.UNKNOWN, Verdict.NOT_READ


def statements(text, operation=None, claim=""):
    """Return the statements whose claims contain the text `claim`.

    If `operation` is None, return statements about all operations.
    """
    return [
        one
        for one in audit(text)
        if (operation is None or one.operation == operation) and claim in one.claim
    ]


def the(text, operation, claim=""):
    (one,) = statements(text, operation, claim)
    return one


@pytest.mark.parametrize("name", TEXTS)
def test_correct_texts_have_no_fault_and_are_read(name):
    assert recognizes(TEXTS[name])
    assert not [one for one in audit(TEXTS[name]) if one.verdict in (FAULT, NOT_READ)]


def test_other_texts_are_not_recognized():
    assert not recognizes("func.func @f() {\n  return\n}")
    assert not recognizes("HloModule m\nENTRY e { ROOT p = f32[2]{0} parameter(0) }")


def test_statements_come_in_the_order_of_lines():
    lines = [one.line for one in audit(MATMUL)]
    assert lines == sorted(lines)


def test_a_conflict_names_two_threads_at_one_bank():
    load = the(TRANSPOSE, "ttg.local_load", "bank")
    assert load.verdict is COST
    assert load.detail == (
        "256 wavefronts in 32 phases of 32-bit accesses (32 consecutive threads, 32 banks); the"
        " data needs 32 or more: 8 words of one bank: thread 0 register 0 needs word 0 of bank 0,"
        " thread 1 register 0 needs word 128"
    )
    assert the(TRANSPOSE, "ttg.local_store", "bank").verdict is HOLDS


def test_the_best_swizzle_is_named():
    best = the(TRANSPOSE, "ttg.local_alloc", "swizzled_shared")
    assert best.verdict is COST
    assert "288 wavefronts for 2 accesses" in best.detail
    assert "the best needs 64 with vec = 4, perPhase = 4, maxPhase = 8" in best.detail


def test_no_swizzle_of_the_class_is_better_by_enumeration():
    sizes, lanes = (32, 32), "threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]"
    store = _held(f"#ttg.blocked<{{sizePerThread = [1, 4], {lanes}}}>", sizes)
    lanes = "threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]"
    load = _held(f"#ttg.blocked<{{sizePerThread = [4, 1], {lanes}}}>", sizes)
    found = set()
    for vec, per, most in product((1, 2, 4, 8, 16, 32), repeat=3):
        numbers = {"vec": vec, "perPhase": per, "maxPhase": most, "order": (1, 0)}
        found.add(Encoding("swizzled_shared", numbers).on(sizes))
    # A row has 32 elements, so a `vec` above 32 would add no layout to `found`.
    assert len(found) == 56
    draw = random.Random(5).sample(sorted(found, key=str), 16)
    assert all(
        sum(_enumerated(one, kept, 32, Machine()).wavefronts for one in (store, load)) >= 64
        for kept in draw
    )


def test_a_text_that_stops_is_not_read_to_its_end():
    stopped = TRANSPOSE[: TRANSPOSE.index("    tt.return")]
    *_, last = audit(stopped)
    assert (last.verdict, last.claim) == (NOT_READ, "the text is complete")


def test_the_named_swizzle_has_the_stated_wavefronts():
    better = TRANSPOSE.replace("perPhase = 1, maxPhase = 1", "perPhase = 4, maxPhase = 8")
    best = the(better, "ttg.local_alloc", "swizzled_shared")
    assert best.verdict is HOLDS
    assert best.detail.startswith("64 wavefronts for 2 accesses")


def test_accesses_by_matrices_are_counted_as_such():
    loads = statements(MATMUL, "ttg.local_load", "bank")
    assert [one.verdict for one in loads] == [HOLDS, HOLDS, HOLDS]
    assert loads[0].detail.startswith(
        "ldmatrix fits: 128 wavefronts for 128 matrices; without ldmatrix:"
    )


def test_both_buffers_of_a_pipeline_are_one_allocation():
    best = statements(MATMUL, "ttg.local_alloc", "swizzled_shared")
    # The third access to the first allocation is a load after the loop.
    assert ["for 3 accesses" in one.detail for one in best] == [True, False]
    assert ["for 2 accesses" in one.detail for one in best] == [False, True]


def test_conflicts_are_counted_for_amd():
    found = {one.line: one for one in statements(AMD, "ttg.local_load", "bank")}
    plain, padding = found[11], found[12]
    assert plain.verdict is COST
    assert "of 64-bit accesses (16 consecutive threads, 32 banks)" in plain.detail
    assert padding.verdict is HOLDS
    assert not plain.question


def test_padding_is_searched_too():
    best = the(AMD, "ttg.local_alloc", "no padding")
    assert "all 9 padded_shared encodings of this order were tried" in best.detail


def test_conversions_report_how_far_elements_move():
    claims = [one.claim for one in statements(SHAPES, "ttg.convert_layout", "conversion")]
    assert claims == [
        "the conversion moves nothing",
        "the conversion needs no element of another thread",
    ]
    moved = statements(TRANSPOSE, "ttg.convert_layout", "conversion")
    assert [one.verdict for one in moved] == [COST, COST]
    assert moved[0].detail == (
        "elements move between warps through shared memory: lane 1 needs element (4,0) of another"
        " warp"
    )


def test_types_that_follow_from_operands_hold():
    names = ["tt.reshape", "tt.reshape", "tt.split", "tt.join", "tt.reduce"]
    found = statements(SHAPES, claim="follows from the type")
    assert [(one.operation, one.verdict) for one in found] == [(name, HOLDS) for name in names]


def test_a_wrong_result_type_has_a_witness():
    text = TRANSPOSE.replace("{order = array<i32: 1, 0>}", "{order = array<i32: 0, 1>}")
    fault = the(text, "tt.trans")
    assert fault.verdict is FAULT
    assert fault.detail == (
        "register 1 must hold element (1,0) of the result,"
        " but the layout of the result has (0,1) there"
    )


def test_a_split_in_another_order_is_a_fault():
    text = SHAPES.replace("#half>\n    %sum", "#other>\n    %sum")
    assert the(text, "tt.split", "follows").verdict is FAULT


ONE_WARP = "threadsPerWarp = [{}], warpsPerCTA = [{}], order = [{}]"


def idle(registers, shape="2"):
    """Return a type whose registers hold the given elements, in all threads of one warp."""
    zero = f"[{', '.join('0' for _ in shape.split('x'))}]"
    lanes = f"lane = [{', '.join([zero] * 5)}], warp = [], block = []"
    return f"tensor<{shape}xi32, #ttg.linear<{{register = {registers}, {lanes}}}>>"


def blocked_type(shape, sizes, order):
    """Return a type with a blocked layout of one warp, whose lanes lie along dimension 0."""
    ones = ", 1" * (len(sizes) - 1)
    lanes = ONE_WARP.format(f"32{ones}", f"1{ones}", ", ".join(map(str, order)))
    return f"tensor<{shape}xi32, #ttg.blocked<{{sizePerThread = {sizes}, {lanes}}}>>"


# The faults are the reshapes that Triton 3.5, 3.6 and 3.9 all refuse.
@pytest.mark.parametrize(
    ("registers", "shape", "order", "verdict"),
    [
        ("[[0], [1]]", "2x1", (1, 0), HOLDS),
        ("[[1], [0]]", "2x1", (0, 1), HOLDS),
        ("[[1]]", "2x1", (1, 0), HOLDS),
        ("[[1]]", "2x1", (0, 1), HOLDS),
        ("[[0], [1]]", "2x1", (0, 1), FAULT),
        ("[[1], [0]]", "2x1", (1, 0), FAULT),
        ("[[0], [1]]", "1x2", (1, 0), FAULT),
        ("[[0], [0], [1]]", "2x1", (1, 0), FAULT),
    ],
)
def test_a_blocked_layout_may_keep_or_drop_idle_registers(registers, shape, order, verdict):
    after = blocked_type(shape, [2, 2], order)
    text = f"%1 = tt.reshape %0 : {idle(registers)} -> {after}"
    assert the(text, "tt.reshape", "follows").verdict is verdict


def test_other_layouts_keep_their_idle_registers():
    for registers in ("[[1, 0]]", "[[1, 0], [0, 0]]"):
        after = idle(registers, "2x1")
        text = f"%1 = tt.reshape %0 : {idle('[[0], [1]]')} -> {after}"
        assert the(text, "tt.reshape", "follows").verdict is FAULT


def test_joins_and_transpositions_may_keep_idle_registers():
    half, whole = idle("[[0], [1]]"), blocked_type("2x2", [2, 2], (1, 0))
    assert the(f"%1 = tt.join %0, %0 : {half} -> {whole}", "tt.join", "follows").verdict is FAULT
    half = blocked_type("2x1", [2, 2], (1, 0))
    whole = blocked_type("2x1x2", [2, 2, 2], (2, 1, 0))
    assert the(f"%1 = tt.join %0, %0 : {half} -> {whole}", "tt.join", "follows").verdict is HOLDS
    whole = idle("[[0, 0, 1], [0, 0, 0], [1, 0, 0]]", "2x1x2")
    assert the(f"%1 = tt.join %0, %0 : {half} -> {whole}", "tt.join", "follows").verdict is HOLDS
    wide = idle("[[0, 0], [0, 1]]", "1x2")
    order = "{order = array<i32: 1, 0>}"
    text = f"%1 = tt.trans %0 {order} : {half} -> {wide}"
    assert the(text, "tt.trans", "follows").verdict is HOLDS
    text = text.replace("[[0, 0], [0, 1]]", "[[0, 1], [0, 0]]")
    assert the(text, "tt.trans", "follows").verdict is FAULT


def test_an_operand_of_another_type_is_a_fault():
    text = MATMUL.replace("tt.store %out, %sum#0", "tt.store %out, %zero")
    assert not statements(text, "tt.store", "type with which")
    text = MATMUL.replace("tt.store %out, %sum#0", "tt.store %out, %a")
    fault = the(text, "tt.store", "type with which")
    assert fault.verdict is FAULT
    assert fault.detail.startswith("%a is defined as tensor<64x64x!tt.ptr<f16>")


LOOP = """
#x = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
tt.func public @f(%n: i32, %a: tensor<256xf32, #x>, %c: i1) {
  %r:2 = scf.while (%k = %n, %v = %a) : (i32, tensor<256xf32, #x>) -> (i32, tensor<256xf32, #x>) {
    scf.condition(%c) %k, %v : i32, tensor<256xf32, #x>
  } do {
  ^bb0(%i: i32, %w: tensor<256xf32, #x>):
    %s = arith.addf %w, %w : tensor<256xf32, #x>
    scf.yield %i, %s : i32, tensor<256xf32, #x>
  }
  tt.return
}
"""


@pytest.mark.parametrize("operation", ["scf.condition(%c) %k, %v", "scf.yield %i, %s"])
@pytest.mark.parametrize("wrong", ["tensor<128xf16, #x>", "tensor<256xf32>"])
def test_a_while_passes_on_values_of_their_types(operation, wrong):
    (right,) = statements(LOOP, "scf.while", "type with which")
    assert right.verdict is HOLDS
    text = LOOP.replace(f"{operation} : i32, tensor<256xf32, #x>", f"{operation} : i32, {wrong}")
    assert text != LOOP
    fault = the(text, operation.split("(")[0].split()[0], "type with which")
    assert fault.verdict is FAULT


@pytest.mark.parametrize(
    ("old", "new", "operation"),
    [
        ("scf.condition(%c)", "scf.condition(%n)", "scf.condition"),
        ("-> (i32, tensor<256xf32, #x>)", "-> (i32, tensor<512xf32, #x>)", "scf.condition"),
        (": (i32, tensor<256xf32, #x>)", ": (i32, tensor<512xf32, #x>)", "scf.yield"),
    ],
)
def test_a_while_has_the_types_of_the_values_that_it_passes_on(old, new, operation):
    text = LOOP.replace(old, new)
    assert text != LOOP
    assert the(text, operation, "type with which").verdict is FAULT


def test_the_generic_form_of_a_condition_also_prints_the_type_of_the_condition():
    generic = LOOP.replace(
        "scf.condition(%c) %k, %v : i32, tensor<256xf32, #x>",
        '"scf.condition"(%c, %k, %v) : (i1, i32, tensor<256xf32, #x>) -> ()',
    )
    assert not [one for one in audit(generic) if one.verdict is FAULT]
    wrong = generic.replace("(i1, i32, tensor<256xf32, #x>)", "(i1, i32, tensor<128xf32, #x>)")
    assert the(wrong, "scf.condition", "type with which").verdict is FAULT


@pytest.mark.parametrize(
    "text",
    [
        "%0 = tt.join %a, %b : tensor<8xf32> -> tensor<8x2xf32>",
        "%0 = tt.cat %a, %b : tensor<8xf32> -> tensor<16xf32>",
        "%0 = tt.clampf %a, %a, %b, propagateNan = none : tensor<8xf32>",
        "%0 = tt.mulhiui %b, %a : tensor<8xi32>",
        "%0 = arith.select %a, %b, %b : tensor<8xi32>",
        "amdg.buffer_store %b, %p[%b] : !tt.ptr<f32> -> tensor<8xf32>",
        "%0 = amdg.buffer_load %p[%a] : !tt.ptr<f32> -> tensor<8xf32>",
        "%0 = amdg.buffer_atomic_rmw fadd, acq_rel, %b, %p[%b] : !tt.ptr<f32> -> tensor<8xf32>",
        "%0 = scf.for %i = %n to %n step %p iter_args(%x = %a) -> (tensor<8xf32>) : i32 {\n}",
        "scf.if %n {\n}",
    ],
)
def test_each_operand_is_compared_with_its_definition(text):
    operation = re.search(r"[a-z]+\.[a-z_]+", text)
    assert operation is not None
    head = "tt.func @f(%a: tensor<8xf32>, %b: tensor<8xi32>, %n: i32, %p: !tt.ptr<f32>) {\n"
    assert the(f"{head}{text}\n}}", operation[0], "type with which").verdict is FAULT


def test_the_buffer_after_an_arrow_is_not_the_type_of_the_pointer():
    memory = "!ttg.memdesc<8xf32, #ttg.x, #ttg.shared_memory, mutable>"
    text = (
        f"tt.func @f(%a: !tt.ptr<f32>, %b: tensor<8xi32>, %m: {memory}) {{\n"
        f"  amdg.buffer_load_to_local %a[%b] into %m : !tt.ptr<f32> -> {memory}\n}}"
    )
    assert not [one for one in audit(text) if one.verdict is FAULT]


MEMORY = """
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#mem = #ttg.shared_memory
tt.func @f(%i: i32, %b: !ttg.memdesc<3x8x8xf16, #s, #mem, mutable>) {
  %0 = ttg.memdesc_index %b[%i] : !ttg.memdesc<3x8x8xf16, #s, #mem, mutable> -> RESULT
  ttg.local_dealloc %0 : RESULT
  tt.return
}
""".replace("RESULT", "!ttg.memdesc<8x8xf16, #s, #mem, mutable>")


@pytest.mark.parametrize("wrong", ["#s, #ttng.tensor_memory, mutable>", "#s, #mem>"])
def test_a_buffer_keeps_its_memory_space_and_mutability(wrong):
    assert not [one for one in audit(MEMORY) if one.verdict is FAULT]
    before, _, after = MEMORY.partition(" : ")
    text = f"{before} : {after.replace('#s, #mem, mutable>', wrong, 1)}"
    fault = the(text, "ttg.memdesc_index", "type with which")
    assert fault.verdict is FAULT
    one, other = fault.detail.removeprefix("%b is defined as ").split(", and used as ")
    assert one != other


@pytest.mark.parametrize(
    ("encoding", "space", "is_right"),
    [
        ("#s", "#ttg.shared_memory", True),
        ("#s", "#ttng.tensor_memory", False),
        ("#s", "#s", False),
        ("#t", "#ttng.tensor_memory", True),
        ("#t", "#ttg.shared_memory", False),
        ("#s", "#named_in_another_text", True),
    ],
)
def test_the_memory_space_fits_the_encoding(encoding, space, is_right):
    tensor = "#t = #ttng.tensor_memory_encoding<blockM = 64, blockN = 8, colStride = 1>\n"
    shared = MEMORY.splitlines()[1]
    kind = f"!ttg.memdesc<64x8xf16, {encoding}, {space}, mutable>"
    text = f"{tensor}{shared}\ntt.func @f(%b: {kind}) {{\n  ttg.local_dealloc %b : {kind}\n}}"
    faults = statements(text, "ttg.local_dealloc", "memory space")
    assert [one.verdict for one in faults] == ([] if is_right else [FAULT])


def test_types_that_are_printed_in_part_are_not_a_fault():
    buffers = "!ttg.memdesc<2x8x8xf16, #ttg.x, #ttg.shared_memory, mutable>"
    text = (
        f"%0 = ttg.local_alloc : () -> {buffers}\n"
        f"%1 = nvws.aref.create %0 : <[{buffers}]>\n"
        f"%2 = nvws.aref.get %1 : <[{buffers}]>"
    )
    assert not statements(text, "nvws.aref.create")
    assert not statements(text, "nvws.aref.get")


def test_the_memory_of_a_store_is_not_the_type_of_its_result():
    memory = "!ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 64,"
    memory += " colStride = 1>, #ttng.tensor_memory, mutable>"
    text = (
        f"%m, %t = ttng.tmem_alloc : () -> ({memory}, !ttg.async.token)\n"
        f"%u = ttng.tmem_store %v, %m[%t], %p : tensor<128x64xf32> -> {memory}\n"
        "%w = arith.select %p, %u, %t : !ttg.async.token"
    )
    assert not [one for one in audit(text) if one.verdict is FAULT]


@pytest.mark.parametrize(
    ("target", "assumed"),
    [
        ("", "the text names no target; assuming NVIDIA's: 256 wavefronts"),
        ('ttg.target = "hip:gfx1250", ', "the banks of gfx1250 are unknown; assuming 32 banks"),
    ],
)
def test_no_conflict_is_claimed_for_a_machine_that_is_not_known(target, assumed):
    text = TRANSPOSE.replace('ttg.target = "cuda:80", ', target)
    load = the(text, "ttg.local_load", "bank")
    assert load.verdict is UNKNOWN
    assert load.detail.startswith(assumed)
    assert load.question.startswith("conflict_free(" if target == "" else "")
    assert not statements(text, "ttg.local_alloc", "fewer wavefronts")


def test_uses_that_are_not_counted_are_named():
    call = "    tt.call @f(%m) : (!ttg.memdesc<32x32xf32, #shared, #smem, mutable>) -> ()\n"
    text = TRANSPOSE.replace("    %q = ", f"{call}    %q = ")
    best = the(text, "ttg.local_alloc", "fewer wavefronts for the counted accesses")
    assert best.verdict is UNKNOWN
    assert best.detail.endswith("not counted: other uses, by tt.call")


def test_an_element_that_no_thread_holds_is_a_fault():
    text = SHAPES.replace("register = [[0, 1], [1, 0]], lane", "register = [[0, 1], [2, 0]], lane")
    fault = next(one for one in audit(text) if one.verdict is FAULT)
    assert fault.detail == "linear on (32,16): no register of any thread holds element (1,0)"


def test_two_elements_at_one_offset_are_a_fault():
    shared = "#ttg.shared_linear<{offset = [[0, 1], [0, 2], [1, 0], [1, 1]]}, alignment = 16>"
    text = f"%0 = ttg.local_alloc : () -> !ttg.memdesc<4x4xf16, {shared}, #ttg.shared_memory>"
    fault = the(text, "ttg.local_alloc")
    assert fault.verdict is FAULT
    assert fault.detail == (
        "shared_linear on (4,4): the offsets 0 and 13 both belong to element (0,0);"
        " element (2,0) has no offset"
    )


def test_thread_counts_agree_with_the_module():
    text = SHAPES.replace('num-warps" = 4', 'num-warps" = 8')
    details = {one.detail for one in audit(text) if one.verdict is FAULT}
    assert details == {"the layout is for 4 warps, but the module has 8"}


def test_partitions_of_warps_have_their_own_number_of_warps():
    alias = "#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2],"
    inner = f"tensor<64xi32, {alias} order = [0]}}>>"
    inner = f"%0 = tt.make_range {{end = 64 : i32, start = 0 : i32}} : {inner}"
    inner = f'"ttg.warp_specialize"() ({{\n{inner}\n}}) : () -> ()'
    text = f'module attributes {{"ttg.num-warps" = 4 : i32}} {{\n{inner}\n}}'
    assert {one.verdict for one in audit(text)} == {HOLDS}


@pytest.mark.parametrize(("printed", "verdict"), [(2, HOLDS), (1, FAULT), (None, FAULT)])
def test_a_function_may_have_its_own_number_of_warps(printed, verdict):
    alias = "#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2],"
    kind = f"tensor<64xi32, {alias} order = [0]}}>>"
    warps = f', "ttg.num-warps" = {printed} : i32' if printed is not None else ""
    text = f"""module attributes {{"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32}} {{
  tt.func private @f(%p: i32) attributes {{noinline = true{warps}}} {{
    %0 = tt.make_range {{end = 64 : i32, start = 0 : i32}} : {kind}
    tt.return
  }}
}}
"""
    found = [one.verdict for one in audit(text)]
    assert (FAULT in found) == (verdict is FAULT)
    # The number of warps that one function states does not apply to the next function.
    other = f"  tt.func @g(%p: i32) attributes {{noinline = true{warps}}} {{\n    tt.return\n  }}\n"
    text = text.replace(f"true{warps}", "true").replace("  tt.func", f"{other}  tt.func")
    assert FAULT in [one.verdict for one in audit(text)]


@pytest.mark.parametrize(
    ("operands", "carry", "verdict"),
    [("%a, %b", "%d", HOLDS), ("%a, %d", "%d", FAULT), ("%a, %b", "%b", FAULT)],
)
def test_a_sum_with_carry_has_operands_of_one_type(operands, carry, verdict):
    text = f"""tt.func @f(%a: i32, %b: i32, %d: i1) {{
  %s, %c = arith.addui_extended {operands} : i32, i1
  %x = arith.addi %s, %a : i32
  %y = arith.andi %c, {carry} : i1
}}
"""
    found = statements(text, claim="type with which")
    assert {one.verdict for one in found} == {verdict}


def test_needless_replication_is_a_cost():
    text = AMD.replace("warpsPerCTA = [2, 2]", "warpsPerCTA = [1, 4]")
    costs = [one for one in statements(text, "ttg.local_load", "held") if one.verdict is COST]
    assert [one.detail for one in costs] == [
        "dot_op on (64,64): each element is held 4 times (4 warps) where 1 would do",
        "dot_op on (64,64): each element is held 2 times (2 warps) where 1 would do",
    ]


def test_unknown_strides_of_whole_sectors_are_coalesced():
    load = the(TRANSPOSE, "tt.load", "sectors")
    assert load.verdict is HOLDS
    assert load.detail == (
        "128 sectors of 32 bytes in 8 requests of 128-bit accesses;"
        " steps (a multiple of 16,1) from a base that is assumed to be aligned; masks are ignored"
    )
    text = TRANSPOSE.replace("%stride: i32 {tt.divisibility = 16 : i32}", "%stride: i32")
    assert the(text, "tt.load", "sectors").verdict is UNKNOWN


def strided(step, offset, *, is_amd=False):
    """Return TRANSPOSE with the stride `step` in dimension 0, and `offset` added to the pointer.

    If `step` or `offset` is an integer, it becomes a constant. If it is a text such as "8", it
    becomes an argument that is a multiple of 8.
    """
    text = TRANSPOSE.replace("%stride: i32 {tt.divisibility = 16 : i32}", "%n: i32")
    if is_amd:
        text = re.sub(r"threadsPerWarp = \[\d, \d\]", "threadsPerWarp = [8, 8]", text)
        text = text.replace("cuda:80", "hip:gfx942").replace('per-warp" = 32', 'per-warp" = 64')
    first = "    %i = tt.make_range"
    for name, one in (("stride", step), ("offset", offset)):
        if isinstance(one, int):
            text = text.replace(first, f"    %{name} = arith.constant {one} : i32\n{first}", 1)
        else:
            argument = f"%{name}: i32 {{tt.divisibility = {one} : i32}}"
            text = text.replace("%n: i32", f"%n: i32, {argument}")
    moved = "%x2 = tt.addptr %x, %offset : !tt.ptr<f32>, i32\n    %p = tt.splat %x2"
    return text.replace("%p = tt.splat %x", moved)


small = st.integers(0, 9)
divisors = st.sampled_from([1, 2, 4, 8, 16])


@given(divisors, divisors, small, small)
def test_the_question_about_unknown_numbers_has_the_verdict_of_known_numbers(step, begin, k, x):
    asked = the(strided(str(step), str(begin)), "tt.load", "sectors")
    assert (asked.verdict is UNKNOWN) == bool(step % 8 or begin % 8)
    assume(asked.verdict is UNKNOWN)
    k, x = 32 + step * k, begin * (1 + x)
    _, *conditions = asked.sizes.split("; ")
    assert all(holds(parse_condition(one, ("K", "X")), {"K": k, "X": x}) for one in conditions)
    known = re.sub(r"\bX\b", str(x), re.sub(r"\bK\b", str(k), asked.question))
    ruling = ask(read_question(known), Effort()).ruling
    is_best = the(strided(k, x), "tt.load", "sectors").verdict is HOLDS
    assert (ruling is Ruling.HOLDS) == is_best


@given(divisors, divisors)
def test_the_question_about_amd_has_examples_of_unknown_numbers(step, begin):
    asked = the(strided(str(step), str(begin), is_amd=True), "tt.load", "sectors")
    assume(asked.verdict is UNKNOWN)
    known = the(strided(32, 0, is_amd=True), "tt.load", "sectors")
    ruling = ask(read_question(asked.question), Effort()).ruling
    assert (ruling is Ruling.HOLDS) == (known.verdict is HOLDS)
    assert asked.sizes == ""
    assert asked.unknowns.startswith("32: the step along dimension 0")


def test_buffers_of_amd_are_followed_by_their_offsets():
    row = (
        "#ttg.blocked<{sizePerThread = [4], threadsPerWarp = [64], warpsPerCTA = [1], order = [0]}>"
    )
    target = 'ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32'
    text = (
        f"#row = {row}\nmodule attributes {{{target}}} {{\n"
        "tt.func @f(%p: !tt.ptr<f32>) {\n"
        "%i = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #row>\n"
        "%x = amdg.buffer_load %p[%i] : tensor<256xf32, #row>\n"
        "%y = amdg.buffer_load %p[%i] : !tt.ptr<f32> -> tensor<256xf32, #row>\n"
        "amdg.buffer_store %y, %p[%i] : tensor<256xf32, #row>\n}\n}"
    )
    found = statements(text, claim="sectors")
    names = ["amdg.buffer_load", "amdg.buffer_load", "amdg.buffer_store"]
    assert [one.operation for one in found] == names
    assert {one.verdict for one in found} == {HOLDS}
    assert found[0].detail.startswith("16 sectors of 64 bytes in 1 requests of 128-bit accesses")


def test_a_transposition_in_threads_keeps_elements_in_their_threads():
    kind = "tensor<32x16xf32, #{}>"
    line = f"    %i = amdg.in_thread_transpose %c : {kind} -> {kind}\n".format("half", "other")
    text = SHAPES.replace("    tt.return", f"{line}    tt.return")
    assert the(text, "amdg.in_thread_transpose", "follows").verdict is HOLDS
    other = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1],"
    text = text.replace("#other>\n    tt.return", f"{other} order = [1, 0]}}>>\n    tt.return")
    fault = the(text, "amdg.in_thread_transpose", "follows")
    assert fault.verdict is FAULT
    assert "which its thread does not have" in fault.detail


def test_known_strides_over_sectors_are_a_cost():
    two = "%two = arith.constant dense<2> : tensor<1x32xi32, #rows>"
    twice = "%j3 = arith.muli %j1, %two : tensor<1x32xi32, #rows>"
    text = (
        TRANSPOSE.replace("%s = tt.splat %stride : i32 ->", "%s = arith.constant dense<80> :")
        .replace("%j2 = tt.broadcast %j1", "%j2 = tt.broadcast %j3")
        .replace("    %s = ", f"    {two}\n    {twice}\n    %s = ")
    )
    load = the(text, "tt.load", "sectors")
    assert load.verdict is COST
    assert load.detail == (
        "1024 sectors of 32 bytes in 32 requests of 32-bit accesses, where 128 would do;"
        " steps (80,2) from a base that is assumed to be aligned; masks are ignored"
    )


GENERIC = (
    (
        r"ttg.local_store (%\w+), (%\w+) : (.*) -> (.*)",
        r'"ttg.local_store"(\1, \2) : (\3, \4) -> ()',
    ),
    (
        r"tt.store (%\w+), (%\w+) : (.*)",
        r'"tt.store"(\1, \2) : (\3, tensor<32x32xf32, #rows>) -> ()',
    ),
    (r"tt.expand_dims (%\w+) \{(.*)\} : (.*) -> (.*)", r'"tt.expand_dims"(\1) <{\2}> : (\3) -> \4'),
    (r"tt.load (%\w+) : (.*)", r'"tt.load"(\1) : (\2) -> tensor<32x32xf32, #rows>'),
    (r"arith.muli (%\w+), (%\w+) : (.*)", r'"arith.muli"(\1, \2) : (\3, \3) -> \3'),
    (r"tt.trans (%\w+) \{(.*)\} : (.*) -> (.*)", r'"tt.trans"(\1) <{\2}> : (\3) -> \4'),
)
"""Pairs of patterns: operations in Triton's format, and their replacements in generic form."""


def test_the_generic_form_has_the_same_statements():
    text = TRANSPOSE
    for custom, generic in GENERIC:
        text, count = re.subn(rf"{custom}$", generic, text, flags=re.MULTILINE)
        assert count
    assert _without_counts(text) == _without_counts(TRANSPOSE)


def _without_counts(text):
    # Only operands whose types are printed are counted, and the generic form prints more types. So
    # the counts are left out of the comparison.
    return [
        (one.line, one.operation, one.claim, one.verdict, re.sub(r"^\d+ operands", "", one.detail))
        for one in audit(text)
    ]


def test_older_names_are_read():
    older = TRANSPOSE.replace("ttg.", "triton_gpu.").replace("#smem, mutable", "#smem, mutable")
    assert [one.verdict for one in audit(older)] == [one.verdict for one in audit(TRANSPOSE)]


ROW = (
    "#triton_gpu.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4],"
    " order = [0]}>"
)


def in_triton_2(pointers="f32, 1", loaded="f32", stored="f32", masks="i1"):
    """Return a program that copies 1024 elements, as Triton 2 prints it."""

    def row(element):
        return f"tensor<1024x{element}, {ROW}>"

    policy = "cache = 1 : i32, evict = 1 : i32"
    return f"""module attributes {{"triton_gpu.num-warps" = 4 : i32}} {{
  tt.func public @f(%p: !tt.ptr<{pointers}>, %k: {row(masks)}) {{
    %0 = tt.splat %p : (!tt.ptr<{pointers}>) -> {row(f"!tt.ptr<{pointers}>")}
    %1 = tt.load %0, %k {{{policy}, isVolatile = false}} : {row(loaded)}
    tt.store %0, %1, %k {{{policy}}} : {row(stored)}
    tt.return
  }}
}}
"""


@pytest.mark.parametrize("pointers", ["f32", "f32, 1", "!tt.ptr<f32, 1>, 1"])
def test_triton_2_prints_the_types_of_the_values_of_loads_and_stores(pointers):
    element = pointers.removesuffix(", 1")
    text = in_triton_2(pointers, element, element)
    found = statements(text, claim="type with which")
    assert [one.verdict for one in found] == [HOLDS]
    assert found[0].detail.startswith("6 operands")
    assert not [one for one in audit(text) if one.verdict is FAULT]


@pytest.mark.parametrize(
    ("wrong", "operation"),
    [
        ({"loaded": "f16", "stored": "f16"}, "tt.load"),
        ({"stored": "f16"}, "tt.store"),
        ({"masks": "i8"}, "tt.load"),
    ],
)
def test_wrong_types_in_triton_2_are_faults(wrong, operation):
    found = statements(in_triton_2(**wrong), operation, "type with which")
    assert FAULT in [one.verdict for one in found]


@pytest.mark.parametrize("operation", ["%0 = tt.load", "tt.store"])
def test_a_load_or_store_may_lack_its_operands(operation):
    assert not statements(f"{operation} : tensor<1024xf32, {ROW}>", claim="type with which")


@pytest.mark.parametrize(("lanes", "verdict"), [("1, 32", HOLDS), ("2, 16", FAULT)])
def test_a_transposition_without_an_order_swaps_two_dimensions(lanes, verdict):
    before = blocked_type("32x8", [1, 4], (1, 0))
    after = (
        f"tensor<8x32xi32, #ttg.blocked<{{sizePerThread = [4, 1], threadsPerWarp = [{lanes}],"
        " warpsPerCTA = [1, 1], order = [0, 1]}>>"
    )
    text = f"%1 = tt.trans %0 : ({before}) -> {after}"
    assert the(text, "tt.trans", "follows").verdict is verdict
    cube = before.replace("32x8", "2x32x8")
    text = f"%1 = tt.trans %0 : ({cube}) -> {cube}"
    assert the(text, "tt.trans", "follows").verdict is UNKNOWN


def test_buffers_of_triton_3_1_are_read():
    older = TRANSPOSE.replace("ttg.swizzled_shared", "ttg.shared")
    older = older.replace(
        "order = [1, 0]}>\n#smem", "order = [1, 0], hasLeadingOffset = false}>\n#smem"
    )
    older = older.replace("!ttg.memdesc", "!tt.memdesc").replace("ttg.", "triton_gpu.")
    assert "hasLeadingOffset" in older

    def verdicts(text):
        # The audit looks for better swizzles only in encodings of current Triton versions.
        found = [one for one in audit(text) if "fewer wavefronts" not in one.claim]
        return [(one.line, one.claim, one.verdict) for one in found]

    assert verdicts(older) == verdicts(TRANSPOSE)


@pytest.mark.parametrize(("order", "verdict"), [("0, 1", HOLDS), ("1, 0", FAULT)])
def test_a_transposition_of_a_buffer_of_triton_2_keeps_the_offsets(order, verdict):
    def buffer(shape, order):
        swizzle = f"vec = 4, perPhase = 1, maxPhase = 4, order = [{order}]"
        return f"tensor<{shape}xf32, #triton_gpu.shared<{{{swizzle}}}>>"

    text = f"%1 = tt.trans %0 : ({buffer('32x16', '1, 0')}) -> {buffer('16x32', order)}"
    assert the(text, "tt.trans", "follows").verdict is verdict


@pytest.mark.parametrize(("columns", "is_part"), [(32, False), (16, True)])
def test_the_layout_of_a_part_of_a_buffer_of_triton_3_1_is_not_read(columns, is_part):
    def buffer(sizes, order="1, 0"):
        swizzle = (
            f"vec = 8, perPhase = 2, maxPhase = 4, order = [{order}], hasLeadingOffset = false"
        )
        return f"!tt.memdesc<{sizes}xf16, #triton_gpu.shared<{{{swizzle}}}>>"

    part, turned = buffer(f"64x{columns}"), buffer(f"{columns}x64", "0, 1")
    rows = "threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]"
    held = f"tensor<{columns}x64xf16, #triton_gpu.blocked<{{sizePerThread = [1, 8], {rows}}}>>"
    text = f"""%0 = triton_gpu.local_alloc : () -> {buffer("3x64x32")}
%1 = triton_gpu.memdesc_subview %0[%i, %j, %j] : {buffer("3x64x32")} -> {buffer("64x32")}
%2 = triton_gpu.memdesc_subview %1[%j, %j] : {buffer("64x32")} -> {part}
%3 = tt.trans %2 {{order = array<i32: 1, 0>}} : {part} -> {turned}
%4 = triton_gpu.local_load %3 : {turned} -> {held}
"""
    unread = [one.line for one in audit(text) if one.verdict is NOT_READ]
    assert unread == ([3, 4] if is_part else [])
    assert bool(statements(text, "ttg.local_load", "bank")) != is_part
    assert bool(statements(text, "tt.trans", "follows")) != is_part
    assert not [one for one in audit(text) if one.verdict is FAULT]


def test_hopper_takes_registers_of_another_shape():
    def mma(n):
        versions = "versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1]"
        return f"#ttg.nvidia_mma<{{{versions}, instrShape = [16, {n}, 16]}}>"

    a = f"tensor<64x64xf16, #ttg.dot_op<{{opIdx = 0, parent = {mma(64)}, kWidth = 2}}>>"
    shared = "swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16"
    b = f"!ttg.memdesc<64x128xf16, #ttg.nvmma_shared<{{{shared}}}>, #ttg.shared_memory>"
    d = f"tensor<64x128xf32, {mma(128)}>"
    text = f"%d = ttng.warp_group_dot %a, %b, %c : {a} * {b} -> {d}"
    assert the(text, "ttng.warp_group_dot", "shapes and encodings").verdict is HOLDS


def wmma(k, warps="[0, 1], [1, 0]"):
    tile = f"ctaLayout = {{warp = [{warps}]}}"
    return f"#ttg.amd_wmma<{{version = 3, isTranspose = true, {tile}, instrShape = [16, 16, {k}]}}>"


@pytest.mark.parametrize(
    ("left", "elements", "formats", "verdict"),
    [
        (wmma(64), "64xi8", "e2m1", HOLDS),
        (wmma(128), "64xi8", "e2m1", HOLDS),
        (wmma(32), "64xi8", "e2m1", FAULT),
        (wmma("[]"), "64xi8", "e2m1", FAULT),
        (wmma(64, "[1, 0], [0, 1]"), "64xi8", "e2m1", FAULT),
        (wmma(64), "128xf8E4M3FN", "e4m3", FAULT),
        (wmma(64), "128xi8", "e4m3", FAULT),
        (wmma(128), "128xf8E4M3FN", "e4m3", HOLDS),
    ],
)
def test_packed_operands_of_wmma_have_half_of_the_instruction(left, elements, formats, verdict):
    def operand(shape, index, parent):
        dot = f"#ttg.dot_op<{{opIdx = {index}, parent = {parent}, kWidth = 16}}>"
        return f"tensor<{shape}, {dot}>"

    scale = "tensor<32x4xi8>"
    a, b = operand(f"32x{elements}", 0, left), operand("128x32xf8E4M3FN", 1, wmma(128))
    text = f"%d = tt.dot_scaled %a scale %s, %b scale %t, %c lhs = {formats} rhs = e4m3"
    text += f" {{fastMath = false}} : {a}, {scale} * {b}, {scale} -> tensor<32x32xf32, {wmma(128)}>"
    assert the(text, "tt.dot_scaled", "encodings").verdict is verdict


def test_operands_in_other_encodings_are_not_compared_with_the_result():
    operand = "#ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>"
    dot = next(line for line in AMD.splitlines() if "tt.dot" in line)
    text = AMD.replace(dot, dot.replace(operand, "#rows"))
    found = the(text, "tt.dot", "shapes and encodings")
    assert (found.verdict, found.detail) == (
        UNKNOWN,
        "the encoding blocked of an operand is not compared with the result",
    )


def test_a_pointer_that_a_loop_moves_is_followed():
    load = "    %v = tt.load %pij : tensor<32x32x!tt.ptr<f32>, #rows>\n"
    assert load in TRANSPOSE
    kind = "tensor<32x32x!tt.ptr<f32>, #rows>"
    for step, verdict in ((8, HOLDS), (4, UNKNOWN)):
        loop = (
            f"    %n = arith.constant 7 : i32\n"
            f"    %by = arith.constant dense<{step}> : tensor<32x32xi32, #rows>\n"
            f"    %e = scf.for %k = %n to %n step %n iter_args(%at = %pij) -> ({kind}) : i32 {{\n"
            f"      %u = tt.load %at : {kind}\n"
            f"      %next = tt.addptr %at, %by : {kind}, tensor<32x32xi32, #rows>\n"
            f"      scf.yield %next : {kind}\n"
            "    }\n"
        )
        found = statements(TRANSPOSE.replace(load, loop + load), "tt.load", "sectors")
        assert [one.verdict for one in found] == [verdict, HOLDS]


@pytest.mark.parametrize("name", TEXTS)
def test_questions_have_the_verdicts_of_their_statements(name):
    asked = [one for one in audit(TEXTS[name]) if one.question]
    assert asked
    for one in asked:
        ruling = ask(read_question(one.question), Effort()).ruling
        assert (ruling is Ruling.HOLDS) == (one.verdict is HOLDS), one


def test_planted_changes_are_detected():
    count, faults, unseen = 0, 0, []
    for name, text in TEXTS.items():
        before = list(audit(text))
        for kind, start, end, new in random.Random(name).sample([*plants(text)], 40):
            after = list(audit(text[:start] + new + text[end:]))
            count += 1
            faults += any(one.verdict is FAULT for one in after)
            if after == before:
                unseen.append((name, kind, text[:start].count("\n") + 1, new))
    assert count == 160
    assert not unseen
    # A few changes leave the text correct. If a change sets a basis to 0, the layout repeats
    # registers, which is allowed. An operand that no dot uses may have any width.
    assert faults >= 0.98 * count


def test_swizzle_parameters_are_seen_where_they_change_wavefronts():
    lanes = "threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]"
    held = _held(f"#ttg.blocked<{{sizePerThread = [4, 1], {lanes}}}>", (32, 32))
    for vec, per, most in product((1, 4, 8), (1, 4), (1, 2, 8)):
        if vec * most <= 32:
            new = f"vec = {vec}, perPhase = {per}, maxPhase = {most}"
            text = TRANSPOSE.replace("vec = 4, perPhase = 1, maxPhase = 1", new)
            numbers = {"vec": vec, "perPhase": per, "maxPhase": most, "order": (1, 0)}
            kept = Encoding("swizzled_shared", numbers).on((32, 32))
            wavefronts = _enumerated(held, kept, 32, Machine()).wavefronts
            load = the(text, "ttg.local_load", "bank")
            assert load.detail.startswith(f"{wavefronts} wavefronts")


def test_mutated_texts_are_audited_to_their_end():
    draw = random.Random(3)
    for name, text in TEXTS.items():
        for _ in range(40):
            changed = text
            for _ in range(draw.randint(1, 3)):
                at = draw.randrange(len(changed))
                piece = draw.choice(["", "<", ">", "0", "3", "7x", '"', "{", "}", "\n", "-1", "#"])
                changed = changed[:at] + piece + changed[at + draw.randint(0, 8) :]
            assert all(one.line >= 0 for one in audit(changed)), name


# Definitions


def _held(encoding, shape):
    from verif.audit.triton.types import held

    sizes = "x".join(map(str, shape))
    found = held(sized(f"tensor<{sizes}xf16, {encoding}>"))
    assert found is not None
    return found


@st.composite
def blocked(draw, shape, lanes=32):
    """Draw a blocked layout of 2 warps and any order of dimensions."""
    rank = len(shape)
    order = draw(st.permutations(range(rank)))

    def parts(total):
        left, found = total, [1] * rank
        for d in range(rank - 1):
            found[d] = draw(st.sampled_from([1 << k for k in range(left.bit_length())]))
            left //= found[d]
        found[-1] = left
        return tuple(found)

    return Encoding(
        "blocked",
        {
            "sizePerThread": tuple(draw(st.sampled_from([1, 2, 4, 8])) for _ in range(rank)),
            "threadsPerWarp": parts(lanes),
            "warpsPerCTA": parts(2),
            "order": tuple(order),
        },
    ).on(shape)


@st.composite
def shared(draw, shape):
    """Draw a swizzled or padded layout of memory."""
    order = tuple(draw(st.permutations(range(len(shape)))))
    if draw(st.booleans()):
        gaps = draw(
            st.lists(
                st.tuples(st.sampled_from([8, 16, 32, 64, 128]), st.integers(0, 12)), max_size=2
            )
        )
        return Encoding("padded_shared", {"order": order, "intervals": tuple(gaps)}).on(shape)
    numbers = {
        name: draw(st.sampled_from([1, 2, 4, 8])) for name in ("vec", "perPhase", "maxPhase")
    }
    assume(numbers["vec"] * numbers["maxPhase"] <= shape[order[0]])
    return Encoding("swizzled_shared", {**numbers, "order": order}).on(shape)


def _columns(held, kept):
    """Return each register's offsets in all threads, by definition. Omit repeated registers."""
    offsets, points = kept.matrix, [p for name in ("lane", "warp") for p in held.of(name)]
    registers = [p for p in held.of("register") if any(p)]

    def place(chosen):
        point = [0] * len(held.shape)
        for one in chosen:
            point = [a ^ b for a, b in zip(point, one, strict=True)]
        number = 0
        for x, size in reversed(list(zip(point, held.shape, strict=True))):
            number = number * size + x
        return widened(offsets(number), kept.gaps)

    def subsets(all_points):
        return [
            [p for k, p in enumerate(all_points) if n >> k & 1] for n in range(1 << len(all_points))
        ]

    return tuple(tuple(place([*t, *v]) for t in subsets(points)) for v in subsets(registers))


def _enumerated(held, kept, bits, machine):
    columns = _columns(held, kept)
    width = by_enumeration.widest(columns, bits, machine)
    return by_enumeration.served(columns, bits, width, machine)


@given(st.data())
def test_wavefronts_agree_with_an_enumeration(data):
    shape = data.draw(st.sampled_from([(16, 16), (8, 32)]))
    machine = data.draw(st.sampled_from([Machine(), Machine(threads=64), Machine(64, threads=64)]))
    bits = data.draw(st.sampled_from([8, 16, 32]))
    held, kept = data.draw(blocked(shape, machine.threads)), data.draw(shared(shape))
    one = access(held, kept, bits)
    assert one is not None
    width = width_of(one, machine)
    columns = _columns(held, kept)
    if not kept.gaps:
        assert width == by_enumeration.widest(columns, bits, machine)
    served = by_enumeration.served(columns, bits, width, machine)
    found = cost(one, machine, width)
    assert found is not None
    assert found.wavefronts == served.wavefronts
    assert found.phases == served.phases
    assert least(one, machine) <= served.wavefronts
    witness = conflict(one, machine, width)
    assert (witness is None) == (served.wavefronts == served.phases)
    if witness is not None:
        assert replayed(one, machine, width, witness)


@given(st.data())
def test_matrices_take_as_many_wavefronts_as_rows_share_banks(data):
    shape = data.draw(st.sampled_from([(16, 32), (32, 32)]))
    kept = data.draw(shared(shape))
    version = "versionMajor = 2, versionMinor = 0"
    mma = f"#ttg.nvidia_mma<{{{version}, warpsPerCTA = [2, 2], instrShape = [16, 8]}}>"
    index, width = data.draw(st.sampled_from([(0, 2), (1, 2)]))
    held = _held(f"#ttg.dot_op<{{opIdx = {index}, parent = {mma}, kWidth = {width}}}>", shape)
    one = access(held, kept, 16)
    found = matrices(one)
    assume(found is not None)
    # Each pair of registers of a warp holds a matrix, whose 8 rows of 16 bytes form a phase.
    total = count = 0
    for value in range(0, 1 << len(one.registers), 2):
        for warp in range(1 << len(one.threads) - 5):
            offsets = {
                one.offset(warp << 5 | lane, value | k) for lane in range(32) for k in (0, 1)
            }
            rows = {2 * offset // 16 for offset in offsets}
            assert len(rows) == 8
            assert len(offsets) == 64
            quads = [row % 8 for row in rows]
            total += max(map(quads.count, quads))
            count += 1
    assert (found.wavefronts, found.phases) == (total, count)


def _elements(layout):
    """Return the element that each register of each thread holds."""
    sizes = [len(layout.of(name)) for name in ("register", "lane", "warp", "block")]
    found = {}
    for numbers in product(*(range(1 << bits) for bits in sizes)):
        point = [0] * len(layout.shape)
        for name, number in zip(("register", "lane", "warp", "block"), numbers, strict=True):
            for k, one in enumerate(layout.of(name)):
                if number >> k & 1:
                    point = [a ^ b for a, b in zip(point, one, strict=True)]
        found[numbers] = tuple(point)
    return found


@given(st.data())
def test_conversions_reach_as_far_as_elements_are_needed(data):
    shape = data.draw(st.sampled_from([(8, 16), (4, 32)]))
    before, after = data.draw(blocked(shape)), data.draw(blocked(shape))
    far = reach(before, after)[0]
    old, new = _elements(before), _elements(after)
    for level, start in ((Reach.REGISTERS, 1), (Reach.LANES, 2), (Reach.WARPS, 3)):
        groups = {}
        for numbers, point in old.items():
            groups.setdefault(numbers[start:], set()).add(point)
        suffices = all(point in groups[numbers[start:]] for numbers, point in new.items())
        assert suffices == (far <= level)
    assert (far is Reach.NOTHING) == (old == new)


@given(st.data())
def test_sectors_agree_with_an_enumeration(data):
    shape = data.draw(st.sampled_from([(8, 32), (16, 16)]))
    held = data.draw(blocked(shape))
    steps = data.draw(st.tuples(st.integers(0, 70), st.integers(0, 70)))
    constant, bits = data.draw(st.integers(0, 9)), data.draw(st.sampled_from([8, 16, 32]))
    found = touched_by(held, steps, constant, bits, Machine())
    assert found is not None
    points = [p for name in ("lane", "warp") for p in held.of(name)]
    registers = [p for p in held.of("register") if any(p)]

    def offset(t, v):
        chosen = [p for k, p in enumerate(points) if t >> k & 1]
        chosen += [p for k, p in enumerate(registers) if v >> k & 1]
        total = [0, 0]
        for one in chosen:
            total = [a ^ b for a, b in zip(total, one, strict=True)]
        return constant + steps[0] * total[0] + steps[1] * total[1]

    columns = tuple(
        tuple(offset(t, v) for t in range(1 << len(points))) for v in range(1 << len(registers))
    )
    assert found.width <= by_enumeration.widest(columns, bits, Machine())
    expected = by_enumeration.sectors(columns, bits, found.width, Machine())
    assert (found.sectors, found.requests) == (expected.sectors, expected.requests)


@given(st.lists(st.integers(0, 63), max_size=8), st.integers(0, 63))
def test_elimination_finds_the_xors_of_numbers(listed, other):
    numbers = tuple(listed)
    xors = {xor_of(numbers, n) for n in range(1 << len(numbers))}
    assert {n for n in range(64) if first_beyond(numbers, (n,)) == 0} == xors
    assert (first_beyond(numbers, (other,)) == 0) == (other in xors)
    assert 1 << LinearLayout(numbers).rank == len(xors)
    zeros = kernel_of(numbers)
    found = {xor_of(zeros, k) for k in range(1 << len(zeros))}
    assert found == {n for n in range(1 << len(numbers)) if xor_of(numbers, n) == 0}
    assert len(found) == 1 << len(zeros)


@given(st.lists(st.integers(0, 63), max_size=8))
def test_independent_numbers_have_the_xors_of_all_numbers(listed):
    numbers = tuple(listed)
    xors = {xor_of(numbers, n) for n in range(1 << len(numbers))}
    places = independent(numbers)
    for k, number in enumerate(numbers):
        earlier = {xor_of(numbers[:k], n) for n in range(1 << k)}
        assert (k in places) == (number not in earlier)
    assert 1 << len(places) == len(xors)
    chosen = tuple(numbers[k] for k in places)
    assert {xor_of(chosen, n) for n in range(1 << len(chosen))} == xors


@given(st.lists(st.integers(0, 63), max_size=8))
def test_the_missing_number_is_the_least_power_of_two_that_is_not_an_xor(listed):
    numbers = tuple(listed)
    xors = {xor_of(numbers, n) for n in range(1 << len(numbers))}
    absent = [1 << k for k in range(6) if 1 << k not in xors]
    assert missing(numbers, 64) == (absent[0] if absent else None)


@pytest.mark.parametrize(("index", "verdicts"), [(1, []), (2, [UNKNOWN]), (-1, [UNKNOWN])])
def test_an_index_outside_of_the_buffers_is_unknown(index, verdicts):
    text = MATMUL.replace("%c1 = arith.constant 1 :", f"%c1 = arith.constant {index} :")
    assert (text == MATMUL) == (index == 1)
    found = statements(text, "ttg.memdesc_index", "outside of the buffers")
    assert {one.verdict for one in found} == set(verdicts)
    assert all(f"the index is {index}, but the buffers have the indices" in f.detail for f in found)
