"""The code for the layouts and copies of a kernel file: CuTe in C++, or the CuTe DSL in Python."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from spec.composed import AnyLayout, as_composed
from spec.int_tuple import IntTuple, format_int_tuple
from spec.layout import Layout
from spec.parser import Call, Literal
from verif.expression import evaluated_with_tile, read
from verif.finding.code import in_cpp, in_python
from verif.movement.model import Global, Instruction, Kernel, Move, Operand, names_of
from verif.movement.reading import MMAD

CPP_TYPES: Final = {
    "f16": "half_t",
    "bf16": "bfloat16_t",
    "f32": "float",
    "f64": "double",
    "s8": "int8_t",
    "s32": "int32_t",
}

DSL_TYPES: Final = {
    "f16": "Float16",
    "bf16": "BFloat16",
    "f32": "Float32",
    "f64": "Float64",
    "s8": "Int8",
    "s32": "Int32",
}

CPP_UINT: Final = {8: "uint8_t", 16: "uint16_t", 32: "uint32_t", 64: "uint64_t", 128: "uint128_t"}


def cute(kernel: Kernel) -> Iterator[str]:
    """Yield the lines of CuTe C++: tensors, tiles, buffers, instructions, copies."""
    tile = ", ".join(f"Int<{one.tile}>{{}}" for one in kernel.coordinates)
    yield f"auto tile = make_shape({tile});  // {', '.join(names_of(kernel.coordinates))}"
    for tensor in kernel.tensors:
        name = tensor.name
        shape, stride = _runtime(tensor)
        layout = f"make_shape{shape}, make_stride{stride}"
        yield f"Tensor m{name} = make_tensor(make_gmem_ptr(ptr_{name}), {layout});"
        yield f"Tensor g{name} = local_tile(m{name}, tile, blk, {_step(kernel, tensor)});"
    for buffer in kernel.buffers:
        yield f"auto {buffer.name}_layout = {cpp_layout(buffer.layout)};"
    for one in _tiled(kernel):
        yield f"TiledMMA {one.name} = {_cpp_mma(one)};"
    for move in kernel.moves:
        yield from _cpp_move(move)


def dsl(kernel: Kernel) -> Iterator[str]:
    """Yield the lines of the CuTe DSL: tiles, buffers, instructions, copies."""
    names = ", ".join(names_of(kernel.coordinates))
    yield f"tile = {format_int_tuple(tuple(one.tile for one in kernel.coordinates))}  # {names}"
    for tensor in kernel.tensors:
        projection = ", ".join(
            "1" if one in tensor.coordinates else "None" for one in kernel.coordinates
        )
        yield f"g{tensor.name} = cute.local_tile(m{tensor.name}, tile, blk, proj=({projection}))"
    for buffer in kernel.buffers:
        yield f"{buffer.name}_layout = {_dsl_layout(buffer.layout)}"
    for one in _tiled(kernel):
        yield f"{one.name} = {_dsl_mma(one)}"
    for move in kernel.moves:
        yield from _dsl_move(move)


def _tiled(kernel: Kernel) -> Iterator[Instruction]:
    """Yield the matrix instructions that threads execute. CuTe has no others."""
    return (one for one in kernel.instructions if one.tiled.atom.name != MMAD)


def _apart(move: Move) -> str | None:
    """Return how a step is executed if it is not a tiled copy; None for a tiled copy."""
    given = move.instruction
    if move.unit is not None:
        return f"the unit {move.unit} takes the whole tile"
    if move.by is None:
        return "a bulk copy by TMA of the tile"
    if given is not None and given.stays:
        return "the operand stays in shared memory"
    return None


def _runtime(tensor: Global) -> tuple[str, str]:
    """Return shape and stride of a tensor as its file writes them."""
    shape, _, stride = tensor.text.partition("):")
    both = (f"{shape})", stride) if stride else (f"({tensor.text.partition(':')[0]})", "(1)")
    return _static(both[0]), _static(both[1])


def _static(text: str) -> str:
    """Return a tuple of names and numbers, with CuTe's static integers for the numbers.

    >>> _static("(M,16*K,1)")
    '(M,Int<16>{}*K,Int<1>{})'
    """
    return re.sub(r"(?<![\w<])\d+", r"Int<\g<0>>{}", text)


def _step(kernel: Kernel, tensor: Global) -> str:
    marks = ("_1" if one in tensor.coordinates else "X" for one in kernel.coordinates)
    return f"Step<{','.join(marks)}>{{}}"


def cpp_layout(layout: AnyLayout) -> str:
    """Return a layout as a C++ expression."""
    whole = as_composed(layout)
    return in_cpp(whole.swizzle, whole.layout)


def _dsl_layout(layout: AnyLayout) -> str:
    whole = as_composed(layout)
    return in_python(whole.swizzle, whole.layout).replace("make_", "cute.make_")


def _cpp_mma(one: Instruction) -> str:
    parts = [f"{_atom(one)}{{}}", cpp_layout(one.tiled.atoms)]
    sides = ",".join(
        cpp_layout(side).removesuffix("{}") if isinstance(side, Layout) else f"Int<{side}>"
        for side in one.tiled.permutation
    )
    return f"make_tiled_mma({', '.join(parts)}, Tile<{sides}>{{}})"


def _dsl_mma(one: Instruction) -> str:
    shape = format_int_tuple(one.tiled.atom.shape)
    sides = ", ".join(
        _dsl_layout(side) if isinstance(side, Layout) else str(side)
        for side in one.tiled.permutation
    )
    atoms = _dsl_layout(one.tiled.atoms)
    return f"cute.make_tiled_mma(op, {atoms}, permutation_mnk=({sides}))  # {_atom(one)} {shape}"


def _atom(one: Instruction) -> str:
    return one.tiled.atom.name


def _arranged(move: Move) -> tuple[AnyLayout, AnyLayout] | None:
    """Return the layouts of threads and values, if the step's text is `tiled_copy(..)`."""
    try:
        call = read(move.by_text)
    except ValueError:
        return None
    if not isinstance(call, Call) or call.name != "tiled_copy" or len(call.args) != 2:
        return None
    found = [
        evaluated_with_tile(one) if not isinstance(one, Literal) else one.value for one in call.args
    ]
    thr, val = (one if isinstance(one, AnyLayout) else Layout(_shape(one)) for one in found)
    return thr, val


