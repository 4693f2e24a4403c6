"""Linear layouts of an installed Triton agree with the layouts read from Triton's texts."""

import os
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
from triton.experimental.gluon.language.nvidia import blackwell

KINDS = (
    *("blocked", "slice", "mma", "dot", "mfma", "mfma_dot", "wmma", "wmma_dot", "linear"),
    *("swizzled", "nvmma", "fp4", "tmem", "scales"),
)
EACH = int(os.environ.get("DRAWN", "1200"))


def powers(draw, rank, total):
    """Return random sizes of `rank` dimensions. Their product is `total`, a power of two."""
    sizes = [1] * rank
    for _ in range(total.bit_length() - 1):
        sizes[draw.randrange(rank)] *= 2
    return sizes


def order(draw, rank):
    return draw.sample(range(rank), rank)


def drawn_shape(draw, rank, least=1):
    return [max(least, 1 << draw.randrange(8)) for _ in range(rank)]


def cluster(draw, rank):
    """Return the bases of the dimension `block` for a random cluster, in units of blocks.

    Most clusters have one block.
    """
    points = [[0] * rank for _ in range(draw.choice((0, 0, 0, 1, 2)))]
    reached = [1] * rank
    for point in points:
        if draw.random() < 0.8:
            dim = draw.randrange(rank)
            point[dim] = reached[dim]
            reached[dim] *= 2
    return points


def blocked(draw, rank, lanes=32):
    return gluon.BlockedLayout(
        [1 << draw.randrange(4) for _ in range(rank)],
        powers(draw, rank, lanes),
        powers(draw, rank, 4),
        order(draw, rank),
        cluster(draw, rank),
    )


def mma(draw):
    version = draw.choice((2, 3))
    if version == 2:
        return gluon.NVMMADistributedLayout([2, 0], powers(draw, 2, 4), [16, 8], cluster(draw, 2))
    n = draw.choice((8, 16, 32, 64, 128, 256))
    return gluon.NVMMADistributedLayout([3, 0], [4, 1], [16, n, 16], cluster(draw, 2))


def wmma(draw):
    """Return an AMD layout in which registers and warps repeat an instruction.

    The order of the repetitions is random.
    """
    version = draw.choice((1, 2, 3))
    m, k = 16, 16
    if version == 3:
        m, k = draw.choice(((16, 4), (16, 32), (16, 64), (16, 128), (32, 128)))
    reached, points = [1, 1], []
    for _ in range(draw.randrange(4)):
        dim = draw.randrange(2)
        points.append([reached[0] * (dim == 0), reached[1] * (dim == 1)])
        reached[dim] *= 2
    draw.shuffle(points)
    warps = points[:2]
    # Warps that differ only in a bit with base 0 hold the same elements.
    warps += [[0, 0]] * (2 - len(warps))
    return amd.AMDWMMALayout(
        version,
        draw.random() < 0.5,
        warps,
        reg_bases=points[2:],
        instr_shape=[m, 16, k],
        cga_layout=cluster(draw, 2),
    )


def tensor_memory(draw):
    n = draw.choice((16, 32, 64, 128, 256))
    high, blocks = draw.choice((64, 128)), cluster(draw, 2)
    pairs = bool(blocks) and blocks[0] == [1, 0] and draw.random() < 0.7
    return blackwell.TensorMemoryLayout((high, n), draw.choice((1, 1, 2, 4)), blocks, pairs)


def mfma(draw):
    m, k = draw.choice(((32, 8), (16, 16), (32, 16), (16, 32)))
    transposed = draw.random() < 0.5
    return amd.AMDMFMALayout(3, [m, m, k], transposed, powers(draw, 2, 4))


def linear(draw):
    """Return a linear layout whose bases are the bits of a 32 x 32 tensor in random order."""
    points = [[1 << k, 0] for k in range(5)] + [[0, 1 << k] for k in range(5)]
    draw.shuffle(points)
    return gluon.DistributedLinearLayout(points[:3], points[3:8], points[8:], [], [32, 32])


