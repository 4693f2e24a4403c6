"""Translate user input (values, conditions, expressions) to terms of the language of proofs.

A user's name becomes a variable, and an operation of the notation becomes a global. So a name
cannot be confused with an operation. Generated variables begin with `_`, and no user's name does.
With numbers in place of its names, a term has the value that the calculator computes.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from functools import partial, reduce
from itertools import starmap
from typing import Any, Final, cast

from spec import plain, swizzled
from spec.basis import ArithmeticTuple
from spec.bridges.convert import as_layout
from spec.composed import ComposedLayout
from spec.errors import LayoutError
from spec.kinds import is_int_tuple, is_swizzled
from spec.layout import Layout, slice_
from spec.linear import LinearLayout
from spec.named import Made, Name, added, multiplied, negated, subtracted
from spec.named_notation import Comparison, Condition
from spec.parser import Expression, Literal
from spec.swizzle import Swizzle
from spec.tla.formats import FORMATS, Tag, make_layout
from spec.tla.layout import TlaLayout, extents
from spec.xla.position import linear_index
from spec.xla.shape import XlaShape
from verif.expression import Tile, checked
from verif.expression.tiles import Effect, OnTile, on_tile
from verif.kernel.errors import NotLiftableError, OutsideFragmentError
from verif.language.form import (
    Builtin,
    Call,
    Constant,
    Expr,
    Field,
    Function,
    Global,
    Index,
    Lambda,
    Let,
    Parameter,
    Primitive,
    Ref,
    Spread,
    Tuple,
    Variable,
)
from verif.operations.kinds import ACCESSED
from verif.operations.operation import Operation
from verif.operations.table import SPELLED
from verif.theory.sizes.arrays import shape_of_array
from verif.theory.sizes.swizzled import tile_through
from verif.theory.sizes.tiles import tile_adding, tile_keeping, tile_moving, with_offset

LINE: Final = 1
"""The line number of a term. User input is a single line."""

MODULE: Final = __name__
"""The module of the generated functions."""

INNER: Final = "_inner"
"""The variable for the layout inside a composed layout or a tile."""

_ON_TILE: Final = {
    Effect.KEEPS: tile_keeping,
    Effect.MOVES: tile_moving,
    Effect.ADDS: tile_adding,
}
"""For each effect on the offset of a tile, the function that applies an operation to the tile."""

MEASURED: Final = {"size": swizzled.size, "rank": swizzled.rank, "depth": swizzled.depth}
"""Operations that return a number for a swizzled layout, with the functions that compute it."""

OPERATORS: Final = {added: "+", subtracted: "-", multiplied: "*"}

OF_SHAPES: Final = (
    *(plain.compatible, plain.congruent, plain.weakly_compatible, plain.weakly_congruent),
)
"""Relations between shapes. For two layouts, `spec` compares the shapes of the layouts."""

ARRAYS: Final = (TlaLayout, XlaShape)

INSTEAD: Final = {
    "linear_layout": "the columns of its result depend on the bits of the sizes and strides",
    "physical_order": (
        "it lists all positions of an array, and their number depends on the sizes;"
        " `linear_index(ARRAY, INDEX)` is the position of one index"
    ),
    "table": (
        "it writes an offset for each coordinate, so the length of the result depends on the sizes;"
        " `evaluate(LAYOUT, COORDINATE)` is the offset of one coordinate"
    ),
}
"""Operations whose results cannot be written with names, each with a reason."""

NEEDS_A_NUMBER: Final = "Python needs a concrete number"
"""The start of the error message if Python needs a number, but the value is unknown."""

UNREADABLE: Final = (TypeError, AttributeError, NotLiftableError, OutsideFragmentError)
"""The errors that occur if the language cannot express a function, or cannot run it on unknowns."""

At = Callable[[Sequence[Expression]], list[Any]]
"""Returns the values of expressions at sample sizes.

