"""In each kernel of the examples, a planted fault of each kind is reported at its step.

A planted fault is a small change of the file. The answer names the step and a witness: a thread, an
element or sizes. NOT_APPLICABLE says why a kernel cannot have a fault of some kind.
"""

import pytest

from tests.movement.kernels import of_example
from verif.audit.statement import Verdict
from verif.movement.decide import decide
from verif.movement.loading import loads

KERNELS = (
    *("sgemm_sm80", "gemm_sm80", "gemm_sm90", "attention", "transpose", "reduction"),
    *("gemm_triton", "gemm_ascend", "copy_tpu", "epilogue"),
)
KINDS = ("threads", "swizzle", "predicate", "int32", "order of k", "stage", "base")

SGEMM_BY = 'by          = "tiled_copy((32,8), (4,1))"'
SM80_BY = 'by          = "tiled_copy((32,4):(4,1), (1,8))"'

NO_PRODUCTS = "it multiplies no matrices"
NO_LOOP = "it has no loop, so that a buffer has one stage"
UNITS = "units take whole tiles, and have no thread layout"

NOT_APPLICABLE = {
    ("gemm_sm90", "order of k"): "wgmma takes operands through descriptors, in its own order",
    ("transpose", "order of k"): NO_PRODUCTS,
    ("transpose", "stage"): NO_LOOP,
    ("reduction", "swizzle"): "it has no shared memory",
    ("reduction", "order of k"): NO_PRODUCTS,
    ("reduction", "stage"): "it has no shared memory",
    ("gemm_ascend", "threads"): UNITS,
    ("copy_tpu", "threads"): UNITS,
    ("copy_tpu", "order of k"): NO_PRODUCTS,
    ("copy_tpu", "stage"): NO_LOOP,
    ("copy_tpu", "base"): "no instruction needs an aligned address",
    ("epilogue", "order of k"): NO_PRODUCTS,
    ("epilogue", "stage"): NO_LOOP,
}

WIDE_M = [("M <= 16384", "M <= 1000000")]
MORE_ROWS = [('predicate   = "m < M and', 'predicate   = "m <= M and')]
MIXED_B = '"(((4,8),2,2),((2,2),(2,4),2)):(((128,1),0,8),((256,1024),(16,32),2048))"'
MIXED_K = '"(((4,8),4),((2,2),(2,4),4)):(((128,1),0),((512,64),(8,16),1024))"'

