"""Shrink a deviating call as long as it deviates in the same way."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

from spec.errors import LayoutError
from spec.int_tuple import unflatten
from spec.layout import Layout
from spec.modes import Modes, layout_of, modes_of
from verif.operations.operand import Arguments, Case
from verif.operations.table import OPERATIONS
from verif.oracle.deviation import Deviation, Kind, deviation, flaws, weight
from verif.processes.deadline import DeadlineError
from verif.questions.program import UndecidedError
from verif.upstream.implementation import Implementation

TOGETHER: Final = 256
"""The number of calls that run between two checks of the clock."""

Way: TypeAlias = tuple[str, Kind, str, bool]
"""The way in which a call deviates: the operation, the kind and condition of the deviation, and
whether an offset of argument B is not a coordinate of argument A."""

MOST_TRIED: Final = 40
"""The largest number of smaller calls that are tried for one call, the smallest calls first."""


@dataclass
class Examiner:
    """Examines each call of an implementation once.

    `most` limits how many smaller calls are tried for one call. `is_cut_off` tells whether the
    deadline ended some work, so that the results depend on the speed of the machine.
    """

    implementation: Implementation
    most: int = MOST_TRIED
    is_cut_off: bool = False
    _known: dict[Case, Deviation | None] = field(default_factory=dict[Case, Deviation | None])

    def examine(self, cases: Sequence[Case]) -> list[Deviation | None]:
        """Return the deviation of each call. Raises DeadlineError after the deadline.

        None means that the call is right, or that it is unknown whether a right value exists.
        """
        asked = list(dict.fromkeys(case for case in cases if case not in self._known))
        for start in range(0, len(asked), TOGETHER):
            some = asked[start : start + TOGETHER]
            for case, outcome in zip(some, self.implementation.apply_all(some), strict=True):
                try:
                    self._known[case] = deviation(*case, outcome)
                except UndecidedError:
                    self._known[case] = None
        return [self._known[case] for case in cases]

    @contextmanager
    def until_deadline(self) -> Generator[None]:
        """Suppress a DeadlineError in the block. If the block raises it, set `is_cut_off`."""
        try:
            yield
        except DeadlineError:
            self.is_cut_off = True

    def without(self, cases: Iterable[Case]) -> Examiner:
        """Return an examiner that counts these cases as right."""
        return replace(self, _known=self._known | dict.fromkeys(cases))

    def one(self, operation: str, arguments: Arguments) -> Deviation | None:
        """Return the deviation of a call as `examine` does, or None if the operation is missing."""
        if operation not in self.implementation.operations:
            return None
        return self.examine([(operation, arguments)])[0]


def cores(
    deviations: Sequence[Deviation],
    examiner: Examiner,
    *,
    convincing: bool = False,
) -> list[Deviation]:
    """Shrink each deviation until no smaller call deviates in the same way, or time is up.

    With `convincing`, smaller calls that have more `flaws` are not tried. At the implementation's
    deadline, the remaining deviations stay unshrunk, and `examiner.is_cut_off` becomes true.
    """
    found = list(deviations)
    with examiner.until_deadline():
        _shrink(found, examiner, convincing=convincing)
    return found


def _shrink(found: list[Deviation], examiner: Examiner, *, convincing: bool) -> None:
    live = set(range(len(found)))
    while live:
        tried = {k: _tried(found[k], convincing=convincing)[: examiner.most] for k in live}
        examiner.examine([case for cases in tried.values() for case in cases])
        for k, cases in tried.items():
            least = next((d for d in examiner.examine(cases) if d and is_alike(d, found[k])), None)
            if least is None:
                live.remove(k)
            else:
                found[k] = least


def _tried(d: Deviation, *, convincing: bool) -> list[Case]:
    most = flaws(d.operation, d.arguments)
    return [case for case in smaller(d) if not convincing or flaws(*case) <= most]


def is_alike(one: Deviation, other: Deviation) -> bool:
    """Return whether two calls deviate in the same way."""
    return way(one) == way(other)


def way(d: Deviation) -> Way:
    """Return the way in which a call deviates, as a tuple.

    Two calls deviate in the same way if their tuples are equal.
    """
    return d.operation, d.kind, d.condition, d.is_beyond


def smaller(d: Deviation) -> list[Case]:
    """Return at most `MOST_TRIED` smaller calls of the same operation, least first."""
    found = {arguments: weight(arguments) for arguments in reductions(d.arguments)}
    if OPERATIONS[d.operation].law.beyond is not None:
        tiles = (_laid_out(d.arguments, k) for k in range(1, len(d.arguments)))
        found |= {arguments: weight(arguments) for arguments in tiles}
    bound = weight(d.arguments)
    least = sorted((w, str(a), a) for a, w in found.items() if w < bound)[:MOST_TRIED]
    return [(d.operation, arguments) for _, _, arguments in least]


def reductions(arguments: Arguments) -> Iterator[Arguments]:
    """Yield simpler lists of arguments.

    For each list, either one argument is simplified, or mode k is removed from all arguments, or
    only mode k of each argument is kept.
    """
    for k, argument in enumerate(arguments):
        for simpler in simplified(argument):
            yield (*arguments[:k], simpler, *arguments[k + 1 :])
    ranks = {len(a) for a in arguments if isinstance(a, tuple | Layout)}
    if len(arguments) > 1 and len(ranks) >= 1:
        for mode in range(max(ranks)):
            yield tuple(_without(a, mode) for a in arguments)
            yield tuple(_at(a, mode) for a in arguments)


def simplified(argument: Any) -> Iterator[Any]:
    """Yield simpler values: with fewer modes, less nesting or smaller numbers."""
    if isinstance(argument, Layout):
        yield from map(layout_of, _fewer(modes_of(argument)))
        if argument.depth == 1 and argument.rank == 1:
            yield argument[0]
        if argument.depth == 1:
            yield from _refilled(argument)
        elif argument.depth > 1:
            yield layout_of(modes_of(argument))
            yield from _refilled(argument)
        else:
            yield from (Layout(*mode) for (mode,) in _fewer_entries(modes_of(argument)))
    elif isinstance(argument, tuple):
        if len(argument) == 1:
            yield argument[0]
        for k, entry in enumerate(argument):
            if len(argument) > 1:
                yield argument[:k] + argument[k + 1 :]
            yield from (
                (*argument[:k], simpler, *argument[k + 1 :]) for simpler in simplified(entry)
            )
    elif isinstance(argument, int):
        yield from {n for n in (0, 1, argument // 2, argument - 1) if 0 <= n < argument}


def _refilled(layout: Layout) -> Iterator[Layout]:
    for modes in _fewer_entries(modes_of(layout)):
        shape = unflatten(tuple(s for s, _ in modes), layout.shape)
        yield Layout(shape, unflatten(tuple(d for _, d in modes), layout.shape))


def _fewer(modes: Modes) -> Iterator[Modes]:
    if len(modes) > 1:
        yield from (modes[:k] + modes[k + 1 :] for k in range(len(modes)))


def _fewer_entries(modes: Modes) -> Iterator[Modes]:
    """Yield the modes with one shape or one stride reduced."""
    for k, (s, d) in enumerate(modes):
        shapes = {n for n in (1, 2, s // 2, s - 1) if 1 <= n < s}
        strides = {w for w in (0, 1, abs(d) // 2, abs(d) - 1) if 0 <= w < abs(d)}
        signed = strides | {-w for w in strides} if d < 0 else strides
        for mode in [(n, d) for n in shapes] + [(s, w) for w in signed]:
            yield (*modes[:k], mode, *modes[k + 1 :])


def _laid_out(arguments: Arguments, k: int) -> Arguments:
    """If argument `k` is an integer that stands for a tile, replace it by the tile's layout."""
    n = arguments[k]
    tile = Layout(n, 1) if isinstance(n, int) and n > 0 else n
    return (*arguments[:k], tile, *arguments[k + 1 :])


def _without(argument: Any, mode: int) -> Any:
    """Remove a mode of a tuple or layout with several modes; return other arguments unchanged."""
    if isinstance(argument, Layout) and isinstance(argument.shape, tuple) and argument.rank > 1:
        kept = [m for k, m in enumerate(argument) if k != mode]
        shape = tuple(m.shape for m in kept)
        return Layout(shape, tuple(m.stride for m in kept))
    if isinstance(argument, tuple) and len(argument) > 1:
        return argument[:mode] + argument[mode + 1 :]
    return argument


def _at(argument: Any, mode: int) -> Any:
    """Return one mode of a tuple or layout, or the whole argument if there is no such mode."""
    if isinstance(argument, tuple | Layout) and mode < len(argument):
        try:
            return argument[mode]
        except LayoutError:
            return argument
    return argument
