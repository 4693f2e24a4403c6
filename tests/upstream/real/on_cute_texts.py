"""Random layouts, printed by CuTe C++ and as types by g++, are read as these layouts."""

import os
import random
import subprocess

import pytest

from spec import ComposedLayout, Layout, Swizzle, read
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
    """A shape and stride with static and dynamic numbers, in a tensor or after a swizzle."""

    def __init__(self, draw):
        self.draw = draw
        self.statics = []
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


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    """The random profiles and rows, and the output of the program that prints them."""
    draw = random.Random("prints")
    profiles = [Profile(draw) for _ in range(PROFILES)]
    rows = [[profile.row() for _ in range(NUMBER // PROFILES)] for profile in profiles]
    folder = tmp_path_factory.mktemp("prints")
    (folder / "prints.cpp").write_text(program(profiles, rows))
    includes = [
        part for path in packaged_headers("4.2.0.0").includes for part in ("-isystem", str(path))
    ]
    command = ["g++", "-std=c++17", "-O0", "-w", *includes, "prints.cpp", "-o", "prints"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    out = subprocess.run([folder / "prints"], capture_output=True, text=True, check=True).stdout
    return profiles, rows, iter(out.splitlines())


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
