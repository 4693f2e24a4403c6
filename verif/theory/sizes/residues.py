"""Residues of strides modulo the size of a unit of memory, and the unit that contains each element.

A unit is, for example, a sector. Let u be the size of a unit. Split the tile's offset and each
stride d into a multiple of u and a remainder: d = u*(d // u) + d % u. The offset of an element is
the tile's offset plus all steps to the element. So the offset is a sum of multiples of u, plus a
sum of remainders (`a_sum_of_steps_is_multiples_and_rests`). The two sums together determine which
unit contains the element. The sum of the remainders alone determines the element's place in its
unit. Only finitely many combinations of remainders are possible.

If u is a multiple of the size of a swizzle's block, the swizzle permutes the places in each unit,
so each element stays in its unit.
"""

from __future__ import annotations

from spec.composed import ComposedLayout
from spec.int_tuple import IntTuple
from spec.layout import Layout
from spec.modes import Modes, layout_of, modes_of
from verif.kernel.theory import Lemma, definition, lemma
from verif.kernel.verbs import assume, by, ensure
from verif.readings.terminals import Terminals
from verif.theory.layouts.modes import opened
from verif.theory.linear.blocks import a_swizzle_goes_block_by_block
from verif.theory.sizes.digits import sum_of_steps, within_shapes
from verif.theory.sizes.questions import Places, coordinate, injective
from verif.theory.sizes.swizzled import injective_swizzled

Classes = tuple[tuple[int, int], tuple[tuple[int, int, int], ...]]
"""The remainder of a tile's offset, and the remainders of the strides that depend on the sizes.

The first entry has the offset's remainder, and the modulus of this remainder. The second entry has,
for each of these strides, the number of the mode, the stride's remainder, and the modulus of this
remainder.
"""


@definition(on="modes")
def sum_of_multiples(modes: Modes, u: int, digits: Terminals) -> int:
    """The sum of digit * (d // u) over the modes, where d is the stride of the mode."""
    if not modes or not digits:
        return 0
    return modes[0][1] // u * digits[0] + sum_of_multiples(modes[1:], u, digits[1:])


@definition(on="modes")
def sum_of_rests(modes: Modes, u: int, digits: Terminals) -> int:
    """The sum of digit * (d % u) over the modes, where d is the stride of the mode."""
    if not modes or not digits:
        return 0
    return modes[0][1] % u * digits[0] + sum_of_rests(modes[1:], u, digits[1:])