def drawn(draw, kind):  # noqa: PLR0911, PLR0912 - a case a kind
    """Return a random Gluon layout of the given kind, and the shape of a tensor."""
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
            layout = gluon.SwizzledSharedLayout(*numbers, order(draw, rank), cluster(draw, rank))
            return layout, drawn_shape(draw, rank, 8)
        case "nvmma":
            bits, width = draw.choice((8, 16, 32)), draw.choice((0, 32, 64, 128))
            if draw.random() < 0.2:
                shape = [1 << draw.randrange(10), 1 << draw.randrange(3, 10), 256]
                return gluon.NVMMASharedLayout(width, bits, 3), shape
            layout = gluon.NVMMASharedLayout(
                width, bits, 2, draw.random() < 0.5, cga_layout=cluster(draw, 2)
            )
            least = 32 * max(16, width) // bits
            return layout, [least << draw.randrange(4), least << draw.randrange(4)]
        case "fp4":
            turned = draw.random() < 0.5
            layout = gluon.NVMMASharedLayout(128, 8, 2, turned, fp4_padded=True)
            return layout, drawn_shape(draw, 2, 64)
        case "wmma":
            return wmma(draw), drawn_shape(draw, 2, 16)
        case "wmma_dot":
            parent = wmma(draw)
            width = draw.choice((8, 16) if parent.version == 1 else (2, 4, 8, 16))
            operand = gluon.DotOperandLayout(draw.randrange(2), parent, width)
            return operand, drawn_shape(draw, 2, 16)
        case "tmem":
            return tensor_memory(draw), [512 << draw.randrange(2), 64 << draw.randrange(4)]
        case "scales":
            layout = blackwell.TensorMemoryScalesLayout(cluster(draw, 2))
            return layout, [128 << draw.randrange(3), 1 << draw.randrange(6)]
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
    """An MLIR module for a target, with Triton's conversion of layouts to linear layouts."""

    def __init__(self, target, path):
        path.write_text(MODULE % (f"{target.backend}:{target.arch}", target.warp_size))
        self.context = ir.context()
        ir.load_dialects(self.context)
        make_backend(target).load_dialects(self.context)
        self.module = ir.parse_mlir_module(str(path), self.context)
        self.builder = gluon_ir.GluonOpBuilder(self.context)
        # The block in which the builder inserts code determines how many threads a warp has.
        self.module.walk(self._set_insertion_block)

    def _set_insertion_block(self, op):
        if op.get_name() == "tt.return":
            self.builder.set_insertion_point_to_start(op.get_block())

    def linear(self, layout, shape):
        found = self.builder.to_linear_layout(layout._to_ir(self.builder), shape)
        if isinstance(found, gluon.SharedLinearLayout):
            return {"offset": found.offset_bases}
        if isinstance(found, blackwell._TensorMemoryLinearLayout):
            return {"row": found.rows, "column": found.cols}
        return {
            "register": found.reg_bases,
            "lane": found.lane_bases,
            "warp": found.warp_bases,
            "block": found.block_bases,
        }


TARGETS = {
    "mfma": GPUTarget("hip", "gfx942", 64),
    "wmma": GPUTarget("hip", "gfx1250", 32),
    "tmem": GPUTarget("cuda", 100, 32),
    "scales": GPUTarget("cuda", 100, 32),
    "fp4": GPUTarget("cuda", 100, 32),
}
"""Targets for kinds of layouts that the default target does not have."""

HOPPER = GPUTarget("cuda", 90, 32)


@pytest.mark.parametrize("kind", KINDS)
def test_linear_layouts_agree_with_triton(kind, tmp_path):
    triton = Triton(TARGETS.get(kind.removesuffix("_dot"), HOPPER), tmp_path / "module.ttgir")
    draw = random.Random(kind)
    for _ in range(EACH):
        layout, shape = drawn(draw, kind)
        text = repr(layout)
        try:
            theirs = triton.linear(layout, shape)
        except RuntimeError:
            # Triton's own verifier rejects this layout, so there is nothing to compare.
            continue
        form = read(text, shape=tuple(shape)).form
        ours = dict(form.bases) if isinstance(form, Distributed) else {"offset": form.points}
        found = {name: [list(point) for point in ours.get(name, ())] for name in theirs}
        assert found == {name: [list(p) for p in points] for name, points in theirs.items()}, text


ROTATING = """module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, \
ttg.target = "hip:gfx950", "ttg.threads-per-warp" = 64 : i32} {
  tt.func @f() {
%s    tt.return
  }
}
"""


def memory(shape, encoding):
    sizes = "x".join(map(str, shape))
    return f"!ttg.memdesc<{sizes}xf16, {encoding}, #ttg.shared_memory, mutable>"


def viewed(k, one, other):
    """A view of memory with another encoding.

    Triton's verifier checks that the two encodings are the same function.
    """
    return (
        f"    %a{k} = ttg.local_alloc : () -> {one}\n"
        f"    %b{k} = ttg.memdesc_reshape %a{k} : {one} -> {other}\n"
    )