FAULTS = {
    ("sgemm_sm80", "threads"): (
        [(SGEMM_BY, 'by = "((32,8),4):((4,64),1)"')],
        *("copy A -> sA", "no (thread, value) takes element"),
    ),
    ("sgemm_sm80", "swizzle"): (
        [('sA = "(128', 'sA = "Sw<2,1,4> o 0 o (128')],
        "copy A -> sA",
        "in sA is not a multiple of 4",
    ),
    ("sgemm_sm80", "predicate"): (MORE_ROWS, "copy A -> sA", "takes A("),
    ("sgemm_sm80", "int32"): (WIDE_M, "A", "does not fit in int32"),
    ("sgemm_sm80", "order of k"): (
        [
            (
                'load = "sB -> mma.B"',
                'load = "sB -> mma.B"\nby = "((16,16),(8,(2,4))):((0,1),(16,(512,128)))"',
            )
        ],
        *("mma mma", "which must have the same k"),
    ),
    ("sgemm_sm80", "stage"): ([("(128,8,3)", "(128,8,2)")], "load sA -> mma.A", "stage 0 has tile"),
    ("sgemm_sm80", "base"): (
        [('A = "(M,K):(1,M)"', 'A = { layout = "(M,K):(1,M)", alignment = 8 }')],
        *("copy A -> sA", "the base address of A is aligned to only 8 bytes"),
    ),
    ("gemm_sm80", "threads"): (
        [(SM80_BY, 'by = "((4,32),(8,4)):((1024,1),(128,16))"')],
        *("copy A -> sA", "no (thread, value) takes element"),
    ),
    ("gemm_sm80", "swizzle"): (
        [("Sw<2,3,3>", "Sw<2,2,3>")],
        *("load sA -> mma.A", "the row that starts at thread"),
    ),
    ("gemm_sm80", "predicate"): (MORE_ROWS, "copy A -> sA", "takes A(1,0), outside"),
    ("gemm_sm80", "int32"): (WIDE_M, "A", "does not fit in int32"),
    ("gemm_sm80", "order of k"): (
        [
            (
                'load        = "sB -> mma.B"\ninstruction = "ldmatrix.x4"',
                f'load = "sB -> mma.B"\nby = {MIXED_B}',
            )
        ],
        *("mma mma", "which must have the same k"),
    ),
    ("gemm_sm80", "stage"): (
        [("(128,32,3))", "(128,32,2))")],
        "load sA -> mma.A",
        "stage 0 has tile",
    ),
    ("gemm_sm80", "base"): (
        [('A = "(M,K):(K,1)"', 'A = { layout = "(M,K):(K,1)", alignment = 2 }')],
        *("copy A -> sA", "the base address of A is aligned to only 2 bytes"),
    ),
    ("gemm_sm90", "threads"): (
        [
            (
                'store     = "mma.C -> C"',
                'store = "mma.C -> C"\nby = "((4,8,4),(2,2,16)):((128,1,8),(64,32,512))"',
            )
        ],
        *("store mma.C -> C", "thread 32, value 0 writes (A*B)(16,0) to C(8,0)"),
    ),
    ("gemm_sm90", "swizzle"): (
        [("Sw<3,3,3> o 0 o (8,64):(64,1), (64,64,4)", "Sw<3,2,3> o 0 o (8,64):(64,1), (64,64,4)")],
        *("copy A -> sA", "Sw<3,2,3> is not a swizzle of TMA"),
    ),
    ("gemm_sm90", "predicate"): (
        [('predicate = "m < M and', 'predicate = "m <= M and')],
        *("store mma.C -> C", "takes C(1,0), outside"),
    ),
    ("gemm_sm90", "int32"): (WIDE_M, "A", "does not fit in int32"),
    ("gemm_sm90", "stage"): ([("(64,64,4)", "(64,64,3)")], "load sA -> mma.A", "stage 0 has tile"),
    ("gemm_sm90", "base"): (
        [('(64,64,4))", alignment = 1024', '(64,64,4))", alignment = 512')],
        *("copy A -> sA", "aligned to 512 bytes, but a box starts at a multiple of 1024"),
    ),
    ("attention", "threads"): (
        [('"tiled_copy((16,8):(8,1), (1,8))"', '"((8,16),(8,4)):((512,1),(64,8))"')],
        *("copy Q -> sQ", "no (thread, value) takes element"),
    ),
    ("attention", "swizzle"): (
        [('sK = { layout = "Sw<3,3,3>', 'sK = { layout = "Sw<3,2,3>')],
        *("load sK -> qk.B", "the row that starts at thread"),
    ),
    ("attention", "predicate"): (
        [('predicate   = "m < M"', 'predicate   = "m <= M"')],
        *("copy Q -> sQ", "takes Q(1,0,0), outside"),
    ),
    ("attention", "int32"): ([("M*H <= 2**20", "M*H <= 2**26")], "Q", "does not fit in int32"),
    ("attention", "order of k"): (
        [
            (
                'load        = "sK -> qk.B"\ninstruction = "ldmatrix.x4"',
                f'load = "sK -> qk.B"\nby = {MIXED_K}',
            )
        ],
        *("mma qk", "which must have the same k"),
    ),
    ("attention", "stage"): (
        [('copy        = "K -> sK"\n', 'copy        = "K -> sK"\nahead = 1\n')],
        *("copy K -> sK", "tile 1 is written to this place without a barrier"),
    ),
    ("attention", "base"): (
        [
            (
                'Q = { layout = "(M,64,H):(64*H,1,64)"',
                'Q = { alignment = 4, layout = "(M,64,H):(64*H,1,64)"',
            )
        ],
        *("copy Q -> sQ", "the base address of Q is aligned to only 4 bytes"),
    ),
    ("transpose", "threads"): (
        [('by = "tiled_copy((16,16):(16,1), (1,4))"', 'by = "((16,16),(4,4)):((256,1),(64,8))"')],
        *("copy A -> s", "no (thread, value) takes element"),
    ),
    ("transpose", "predicate"): (
        [('predicate = "m < M', 'predicate = "m <= M')],
        *("copy A -> s", "takes A(8,0), outside"),
    ),
    ("transpose", "int32"): ([("M <= 30000", "M <= 300000")], "A", "does not fit in int32"),
    ("reduction", "threads"): (
        [("tiled_copy((8,32):(32,1), (1,4))", "tiled_copy((8,32):(1,8), (1,4))")],
        *("reduce r -> s", "lacks n = 16"),
    ),
    ("reduction", "predicate"): (
        [('predicate = "m < M and n < N"', 'predicate = "m <= M and n < N"')],
        *("load X -> r", "takes X(1,0), outside"),
    ),
    ("reduction", "int32"): ([("M <= 2**20", "M <= 2**22")], "X", "does not fit in int32"),
    ("gemm_triton", "threads"): (
        [
            (
                'store = "a -> sA"',
                'store = "a -> sA"\nby = "BlockedLayout([1, 4], [8, 4], [4, 1], [1, 0])"',
            )
        ],
        *("store a -> sA", "thread 4, value 0 writes A(0,16) to sA(1,0)"),
    ),
    ("gemm_triton", "predicate"): (
        [('mask      = "k < K and n < N"', 'mask = "k <= K and n < N"')],
        *("load B -> b", "takes B(4,0), outside"),
    ),
    ("gemm_triton", "int32"): (WIDE_M, "A", "does not fit in int32"),
    ("gemm_triton", "order of k"): (
        [
            (
                'load = "sB -> mma.B"',
                'load = "sB -> mma.B"\nby = "((16,8),(4,(2,16))):((4,0),(1,(1024,64)))"',
            )
        ],
        *("mma mma", "which must have the same k"),
    ),
    ("gemm_triton", "stage"): (
        [('load      = "A -> a"\n', 'load      = "A -> a"\nahead = 1\n')],
        *("store a -> sA", "has tile 1, not tile 0"),
    ),
    ("gemm_ascend", "swizzle"): (
        [("zZ(f16, 128, 64)", "zN(f16, 128, 64)")],
        *("load l0A -> mma.A", "l0A(16,0) has the offset 256, but"),
    ),
    ("gemm_ascend", "predicate"): (
        [('predicate = "k < K"', 'predicate = "k <= K"')],
        *("mma mma", "k = 1 is admitted"),
    ),
    ("gemm_ascend", "int32"): (WIDE_M, "A", "does not fit in int32"),
    ("gemm_ascend", "order of k"): (
        [('"nZ(f16, 64, 256) x 2"', '"((8,2,4),(16,16),2):((1,4096,8192),(16,256),16384)"')],
        *("load l0B -> mma.B", "l0B(8,0) has the offset 4096, but"),
    ),
    ("gemm_ascend", "stage"): (
        [("zN(f16, 128, 64) x 2", "zN(f16, 128, 64)")],
        *("copy l1A -> l0A", "stage 0 has tile"),
    ),
    ("gemm_ascend", "base"): (
        [
            (
                '"zZ(f16, 128, 64) x 2", space = "L0A", alignment = 512',
                '"zZ(f16, 128, 64) x 2", space = "L0A"',
            )
        ],
        *("load l0A -> mma.A", "aligned to 128 bytes, but a fractal has 512"),
    ),
    ("copy_tpu", "swizzle"): (
        [('Y = { layout = "f32[M,N]{0,1:T(8,128)}"', 'Y = { layout = "f32[N,M]{1,0:T(8,128)}"')],
        *("Y", "elements, and not"),
    ),
    ("copy_tpu", "predicate"): (
        [('predicate = "m < M', 'predicate = "m <= M')],
        *("copy X -> v", "takes X(1,0), outside"),
    ),
    ("copy_tpu", "int32"): ([("M <= 32768", "M <= 100000")], "X", "does not fit in int32"),
    ("epilogue", "threads"): (
        [('"tiled_copy((16,8):(8,1), (1,8))"', '"((8,16),(8,8)):((1024,1),(128,8))"')],
        *("copy s -> D", "no (thread, value) takes element"),
    ),
    ("epilogue", "swizzle"): (
        [('s = "?" ', 's = "Sw<3,2,3> o 0 o (128,64):(64,1)" ')],
        *("store mma.C -> s", "the row that starts at thread"),
    ),
    ("epilogue", "predicate"): (
        [('predicate = "m < M and', 'predicate = "m <= M and')],
        *("load W -> mma.C", "takes W(1,0), outside"),
    ),
    ("epilogue", "int32"): (WIDE_M, "W", ": W(2147484063) = 2147484063 does not fit in int32"),
    ("epilogue", "base"): (
        [('D = "(M,N):(N,1)"', 'D = { layout = "(M,N):(N,1)", alignment = 8 }')],
        *("copy s -> D", "the base address of D is aligned to only 8 bytes"),
    ),
}
"""Changes that make a kernel wrong, each with the step at fault and a part of the witness."""

