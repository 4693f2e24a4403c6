"""C++ code generated from kernel files compiles, and prints the layouts derived from the files."""

import pytest

from spec import Layout, read
from spec.composed import ComposedLayout
from tests.sessions import KERNELS
from tests.upstream.real.on_cute_texts import output
from verif.expression import evaluated_with_tile
from verif.expression import read as read_expression
from verif.movement.choosing import with_sought
from verif.movement.code import CPP_TYPES, cute
from verif.movement.loading import load
from verif.movement.model import Operand
from verif.movement.reading import read_kernel

FILES = (
    "gemm_sm80",
    "sgemm_sm80",
    "attention",
    "transpose",
    "gemm_triton",
    "epilogue",
    "blocked_copy",
)


def program(kernel):
    """Return a C++ program: the code generated for a kernel file, then code that prints layouts."""
    names = ", ".join(f"{name} = 256" for name in kernel.sizes.names)
    block = ", ".join("0" if one.in_grid else "_" for one in kernel.coordinates)
    pointers = (f"{CPP_TYPES[one.element]}* ptr_{one.name} = nullptr;" for one in kernel.tensors)
    shown = [f"show({one.name}_layout);" for one in kernel.buffers]
    for one in kernel.instructions:
        shown += [f"show({one.name}.get_layout{which}_TV());" for which in "ABC"]
    shown += [f"show(copy_{move.number + 1}.get_layoutS_TV());" for move in copies(kernel)]
    lines = (f"int {names};", f"auto blk = make_coord({block});", *pointers, *cute(kernel), *shown)
    return "\n".join(
        (
            "#include <cstdio>",
            "#include <cute/tensor.hpp>",
            "using namespace cute;",
            'template <class T> void show(T const& x) { print(x); std::printf("\\n"); }',
            "int main() {",
            *lines,
            "}",
        )
    )


def copies(kernel):
    """Return the copies by `tiled_copy`, except copies to operands of matrix instructions."""
    return [
        move
        for move in kernel.moves
        if move.by_text.startswith("tiled_copy") and not isinstance(move.target, Operand)
    ]


def derived(kernel):
    """Yield the layouts derived from the kernel file, in the order in which C++ prints layouts."""
    yield from (one.layout for one in kernel.buffers)
    for one in kernel.instructions:
        yield from (one.tiled.a.layout, one.tiled.b.layout, one.tiled.c.layout)
    for move in copies(kernel):
        yield evaluated_with_tile(read_expression(move.by_text)).tv


def same(a, b):
    """Whether two layouts have the same type (composed or not), rank, size and function."""
    if isinstance(a, ComposedLayout) != isinstance(b, ComposedLayout):
        return False
    return a.rank == b.rank and a.size == b.size and all(a(i) == b(i) for i in range(a.size))


@pytest.mark.parametrize("name", FILES)
def test_layouts_of_compiled_lines_are_those_of_the_file(name, tmp_path):
    kernel, _ = with_sought(read_kernel(load(KERNELS / f"{name}.kernel.toml")))
    printed = output(program(kernel), tmp_path).splitlines()
    expected = list(derived(kernel))
    assert len(printed) == len(expected) >= 1
    for line, layout in zip(printed, expected, strict=True):
        found = read(line).form
        assert isinstance(found, Layout | ComposedLayout)
        assert same(found, layout), (line, str(layout))
