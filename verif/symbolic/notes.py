"""Hooks by which a path says what its unknowns mean. Replays, which know the values, use them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from verif.kernel.claim import Domain, Fresh

Real = Callable[[Any], Any]
"""Maps a term to its value, given numbers for the term's unknowns."""


class Notes:
    """Hooks that a path calls while code runs on it.

    Only replays, which have values, override them.
    """

    def given(self, arguments: Mapping[str, Any]) -> None:
        """Called when the code starts to run with these arguments."""

    def source(self, fresh: Fresh, domain: Domain, name: str, value: object = None) -> Fresh:
        """Return the source from which the domain creates the unknowns of an argument or value."""
        return fresh

    def introduce(self, unknown: Any, value: Callable[[Real], Any]) -> None:
        """Note the value that an unknown stands for."""

    def observe(
        self, symbol: str, function: Callable[..., Any], arguments: tuple[Any, ...]
    ) -> None:
        """Note the function that a symbol stands for, and the arguments of the call."""

    def read(
        self,
        function: Callable[..., Any],
        reading: Callable[..., Any],
        arguments: tuple[Any, ...],
    ) -> Any:
        """Return the value of a call by the function's reading."""
        return reading(*arguments)

    def alike(self, label: str, left: Any, right: Any) -> None:
        """Note the conclusion that two lists are equal."""
