"""Random layouts are read back from the prints of CuTe C++ and from the types that g++ prints."""

import os
import random
import subprocess

import pytest

from spec import ComposedLayout, Layout, Swizzle, read, tiled_copy
from spec.modes import modes_of, offsets
from spec.reading.bytes import of_elements
from verif.upstream.cute_cpp import packaged_headers

NUMBER = int(os.environ.get("DRAWN", "2000"))
PROFILES = 25

PREAMBLE = """
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cxxabi.h>
#include <typeinfo>
#include <cute/tensor.hpp>
using namespace cute;
template <class T> void type_of(T const&) {
  int status;
  std::printf("%s\\n", abi::__cxa_demangle(typeid(T).name(), nullptr, nullptr, &status));
}
template <class T> void show(T const& x) { print(x); std::printf("\\n"); }
alignas(4096) static char memory[1 << 16];
"""

ELEMENTS = {"float": 32, "uint16_t": 16, "uint8_t": 8}


class Profile:
    """A random layout with static and dynamic numbers, alone, in a tensor or after a swizzle."""

    def __init__(self, draw):
        self.draw = draw
        self.count = 0
        self.shape = self.tree(2)
        self.sizes = self.count
        self.stride = self.like(self.shape)
        bits = draw.randrange(1, 4)
        self.swizzle = bits, draw.randrange(5), draw.randrange(bits, 5)
        self.form = draw.choice(("layout", "layout", "tensor", "swizzled", "of bytes"))
        self.element = draw.choice([*ELEMENTS])
        if self.form == "of bytes":
            # A swizzle of bytes must not split an element.
            self.swizzle = bits, draw.randrange(2, 5), self.swizzle[2]

    def tree(self, depth):
        if depth == 0 or (depth == 1 and self.draw.random() < 0.5):
            return self.leaf((1, 2, 4, 8, 16, 64))
        return tuple(self.tree(depth - 1) for _ in range(self.draw.randrange(1, 4)))

    def like(self, shape):
        if isinstance(shape, tuple):
            return tuple(map(self.like, shape))
        return self.leaf((0, 1, 2, 8, 64))

    def leaf(self, numbers):
        """Return a static number as text, or the index of a dynamic number."""
        if self.draw.random() < 0.5:
            return f"Int<{self.draw.choice(numbers)}>{{}}"
        self.count += 1
        return f"row[{self.count - 1}]"

    def row(self):
        sizes = [self.draw.choice((1, 2, 3, 5, 8, 64)) for _ in range(self.sizes)]
        return sizes + [self.draw.choice((0, 1, 3, 8, 100)) for _ in range(self.count - self.sizes)]

    def valued(self, tree, row):
        if isinstance(tree, tuple):
            return tuple(self.valued(one, row) for one in tree)
        digits = int("".join(filter(str.isdigit, tree)))
        return row[digits] if tree.startswith("row") else digits

    def expected(self, row):
        layout = Layout(self.valued(self.shape, row), self.valued(self.stride, row))
        if self.form == "swizzled":
            return ComposedLayout(Swizzle(*self.swizzle), 0, layout)
        if self.form == "of bytes":
            swizzle = of_elements(Swizzle(*self.swizzle), ELEMENTS[self.element])
            return ComposedLayout(swizzle, 0, layout)
        return layout

    @property
    def code(self):
        layout = f"make_layout({made('shape', self.shape)}, {made('stride', self.stride)})"
        swizzle = f"Swizzle<{','.join(map(str, self.swizzle))}>{{}}"
        pointer = f"reinterpret_cast<{self.element}*>(memory)"
        match self.form:
            case "tensor":
                return f"make_tensor(make_gmem_ptr({pointer}), {layout})"
            case "swizzled":
                return f"composition({swizzle}, Int<0>{{}}, {layout})"
            case "of bytes":
                smem = f"make_smem_ptr({pointer})"
                return f"make_tensor(make_swizzle_ptr({smem}, {swizzle}), {layout})"
            case _:
                return layout


def made(what, tree):
    if not isinstance(tree, tuple):
        return tree
    return f"make_{what}({', '.join(made(what, one) for one in tree)})"


def program(profiles, rows):
    blocks = []
    for k, (profile, some) in enumerate(zip(profiles, rows, strict=True)):
        width = max(profile.count, 1)
        table = ",".join("{" + ",".join(map(str, row or [0])) + "}" for row in some)
        blocks.append(
            f"static int const V{k}[][{width}] = {{{table}}};\n"
            f"void f{k}() {{ auto L = [](int const* row) {{ (void)row; return {profile.code}; }};\n"
            f"  type_of(L(V{k}[0])); for (auto const& row : V{k}) show(L(row)); }}\n"
        )
    calls = " ".join(f"f{k}();" for k in range(len(profiles)))
    return f"{PREAMBLE}{''.join(blocks)}int main() {{ {calls} }}\n"


