"""A kernel is refuted if its steps are in a wrong order or if it lacks a necessary `fill`."""

import re

import pytest

from spec.errors import LayoutError
from spec.named import valued
from spec.named_notation import parse_number
from tests.movement.kernels import of_example
from verif.audit.statement import Verdict
from verif.movement.arithmetic import period
from verif.movement.decide import decide
from verif.movement.loading import loads

BARRIER = "[[step]]\nbarrier = true\n\n"
CLEAR = '[[step]]\nclear = "mma.C"\n\n'
LOAD_W = '[[step]]\nload = "W -> mma.C"\npredicate = "m < M and n < N"\n\n'
COLUMNS_FIRST = "((16,16),(8,8)):((1,128),(2048,16))"
CLEAR_QK = '[[step]]\nclear = "qk.C"\n\n[[step]]\n'
MULTIPLY = '[[step]]\nmma = "mma"\n\n'
END = '[[step]]\nend = "k"\n\n'
FILL = 'predicate = "n < N"\nfill      = "zero"'


REFUTED = {
    "no barriers at all": (
        "gemm_sm80",
        [(BARRIER, "")] * 3,
        "load sA -> mma.A",
        "each element of sA was written before it is read",
        "without a barrier between the write and the read",
    ),
    "no waits at all": (
        "gemm_sm80",
        [("[[step]]\nwait = 1\n\n", ""), ("[[step]]\nwait = 0\n\n", "")],
        "load sA -> mma.A",
        "each element of sA was written before it is read",
        "was not waited for",
    ),
    "the instruction is executed after the loop": (
        "gemm_sm80",
        [(MULTIPLY, ""), (END, END + MULTIPLY)],
        "mma mma",
        "the step takes each tile of k",
        "the step is outside of the loop over k",
    ),
    "the instruction is executed twice": (
        "gemm_sm80",
        [(MULTIPLY, MULTIPLY + MULTIPLY)],
        "mma mma",
        "each product is added by one step",
        "mma mma adds the products (A*B) too",
    ),
    "accumulators that nothing clears": (
        "gemm_sm80",
        [(CLEAR, "")],
        "mma mma",
        "mma.C has a value before products are added to it",
        "no earlier step clears it",
    ),
    "accumulators that are cleared for each tile of k": (
        "gemm_sm80",
        [(CLEAR, ""), (MULTIPLY, CLEAR + MULTIPLY)],
        "store mma.C -> sC",
        "the sums in mma.C are complete when a step reads them",
        "the products of tile 0 of k are missing",
    ),
    "accumulators that are not cleared for the next tile": (
        "attention",
        [(CLEAR.replace("mma", "qk"), ""), ('[[step]]\nloop = "n"', CLEAR_QK + 'loop = "n"')],
        "mma qk",
        "qk.C has the tile that the step needs",
        "has tile 0, not tile 1",
    ),
    "accumulators that are loaded in another order": (
        "sgemm_sm80",
        [
            ('C = "(M,N):(1,M)"', 'C = "(M,N):(1,M)"\nW = "(M,N):(1,M)"'),
            (CLEAR, LOAD_W.replace("W -> mma.C", f'W -> mma.C"\nby = "{COLUMNS_FIRST}')),
        ],
        "mma mma",
        "each accumulator starts with the element of W at the same coordinates",
        "thread 0, value 1 of mma.C starts with W(0,16), but sums up mma.C(16,0)",
    ),
    "the base of a swizzle of TMA is not aligned": (
        "gemm_sm90",
        [('(64,64,4))", alignment = 1024', '(64,64,4))", alignment = 128')],
        "copy A -> sA",
        "boxes of A have the layout of sA",
        "the base address of sA is aligned to 128 bytes, but a box starts at a multiple of 1024",
    ),
    "the base of an operand of wgmma is not aligned": (
        "gemm_sm90",
        [('(128,64,4))", alignment = 1024', '(128,64,4))", alignment = 512')],
        "load sB -> mma.B",
        "a matrix descriptor can describe each block of sB",
        "the base address of sB is aligned to 512 bytes, but Sw<3,3,3> repeats every 1024 bytes",
    ),
    "registers are loaded before the loop": (
        "reduction",
        [
            ("[[step]]\nreduce", '[[step]]\nloop = "n"\n\n[[step]]\nreduce'),
            ("[[step]]\nstore", '[[step]]\nend = "n"\n\n[[step]]\nstore'),
        ],
        "reduce r -> s",
        "r has the tile that the step needs",
        "has tile 0, not tile 1",
    ),
    "the sums of earlier tiles are lost": (
        "reduction",
        [('[[step]]\nclear = "s"\n\n', "")],
        "store s -> y",
        "the sums in s are complete when a step reads them",
        "the sums of tile 0 of n are missing, with 2 tiles in all",
    ),
    "sums are cleared for each tile": (
        "reduction",
        [
            ('[[step]]\nclear = "s"\n\n', ""),
            ("[[step]]\nreduce", '[[step]]\nclear = "s"\n\n[[step]]\nreduce'),
        ],
        "store s -> y",
        "the sums in s are complete when a step reads them",
        "the sums of tile 0 of n are missing, with 2 tiles in all",
    ),
    "sums of a tile are added twice": (
        "reduction",
        [
            (
                "[[step]]\nstore",
                '[[step]]\nreduce = "r -> q"\nover = "n"\namong = 32\n\n[[step]]\nstore',
            ),
            ('store     = "s -> y"', 'store = "q -> y"'),
        ],
        "store q -> y",
        "the sums in q are complete when a step reads them",
        "the sums of tile 0 of n are missing",
    ),
    "blocks of split-K write the same element": (
        "gemm_splitk",
        [('instruction = "red.global.32"\n', "")],
        "store mma.C -> C",
        "no two blocks write the same element of C",
        "blocks that differ only in z write the same tile",
    ),
    "split-K with too few tiles": (
        "gemm_splitk",
        [("ceil(ceil(K/32)/Z)", "floor(ceil(K/32)/Z)")],
        "loop",
        "the tiles of k reach every element along k",
        "end before element",
    ),
    "split-K adds the sums of each tile again": (
        "gemm_splitk",
        [
            (END, ""),
            ('[[step]]\nstore       = "mma.C -> C"', '[[step]]\nstore = "mma.C -> C"'),
            ('predicate   = "m < M and n < N"\n', 'predicate = "m < M and n < N"\n\n' + END),
        ],
        "store mma.C -> C",
        "the sums of all tiles are added to C once",
        "mma mma of tile 0 is added to tile 0 of C again",
    ),
    "each block of split-K adds what was loaded": (
        "gemm_splitk",
        [
            ("\n[smem]", 'W = { layout = "(M,N):(N,1)", element = "f32" }\n\n[smem]'),
            (CLEAR, LOAD_W),
        ],
        "store mma.C -> C",
        "no two blocks add the same sums to the same element of C",
        "each block along z adds the elements of W",
    ),
    "a fill without a predicate": (
        "attention",
        [(FILL, 'fill = "zero"')],
        "mma pv",
        "elements with n beyond its size add nothing to the sums",
        "(Q*K) is not filled with zeros",
    ),
    "a fill beyond the size of another coordinate": (
        "attention",
        [(FILL, FILL.replace("n < N", "m < M"))],
        "mma pv",
        "elements with n beyond its size add nothing to the sums",
        "(Q*K) is not filled with zeros",
    ),
    "a predicate of a load from shared memory": (
        "gemm_sm80",
        [('load        = "sA -> mma.A"', 'load = "sA -> mma.A"\npredicate = "k < 3"')],
        "load sA -> mma.A",
        "the predicate admits exactly the elements inside the sizes of (k)",
        "is not admitted",
    ),
    "zeros that are not stored": (
        "sgemm_sm80",
        [
            (
                (
                    'copy        = "A -> sA"\nby          = "tiled_copy((32,8), (4,1))"\n'
                    'instruction = "cp.async.16.zfill"'
                ),
                'load = "A -> r"\nby = "tiled_copy((32,8), (4,1))"\nfill = "zero"',
            ),
            (
                '[[step]]\ncopy        = "B -> sB"',
                (
                    '[[step]]\nstore = "r -> sA"\nahead = 2\npredicate = "m < M and k < K"\n\n'
                    '[[step]]\ncopy        = "B -> sB"'
                ),
            ),
        ],
        "mma mma",
        "elements with k beyond its size add nothing to the sums",
        "A is not filled with zeros",
    ),
    "wgmma reads shared memory after the barrier": (
        "gemm_sm90",
        [
            ("[[step]]\nwait = 2\n\n" + BARRIER, ""),
            ("ahead       = 3\n", ""),
            ("ahead       = 3\n", ""),
            ('[[step]]\nload        = "sA', f'[[step]]\nwait = 0\n\n{BARRIER}[[step]]\nload = "sA'),
            (MULTIPLY, BARRIER + MULTIPLY),
            ("(64,64,4)", "(64,64,1)"),
            ("(128,64,4)", "(128,64,1)"),
        ],
        "copy A -> sA",
        "no step overwrites elements of sA that are still read or written",
        "load sA -> mma.A reads tile 0 of sA",
    ),
    "blocks of a coordinate with one tile": (
        "attention",
        [
            ("[smem]", '[grid]\nm = "ceil(M/64)"\nh = "H"\nx = "4"\n\n[smem]'),
            ("h = 1 }", "h = 1, x = 1 }"),
        ],
        "store pv.C -> O",
        "no two blocks write the same element of O",
        "blocks that differ only in x",
    ),
}


