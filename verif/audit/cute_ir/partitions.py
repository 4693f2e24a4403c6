"""Results of operations on tiled copies and on tiled matrix instructions.

Let TV be the thread-value layout. The value v of thread t in tile r has the offset that the tensor
has at coordinate TV(t, v) of tile r. All values of a thread form the thread's part. A fragment
consists of registers for a part, and a copy may need these registers in another order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import prod
from typing import Any, Final

from spec.compact import make_fragment_like
from spec.composed import ComposedLayout
from spec.composition import composition
from spec.divide import zipped_divide
from spec.int_tuple import format_int_tuple, prefix_product, unflatten
from spec.inverse import right_inverse
from spec.layout import Layout, make_layout
from spec.named import multiplied, names_in
from spec.parser import Expression, Literal
from spec.products import logical_product
from spec.reading.reading import made
from spec.reading.trees import entries
from spec.recast import upcast
from spec.tiled import partition_tv
from verif.audit.cute_ir.fits import composed_parts
from verif.audit.cute_ir.instructions import (
    OPERANDS,
    UnmodeledError,
    atom_values_of,
    operand_of,
    other_side,
    part_of,
    partitioned,
    permuted,
)
from verif.audit.cute_ir.results import Decision, decide
from verif.audit.cute_ir.rows import Row
from verif.audit.cute_ir.swizzled_parts import swizzled_part
from verif.audit.cute_ir.tiles import copy_parts
from verif.audit.cute_ir.types import (
    NotReadError,
    Type,
    is_type,
    leaves,
    mapped,
    parts_of,
    read_type,
)
from verif.audit.statement import Verdict

LANE: Final = 1 << 16
"""The step from lane to lane in the addresses of tensor memory, counted in words of 32 bits."""

WORD: Final = 32
"""The number of bits in a word of tensor memory."""


@dataclass(frozen=True)
class Use:
    """An operation on the tiled type `tiled`, with the types of its tensor and of its result."""

    name: str
    attributes: str
    tiled: str
    one: Type
    told: Type


# The expressions of results


def _partition(use: Use) -> Expression | None:
    return (
        partitioned(part_of(use.name, use.attributes, use.tiled), use.one.form)
        if use.one.layout
        else None
    )


def _partition_shape(use: Use) -> Expression | None:
    """Return a column-major layout with the shape of a thread's part.

    The operation gets the shape of the tensor, but not its strides.
    """
    if use.one.unknowns or use.told.unknowns:
        raise UnmodeledError("the partition of a shape with unknown numbers is not modeled")
    part = part_of(use.name, use.attributes, use.tiled)
    tensor = Layout(use.one.form)
    held, _ = partition_tv(tensor, part.tiler, part.tv, 0)
    if part.permutation:
        of_tensor, _ = partition_tv(permuted(part, tensor), part.tiler, part.tv, 0)
        if _modes(of_tensor) != _modes(held) and _modes(Layout(use.told.form)) == _modes(held):
            raise UnmodeledError(
                "the permutation does not divide the shape: each part of a tensor of this shape has"
                f" shape {format_int_tuple(of_tensor.shape)}"
            )
        held = of_tensor
    return Literal(Layout(held.shape))


def _retile(use: Use) -> Expression | None:
    """Reorder the values of a fragment for a copy with more or fewer values per instruction.

    Source: CuTe atom/copy_atom.hpp, TiledCopy::retile.
    """
    if not isinstance(use.one.form, Layout):
        raise UnmodeledError("the fragment has unknown numbers or a swizzle")
    tv, tiler = copy_parts(use.tiled)
    sides = other_side(use.tiled)
    atom_values = sides.one[1].size if sides is not None else atom_values_of(use.tiled)
    if sides is not None and sides.one[0].stride == 0:
        raise UnmodeledError("the reordering of values from tensor memory is not modeled")
    values = use.one.form[0].size
    tile = tuple(mode.size if isinstance(mode, Layout) else mode for mode in tiler)
    inverse = right_inverse(tv)
    if inverse.size != prod(tile):
        raise UnmodeledError("the threads of the copy do not copy each element exactly once")
    order = upcast(composition(inverse, Layout(tile)), tv[0].size * values)
    held = logical_product(Layout(values), right_inverse(order))
    order_of_values = zipped_divide(held, Layout(atom_values))
    divided = zipped_divide(use.one.form, (values, *(mode.size for mode in order)))
    taken = composition(divided[0], order_of_values)
    return Literal(make_layout(taken, *(divided[1][k] for k in range(1, divided[1].rank))))


def _fragment(use: Use) -> Expression | None:
    """The layout of a part's registers: column-major for C, ordered by strides for A and B."""
    if use.told.pointer is None or use.told.kind != "memref":
        return None
    parts = (use.one.form, None)
    if use.one.layout:
        composed = composed_parts(use.one.form)
        parts = parts_of(composed[2] if composed is not None else use.one.form)
    if parts is None:
        raise NotReadError("expected a layout or a shape")
    shape, stride = parts
    if use.told.pointer.space == "tmem":
        return Literal(_tensor_memory(use.tiled, shape, use.told.pointer.bits))
    if use.told.pointer.space != "rmem":
        raise UnmodeledError(f"a fragment in {use.told.pointer.space} is not modeled")
    if stride is None or operand_of(use.attributes) == OPERANDS["C"]:
        return Literal(made(Layout, shape, _column_major(shape)))
    if any(names_in(shape)):
        raise UnmodeledError("the sizes of the fragment are not known")
    known = [d for d, s in zip(leaves(stride), leaves(shape), strict=True) if s != 1 and d != 0]
    if len(set(map(str, known))) < len(known):
        raise UnmodeledError("a fragment with two modes of the same stride is not modeled")
    if any(names_in(stride)):
        return _fragment_in_any_order(shape, stride, use.told)
    return Literal(make_fragment_like(Layout(shape, stride)))