def output(program, folder):
    """What a C++ program prints."""
    (folder / "prints.cpp").write_text(program)
    includes = [
        part for path in packaged_headers("4.2.0.0").includes for part in ("-isystem", str(path))
    ]
    command = ["g++", "-std=c++17", "-O0", "-w", *includes, "prints.cpp", "-o", "prints"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return subprocess.run([folder / "prints"], capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    """Return random profiles, rows of dynamic numbers for each profile, and a program's output.

    The program prints the type of each profile, and a layout for each row.
    """
    draw = random.Random("prints")
    profiles = [Profile(draw) for _ in range(PROFILES)]
    rows = [[profile.row() for _ in range(NUMBER // PROFILES)] for profile in profiles]
    lines = output(program(profiles, rows), tmp_path_factory.mktemp("prints"))
    return profiles, rows, iter(lines.splitlines())


def test_prints_and_types_are_read_as_their_values(printed):
    profiles, rows, lines = printed
    for profile, some in zip(profiles, rows, strict=True):
        demangled = read(next(lines))
        names = [one.name for one in demangled.unknowns]
        for row in some:
            expected = profile.expected(row)
            text = next(lines)
            assert read(text).value == expected, text
            assert demangled.at(**dict(zip(names, row, strict=True))) == expected, demangled.text


# Each tiled copy and instruction is a separate type, which g++ compiles in about a second.
TILED = NUMBER // 20

AT_ONCE = 50

INSTRUCTIONS = {
    "SM80_16x8x16_F32F16F16F32_TN": (16, 8, 16),
    "SM80_16x8x8_F32BF16BF16F32_TN": (16, 8, 8),
    "SM80_16x8x32_S32S8S8S32_TN": (16, 8, 32),
    "SM75_16x8x8_F32F16F16F32_TN": (16, 8, 8),
    "UniversalFMA<float>": (1, 1, 1),
}


def compact(draw, shape):
    """Return a compact layout, column-major or row-major, as C++ text and in `spec`."""
    stride = draw.choice(((1, shape[0]), (shape[1], 1)))
    sizes, steps = (", ".join(f"_{n}" for n in one) for one in (shape, stride))
    return f"Layout<Shape<{sizes}>, Stride<{steps}>>{{}}", Layout(shape, stride)


def copied(draw):
    """Draw a tiled copy: its C++ code, and its thread layout, its value layout and its tile."""
    thr = draw.choice((1, 2, 4, 8, 16, 32)), draw.choice((1, 2, 4, 8, 16))
    val = draw.choice((1, 2, 4)), draw.choice((1, 2, 4, 8))
    (threads, by_threads), (values, by_values) = compact(draw, thr), compact(draw, val)
    element = draw.choice(("half_t", "float", "int8_t"))
    copy = f"make_tiled_copy(Copy_Atom<DefaultCopy, {element}>{{}}, {threads}, {values})"
    tile = tuple(a * b for a, b in zip(thr, val, strict=True))
    return copy, (by_threads, by_values, tile)


def side(draw, least):
    """A side of a tile in C++: a multiple n of `least`, or a compact layout of size n."""
    size = least * draw.choice((1, 2))
    if draw.random() < 0.6 or size < 16:
        return f"_{size}"
    a, b, c = draw.choice(((8, 2, size // 16), (4, 4, size // 16)))
    return f"Layout<Shape<_{a}, _{b}, _{c}>, Stride<_1, _{a * c}, _{a}>>"


def multiplied(draw):
    """A tiled instruction in C++."""
    name, (m, n, _) = draw.choice([*INSTRUCTIONS.items()])
    atoms = draw.choice((1, 2, 4)), draw.choice((1, 2, 4))
    if m == 1:
        atoms = draw.choice((4, 16)), draw.choice((4, 16))
    order = draw.choice((f"_1, _{atoms[0]}", f"_{atoms[1]}, _1"))
    layout = f"Layout<Shape<_{atoms[0]}, _{atoms[1]}, _1>, Stride<{order}, _0>>{{}}"
    if draw.random() < 0.4:
        return f"make_tiled_mma({name}{{}}, {layout})"
    tile = f"Tile<{side(draw, m * atoms[0])}, {side(draw, n * atoms[1])}, Underscore>{{}}"
    return f"make_tiled_mma({name}{{}}, {layout}, {tile})"


SEPARATOR = "===="

PREAMBLE_OF_ATOMS = PREAMBLE.replace(
    "#include <cute/tensor.hpp>",
    "#include <cute/atom/mma_atom.hpp>\n#include <cute/atom/copy_atom.hpp>",
)


def blocks_of(statements, folder):
    """Yield the output of each statement. A compiled program has at most `AT_ONCE` statements."""
    for first in range(0, len(statements), AT_ONCE):
        some = statements[first : first + AT_ONCE]
        bodies = "".join(f"void f{k}() {{ {body} }}\n" for k, body in enumerate(some))
        mark = f'std::puts("{SEPARATOR}");'
        calls = " ".join(f"f{k}(); {mark}" for k in range(len(some)))
        text = f"{PREAMBLE_OF_ATOMS}{bodies}int main() {{ {calls} }}\n"
        yield from output(text, folder).split(f"{SEPARATOR}\n")[:-1]


def held_alike(one, other):
    """Whether two thread-value layouts map each thread and each value to the same place."""
    return one.rank == other.rank == 2 and all(
        offsets(modes_of(mine)) == offsets(modes_of(theirs))
        for mine, theirs in zip(one, other, strict=True)
    )


def test_tiled_copies_are_read_as_their_threads_and_values(tmp_path):
    draw = random.Random("copies")
    drawn = [copied(draw) for _ in range(TILED)]
    bodies = [f"auto x = {copy}; type_of(x); show(x);" for copy, _ in drawn]
    for (_, (threads, values, tile)), block in zip(drawn, blocks_of(bodies, tmp_path), strict=True):
        demangled, printed = block.split("\n", 1)
        for text in (demangled, printed):
            found = read(text).value
            assert found.tile == tile, text
            assert held_alike(found.tv, tiled_copy(threads, values)), text


def test_tiled_instructions_are_read_as_their_operands(tmp_path):
    draw = random.Random("instructions")
    drawn = [multiplied(draw) for _ in range(TILED)]
    operands = "".join(
        f"show(x.get_layout{one}_TV());"
        f" show(make_shape(tile_size<{rows}>(x), tile_size<{columns}>(x)));"
        for one, rows, columns in (("A", 0, 2), ("B", 1, 2), ("C", 0, 1))
    )
    bodies = [f"auto x = {mma}; {operands} type_of(x); show(x);" for mma in drawn]
    for block in blocks_of(bodies, tmp_path):
        *theirs, demangled, printed = block.split("\n", 7)
        for text in (demangled, printed):
            found = read(text).value
            for k, ours in enumerate((found.a, found.b, found.c)):
                layout, tile = (read(line).value for line in theirs[2 * k : 2 * k + 2])
                assert held_alike(ours.on(tile), layout), text


SPANS = ("INTER", "SW32", "SW64", "SW128")

SMEM_ATOMS = [
    *(
        f"{space}::Layout_{major}_{span}_Atom"
        for space in ("GMMA", "UMMA")
        for major in ("K", "MN")
        for span in SPANS
    ),
    "UMMA::Layout_MN_SW128_32B_Atom",
]

SMEM_ELEMENTS = (
    *("half_t", "cutlass::bfloat16_t", "float", "tfloat32_t", "double", "float_e4m3_t"),
    *("int8_t", "unsigned char", "float_e2m1_t", "uint4b_t", "cutlass::uint1b_t"),
)


def test_named_layouts_of_shared_memory_are_read_as_cute_defines_them(tmp_path):
    texts = [
        *(f"{name}<{element}>{{}}" for name in SMEM_ATOMS for element in SMEM_ELEMENTS),
        *(f"{name}_Bits{{}}" for name in SMEM_ATOMS if "32B" in name or name[0] == "G"),
        *(
            f"SM90::GMMA::Layout_{span}_Atom<half_t, GMMA::Major::{major}>{{}}"
            for span in SPANS
            for major in ("K", "MN")
        ),
    ]
    bodies = "".join(
        f"void f{k}() {{ type_of({text}); show({text}); }}\n" for k, text in enumerate(texts)
    )
    calls = " ".join(f"f{k}();" for k in range(len(texts)))
    lines = output(f"{PREAMBLE_OF_ATOMS}{bodies}int main() {{ {calls} }}\n", tmp_path).splitlines()
    assert len(lines) == 2 * len(texts) >= 300
    for k, text in enumerate(texts):
        demangled, printed = lines[2 * k : 2 * k + 2]
        found = read(text)
        assert found.kind == "swizzled layout", text
        assert found.value == read(demangled).value == read(printed).value, text
