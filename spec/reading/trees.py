"""The leaves of trees of tuples, such as shapes, strides and tilers."""

from collections.abc import Callable
from typing import Any, cast


def entries(form: object) -> tuple[Any, ...] | None:
    """The entries of a tuple, or None if `form` is not a tuple.

    >>> entries((4, (2, 2))), entries(4)
    ((4, (2, 2)), None)
    """
    return cast("tuple[Any, ...]", form) if isinstance(form, tuple) else None


def has_leaf(form: object, accepts: Callable[[object], bool]) -> bool:
    """Whether `accepts` is true of some leaf of the tree.

    >>> has_leaf((4, (None, 2)), lambda leaf: leaf is None)
    True
    """
    found = entries(form)
    return accepts(form) if found is None else any(has_leaf(one, accepts) for one in found)


def is_none(leaf: object) -> bool:
    """Whether the leaf is None, which the notation writes as `_`."""
    return leaf is None
