"""Atoms of tcgen05.mma have the same blocks as in CuTe C++, and threads hold the same elements."""

import itertools

from spec import read
from spec.atoms import mma_atom
from tests.upstream.real.on_cute_texts import PREAMBLE_OF_ATOMS, held_alike, output

KINDS = {"TF32": "float,float,float", "F16BF16": "half_t,half_t,float", "S8": "int8_t,int8_t,int"}
MAJOR = "UMMA::Major::K,UMMA::Major::K"


def names():
    for kind, (m, n), way in itertools.product(KINDS, ((64, 64), (128, 256)), ("SS", "TS")):
        yield f"SM100_MMA_{kind}_{way}<{KINDS[kind]},{m},{n},{MAJOR}>"
        yield f"SM100_MMA_{kind}_2x1SM_{way}<{KINDS[kind]},{2 * m},{n},{MAJOR}>"


def test_atoms_of_tensor_memory_agree_with_cute(tmp_path):
    drawn = list(names())
    shown = "".join(
        f"{{ using T = MMA_Traits<{name}>; show(T::Shape_MNK{{}}); show(T::ThrID{{}});"
        " show(T::ALayout{}); show(T::BLayout{}); show(T::CLayout{}); }\n"
        for name in drawn
    )
    preamble = f"{PREAMBLE_OF_ATOMS}#include <cute/atom/mma_traits_sm100.hpp>\n"
    lines = output(f"{preamble}int main() {{ {shown} }}\n", tmp_path).splitlines()
    assert len(lines) == 5 * len(drawn)
    for name, one in zip(drawn, zip(*[iter(lines)] * 5, strict=True), strict=True):
        atom = mma_atom(name)
        shape, threads, *operands = (read(line).value for line in one)
        assert (shape, threads.size) == (atom.shape, atom.threads.size), name
        for ours, theirs in zip((atom.a, atom.b, atom.c), operands, strict=True):
            assert held_alike(ours.layout, theirs), name
