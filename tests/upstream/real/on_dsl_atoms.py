"""Tiled copies of operands have the same source and destination layouts in CuTe DSL and `spec`."""

import os
import random

import pytest

from spec import Layout, LayoutError, read
from spec.atoms import (
    copy_atom,
    get_layoutD_TV,
    get_layoutS_TV,
    make_tiled_copy_A,
    make_tiled_copy_B,
    make_tiled_copy_C,
    mma_atom,
    tiled_mma,
)
from spec.modes import modes_of, offsets

pytest.importorskip("cutlass.cute")

import cutlass
from cutlass import cute
from cutlass._mlir import ir
from cutlass.cute.nvgpu import warp

NUMBER = int(os.environ.get("DRAWN", "200"))


@pytest.fixture(scope="module", autouse=True)
def module():
    """A module in which the DSL builds the copies; it is never executed."""
    with ir.Context(), ir.Location.unknown():
        made = ir.Module.create()
        with ir.InsertionPoint(made.body):
            yield made


INSTRUCTIONS = {
    "SM80_16x8x16_F32F16F16F32_TN": lambda: warp.MmaF16BF16Op(
        cutlass.Float16, cutlass.Float32, (16, 8, 16)
    ),
    "SM80_16x8x8_F32F16F16F32_TN": lambda: warp.MmaF16BF16Op(
        cutlass.Float16, cutlass.Float32, (16, 8, 8)
    ),
}


def drawn_copy(draw, number, *, stores):
    """Draw an instruction of the DSL. Return it with its name in `spec`."""
    transposed = draw.random() < 0.5
    make = warp.StMatrix8x8x16bOp if stores else warp.LdMatrix8x8x16bOp
    name = f"{'st' if stores else 'ld'}matrix.x{number}{'.trans' if transposed else ''}"
    return make(transpose=transposed, num_matrices=number), name


def permutation(draw, size):
    """Draw a permutation along a mode: None, a size, or a layout.

    Return the permutation twice: as a value of the DSL, and as a value of `spec`.
    """
    size *= draw.choice((1, 2))
    form = draw.choice(("none", "size", "layout"))
    if form != "layout":
        return (None, None) if form == "none" else (size, size)
    shape, stride = (4, 2, size // 8), (1, size // 2, 4)
    return cute.make_layout(shape, stride=stride), Layout(shape, stride)


def alike(ours, theirs):
    expected = read(str(theirs)).value
    return [offsets(modes_of(mode)) for mode in ours] == [
        offsets(modes_of(mode)) for mode in expected
    ]


def test_copies_of_operands_agree():
    draw, compared = random.Random("operands"), 0
    for _ in range(NUMBER):
        name, make = draw.choice([*INSTRUCTIONS.items()])
        atom = mma_atom(name)
        sides = draw.choice((1, 2, 4)), draw.choice((1, 2, 4)), 1
        order = draw.choice(((1, sides[0], 0), (sides[1], 1, 0)))
        moved = [
            permutation(draw, side * size)
            for side, size in zip(sides[:2], atom.shape[:2], strict=True)
        ]
        theirs = cute.make_tiled_mma(
            make(),
            cute.make_layout(sides, stride=order),
            permutation_mnk=(moved[0][0], moved[1][0], None),
        )
        ours = tiled_mma(atom, Layout(sides, order), (moved[0][1], moved[1][1]))
        for operand, our_make, their_make in (
            ("A", make_tiled_copy_A, cute.make_tiled_copy_A),
            ("B", make_tiled_copy_B, cute.make_tiled_copy_B),
            ("C", make_tiled_copy_C, cute.make_tiled_copy_C),
        ):
            made, spelled = drawn_copy(draw, draw.choice((1, 2, 4)), stores=operand == "C")
            try:
                mine = our_make(copy_atom(spelled, "f16"), ours)
            except LayoutError:
                continue
            copy = their_make(cute.make_copy_atom(made, cutlass.Float16), theirs)
            assert alike(get_layoutS_TV(mine), copy.layout_src_tv_tiled), (name, spelled)
            assert alike(get_layoutD_TV(mine), copy.layout_dst_tv_tiled), (name, spelled)
            compared += 2
    assert compared > NUMBER