def parses(context, statements, path):
    path.write_text(ROTATING % "".join(statements))
    try:
        ir.parse_mlir_module(str(path), context)
    except RuntimeError:
        return False
    return True


def as_linear(points):
    rows = ", ".join(str(list(point)) for point in points)
    return f"#ttg.shared_linear<{{offset = [{rows}]}}, alignment = 16>"


def test_rotating_memory_agrees_with_triton(tmp_path, capfd):
    triton, path = Triton(GPUTarget("hip", "gfx950", 64), tmp_path / "module.ttgir"), tmp_path / "m"
    draw = random.Random("rotating")
    statements, faulty = [], 0
    for k in range(EACH):
        rank = draw.choice((2, 2, 3))
        shape = drawn_shape(draw, rank, 2)
        vec, per_phase, most = (1 << draw.randrange(4) for _ in range(3))
        places = ", ".join(map(str, order(draw, rank)))
        encoding = (
            f"#ttg.amd_rotating_shared<{{vec = {vec}, perPhase = {per_phase}, maxPhase = {most},"
            f" order = [{places}]}}>"
        )
        points = list(read(memory(shape, encoding)).form.points)
        one = memory(shape, encoding)
        statements.append(viewed(k, one, memory(shape, as_linear(points))))
        if k % 50 == 0 and len(points) > 1:
            # After the coordinates of two offset bits are exchanged, Triton must reject the view.
            points[0], points[-1] = points[-1], points[0]
            assert not parses(
                triton.context, [viewed(0, one, memory(shape, as_linear(points)))], path
            ), encoding
            faulty += 1
        if len(statements) == 100 or k == EACH - 1:
            assert parses(triton.context, statements, path), capfd.readouterr().err[:400]
            statements.clear()
    assert faulty > EACH // 100


def padded(draw):
    """Return an encoding of padded memory, and the shape of the memory.

    The encoding lists either the order of dimensions, or a coordinate for each bit of an offset.
    """
    rank = draw.choice((1, 2, 2, 3))
    shape = [1 << draw.randrange(1, 5) for _ in range(rank)]
    intervals = sorted(draw.sample([1 << k for k in range(1, 8)], draw.choice((1, 1, 2))))
    gaps = ", ".join(f"{n}:+{1 << draw.randrange(4)}" for n in intervals)
    if draw.random() < 0.5:
        places = ", ".join(map(str, order(draw, rank)))
        sizes = ", ".join(map(str, shape))
        return f"#ttg.padded_shared<[{gaps}] {{order = [{places}], shape = [{sizes}]}}>", shape
    points = [
        [1 << k if dim == d else 0 for dim in range(rank)]
        for d in range(rank)
        for k in range(shape[d].bit_length() - 1)
    ]
    draw.shuffle(points)
    return f"#ttg.padded_shared<[{gaps}] {{offset = {points}, block = []}}>", shape


def positions(points, gaps, shape):
    """The position of each element, if the elements are stored one after another with padding."""
    found, position = {}, 0
    for offset in range(1 << len(points)):
        if offset:
            position += 1 + sum(pad for interval, pad in gaps if offset % interval == 0)
        at = [0] * len(shape)
        for k, point in enumerate(points):
            if offset >> k & 1:
                at = [x ^ y for x, y in zip(at, point, strict=True)]
        found[tuple(at)] = position
    return found


def test_padded_memory_agrees_with_triton(tmp_path):
    triton, path = Triton(GPUTarget("hip", "gfx950", 64), tmp_path / "module.ttgir"), tmp_path / "m"
    draw = random.Random("padded")
    for _ in range(EACH):
        encoding, shape = padded(draw)
        text = memory(shape, encoding)
        path.write_text(ROTATING % f"    %a = ttg.local_alloc : () -> {text}\n")
        module, values = ir.parse_mlir_module(str(path), triton.context), []
        module.walk(
            lambda op, found=values: (
                found.append(op.get_result(0)) if op.get_name() == "ttg.local_alloc" else None
            )
        )
        theirs = triton.builder.get_gluon_layout_from_memdesc(values[0])
        form = read(text).form
        assert [list(point) for point in form.points] == theirs.offset_bases, text
        assert sorted(form.gaps) == sorted(map(tuple, theirs.interval_padding_pairs)), text
        assert read(repr(theirs), shape=tuple(shape)).form == form, text
        expected = positions(theirs.offset_bases, theirs.interval_padding_pairs, shape)
        layout = form.layout
        assert {at: layout(at) for at in expected} == expected, text
