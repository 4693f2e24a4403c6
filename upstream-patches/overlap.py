"""When the overlap check of PyTorch's DeviceMesh is right: claims for every rank.

The check sorts a coalesced layout's modes by stride, and requires each stride to be a multiple of
the end of the mode before. For positive strides, this is the condition `is_chain`: the layout is a
divisible chain.

    layout-verif prove upstream-patches/overlap.py
"""

from __future__ import annotations

from typing import Any

from spec.complement import sort_modes
from spec.divide import is_chain
from spec.layout import Layout
from spec.modes import modes_of
from verif import REFUTED, Index, Layouts, assume, by, claim, ensure, ensure_equal
from verif.claims.distributivity import injective
from verif.theory.complement.gaps import (
    chain,
    divisible_chain_is_a_chain,
    layout_and_complement_are_disjoint,
)

SOURCE = "PyTorch 2.14, torch/distributed/_mesh_layout.py, check_orthogonal"


@claim(
    "REACH",
    "a layout whose strides, sorted, are each at or beyond the end of the mode before is injective",
    source="the check of PyTorch's pull request 163367, as it was first",
    A=Layouts(),
    i=Index("A"),
    j=Index("A"),
)
def a_chain_is_injective(alg: Any, A: Layout, i: int, j: int) -> None:
    assume("sorted by stride, a chain", chain(sort_modes(modes_of(A)), 1))
    assume("one offset", A(i) == A(j))
    by(layout_and_complement_are_disjoint, modes_of(A), 1, i, j, 0, 0)
    ensure_equal("one coordinate", i, j)


@claim(
    "ORTHO",
    "a layout of positive strides that PyTorch's check accepts is injective",
    source=SOURCE,
    A=Layouts(),
    i=Index("A"),
    j=Index("A"),
)
def a_divisible_chain_is_injective(alg: Any, A: Layout, i: int, j: int) -> None:
    assume("sorted by stride, a divisible chain", is_chain(sort_modes(modes_of(A)), 1, 0))
    assume("one offset", A(i) == A(j))
    by(divisible_chain_is_a_chain, sort_modes(modes_of(A)), 1, 0)
    by(layout_and_complement_are_disjoint, modes_of(A), 1, i, j, 0, 0)
    ensure_equal("one coordinate", i, j)


@claim(
    "ORTHON",
    "an injective layout of positive strides and modes of size >= 2 is accepted by PyTorch's check",
    source=SOURCE,
    expect=REFUTED,
    A=Layouts(strides="positive"),
)
def injective_is_a_divisible_chain(alg: Any, A: Layout) -> None:
    assume("no mode of size 1", all(s >= 2 for s, _ in modes_of(A)))
    assume("injective", injective(A))
    ensure("a divisible chain", is_chain(sort_modes(modes_of(A)), 1, 0))


@claim(
    "REACHN",
    "an injective layout is, sorted by stride, a chain: no stride is within the modes before",
    source="PyTorch's pull request 172343, which has this as what is to be refused",
    expect=REFUTED,
    A=Layouts(strides="positive"),
)
def injective_is_a_chain(alg: Any, A: Layout) -> None:
    assume("injective", injective(A))
    ensure("a chain", chain(sort_modes(modes_of(A)), 1))
