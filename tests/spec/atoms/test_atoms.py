"""Atoms cover their blocks, and agree with CuTe's traits and tensor-layouts' tables.

The traits are in a committed file. They were extracted from the headers of CUTLASS with g++
(`verif.upstream.cpp_traits`).
"""

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
import tensor_layouts.atoms as tables
import tensor_layouts.atoms_nv as nvidia

from spec import Layout, LayoutError, product
from spec.atoms import ldmatrix, mma_atom
from spec.modes import modes_of, offsets

TRAITS = json.loads(
    (Path(__file__).parents[2] / "data" / "traits-of-cute-4.2.0.0.json").read_text()
)
ATOMS = {name: members for name, members in TRAITS.items() if "CLayout" in members}
COPIES = {name: members for name, members in TRAITS.items() if "SrcLayout" in members}

MALFORMED = {"SM80_16x8x128_S32U1U1S32_TN_ANDPOPC", "SM80_16x8x128_S32U1U1S32_TN_XORPOPC"}
"""Atoms whose `ALayout` in CuTe has a shape and a stride that are not congruent."""

NOT_ONCE = {
    f"SM80_16x8x32_S32{a}{b}S32_TN{saturate}"
    for a, b in (("S4", "S4"), ("S4", "U4"), ("U4", "S4"), ("U4", "U4"))
    for saturate in ("", "_SATURATE")
}
"""Atoms whose layout of operand B reaches only 160 of 256 elements, some of them several times."""


@cache
def occurrences(text):
    """Count how often each element occurs. Return the set of counts and the set of elements.

    A thread mode of stride 0 multiplies all counts by the size of the mode.
    """
    thread, value = Layout.parse(text)
    counts = Counter(offsets(modes_of(value)))
    times = 1
    for mode in modes_of(thread):
        if mode[1] == 0:
            times *= mode[0]
        else:
            moved: Counter[int] = Counter()
            for start in offsets((mode,)):
                moved.update({x + start: n for x, n in counts.items()})
            counts = moved
    return {times * n for n in counts.values()}, frozenset(counts)


def covers(operand):
    times, elements = occurrences(str(operand.layout))
    return times == {operand.times} and elements == frozenset(range(product(operand.block)))


def same(a, b):
    """Whether two thread-value layouts are the same function."""
    sizes = (a[0].size, a.size) == (b[0].size, b.size)
    return sizes and (a == b or offsets(modes_of(a)) == offsets(modes_of(b)))


def test_the_number_of_atoms_is_known():
    assert len(ATOMS) == 409
    assert len(COPIES) == 12


def test_every_atom_covers_its_operands_as_often_as_stated():
    for name in ATOMS:
        atom = mma_atom(name)
        assert atom.c.times == 1
        assert atom.a.times in (1, 128)
        for operand in (atom.a, atom.b, atom.c):
            assert covers(operand), (name, operand)


def test_atoms_agree_with_cute_traits_that_cover_their_blocks():
    for name, traits in ATOMS.items():
        atom = mma_atom(name)
        assert str(atom.shape).replace(" ", "") == traits["Shape_MNK"]
        assert offsets(modes_of(atom.threads)) == offsets(modes_of(Layout.parse(traits["ThrID"])))
        for key, operand in (("ALayout", atom.a), ("BLayout", atom.b), ("CLayout", atom.c)):
            if name in MALFORMED and key == "ALayout":
                assert traits[key].startswith("cute::Layout<")
                continue
            theirs = Layout.parse(traits[key])
            once = not (name in NOT_ONCE and key == "BLayout")
            assert same(operand.layout, theirs) is once, (name, key)
            assert (occurrences(traits[key]) == occurrences(str(operand.layout))) is once
    assert ATOMS.keys() >= NOT_ONCE | MALFORMED
    assert {len(occurrences(ATOMS[name]["BLayout"])[1]) for name in NOT_ONCE} == {160}