The values show the kinds of the expressions.
"""


class NotForAllSizesError(LayoutError):
    """An expression cannot be stated for all sizes."""


class NoSizesError(NotForAllSizesError):
    """No sizes that meet the conditions were found."""

    def __init__(self) -> None:
        super().__init__(
            "no sizes that meet the conditions were found; a name is at least 1 unless a condition"
            " gives another lower bound, as in d >= -8"
        )


def only_at_numbers(subject: str, error: BaseException) -> NotForAllSizesError:
    """Return the error which says that `subject` can be evaluated only for numbers.

    The message quotes the cause, unless the cause names this project's code or internal names.
    """
    own = re.search(r"\b(spec|verif)/|\w_\d", str(error))
    cause = "" if own else f": {error}"
    if NEEDS_A_NUMBER in cause:
        cause = ": an argument that selects or counts, such as a mode's index, must be a number"
    return NotForAllSizesError(f"{subject} can be evaluated only for numbers{cause}")


def of_value(item: Any) -> Expr:  # noqa: PLR0911 - one return per case
    """Return the term of a value, which may contain names of sizes."""
    match item:
        case Name(name):
            return variable(variable_of(name))
        case Made(make, parts) if make in OPERATORS:
            return Primitive(LINE, OPERATORS[make], tuple(map(of_value, parts)))
        case Made(make, parts) if make is negated:
            return Primitive(LINE, "neg", tuple(map(of_value, parts)))
        case Made(Given(form=form), parts):
            return Call(LINE, Lambda(LINE, form), tuple(map(of_value, parts)))
        case Made(make, parts):
            return called(make, *map(of_value, parts))
        case tuple():
            return Tuple(LINE, tuple(map(of_value, cast("tuple[Any, ...]", item))))
        case ArithmeticTuple() | Layout() | Swizzle() | TlaLayout() | XlaShape():
            return _made(type(item), *(getattr(item, each.name) for each in fields(item)))
        case ComposedLayout():
            return _made(ComposedLayout, item.swizzle, item.offset, item.layout)
        case _ if item is None or isinstance(item, int | str):
            return constant(item)
        case _:
            raise NotForAllSizesError(f"{item} is not supported if sizes are unknown")


def of_condition(condition: Condition) -> Expr:
    """Return the term of a condition."""
    if isinstance(condition, Comparison):
        sides = of_value(condition.left), of_value(condition.right)
        return Primitive(LINE, condition.sign, sides)
    return joined(condition.word, map(of_condition, condition.parts))


def of_expression(expression: Expression, at: At) -> Expr:
    """Return the term of an expression. Sample values from `at` show the arguments' kinds."""
    if isinstance(expression, Literal):
        return of_value(expression.value)
    values = at(expression.args)
    return _of_call(expression.name, values, [of_expression(arg, at) for arg in expression.args])


def _of_call(name: str, values: Sequence[Any], terms: Sequence[Expr]) -> Expr:
    """Return the term of an operation. `values` are sample values of its arguments' terms."""
    operation = SPELLED[name]
    tiled = on_tile(operation, values)
    if tiled is not None:
        return _on_tile(tiled, terms)
    if any(map(is_swizzled, values)):
        return _on_composed(operation, values, terms)
    if ACCESSED in operation.signature.required:
        raise NotForAllSizesError(
            f"{operation.spelling} can be evaluated only for numbers, not for unknown sizes: use"
            " check with conflict_free, coalesced or vectorizes"
        )
    if operation.spelling in INSTEAD:
        raise NotForAllSizesError(
            f"{operation.spelling} takes no names of sizes: {INSTEAD[operation.spelling]}"
        )
    found = _of_its_shape(operation, values, terms)
    if found is not None:
        return found
    accepted = _of_arrays(operation, values)
    made = checked(name, operation.signature, accepted)
    terms = list(starmap(coerced, zip(terms, values, made, strict=True)))
    if operation.spelling == "evaluate":
        return _evaluated(made[0], made[1], terms[0], terms[1])
    return _of_operation(operation, terms)


def _on_tile(tiled: OnTile, terms: Sequence[Expr]) -> Expr:
    """Return the term of an operation on a tile, by the operation on the tile's layout."""
    first = tiled.places[0]
    wrapper = _ON_TILE.get(tiled.effect)
    inside = [
        Index(LINE, one, constant(0)) if k in tiled.places else one for k, one in enumerate(terms)
    ]
    if wrapper is not None:
        inside[first] = variable(INNER)
    found = _of_call(tiled.operation, tiled.arguments, [inside[k] for k in tiled.order])
    if tiled.effect is Effect.SCALES:
        raise NotForAllSizesError(
            f"{tiled.operation} of a tile is not supported if sizes are unknown"
        )
    return found if wrapper is None else called(wrapper, terms[first], lambda_of((INNER,), found))


