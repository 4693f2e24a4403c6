"""Random values that FlyDSL's dialect prints as types are read again, unchanged."""

import os
import random
import sys

import pytest

from spec import ComposedLayout, Layout, Swizzle, read
from tests.upstream.real.drawing import like, size, tree
from verif.upstream.environments import environment, pinned_versions

NUMBER = int(os.environ.get("DRAWN", "2500"))

SPACES = ("generic", "global", "shared", "register")


@pytest.fixture(scope="module")
def package():
    """FlyDSL's dialect and its MLIR package, from the newest pinned version of FlyDSL."""
    folder = str(environment("flydsl", pinned_versions("flydsl")[-1]))
    sys.path.insert(0, folder)
    from flydsl._mlir import ir
    from flydsl._mlir.dialects import fly

    with ir.Context(), ir.Location.unknown():
        yield fly, ir
    sys.path.remove(folder)


def test_layouts_tensors_and_tiles_are_read(package):
    fly, ir = package
    draw = random.Random("flydsl")
    for _ in range(NUMBER):
        shape = tree(draw, lambda: size(draw))
        stride = like(draw, shape)
        layout = fly.LayoutType.get(shape, stride)
        assert read(str(layout)).value == Layout(shape, stride), layout
        assert read(str(fly.IntTupleType.get(shape))).value == shape
        space = draw.randrange(4)
        memory = fly.MemRefType.get(ir.F16Type.get(), layout, space, draw.choice((None, 16)))
        tensor = read(str(memory))
        assert (tensor.value, tensor.element) == (Layout(shape, stride), "f16"), memory
        assert tensor.parts["space"] == SPACES[space]
        bits = draw.randrange(1, 4)
        numbers = bits, draw.randrange(4), draw.randrange(bits, 5)
        offset = draw.choice((0, 16))
        composed = fly.ComposedLayoutType.get(fly.SwizzleType.get(*numbers), offset, layout)
        expected = ComposedLayout(Swizzle(*numbers), offset, Layout(shape, stride))
        assert read(str(composed)).value == expected, composed


def test_tiles(package):
    fly, _ = package
    draw = random.Random("tiles")
    for _ in range(NUMBER):
        modes, expected = [None], [None]
        for _ in range(draw.randrange(1, 4)):
            shape = tree(draw, lambda: size(draw), 1)
            stride = like(draw, shape)
            modes.append(fly.LayoutType.get(shape, stride))
            expected.append(Layout(shape, stride))
        tile = fly.TileType.get(modes)
        assert read(str(tile)).value == tuple(expected), tile