@pytest.mark.parametrize("name", COPIES)
def test_ldmatrix_and_stmatrix_agree_with_cute_traits(name):
    count, kind, way = re.fullmatch(r"SM\d\d_U\d+x(\d)_(\w+)_([NT])", name).groups()
    transposed = way == "T"
    sides = ldmatrix(int(count) // (2 if transposed else 1), transposed=transposed)
    source, destination = sides if kind == "LDSM" else reversed(sides)
    assert same(source, Layout.parse(COPIES[name]["SrcLayout"]))
    assert same(destination, Layout.parse(COPIES[name]["DstLayout"]))


def test_atoms_agree_with_tensor_layouts_except_known_differences():
    compared = 0
    for name, table in vars(nvidia).items():
        if isinstance(table, tables.MMAAtom) and (name in ATOMS or f"{name}_TN" in ATOMS):
            atom = mma_atom(name if name in ATOMS else f"{name}_TN")
            for operand, theirs in (
                (atom.a, table.a_layout),
                (atom.b, table.b_layout),
                (atom.c, table.c_layout),
            ):
                compared += 1
                once = not (atom.name in NOT_ONCE and operand is atom.b)
                assert same(operand.layout, Layout.parse(str(theirs))) is once, name
    assert compared >= 200


def test_atoms_of_tensor_memory_hold_each_element_once():
    for kind, k in (("TF32", 8), ("F16BF16", 16), ("S8", 32)):
        for m, n, pair in ((64, 8, ""), (128, 256, ""), (128, 64, "_2x1SM"), (256, 80, "_2x1SM")):
            atom = mma_atom(f"SM100_MMA_{kind}{pair}_SS<a,b,float,{m},{n},UMMA::Major::K,MN>")
            assert atom.shape == (m, n, k)
            assert atom.threads.size == (2 if pair else 1)
            assert all(covers(operand) for operand in (atom.a, atom.b, atom.c))


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("SM100_MMA_TF32_SS<a,b,c,256,128,K,K>", "M must be 64 or 128, and N a multiple of 8"),
        ("SM100_MMA_S8_2x1SM_SS<a,b,c,256,24,K,K>", "M must be 128 or 256, and N a multiple of 16"),
        ("SM100_MMA_F16BF16_SS<a,b,c>", "is not the name of an MMA atom"),
        ("SM80_16x8x16", "is not the name of an MMA atom"),
        ("SM80_16x8x16_F32F16F16F32_T", "such as SM80_16x8x16_F32F16F16F32_TN, SM90"),
        ("SM90_64x8x16_F32F16F16_SR", "is not the name of an MMA atom"),
        ("SM80_16x8x16_F32F16H16F32_TN", "F32F16H16F32 does not name the types of D, A, B and C$"),
        ("SM80_16x8x16_F32F16F16_TN", "D, A, B and C; write SM80_16x8x16_F32F16F16F32_TN$"),
        ("SM90_64x8x16_F32F16F16F32_SS", "D, A and B; write SM90_64x8x16_F32F16F16_SS$"),
        ("SM80_16x8x16_F32F16F16F32F32_TN", "F32F16F16F32F32 does not name the types of D, A"),
        ("SM80_16x8x16_F32F16F16_SS", "_SS is for wgmma, whose m is 64, not 16$"),
        ("SM80_16x8x16_F32F16F16F32_SS", "_SS is for wgmma, whose m is 64, not 16$"),
        ("SM90_64x64x16_F32F16F16F32_NT", "an m of 64 is for wgmma, with _SS or _RS, not _NT$"),
        ("SM80_16x8x16_F32F16F16F32_NT", "CuTe has only TN .* SM80_16x8x16_F32F16F16F32_TN$"),
        ("SM80_12x8x16_F32F16F16F32_TN", "rows of a fragment must be a multiple of 8, not 12"),
        ("SM80_16x8x12_F32F16F16F32_TN", "2 neighbours each, not 12"),
    ],
)
def test_an_unknown_atom_name_is_rejected(name, problem):
    with pytest.raises(LayoutError, match=problem):
        mma_atom(name)


def test_ldmatrix_rejects_other_matrix_counts():
    with pytest.raises(LayoutError, match="1, 2 or 4 matrices, not 3"):
        ldmatrix(3)
