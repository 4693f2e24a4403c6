"""Python of named values, conditions and expressions: the text that is proved.

The Python is of the fragment that the gate admits: functions and classes of `spec`, integers,
names. What an expression means is what the calculator makes of it at numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import starmap
from typing import Any, Final, cast

from spec import swizzled
from spec.bridges.convert import as_layout
from spec.composed import ComposedLayout
from spec.errors import LayoutError
from spec.kinds import is_swizzled
from spec.layout import Layout
from spec.linear import LinearLayout
from spec.named import (
    Made,
    Name,
    added,
    multiplied,
    names_in,
    negated,
    subtracted,
    valued,
)
from spec.named_notation import Comparison, Condition, Joined, parse_named_expression
from spec.parser import Call, Expression, Literal
from spec.swizzle import Swizzle
from spec.tla.formats import FORMATS, Tag, make_layout
from spec.tla.layout import TlaLayout
from spec.xla.shape import XlaShape
from verif.expression import checked, evaluated
from verif.operations.operation import Operation
from verif.operations.table import SPELLED
from verif.sizes.names import Sizes
from verif.sizes.sampled import Point, beside_constants, least
from verif.symbolic.sources import within
from verif.upstream.in_process import SPEC

FEW: Final = 100
"""The sizes at which wrong cases are told, before anything is asked of a solver."""

MEASURED: Final = {"size": swizzled.size, "rank": swizzled.rank, "depth": swizzled.depth}
"""The numbers of a swizzled layout, each with its function."""

OPERATORS: Final = {added: "+", subtracted: "-", multiplied: "*"}


class NotForAllSizesError(LayoutError):
    """Raised for an expression that has no text for all sizes."""


@dataclass
class Python:
    """Python texts, and what they name: functions and classes of the project, those of others."""

    imports: dict[str, str] = field(default_factory=dict[str, str])
    given: dict[str, Any] = field(default_factory=dict[str, Any])

    def named(self, item: Any) -> str:
        """The name of a function or class: imported where it is of the project, else given."""
        name, module = item.__name__, item.__module__
        if not within(module, ("spec",)):
            alias = f"given_{id(item)}"
            self.given[alias] = item
            return alias
        self.imported(name, module)
        return name

    def imported(self, name: str, module: str) -> None:
        """Import the name from the module; NotForAllSizesError where it is another's already."""
        if self.imports.setdefault(name, module) != module:
            raise NotForAllSizesError(f"two functions are called {name}")

    def lines(self) -> list[str]:
        """The lines that import what was named."""
        imported = sorted((module, name) for name, module in self.imports.items())
        return [f"from {module} import {name}" for module, name in imported]

    def value(self, item: Any) -> str:  # noqa: PLR0911 - a case each
        """The text of a named value."""
        match item:
            case Name(name):
                return name
            case Made(make, (left, right)) if make in OPERATORS:
                return f"({self.value(left)} {OPERATORS[make]} {self.value(right)})"
            case Made(make, (part,)) if make is negated:
                return f"(-{self.value(part)})"
            case Made(make, parts):
                return self.called(make, map(self.value, parts))
            case tuple():
                entries = [self.value(entry) for entry in cast("tuple[Any, ...]", item)]
                return f"({', '.join(entries)}{',' if len(entries) == 1 else ''})"
            case Layout():
                return self.called(Layout, map(self.value, (item.shape, item.stride)))
            case Swizzle():
                return self.called(Swizzle, map(str, (item.bits, item.base, item.shift)))
            case ComposedLayout():
                return self.value(Made(ComposedLayout, (item.swizzle, item.offset, item.layout)))
            case TlaLayout():
                return self.value(Made(TlaLayout, (item.shape, item.stride, item.origin_shape)))
            case XlaShape():
                order, bits = item.minor_to_major, item.element_bits
                return self.value(
                    Made(XlaShape, (item.element, item.dims, order, item.tiles, bits))
                )
            case _ if item is None or isinstance(item, int | str):
                return repr(item)
            case _:
                raise NotForAllSizesError(f"{item} has no text for all sizes")

    def called(self, function: Callable[..., Any], arguments: Iterable[str]) -> str:
        return f"{self.named(function)}({', '.join(arguments)})"

    def condition(self, condition: Condition) -> str:
        """The text of a condition."""
        match condition:
            case Comparison(sign, left, right):
                return f"{self.value(left)} {sign} {self.value(right)}"
            case Joined(word, parts):
                return f" {word} ".join(f"({self.condition(part)})" for part in parts)