def _of_its_shape(
    operation: Operation, values: Sequence[Any], terms: Sequence[Expr]
) -> Expr | None:
    """Return the term of an operation on the shape or a mode of a layout, or None."""
    if not any(isinstance(value, Layout | TlaLayout | XlaShape) for value in values):
        return None
    if operation.text in OF_SHAPES:
        return called(operation.text, *starmap(_shape_of, zip(terms, values, strict=True)))
    if operation.text is plain.shape and isinstance(values[0], ARRAYS):
        return called(plain.get, _shape_of(terms[0], values[0]), *terms[1:])
    if operation.text is plain.get:
        return _method(coerced(terms[0], values[0], _of_array(values[0])), "mode", *terms[1:])
    return None


def shape_term(term: Expr, value: Any) -> Expr:
    """Return the term of the shape of a layout or an array; any other term is already a shape."""
    if isinstance(value, Layout | ComposedLayout):
        return Field(LINE, term, "shape")
    if isinstance(value, XlaShape):
        return Field(LINE, term, "dims")
    return Field(LINE, term, "origin_shape") if isinstance(value, TlaLayout) else term


def _shape_of(term: Expr, value: Any) -> Expr:
    """Return the shape of a layout, or of an array's layout, as a term. A shape stays unchanged."""
    return called(shape_of_array, term) if isinstance(value, ARRAYS) else shape_term(term, value)


def _of_array(value: Any) -> Any:
    return as_layout(value) if isinstance(value, ARRAYS) else value


def _of_arrays(operation: Operation, values: Sequence[Any]) -> tuple[Any, ...]:
    """Return the values. Each array that the operation does not accept is converted to a layout."""
    kinds = operation.signature.kinds(len(values))
    if kinds is None:
        return tuple(values)
    return tuple(
        value if kind.accepts(value) else _of_array(value)
        for kind, value in zip(kinds, values, strict=True)
    )


def coerced(term: Expr, value: Any, made: Any) -> Expr:
    """Convert a term to the kind of argument that an operation takes.

    `value` is a sample value of the term, and `made` is the result of its conversion. The term is
    converted in the same way.
    """
    if made is value:
        return term
    if isinstance(made, Tile):
        whole = isinstance(value[0], ComposedLayout)
        return Index(LINE, term, constant(0)) if whole else called(with_offset, term)
    if isinstance(value, ARRAYS):
        return called(as_layout, term)
    if isinstance(made, LinearLayout):
        raise NotForAllSizesError("the columns of a matrix over bits must be numbers, not names")
    return called(Layout, term)


def variable_of(name: str) -> str:
    """Return the variable of a size: its name, with a leading `_` if it is a Python keyword.

    Statements are also printed as Python, where no parameter can be named `lambda`.
    """
    return f"_{name}" if keyword.iskeyword(name) else name


def variable(name: str) -> Variable:
    return Variable(LINE, name)


def constant(item: Any) -> Expr:
    """Return the term of an integer, a bool, a label or None, or of a tuple of these."""
    if isinstance(item, tuple):
        return Tuple(LINE, tuple(map(constant, cast("tuple[Any, ...]", item))))
    return Constant(LINE, item)


@dataclass(frozen=True)
class Given:
    """A user's function, with its form in the language of proofs."""

    function: Callable[..., Any]
    form: Function

    def __call__(self, *arguments: Any) -> Any:
        return self.function(*arguments)


def named(item: Any) -> Global:
    """Return the term that refers to a function or class of the project."""
    return Global(LINE, Ref(item.__module__, item.__qualname__))


def called(function: Callable[..., Any], *arguments: Expr) -> Call:
    """Return the call of a function of the project."""
    return Call(LINE, named(function), arguments)


def verb(name: str, *arguments: Expr) -> Call:
    """Return the call of a verb of the language: `assume`, `ensure` or `attempt`."""
    return Call(LINE, Builtin(LINE, name), arguments)


def function(name: str, parameters: Sequence[str], body: Expr) -> Function:
    """Return a function with the given parameters."""
    return Function(Ref(MODULE, name), tuple(map(Parameter, parameters)), body, MODULE, LINE)


