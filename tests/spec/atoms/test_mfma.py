"""Operands of MFMA cover their blocks, and agree with Triton's layouts of the operands."""

import pytest

from spec import LayoutError, read
from spec.atoms import get_layoutA_TV, mma_atom, tiled_mma
from spec.modes import modes_of, offsets

NAMES = {
    "v_mfma_f32_32x32x8_f16": (3, 4),
    "v_mfma_f32_16x16x16_f16": (3, 4),
    "v_mfma_f32_32x32x16_f16": (4, 8),
    "v_mfma_f32_16x16x32_bf16": (4, 8),
    "v_mfma_f32_16x16x8_xf32": (3, 2),
    "v_mfma_f32_32x32x2_f32": (3, 1),
    "v_mfma_i32_32x32x16_i8": (3, 8),
    "v_mfma_i32_16x16x64_i8": (4, 16),
    "v_mfma_f32_16x16x32_fp8_bf8": (3, 8),
    "v_mfma_f32_32x32x8bf16_1k": (2, 4),
}
"""Instructions, each with the version and the kWidth of its encoding in Triton."""


@pytest.mark.parametrize("name", [*NAMES, "v_mfma_f64_16x16x4_f64"])
def test_each_element_is_held_once(name):
    atom = mma_atom(name)
    m, n, k = atom.shape
    for operand, block in ((atom.a, (m, k)), (atom.b, (n, k)), (atom.c, (m, n))):
        assert operand.block == block
        assert operand.layout[0].size == atom.threads.size == 64
        assert sorted(offsets(modes_of(operand.layout))) == list(range(block[0] * block[1]))


def alike(one, other):
    return offsets(modes_of(one)) == offsets(modes_of(other))


@pytest.mark.parametrize("name", NAMES)
def test_operands_agree_with_the_layouts_of_triton(name):
    (version, width), atom = NAMES[name], mma_atom(name)
    m, n, k = atom.shape
    parent = (
        f"#ttg.amd_mfma<{{version = {version}, warpsPerCTA = [1, 1],"
        f" instrShape = [{m}, {n}, {k}], isTransposed = false}}>"
    )
    assert alike(atom.c.layout, read(f"tensor<{m}x{n}xf32, {parent}>").value.thread_value)
    for index, operand in ((0, atom.a), (1, atom.b)):
        rows, columns = (m, k) if index == 0 else (k, n)
        encoding = f"#ttg.dot_op<{{opIdx = {index}, parent = {parent}, kWidth = {width}}}>"
        theirs = read(f"tensor<{rows}x{columns}xf16, {encoding}>").value.thread_value
        found = offsets(modes_of(theirs))
        if index == 1:
            # The block of B is (k,n) in Triton, and (n,k) in `spec`.
            found = [x // k + n * (x % k) for x in found]
        assert offsets(modes_of(operand.layout)) == found


@pytest.mark.parametrize(
    "name",
    [
        "V_MFMA_F32_32X32X8_F16",
        "v_mfma_f32_32x32x8f16",
        "mfma_f32_32x32x8f16",
        "__builtin_amdgcn_mfma_f32_32x32x8f16",
    ],
)
def test_an_instruction_has_several_spellings(name):
    assert mma_atom(name).a == mma_atom("v_mfma_f32_32x32x8_f16").a


def test_wavefronts_side_by_side_form_a_tile():
    tile = tiled_mma(mma_atom("v_mfma_f32_32x32x8_f16"), (2, 2))
    assert tile.threads.size == 256
    held = sorted(offsets(modes_of(get_layoutA_TV(tile))))
    assert held == [x for x in range(64 * 8) for _ in range(2)]


@pytest.mark.parametrize(
    "name",
    [
        "v_mfma_f32_4x4x4_16b_f16",
        "v_mfma_f32_32x32x4_2b_f16",
        "v_mfma_f32_32x32x4f16",
        "v_mfma_f32_16x16x1f32",
        "v_mfma_f32_32x16x8_f16",
    ],
)
def test_instructions_of_several_blocks_are_rejected(name):
    with pytest.raises(LayoutError, match="only instructions with one block"):
        mma_atom(name)


def test_an_unknown_name_is_rejected():
    with pytest.raises(
        LayoutError, match=r"not the name of an MMA atom.* or v_mfma_f32_32x32x8_f16"
    ):
        mma_atom("v_mfma_f32_32x32x8_f99")
