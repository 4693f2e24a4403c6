"""Derive results that hold for all numbers from an operation's definition, without a solver.

A composition, a divide and a partition only add strides of the layout and multiply them by integers
(see bases.py). So one evaluation, with a basis element for each stride, gives a result that holds
for all strides.

A size N may be unknown in two cases. Either the operation only copies N, or it splits an integer
mode N:d into tiles of n neighbours. The split gives two modes: n:d for one tile, and
ceil(N/n):n*d, which counts the tiles. For the evaluation, a large number replaces the unknown size.
All other numbers in the result are smaller, so the result shows where the unknown size occurs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from math import gcd, prod
from typing import Any, Final

from spec.basis import ArithmeticTuple, E
from spec.errors import LayoutError
from spec.int_tuple import unflatten
from spec.layout import Layout
from spec.named import Name, added, ceiled, exact, multiplied, names_in
from spec.parser import Call, Expression, Literal
from spec.reading.reading import made
from spec.reading.trees import entries
from verif.audit.cute_ir.fits import divisor_of, tile_alone
from verif.audit.cute_ir.rows import product_of
from verif.audit.cute_ir.types import leaves, mapped, parts_of
from verif.expression import evaluated
from verif.upstream.in_process import SPEC

DIVIDES: Final = frozenset({"flat_divide", "logical_divide", "tiled_divide", "zipped_divide"})

LARGE: Final = 10**18
"""Numbers of at least LARGE stand for unknown sizes; the known sizes of a shape are smaller."""


@dataclass(frozen=True)
class Direct:
    """A value, which may contain names.

    `known` has a divisor of each name that occurs in the value but not in the operands.
    """

    value: Any
    known: Mapping[str, int] = field(default_factory=dict[str, int])


def has_names(expression: Expression) -> bool:
    """Whether the expression contains an unknown number."""
    match expression:
        case Call(_, args):
            return any(map(has_names, args))
        case Literal(value):
            return any(names_in(value))


def direct(expression: Expression, known: Mapping[str, int]) -> Direct | None:
    """Return the result that follows from the operation's definition, or None if a proof is needed.

    `known` maps the names of unknown numbers to their known divisors.
    """
    match expression:
        case Call("size", (Literal(shape),)):
            return Direct(product_of(shape))
        case Call("coalesce", (Literal(a), *_)):
            return Direct(a)
        case Call("ceil_div", (Literal(a), Literal(b))):
            return _ceil_div(a, b, known)
        case Call("crd2idx", (Literal(at), Literal(shape), Literal(stride))):
            return _crd2idx(at, shape, stride, known)
        case Call():
            return _linear(expression, known)
        case _:
            return None


# Numbers


def _ceil_div(a: Any, b: Any, known: Mapping[str, int]) -> Direct | None:
    parts, others = entries(a), entries(b)
    if parts is not None and others is not None and len(parts) == len(others):
        each = [_ceil_div(x, y, known) for x, y in zip(parts, others, strict=True)]
        values = tuple(one.value for one in each if one is not None)
        return Direct(values) if len(values) == len(each) else None
    if parts is not None or not isinstance(b, int) or b < 1:
        return None
    return Direct(made(exact if divisor_of(a, known) % b == 0 else ceiled, a, b))


def _crd2idx(at: Any, shape: Any, stride: Any, known: Mapping[str, int]) -> Direct | None:
    names = dict[str, int]()
    terms = offset_terms(at, shape, stride, known, names)
    return None if terms is None else Direct(_sum(terms), names)


def offset_terms(
    at: Any, shape: Any, stride: Any, known: Mapping[str, int], names: dict[str, int]
) -> list[Any] | None:
    """The terms whose sum is the offset at coordinate `at`. Each term is a multiple of a stride.

    Return None if the profiles differ. If one unknown integer is the coordinate of several modes,
    new names stand for the terms. The divisor of each new name is added to `names`.

    >>> offset_terms((3, 2), (4, 8), (1, 16), {}, {})
    [3, 32]
    """
    terms = list(_terms(at, shape, stride, known, names))
    return None if any(term is None for term in terms) else terms


def _terms(
    at: Any, shape: Any, stride: Any, known: Mapping[str, int], names: dict[str, int]
) -> Iterator[Any]:
    parts, sides, steps = entries(at), entries(shape), entries(stride)
    if sides is None or steps is None:
        clear = parts is None and sides is steps is None
        yield (0 if shape == 1 else _product(at, stride)) if clear else None
    elif parts is not None:
        if not len(parts) == len(sides) == len(steps):
            yield None
            return
        for part, side, step in zip(parts, sides, steps, strict=True):
            yield from _terms(part, side, step, known, names)
    elif at == 0:
        yield 0
    elif isinstance(at, int) and not any(names_in(tuple(leaves(shape))[:-1])):
        yield from _digits(at, shape, stride)
    else:
        for divisor in _split(divisor_of(at, known), shape, stride, known):
            names[f"X{len(names)}"] = divisor
            yield Name(f"X{len(names) - 1}")


def _digits(at: int, shape: Any, stride: Any) -> Iterator[Any]:
    """Yield digit * stride for each mode at an integer coordinate.

    The coordinate is split into one digit for each mode. The digit of the last mode may exceed the
    size of this mode.
    """
    *modes, last = zip(leaves(shape), leaves(stride), strict=True)
    for size, step in modes:
        yield _product(at % size, step)
        at //= size
    yield _product(at, last[1])


def _split(at: int, shape: Any, stride: Any, known: Mapping[str, int]) -> Iterator[int]:
    """Yield a divisor of digit * stride for each mode at an unknown integer coordinate.

    As in `_digits`, the coordinate has one digit for each mode. `at` divides the coordinate, so
    gcd(at, size) divides the digit of the first mode. If the size divides `at`, the digit is 0 and
    nothing is yielded for the mode.
    """
    modes = list(zip(leaves(shape), leaves(stride), strict=True))
    for k, (size, step) in enumerate(modes):
        is_last = k + 1 == len(modes)
        left = gcd(at, size) if isinstance(size, int) and not is_last else at
        if size not in (left, 1):
            yield left * divisor_of(step, known)
        at = at // size if isinstance(size, int) and at % size == 0 else 1


def _product(x: Any, y: Any) -> Any:
    if 0 in (x, y):
        return 0
    return y if x == 1 else x if y == 1 else made(multiplied, x, y)


def _sum(terms: list[Any]) -> Any:
    terms = [term for term in terms if term != 0]
    return reduce(lambda x, y: made(added, x, y), terms) if terms else 0


# Layouts


def _linear(expression: Call, known: Mapping[str, int]) -> Direct | None:
    """Evaluate a call with basis elements as strides, and with large numbers for unknown sizes."""
    operand = _operand(expression)
    parts = parts_of(operand) if operand is not None else None
    if parts is None:
        return None
    stands = _StandIns(parts[0], tuple(_tilers(expression)), known)
    if stands.shape is None:
        return None
    strides = list(leaves(parts[1]))
    bases: tuple[Any, ...] = tuple(map(E, range(len(strides))))
    basis = unflatten(bases, parts[1])
    try:
        found = tile_alone(evaluated(_with(expression, Layout(stands.shape, basis)), SPEC))
    except LayoutError:
        return None
    if not isinstance(found, Layout):
        return None
    sizes = [stands.named(size) for size in leaves(found.shape)]
    if any(size is None for size in sizes):
        return None
    steps = (_stride(d, strides) for d in leaves(found.stride))
    return Direct(
        made(
            Layout,
            unflatten(tuple(sizes), found.shape),
            unflatten(tuple(steps), found.stride),
        )
    )


def _operand(expression: Expression) -> Any:
    """The layout on which the operation acts; None if the result is not linear in the strides."""
    match expression:
        case Call("composition", (Literal(a), Literal(b))) if not any(names_in(b)):
            return a
        case Call(name, (Literal(a), Literal(b))) if name in DIVIDES and not any(names_in(b)):
            return a
        case Call("slice", (Literal(at), inner)) if not any(names_in(at)):
            return _operand(inner) if isinstance(inner, Call) else None
        case Call("partition_tv", (Literal(a), *_)):
            return a
        case Call("partition_tv", (inner, *_)):
            return _operand(inner)
        case _:
            return None


def _tilers(expression: Expression) -> Iterator[Any]:
    """The tilers in an expression, the innermost tiler first.

    Pre-condition: `_operand` of the expression is not None.
    """
    match expression:
        case Call("slice", (_, inner)):
            yield from _tilers(inner)
        case Call(_, (inner, Literal(tiler), *_)):
            yield from _tilers(inner)
            yield tiler
        case _:
            return


def _with(expression: Expression, layout: Layout) -> Expression:
    """The expression with its operand replaced by `layout`."""
    match expression:
        case Call("slice", (at, inner)):
            return Call("slice", (at, _with(inner, layout)))
        case Call(name, (inner, *rest)):
            return Call(name, (_with(inner, layout), *rest))
        case _:
            return Literal(layout)


class _StandIns:
    """Large numbers that replace the unknown sizes of a shape.

    `shape` is the shape with these numbers, or None if this replacement is not possible.
    """

    def __init__(self, shape: Any, tilers: tuple[Any, ...], known: Mapping[str, int]) -> None:
        self._known, self._names, self._clear = known, dict[int, Any](), True
        modes = entries(shape)
        reached = [entries(tiler) for tiler in tilers]
        by_mode = modes is not None and all(
            one is not None and None not in one and not isinstance(tiler, Layout)
            for one, tiler in zip(reached, tilers, strict=True)
        )
        self.shape: Any = None
        if modes is not None and len(modes) == 1 and all(_size_of_run(one) for one in tilers):
            # The shape has one mode, and each tiler is a single tile for this mode.
            by_mode, reached = True, [(tiler,) for tiler in tilers]
        if prod(size for size in leaves(shape) if isinstance(size, int)) >= LARGE:
            return
        if not any(names_in(shape)):
            self.shape = shape
        elif by_mode:
            tiles = [
                [one[k] for one in reached if one is not None and k < len(one)]
                for k in range(len(modes or ()))
            ]
            found = tuple(map(self._stand_for, modes or (), tiles))
            self.shape = found if self._clear else None

    def _stand_for(self, mode: Any, tiles: list[Any]) -> Any:
        if not any(names_in(mode)):
            return mode
        if not tiles:
            return mapped(mode, lambda name: self._number(1, name))
        (tile, *others) = tiles
        n = tile if isinstance(tile, int) else _size_of_run(tile)
        if others or not isinstance(mode, Name) or not n:
            self._clear = False
            return mode
        return self._number(n, mode)

    def _number(self, n: int, name: Name) -> int:
        """Return n times a large number, in place of the unknown size `name`.

        The large number stands for the count of tiles of n elements: the size divided by n, rounded
        up unless n is known to divide the size.
        """
        number = LARGE + 2 * len(self._names) + 1
        divides = divisor_of(name, self._known) % n == 0
        self._names[number] = name if n == 1 else made(exact if divides else ceiled, name, n)
        return n * number

    def named(self, size: int) -> Any:
        """The term that the number `size` replaces, or `size` itself if it is a known size.

        None if `size` was calculated from numbers that replace unknown sizes.
        """
        return self._names.get(size, size if size < LARGE else None)


def _size_of_run(tile: Any) -> int:
    """Return n for a tile n:1, whose elements are neighbours. Return 0 for any other tile."""
    if not isinstance(tile, Layout) or not isinstance(tile.shape, int):
        return 0
    return tile.shape if 1 in (tile.shape, tile.stride) else 0


def _stride(found: Any, strides: list[Any]) -> Any:
    """Replace each basis element in a sum by the stride for which it stands."""
    match found:
        case ArithmeticTuple(terms=terms):
            return _sum([_times(n, strides[path[0]]) for path, n in terms if n != 0])
        case _:
            return found


def _times(n: int, stride: Any) -> Any:
    return n * stride if isinstance(stride, ArithmeticTuple) else _product(n, stride)
