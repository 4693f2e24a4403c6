"""Check operations whose result type follows from the types of the operands.

`tt.trans`, `tt.reshape`, `tt.join` and `tt.split` rename the registers of a thread, and Triton
compiles these operations to nothing. So the operand's layout and the result's layout must place the
same element in each register of each thread. `tt.expand_dims` and `tt.broadcast` take each element
of the result from a register of the same thread, so this thread must hold the operand's element.
`tt.reduce` leaves a result in each thread that held one of the result's terms, so each such thread
must hold the element of the result.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Final

from spec.int_tuple import format_int_tuple
from spec.reading import Distributed, Encoding, Shared
from spec.reading.distributed import THREADS
from spec.reading.trees import entries
from verif.audit.mlir import Operation
from verif.audit.statement import Verdict
from verif.audit.triton.conversions import first_need
from verif.audit.triton.layouts import PLACES, Decided, columns, element, flat
from verif.audit.triton.program import Program, dot_types
from verif.audit.triton.types import (
    Sized,
    bits_of,
    encoding_of,
    held,
    held_in_older_releases,
    kept,
    pointee,
    sized,
)


@dataclass(frozen=True)
class _Pair:
    """An operation, and the types of its operand and its result."""

    op: Operation
    before: Sized
    after: Sized

    def numbers(self, name: str) -> tuple[int, ...]:
        """The numbers of an attribute such as `order = array<i32: 1, 0>` or `axis = 1 : i32`."""
        found = re.search(
            rf"\b{name} = (?:array<i(?:32|64): ?)?(-?\d+(?:, -?\d+)*)", self.op.attributes
        )
        return tuple(map(int, found[1].split(","))) if found is not None else ()


def following(op: Operation, program: Program) -> Iterator[Decided]:
    """The statements about an operation whose result type must follow from its operands."""
    if op.name in _DOTS:
        yield from _of_dot(op)
        return
    check = _CHECKS.get(op.name)
    before = sized(op.operand_types[0]) if op.operand_types else program.kind_of(op, 0)
    after = sized(op.result_types[0]) if op.result_types else None
    if check is None or before is None or after is None:
        return
    pair = _Pair(op, before, after)
    claim = f"the type of the result of {op.name} follows from the type of its operand"
    fault = check(pair)
    if fault is None:
        return
    if isinstance(fault, _Undecided):
        yield claim, Verdict.UNKNOWN, fault.reason, ""
    else:
        yield claim, Verdict.FAULT if fault else Verdict.HOLDS, fault, ""


@dataclass(frozen=True)
class _Undecided:
    """Why no verdict is given."""

    reason: str


_Moving = Callable[[tuple[int, ...]], tuple[int, ...]]
"""The map from an element of the operand to its place in the result, or the reverse."""

_Checked = str | _Undecided | None
"""A fault, '' if the operation is right, or None if nothing is stated about the operation."""


def _sizes(shape: Sequence[int]) -> str:
    return format_int_tuple(tuple(shape))


def _same(
    before: Distributed | None,
    after: Distributed | None,
    of: _Moving,
) -> _Checked:
    """Check that each register that holds x in the layout `before` holds `of(x)` in `after`."""
    if before is None or after is None:
        return None
    for name in PLACES:
        old, new = tuple(map(of, before.of(name))), after.of(name)
        if name == "register" and len(old) != len(new):
            return f"a thread has {1 << len(old)} registers before and {1 << len(new)} after"
        for bit in range(max(len(old), len(new))):
            must = old[bit] if bit < len(old) else (0,) * len(after.shape)
            found = new[bit] if bit < len(new) else (0,) * len(after.shape)
            if must != found:
                return (
                    f"{name} {1 << bit} must hold element {_sizes(must)} of the result, but the"
                    f" layout of the result has {_sizes(found)} there"
                )
    return ""


def _in_some_release(
    before: Sized,
    after: Sized,
    check: Callable[[Distributed | None, Distributed | None], _Checked],
) -> _Checked:
    """Check the layouts of today's Triton. If they are wrong, check the layouts of older releases.

    A text does not say which release wrote it, and the releases differ in registers that only
    repeat elements. So a fault is reported only if today's and the older layouts are both wrong.
    """
    found = check(held(before), held(after))
    if isinstance(found, str) and found:
        older = check(held_in_older_releases(before), held_in_older_releases(after))
        return found if older else ""
    return found


def _trans(pair: _Pair) -> _Checked:
    before, after = pair.before, pair.after
    order = pair.numbers("order")
    if not order:
        # In Triton 2, the operation has no order and swaps two dimensions.
        if len(before.shape) != 2:
            return _Undecided("the operation does not print the order of the dimensions")
        order = (1, 0)
    if sorted(order) != list(range(len(before.shape))):
        return f"order {_sizes(order)} is not a permutation of the {len(before.shape)} dimensions"
    shape = tuple(before.shape[d] for d in order)
    if shape != after.shape or before.element != after.element:
        return f"the result must be {_sizes(shape)} of {before.element}"
    if before.is_memory or kept(before) is not None:
        return _same_memory(pair, order)

    def of(point: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(point[d] for d in order)

    return _in_some_release(before, after, lambda old, new: _same(old, new, of))


def _same_memory(pair: _Pair, order: Sequence[int]) -> _Checked:
    """Check that a transposition leaves each element of a buffer at its offset."""
    old, new = kept(pair.before), kept(pair.after)
    if old is None or new is None:
        return None
    # The layout covers only the last dimensions. The dimensions before them are indices of buffers,
    # which must not be permuted.
    more = len(order) - len(old.shape)
    if any(order[k] != k for k in range(more)):
        return _Undecided("the operation also permutes buffers")
    inner = [d - more for d in order[more:]]

    def of(point: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(point[d] for d in inner)

    return _at_same_offsets(old, new, of)


def _at_same_offsets(old: Shared, new: Shared, of: _Moving) -> str:
    must = tuple(map(of, old.points))
    if old.gaps != new.gaps:
        return f"the padding was {old.gaps} and is {new.gaps}"
    for bit in range(max(len(must), len(new.points))):
        a = must[bit] if bit < len(must) else None
        b = new.points[bit] if bit < len(new.points) else None
        if a != b:
            return (
                f"at offset {1 << bit}, the result must have"
                f" {f'element {_sizes(a)}' if a else 'no element'}, but its type has"
                f" {f'element {_sizes(b)}' if b else 'no element'}"
            )
    return ""


def _reshape(pair: _Pair) -> _Checked:
    before, after = pair.before, pair.after
    if before.elements != after.elements or before.element != after.element:
        return f"the result must have {before.elements} elements of {before.element}"
    if re.search(r"\ballow_reorder\b", pair.op.attributes):
        return None

    def of(point: tuple[int, ...]) -> tuple[int, ...]:
        return element(flat((point,), before.shape)[0], after.shape)

    if before.is_memory:
        old, new = kept(before), kept(after)
        if old is None or new is None:
            return None
        if old.shape != before.shape or new.shape != after.shape:
            return _Undecided("the buffer is a part of an allocation, or one of several buffers")
        return _at_same_offsets(old, new, of)
    return _in_some_release(before, after, lambda old, new: _same(old, new, of))


def _expand_dims(pair: _Pair) -> _Checked:
    axis = pair.numbers("axis")
    before, after = pair.before, pair.after
    if len(axis) != 1 or not 0 <= axis[0] <= len(before.shape):
        return "the axis is not one of the result's dimensions"
    (d,) = axis
    shape = (*before.shape[:d], 1, *before.shape[d:])
    if shape != after.shape or before.element != after.element:
        return f"the result must be {_sizes(shape)} of {before.element}"
    return _findable(held(after), held(before), lambda point: point[:d] + point[d + 1 :])


def _broadcast(pair: _Pair) -> _Checked:
    before, after = pair.before, pair.after
    if len(before.shape) != len(after.shape) or before.element != after.element:
        return "the result must have the operand's element type and number of dimensions"
    if any(a not in (1, b) for a, b in zip(before.shape, after.shape, strict=True)):
        return f"{_sizes(before.shape)} cannot be repeated to {_sizes(after.shape)}"

    def of(point: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(x if size > 1 else 0 for x, size in zip(point, before.shape, strict=True))

    return _findable(held(after), held(before), of)


def _reduce(pair: _Pair) -> _Checked:
    axis = pair.numbers("axis")
    before, after = pair.before, pair.after
    if len(axis) != 1 or not 0 <= axis[0] < len(before.shape):
        return "the axis is not one of the operand's dimensions"
    (d,) = axis
    shape = before.shape[:d] + before.shape[d + 1 :]
    if shape != after.shape:
        return f"the result must be {_sizes(shape)}"
    # Each thread that holds a term of a sum must hold the element of the result.
    old, new = held(before), held(after)
    if old is None or new is None:
        return None
    return _findable(
        Distributed(
            tuple(
                (name, tuple(point[:d] + point[d + 1 :] for point in points))
                for name, points in old.bases
            ),
            shape,
        ),
        new,
        lambda point: point,
    )


def _findable(
    needing: Distributed | None,
    having: Distributed | None,
    of: _Moving,
) -> _Checked:
    """Check that each thread has the elements that it needs.

    If the thread holds the element x in the layout `needing`, it must hold the element `of(x)` in
    the layout `having`.
    """
    if needing is None or having is None:
        return None
    need = first_need(
        columns(having, "register"),
        {name: flat(tuple(map(of, needing.of(name))), having.shape) for name in PLACES},
        {name: columns(having, name) for name in THREADS},
    )
    if need is None:
        return ""
    name, bit, number = need
    place = _sizes(element(number, having.shape))
    return f"{name} {1 << bit} needs element {place}, which its thread does not have"


def _join(pair: _Pair) -> _Checked:
    before, after = pair.before, pair.after
    shape = (*before.shape, 2)
    if shape != after.shape or before.element != after.element:
        return f"the result must be {_sizes(shape)} of {before.element}"
    return _in_some_release(before, after, _of_halves)


def _split(pair: _Pair) -> _Checked:
    before, after = pair.before, pair.after
    if before.shape != (*after.shape, 2) or before.element != after.element:
        return f"the operand must be {_sizes((*after.shape, 2))} of {after.element}"
    return _in_some_release(after, before, _of_halves)


def _of_halves(half: Distributed | None, whole: Distributed | None) -> _Checked:
    """Check that `half` is `whole` without one register bit, which selects one of two halves."""
    if half is None or whole is None:
        return None
    last = (*(0,) * len(half.shape), 1)
    registers = whole.of("register")
    if registers.count(last) != 1:
        return f"one bit of the register number must map to element {_sizes(last)}"
    place = registers.index(last)
    rest = registers[:place] + registers[place + 1 :]
    bases = tuple((name, rest if name == "register" else points) for name, points in whole.bases)
    return _same(half, Distributed(bases, whole.shape), lambda point: (*point, 0))


def _convert(pair: _Pair) -> _Checked:
    """Check that a copy or conversion keeps the shape and the element type."""
    before, after = pair.before, pair.after
    if before.shape != after.shape:
        return f"the shapes {_sizes(before.shape)} and {_sizes(after.shape)} must agree"
    if before.element != after.element:
        return f"the elements {before.element} and {after.element} must agree"
    return None


def _copy(pair: _Pair) -> _Checked:
    """Check an asynchronous copy from pointers to memory."""
    element = pointee(pair.before.element)
    if element is not None and element != pair.after.element:
        return f"the elements {element} and {pair.after.element} must agree"
    if pair.before.shape != pair.after.shape:
        return f"the shapes {_sizes(pair.before.shape)} and {_sizes(pair.after.shape)} must agree"
    return None


def _in_thread(pair: _Pair) -> _Checked:
    """Check a transposition of the registers of each thread."""
    if pair.before.shape != pair.after.shape or pair.before.element != pair.after.element:
        return f"the result must be {_sizes(pair.before.shape)} of {pair.before.element}"
    return _findable(held(pair.after), held(pair.before), lambda point: point)


def _range(op: Operation) -> str | None:
    found = re.search(r"end = (-?\d+) : i32, start = (-?\d+)", op.attributes)
    kind = sized(op.result_types[0]) if op.result_types else None
    if found is None or kind is None:
        return None
    size = int(found[1]) - int(found[2])
    return "" if kind.shape == (size,) else f"{size} numbers need a tensor of {size} elements"


def _index(pair: _Pair) -> _Checked:
    before, after = pair.before, pair.after
    if before.shape[1:] != after.shape and before.shape[1:] != (1, *after.shape):
        return f"a buffer of {_sizes(before.shape)} must be {_sizes(before.shape[1:])}"
    return _same_encoding(pair)


def _subslice(pair: _Pair) -> _Checked:
    before, after = pair.before, pair.after
    found = re.search(r"\[([-\d, ]+)\]", pair.op.attributes)
    starts = tuple(map(int, found[1].split(","))) if found is not None else ()
    if len(after.shape) != len(before.shape):
        return "a part must have as many dimensions as the whole"
    if len(starts) == len(before.shape) and any(
        start < 0 or start + part > size
        for start, part, size in zip(starts, after.shape, before.shape, strict=True)
    ):
        return f"{_sizes(after.shape)} at {_sizes(starts)} goes beyond {_sizes(before.shape)}"
    if after.allocated[-len(before.allocated) :] != before.allocated[-len(after.allocated) :]:
        return f"the allocation was {_sizes(before.allocated)}, and is {_sizes(after.allocated)}"
    return _same_encoding(pair)


def _same_encoding(pair: _Pair) -> _Checked:
    before, after = pair.before, pair.after
    if before.element != after.element:
        return f"the elements {before.element} and {after.element} must agree"
    if before.encoding != after.encoding and encoding_of(before) != encoding_of(after):
        return "a part must have the encoding of the whole"
    return ""


def _reinterpret(pair: _Pair) -> _Checked:
    before, after = (
        prod(kind.shape) * (bits_of(kind.element) or 0) for kind in (pair.before, pair.after)
    )
    if not before or not after:
        return None
    return None if after <= before else f"{before} bits cannot be read as {after} bits"


def _of_dot(op: Operation) -> Iterator[Decided]:
    """The statement about the shapes and the encodings of the two factors of a dot."""
    types = dot_types(op)
    result = sized(op.result_types[0]) if op.result_types else None
    if len(types) != 2 or result is None:
        return
    a, b = map(sized, types)
    if a is None or b is None:
        return
    is_scaled = op.name == "tt.dot_scaled"
    what = "encodings" if is_scaled else "shapes and encodings"
    claim = f"the operands of {op.name} have the {what} of its result"
    fault = "" if is_scaled else _product(a, b, result)
    for index, kind in enumerate((a, b)):
        fault = fault or _operand(index, kind, result, is_packed=_is_packed(op, index, kind))
    # Only encodings `dot_op` name the encoding of the result. Other encodings are not compared.
    others = [kind for kind in (a, b) if not kind.is_memory and kind.kind != "dot_op"]
    if fault or not others:
        yield claim, Verdict.FAULT if fault else Verdict.HOLDS, fault, ""
    elif others[0].encoding:
        detail = f"the encoding {others[0].kind} of an operand is not compared with the result"
        yield claim, Verdict.UNKNOWN, detail, ""


def _product(a: Sized, b: Sized, result: Sized) -> str:
    if len(a.shape) < 2 or len(b.shape) < 2:
        return "the operands must be matrices"
    if a.shape[-1] != b.shape[-2]:
        return f"{_sizes(a.shape)} cannot be multiplied with {_sizes(b.shape)}"
    shape = (*a.shape[:-1], b.shape[-1])
    return "" if shape == result.shape else f"the product must be {_sizes(shape)}"


def _is_packed(op: Operation, index: int, kind: Sized) -> bool:
    """Whether each element of an operand of `tt.dot_scaled` has two numbers of 4 bits."""
    formats = dict(_FORMATS.findall(op.attributes))
    is_e2m1 = formats.get(("lhs", "rhs")[index], "e2m1") == "e2m1"
    return op.name == "tt.dot_scaled" and kind.element == "i8" and is_e2m1


def _of_packed(parent: Encoding) -> Encoding:
    """The encoding of packed operands. For AMD's WMMA, instrShape is halved along K."""
    shape = entries(parent.parameters.get("instrShape")) or ()
    if parent.kind != "amd_wmma" or not all(isinstance(size, int) for size in shape):
        return parent
    half = (*shape[:-1], *(size // 2 for size in shape[-1:]))
    return replace(parent, parameters={**parent.parameters, "instrShape": half})


def _operand(index: int, kind: Sized, result: Sized, *, is_packed: bool) -> str:
    """Say why the encoding of an operand in registers does not fit the result, or return ''."""
    if kind.is_memory or kind.kind != "dot_op" or not result.encoding:
        return ""
    found, parent = encoding_of(kind), encoding_of(result)
    if found is None or parent is None:
        return ""
    if found.parameters.get("opIdx") != index:
        return f"operand {index} has opIdx = {found.parameters.get('opIdx')}"
    of = found.parameters.get("parent")
    # For Hopper's instructions, an operand in registers may have a Hopper layout of any shape.
    is_hopper = parent.kind == "nvidia_mma" and parent.parameters.get("versionMajor") == 3
    allowed = (parent, _of_packed(parent)) if is_packed else (parent,)
    if of in allowed or (is_hopper and isinstance(of, Encoding) and of.kind == parent.kind):
        return ""
    return f"the parent of operand {index} is not the encoding of the result"


_FORMATS: Final = re.compile(r"\b(lhs|rhs) = (\w+)")
_DOTS: Final = frozenset({"tt.dot", "ttng.warp_group_dot", "tt.dot_scaled"})


_CHECKS: Final[Mapping[str, Callable[[_Pair], _Checked]]] = {
    "tt.trans": _trans,
    "ttg.memdesc_trans": _trans,
    "tt.reshape": _reshape,
    "ttg.memdesc_reshape": _reshape,
    "tt.expand_dims": _expand_dims,
    "tt.broadcast": _broadcast,
    "tt.reduce": _reduce,
    "amdg.in_thread_transpose": _in_thread,
    "tt.join": _join,
    "tt.split": _split,
    "ttg.convert_layout": _convert,
    "ttg.local_load": _convert,
    "ttg.local_store": _convert,
    "ttg.local_alloc": _convert,
    "ttng.tmem_load": _convert,
    "ttng.tmem_alloc": _convert,
    "ttng.tmem_store": _convert,
    "ttg.async_copy_global_to_local": _copy,
    "ttg.memdesc_index": _index,
    "ttg.memdesc_subslice": _subslice,
    "ttg.memdesc_reinterpret": _reinterpret,
}


def of_range(op: Operation) -> Iterator[Decided]:
    """The statement of `tt.make_range`: the tensor has one element for each number of the range."""
    fault = _range(op)
    if fault is not None:
        claim = "the tensor has as many elements as the range has numbers"
        yield claim, Verdict.FAULT if fault else Verdict.HOLDS, fault, ""
