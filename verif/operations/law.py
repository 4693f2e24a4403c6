"""Laws: what makes the result of a call right.

The spec has a right value of most calls. A law says which results mean the same, and which are
right where the spec refuses.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias

from spec.coalesce import coalesce_modes
from spec.int_tuple import compatible
from spec.layout import Layout
from spec.modes import modes_of


class Exact(Protocol):
    """Deciders of what exists as a layout, whatever the spec accepts; the oracle has them."""

    def composition(self, a: Layout, b: Layout) -> Layout:
        """A after B. LayoutError where no layout is that."""
        ...

    def left_inverse(self, a: Layout) -> Layout | None:
        """A layout R with A(R(A(i))) == A(i) for all i; None where there is none."""
        ...


Same: TypeAlias = Callable[[tuple[Any, ...], Any, Any], bool]
"""Whether, of a call with these arguments, a result means the same as the right value."""


@dataclass(frozen=True)
class Law:
    """The results of an operation that are right.

    `holds` judges a layout that is returned by itself: arguments, result, the right value if any.
    Of what the spec refuses, `beyond` has the right value all the same, and `searched` one that
    nobody has to give, which is looked for where another was given; both get the deciders first.
    `allowed` is a value that is right where it is given, and nobody has to give it.
    """

    same: Same
    holds: Callable[..., bool] | None = None
    beyond: Callable[..., Any] | None = None
    searched: Callable[..., Any] | None = None
    allowed: Callable[..., Any] | None = None


def same_by_mode(_: tuple[Any, ...], right: Any, result: Any) -> bool:
    """Whether two values mean the same, and their modes do too.

    >>> same_by_mode((), Layout((2, 2)), Layout(4)), same_by_mode((), (8, 1), (8, 1))
    (False, True)
    """
    return _same(right, result, form=True)


def same_function(_: tuple[Any, ...], right: Any, result: Any) -> bool:
    """Whether two values mean the same, layouts as functions of 1-D coordinates.

    >>> same_function((), Layout((2, 2)), Layout(4)), same_function((), Layout(4), Layout(4, 2))
    (True, False)
    """
    return _same(right, result, form=False)


def same_by_profile(arguments: tuple[Any, ...], right: Any, result: Any) -> bool:
    """As functions; by mode where a profile is given, which says what modes the result has.

    >>> same_by_profile((Layout((2, 2)), (1, 1)), Layout((2, 2)), Layout(4))
    False
    """
    return _same(right, result, form=len(arguments) > 1)


def same_over_shape(arguments: tuple[Any, ...], right: Any, result: Any) -> bool:
    """As functions on the coordinates of B, if B is a layout; else by mode.

    >>> same_over_shape((Layout(8), Layout((2, 2))), Layout((2, 2)), Layout(4))
    False
    """
    b = arguments[1]
    if not isinstance(b, Layout):
        return _same(right, result, form=True)
    return (
        isinstance(result, Layout)
        and compatible(b.shape, result.shape)
        and _one_function(right, result)
    )


def _same(right: Any, result: Any, *, form: bool) -> bool:
    if isinstance(right, Layout) and isinstance(result, Layout):
        if form and [mode.size for mode in right] != [mode.size for mode in result]:
            return False
        return _one_function(right, result)
    if isinstance(right, tuple) and isinstance(result, tuple):
        return len(right) == len(result) and all(
            _same(mine, other, form=form) for mine, other in zip(right, result, strict=True)
        )
    if not form and isinstance(result, int) and isinstance(right, tuple):
        return right == (result,)
    return type(right) is type(result) and right == result


def _one_function(right: Layout, result: Layout) -> bool:
    """Whether they have one size and the same offsets: coalesce is a canonical form (claim C2)."""
    return right.size == result.size and coalesce_modes(modes_of(right)) == coalesce_modes(
        modes_of(result)
    )


BY_MODE: Final = Law(same_by_mode)
"""The value of the spec, mode by mode."""

AS_FUNCTION: Final = Law(same_function)
"""The function of the spec's value, in any form."""
