"""Wavefronts against tensor-layouts, which takes all values of a warp at once and has no phases."""

import random

import pytest
import tensor_layouts
from tensor_layouts.analysis import bank_conflicts as bank_conflicts_of

from spec import ComposedLayout, Layout, bank_conflicts, wavefronts
from spec.memory import NVIDIA
from spec.memory.accesses import bits_of, columns
from tests.spec.memory.accesses import drawn_layouts

ELEMENTS = ("f8e5m2", "f16", "f32", "f64")


def theirs(smem, tv, element):
    """The most words of one bank, by tensor-layouts."""
    layout = tensor_layouts.Layout(*parts(smem.layout if is_swizzled(smem) else smem))
    if is_swizzled(smem):
        sw = smem.swizzle
        swizzle = tensor_layouts.Swizzle(sw.bits, sw.base, sw.shift)
        layout = tensor_layouts.compose(swizzle, layout)
    return bank_conflicts_of(
        tensor_layouts.compose(layout, tensor_layouts.Layout(*parts(tv))),
        element_bytes=bits_of(element) // 8,
    )["max_ways"]


def is_swizzled(layout):
    return isinstance(layout, ComposedLayout)


def parts(layout):
    return layout.shape, layout.stride


def all_at_once(smem, tv, element):
    """The reduced model: first words of all values of the first warp, in one phase."""
    words = {
        x * bits_of(element) // NVIDIA.bank_bits
        for column in columns(smem, tv)
        for x in column[: NVIDIA.threads]
    }
    return max(sum(word % NVIDIA.banks == bank for word in words) for bank in range(NVIDIA.banks))


def compared(rng):
    """The comparisons that a drawn case is good for."""
    smem, tv = drawn_layouts(rng)
    element = rng.choice(ELEMENTS)
    ways = theirs(smem, tv, element)
    assert ways == all_at_once(smem, tv, element), (smem, tv, element)
    kinds = {"reduced"}
    if tv[0].size <= NVIDIA.threads and ways == 1 and bits_of(element) <= NVIDIA.bank_bits:
        # Fewer at once have no conflict either.
        assert bank_conflicts(smem, tv, element) == 0
        kinds.add("free")
    one = Layout((min(32, tv[0].size), 1), (1, 0))
    if bits_of(element) <= NVIDIA.bank_bits and one.size <= smem.size:
        assert wavefronts(smem, one, element) == theirs(smem, one, element)
        kinds.add("one request")
    return kinds


@pytest.mark.parametrize("cases", [60, pytest.param(10_000, marks=pytest.mark.long)])
def test_the_models_agree_where_they_say_the_same(cases):
    rng = random.Random(17)
    kinds = [compared(rng) for _ in range(cases)]
    assert all("reduced" in kind for kind in kinds)
    for kind in ("free", "one request"):
        assert sum(kind in found for found in kinds) > cases // 50
