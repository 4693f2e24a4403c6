"""Replace strides that have the same value at all sizes, such as D where D == 1, by their value."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from spec.errors import LayoutError
from spec.named import valued
from verif.movement.arithmetic import domain, term
from verif.movement.model import Global, Kernel, with_place
from verif.movement.proving import Counterexample, Proof, Theory

LARGEST: Final = 1 << 16
"""Larger strides are not replaced, so that offsets in a tile stay below 2^GENERIC (see `tiles`)."""


def with_fixed_strides(kernel: Kernel, theory: Theory, sizes: Counterexample) -> Kernel:
    """Return the kernel with numbers in place of small strides that have only one value.

    `sizes` are some admitted sizes.
    """
    for tensor in kernel.tensors:
        both = (*tensor.modes, *tensor.parts)
        strides = {mode.stride for modes in both for mode in modes}
        fixed = {stride: _only_value(theory, stride, sizes) for stride in strides}
        kernel = with_place(kernel, tensor, _replaced(tensor, fixed))
    return kernel


def _only_value(theory: Theory, stride: Any, sizes: Counterexample) -> Any:
    """Return the value of a stride if it is small and the same at all sizes, or else the stride."""
    if isinstance(stride, int):
        return stride
    try:
        value = valued(stride, theory.sizes.defined(sizes.values))
    except LayoutError:
        return stride
    if not 0 <= value <= LARGEST:
        return stride
    goal = f"(= {term(stride)} {term(value)})"
    found = theory.decide("fixed", goal, given=tuple(domain(stride)))
    return value if isinstance(found, Proof) else stride


def _replaced(tensor: Global, fixed: dict[Any, Any]) -> Global:
    modes, parts = (
        tuple(tuple(replace(mode, stride=fixed[mode.stride]) for mode in one) for one in of)
        for of in (tensor.modes, tensor.parts)
    )
    return replace(tensor, modes=modes, parts=parts)
