"""The claim for `of_pycute.py`: pycute's composition(A, B) is A after B, if B has one mode."""

from __future__ import annotations

from typing import Any

from spec import Layout
from verif import REFUTED, Index, Layouts, assume, claim, ensure_equal, flat
from verif.kernel.verbs import accepted, attempt


@claim(
    "COMPOSED",
    "pycute's composition with one mode is A after B",
    source="benchmarks/crosshair/of_pycute.py",
    expect=REFUTED,
    accuses="pycute",
    A=Layouts(flat(2), strides="natural"),
    B=Layouts(flat(1), strides="positive"),
    i=Index("B"),
)
def composed(alg: Any, A: Layout, B: Layout, i: int) -> None:
    assume("B stays inside A", B(B.size - 1) < A.size)
    R = attempt(alg.composition, A, B)
    if accepted(R):
        ensure_equal("R(i) = A(B(i))", R(i), A(B(i)))