@pytest.mark.parametrize("name", REFUTED)
def test_a_wrong_order_or_fill_is_refuted(name):
    kernel, pairs, operation, claim, detail = REFUTED[name]
    faults = decide(loads(of_example(kernel, *pairs))).at(Verdict.FAULT)
    assert any(
        one.operation == operation and one.claim == claim and detail in one.detail for one in faults
    ), [(one.operation, one.sentence) for one in faults]


@pytest.mark.parametrize(
    "flag", ["MTE1 -> M", "M -> MTE1", "MTE2 -> MTE1", "MTE1 -> MTE2", "M -> FIX"]
)
def test_each_flag_between_units_is_needed(flag):
    text = re.sub(rf'\[\[step\]\][^\n]*\nflag = "{flag}"\n', "", of_example("gemm_ascend"))
    (fault,) = decide(loads(text)).at(Verdict.FAULT)
    assert f"without a flag {flag} between the " in fault.detail


@pytest.mark.parametrize("among", [8, 16])
def test_wrong_sums_are_reported_at_the_reduction_only(among):
    text = of_example("reduction", ("among  = 32", f"among = {among}"))
    assert [one.operation for one in decide(loads(text)).at(Verdict.FAULT)] == ["reduce r -> s"]


def test_a_reduction_of_wrong_sums_is_not_decided():
    text = of_example("reduction", ("among  = 32", "among = 16"))
    again = '[[step]]\nreduce = "s -> q"\nover = "m"\n\n[[step]]\nstore'
    found = decide(loads(text.replace("[[step]]\nstore", again)))
    assert [one.operation for one in found.at(Verdict.FAULT)] == ["reduce r -> s"]
    assert [(one.operation, one.detail) for one in found.at(Verdict.UNKNOWN)] == [
        ("reduce s -> q", "not decided, because reduce r -> s has a fault")
    ]


