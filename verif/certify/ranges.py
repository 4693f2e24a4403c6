"""The domains of a claim as hypotheses of its statement.

A layout may be any result of the constructor, with any nesting, unless its domain has further
restrictions. Each of these restrictions is a Python function, which is printed. A proof for every
rank restricts the domain by the same functions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from spec.int_tuple import congruent, flatten, require_shape
from spec.layout import Layout
from spec.modes import layout_of, modes_of
from spec.xla import XlaShape
from verif.certify.gallina import (
    INT,
    LAYOUT,
    TREE,
    XLA_SHAPE,
    ListOf,
    Product,
    Term,
    Type,
    UnprintableError,
)
from verif.certify.scope import Functions, Scope
from verif.readings.arrays import Indices, XlaShapes
from verif.readings.by_mode import groups_of, none_empty
from verif.readings.domains import (
    Index,
    Layouts,
    LayoutsByMode,
    LayoutsOfModes,
    NestedLayouts,
    Point,
    PointByMode,
    Refinements,
    Shapes,
    ShapesByMode,
    size_of,
    sizes_of_modes,
)
from verif.readings.groups import cuts
from verif.readings.modes import strides_from
from verif.readings.numbers import Integers
from verif.readings.orders import is_order
from verif.readings.terminals import at_least, in_bounds

MODES: Final = ListOf(Product((INT, INT)))


class Ranges:
    """Prints the domains of a statement's arguments as hypotheses."""

    def __init__(self, functions: Functions) -> None:
        self.functions = functions

    def hypotheses(self, domain: Any, term: Term, scope: Scope) -> list[str]:
        """Return the hypotheses on the argument. Raises UnprintableError."""
        type_of(domain)
        return RANGES[type(domain)][1](self, domain, term, scope)

    def _call(self, function: Any, *arguments: Term) -> Term:
        return self.functions.call(function, arguments)

    def layout(self, domain: Layouts, term: Term, scope: Scope) -> list[str]:
        shape, stride = (Term(f"(layout_{name} {term.code})", TREE) for name in ("shape", "stride"))
        said = [_is_true(self._call(Layout.__init__, shape, stride).ok)]
        if domain.one_mode:
            depth: Any = Layout.depth
            said.append(f"{self._call(depth.fget, term).code} = 0")
        modes = self._call(modes_of, term)
        if not domain.rank_0:
            said.append(_is_true(f"(nonempty {modes.code})"))
        if domain.strides != "any":
            floor = Term("0" if domain.strides == "natural" else "1", INT)
            said.append(_is_true(self._call(strides_from, modes, floor).code))
        return said

    def layout_of_modes(self, domain: LayoutsOfModes, term: Term, scope: Scope) -> list[str]:
        """Return the hypotheses on a layout, including that it has no empty mode `():()`."""
        groups = self._call(groups_of, term)
        said = self.layout(domain, term, scope)
        return [*said, _is_true(self._call(none_empty, groups).code)]

    def shape(self, domain: Shapes, term: Term, scope: Scope) -> list[str]:
        sizes = self._call(flatten, term)
        if domain.low == 1:
            said = [_is_true(self._call(require_shape, term).ok)]
        else:
            said = [_is_true(self._call(at_least, Term("0", INT), sizes).code)]
        return said if domain.rank_0 else [*said, _is_true(f"(nonempty {sizes.code})")]

    def index(self, domain: Index, term: Term, scope: Scope) -> list[str]:
        return [f"0 <= {term.code}", f"{term.code} < {self._call(size_of, scope[domain.of]).code}"]

    def point(self, domain: Point, term: Term, scope: Scope) -> list[str]:
        of = scope[domain.of]
        shape = Term(f"(layout_shape {of.code})", TREE) if of.type == LAYOUT else of
        return self._point_of(term, shape)

    def point_by_mode(self, domain: PointByMode, term: Term, scope: Scope) -> list[str]:
        return self._point_of(term, self._call(sizes_of_modes, scope[domain.of]))

    def _point_of(self, term: Term, shape: Term) -> list[str]:
        entries, sizes = self._call(flatten, term), self._call(flatten, shape)
        inside = self._call(in_bounds, entries, sizes)
        return [_is_true(self._call(congruent, term, shape).code), _is_true(inside.code)]

    def integer(self, domain: Integers, term: Term, scope: Scope) -> list[str]:
        return [] if domain.low is None else [f"{domain.low} <= {term.code}"]

    def groups(self, domain: Refinements, term: Term, scope: Scope) -> list[str]:
        """Return the hypotheses on groups of modes.

        All groups are valid. For each mode of the layout argument `domain.of`, there is one group,
        and the group has the mode's size.
        """
        made = self._call(layout_of, Term("group", MODES))
        refined = self._call(modes_of, scope[domain.of])
        return [
            _is_true(f"(forallb (fun group => {made.ok}) {term.code})"),
            _is_true(self._call(cuts, refined, term).code),
        ]

    def array(self, domain: XlaShapes, term: Term, scope: Scope) -> list[str]:
        """Return the hypotheses that the array is nonempty, and its order and tiles are valid."""
        dims = Term(f"(xla_dims {term.code})", ListOf(INT))
        order = Term(f"(xla_minor_to_major {term.code})", ListOf(INT))
        sides: Any = XlaShape.sides
        return [
            _is_true(self._call(at_least, Term("1", INT), dims).code),
            _is_true(self._call(is_order, order, dims).code),
            _is_true(self._call(sides.fget, term).ok),
        ]

    def indices(self, domain: Indices, term: Term, scope: Scope) -> list[str]:
        dims = Term(f"(xla_dims {scope[domain.of].code})", ListOf(INT))
        return [_is_true(self._call(in_bounds, term, dims).code)]


RANGES: Final[Mapping[type, tuple[Type, Callable[[Ranges, Any, Term, Scope], list[str]]]]] = {
    Layouts: (LAYOUT, Ranges.layout),
    NestedLayouts: (LAYOUT, Ranges.layout),
    LayoutsByMode: (LAYOUT, Ranges.layout),
    LayoutsOfModes: (LAYOUT, Ranges.layout_of_modes),
    Shapes: (TREE, Ranges.shape),
    ShapesByMode: (TREE, Ranges.shape),
    Index: (INT, Ranges.index),
    Point: (TREE, Ranges.point),
    PointByMode: (TREE, Ranges.point_by_mode),
    Integers: (INT, Ranges.integer),
    Refinements: (ListOf(MODES), Ranges.groups),
    XlaShapes: (XLA_SHAPE, Ranges.array),
    Indices: (ListOf(INT), Ranges.indices),
}
"""For each domain: the type of its values, and the function that prints its hypotheses."""


def type_of(domain: Any) -> Type:
    """Return the type of a domain's values. Raises UnprintableError."""
    if type(domain) not in RANGES:
        raise UnprintableError(f"cannot print the domain {type(domain).__name__}")
    return RANGES[type(domain)][0]


def _is_true(condition: str) -> str:
    return f"{condition} = true"
