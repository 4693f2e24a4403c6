"""Writes to shared memory by threads are visible to TMA and wgmma only after a fence."""

import pytest

from tests.movement.kernels import of_example
from verif.audit.statement import Verdict
from verif.movement.decide import decide
from verif.movement.errors import KernelFileError
from verif.movement.loading import loads

HEAD = """
sizes   = "M, N; M <= 2**14; N <= 2**14; N % 8 == 0"
element = "f16"
threads = 128
tile    = { m = 64, n = 64 }

[gmem]
A = "(M,N):(N,1)"
B = "(M,N):(N,1)"

[smem]
s = { layout = "Sw<3,3,3> o 0 o (64,64):(64,1)", alignment = 1024 }

"""

BY = "tiled_copy((16,8):(8,1), (1,8))"
ADMITTED = 'predicate = "m < M and n < N"\n\n'
FENCE = '[[step]]\nfence = "async"\n\n'
STEPS = {
    "fence": FENCE,
    "bar": "[[step]]\nbarrier = true\n\n",
    "wait": "[[step]]\nwait = 0\n\n",
    "loop": '[[step]]\nloop = "n"\n\n',
    "end": '[[step]]\nend = "n"\n\n',
    "copy": f'[[step]]\ncopy = "A -> s"\nby = "{BY}"\n{ADMITTED}',
    "async": f'[[step]]\ncopy = "A -> s"\nby = "{BY}"\ninstruction = "cp.async.16"\n{ADMITTED}',
    "load": '[[step]]\ncopy = "A -> s"\ninstruction = "tma"\n\n',
    "store": '[[step]]\ncopy = "s -> B"\ninstruction = "tma"\n\n',
    "take": f'[[step]]\ncopy = "s -> B"\nby = "{BY}"\n{ADMITTED}',
}

CLAIM = "writes to s by the generic proxy are visible to the async proxy"

ORDERS = [
    ("copy fence bar store", Verdict.HOLDS),
    ("copy bar store", Verdict.FAULT),
    ("fence copy bar store", Verdict.FAULT),
    ("copy bar fence store", Verdict.UNKNOWN),
    ("copy bar fence bar store", Verdict.HOLDS),
    ("async wait fence bar store", Verdict.HOLDS),
    ("async fence wait bar store", Verdict.UNKNOWN),
    ("load wait bar store", None),
    ("load wait bar take", None),
    ("copy bar take", None),
    ("loop copy fence bar store wait bar end", Verdict.HOLDS),
    ("loop copy bar store wait fence bar end", Verdict.FAULT),
]

GEMM_SM90 = [
    (
        'copy        = "A -> sA"\ninstruction = "tma"',
        (
            'copy = "A -> sA"\nby = "tiled_copy((16,8):(8,1),(1,8))"\n'
            'instruction = "cp.async.16.zfill"\npredicate = "m < M and k < K"'
        ),
    ),
]


@pytest.mark.parametrize(("order", "verdict"), ORDERS)
def test_a_fence_must_be_between_the_write_and_the_barrier(order, verdict):
    decided = decide(loads(HEAD + "".join(map(STEPS.__getitem__, order.split()))))
    assert [one.verdict for one in decided.statements if one.claim == CLAIM] == (
        [] if verdict is None else [verdict]
    )
    faults = [one.claim for one in decided.at(Verdict.FAULT)]
    assert faults == ([CLAIM] if verdict is Verdict.FAULT else [])


def test_a_matrix_instruction_reads_what_threads_wrote_only_after_a_fence():
    text = of_example("gemm_sm90", *GEMM_SM90)
    decided = decide(loads(text))
    assert not decided.at(Verdict.FAULT)
    (found,) = decided.at(Verdict.UNKNOWN)
    assert found.operation == "load sA -> mma.A"
    assert found.claim == CLAIM.replace("to s ", "to sA ")
    assert any(one.claim.startswith("each A[m,k]*B") for one in decided.statements)
    barrier = "[[step]]\nbarrier = true\n"
    fenced = decide(loads(text.replace(barrier, FENCE + barrier)))
    assert not fenced.at(Verdict.FAULT)
    assert not fenced.at(Verdict.UNKNOWN)


def test_after_a_fault_in_the_order_a_fence_is_not_decided():
    decided = decide(loads(HEAD + STEPS["copy"] + STEPS["fence"] + STEPS["store"]))
    (fault,) = decided.at(Verdict.FAULT)
    assert "without a barrier between the write and the read" in fault.detail
    (found,) = (one for one in decided.statements if one.claim == CLAIM)
    assert found.verdict is Verdict.UNKNOWN


def test_a_machine_without_an_async_proxy_has_no_fence():
    text = 'machine = "gfx942"' + HEAD + STEPS["copy"] + FENCE + STEPS["bar"] + STEPS["take"]
    with pytest.raises(KernelFileError, match="gfx942 has no async proxy"):
        decide(loads(text))