@dataclass(frozen=True)
class Sized:
    """An expression over names, with what is evaluated of it at numbers."""

    text: str
    sizes: Sizes
    expression: Expression

    def at(self, numbers: Point) -> Any:
        """The result at these sizes, as the calculator has it. Raises LayoutError."""
        return evaluated(with_numbers(self.expression, self.sizes.defined(numbers)), SPEC)

    @cached_property
    def results(self) -> tuple[tuple[dict[str, int], Any], ...]:
        """The numbers of some sizes, with the result there; None where it is refused."""
        found: list[tuple[dict[str, int], Any]] = []
        for point in least(self.sizes, FEW) + beside_constants(self.sizes, self.text, 2 * FEW):
            try:
                found.append((self.sizes.defined(point), self.at(point)))
            except LayoutError:
                found.append((self.sizes.defined(point), None))
        return tuple(found)

    def python(self, python: Python, tried: Sequence[Point]) -> str:
        """The text of the expression; what stands where is told at sizes that are tried."""
        return _expression(python, self, self.expression, tried)


def read_sized(text: str, sizes: Sizes) -> Sized:
    """The expression of a text over the names of the sizes."""
    return Sized(text, sizes, parse_named_expression(text, sizes.known, SPELLED))


def with_numbers(expression: Expression, numbers: Any) -> Expression:
    """The expression with numbers for its names."""
    match expression:
        case Literal(value):
            return Literal(valued(value, numbers))
        case Call(name, args):
            return Call(name, tuple(with_numbers(arg, numbers) for arg in args))


def arguments_at(sized: Sized, args: Sequence[Expression], tried: Sequence[Point]) -> list[Any]:
    """The values of the arguments at the first of the sizes that refuse none of them."""
    refused: LayoutError | None = None
    for point in tried:
        numbers = sized.sizes.defined(point)
        try:
            return [evaluated(with_numbers(arg, numbers), SPEC) for arg in args]
        except LayoutError as error:
            refused = refused or error
    raise refused or NotForAllSizesError("no sizes are tried, as none meet the conditions")


def _expression(
    python: Python, sized: Sized, expression: Expression, tried: Sequence[Point]
) -> str:
    if isinstance(expression, Literal):
        return python.value(expression.value)
    operation = SPELLED[expression.name]
    values = arguments_at(sized, expression.args, tried)
    texts = [_expression(python, sized, arg, tried) for arg in expression.args]
    if any(map(is_swizzled, values)):
        return _on_composed(python, operation, values, texts)
    made = checked(expression.name, operation.signature, tuple(values))
    texts = [_coerced(python, *each) for each in zip(texts, values, made, strict=True)]
    return _operation(python, operation, texts)


def argument_text(
    python: Python,
    sized: Sized,
    argument: Expression,
    value: Any,
    made: Any,
    tried: Sequence[Point],
) -> str:
    """The text of an argument, whose value is made to another where its kind says so."""
    return _coerced(python, _expression(python, sized, argument, tried), value, made)


def _operation(python: Python, operation: Operation, texts: list[str]) -> str:
    function: Any = operation.text
    if operation.spelling == "evaluate":
        return f"{texts[0]}({texts[1]})"
    if isinstance(function, partial) and operation.spelling in FORMATS:
        element, *extents = texts
        tag = f"{python.named(Tag)}.{Tag(operation.spelling).name}"
        return python.called(make_layout, [element, tag, *extents])
    if not getattr(function, "__module__", "").startswith("spec."):
        raise NotForAllSizesError(f"{operation.spelling} has no text for all sizes")
    return python.called(function, texts)


def _coerced(python: Python, text: str, value: Any, made: Any) -> str:
    """The text of what an argument is made to, as it is at the sizes that were tried."""
    if made is value:
        return text
    if isinstance(value, TlaLayout | XlaShape):
        return python.called(as_layout, (text,))
    if isinstance(made, LinearLayout):
        raise NotForAllSizesError("the columns of a matrix have no text for all sizes")
    return python.called(Layout, (text,))


def _on_composed(python: Python, operation: Operation, values: list[Any], texts: list[str]) -> str:
    """The operation on a composed layout."""
    first, *others = texts
    if isinstance(values[0], ComposedLayout) and not any(map(is_swizzled, values[1:])):
        if operation.text in swizzled.INSIDE:
            made = checked(operation.spelling, operation.signature, (values[0].layout, *values[1:]))
            others = list(
                starmap(partial(_coerced, python), zip(others, values[1:], made[1:], strict=True))
            )
            inside = python.called(operation.text, ["layout", *others])
            return f"{first}.through(lambda layout: {inside})"
        if operation.spelling == "composition":
            return f"{first}.compose({', '.join(others)})"
        if operation.spelling in MEASURED:
            return python.called(MEASURED[operation.spelling], texts)
    if operation.spelling == "slice" and isinstance(values[1], ComposedLayout):
        return f"{others[0]}.slice({first})"
    raise NotForAllSizesError(f"{operation.spelling} of a swizzle has no text for all sizes")


def named_everywhere(expression: Expression) -> frozenset[str]:
    """The names in an expression."""
    match expression:
        case Literal(value):
            return frozenset(names_in(value))
        case Call(_, args):
            return frozenset[str]().union(*map(named_everywhere, args))
