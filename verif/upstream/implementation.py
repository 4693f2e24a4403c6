"""A real implementation, run in a process of its own: what it is asked, and how it is named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias

from verif.upstream.outcome import Crashed, Malformed, Operand, Outcome, Rejected

__all__ = [
    "Crashed",
    "Implementation",
    "Malformed",
    "Operand",
    "Outcome",
    "Rejected",
    "implementation",
]

Case: TypeAlias = tuple[str, tuple[Operand, ...]]
"""An operation by its name in the spec, and its arguments."""


class Implementation(Protocol):
    """One version of one implementation."""

    @property
    def name(self) -> str:
        """As `pycute`, `cute-cpp`, `cute-dsl`, `tensor-layouts`, or the name of a module."""
        ...

    @property
    def version(self) -> str:
        """Of its distribution; of a checkout, its path."""
        ...

    @property
    def operations(self) -> frozenset[str]:
        """The names in the spec of the operations that it has."""
        ...

    def apply(self, operation: str, arguments: tuple[Operand, ...]) -> Outcome:
        """What comes of one call; an operation that it lacks is Rejected."""
        ...

    def apply_all(self, cases: Sequence[Case]) -> list[Outcome]:
        """What comes of each of many calls, in their order."""
        ...


def implementation(spec_text: str) -> Implementation:
    """The implementation of a text: `pycute@4.2.0.0`, `cute-cpp@/include`, `module:NAME`.

    MissingImplementationError says what is missing: a version, the network, a compiler.
    """
    raise NotImplementedError(spec_text)