@lemma
def a_sum_of_steps_is_multiples_and_rests(modes: Modes, u: int, x: Terminals) -> Lemma:
    """`sum_of_steps` is u times `sum_of_multiples`, plus `sum_of_rests`."""
    opened(modes, x)
    assume("u >= 1", u >= 1)
    assume("x are digits", within_shapes(modes, x))

    def shows() -> None:
        whole, rest = sum_of_multiples(modes, u, x), sum_of_rests(modes, u, x)
        ensure("multiples and remainders", sum_of_steps(modes, x) == u * whole + rest)

    def proof() -> None:
        """Induction on the modes: the first stride is u*(d // u) + d % u."""
        if modes and x:
            d, digit = modes[0][1], x[0]
            ensure("the first stride", d == u * (d // u) + d % u)
            ensure("its steps", d * digit == u * (d // u * digit) + d % u * digit)
            a_sum_of_steps_is_multiples_and_rests(modes[1:], u, x[1:])

    return shows, proof


def of_residues(
    tile: tuple[Layout, int],
    shape: IntTuple,
    fixed: tuple[tuple[int, int], ...],
    classes: Classes,
    unit: int,
    residues: tuple[Terminals, ...],
    i: int,
) -> None:
    """The tile has the shape `shape`, the strides in `fixed`, and the remainders in `classes`.

    `fixed` lists pairs (number of a mode, stride of the mode). Divide the tile's offset and strides
    by `unit`: the quotients and the remainders determine which unit contains an element. If
    `residues` is not empty, it lists all possible combinations of the remainders.
    """
    in_units(tile, shape, fixed, unit, i)
    in_classes(tile, classes, unit, residues)


def of_swizzled_residues(
    tile: tuple[ComposedLayout, int],
    swizzle: Terminals,
    shape: IntTuple,
    fixed: tuple[tuple[int, int], ...],
    classes: Classes,
    unit: int,
    residues: tuple[Terminals, ...],
    i: int,
) -> None:
    """The tile has the given swizzle, and its inner layout meets the conditions of `of_residues`.

    The size of a unit is a multiple of the size of the swizzle's block. The offset inside the
    swizzle and the strides are split into multiples of the unit and remainders. The multiples and
    the remainders together determine which unit contains an element. The remainders alone determine
    the element's place in its unit.
    """
    composed, after = tile
    own = composed.swizzle
    ensure("the swizzle of the tile", (own.bits, own.base, own.shift) == swizzle)
    ensure("nothing is added after the swizzle", after == 0)
    ensure("the unit is a multiple of the swizzle's block", unit % own.size == 0)
    inside = composed.layout, composed.offset
    whole, rest = in_units(inside, shape, fixed, unit, i)
    by(a_swizzle_goes_block_by_block, composed.offset + composed.layout(i), *swizzle)
    by(a_swizzle_goes_block_by_block, rest % unit, *swizzle)
    ensure("the unit of a swizzled element", composed(i) // unit == whole + rest // unit)
    ensure("the place of the element in the unit", composed(i) % unit == own(rest % unit))
    in_classes(inside, classes, unit, residues)


def in_units(
    tile: tuple[Layout, int],
    shape: IntTuple,
    fixed: tuple[tuple[int, int], ...],
    unit: int,
    i: int,
) -> tuple[int, int]:
    """Prove which unit of memory contains the element at i. A unit has `unit` consecutive offsets.

    The tile's offset and each stride are q * `unit` + r, where 0 <= r < `unit`. The element at i
    has a digit in each mode. The first result is the offset's q plus the sum of digit * q over all
    modes. The second result is the offset's r plus the sum of digit * r over all modes.
    """
    a, offset = tile
    x = coordinate(i, a)
    ensure("the shape of the tile", a.shape == shape)
    modes = modes_of(a)
    for place, stride in fixed:
        ensure("a fixed stride", modes[place][1] == stride)
    by(a_sum_of_steps_is_multiples_and_rests, modes, unit, x)
    whole = offset // unit + sum_of_multiples(modes, unit, x)
    rest = offset % unit + sum_of_rests(modes, unit, x)
    ensure("the unit of an element", (offset + a(i)) // unit == whole + rest // unit)
    return whole, rest


def in_classes(
    tile: tuple[Layout, int], classes: Classes, unit: int, residues: tuple[Terminals, ...]
) -> None:
    """Conclude that the offset and each stride have the remainders that `classes` states.

    `classes` covers the strides that depend on the sizes. If only some combinations of remainders
    modulo the unit occur, `residues` lists these combinations. The proof then has a path for each
    combination, so the conclusion about `residues` comes last.
    """
    a, offset = tile
    (start, step), strides = classes
    modes = modes_of(a)
    ensure("the remainder of the offset", offset % step == start)
    for place, rest, modulus in strides:
        ensure("the remainder of a stride", modes[place][1] % modulus == rest)
    if residues:
        rests = (offset % unit, *(modes[k][1] % unit for k, _, _ in strides))
        ensure("one of the residues", any(rests == one for one in residues))


def elements_are_apart(
    tile: tuple[Layout, int],
    kept: tuple[int, ...],
    order: Places,
    back: Places,
    whole: bool,
    i: int,
    j: int,
) -> None:
    """Elements that differ only in the modes in `kept` have different offsets."""
    modes = modes_of(tile[0])
    injective(layout_of(tuple(modes[k] for k in kept)), order, back, whole, i, j)


def swizzled_elements_are_apart(
    tile: tuple[ComposedLayout, int],
    kept: tuple[int, ...],
    order: Places,
    back: Places,
    whole: bool,
    i: int,
    j: int,
) -> None:
    """Elements that differ only in the modes in `kept` have different offsets after the swizzle."""
    composed, _ = tile
    modes = modes_of(composed.layout)
    inside = layout_of(tuple(modes[k] for k in kept))
    moved = ComposedLayout(composed.swizzle, composed.offset, inside)
    injective_swizzled(moved, order, back, whole, i, j)
