"""Random tiled matrix instructions and copies have the same layouts in CuTe C++ and `spec`.

A C++ program prints the thread-value layouts of tiled instructions with permutations, and of the
copies that load and store their operands. It also prints one thread's parts of plain and swizzled
tensors.
"""

import os
import random

import pytest

from spec import ComposedLayout, Layout, LayoutError, Swizzle, make_ordered_layout, read
from spec.atoms import (
    copy_atom,
    get_layoutA_TV,
    get_layoutB_TV,
    get_layoutC_TV,
    get_layoutD_TV,
    get_layoutS_TV,
    make_tiled_copy,
    make_tiled_copy_A,
    make_tiled_copy_B,
    make_tiled_copy_C,
    make_tiled_copy_C_atom,
    make_tiled_copy_D,
    make_tiled_copy_S,
    mma_atom,
    partition_A,
    partition_B,
    partition_C,
    partition_D,
    partition_S,
    retile,
    tiled_mma,
)
from spec.swizzled import offsets_of
from tests.upstream.real.on_cute_texts import blocks_of

NUMBER = int(os.environ.get("DRAWN", "100")) // 10
"""The number of random cases. A case prints some 25 layouts, and g++ needs about 10 s."""

INSTRUCTIONS = {
    "SM80_16x8x16_F32F16F16F32_TN": ("half_t", "f16"),
    "SM80_16x8x8_F32BF16BF16F32_TN": ("bfloat16_t", "bf16"),
    "SM80_16x8x32_S32S8S8S32_TN": ("int8_t", "s8"),
    "SM80_16x8x8_F32TF32TF32F32_TN": ("float", "f32"),
    "SM80_8x8x4_F64F64F64F64_TN": ("double", "f64"),
    "SM75_16x8x8_F32F16F16F32_TN": ("half_t", "f16"),
}

LOADS = [
    *(f"SM75_U32x{n}_LDSM_N" for n in (1, 2, 4)),
    *(f"SM75_U16x{n}_LDSM_T" for n in (2, 4, 8)),
    *(f"UniversalCopy<uint{n}_t>" for n in (16, 32, 64)),
]
STORES = [
    *(f"SM90_U32x{n}_STSM_N" for n in (1, 2, 4)),
    *(f"SM90_U16x{n}_STSM_T" for n in (2, 4, 8)),
    *(f"UniversalCopy<uint{n}_t>" for n in (16, 32, 64)),
]
PLAIN = [
    *(f"UniversalCopy<uint{n}_t>" for n in (32, 64)),
    *("UniversalCopy<uint128_t>", "DefaultCopy", "SM80_CP_ASYNC_CACHEALWAYS<uint32_t>"),
    "SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>",
]


def typed(tree):
    if isinstance(tree, tuple):
        return f"tuple<{','.join(map(typed, tree))}>"
    if isinstance(tree, Layout):
        return f"Layout<{typed(tree.shape)},{typed(tree.stride)}>"
    return "Underscore" if tree is None else f"Int<{tree}>"


def written(layout):
    if isinstance(layout, ComposedLayout):
        bits, base, shift = vars(layout.swizzle).values()
        inner = typed(layout.layout)
        return f"composition(Swizzle<{bits},{base},{shift}>{{}}, Int<0>{{}}, {inner}{{}})"
    return f"{typed(layout)}{{}}"


def in_some_order(draw, sizes):
    return make_ordered_layout(sizes, tuple(draw.sample(range(len(sizes)), len(sizes))))


