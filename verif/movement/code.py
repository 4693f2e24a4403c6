"""The code for the layouts and copies of a kernel file: CuTe in C++, or the CuTe DSL in Python."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from spec.composed import AnyLayout, as_composed
from spec.int_tuple import IntTuple, format_int_tuple
from spec.layout import Layout
from spec.named import (
    Made,
    Name,
    added,
    ceiled,
    exact,
    floored,
    multiplied,
    negated,
    remainder,
    subtracted,
)
from spec.parser import Call, Literal
from verif.expression import evaluated_with_tile, read
from verif.finding.code import in_cpp, in_python
from verif.movement.descriptors import major
from verif.movement.model import (
    Global,
    Instruction,
    Kernel,
    Move,
    Operand,
    Shared,
    extents_of,
    names_of,
)
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
        order = _order(kernel, tensor)
        if order == sorted(order):
            yield f"Tensor g{name} = local_tile(m{name}, tile, blk, {_step(kernel, tensor)});"
            continue
        tiler = ", ".join(f"get<{k}>(tile)" for k in order)
        where = ", ".join(f"get<{k}>(blk)" for k in order)
        made = f"make_shape({tiler}), make_coord({where})"
        yield f"Tensor g{name} = local_tile(m{name}, {made});"
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
        order = _order(kernel, tensor)
        tiler, where = (
            f"({', '.join(f'{name}[{k}]' for k in order)}{',' if len(order) == 1 else ''})"
            for name in ("tile", "blk")
        )
        yield f"g{tensor.name} = cute.local_tile(m{tensor.name}, {tiler}, {where})"
    for buffer in kernel.buffers:
        yield f"{buffer.name}_layout = {_dsl_layout(buffer.layout)}"
    majors = {
        move.target.name: major(move)
        for move in kernel.moves
        if move.instruction is not None and move.instruction.name == "descriptor"
    }
    for one in _tiled(kernel):
        yield f"{one.name} = {_dsl_mma(one, majors)}"
    for move in kernel.moves:
        yield from _dsl_move(move)


def _tiled(kernel: Kernel) -> Iterator[Instruction]:
    """Yield the matrix instructions except mmad, which CuTe does not have."""
    return (one for one in kernel.instructions if one.tiled.atom.name != MMAD)


def _apart(move: Move) -> str | None:
    """Return how a step is executed if it is not a tiled copy; None for a tiled copy."""
    given = move.instruction
    if move.unit is not None:
        return f"the unit {move.unit} takes the whole tile"
    if move.by is None:
        return "a bulk copy by TMA of the tile"
    if given is not None and (given.stays or given.only_machine):
        return (
            "the operand stays in shared memory"
            if given.stays
            else f"{given.name}, for which CuTe has no copy atom"
        )
    if move.adds:
        return "each thread adds its elements by atomics"
    memories = [one for one in (move.source, move.target) if isinstance(one, Global | Shared)]
    if not memories:
        return "registers become an operand"
    return None


def _runtime(tensor: Global) -> tuple[str, str]:
    """Return shape and stride of a tensor, as the arguments of make_shape and make_stride."""
    sizes, strides = (
        ",".join(_nested([getattr(mode, name) for mode in modes], make) for modes in tensor.modes)
        for name, make in (("size", "make_shape"), ("stride", "make_stride"))
    )
    return f"({sizes})", f"({strides})"


def _nested(items: list[Any], make: str) -> str:
    written = ",".join(map(_cpp_value, items))
    return written if len(items) == 1 else f"{make}({written})"


_CPP_WORDS: Final = {
    added: "({}+{})",
    subtracted: "({}-{})",
    multiplied: "{}*{}",
    negated: "(-{})",
    exact: "({}/{})",
    floored: "({}/{})",
    ceiled: "ceil_div({},{})",
    remainder: "({}%{})",
}


def _cpp_value(item: Any) -> str:
    """Return the C++ text of an expression that contains names.

    Numbers become CuTe's static integers.

    >>> _cpp_value(Made(multiplied, (16, Made(ceiled, (Name("K"), 8)))))
    'Int<16>{}*ceil_div(K,Int<8>{})'
    """
    match item:
        case Name(name):
            return name
        case Made(make, parts):
            return _CPP_WORDS[make].format(*map(_cpp_value, parts))
        case _:
            return f"Int<{item}>{{}}"


def _order(kernel: Kernel, tensor: Global) -> list[int]:
    """Return the index of each of the tensor's coordinates in the list `kernel.coordinates`."""
    return [kernel.coordinates.index(one) for one in tensor.coordinates]


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


