"""Notes about what a path's unknowns stand for. A replay, which knows the values, reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from verif.kernel.claim import Domain, Fresh

Real = Callable[[Any], Any]
"""Maps a term built from unknowns to its value under the numbers given for the unknowns."""


class Notes:
    """Hooks that a path calls while a text runs. Without concrete values they do nothing."""

    def given(self, arguments: Mapping[str, Any]) -> None:
        """Note that the text starts to run, with these arguments."""

    def source(self, fresh: Fresh, domain: Domain, name: str, value: object = None) -> Fresh:
        """Return the source from which the domain makes the unknowns of an argument or value."""
        return fresh

    def introduce(self, unknown: Any, value: Callable[[Real], Any]) -> None:
        """Note what an unknown stands for."""

    def observe(
        self, symbol: str, function: Callable[..., Any], arguments: tuple[Any, ...]
    ) -> None:
        """Note which function a symbol stands for, and which arguments it is applied to."""

    def read(
        self,
        function: Callable[..., Any],
        reading: Callable[..., Any],
        arguments: tuple[Any, ...],
    ) -> Any:
        """Return the value of a call by the function's reading."""
        return reading(*arguments)

    def alike(self, label: str, left: Any, right: Any) -> None:
        """Note that the text concludes that two lists are equal."""
