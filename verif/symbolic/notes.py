"""Hooks through which a path reports its unknowns' values and its use of lists, calls and laws.

Two kinds of paths override the hooks: `Replay`, which knows the values of the unknowns, and
`Recording`, which records a proof.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from verif.kernel.claim import Domain, Fresh
from verif.kernel.contract import Contract

Real = Callable[[Any], Any]
"""Maps a term to its value, given numbers for the term's unknowns."""


class Notes:
    """Hooks that a path calls while code runs on the path. Subclasses override the hooks."""

    def given(self, arguments: Mapping[str, Any]) -> None:
        """Called when the code starts to run with these arguments."""

    def source(self, fresh: Fresh, domain: Domain, name: str, value: object = None) -> Fresh:
        """Return the source from which the domain creates the unknowns of an argument or value."""
        return fresh

    def introduce(self, unknown: Any, value: Callable[[Real], Any]) -> None:
        """Record the value that an unknown stands for."""

    def split(self, whole: Any, *, empty: bool) -> None:
        """Record that a list of unknown length is empty on this path, or has a head."""

    def opened(self, whole: Any, head: Any, tail: Any) -> None:
        """Record the unknowns that stand for the head and the tail of a list."""

    def rejectable(
        self,
        contract: Contract,
        arguments: tuple[Any, ...],
        refused: Any,
        *,
        conditional: bool,
        hypothesis: bool,
    ) -> None:
        """Record a call that may be rejected.

        The unknown `refused` is 1 if the call is rejected, otherwise 0. If `conditional` is
        true, the contract states a condition under which the call is accepted.
        """

    def promised(
        self, contract: Contract, arguments: tuple[Any, ...], result: Any, *, hypothesis: bool
    ) -> None:
        """Record a call of a function that has a contract.

        The engine calls this just before it adds what the contract promises to the facts.
        """

    def unfolded(
        self, contract: Contract, arguments: tuple[Any, ...], result: Any, value: Any
    ) -> None:
        """Record a call whose `result` will be equated with `value`, which the code computes."""

    def law(
        self,
        contract: Contract,
        observation: Callable[..., Any],
        result: Any,
        arguments: tuple[Any, ...],
    ) -> None:
        """Record that the contract's law about `observation(result, *arguments)` is used."""

    def observe(
        self, symbol: str, function: Callable[..., Any], arguments: tuple[Any, ...]
    ) -> None:
        """Record the call that a symbol stands for: the function and the arguments."""

    def read(
        self,
        function: Callable[..., Any],
        reading: Callable[..., Any],
        arguments: tuple[Any, ...],
    ) -> Any:
        """Return the value of `reading`, the trusted rule that replaces calls of `function`."""
        return reading(*arguments)

    def alike(self, label: str, left: Any, right: Any) -> None:
        """Record the conclusion that two lists are equal."""
