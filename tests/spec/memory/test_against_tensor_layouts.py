"""Wavefronts agree with tensor-layouts, which serves all values of a warp in one phase."""

import random
from itertools import chain

import pytest
import tensor_layouts
from tensor_layouts import atoms_amd, atoms_amx, atoms_nv, atoms_xe
from tensor_layouts.analysis import bank_conflicts as bank_conflicts_of
from tensor_layouts.atoms import CopyAtom, MMAAtom

from spec import (
    ComposedLayout,
    Layout,
    Swizzle,
    bank_conflicts,
    composition,
    make_layout,
    upcast,
    wavefronts,
)
from spec.memory import NVIDIA
from spec.memory.accesses import bits_of, columns
from tests.spec.memory.accesses import drawn_layouts

ELEMENTS = ("f8e5m2", "f16", "f32", "f64")


def theirs(smem, tv, element):
    """Return the largest number of words in one bank, according to tensor-layouts."""
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
    """Return the largest number of words in one bank, counted as tensor-layouts counts.

    One phase serves all values of a warp. Only the first word of each value is counted.
    """
    words = {
        x * bits_of(element) // NVIDIA.bank_bits
        for column in columns(smem, tv)
        for x in column[: NVIDIA.threads]
    }
    return max(sum(word % NVIDIA.banks == bank for word in words) for bank in range(NVIDIA.banks))


def compared(rng):
    """Compare a random case with tensor-layouts, and return the kinds of comparison made."""
    smem, tv = drawn_layouts(rng)
    element = rng.choice(ELEMENTS)
    ways = theirs(smem, tv, element)
    assert ways == all_at_once(smem, tv, element), (smem, tv, element)
    kinds = {"reduced"}
    if tv[0].size <= NVIDIA.threads and ways == 1 and bits_of(element) <= NVIDIA.bank_bits:
        # If accesses to all values at once do not conflict, neither do accesses to fewer values.
        assert bank_conflicts(smem, tv, element) == 0
        kinds.add("free")
    one = Layout((min(32, tv[0].size), 1), (1, 0))
    if bits_of(element) <= NVIDIA.bank_bits and one.size <= smem.size:
        assert wavefronts(smem, one, element) == theirs(smem, one, element)
        kinds.add("one request")
    return kinds


@pytest.mark.parametrize("cases", [60, pytest.param(10_000, marks=pytest.mark.long)])
def test_wavefronts_agree_with_tensor_layouts_where_the_models_coincide(cases):
    rng = random.Random(17)
    kinds = [compared(rng) for _ in range(cases)]
    assert all("reduced" in kind for kind in kinds)
    for kind in ("free", "one request"):
        assert sum(kind in found for found in kinds) > cases // 50


ATOMS = [
    atom
    for module in (atoms_nv, atoms_amd, atoms_amx, atoms_xe)
    for atom in vars(module).values()
    if isinstance(atom, (MMAAtom, CopyAtom))
]


def operands(atom):
    """Yield each thread-value layout of an atom, with the number of rows of its block."""
    if isinstance(atom, CopyAtom):
        for bits in (atom.src_layout_bits, atom.dst_layout_bits):
            yield upcast(Layout.parse(str(bits)), 16), 8
        return
    m, n, _ = atom.shape_mnk
    for layout, rows in ((atom.a_layout, m), (atom.b_layout, n), (atom.c_layout, m)):
        yield Layout.parse(str(layout)), rows


OPERANDS = sorted(set(chain.from_iterable(map(operands, ATOMS))), key=lambda one: one[0].size)
"""The operands of all atoms, without duplicates: many atoms share operands."""


def first_warp(tv):
    """Return the layout of one warp, or of two threads if all threads hold the same elements."""
    most = 2 if tv[0].cosize == 1 else NVIDIA.threads
    return make_layout(composition(tv[0], Layout(min(tv[0].size, most))), tv[1])


def memories(tv, rows):
    """Yield memory layouts: column-major and, if possible, row-major and swizzled row-major."""
    yield Layout(tv.cosize)
    if tv.cosize % rows == 0:
        columns = tv.cosize // rows
        by_rows = Layout((rows, columns), (columns, 1))
        yield by_rows
        yield ComposedLayout(Swizzle(3, 3, 3), 0, by_rows)


FEW = 512
"""The largest number of values per warp for which several memories are tried."""


def test_every_atom_of_tensor_layouts_is_compared():
    assert len(ATOMS) == 203
    assert len(OPERANDS) > 100


@pytest.mark.parametrize("most", [128, pytest.param(1 << 22, marks=pytest.mark.long)])
def test_wavefronts_of_atoms_agree_with_tensor_layouts(most):
    agreed = 0
    for tv, rows in OPERANDS:
        warp = first_warp(tv)
        if warp.size > most:
            continue
        one = make_layout(warp[0], Layout(1, 0))
        small = warp.size <= FEW
        for smem in memories(tv, rows) if small else (Layout(tv.cosize),):
            for element in ("f16", "f32") if small else ("f16",):
                ways = theirs(smem, warp, element)
                assert ways == all_at_once(smem, warp, element), (tv, smem, element)
                assert ways > 1 or bank_conflicts(smem, warp, element) == 0
                assert theirs(smem, one, element) == wavefronts(smem, one, element)
                agreed += 1
    assert agreed > len(OPERANDS) or most < 1 << 22
