"""Rules by which XLA replaces an operation by other operations with exactly the same result.

- `clamp(low, x, high)` is `minimum(maximum(x, low), high)`, also for nan and if low > high.
- A comparison of floating-point numbers in total order is a comparison of signed integers: the bits
  of the numbers, where all bits except the sign are inverted if the sign is set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from spec.xla.shape import BITS
from verif.audit.hlo.affine import Sizes
from verif.audit.hlo.graph import View, array_of, resolved
from verif.audit.hlo.heads import inputs
from verif.audit.hlo.literals import literal

Pairs = tuple[tuple[View, View], ...]
"""Elements of the first and of the second program that must be equal."""

Head = Callable[[View, Sizes], View]
"""Follows an element back to the first operation that does not only move elements."""

_TOTAL_ORDER: Final = "TOTALORDER"


def rewritten(one: View, other: View, sizes: Sizes, head: Head) -> tuple[Pairs, ...]:
    """Alternatives under which two results are equal although their operations differ.

    The results are equal if all pairs of one alternative are equal. Raises Refine, UnmatchedError.
    """
    straight = _alternatives(one, other, sizes, head)
    turned = _alternatives(other, one, sizes, head)
    back = (tuple((theirs, ours) for ours, theirs in pairs) for pairs in turned)
    return (*straight, *back)


def _alternatives(one: View, other: View, sizes: Sizes, head: Head) -> Iterator[Pairs]:
    opcodes = tuple(view.node.instruction.opcode for view in (one, other))
    if opcodes == ("minimum", "clamp") and len(other.node.instruction.operands) == 3:
        yield from _clamped(one, other, sizes, head)
    if opcodes == ("compare", "compare"):
        yield from _in_total_order(one, other, sizes)


def _clamped(minimum: View, clamp: View, sizes: Sizes, head: Head) -> Iterator[Pairs]:
    low, x, high = inputs(clamp, sizes).views
    sides = inputs(minimum, sizes).views
    for side, bound in zip(sides, sides[::-1], strict=True):
        maximum = head(side, sizes)
        if maximum.node.instruction.opcode == "maximum":
            first, second = inputs(maximum, sizes).views
            yield (bound, high), (first, x), (second, low)
            yield (bound, high), (second, x), (first, low)


def _in_total_order(floats: View, integers: View, sizes: Sizes) -> Iterator[Pairs]:
    one, other = (view.node.instruction.attributes for view in (floats, integers))
    if one.get("type") != _TOTAL_ORDER or "type" in other:
        return
    if one.get("direction") != other.get("direction"):
        return
    sources = [_ordered(view, sizes) for view in inputs(integers, sizes).views]
    pairs = zip(inputs(floats, sizes).views, sources, strict=True)
    found = tuple((ours, theirs) for ours, theirs in pairs if theirs is not None)
    if len(found) == len(sources):
        yield found


def _ordered(view: View, sizes: Sizes) -> View | None:
    """The number x, if `view` is `select(bits < 0, bits ^ most, bits)` for the bits of x.

    Here `most` is the largest signed integer of this width. The integers have the total order of
    the floating-point numbers. Return None for all other elements.
    """
    select = resolved(view, sizes)
    if select.node.instruction.opcode != "select":
        return None
    is_negative, inverted, bits = (resolved(one, sizes) for one in inputs(select, sizes).views)
    source = _with_bits(bits, sizes)
    compare, xor = is_negative.node.instruction, inverted.node.instruction
    if source is None or (compare.opcode, xor.opcode) != ("compare", "xor"):
        return None
    is_signed = compare.attributes.get("direction") == "LT" and "type" not in compare.attributes
    most = 2 ** (BITS[array_of(bits.node).shape.element] - 1) - 1
    sides = inputs(inverted, sizes).views
    is_right = (
        is_signed
        and _are(inputs(is_negative, sizes).views, bits, 0, sizes)
        and (_are(sides, bits, most, sizes) or _are(sides[::-1], bits, most, sizes))
    )
    return source if is_right else None


def _with_bits(bits: View, sizes: Sizes) -> View | None:
    """The floating-point number whose bits are the signed integer `bits`, or None."""
    element = array_of(bits.node).shape.element
    if bits.node.instruction.opcode not in {"bitcast", "bitcast-convert"} or element[0] != "s":
        return None
    views = inputs(bits, sizes).views
    kinds = [array_of(one.node).shape.element for one in views]
    is_number = len(kinds) == 1 and kinds[0].startswith(("f", "bf"))
    return views[0] if is_number and BITS[kinds[0]] == BITS[element] else None


def _are(views: tuple[View, ...], bits: View, number: int, sizes: Sizes) -> bool:
    """Whether two elements are `bits` and a constant that is a given number."""
    one, other = (resolved(view, sizes) for view in views)
    if one != bits or other.node.instruction.opcode != "constant":
        return False
    # `literal` returns a text for a number that `float` would change.
    return literal(other, sizes) in (float(number), str(number))
