"""Generate random TTGIR that stores, loads and converts tensors with random layouts."""

import random
from itertools import pairwise

TARGETS = {"cuda:80": 32, "cuda:90": 32, "hip:gfx942": 64, "hip:gfx1201": 32}
"""The targets, with the number of threads in a warp."""

ACCESSES = {
    "ttg.local_load": (("results", 0), ("operands", 0)),
    "ttg.local_store": (("operands", 0), ("operands", 1)),
    "ttg.local_alloc": (("operands", 0), ("results", 0)),
}
"""For each operation: which operand or result is the tensor, and which is the memory."""

ELEMENTS = ("f16", "f32", "i8", "bf16", "i64")


class Draw:
    """Generates encodings for one target and one number of warps."""

    def __init__(self, seed, target):
        self.random = random.Random(f"{seed} {target}")
        self.target, self.threads = target, TARGETS[target]
        self.warps = self.random.choice((1, 2, 4, 8))

    def parts(self, size, rank):
        """Draw `rank` powers of two whose product is the size."""
        cuts = sorted(self.random.randint(0, size.bit_length() - 1) for _ in range(rank - 1))
        bits = [b - a for a, b in pairwise((0, *cuts, size.bit_length() - 1))]
        return [1 << n for n in bits]

    def order(self, rank):
        return self.random.sample(range(rank), rank)

    def shape(self, rank=None):
        """Draw a shape of at least 2 elements, because Gluon has no memory of one element."""
        rank = rank or self.random.choice((1, 2, 2, 2, 3))
        sizes = [1 << self.random.randint(0, 12 // rank) for _ in range(rank)]
        return sizes if any(size > 1 for size in sizes) else [2] * rank

    def blocked(self, shape):
        rank = len(shape)
        numbers = {
            "sizePerThread": [1 << self.random.randint(0, 2) for _ in shape],
            "threadsPerWarp": self.parts(self.threads, rank),
            "warpsPerCTA": self.parts(self.warps, rank),
            "order": self.order(rank),
        }
        return f"#ttg.blocked<{{{_pairs(numbers)}}}>"

    def slice(self, shape):
        dim = self.random.randint(0, len(shape))
        parent = self.blocked([*shape[:dim], 1, *shape[dim:]])
        return f"#ttg.slice<{{dim = {dim}, parent = {parent}}}>"

    def linear(self, shape):
        """Map each bit of a register, lane or warp number to one bit of one index, or to 0."""
        points = _units(shape)
        self.random.shuffle(points)
        bases = {"register": [], "lane": [], "warp": [], "block": []}
        for name, size in (("lane", self.threads), ("warp", self.warps)):
            for _ in range(size.bit_length() - 1):
                bases[name].append(points.pop() if points else [0] * len(shape))
            self.random.shuffle(bases[name])
        bases["register"] = points
        return f"#ttg.linear<{{{_pairs(bases)}}}>"

    def mma_v2(self, shape):
        numbers = {"versionMajor": 2, "versionMinor": 0}
        numbers["warpsPerCTA"] = self.parts(self.warps, 2)
        numbers["instrShape"] = [16, 8]
        return f"#ttg.nvidia_mma<{{{_pairs(numbers)}}}>"

    def mma_v3(self, shape):
        self.warps = max(4, self.warps)
        numbers = {"versionMajor": 3, "versionMinor": 0}
        numbers["warpsPerCTA"] = [4, self.warps // 4]
        numbers["instrShape"] = [16, self.random.choice((8, 16, 32, 64, 128)), 16]
        return f"#ttg.nvidia_mma<{{{_pairs(numbers)}}}>"

    def mfma(self, shape):
        numbers = {"version": 3, "warpsPerCTA": self.parts(self.warps, 2)}
        numbers["instrShape"] = self.random.choice(([32, 32, 8], [16, 16, 16]))
        numbers["isTransposed"] = self.random.choice((True, False))
        if self.random.random() < 0.1:
            numbers |= {"instrShape": [16, 16, 4], "elementBitWidth": 64}
        if self.random.random() < 0.3:
            numbers["tilesPerWarp"] = [1 << self.random.randint(0, 1) for _ in range(2)]
        return f"#ttg.amd_mfma<{{{_pairs(numbers)}}}>"

    def wmma(self, shape):
        self.warps = max(2, self.warps)
        warps = _units(self.parts(self.warps, 2))
        numbers = {"version": 2, "isTranspose": self.random.choice((True, False))}
        return f"#ttg.amd_wmma<{{{_pairs(numbers)}, ctaLayout = {{warp = {warps}}}}}>"

    def operand(self, shape):
        """Draw the encoding of a matrix product's operand, with a random encoding as parent."""
        kinds = {
            "cuda:80": ((self.mma_v2, (1, 2, 4)),),
            "cuda:90": ((self.mma_v2, (1, 2, 4)), (self.mma_v3, (1, 2, 4))),
            "hip:gfx942": ((self.mfma, (2, 4, 8)),),
            "hip:gfx1201": ((self.wmma, (8,)),),
        }
        if self.random.random() < 0.2:
            return self.of_parent(self.random.choice((0, 1)), self.blocked(shape), None)
        parent, widths = self.random.choice(kinds[self.target])
        index = 0 if parent == self.mma_v3 else self.random.choice((0, 1))
        return self.of_parent(index, parent(shape), self.random.choice(widths))

    def of_parent(self, index, parent, width):
        more = f", kWidth = {width}" if width is not None else ""
        return f"#ttg.dot_op<{{opIdx = {index}, parent = {parent}{more}}}>"

    def matrix(self, shape):
        kinds = {
            "cuda:80": (self.mma_v2,),
            "cuda:90": (self.mma_v2, self.mma_v3),
            "hip:gfx942": (self.mfma,),
            "hip:gfx1201": (self.wmma,),
        }
        return self.random.choice(kinds[self.target])(shape)

    def swizzled(self, shape, bits):
        numbers = {
            "vec": 1 << self.random.randint(0, 4),
            "perPhase": 1 << self.random.randint(0, 2),
            "maxPhase": 1 << self.random.randint(0, 4),
            "order": self.order(len(shape)),
        }
        return f"#ttg.swizzled_shared<{{{_pairs(numbers)}}}>"

    def nvmma(self, shape, bits):
        turned = self.random.random() < 0.3 and len(shape) == 2
        inner = (shape[-2] if turned else shape[-1]) * bits // 8
        width = self.random.choice([w for w in (0, 32, 64, 128) if w <= inner])
        numbers = {"swizzlingByteWidth": width, "transposed": turned, "elementBitWidth": bits}
        if len(shape) != 2:
            numbers["rank"] = len(shape)
        return f"#ttg.nvmma_shared<{{{_pairs(numbers)}}}>"

    def shared_linear(self, shape, bits):
        """Map each offset bit to a unit point XORed with the points of at most 2 lower bits."""
        points = _units(shape)
        self.random.shuffle(points)
        for k, point in enumerate(points):
            for before in self.random.sample(points[:k], min(k, self.random.choice((0, 0, 1, 2)))):
                point[:] = [a ^ b for a, b in zip(point, before, strict=True)]
        return f"#ttg.shared_linear<{{offset = {points}}}, alignment = 16>"

    def padded(self, shape, bits):
        interval = 1 << self.random.randint(3, 6)
        sizes = {"order": self.order(len(shape)), "shape": shape}
        return f"#ttg.padded_shared<[{interval}:+{128 // bits}] {{{_pairs(sizes)}}}>"


REGISTERS = ("blocked", "slice", "linear", "matrix", "operand")
MEMORY = ("swizzled", "nvmma", "shared_linear")
RANKS = {"matrix": 2, "operand": 2}


def text_of(seed, target, family, memory="swizzled"):
    """Return a text that stores, loads and converts a tensor with a random layout."""
    draw = Draw(f"{family} {memory} {seed}", target)
    shape = draw.shape(RANKS.get(family))
    if memory == "nvmma" and len(shape) < 2:
        shape = draw.shape(2)
    element = draw.random.choice(ELEMENTS[:3] if memory == "nvmma" else ELEMENTS)
    bits = int(element.lstrip("bfi"))
    if memory == "nvmma":
        # TMA needs at least 8 rows of 16 bytes.
        shape = [*shape[:-2], *(max(side, 128 // bits, 8) for side in shape[-2:])]
    encoding = getattr(draw, family)(shape)
    other = draw.linear(shape) if draw.random.random() < 0.5 else draw.blocked(shape)
    sizes = "x".join(map(str, shape))
    before, after = (f"tensor<{sizes}x{element}, {one}>" for one in (encoding, other))
    kept = f"!ttg.memdesc<{sizes}x{element}, {getattr(draw, memory)(shape, bits)},"
    kept += " #ttg.shared_memory, mutable>"
    return f"""\
module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = {draw.warps} : i32,\
 ttg.target = "{target}", "ttg.threads-per-warp" = {draw.threads} : i32}} {{
  tt.func public @f(%x: {before}) {{
    %m = ttg.local_alloc %x : ({before}) -> {kept}
    %y = ttg.local_load %m : {kept} -> {after}
    ttg.local_store %y, %m : {after} -> {kept}
    %z = ttg.convert_layout %x : {before} -> {after}
    tt.return
  }}
}}
"""


def texts(each, first=0):
    """Return random texts for every pair of a target and a family of register layouts.

    `each` is the number of texts per pair. The texts alternate between the kinds of memory.
    """
    return [
        text_of(seed, target, family, MEMORY[seed % len(MEMORY)])
        for target in TARGETS
        for family in REGISTERS
        for seed in range(first, first + each)
    ]


def _units(shape):
    """Return the points in which one index is a power of two and all other indices are 0."""
    return [
        [1 << k if d == e else 0 for e in range(len(shape))]
        for d, size in enumerate(shape)
        for k in range(size.bit_length() - 1)
    ]


def _pairs(numbers):
    return ", ".join(f"{name} = {str(value).lower()}" for name, value in numbers.items())