def _shape(item: object) -> IntTuple:
    assert isinstance(item, int | tuple)
    return item


def _cpp_move(move: Move) -> Iterator[str]:
    name, element = f"copy_{move.number + 1}", _cpp_type(move)
    operand = move.operand
    apart = _apart(move)
    if apart is not None:
        yield f"// {move.text}: {apart}"
        return
    atom = f"Copy_Atom<{_cpp_atom(move)}, {element}>{{}}"
    arranged = _arranged(move)
    if operand is not None and arranged is None:
        made = f"make_tiled_copy_{operand.which}({atom}, {operand.instruction.name})"
    elif arranged is not None:
        made = f"make_tiled_copy({atom}, {cpp_layout(arranged[0])}, {cpp_layout(arranged[1])})"
    else:
        yield f"// {move.text}: by the thread-value layout {move.by}"
        return
    yield f"TiledCopy {name} = {made};  // {move.text}"


def _dsl_move(move: Move) -> Iterator[str]:
    name = f"copy_{move.number + 1}"
    operand = move.operand
    apart = _apart(move)
    if apart is not None:
        yield f"# {move.text}: {apart}"
        return
    element = DSL_TYPES.get(move.source.element, move.source.element)
    op = f"cute.make_copy_atom({_dsl_op(move)}, cutlass.{element})"
    arranged = _arranged(move)
    if operand is not None and arranged is None:
        made = f"cute.make_tiled_copy_{operand.which}({op}, {operand.instruction.name})"
    elif arranged is not None:
        thr, val = map(_dsl_layout, arranged)
        made = f"cute.make_tiled_copy_tv({op}, {thr}, {val})"
    else:
        yield f"# {move.text}: by the thread-value layout {move.by}"
        return
    yield f"{name} = {made}  # {move.text}"


def _cpp_type(move: Move) -> str:
    element = move.target.element if isinstance(move.source, Operand) else move.source.element
    return CPP_TYPES.get(element, element)


def _cpp_atom(move: Move) -> str:
    given = move.instruction
    if given is None:
        return "DefaultCopy"
    if given.matrices:
        store = given.name.startswith("st")
        count, way = given.matrices, "T" if given.is_transposed else "N"
        unit = f"U16x{2 * count}" if given.is_transposed else f"U32x{count}"
        return f"SM90_{unit}_STSM_{way}" if store else f"SM75_{unit}_LDSM_{way}"
    assert given.width is not None
    unit = CPP_UINT[given.width]
    if given.name.startswith("cp.async"):
        zero = "_ZFILL" if given.fills_zero else ""
        kind = "CACHEGLOBAL" if given.width == 128 else "CACHEALWAYS"
        return f"SM80_CP_ASYNC_{kind}{zero}<{unit}>"
    return f"UniversalCopy<{unit}>"


def _dsl_op(move: Move) -> str:
    given = move.instruction
    if given is None:
        return "cute.nvgpu.CopyUniversalOp()"
    if given.matrices:
        op = "StMatrix8x8x16bOp" if given.name.startswith("st") else "LdMatrix8x8x16bOp"
        return f"cute.nvgpu.warp.{op}({given.is_transposed}, {given.matrices})"
    if given.name.startswith("cp.async"):
        return "cute.nvgpu.cpasync.CopyG2SOp()"
    return "cute.nvgpu.CopyUniversalOp()"
