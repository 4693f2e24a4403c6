"""Make the same calls in successive versions of an implementation, and compare the answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from spec.spelling import suggested
from verif.operations.names import PINNED
from verif.upstream.environments import is_cached, pinned_versions
from verif.upstream.implementation import Implementation, implementation
from verif.upstream.in_process import MissingImplementationError

_T = TypeVar("_T")


class Turn(NamedTuple, Generic[_T]):
    """A change of an answer: the first version with the new answer, the old and the new answer."""

    version: str
    before: _T
    after: _T


def versions_of(name: str, *, cached: bool = False) -> tuple[str, ...]:
    """Return an implementation's versions, oldest first. With `cached`, omit unfetched versions."""
    if name not in PINNED:
        known = ", ".join(PINNED)
        raise MissingImplementationError(
            f"no versions of {name!r} are pinned{suggested(name, PINNED)}: write one of {known},"
            " without a version"
        )
    return tuple(v for v in pinned_versions(name) if not cached or is_cached(name, v))


def of_version(name: str, ask: Callable[[Implementation], _T], version: str) -> _T:
    """Ask one version of an implementation, and return its answer."""
    real = implementation(f"{name}@{version}")
    try:
        return ask(real)
    finally:
        real.stop()


def halved(ask: Callable[[str], _T], versions: Sequence[str]) -> Iterator[Turn[_T]]:
    """Find the versions at which the answer changes, by bisection.

    If two versions have equal answers, the versions between them are not asked. So bisection may
    miss a change that is later reverted.

    >>> list(halved({"1": 0, "2": 0, "3": 0, "4": 7}.get, ["1", "2", "3", "4"]))
    [Turn(version='4', before=0, after=7)]
    """
    if len(versions) < 2:
        return
    before, after = ask(versions[0]), ask(versions[-1])
    if before == after:
        return
    if len(versions) == 2:
        yield Turn(versions[1], before, after)
        return
    middle = len(versions) // 2
    yield from halved(ask, versions[: middle + 1])
    yield from halved(ask, versions[middle:])


def turns(answers: Iterable[tuple[str, _T]]) -> Iterator[Turn[_T]]:
    """Yield each change of the answer between a version and the next version.

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
