"""Faults that are planted in kernel files are found at their step, with a witness."""

import re

import pytest

from tests.movement.kernels import of_example
from verif.audit.statement import Verdict
from verif.movement.decide import decide
from verif.movement.description import Kernel, Step
from verif.movement.loading import loads

GEMM = of_example("gemm_sm80")


def decided(text):
    return decide(loads(text, "planted.toml"))


def changed(text, old, new, count=1):
    assert text.count(old) >= count
    return text.replace(old, new, count)


FAULTS = {
    "the predicate admits one element too many": (
        'predicate   = "m < M and k < K"',
        'predicate   = "m <= M and k < K"',
        "copy A -> sA",
        "no access is outside A",
        "takes A(1,0), outside (M,K):(K,1)",
    ),
    "the predicate misses the last row": (
        'predicate   = "m < M and k < K"',
        'predicate   = "m + 1 < M and k < K"',
        "copy A -> sA",
        "each element of A is admitted",
        "does not take A(0,0)",
    ),
    "the tail of k is not filled": (
        '"cp.async.16.zfill"',
        '"cp.async.16"',
        "mma mma",
        "elements with k beyond its size add nothing to the sums",
        "A is not filled with zeros",
    ),
    "offsets exceed int32": (
        "M <= 16384",
        "M <= 1000000",
        "A",
        "every offset in A fits in int32",
        "does not fit in int32",
    ),
    "rows are not aligned to the access": (
        "K % 8 == 0",
        "K % 4 == 0",
        "copy A -> sA",
        "each access to A takes 128 bits",
        "but 8 does not divide",
    ),
    "the base is misaligned": (
        'A = "(M,K):(K,1)"',
        'A = { layout = "(M,K):(K,1)", alignment = 2 }',
        "copy A -> sA",
        "each access to A takes 128 bits",
        "aligned to only 2 bytes",
    ),
    "threads overlap and leave elements out": (
        'by          = "tiled_copy((32,4):(4,1), (1,8))"     # 32 x 32',
        'by          = "((4,32),(8,4)):((1024,1),(128,16))"  # 32 x 32',
        "copy A -> sA",
        "each element of the tile (128,32) of (m,k) is taken once",
        "no (thread, value) takes element",
    ),
    "the swizzle splits the rows of ldmatrix": (
        "Sw<2,3,3>",
        "Sw<2,2,3>",
        "load sA -> mma.A",
        "each row of ldmatrix.x4 is 128 contiguous and aligned bits",
        "the row that starts at thread",
    ),
    "a stage is missing": (
        "(128,32,3))",
        "(128,32,2))",
        "load sA -> mma.A",
        "each element of sA was written before it is read",
        "stage 0 has tile",
    ),
    "the wait comes too late": (
        "wait = 1",
        "wait = 2",
        "load sA -> mma.A",
        "each element of sA was written before it is read",
        "was not waited for",
    ),
    "blocks share the tiles of C": (
        "[gmem]",
        '[grid]\nm = "ceil(M/128)"\nn = "ceil(N/128)"\nk = "ceil(K/32)"\n\n[gmem]',
        "copy sC -> C",
        "no two blocks write the same element of C",
        "differ only in k",
    ),
    "the grid ends too early": (
        "[gmem]",
        '[grid]\nm = "floor(M/128)"\nn = "ceil(N/128)"\n\n[gmem]',
        "grid",
        "the tiles of m reach every element along m",
        "end before element",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found_at_its_step(name):
    old, new, operation, claim, detail = FAULTS[name]
    text = changed(GEMM, old, new)
    if name == "blocks share the tiles of C":
        text = changed(changed(text, '[[step]]\nloop = "k"\n', ""), '[[step]]\nend = "k"\n', "")
    faults = decided(text).at(Verdict.FAULT)
    found = [
        one
        for one in faults
        if one.operation == operation and claim in one.claim and detail in one.detail
    ]
    assert found, [(one.operation, one.sentence) for one in faults]


def test_registers_that_meet_in_a_product_must_agree_in_k():
    """The hand-written thread-value layout of B orders k differently from the layout of A."""
    text = changed(
        GEMM,
        'load        = "sB -> mma.B"\ninstruction = "ldmatrix.x4"',
        'load        = "sB -> mma.B"\n'
        'by = "(((4,8),2,2),((2,2),(2,4),2)):(((128,1),0,8),((256,1024),(16,32),2048))"',
    )
    faults = decided(text).at(Verdict.FAULT)
    assert any("have the same k" in one.detail for one in faults), [f.sentence for f in faults]


def test_missing_barrier_is_found():
    text = changed(GEMM, "[[step]]\nwait = 1\n\n[[step]]\nbarrier = true", "[[step]]\nwait = 1")
    (fault,) = decided(text).at(Verdict.FAULT)
    assert "without a barrier between the " in fault.detail


OTHERS = {
    "a sum leaves elements out": (
        "reduction",
        "among  = 32",
        "among  = 16",
        "reduce r -> s",
        "lacks n = 64",
    ),
    "several threads write one sum": (
        "reduction",
        "t % 32 == 0",
        "t % 16 == 0",
        "store s -> y",
        "and so does",
    ),
    "the tail of a sum is not filled": (
        "reduction",
        'fill      = "zero"\n',
        "",
        "reduce r -> s",
        "X is not filled with zeros",
    ),
    "the swizzle is not one of TMA": (
        "gemm_sm90",
        "Sw<3,3,3> o 0 o (8,64):(64,1), (64,64,4)",
        "Sw<3,2,3> o 0 o (8,64):(64,1), (64,64,4)",
        "copy A -> sA",
        "Sw<3,2,3> is not a swizzle of TMA",
    ),
    "the operand is not in the order of the swizzle": (
        "gemm_sm90",
        "(8,64):(64,1), (64,64,4)",
        "(8,32):(32,1), (64,64,4)",
        "load sA -> mma.A",
        "the distance between its rows in units of 16 bytes",
    ),
    "strides do not fit a tensor map": (
        "gemm_sm90",
        "K % 8 == 0",
        "K % 4 == 0",
        "copy A -> sA",
        "a stride is not a multiple of 16 bytes",
    ),
    "the mask admits a column too many": (
        "attention",
        'copy      = "qk.C -> pv.A"\npredicate = "n < N"',
        'copy      = "qk.C -> pv.A"\npredicate = "n <= N"',
        "copy qk.C -> pv.A",
        "n = 1 is admitted",
    ),
    "a thread needs elements of another one": (
        "attention",
        'atoms       = "(4,1,1)"\npermutation = "(64,16,16)"\ncoordinates = "m, d, n"',
        'atoms       = "(2,2,1)"\npermutation = "(32,32,16)"\ncoordinates = "m, d, n"',
        "copy qk.C -> pv.A",
        "needs pv.A(0,",
    ),
    "rows beyond the end are written": (
        "blocked_copy",
        'store       = "r -> Z"\ninstruction = "st.global.128"\npredicate   = "m < M and n < N"',
        'store       = "r -> Z"\ninstruction = "st.global.128"',
        "store r -> Z",
        "takes Z(1,0), outside",
    ),
}


@pytest.mark.parametrize("name", OTHERS)
def test_a_planted_fault_is_found_in_other_kernels(name):
    file, old, new, operation, detail = OTHERS[name]
    text = changed(of_example(file), old, new)
    faults = decided(text).at(Verdict.FAULT)
    assert any(one.operation == operation and detail in one.detail for one in faults), [
        (one.operation, one.sentence) for one in faults
    ]


def test_a_step_that_all_threads_execute_is_advised_to_name_some():
    text = of_example("reduction")
    lines = [line for line in text.splitlines() if not line.startswith("only")]
    details = [one.detail for one in decided("\n".join(lines)).statements]
    assert any("name them, as in only = 't % 32 == 0'" in one for one in details)
    assert not any("ask covers_once" in one for one in details)


@pytest.mark.parametrize(
    ("sizes", "predicate", "claim"),
    [
        ("M; M <= 10**9", "m < M", "no access is outside A"),
        ("M; M % 4 == 2; M <= 10**9", "m < M", "no access is outside A"),
        ("M; M % 4 == 0; M >= 512; M <= 10**9", "m + 4 < M", "each element of A is admitted"),
    ],
)
def test_the_witness_names_the_value_that_takes_the_element(sizes, predicate, claim):
    kernel = Kernel(
        sizes=sizes,
        element="f32",
        threads=128,
        tile={"m": 512},
        gmem={"A": "(M):(1)"},
        step=[Step(load="A -> r", by="tiled_copy(128, 4)", predicate=predicate)],
    )
    (fault,) = (one for one in decide(kernel).statements if one.claim == claim)
    assert fault.verdict is Verdict.FAULT
    numbers = re.search(r"thread (\d+), value (\d+) of tile \((\d+)\) .*?A\((\d+)\)", fault.detail)
    thread, value, tile, element = map(int, numbers.groups())
    assert element == 512 * tile + 4 * thread + value