def side(draw, least):
    """Draw None, a multiple of `least`, or a layout whose size is a multiple of `least`."""
    form = draw.choice(("none", "size", "size", "layout"))
    size = least * draw.choice((1, 1, 2, 4))
    if form == "layout" and size >= 16:
        return in_some_order(draw, draw.choice(((2, size // 2), (4, size // 8, 2))))
    return None if form == "none" else size


class Drawn:
    """A tiled instruction with its copies, and tensors that are partitioned for one thread.

    The C++ lines of `code` print the layouts of `expected`, in the same order.
    """

    def __init__(self, draw):
        self.code, self.expected = [], []
        name, (element, ours) = draw.choice([*INSTRUCTIONS.items()])
        atom = mma_atom(name)
        sides = draw.choice((1, 2, 4)), draw.choice((1, 2, 4)), draw.choice((1, 1, 1, 2))
        atoms = in_some_order(draw, sides)
        least = [a * b for a, b in zip(atom.shape, sides, strict=True)]
        moved = tuple(side(draw, one) for one in least)
        self.mma = tiled_mma(atom, atoms, moved)
        self.statement = f"make_tiled_mma({name}{{}}, {typed(atoms)}{{}}, {typed(moved)}{{}})"
        self.code.append(f"auto mma = {self.statement};")
        self.thread = draw.randrange(self.mma.threads.size)
        m, n, k = self.mma.shape
        tiles = {"A": (m, k), "B": (n, k), "C": (m, n)}
        functions = {
            "A": (get_layoutA_TV, make_tiled_copy_A, partition_A, LOADS),
            "B": (get_layoutB_TV, make_tiled_copy_B, partition_B, LOADS),
            "C": (get_layoutC_TV, make_tiled_copy_C, partition_C, STORES),
        }
        for operand, (tv, make, partition, names) in functions.items():
            tensor = self.tensor(draw, tiles[operand])
            self.part(f"mma.get_slice(Int<{self.thread}>{{}}).partition_{operand}", tensor)
            self.expected.append(partition(tensor, self.mma, self.thread))
            if operand == "C" and sides[2] > 1:
                continue
            self.show(f"mma.get_layout{operand}_TV()", tv(self.mma))
            drawn = draw.choice(names)
            try:
                copy = make(copy_atom(drawn, ours), self.mma)
            except LayoutError:
                continue
            label = f"copy{operand}"
            made = f"make_tiled_copy_{operand}(Copy_Atom<{drawn}, {element}>{{}}, mma)"
            self.code.append(f"auto {label} = {made};")
            self.copied(label, copy, tensor)
            if operand == "C":
                self.part_of_result(draw.choice(names), element, ours, tensor)
            self.registers(label, copy, partition(tensor, self.mma, self.thread)[0])
        self.plain(draw, element, ours)

    def part_of_result(self, name, element, ours, tensor):
        """Append the smallest tiled copy of C: each thread copies the values of one copy atom."""
        try:
            copy = make_tiled_copy_C_atom(copy_atom(name, ours), self.mma)
        except LayoutError:
            return
        made = f"make_tiled_copy_C_atom(Copy_Atom<{name}, {element}>{{}}, mma)"
        self.code.append(f"auto some = {made};")
        self.copied("some", copy, tensor)

    def plain(self, draw, element, ours):
        """Append a tiled copy made from a thread layout and a value layout.

        Then append the tiled copies that make_tiled_copy_S and make_tiled_copy_D make from this
        copy. Their registers match the source and the destination of the first copy.
        """
        name = draw.choice(PLAIN)
        thr = draw.choice((1, 2, 8, 32)), draw.choice((1, 4, 16))
        val = draw.choice(((1, 8), (8, 1), (2, 4), (1, 16)))
        threads, values = in_some_order(draw, thr), in_some_order(draw, val)
        try:
            copy = make_tiled_copy(copy_atom(name, ours), threads, values)
        except LayoutError:
            return
        atom = f"Copy_Atom<{name}, {element}>{{}}"
        made = f"make_tiled_copy({atom}, {typed(threads)}{{}}, {typed(values)}{{}})"
        self.code.append(f"auto plain = {made};")
        self.thread = draw.randrange(copy.threads)
        self.copied("plain", copy, self.tensor(draw, copy.tile))
        for way, make in (("S", make_tiled_copy_S), ("D", make_tiled_copy_D)):
            other = make(copy.atom, copy)
            self.show(
                f"make_tiled_copy_{way}({atom}, plain).get_layoutS_TV()", get_layoutS_TV(other)
            )

    def tensor(self, draw, tile):
        swizzled = draw.random() < 0.5
        # CuTe slices only those swizzled layouts whose strides are powers of two.
        times = (1, 2) if swizzled else (1, 2, 3)
        layout = in_some_order(draw, tuple(one * draw.choice(times) for one in tile))
        if not swizzled:
            return layout
        return ComposedLayout(Swizzle(draw.randrange(1, 4), draw.randrange(4), 3), 0, layout)

    def show(self, code, expected):
        self.code.append(f"show({code});")
        self.expected.append((expected, 0))

    def part(self, function, tensor):
        pointer = f"make_gmem_ptr(static_cast<int const*>(nullptr)), {written(tensor)}"
        lines = (
            f"auto whole = make_tensor({pointer}); auto part = {function}(whole);",
            'std::printf("%d ", int(&*part.data() - &*whole.data())); show(part.layout());',
        )
        self.code.append("{ " + " ".join(lines) + " }")

    def copied(self, label, copy, tensor):
        self.show(f"{label}.get_layoutS_TV()", get_layoutS_TV(copy))
        self.show(f"{label}.get_layoutD_TV()", get_layoutD_TV(copy))
        for way, partition in (("S", partition_S), ("D", partition_D)):
            self.part(f"{label}.get_slice(Int<{self.thread}>{{}}).partition_{way}", tensor)
            self.expected.append(partition(tensor, copy, self.thread))

    def registers(self, label, copy, part):
        registers = Layout(part.shape)
        self.show(f"{label}.retile({typed(registers)}{{}})", retile(registers, copy))


def parsed(line):
    """Return the printed layout and offset."""
    start, layout = line.split(" ", 1) if line[0].isdigit() else ("0", line)
    return read(layout).value, int(start)


def alike(one, other):
    """Whether two pairs (layout, offset) have modes of equal sizes, and are the same function."""
    (mine, start), (theirs, begin) = one, other
    sizes = [[mode.size for mode in layout] for layout in (mine, theirs)]
    return sizes[0] == sizes[1] and [x + start for x in offsets_of(mine)] == [
        x + begin for x in offsets_of(theirs)
    ]


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    draw = random.Random("tiled atoms")
    tiles = [Drawn(draw) for _ in range(NUMBER)]
    bodies = [" ".join(tile.code) for tile in tiles]
    blocks = blocks_of(bodies, tmp_path_factory.mktemp("tiles"))
    return list(zip(tiles, blocks, strict=True))


def test_tiled_instructions_and_copies_agree_with_cute(drawn):
    compared = 0
    for tile, block in drawn:
        lines = block.splitlines()
        assert len(lines) == len(tile.expected), tile.statement
        for ours, line in zip(tile.expected, lines, strict=True):
            assert alike(ours, parsed(line)), (tile.statement, line, ours)
            compared += 1
    assert compared >= 8 * len(tiles_of(drawn))


def tiles_of(drawn):
    return [tile for tile, _ in drawn]
