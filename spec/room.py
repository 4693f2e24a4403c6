"""Allow long lists of modes, on which operations recurse deeper than Python's default limit.

A call that exceeds Python's recursion limit is repeated under a higher limit, if its arguments have
few enough modes and parentheses. The operations recurse on modes in Python code, which needs no C
stack; only the recursion on parentheses uses the C stack. Each step of a recursion copies the
remaining modes, so the limit on modes bounds time and memory.
"""

from collections.abc import Callable
from sys import getrecursionlimit, setrecursionlimit
from threading import RLock, local
from typing import Final, TypeVar, cast

from spec.errors import LayoutError

T = TypeVar("T")

MOST: Final = 1_024
"""The largest number of modes and parentheses, counted together, that a layout may have."""

MOST_NESTED: Final = 64
"""A call is not repeated after a RecursionError if its arguments are nested deeper than this."""

MOST_CALLS: Final = 5_000
"""The recursion limit when a call is repeated. An operation nests a few Python calls per mode."""

_LOCK: Final = RLock()
"""All threads share the recursion limit, so only one at a time may change it."""

_HERE: Final = local()
"""Thread-local: `repeats` is true while this thread repeats a call under the raised limit."""


def with_room(name: str, arguments: tuple[object, ...], again: Callable[[], T]) -> T:
    """Repeat a call that exceeded Python's recursion limit, under a higher limit.

    Errors: LayoutError if the arguments have too many modes or parentheses, or if the call also
    exceeds the higher limit.

    >>> def count(n):
    ...     return 1 + count(n - 1) if n else 0
    >>> with_room("count", (), lambda: count(2_000))
    2000
    >>> with_room("count", ((1,) * 1_024,), lambda: count(2_000))
    Traceback (most recent call last):
    spec.errors.LayoutError: count: too many modes or parentheses; all layouts together may \
have up to 1,024 modes and parentheses
    """
    if getattr(_HERE, "repeats", False) or not fits(arguments):
        raise too_many_modes(name)
    with _LOCK:
        before = getrecursionlimit()
        setrecursionlimit(max(before, MOST_CALLS))
        _HERE.repeats = True
        try:
            return again()
        except RecursionError:
            raise too_many_modes(name) from None
        finally:
            _HERE.repeats = False
            setrecursionlimit(before)


def fits(arguments: tuple[object, ...]) -> bool:
    """Whether the arguments have few enough modes and parentheses.

    The shapes of all layouts are counted together. Every other argument is counted
    separately, because a coordinate has no more entries than its layout.

    >>> fits(((2,) * 1_000, (2,) * 1_000)), fits(((2,) * 1_024,))
    (True, False)
    """
    shapes = tuple(getattr(argument, "shape", 0) for argument in arguments)
    return all(map(_is_small, (*arguments, shapes)))


def _is_small(argument: object) -> bool:
    left: list[tuple[object, int]] = [(argument, 0)]
    count = 0
    while left:
        value, depth = left.pop()
        count += 1
        if isinstance(value, tuple):
            parts = cast("tuple[object, ...]", value)
            if depth == MOST_NESTED or count + len(left) + len(parts) > MOST:
                return False
            left += [(part, depth + 1) for part in parts]
    return True


def too_many_modes(name: str) -> LayoutError:
    """The error for more modes or parentheses than an operation accepts."""
    return LayoutError(
        f"{name}: too many modes or parentheses; all layouts together may have up to {MOST:,} modes"
        " and parentheses"
    )
