"""The names of an operation in the real implementations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

IMPLEMENTATIONS: Final = ("pycute", "cute-cpp", "cute-dsl", "tensor-layouts")


@dataclass(frozen=True)
class Missing:
    """Why an implementation has no such operation."""

    reason: str


Name: TypeAlias = str | Missing
"""As a user writes it: `compose`, `Layout.__call__`.

In C++ a call may be written out: {0} is the first argument, {all} are all of them, {rest} those
after the first as template arguments.
"""

NONE: Final = Missing("none that is driven")


@dataclass(frozen=True)
class Names:
    """The name in each implementation, or why there is none."""

    pycute: Name
    cute_cpp: Name
    cute_dsl: Name
    tensor_layouts: Name

    def of(self, implementation: str) -> Name:
        """The name in one of IMPLEMENTATIONS.

        >>> everywhere("size").of("cute-cpp")
        'size'
        """
        found: Name = getattr(self, implementation.replace("-", "_"))
        return found


def everywhere(name: str) -> Names:
    """The same name in all implementations."""
    return Names(name, name, name, name)


NOWHERE: Final = Names(NONE, NONE, NONE, NONE)
