"""Notes of what a path's unknowns stand for: a replay, which has their values, reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from verif.kernel.claim import Domain, Fresh

Real = Callable[[Any], Any]
"""Takes what is made of unknowns to the value that it has where they are given as numbers."""


class Notes:
    """The notes that a path takes while a text runs; of unknowns without values it keeps none."""

    def given(self, arguments: Mapping[str, Any]) -> None:
        """Note that the text runs from here on, with these arguments."""

    def source(self, fresh: Fresh, domain: Domain, name: str, value: object = None) -> Fresh:
        """The source of the unknowns of which the domain makes an argument, or this value."""
        return fresh

    def introduce(self, unknown: Any, value: Callable[[Real], Any]) -> None:
        """Note what an unknown stands for."""

    def observe(
        self, symbol: str, function: Callable[..., Any], arguments: tuple[Any, ...]
    ) -> None:
        """Note which function the symbol stands for, and of which lists."""

    def read(
        self,
        function: Callable[..., Any],
        reading: Callable[..., Any],
        arguments: tuple[Any, ...],
    ) -> Any:
        """The function of the arguments, by its reading."""
        return reading(*arguments)

    def alike(self, label: str, left: Any, right: Any) -> None:
        """Note that the text concludes that two lists are the same."""
