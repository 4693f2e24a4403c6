"""Code from `kernel --as dsl` runs in the CuTe DSL and makes the layouts of the kernel file."""

import os
import subprocess
import sys

import pytest

from spec import read
from spec.atoms import (
    copy_atom,
    get_layoutD_TV,
    get_layoutS_TV,
    make_tiled_copy_A,
    make_tiled_copy_B,
    make_tiled_copy_C,
)
from spec.modes import modes_of, offsets
from tests.audit.peers.asking import require
from tests.sessions import KERNELS
from verif.expression import evaluated_with_tile
from verif.expression import read as read_expression
from verif.movement.choosing import with_sought
from verif.movement.code import dsl
from verif.movement.loading import load
from verif.movement.model import extents_of
from verif.movement.reading import read_kernel

FILES = (
    *("sgemm_sm80", "gemm_sm80", "gemm_sm90", "attention"),
    *("transpose", "reduction", "gemm_triton", "epilogue"),
)
"""Kernels whose steps are all executed by threads.

For a step that another unit of the machine executes, `--as dsl` prints only a comment.
"""

MAKE = {"A": make_tiled_copy_A, "B": make_tiled_copy_B, "C": make_tiled_copy_C}


def program(lines, shown):
    """Return a CuTe DSL program that traces `lines` and prints each expression of `shown`."""
    body = "\n    ".join((*lines, *(f'print("shown", {one})' for one in shown)))
    return f"import cutlass\nfrom cutlass import cute\n\n@cute.jit\ndef f():\n    {body}\n\nf()\n"


def derived(kernel, lines):
    """Yield expressions of the DSL, each with its layout according to the kernel file."""
    for one in kernel.buffers:
        yield f"{one.name}_layout", one.layout
    for one in kernel.instructions:
        for which, operand in zip("ABC", (one.tiled.a, one.tiled.b, one.tiled.c), strict=True):
            yield f"{one.name}.tv_layout_{which}_tiled", operand.layout
    for move in kernel.moves:
        name = f"copy_{move.number + 1}"
        if not any(line.startswith(f"{name} = ") for line in lines):
            continue
        operand, given = move.operand, move.instruction
        if given is not None and given.matrices:
            copy = MAKE[operand.which](
                copy_atom(given.name, move.source.element), operand.instruction.tiled
            )
            is_store = given.name.startswith("st")
            side = get_layoutS_TV if is_store else get_layoutD_TV
            yield f"{name}.layout_{'src' if is_store else 'dst'}_tv_tiled", side(copy)
        elif move.by_text.startswith("tiled_copy"):
            yield f"{name}.layout_tv_tiled", evaluated_with_tile(read_expression(move.by_text)).tv
        elif operand is not None and move.by == operand.layout:
            tiled = operand.instruction.tiled
            own = {"A": tiled.a, "B": tiled.b, "C": tiled.c}[operand.which]
            yield f"{name}.layout_tv_tiled", own.layout
        else:
            yield f"{name}.layout_tv_tiled", move.by


def tensors(kernel):
    """Yield lines that define the tensors and the block used in the code of `--as dsl`."""
    blocks = ", ".join("0" if one.in_grid else "None" for one in kernel.coordinates)
    yield f"blk = ({blocks},)"
    for one in kernel.tensors:
        shape = tuple(2 * extent for extent in extents_of(one.coordinates))
        yield f"m{one.name} = cute.make_identity_tensor({shape})"


def functions(layout):
    """Return the offsets of each mode of the layout.

    If the layout is swizzled, return the swizzle, and the offsets before the swizzle is applied.
    """
    if hasattr(layout, "swizzle"):
        return layout.swizzle, offsets(modes_of(layout.layout))
    return [offsets(modes_of(mode)) for mode in layout]


@pytest.mark.parametrize("name", FILES)
def test_layouts_in_the_dsl_are_those_of_the_file(name, tmp_path):
    require("cutlass.cute")
    kernel, _ = with_sought(read_kernel(load(KERNELS / f"{name}.kernel.toml")))
    lines = list(dsl(kernel))
    expected = list(derived(kernel, lines))
    tiles = [f"cute.size(g{one.name}, mode=[0])" for one in kernel.tensors]
    shown = [*(text for text, _ in expected), *tiles]
    file = tmp_path / "lines.py"
    file.write_text(program((*tensors(kernel), *lines), shown))
    arch = {"CUTE_DSL_ARCH": "sm_90a"} if name == "gemm_sm90" else {}
    done = subprocess.run(
        [sys.executable, file],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, **arch},
    )
    assert done.returncode == 0, done.stderr[-2000:]
    printed = [x.removeprefix("shown ") for x in done.stdout.splitlines() if x.startswith("shown ")]
    assert len(printed) == len(shown)
    for line, (text, layout) in zip(printed, expected, strict=False):
        assert functions(read(line).value) == functions(layout), (text, line, str(layout))
    for line, tensor in zip(printed[len(expected) :], kernel.tensors, strict=True):
        assert int(line) == tensor.coordinates[0].tile
    assert expected


@pytest.mark.parametrize("name", FILES)
def test_operands_in_memory_have_no_tiled_copy(name):
    kernel = read_kernel(load(KERNELS / f"{name}.kernel.toml"))
    lines = list(dsl(kernel))
    for move in kernel.moves:
        if move.instruction is not None and move.instruction.stays:
            assert any(line.startswith(f"# {move.text}: ") for line in lines)