def _dsl_mma(one: Instruction, majors: Mapping[str, str]) -> str:
    sides = ", ".join(
        _dsl_layout(side) if isinstance(side, Layout) else str(side)
        for side in one.tiled.permutation
    )
    atoms = _dsl_layout(one.tiled.atoms)
    op = _dsl_mma_op(one, majors)
    return f"cute.make_tiled_mma({op}, {atoms}, permutation_mnk=({sides}))  # {_atom(one)}"


_MMA: Final = re.compile(
    r"SM(?P<arch>80|90)_\d+x\d+x\d+_(?P<d>F16|F32)(?P<a>F16|BF16)(?P=a)(?:F16|F32)?_(?P<source>TN|SS|RS)"
)


def _dsl_mma_op(one: Instruction, majors: Mapping[str, str]) -> str:
    """Return the DSL expression for an instruction, or the placeholder `op` if it is not known."""
    name, nvgpu = _atom(one), "cute.nvgpu"
    if name.startswith("UniversalFMA"):
        element = {"double": "Float64", "half_t": "Float16"}.get(
            name.partition("<")[2].partition(",")[0], "Float32"
        )
        return f"{nvgpu}.MmaUniversalOp(cutlass.{element})"
    found = _MMA.fullmatch(name)
    if found is None:
        return "op"
    types = f"cutlass.{DSL_TYPES[found['a'].lower()]}, cutlass.{DSL_TYPES[found['d'].lower()]}"
    shape = format_int_tuple(one.tiled.atom.shape)
    if found["arch"] == "80":
        return f"{nvgpu}.warp.MmaF16BF16Op({types}, {shape})"
    source = "SMEM" if found["source"] == "SS" else "RMEM"
    sides = ", ".join(
        f"{nvgpu}.OperandMajorMode.{majors.get(f'{one.name}.{which}', 'K')}" for which in "AB"
    )
    where = f"{nvgpu}.warpgroup.OperandSource.{source}"
    return f"{nvgpu}.warpgroup.MmaF16BF16Op({types}, {shape}, {where}, {sides})"


def _atom(one: Instruction) -> str:
    return one.tiled.atom.name


def _arranged(move: Move) -> tuple[AnyLayout, AnyLayout] | None:
    """Return the two layouts in `tiled_copy(thr, val)`, or None if the text is not such a call."""
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
    if apart is not None or move.by is None:
        yield f"# {move.text}: {apart}"
        return
    element = DSL_TYPES.get(move.source.element, move.source.element)
    given = move.instruction
    bits = "" if given is None or given.matrices else f", num_bits_per_copy={given.width}"
    op = f"cute.make_copy_atom({_dsl_op(move)}, cutlass.{element}{bits})"
    arranged = _arranged(move)
    if operand is not None and arranged is None:
        made = f"cute.make_tiled_copy_{operand.which}({op}, {operand.instruction.name})"
    elif arranged is not None:
        thr, val = map(_dsl_layout, arranged)
        made = f"cute.make_tiled_copy_tv({op}, {thr}, {val})"
    elif len(move.threads) == move.by[0].size:
        tile = format_int_tuple(extents_of(move.coordinates))
        made = f"cute.make_tiled_copy({op}, {_dsl_layout(move.by)}, {tile})"
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
