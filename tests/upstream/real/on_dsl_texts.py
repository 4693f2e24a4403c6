"""CuTe DSL itself, where it is installed: what it prints of drawn values is read as these."""

import random

import pytest

from spec import ComposedLayout, Layout, Swizzle, read

pytest.importorskip("cutlass.cute")

import cutlass
from cutlass import cute
from cutlass._mlir import ir
from cutlass.cute.typing import AddressSpace

NUMBER = 2500

ELEMENTS = {
    "f16": cutlass.Float16,
    "bf16": cutlass.BFloat16,
    "f32": cutlass.Float32,
    "s8": cutlass.Int8,
    "f8e4m3fn": cutlass.Float8E4M3FN,
}


def tree(draw, leaf, depth=2):
    if depth == 0 or draw.random() < 0.4:
        return leaf()
    return tuple(tree(draw, leaf, depth - 1) for _ in range(draw.randrange(1, 4)))


def like(draw, shape):
    if isinstance(shape, tuple):
        return tuple(like(draw, part) for part in shape)
    return draw.choice((0, 1, 2, 3, 8, 24, 64, 512))


def drawn(draw):
    shape = tree(draw, lambda: draw.choice((1, 2, 3, 4, 7, 8, 16, 64)))
    return shape, like(draw, shape)


@pytest.fixture(scope="module", autouse=True)
def module():
    """A module in which the DSL makes what it prints; it never runs."""
    with ir.Context(), ir.Location.unknown():
        made = ir.Module.create()
        with ir.InsertionPoint(made.body):
            yield made


def swizzle(draw, base=0):
    bits = draw.randrange(1, 4)
    return bits, base + draw.randrange(4), draw.randrange(bits, 5)


def test_layouts_and_their_types():
    draw = random.Random("layouts")
    for _ in range(NUMBER):
        shape, stride = drawn(draw)
        layout = cute.make_layout(shape, stride=stride)
        for text in (str(layout), str(layout.type)):
            assert read(text).value == Layout(shape, stride), text


def test_swizzled_layouts_and_their_types():
    draw = random.Random("swizzled")
    for _ in range(NUMBER):
        shape, stride = drawn(draw)
        numbers, offset = swizzle(draw), draw.choice((0, 0, 8, 64))
        layout = cute.make_layout(shape, stride=stride)
        composed = cute.make_composed_layout(cute.make_swizzle(*numbers), offset, layout)
        expected = ComposedLayout(Swizzle(*numbers), offset, Layout(shape, stride))
        for text in (str(composed), str(composed.type)):
            assert read(text).value == expected, text


def test_tensors_and_their_types():
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
            # The pointer swizzles bytes, and the layout that is read elements.
            width = reading.bits // 8
            for x in (1, 8, 64, 129, 1000):
                assert width * found.swizzle(x) == Swizzle(*numbers)(width * x), text