def lambda_of(parameters: Sequence[str], body: Expr) -> Lambda:
    return Lambda(LINE, function("<lambda>", parameters, body))


def is_none(term: Expr) -> Expr:
    return Primitive(LINE, "is none", (term,))


def negation(term: Expr) -> Expr:
    return Primitive(LINE, "not", (term,))


def joined(word: str, parts: Iterable[Expr]) -> Expr:
    """Join the parts by `and` or `or`. Without parts, `and` gives True, and `or` gives False."""
    terms = tuple(parts)
    if not terms:
        return constant(word == "and")
    return terms[0] if len(terms) == 1 else Primitive(LINE, word, terms)


Step = tuple[str | None, Expr]
"""A term, and optionally the variable that later terms use for its value."""


def in_turn(steps: Sequence[Step], last: Expr | None = None) -> Expr:
    """Return a term that evaluates the steps in sequence, and then the last term."""
    after = constant(None) if last is None else last
    return reduce(lambda body, step: Let(LINE, *step, body), reversed(steps), after)


def _made(kind: type, *parts: Any) -> Call:
    return called(kind, *map(of_value, parts))


def _of_operation(operation: Operation, terms: Sequence[Expr]) -> Expr:
    text: Any = operation.text
    if isinstance(text, partial) and operation.spelling in FORMATS:
        element, *extents = terms
        member = f"{Tag.__qualname__}.{Tag(operation.spelling).name}"
        tag = Global(LINE, Ref(Tag.__module__, member))
        return called(make_layout, element, tag, *extents)
    if not getattr(text, "__module__", "").startswith("spec."):
        raise NotForAllSizesError(f"{operation.spelling} is not supported if sizes are unknown")
    return called(text, *terms)


def _evaluated(array: Any, coordinate: Any, term: Expr, at: Expr) -> Expr:
    """Return the term of the value at a coordinate, or of a slice if the coordinate has a None."""
    if not is_int_tuple(coordinate):
        if not isinstance(array, Layout):
            raise NotForAllSizesError(
                f"only a layout can be sliced, not {array}: convert the array by `as_layout`"
            )
        return called(slice_, at, term)
    if isinstance(array, TlaLayout):
        each = called(extents, constant("coordinate"), at, constant(array.rank))
        return Call(LINE, term, (Spread(LINE, each),))
    if isinstance(array, XlaShape):
        return called(
            linear_index, term, called(extents, constant("index"), at, constant(array.rank))
        )
    return Call(LINE, term, (at,))


def _on_composed(operation: Operation, values: Sequence[Any], terms: Sequence[Expr]) -> Expr:
    """Return the term of an operation on a composed layout."""
    first, *others = terms
    if operation.spelling == "evaluate":
        return Call(LINE, first, tuple(others))
    if isinstance(values[0], ComposedLayout) and not any(map(is_swizzled, values[1:])):
        found = _of_the_inside(operation, values, terms)
        if found is not None:
            return found
    if operation.spelling in ("slice", "domain_offset") and isinstance(values[1], ComposedLayout):
        if operation.spelling == "slice":
            return _method(others[0], "slice", first)
        moved = called(operation.text, first, variable(INNER))
        return called(tile_through, others[0], lambda_of((INNER,), moved))
    raise NotForAllSizesError(
        f"{operation.spelling} of a swizzle is not supported if sizes are unknown"
    )


def _of_the_inside(
    operation: Operation, values: Sequence[Any], terms: Sequence[Expr]
) -> Expr | None:
    """Return the term of an operation on the layout inside a composed layout, or None."""
    first, *others = terms
    if operation.text in (*swizzled.INSIDE, *swizzled.PARTS):
        made = checked(operation.spelling, operation.signature, (values[0].layout, *values[1:]))
        others = list(starmap(coerced, zip(others, values[1:], made[1:], strict=True)))
        inside = lambda_of((INNER,), called(operation.text, variable(INNER), *others))
        if operation.text in swizzled.PARTS:
            return called(tile_through, first, inside)
        return _method(first, "through", inside)
    if operation.spelling == "composition":
        return _method(first, "compose", *others)
    if operation.spelling in MEASURED:
        return called(MEASURED[operation.spelling], *terms)
    return None


def _method(of: Expr, name: str, *arguments: Expr) -> Call:
    return Call(LINE, Field(LINE, of, name), arguments)
