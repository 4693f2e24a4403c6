"""Messages about accesses that an instruction cannot make."""

import pytest

from tests.movement.kernels import of_example
from verif.audit.statement import Verdict
from verif.movement.decide import decide
from verif.movement.loading import loads
from verif.movement.summary import lines

COPY = """
sizes   = "M, N; M % 8 == 0; N % 8 == 0; M <= 30000; N <= 30000"
element = "f32"
threads = 256
tile    = {{ m = 64, n = 64 }}

[gmem]
A = "{A}"
B = "(M,N):(N,1)"

[smem]
s = "{s}"

[[step]]
copy        = "A -> s"
by          = "tiled_copy((16,16):(16,1), {values})"
instruction = "cp.async.16"
predicate   = "m < M and n < N"

[[step]]
wait = 0

[[step]]
barrier = true

[[step]]
copy      = "s -> B"
by        = "tiled_copy((16,16):(16,1), (1,4))"
predicate = "m < M and n < N"
"""

ROWS, COLUMNS = "(M,N):(N,1)", "(M,N):(1,M)"


@pytest.mark.parametrize(
    ("tensor", "buffer", "values", "side", "detail"),
    [
        (ROWS, "(64,64):(65,1)", "(1,4)", "s", "of thread 48 in s is not a multiple of 4"),
        (ROWS, "(64,64):(1,64)", "(1,4)", "s", "so 4 values are not contiguous in s"),
        (COLUMNS, "(64,64):(64,1)", "(1,4)", "A", "so 4 values are not contiguous in A"),
        (
            *(ROWS, "(64,64):(1,64)", "(4,4)", "s"),
            "in A and in s, different groups of 4 values are contiguous",
        ),
    ],
)
def test_only_the_side_that_splits_an_access_is_at_fault(tensor, buffer, values, side, detail):
    decided = decide(loads(COPY.format(A=tensor, s=buffer, values=values)))
    (fault,) = decided.at(Verdict.FAULT)
    assert fault.claim.startswith(f"each access to {side} takes 128 bits")
    assert detail in fault.detail


def test_an_impossible_access_has_no_costs_and_no_figures():
    decided = decide(loads(COPY.format(A=ROWS, s="(64,64):(65,1)", values="(1,4)")))
    assert not [one for one in decided.at(Verdict.COST) if one.operation == "copy A -> s"]
    (line,) = (one for one in lines(decided) if one.name == "copy A -> s")
    assert "accesses" not in line.figures
    claims = {one.claim for one in decided.statements}
    assert "no swizzle of s needs fewer wavefronts for all steps" not in claims


def test_an_inexact_number_of_tiles_says_how_to_round():
    text = of_example("transpose", ("[gmem]", '[grid]\nm = "M/64"\nn = "ceil(N/64)"\n\n[gmem]'))
    (fault,) = decide(loads(text)).at(Verdict.FAULT)
    assert fault.claim == "the number of tiles of m makes sense for all sizes"
    assert "64 does not divide 8; write ceil(x/y) or floor(x/y)" in fault.detail
