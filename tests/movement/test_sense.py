"""If a kernel file describes an impossible kernel, the file is rejected or a fault is reported."""

import re

import pytest

from spec.errors import LayoutError
from tests.movement.kernels import changed, of_example
from verif.audit.statement import Verdict
from verif.movement.decide import decide
from verif.movement.loading import load, loads

COPY = """
sizes   = "M, N; M <= 4096; N <= 4096; N % 8 == 0"
element = "f32"
threads = 256
tile    = { m = 32, n = 128 }

[gmem]
A = "(M,N):(N,1)"
B = "(M,N):(N,1)"

[[step]]
load      = "A -> r"
by        = "tiled_copy((8,32):(32,1), (1,4))"
predicate = "m < M and n < N"

[[step]]
store     = "r -> B"
predicate = "m < M and n < N"
"""


def test_the_copy_holds():
    assert set(decide(loads(COPY)).counts()) == {Verdict.HOLDS}


def test_every_tensor_is_read_or_written():
    text = changed(COPY, ('B = "(M,N):(N,1)"', 'B = "(M,N):(N,1)"\nC = "(M,N):(N,1)"'))
    with pytest.raises(LayoutError, match=r"gmem.C: no step reads or writes this tensor"):
        decide(loads(text))


def test_a_file_without_steps_is_refused():
    with pytest.raises(LayoutError, match="no step reads or writes this tensor"):
        decide(loads("step = []" + COPY.partition("[[step]]")[0]))


@pytest.mark.parametrize(
    ("tile", "said"),
    [
        (
            "m = 32, n = 1000000000000",
            "tile.n: an extent must be at most 4194304, not 1000000000000",
        ),
        ("m = 4096, n = 4096", "gmem.A: the tile has 16777216 elements"),
    ],
)
def test_a_tile_that_cannot_be_enumerated_is_refused(tile, said):
    with pytest.raises(LayoutError, match=said):
        decide(loads(changed(COPY, ("m = 32, n = 128", tile))))


def test_constant_strides_that_reach_generic_ones_are_refused():
    text = changed(COPY, ('A = "(M,N):(N,1)"', f'A = "(M,N):(N,{1 << 40})"'))
    with pytest.raises(LayoutError, match=r"gmem.A: the constant strides of a tile give offsets"):
        decide(loads(text))


