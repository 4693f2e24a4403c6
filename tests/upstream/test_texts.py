"""Texts printed by pycute, tensor-layouts and XLA are read as their values."""

import random

import tensor_layouts
from hypothesis import given
from jaxlib import xla_client

from spec import ComposedLayout, Layout, Swizzle, read
from tests.spec.strategies import layouts
from tests.spec.xla.strategies import xla_shapes
from verif.strategies.swizzled import swizzles


@given(layouts())
def test_printed_layouts_of_tensor_layouts_are_read(layout):
    theirs = tensor_layouts.Layout(layout.shape, layout.stride)
    for text in (repr(theirs), str(theirs)):
        assert read(text).value == layout


@given(layouts(), swizzles())
def test_printed_swizzled_layouts_of_tensor_layouts_are_read(layout, swizzle):
    if swizzle.shift < 0:
        return
    numbers = swizzle.bits, swizzle.base, swizzle.shift
    theirs = tensor_layouts.compose(
        tensor_layouts.Swizzle(*numbers), tensor_layouts.Layout(layout.shape, layout.stride)
    )
    for text in (repr(theirs), str(theirs)):
        found = read(text).value
        expected = ComposedLayout(swizzle, 0, layout)
        assert found == expected or all(found(i) == expected(i) for i in range(layout.size))


def test_printed_layouts_and_swizzles_of_pycute_are_read():
    import pycute as module
    from pycute.swizzle import ComposedLayout as Composed
    from pycute.swizzle import Swizzle as Own

    draw = random.Random(0)
    for _ in range(400):
        shape = tuple(draw.choice((1, 2, 4, (2, 2), 8)) for _ in range(draw.randrange(1, 4)))
        stride = tuple(
            tuple(draw.randrange(9) for _ in part) if isinstance(part, tuple) else draw.randrange(9)
            for part in shape
        )
        layout = module.Layout(shape, stride)
        expected = Layout(shape, stride)
        assert read(repr(layout)).value == read(str(layout)).value == expected
        composed = Composed(Own(2, 1, 3), draw.choice((0, 8)), layout)
        assert read(str(composed)).value == ComposedLayout(
            Swizzle(2, 1, 3), composed.offset, expected
        )


MODULE = "HloModule m\n\nENTRY e {\n  p = %s parameter(0)\n  ROOT r = %s copy(p)\n}\n"


@given(xla_shapes())
def test_hlo_lines_printed_by_xla_are_read(shape):
    printed = xla_client.hlo.hlo_module_from_text(MODULE % (shape, shape)).to_string()
    line = next(line for line in printed.splitlines() if "ROOT" in line)
    reading = read(line)
    assert reading.parts["operation"] == "copy"
    assert reading.value == read(str(shape)).value
