"""Laws: the conditions under which a result of a call is right.

The spec gives a right value for most calls. A law says which results are equivalent to this value,
and which results are right for calls that the spec refuses.
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
    """The oracle's decision procedures. Each decides exactly whether a certain layout exists."""

    def composition(self, a: Layout, b: Layout) -> Layout:
        """Return A after B. Raises LayoutError if no layout equals A after B."""
        ...

    def left_inverse(self, a: Layout) -> Layout | None:
        """Return a layout R with A(R(A(i))) == A(i) for all i, or None if there is no such R."""
        ...


Same: TypeAlias = Callable[[tuple[Any, ...], Any, Any], bool]
"""A predicate on arguments, the right value and a result: whether the values are equivalent."""


@dataclass(frozen=True)
class Law:
    """The right results of an operation.

    `holds` checks a returned layout directly: it gets the arguments, the result, and the right
    value if there is one. For inputs that `spec` rejects, `beyond` still gives the right value, and
    `searched` gives a value that an implementation may return but need not. `beyond` and `searched`
    get the decision procedures as their first argument. `allowed` gives a second right value, which
    an implementation may return instead.
    """

    same: Same
    holds: Callable[..., bool] | None = None
    beyond: Callable[..., Any] | None = None
    searched: Callable[..., Any] | None = None
    allowed: Callable[..., Any] | None = None


def same_by_mode(_: tuple[Any, ...], right: Any, result: Any) -> bool:
    """Return whether two values are equivalent mode by mode.

    >>> same_by_mode((), Layout((2, 2)), Layout(4)), same_by_mode((), (8, 1), (8, 1))
    (False, True)
    """
    return _same(right, result, form=True)


def same_function(_: tuple[Any, ...], right: Any, result: Any) -> bool:
    """Return whether two values are equivalent. Compare layouts as functions of 1-D coordinates.

    >>> same_function((), Layout((2, 2)), Layout(4)), same_function((), Layout(4), Layout(4, 2))
    (True, False)
    """
    return _same(right, result, form=False)


def same_by_profile(arguments: tuple[Any, ...], right: Any, result: Any) -> bool:
    """Compare the results mode by mode if the profile is a tuple, otherwise as functions.

    The profile is the second argument. A tuple determines the modes of the result, and an integer
    does not.

    >>> same_by_profile((Layout((2, 2)), (1, 1)), Layout((2, 2)), Layout(4))
    False
    >>> same_by_profile((Layout((2, 2)), 1), Layout((2, 2)), Layout(4))
    True
    """
    return _same(right, result, form=isinstance(arguments[-1], tuple))


def same_over_shape(arguments: tuple[Any, ...], right: Any, result: Any) -> bool:
    """Compare the results as functions on the coordinates of B if B is a layout, else mode by mode.

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
    """Return whether two layouts are the same function, by their canonical forms (claim C2)."""
    return right.size == result.size and coalesce_modes(modes_of(right)) == coalesce_modes(
        modes_of(result)
    )


BY_MODE: Final = Law(same_by_mode)
"""A result is right if each of its modes is equivalent to the mode of the spec's value."""

AS_FUNCTION: Final = Law(same_function)
"""A result is right if it and the spec's value are the same function, in any form."""