REFUSED = {
    "a buffer at an unknown one": (
        "gemm_sm80",
        ('at = "sA"', 'at = "sX"'),
        r"smem.sC.at: sX is not a buffer",
    ),
    "a buffer at itself": (
        "gemm_sm80",
        ('sB = "sA"', 'sB = { layout = "sA", at = "sB" }'),
        r"smem.sB.at: sB refers to itself",
    ),
    "cp.async to global memory": (
        "gemm_sm80",
        (
            '"tiled_copy((8,16):(16,1), (1,8))"',
            ('"tiled_copy((8,16):(16,1), (1,8))"\ninstruction = "cp.async.16"'),
        ),
        r"cp.async.16 moves from global memory, but sC is elsewhere",
    ),
    "stmatrix from shared memory": (
        "gemm_sm80",
        ('"ldmatrix.x4"', '"stmatrix.x4"'),
        r"stmatrix.x4 moves to shared memory, but mma.A is elsewhere",
    ),
    "a conversion by cp.async": (
        "gemm_sm80",
        ('A = "(M,K):(K,1)"', 'A = { layout = "(M,K):(K,1)", element = "f32" }'),
        r"cp.async.16.zfill cannot convert elements, but A has f32",
    ),
    "a fill by cp.async without zfill": (
        "gemm_sm80",
        ('"cp.async.16.zfill"', '"cp.async.16"\nfill = "zero"'),
        r"cp.async.16 writes nothing where the predicate is false",
    ),
    "wgmma without a descriptor": (
        "gemm_sm90",
        ('instruction = "descriptor"\n', ""),
        r"mma.A is an operand in shared memory",
    ),
    "a descriptor for registers": (
        "gemm_sm80",
        ('"ldmatrix.x4"', '"descriptor"'),
        r"mma.A is an operand in registers",
    ),
    "a clear step of an operand": (
        "gemm_sm80",
        ('clear = "mma.C"', 'clear = "mma.A"'),
        r"mma.A is neither the C of a matrix instruction",
    ),
    "mmad by threads": (
        "gemm_ascend",
        ('mma       = "mma"\nunit      = "M"\n', 'mma       = "mma"\n'),
        r"only mmad has a `unit`, and must have one: threads execute all other instructions",
    ),
    "an operand of mmad that is loaded": (
        "gemm_ascend",
        ('unit        = "M"\ninstruction = "resident"', 'unit        = "M"'),
        r"an operand is `resident` in a buffer if and only if the instruction is mmad",
    ),
    "a flag of a unit without steps": (
        "gemm_ascend",
        ('flag = "M -> FIX"', 'flag = "M -> MTE3"'),
        r"'M -> MTE3' does not name two units",
    ),
    "a memory without bytes": (
        "gemm_ascend",
        ("L0A = 65536, ", ""),
        r"l0A is in L0A, but the size of L0A is not given",
    ),
    "memory of another space": (
        "gemm_ascend",
        ('space = "L0C"', 'space = "L0C", at = "l0A"'),
        r"l0A is in L0A, but l0C is in L0C",
    ),
    "a format of other elements": (
        "copy_tpu",
        ('X = { layout = "f32[', 'X = { layout = "f16['),
        r"the layout gives the element type as f16, but `element` is f32",
    ),
    "threads of a unit": (
        "copy_tpu",
        ('unit = "XLU"', 'unit = "XLU"\nby = "tiled_copy(1, (256,256))"'),
        r"a unit has no threads",
    ),
    "an encoding of an operand": (
        "gemm_triton",
        (
            'load = "sA -> mma.A"',
            'load = "sA -> mma.A"\nby = "BlockedLayout([1, 4], [4, 8], [4, 1], [1, 0])"',
        ),
        r"the instruction determines which registers hold mma.A",
    ),
    "a thread layout of a descriptor": (
        "gemm_sm90",
        ('instruction = "descriptor"', 'instruction = "descriptor"\nby = "(128,64):(1,128)"'),
        r"mma.A stays in its buffer, so this step moves no elements",
    ),
    "a mask beside a predicate": (
        "reduction",
        ('predicate = "m < M and n < N"', 'predicate = "m < M and n < N"\nmask = "m < M"'),
        r"mask: the step has both `mask` and `predicate`",
    ),
    "a mask of ldmatrix": (
        "gemm_sm80",
        ('"ldmatrix.x4"', '"ldmatrix.x4"\nmask = "k < K"'),
        r"ldmatrix.x4 has no mask",
    ),
    "a mask of a product": (
        "gemm_sm80",
        ('mma = "mma"', 'mma = "mma"\nmask = "k < K"'),
        r"mask: only a step with copy or load or store can have `mask`; this step has mma",
    ),
    "threads of a product": (
        "gemm_sm80",
        ('mma = "mma"', 'mma = "mma"\nonly = "t < 32"'),
        r"only: only a step with copy or load or store can have `only`; this step has mma",
    ),
    "a predicate of a reduction": (
        "reduction",
        ("among  = 32", 'among  = 32\npredicate = "m < M"'),
        r"predicate: only a step with copy or load or store or mma can have `predicate`",
    ),
    "an unnamed sum": (
        "gemm_sm80",
        ('mma = "mma"', 'mma = "mma"\nover = "k"'),
        r"over: only a step with reduce can have `over`",
    ),
    "shuffles among two warps": (
        "reduction",
        ("among  = 32", "among  = 64"),
        r"64 does not divide the 32 threads of a warp",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_no_instruction_does_is_refused(name):
    kernel, pair, message = REFUSED[name]
    with pytest.raises(LayoutError, match=message):
        decide(loads(of_example(kernel, pair)))


FAULTS = {
    "a predicate that divides inexactly": (
        ('predicate = "m < M and n < N"', 'predicate = "m < M and n < N and (m+n)/1000 < 9"'),
        "the predicate makes sense in all tiles",
        "`/` is exact division, but 1000 does not divide",
    ),
    "a tensor with the size of another coordinate": (
        ('A = "(M,N):(N,1)"', 'A = { layout = "(N,N):(N,1)", coordinates = "m, n" }'),
        "the modes of A along m have the size of m",
        "elements, and not",
    ),
    "a blocked tensor with too few blocks": (
        (
            'B = "(M,N):(N,1)"',
            'B = { layout = "(M,(4,N/8)):(N,(1,8))", coordinates = "m, n" }',
        ),
        "the modes of B along n have at least the size of n",
        "elements, and not",
    ),
    "a base address of no power of two": (
        ('B = "(M,N):(N,1)"', 'B = { layout = "(M,N):(N,1)", alignment = 6 }'),
        "each access to B takes 32 bits that are contiguous and aligned",
        "aligned to only 6 bytes",
    ),
    "single elements of 4 bits": (
        ('"f32"\nthreads = 256\ntile    = { m = 32', '"s4"\nthreads = 256\ntile    = { m = 8'),
        "each access to A takes 8 bits that are contiguous and aligned",
        "an access is at least one byte",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_makes_no_sense_is_a_fault(name):
    pair, claim, detail = FAULTS[name]
    text = changed(COPY, pair)
    if "4 bits" in name:
        text = changed(text, ("(8,32):(32,1), (1,4)", "(2,128):(128,1), (1,1)"))
    found = decide(loads(text)).at(Verdict.FAULT)
    assert any(one.claim == claim and detail in one.detail for one in found), [
        one.sentence for one in found
    ]


def test_global_memory_that_other_threads_write_is_not_decided():
    more = changed(COPY[COPY.index("[[step]]") :], ("A -> r", "B -> q"), ("r -> B", "q -> A"))
    own = decide(loads(COPY + more)).counts()
    assert set(own) == {Verdict.HOLDS}
    other = changed(more, ("(8,32):(32,1), (1,4)", "(32,8):(8,1), (1,4)"))
    found = decide(loads(COPY + other)).at(Verdict.UNKNOWN)
    assert [one.claim for one in found] == [
        "each element of A is read and written by the same thread",
        "each element of B is read and written by the same thread",
    ]


def test_buffers_of_a_chain_share_memory():
    text = of_example("gemm_sm80", ('sB = "sA"', 'sB = { layout = "sA", at = "sC" }'))
    faults = decide(loads(text)).at(Verdict.FAULT)
    assert any("copy A -> sA writes tile 0 to sA" in one.detail for one in faults)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1/0", "the file raises ZeroDivisionError"),
        ("def f(:", "the file raises SyntaxError"),
        ("raise SystemExit(0)", "the file raises SystemExit"),
        (
            (
                "from verif.movement.description import Kernel\n"
                "kernel = Kernel(sizes=3, threads=1, tile={}, gmem={}, step=[])"
            ),
            "expected a text, not an integer, in sizes",
        ),
    ],
)
def test_python_files_that_fail_are_one_clear_error(tmp_path, text, message):
    file = tmp_path / "kernel.py"
    file.write_text(text)
    with pytest.raises(LayoutError, match=message):
        load(file)


def test_shape_and_stride_of_different_ranks_are_refused():
    text = changed(COPY, ('A = "(M,N):(N,1)"', 'A = "(M,N):(1)"'))
    with pytest.raises(LayoutError, match="different ranks"):
        decide(loads(text))


@pytest.mark.parametrize(
    ("kernel", "by", "element"),
    [
        ("transpose", "((16,16),8):((1000,1),16)", 15127),
        ("gemm_sm80", "((16,8),8):((1000,1),16)", 15119),
    ],
)
def test_a_thread_layout_that_leaves_its_tile_is_the_only_fault(kernel, by, element):
    """In `transpose`, the search for the layout of s succeeds although it uses the wrong access."""
    text = of_example(kernel)
    odd = re.sub(r'(by +=) "tiled_copy.*"', rf'\1 "{by}"', text, count=1)
    (found,) = decide(loads(odd)).statements
    assert found.verdict is Verdict.FAULT
    assert f"takes element {element}, outside" in found.detail
