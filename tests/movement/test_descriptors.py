"""wgmma reads f16 and bf16 from shared memory along K, M and N, and other types only along K."""

import pytest

from tests.movement.kernels import of_example
from verif.movement.decide import decide
from verif.movement.loading import loads
from verif.movement.stating import Verdict

K_ONLY = {
    "f32": ("SM90_64x128x8_F32TF32TF32_SS_TN", "f32"),
    "f8e4m3fn": ("SM90_64x128x32_F32E4M3E4M3_SS_TN", "f32"),
    "f8e5m2": ("SM90_64x128x32_F16E5M2E5M2_SS_TN", "f16"),
    "s8": ("SM90_64x128x32_S32S8S8_SS_TN", "s32"),
}
"""Element types whose atoms have no parameter GMMA::Major in CUTLASS's mma_sm90_gmma.hpp."""

BOTH = {
    "f16": ("SM90_64x128x16_F32F16F16_SS", "f32"),
    "bf16": ("SM90_64x128x16_F32BF16BF16_SS", "f32"),
}
"""Element types whose atoms have the parameters tnspA and tnspB."""

BITS = {"f32": 32, "f16": 16, "bf16": 16}


def gemm(element, atom, sums, a="K", b="K"):
    """Return the example for SM90 with another element type, and with these major modes."""
    bits = BITS.get(element, 8)
    wide, base = 1024 // bits, {32: 2, 16: 3, 8: 4}[bits]
    rows = f"Sw<3,{base},3> o 0 o (8,{wide}):({wide},1)"
    columns = {n: f"Sw<{w},{base},3> o 0 o ({n},8):(1,{n})" for n, w in narrow(bits).items()}
    blocks = {
        ("A", "K"): f"tile_to_shape({rows}, (64,{wide},4))",
        ("B", "K"): f"tile_to_shape({rows}, (128,{wide},4))",
        ("A", "MN"): f"tile_to_shape({columns[min(64, wide)]}, (64,{wide},4))",
        ("B", "MN"): f"tile_to_shape({columns[min(128, wide)]}, (128,{wide},4))",
    }
    pairs = [
        ('element = "f16"', f'element = "{element}"'),
        ("N % 8 == 0; K % 8 == 0", "M % 16 == 0; N % 16 == 0; K % 16 == 0"),
        ("k = 64", f"k = {wide}"),
        ('C = "(M,N):(N,1)"', f'C = {{ layout = "(M,N):(N,1)", element = "{sums}" }}'),
        ("tile_to_shape(Sw<3,3,3> o 0 o (8,64):(64,1), (64,64,4))", blocks["A", a]),
        ("tile_to_shape(Sw<3,3,3> o 0 o (8,64):(64,1), (128,64,4))", blocks["B", b]),
        ("SM90_64x128x16_F32F16F16_SS", atom),
        *([('A = "(M,K):(K,1)"', 'A = "(M,K):(1,M)"')] if a == "MN" else []),
        *([('B = "(N,K):(K,1)"', 'B = "(N,K):(1,N)"')] if b == "MN" else []),
    ]
    return of_example("gemm_sm90", *pairs)


def narrow(bits):
    """Return the swizzle's bits for each row length that has 64 or 128 bytes."""
    return {8 * 64 // bits: 2, 8 * 128 // bits: 3}


def faults(text):
    return [(one.operation, one.detail) for one in decide(loads(text)).at(Verdict.FAULT)]


@pytest.mark.parametrize("element", [*K_ONLY, *BOTH])
def test_operands_along_k_have_descriptors(element):
    assert not faults(gemm(element, *(K_ONLY | BOTH)[element]))


@pytest.mark.parametrize("element", [*K_ONLY, *BOTH])
def test_only_f16_and_bf16_have_descriptors_along_m_and_n(element):
    atom, sums = (K_ONLY | BOTH)[element]
    found = faults(gemm(element, atom, sums, "MN", "MN"))
    detail = f"the block is MN-major, but {atom} reads {{}} only K-major"
    expected = [(f"load s{x} -> mma.{x}", detail.format(x)) for x in "AB"]
    assert found == ([] if element in BOTH else expected)


@pytest.mark.parametrize(("a", "b", "wrong"), [("K", "MN", ""), ("MN", "K", "AB")])
def test_the_arguments_of_an_atom_choose_the_major_modes(a, b, wrong):
    atom = f"SM90_64x128x16_F32F16F16_SS<GMMA::Major::{a},GMMA::Major::{b}>"
    found = faults(gemm("f16", atom, "f32", "K", "MN"))
    assert [operation for operation, _ in found] == [f"load s{x} -> mma.{x}" for x in wrong]
