"""Reading a text that pycute, tensor-layouts or XLA printed gives the printed value."""

import random

import pytest
import tensor_layouts
from hypothesis import given
from jaxlib import xla_client

from spec import ComposedLayout, Layout, Swizzle, read
from tests.spec.strategies import layouts
from tests.spec.xla.strategies import xla_shapes
from tests.upstream.real.drawing import like, size, tree
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


@pytest.mark.parametrize("number", [400, pytest.param(10_000, marks=pytest.mark.long)])
def test_printed_layouts_and_swizzles_of_pycute_are_read(number):
    import pycute as module
    from pycute.swizzle import ComposedLayout as Composed
    from pycute.swizzle import Swizzle as Own

    draw = random.Random(number)
    for _ in range(number):
        shape = tree(draw, lambda: size(draw))
        stride = like(draw, shape)
        layout, expected = module.Layout(shape, stride), Layout(shape, stride)
        assert read(repr(layout)).value == read(str(layout)).value == expected
        bits, base = draw.randrange(1, 4), draw.randrange(5)
        numbers = bits, base, draw.randrange(bits, 6) * draw.choice((1, 1, -1))
        composed = Composed(Own(*numbers), draw.choice((0, 0, 8, 64)), layout)
        swizzled = ComposedLayout(Swizzle(*numbers), composed.offset, expected)
        assert read(str(composed)).value == swizzled
        assert read(repr(composed)).value == swizzled


MODULE = "HloModule m\n\nENTRY e {\n  p = %s parameter(0)\n  ROOT r = %s copy(p)\n}\n"


@given(xla_shapes())
def test_hlo_lines_printed_by_xla_are_read(shape):
    printed = xla_client.hlo.hlo_module_from_text(MODULE % (shape, shape)).to_string()
    line = next(line for line in printed.splitlines() if "ROOT" in line)
    reading = read(line)
    assert reading.parts["operation"] == "copy"
    assert reading.value == read(str(shape)).value
