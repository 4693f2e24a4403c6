"""Whether a predicate admits exactly the elements of a tensor: admits_exactly(A, tile, P).

A tensor is cut into tiles, and the last tile of a mode may extend beyond the tensor's edge. The
predicate says which elements of the tiles are accessed: `(m,k) -> m < M and k < K`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import prod
from typing import Any, Final

from spec.errors import LayoutError, ShapeError, numeral
from spec.int_tuple import format_int_tuple
from spec.named import (
    Made,
    Name,
    added,
    ceiled,
    floored,
    multiplied,
    negated,
    remainder,
    subtracted,
)
from spec.named_notation import Condition, Joined, Predicate, holds
from spec.reading.operands import shape_of
from verif.english import counted
from verif.questions.answer import Answer, Effort, refuted
from verif.questions.answer import holds as it_holds
from verif.questions.program import smt_numeral, solved

Sides = tuple[int, ...]

Place = tuple[Sides, Sides]
"""The coordinate of a tile, and a coordinate inside it."""

MOST_TRIED: Final = 4096
"""The largest number of places that are tried one by one.

If there are more places, only the places near the edges are tried, unless they also exceed this
limit. If no counterexample is found, a solver then decides.
"""

SIGNS: Final[dict[Callable[..., Any], str]] = {
    added: "+",
    subtracted: "-",
    negated: "-",
    multiplied: "*",
    floored: "div",
    remainder: "mod",
}


def admits_exactly(tensor: object, tile: object, predicate: Predicate, effort: Effort) -> Answer:
    """Decide whether the predicate admits each tensor element exactly once, and nothing else."""
    shape, sides = _shape_and_sides(tensor, tile)
    grid = tuple(-(-s // t) for s, t in zip(shape, sides, strict=True))
    return _decided(shape, sides, grid, predicate, effort)


def admits_exactly_on(
    tensor: object, tile: object, predicate: Predicate, grid: object, effort: Effort
) -> Answer:
    """Decide `admits_exactly` for a given grid, which is the number of tiles along each mode."""
    shape, sides = _shape_and_sides(tensor, tile)
    return _decided(shape, sides, sides_of(grid, "the grid"), predicate, effort)


def _shape_and_sides(tensor: object, tile: object) -> tuple[Sides, Sides]:
    """Return the sides of the tensor and of the tile.

    Raises ShapeError if their ranks differ, or if a side of the tile is below 1.
    """
    shape, sides = sides_of(tensor, "the tensor"), sides_of(tile, "the tile")
    _require_rank(shape, sides)
    if min(sides, default=1) < 1:
        raise ShapeError(f"every side of a tile must be 1 or more, not {format_int_tuple(sides)}")
    return shape, sides


def sides_of(value: object, what: str) -> Sides:
    """Return the sides of a tensor, a tile or a grid. Raises ShapeError if they are nested.

    >>> sides_of(8, "the tile"), sides_of((4, 8), "the tensor")
    ((8,), (4, 8))
    """
    shape = value if isinstance(value, int) else shape_of(value)
    sides = shape if isinstance(shape, tuple) else (shape,)
    found = tuple(side for side in sides if isinstance(side, int))
    if len(found) != len(sides):
        said = str(value) if shape is None else format_int_tuple(shape)
        raise ShapeError(f"{what} must have one number for each mode, not {said}")
    return found


def _require_rank(shape: Sides, *others: Sides) -> None:
    for one in others:
        if len(one) != len(shape):
            raise ShapeError(
                f"the tensor {format_int_tuple(shape)} has {len(shape)} modes, but "
                f"{format_int_tuple(one)} has {len(one)}"
            )


def _decided(
    shape: Sides, sides: Sides, grid: Sides, predicate: Predicate, effort: Effort
) -> Answer:
    _require_rank(shape, sides, grid)
    rank, names = len(shape), predicate.coordinates
    if len(names) != rank:
        place, tile = ",".join(names[:rank]), ",".join(names[rank:])
        advice = f"; write a place in a tile, and the tile, as (({place}),({tile}))"
        raise ShapeError(
            f"the tensor {format_int_tuple(shape)} has {counted(rank, 'mode')}, but the predicate "
            f"has {counted(len(names), 'coordinate')}: {predicate}"
            f"{advice if len(names) == 2 * rank else ''}"
        )
    for k, (s, t, g) in enumerate(zip(shape, sides, grid, strict=True)):
        if s > t * g:
            missing = tuple(t * g if k == j else 0 for j in range(len(shape)))
            text = "no tile has element {}: there are {} tiles of {} along mode {}"
            return refuted(text, (missing,), (g, t, k))
    place = _wrong(shape, sides, grid, predicate, effort)
    if place is None:
        elements = numeral(prod(shape))
        return it_holds(
            f"each of the {elements} elements is admitted in exactly one tile, and nothing "
            "outside the tensor is admitted"
        )
    tile, within = place
    element = _element(sides, place)
    if _is_inside(shape, element):
        text = "element {} is not admitted, at {} in tile {}"
        return refuted(text, (element,), (within, tile))
    text = "element {} is admitted, at {} in tile {}, but the tensor has the shape {}"
    return refuted(text, (element,), (within, tile, shape))


def _element(sides: Sides, place: Place) -> Sides:
    tile, within = place
    return tuple(t * i + a for t, i, a in zip(sides, tile, within, strict=True))


def _is_inside(shape: Sides, element: Sides) -> bool:
    return all(x < s for x, s in zip(element, shape, strict=True))


def _wrong(
    shape: Sides, sides: Sides, grid: Sides, predicate: Predicate, effort: Effort
) -> Place | None:
    """Return a tile and a coordinate in it at which the predicate is wrong, or None."""
    ends = [t * g for t, g in zip(sides, grid, strict=True)]
    is_small = prod(ends) <= MOST_TRIED
    tried = [
        range(end) if is_small else _near(s, t, end)
        for s, t, end in zip(shape, sides, ends, strict=True)
    ]
    if is_small or prod(map(len, tried)) <= MOST_TRIED:
        for element in product(*tried):
            place = _place(sides, element)
            if _admits(predicate, place, element) != _is_inside(shape, element):
                return place
    return None if is_small else _solved(shape, sides, grid, predicate, effort)


def _near(size: int, side: int, end: int) -> list[int]:
    """Return the coordinates next to the edges of the tensor, grid, first tile and last tile."""
    last = size // side * side
    marks = (0, side, last, size, end)
    return sorted({x for at in marks for x in (at - 1, at, at + 1) if 0 <= x < end})


def _place(sides: Sides, element: Sides) -> Place:
    each = [divmod(x, t) for x, t in zip(element, sides, strict=True)]
    return tuple(tile for tile, _ in each), tuple(within for _, within in each)


def _admits(predicate: Predicate, place: Place, element: Sides) -> bool:
    tile, within = place
    values = (*within, *tile) if predicate.within else element
    return holds(predicate.condition, dict(zip(predicate.names, values, strict=True)))


def _solved(
    shape: Sides, sides: Sides, grid: Sides, predicate: Predicate, effort: Effort
) -> Place | None:
    """Let a solver find a tile, and a coordinate in it, at which the predicate is wrong.

    Return None if the predicate is right everywhere.
    """
    ranks = range(len(shape))
    bounds = [(f"t{k}", grid[k]) for k in ranks] + [(f"a{k}", sides[k]) for k in ranks]
    elements = [f"(+ (* {smt_numeral(sides[k])} t{k}) a{k})" for k in ranks]
    within, tiles = [f"a{k}" for k in ranks], [f"t{k}" for k in ranks]
    values = (*within, *tiles) if predicate.within else tuple(elements)
    admitted = _smt_of(predicate.condition, dict(zip(predicate.names, values, strict=True)))
    inside = " ".join(f"(< {x} {smt_numeral(s)})" for x, s in zip(elements, shape, strict=True))
    script = [
        *(f"(declare-fun {name} () Int)" for name, _ in bounds),
        *(f"(assert (and (<= 0 {name}) (< {name} {smt_numeral(end)})))" for name, end in bounds),
        f"(assert (not (= {admitted} (and {inside}))))",
    ]
    model = solved("\n".join(script), (name for name, _ in bounds), effort.seconds)
    if model is None:
        return None
    return tuple(model[name] for name in tiles), tuple(model[name] for name in within)


def _smt_of(condition: Condition, values: dict[str, str]) -> str:
    """Return a condition as a term of SMT-LIB."""
    if isinstance(condition, Joined):
        return f"({condition.word} {' '.join(_smt_of(part, values) for part in condition.parts)})"
    left, right = _smt(condition.left, values), _smt(condition.right, values)
    if condition.sign == "!=":
        return f"(not (= {left} {right}))"
    return f"({condition.sign.replace('==', '=')} {left} {right})"


def _smt(item: Any, values: dict[str, str]) -> str:
    match item:
        case Name(name):
            return values[name]
        case Made(make, (left, int(divisor))) if make is ceiled and divisor > 0:
            return f"(- (div (- {_smt(left, values)}) {smt_numeral(divisor)}))"
        case Made(make, (left, right)) if make in (floored, remainder):
            if not isinstance(right, int) or right < 1:
                raise LayoutError("a predicate may divide only by integers of 1 or more")
            return f"({SIGNS[make]} {_smt(left, values)} {smt_numeral(right)})"
        case Made(make, parts) if make in SIGNS:
            return f"({SIGNS[make]} {' '.join(_smt(part, values) for part in parts)})"
        case int():
            return smt_numeral(item)
        case _:
            raise LayoutError(
                "a predicate can use + - * % ceil and floor, but not /, which is exact division"
            )
