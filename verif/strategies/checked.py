"""Strategies that check the types of their arguments when they are called, not when they draw."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from hypothesis import strategies as st

from spec.kinds import LAYOUT
from spec.taking import Kind, maybe, taking

F = TypeVar("F", bound=Callable[..., Any])


def _is_strategy(value: object) -> bool:
    return isinstance(value, st.SearchStrategy)


STRATEGY: Final = maybe(Kind("a strategy", _is_strategy))
LAYOUT_OR_STRATEGY: Final = maybe(
    Kind(
        "a layout or a strategy",
        lambda value: _is_strategy(value) or LAYOUT.accepts(value),
        LAYOUT.made,
    )
)


def checked(*kinds: Kind) -> Callable[[F], F]:
    """Decorate a strategy so that its arguments are checked.

    `kinds` has one entry for each parameter: the kind of values that the parameter accepts.
    """

    def decorated(strategy: F) -> F:
        called = taking(strategy, kinds)
        called.__module__ = strategy.__module__
        return called

    return decorated
