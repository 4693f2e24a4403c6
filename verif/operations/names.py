"""The names of an operation in the real implementations."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

IMPLEMENTATIONS: Final = ("pycute", "cute-cpp", "cute-dsl", "tensor-layouts", "flydsl")
"""The implementations of which a row has the name of an operation."""

PINNED: Final = (*IMPLEMENTATIONS, "mojo")
"""Those that have pinned versions; in Mojo a call goes by the kinds of its arguments too."""

COMPILED: Final = {"cute-dsl", "flydsl", "mojo"}
"""Those behind Python whose values are a compiler's, or a program's."""


@dataclass(frozen=True)
class Missing:
    """The reason that an implementation has no such operation."""

    reason: str


Name: TypeAlias = str | Missing
"""As a user writes it: `compose`, `Layout.flip`.

A call whose arguments stand in other places than the spec's is written out: {0} is the first
argument, {rest} are those after it, in C++ as template arguments.
"""

NONE: Final = Missing("not available, or not run")


@dataclass(frozen=True)
class Names:
    """The name in each implementation, or why there is none."""

    pycute: Name
    cute_cpp: Name
    cute_dsl: Name
    tensor_layouts: Name
    flydsl: Name = NONE

    def of(self, implementation: str) -> Name:
        """The name in one of IMPLEMENTATIONS.

        >>> everywhere("size").of("cute-cpp")
        'size'
        """
        found: Name = getattr(self, implementation.replace("-", "_"))
        return found


def written_out(name: str) -> str:
    """The call of a name, {all} being its arguments, or as it is written out.

    >>> written_out("size"), written_out("{0}({1})")
    ('size({all})', '{0}({1})')
    """
    return name if "{" in name else f"{name}({{all}})"


def needed(name: str) -> str | None:
    """The first part of a name, which a module must have; None where a call needs none.

    >>> needed("Layout.flip"), needed("Swizzle({rest})({0})"), needed("{0}({1})")
    ('Layout', 'Swizzle', None)
    """
    found = re.match(r"\w+", name)
    return None if found is None else found[0]


def everywhere(name: str, flydsl: Name | None = None) -> Names:
    """The same name in all implementations; in FlyDSL another, where it is given."""
    return Names(name, name, name, name, name if flydsl is None else flydsl)


NOWHERE: Final = Names(NONE, NONE, NONE, NONE)
