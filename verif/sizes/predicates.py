"""The question whether a predicate admits exactly a tensor's elements, for all sizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from spec.named_notation import Predicate
from spec.parser import Call, Expression, Literal
from spec.reading.operands import shape_of
from verif.language.form import Call as Applied
from verif.language.form import Expr, Index, Tuple
from verif.sizes.rules import Rule
from verif.sizes.sampled import Point
from verif.sizes.sized import Sized, arguments_at
from verif.sizes.terms import (
    LINE,
    called,
    constant,
    in_turn,
    lambda_of,
    of_condition,
    shape_term,
    variable,
    variable_of,
)
from verif.theory.sizes import predicates

NAME: Final = "admits_exactly"

ELEMENT: Final = "_e"
"""The variable for the coordinate of an element of the tensor."""

BECAUSE: Final = (
    "each element is admitted in exactly one tile of the grid, and nothing outside the tensor is "
    "admitted"
)


def arguments_of(sized: Sized, points: Sequence[Point]) -> list[Expr]:
    """Return the terms of the tensor's shape, the tile and the grid, if a grid is given."""
    call = sized.expression
    assert isinstance(call, Call)
    tensor, tile, _, *grid = call.args
    return [_sides(sized, one, points) for one in (tensor, tile, *grid)]


def _sides(sized: Sized, part: Expression, points: Sequence[Point]) -> Expr:
    """Return the sides of a tensor, a tile or a grid as one term."""
    (value,) = arguments_at(sized, [part], points)
    term = shape_term(sized.term_of(part, points), value)
    return term if isinstance(shape_of(value), tuple) else Tuple(LINE, (term,))


def rule(sized: Sized) -> Rule:
    """Return the rule: a statement about all tiles, all coordinates in a tile, and all elements."""
    call = sized.expression
    assert isinstance(call, Call)
    given = call.args[2]
    assert isinstance(given, Literal)
    item: Any = given.value
    predicate: Predicate = item
    modes = range(len(predicate.coordinates))
    within, block, element = ([f"_{x}{k}" for k in modes] for x in ("a", "t", "x"))

    def body(terms: Sequence[Expr]) -> Expr:
        shape, tile, *others = terms
        grid = others[0] if others else called(predicates.tiles_of, shape, tile)
        local, tiles = (Tuple(LINE, tuple(map(variable, names))) for names in (within, block))
        found = variable(ELEMENT)
        values = (
            tuple(map(variable, (*within, *block)))
            if predicate.within
            else tuple(Index(LINE, found, constant(k)) for k in modes)
        )
        condition = of_condition(predicate.condition)
        admits = lambda_of(tuple(map(variable_of, predicate.names)), condition)
        admitted = Applied(LINE, admits, values)
        elements = Tuple(LINE, tuple(map(variable, element)))
        return in_turn(
            [
                (ELEMENT, called(predicates.element_at, shape, tile, grid, local, tiles)),
                (None, called(predicates.only_elements_are_admitted, shape, found, admitted)),
            ],
            called(
                predicates.each_element_has_one_place, shape, tile, grid, local, tiles, elements
            ),
        )

    return Rule((*within, *block, *element), body, BECAUSE)