def _tensor_memory(tiled: str, shape: Any, bits: int) -> Layout:
    """The layout of an operand in tensor memory. A lane holds a row, and tiles lie side by side.

    If two thread blocks share 128 rows, each thread block has 64 rows. Then lanes 64 to 127 hold
    the second half of the columns. Source: CuTe atom/mma_traits_sm100.hpp, tmem_frg.
    """
    modes = entries(shape) or (0,)
    rows, columns = entries(modes[0]) or (0, 0)
    lane = LANE * WORD // bits
    blocks = re.search(r"\bnum_cta\s*=\s*(\d+)", tiled)
    if any(names_in(shape)) or (rows, blocks and blocks[1]) not in (
        (64, "2"),
        (128, "1"),
        (128, "2"),
    ):
        raise UnmodeledError(f"the layout of {rows} rows in tensor memory is not modeled")
    if rows == 64:
        held = Layout((rows, (columns // 2, 2)), (lane, (1, rows * lane)))
        columns //= 2
    else:
        held = Layout((rows, columns), (lane, 1))
    return make_layout(held, *Layout(modes[1:], prefix_product(modes[1:], columns)))


def _fragment_in_any_order(shape: Any, stride: Any, told: Type) -> Expression | None:
    """The layout of a fragment, with the order of modes in the fragment's printed type.

    The order cannot be computed, because it depends on strides that are unknown. Mode 0 comes
    first, as in every fragment, and each element has its own register.
    """
    sizes, steps = entries(shape), entries(stride)
    if isinstance(told.form, Layout) and _modes(told.form) != _modes(Layout(shape)):
        return Literal(Layout(shape))
    if not isinstance(told.form, Layout) or told.form.shape != shape or not sizes or not steps:
        raise UnmodeledError("the order of the registers depends on unknown strides")
    strides = tuple(leaves((entries(told.form.stride) or ())[1:]))
    order = unflatten(tuple(sorted(strides).index(one) for one in strides), sizes[1:])
    assert isinstance(order, tuple)
    first = mapped(steps[0], lambda _: 1)
    return Literal(make_fragment_like(Layout(shape, (first, *order))))


def _modes(layout: Layout) -> list[int]:
    """The size of each mode of a layout."""
    return [mode.size for mode in layout]


def _column_major(shape: Any) -> Any:
    """The column-major strides of a shape: each stride is the product of the sizes before it."""
    strides, size = list[Any](), 1
    for leaf in leaves(shape):
        strides.append(size)
        size = made(multiplied, size, leaf)
    return unflatten(tuple(strides), shape)


_VERDICTS: Final = {
    "same": Verdict.HOLDS,
    "form": Verdict.HOLDS,
    "no": Verdict.FAULT,
    "unclear": Verdict.UNKNOWN,
}

PARTITION: Final = Row(lambda *_: None)
"""The table row for operations whose result has a mode of values, followed by modes of tiles."""

PARTITIONS: Final[Mapping[str, Callable[[Use], Expression | None]]] = {
    "mma.make_fragment": _fragment,
    "tiled.copy.partition_D": _partition,
    "tiled.copy.partition_S": _partition,
    "tiled.copy.retile": _retile,
    "tiled.mma.partition": _partition,
    "tiled.mma.partition_shape": _partition_shape,
}
"""The operations whose first operand is a tiled copy or a tiled instruction."""


def part_decided(
    name: str, attributes: str, operands: tuple[str, ...], result: str, *, prove: bool
) -> Decision | None:
    """Decide whether an operation in `PARTITIONS` has the right result type.

    Return None if the audit makes no statement about the operation.

    Errors: NotReadError, UnmodeledError.
    """
    if len(operands) < 2 or not is_type(operands[1]) or not is_type(result):
        return None
    one, told = read_type(operands[1]), read_type(result)
    expression = PARTITIONS[name](Use(name, attributes, operands[0], one, told))
    if expression is None:
        return None
    if isinstance(one.form, ComposedLayout) and PARTITIONS[name] is _partition:
        thread = read_type(operands[2]).form if len(operands) > 2 else None
        part = part_of(name, attributes, operands[0])
        fit = swizzled_part(part, one.form, told, thread)
        return Decision(_VERDICTS[fit.kind], fit.detail)
    if told.kind == "shape":
        told = replace(told, form=Layout(told.form))
    return decide(PARTITION, expression, (one,), told, prove=prove)
