"""Steps of a loop in any order: copies before, between or after the steps that read the tiles."""

import pytest

from verif.audit.statement import Verdict
from verif.movement.decide import decide
from verif.movement.loading import loads

HEAD = """
sizes   = "M; M % 128 == 0; M <= 2**20"
element = "f32"
threads = 32
tile    = {{ m = 128 }}

[gmem]
A = "(M):(1)"
B = "(M):(1)"

[smem]
s = "(128,{stages}):(1,128)"
{more}
[[step]]
loop = "m"
"""

STEPS = {
    "bar": "[[step]]\nbarrier = true\n",
    "load": (
        '[[step]]\ncopy = "A -> s"\nby = "tiled_copy(32,4)"\ninstruction = "cp.async.16"\n'
        "ahead = {ahead}\n"
    ),
    "use": '[[step]]\ncopy = "s -> B"\nby = "tiled_copy(32,1)"\n',
    "pass": '[[step]]\ncopy = "s -> t"\nby = "tiled_copy(32,4)"\nahead = 1\n',
    "take": '[[step]]\ncopy = "t -> B"\nby = "tiled_copy(32,1)"\n',
}

ASYNC = 'instruction = "cp.async.16"\n'
OTHER_BUFFER = 't = { layout = "(128,2):(1,128)", coordinates = "m" }\n'

PIPELINES = [
    # Each row has the number of stages, the value of `ahead`, the steps, and the expected fault or
    # None.
    (3, 2, "wait1 bar use load", None),
    (2, 1, "wait0 bar use load", None),
    (2, 2, "wait1 bar use bar load", None),
    (3, 2, "load wait2 bar use bar", None),
    (4, 2, "load wait2 bar use", None),
    (4, 3, "wait2 bar load use", None),
    (2, 2, "wait1 bar use load", "without a barrier between the read and the write"),
    (3, 2, "load wait2 bar use", "without a barrier between the read and the write"),
    (4, 3, "wait3 bar load use", "was not waited for"),
    (3, 3, "wait2 bar use load", "without a barrier between the read and the write"),
    (3, 2, "bar wait1 use load", "without a barrier between the write and the read"),
    (
        1,
        0,
        "use bar load wait0 bar",
        "no step writes stage 0 before tile 0 is read, with 1 tile in all",
    ),
]

GEMM = """
sizes   = "M, N, K; M <= 16384; N <= 16384; K <= 16384; M % 8 == 0; N % 8 == 0; K % 8 == 0"
element = "f16"
threads = 32
tile    = { m = 32, n = 32, k = 32 }

[gmem]
A = "(M,K):(K,1)"
B = "(N,K):(K,1)"
C = { layout = "(M,N):(N,1)", element = "f32" }

[smem]
sA = "tile_to_shape(Sw<2,3,3> o 0 o (8,32):(32,1), (32,32,3))"
sB = "sA"

[mma]
atom        = "SM80_16x8x16_F32F16F16F32_TN"
permutation = "(16,16,16)"

[[step]]
clear = "mma.C"

[[step]]
loop = "k"

[[step]]
wait = 1

[[step]]
barrier = true

[[step]]
load        = "sA -> mma.A"
instruction = "ldmatrix.x4"

[[step]]
load        = "sB -> mma.B"
instruction = "ldmatrix.x4"

[[step]]
mma = "mma"

[[step]]
copy        = "A -> sA"
by          = "tiled_copy((8,4):(4,1), (1,8))"
instruction = "cp.async.16.zfill"
predicate   = "m < M and k < K"
ahead       = 2

[[step]]
copy        = "B -> sB"
by          = "tiled_copy((8,4):(4,1), (1,8))"
instruction = "cp.async.16.zfill"
predicate   = "n < N and k < K"
ahead       = 2

[[step]]
end = "k"

[[step]]
store     = "mma.C -> C"
predicate = "m < M and n < N"
"""


def pipeline(stages, ahead, steps, more=""):
    body = "".join(
        f"[[step]]\nwait = {name[4:]}\n"
        if name.startswith("wait")
        else STEPS[name].format(ahead=ahead)
        for name in steps.split()
    )
    return HEAD.format(stages=stages, more=more) + body + '[[step]]\nend = "m"\n'


def sentences(text, *verdicts):
    return [one.sentence for one in decide(loads(text)).statements if one.verdict in verdicts]


@pytest.mark.parametrize(("stages", "ahead", "steps", "wrong"), PIPELINES)
def test_a_pipeline_is_right_wherever_its_copy_stands(stages, ahead, steps, wrong):
    text = pipeline(stages, ahead, steps)
    found = sentences(text, Verdict.FAULT)
    assert (
        (len(found), sentences(text, Verdict.UNKNOWN)) == (0, [])
        if wrong is None
        else (len(found) == 1 and wrong in found[0])
    ), found


def test_a_tile_may_pass_through_two_buffers_against_the_order_of_the_file():
    text = pipeline(2, 2, "bar take bar pass bar load", OTHER_BUFFER).replace(ASYNC, "")
    assert sentences(text, Verdict.FAULT, Verdict.UNKNOWN) == []


def test_a_copy_after_the_matrix_instruction_feeds_the_next_iteration():
    assert sentences(GEMM, Verdict.FAULT, Verdict.UNKNOWN) == []


def test_a_copy_after_the_matrix_instruction_must_fill_the_tail_with_zeros():
    text = GEMM.replace(".zfill", "", 1)
    (found,) = sentences(text, Verdict.FAULT)
    assert "elements with k beyond its size add nothing to the sums" in found
    assert "A is not filled with zeros" in found


def test_operands_that_no_step_loads_are_a_fault():
    loads_ = GEMM[GEMM.index('[[step]]\nload        = "sA') : GEMM.index("[[step]]\nmma")]
    found = sentences(GEMM.replace(loads_, ""), Verdict.FAULT)
    assert found == [
        f"expected: an earlier step loads the elements of mma.{which}; found: no earlier step"
        " loads them"
        for which in "AB"
    ]
