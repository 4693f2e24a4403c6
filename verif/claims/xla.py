"""Claims about XLA tiling."""

from __future__ import annotations

from typing import Any

from spec.xla import Dimensions, row, tiled, transposed
from verif.claims.domains import Elements
from verif.claims.theory.xla import reshape
from verif.kernel.claim import by, claim, ensure_equal, proved


@claim(
    "X1",
    "an element's position by the tiling formula is that by pad, reshape, transpose",
    source="XLA tiled layout, Tiling as pad-reshape-transpose",
    expect=proved(),
    e=Elements(ranks=(1, 2, 3)),
)
def tiling_is_pad_reshape_transpose(alg: Any, e: Dimensions) -> None:
    by(reshape, e, 0)
    ensure_equal(
        "linear_index_with_tile = pad-reshape-transpose", row(tiled(e)), row(transposed(e, ()))
    )
