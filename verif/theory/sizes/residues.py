"""Residues: the residues of strides tell which unit of memory, such as a sector, has an element.

Split the offset and each stride into a multiple of the unit and a rest: d = u*(d // u) + d % u. The
unit of an element is then the sum of each digit times d // u, plus the unit in which the sum of the
rests lies (`a_sum_of_steps_is_multiples_and_rests`). There are finitely many rests.
"""

from __future__ import annotations

from spec.int_tuple import IntTuple
from spec.layout import Layout
from spec.modes import Modes, layout_of, modes_of
from verif.kernel.theory import Lemma, definition, lemma
from verif.kernel.verbs import assume, by, ensure
from verif.readings.terminals import Terminals
from verif.theory.layouts.modes import opened
from verif.theory.sizes.digits import sum_of_steps, within_shapes
from verif.theory.sizes.questions import Places, coordinate, injective


@definition(on="modes")
def sum_of_multiples(modes: Modes, u: int, digits: Terminals) -> int:
    """The sum of each digit times the number of whole units in its stride."""
    if not modes or not digits:
        return 0
    return modes[0][1] // u * digits[0] + sum_of_multiples(modes[1:], u, digits[1:])


@definition(on="modes")
def sum_of_rests(modes: Modes, u: int, digits: Terminals) -> int:
    """The sum of each digit times the remainder of its stride, d % u."""
    if not modes or not digits:
        return 0
    return modes[0][1] % u * digits[0] + sum_of_rests(modes[1:], u, digits[1:])


@lemma
def a_sum_of_steps_is_multiples_and_rests(modes: Modes, u: int, x: Terminals) -> Lemma:
    """The sum of steps is the sum of multiples, times the unit, plus the sum of rests."""
    opened(modes, x)
    assume("u >= 1", u >= 1)
    assume("x are digits", within_shapes(modes, x))

    def shows() -> None:
        whole, rest = sum_of_multiples(modes, u, x), sum_of_rests(modes, u, x)
        ensure("multiples and rests", sum_of_steps(modes, x) == u * whole + rest)

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
    moving: tuple[int, ...],
    unit: int,
    residues: tuple[tuple[int, ...], ...],
    i: int,
) -> None:
    """The tile has this shape, these fixed strides, and one of these residues.

    `fixed` has modes with their strides; `moving` are the modes whose strides depend on the sizes.
    A residue consists of the rests of the offset and of the moving strides. The unit of each
    element follows from the multiples and the rests.
    """
    a, offset = tile
    x = coordinate(i, a)
    ensure("the shape of the tile", a.shape == shape)
    modes = modes_of(a)
    for place, stride in fixed:
        ensure("a fixed stride", modes[place][1] == stride)
    rests = (offset % unit, *(modes[k][1] % unit for k in moving))
    ensure("one of the residues", any(rests == one for one in residues))
    by(a_sum_of_steps_is_multiples_and_rests, modes, unit, x)
    whole = offset // unit + sum_of_multiples(modes, unit, x)
    rest = offset % unit + sum_of_rests(modes, unit, x)
    ensure("the unit of an element", (offset + a(i)) // unit == whole + rest // unit)


def elements_are_apart(
    tile: tuple[Layout, int],
    kept: tuple[int, ...],
    order: Places,
    back: Places,
    whole: bool,
    i: int,
    j: int,
) -> None:
    """Elements that differ only in the modes `kept` have different offsets."""
    modes = modes_of(tile[0])
    injective(layout_of(tuple(modes[k] for k in kept)), order, back, whole, i, j)
