"""The same calls at one version of an implementation after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Generic, NamedTuple, TypeVar

from verif.operations.names import IMPLEMENTATIONS
from verif.upstream.environments import is_cached, pinned_versions
from verif.upstream.implementation import Implementation, implementation
from verif.upstream.in_process import MissingImplementationError

_T = TypeVar("_T")


class Turn(NamedTuple, Generic[_T]):
    """A change of an answer: the first version that has the new one."""

    version: str
    before: _T
    after: _T


def versions_of(name: str, *, cached: bool = False) -> tuple[str, ...]:
    """The versions of an implementation, oldest first; those alone that are here if `cached`."""
    if name not in IMPLEMENTATIONS:
        known = ", ".join(IMPLEMENTATIONS)
        raise MissingImplementationError(f"no versions of {name!r} are pinned, only of {known}")
    return tuple(v for v in pinned_versions(name) if not cached or is_cached(name, v))


def by_version(
    name: str, ask: Callable[[Implementation], _T], versions: Iterable[str]
) -> Iterator[tuple[str, _T]]:
    """The answer of each version, one at a time."""
    for version in versions:
        real = implementation(f"{name}@{version}")
        try:
            yield version, ask(real)
        finally:
            real.stop()


def turns(answers: Iterable[tuple[str, _T]]) -> Iterator[Turn[_T]]:
    """The changes of the answer from one version to the next.

    >>> list(turns([("1", "rejected"), ("2", "rejected"), ("3", "4:1"), ("4", "4:1")]))
    [Turn(version='3', before='rejected', after='4:1')]
    """
    told = iter(answers)
    first = next(told, None)
    if first is None:
        return
    _, before = first
    for version, after in told:
        if after != before:
            yield Turn(version, before, after)
        before = after
