"""A tile of atoms covers each element as often as stated and agrees with CuTe's TiledMMA."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spec import InadmissibleError, Layout, LayoutError, make_ordered_layout, product
from spec.atoms import mma_atom, tiled_mma
from spec.modes import modes_of, offsets

ATOM = mma_atom("SM80_16x8x16_F32F16F16F32_TN")

OF_CUTE = {
    "(2,2,1):(1,2,4)": (
        "((4,8,2,2),(2,2,2)):((64,1,16,0),(32,8,256))",
        "((4,8,2,2),(2,2)):((32,1,0,8),(16,128))",
        "((4,8,2,2),(2,2)):((64,1,16,256),(32,8))",
    ),
    "(2,4,1):(4,1,1)": (
        "(((4,8),4,2),(2,2,2)):(((64,1),0,16),(32,8,256))",
        "(((4,8),4,2),(2,2)):(((64,1),8,0),(32,256))",
        "(((4,8),4,2),(2,2)):(((64,1),256,16),(32,8))",
    ),
}
"""The output of get_layoutA_TV, B and C in CUTLASS 4.2.0, without modes of size 1."""


@pytest.mark.parametrize("atoms", OF_CUTE)
def test_tiled_mma_agrees_with_cute(atoms):
    tile = tiled_mma(ATOM, Layout.parse(atoms))
    for operand, text in zip((tile.a, tile.b, tile.c), OF_CUTE[atoms], strict=True):
        theirs = Layout.parse(text)
        assert operand.layout[0].size == theirs[0].size
        assert offsets(modes_of(operand.layout)) == offsets(modes_of(theirs))


@given(st.data(), st.sampled_from(["SM80_16x8x8_F32TF32TF32F32_TN", "SM75_8x8x16_S32S8S8S32_TN"]))
@settings(max_examples=15, deadline=None)
def test_tiled_mma_holds_each_element_as_often_as_stated(data, name):
    sides = tuple(data.draw(st.sampled_from((1, 2, 3, 4))) for _ in range(3))
    atom = mma_atom(name)
    tile = tiled_mma(atom, make_ordered_layout(sides, tuple(data.draw(st.permutations(range(3))))))
    m, n, k = tile.shape
    assert tile.shape == tuple(s * side for s, side in zip(atom.shape, sides, strict=True))
    for operand, block in ((tile.a, (m, k)), (tile.b, (n, k)), (tile.c, (m, n))):
        assert operand.block == block
        assert operand.layout[0].size == tile.threads.size == atom.threads.size * product(sides)
        found = sorted(offsets(modes_of(operand.layout)))
        assert found == [x for x in range(product(block)) for _ in range(operand.times)]


@pytest.mark.parametrize(
    ("name", "atoms", "refusal", "problem"),
    [
        (ATOM.name, Layout((2, 2)), LayoutError, "three modes m, n and k, but .* has 2"),
        (ATOM.name, Layout((2, 2, 1), (1, 3, 1)), InadmissibleError, "2:3 of the atoms"),
        ("SM70_8x8x4_F32F16F16F32_TN", Layout((1, 1, 1)), LayoutError, "must use the lanes"),
    ],
)
def test_tiled_mma_rejects_invalid_atom_layouts(name, atoms, refusal, problem):
    with pytest.raises(refusal, match=problem):
        tiled_mma(mma_atom(name), atoms)
