"""The names of an operation in the real implementations."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

IMPLEMENTATIONS: Final = ("pycute", "cute-cpp", "cute-dsl", "tensor-layouts", "flydsl")
"""The implementations for which an operation's row in the table gives a name."""

PINNED: Final = (*IMPLEMENTATIONS, "mojo")
"""The implementations with pinned versions.

The rows of operations have no names for Mojo, because Mojo's calls also depend on the kinds of
arguments.
"""

COMPILED: Final = {"cute-dsl", "flydsl", "mojo"}
"""Implementations whose layouts exist only in a compiler or in a program that is not Python."""


def without_mark(name: str) -> str:
    """Return an operation's name without the final `_` that avoids a clash with a Python name.

    >>> without_mark("slice_"), without_mark("Layout.__getitem__")
    ('slice', 'Layout.__getitem__')
    """
    return name if name.endswith("__") else name.removesuffix("_")


@dataclass(frozen=True)
class Missing:
    """The reason why an implementation does not have the operation, in place of a name."""

    reason: str


Name: TypeAlias = str | Missing
"""A name as a user writes it: `compose`, `Layout.flip`.

If the order of the arguments differs from the spec's, the name is a whole call with placeholders.
{0} stands for the first argument, and {rest} for all further arguments. In C++, the further
arguments are template arguments.
"""

NONE: Final = Missing("not available, or not run")


@dataclass(frozen=True, kw_only=True)
class Names:
    """The name of an operation in each implementation, or the reason why there is no name."""

    pycute: Name = NONE
    cute_cpp: Name = NONE
    cute_dsl: Name = NONE
    tensor_layouts: Name = NONE
    flydsl: Name = NONE

    def of(self, implementation: str) -> Name:
        """Return the name of the operation in an implementation, one of `IMPLEMENTATIONS`.

        >>> everywhere("size").of("cute-cpp")
        'size'
        """
        found: Name = getattr(self, implementation.replace("-", "_"))
        return found


def written_out(name: str) -> str:
    """Return `name` if it is the template of a call, otherwise the template `name({all})`.

    >>> written_out("size"), written_out("{0}({1})")
    ('size({all})', '{0}({1})')
    """
    return name if "{" in name else f"{name}({{all}})"


def needed(name: str) -> str | None:
    """Return the part of a name that a module must define, or None for operators.

    >>> needed("Layout.flip"), needed("Swizzle({rest})({0})"), needed("{0}({1})")
    ('Layout', 'Swizzle', None)
    """
    found = re.match(r"\w+", name)
    return None if found is None else found[0]


def everywhere(name: str, flydsl: Name | None = None) -> Names:
    """Return the same name for all implementations, optionally with another name in FlyDSL."""
    return Names(
        pycute=name,
        cute_cpp=name,
        cute_dsl=name,
        tensor_layouts=name,
        flydsl=name if flydsl is None else flydsl,
    )


NOWHERE: Final = Names()
