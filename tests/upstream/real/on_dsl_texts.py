"""CuTe DSL prints random values, and the reader returns the same values.

The tests are skipped if CuTe DSL is not installed.
"""

import os
import random

import pytest

from spec import ComposedLayout, Layout, Swizzle, read, tiled_copy
from spec.modes import modes_of, offsets
from tests.upstream.real.drawing import like, size, tree

pytest.importorskip("cutlass.cute")

import cutlass
from cutlass import cute
from cutlass._mlir import ir
from cutlass.cute.nvgpu import warp
from cutlass.cute.typing import AddressSpace

NUMBER = int(os.environ.get("DRAWN", "2500"))

ELEMENTS = {
    "f16": cutlass.Float16,
    "bf16": cutlass.BFloat16,
    "f32": cutlass.Float32,
    "s8": cutlass.Int8,
    "f8e4m3fn": cutlass.Float8E4M3FN,
}


def drawn(draw):
    shape = tree(draw, lambda: size(draw))
    return shape, like(draw, shape)


@pytest.fixture(scope="module", autouse=True)
def module():
    """A module in which the DSL builds the printed values. The module is never executed."""
    with ir.Context(), ir.Location.unknown():
        made = ir.Module.create()
        with ir.InsertionPoint(made.body):
            yield made


def swizzle(draw, base=0):
    bits = draw.randrange(1, 4)
    return bits, base + draw.randrange(4), draw.randrange(bits, 5)


def test_layouts_and_their_types_are_read():
    draw = random.Random("layouts")
    for _ in range(NUMBER):
        shape, stride = drawn(draw)
        layout = cute.make_layout(shape, stride=stride)
        for text in (str(layout), str(layout.type)):
            assert read(text).value == Layout(shape, stride), text


def test_swizzled_layouts_and_their_types_are_read():
    draw = random.Random("swizzled")
    for _ in range(NUMBER):
        shape, stride = drawn(draw)
        numbers, offset = swizzle(draw), draw.choice((0, 0, 8, 64))
        layout = cute.make_layout(shape, stride=stride)
        composed = cute.make_composed_layout(cute.make_swizzle(*numbers), offset, layout)
        expected = ComposedLayout(Swizzle(*numbers), offset, Layout(shape, stride))
        for text in (str(composed), str(composed.type)):
            assert read(text).value == expected, text


def test_tensors_and_their_types_are_read():
    draw = random.Random("tensors")
    for _ in range(NUMBER):
        shape, stride = drawn(draw)
        element = draw.choice([*ELEMENTS])
        layout = cute.make_layout(shape, stride=stride)
        pointer = cute.make_ptr(ELEMENTS[element], 0, AddressSpace.smem, assumed_align=1024)
        numbers = swizzle(draw, 4)
        is_swizzled = draw.random() < 0.5
        if is_swizzled:
            pointer = cute.recast_ptr(pointer, cute.make_swizzle(*numbers), ELEMENTS[element])
        tensor = cute.make_tensor(pointer, layout)
        for text in (str(tensor), str(tensor.type)):
            reading = read(text)
            assert reading.element == element, text
            found = reading.value
            if not is_swizzled:
                assert found == Layout(shape, stride), text
                continue
            assert found.layout == Layout(shape, stride), text
            # The pointer's swizzle maps offsets in bytes. `found.swizzle` maps offsets in elements.
            width = reading.bits // 8
            for x in (1, 8, 64, 129, 1000):
                assert width * found.swizzle(x) == Swizzle(*numbers)(width * x), text


def permutation(draw, side):
    """Return a mode of a tiler: None, a size, or a compact layout. `side` divides the size."""
    size = side * draw.choice((1, 2, 4))
    if draw.random() < 0.4:
        return None if draw.random() < 0.5 else size
    sizes = [8, 2, size // 16] if size > 16 else [2, size // 2]
    places, strides, order = 1, [0] * len(sizes), draw.sample(range(len(sizes)), len(sizes))
    for k in order:
        strides[k], places = places, places * sizes[k]
    return cute.make_layout(tuple(sizes), stride=tuple(strides))


INSTRUCTIONS = [
    (lambda: warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16)), (16, 8, 16)),
    (lambda: warp.MmaF16BF16Op(cutlass.BFloat16, cutlass.Float32, (16, 8, 8)), (16, 8, 8)),
    (lambda: cute.nvgpu.MmaUniversalOp(cutlass.Float32), (1, 1, 1)),
]


def test_tiled_mmas_and_their_types_are_read():
    draw = random.Random("instructions")
    for _ in range(NUMBER):
        make, shape = draw.choice(INSTRUCTIONS)
        sides = [draw.choice((1, 2, 4)) for _ in range(2)] + [1]
        if shape == (1, 1, 1):
            sides = [draw.choice((4, 16)) for _ in range(2)] + [1]
        order = draw.choice(((1, sides[0], 0), (sides[1], 1, 0)))
        moved = tuple(
            permutation(draw, side * size) for side, size in zip(sides[:2], shape[:2], strict=True)
        )
        atoms = cute.make_layout(tuple(sides), stride=order)
        mma = cute.make_tiled_mma(make(), atoms, permutation_mnk=(*moved, None))
        theirs = [
            (mma.tv_layout_A_tiled, mma.get_tile_size(0), mma.get_tile_size(2)),
            (mma.tv_layout_B_tiled, mma.get_tile_size(1), mma.get_tile_size(2)),
            (mma.tv_layout_C_tiled, mma.get_tile_size(0), mma.get_tile_size(1)),
        ]
        for text in (str(mma), str(mma.type)):
            found = read(text).value
            for ours, (tv, rows, columns) in zip((found.a, found.b, found.c), theirs, strict=True):
                expected, repeated = read(str(tv)).value, ours.on((rows, columns))
                assert repeated.rank == expected.rank == 2, text
                for one, other in zip(repeated, expected, strict=True):
                    assert offsets(modes_of(one)) == offsets(modes_of(other)), text


def in_an_order(draw, shape):
    """A compact layout of the shape, column-major or row-major, in the DSL and in `spec`."""
    stride = draw.choice(((1, shape[0]), (shape[1], 1)))
    return cute.make_layout(shape, stride=stride), Layout(shape, stride)


def test_tiled_copies_and_their_types_are_read():
    draw = random.Random("copies")
    for _ in range(NUMBER):
        thr = draw.choice((1, 2, 4, 8, 16, 32)), draw.choice((1, 2, 3, 4, 8, 16))
        val = draw.choice((1, 2, 4)), draw.choice((1, 2, 3, 4, 8))
        (threads, by_threads), (values, by_values) = in_an_order(draw, thr), in_an_order(draw, val)
        element = draw.choice([*ELEMENTS.values()])
        atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), element)
        copy = cute.make_tiled_copy_tv(atom, threads, values)
        expected, ours = read(str(copy.layout_tv_tiled)).value, tiled_copy(by_threads, by_values)
        for text in (str(copy), str(copy.type)):
            found = read(text).value
            assert found.tv == expected, text
            assert found.tile == tuple(a * b for a, b in zip(thr, val, strict=True)), text
            for one, other in zip(found.tv, ours, strict=True):
                assert offsets(modes_of(one)) == offsets(modes_of(other)), text
