"""Triton itself, where it is installed: its linear layouts beside those read from its texts."""

import random

import pytest

from spec import read
from spec.reading import Distributed

pytest.importorskip("triton")

from triton._C.libtriton import gluon_ir, ir
from triton.backends.compiler import GPUTarget
from triton.compiler import make_backend
from triton.experimental.gluon.language import _layouts as gluon
from triton.experimental.gluon.language import amd

KINDS = ("blocked", "slice", "mma", "dot", "mfma", "mfma_dot", "swizzled", "nvmma", "linear")


def powers(draw, rank, total):
    """Sizes of so many dimensions whose product is the total, a power of two."""
    sizes = [1] * rank
    for _ in range(total.bit_length() - 1):
        sizes[draw.randrange(rank)] *= 2
    return sizes


def order(draw, rank):
    return draw.sample(range(rank), rank)


def drawn_shape(draw, rank, least=1):
    return [max(least, 1 << draw.randrange(8)) for _ in range(rank)]


def blocked(draw, rank, lanes=32):
    return gluon.BlockedLayout(
        [1 << draw.randrange(4) for _ in range(rank)],
        powers(draw, rank, lanes),
        powers(draw, rank, 4),
        order(draw, rank),
    )


def mma(draw):
    version = draw.choice((2, 3))
    if version == 2:
        return gluon.NVMMADistributedLayout([2, 0], powers(draw, 2, 4), [16, 8])
    n = draw.choice((8, 16, 32, 64, 128, 256))
    return gluon.NVMMADistributedLayout([3, 0], [4, 1], [16, n, 16])


def mfma(draw):
    m, k = draw.choice(((32, 8), (16, 16), (32, 16), (16, 32)))
    transposed = draw.random() < 0.5
    return amd.AMDMFMALayout(3, [m, m, k], transposed, powers(draw, 2, 4))


def linear(draw):
    """A blocked layout's bases, with an order of bits of its own."""
    points = [[1 << k, 0] for k in range(5)] + [[0, 1 << k] for k in range(5)]
    draw.shuffle(points)
    return gluon.DistributedLinearLayout(points[:3], points[3:8], points[8:], [], [32, 32])


def drawn(draw, kind):  # noqa: PLR0911 - a case a kind
    """A layout of Gluon and the shape of a tensor."""
    rank = draw.choice((1, 2, 2, 3))
    match kind:
        case "blocked":
            return blocked(draw, rank), drawn_shape(draw, rank)
        case "slice":
            dim = draw.randrange(rank + 1)
            return gluon.SliceLayout(dim, blocked(draw, rank + 1)), drawn_shape(draw, rank)
        case "mma":
            return mma(draw), drawn_shape(draw, 2, 16)
        case "dot":
            parent = mma(draw)
            if draw.random() < 0.2:
                operand = gluon.DotOperandLayout(draw.randrange(2), blocked(draw, 2), 0)
                return operand, drawn_shape(draw, 2, 16)
            index = 0 if parent.version[0] == 3 else draw.randrange(2)
            width = draw.choice((1, 2, 4))
            return gluon.DotOperandLayout(index, parent, width), drawn_shape(draw, 2, 16)
        case "mfma":
            return mfma(draw), drawn_shape(draw, 2, 16)
        case "mfma_dot":
            width = draw.choice((4, 8))
            operand = gluon.DotOperandLayout(draw.randrange(2), mfma(draw), width)
            return operand, drawn_shape(draw, 2, 32)
        case "swizzled":
            numbers = (1 << draw.randrange(4) for _ in range(3))
            # Gluon has no constructor for the linear layout of a single element.
            return gluon.SwizzledSharedLayout(*numbers, order(draw, rank)), drawn_shape(
                draw, rank, 2
            )
        case "nvmma":
            bits, width = draw.choice((8, 16, 32)), draw.choice((0, 32, 64, 128))
            layout = gluon.NVMMASharedLayout(width, bits, 2, draw.random() < 0.5)
            return layout, drawn_shape(draw, 2, 8 * max(16, width) // bits)
        case _:
            return linear(draw), [32 << draw.randrange(2), 32 << draw.randrange(2)]


MODULE = """module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, \
ttg.target = "%s", "ttg.threads-per-warp" = %d : i32} {
  tt.func @f() {
    tt.return
  }
}
"""


class Triton:
    """A module of a target, in which layouts become linear ones."""

    def __init__(self, target, path):
        path.write_text(MODULE % (f"{target.backend}:{target.arch}", target.warp_size))
        self.context = ir.context()
        ir.load_dialects(self.context)
        make_backend(target).load_dialects(self.context)
        self.module = ir.parse_mlir_module(str(path), self.context)
        self.builder = gluon_ir.GluonOpBuilder(self.context)
        # The block in which the builder stands says how many threads a warp has.
        self.module.walk(self._stand_in)

    def _stand_in(self, op):
        if op.get_name() == "tt.return":
            self.builder.set_insertion_point_to_start(op.get_block())

    def linear(self, layout, shape):
        found = self.builder.to_linear_layout(layout._to_ir(self.builder), shape)
        if isinstance(found, gluon.SharedLinearLayout):
            return {"offset": found.offset_bases}
        return {
            "register": found.reg_bases,
            "lane": found.lane_bases,
            "warp": found.warp_bases,
            "block": found.block_bases,
        }


TARGETS = {
    "nvidia": GPUTarget("cuda", 90, 32),
    "amd": GPUTarget("hip", "gfx942", 64),
}


@pytest.mark.parametrize("kind", KINDS)
def test_linear_layouts_are_tritons_own(kind, tmp_path):
    target = TARGETS["amd" if kind.startswith("mfma") else "nvidia"]
    triton = Triton(target, tmp_path / "module.ttgir")
    draw = random.Random(kind)
    for _ in range(1200):
        layout, shape = drawn(draw, kind)
        form = read(repr(layout), shape=tuple(shape)).form
        ours = dict(form.bases) if isinstance(form, Distributed) else {"offset": form.points}
        theirs = triton.linear(layout, shape)
        found = {name: [list(point) for point in ours.get(name, ())] for name in theirs}
        assert found == {name: [list(p) for p in points] for name, points in theirs.items()}, layout