def test_accumulators_may_be_loaded():
    text = of_example(
        "sgemm_sm80",
        ('C = "(M,N):(1,M)"', 'C = "(M,N):(1,M)"\nW = "(M,N):(1,M)"'),
        (CLEAR, LOAD_W),
    )
    found = decide(loads(text))
    assert not found.at(Verdict.FAULT)
    claim = "each accumulator starts with the element of W at the same coordinates"
    assert [one.verdict for one in found.statements if one.claim == claim] == [Verdict.HOLDS]


def test_tiles_of_a_coordinate_without_a_grid_or_a_loop_are_not_decided():
    text = of_example("gemm_sm80", ("[gmem]", '[grid]\nm = "ceil(M/128)"\n\n[gmem]'))
    found = decide(loads(text)).at(Verdict.UNKNOWN)[0]
    assert found.detail == "a block goes through tiles of n, but the file has no loop over n"


def test_after_a_fault_in_the_order_no_other_step_holds():
    text = of_example(
        "gemm_sm80",
        (
            'sA = "tile_to_shape(Sw<2,3,3> o 0 o (8,32):(32,1), (128,32,3))',
            'sA = "tile_to_shape(Sw<2,3,3> o 0 o (8,32):(32,1), (128,32,2))',
        ),
    )
    found = decide(loads(text))
    (fault,) = found.at(Verdict.FAULT)
    assert fault.operation == "load sA -> mma.A"
    claim = "each element of sB was written before it is read"
    (other,) = (one for one in found.statements if one.claim == claim)
    assert (other.verdict, other.detail) == (
        Verdict.UNKNOWN,
        "not decided, because load sA -> mma.A has a fault",
    )


@pytest.mark.parametrize(
    "text", ["t % 3", "(2*t + 1) % 5", "t % 2 + 3*(t % 3)", "floor((t % 8)/2)"]
)
def test_the_period_of_a_stage_is_a_period(text):
    item = parse_number(text, ("t",))
    again = period(item)
    assert again is not None
    assert all(valued(item, {"t": t}) == valued(item, {"t": t + again}) for t in range(60))


def test_a_stage_that_does_not_repeat_is_refused():
    text = of_example(
        "attention",
        ('copy        = "K -> sK"', 'copy = "K -> sK"\nstage = "floor(t/50)"'),
        ('load        = "sK -> qk.B"', 'load = "sK -> qk.B"\nstage = "floor(t/50)"'),
    )
    with pytest.raises(LayoutError, match=r"floor\(t/50\) must repeat as t grows"):
        decide(loads(text))