COSTS = {
    ("transpose", "swizzle"): (
        [('s = "?" ', 's = "Sw<2,1,6> o 0 o (64,64):(64,1)" ')],
        *("copy s -> B", "way: threads"),
    ),
    ("transpose", "base"): (
        [('A = "(M,N):(N,1)"', 'A = { layout = "(M,N):(N,1)", alignment = 4 }')],
        *("copy A -> s", "touches 16 sectors, but its data would fit in 4"),
    ),
    ("reduction", "base"): (
        [('X = "(M,N):(N,1)"', 'X = { layout = "(M,N):(N,1)", alignment = 8 }')],
        *("load X -> r", "touches 16 sectors, but its data would fit in 8"),
    ),
    ("gemm_triton", "swizzle"): (
        [
            (
                "{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}",
                "{vec = 1, perPhase = 1, maxPhase = 8, order = [0, 1]}",
            )
        ],
        *("sA", "and #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 8"),
    ),
    ("gemm_triton", "base"): (
        [('A = "(M,K):(K,1)"', 'A = { layout = "(M,K):(K,1)", alignment = 4 }')],
        *("load A -> a", "at M=129, N=4, K=68: in tile (0,0) the request that starts at thread 0,"),
    ),
}
"""Changes that make a kernel slow but not wrong, with the slow step and a part of the witness."""


def planted():
    """Yield each planted change with the expected verdict.

    The changes of the first six kernels in `KERNELS` are marked as `long`.
    """
    for table, verdict in ((FAULTS, Verdict.FAULT), (COSTS, Verdict.COST)):
        for (kernel, kind), (changes, operation, detail) in table.items():
            given = (kernel, changes, operation, detail, verdict)
            marks = () if kernel in KERNELS[6:] else (pytest.mark.long,)
            yield pytest.param(*given, id=f"{kernel}-{kind}", marks=marks)


def test_each_kind_is_planted_in_each_kernel_or_does_not_apply():
    entries = [*FAULTS, *COSTS, *NOT_APPLICABLE]
    assert sorted(entries) == sorted((kernel, kind) for kernel in KERNELS for kind in KINDS)


@pytest.mark.parametrize(("kernel", "changes", "operation", "detail", "verdict"), [*planted()])
def test_a_planted_fault_is_told_at_its_step(kernel, changes, operation, detail, verdict):
    found = decide(loads(of_example(kernel, *changes))).at(verdict)
    assert any(one.operation == operation and detail in one.detail for one in found), [
        (one.operation, one.sentence) for one in found
    ]
