"""Layouts of any rank, each mode of any nesting, and the operations that go mode by mode.

Such a layout is the list of its modes, each of which is the list of its own modes, its *group*.
What `change_modes` makes of each mode and its part of a tuple is made of the first mode, and then
of the others; the text of the operation runs on each. The modes beyond the tuple are the layout's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NoReturn

from spec.by_mode import by_mode, gathered
from spec.coalesce import coalesce
from spec.composition import composition
from spec.divide import divide
from spec.errors import ModeError
from spec.filter import filter_
from spec.layout import Layout
from spec.modes import Groups, Modes, followed, joined, layout_of, modes_of
from spec.products import repeat
from spec.select import between, change_modes, side_by_side
from spec.taking import is_integer
from verif.kernel.errors import NotLiftableError
from verif.kernel.length import OfUnknownLength
from verif.kernel.theory import definition, reading
from verif.readings.any_rank import AnyRank, AsModes, Lift
from verif.readings.grouped import Grouped
from verif.readings.modes import strides_from
from verif.readings.terminals import Terminals


@definition(on="groups")
def none_empty(groups: Groups) -> bool:
    """Whether each group has a mode."""
    if not groups:
        return True
    return bool(groups[0]) and none_empty(groups[1:])


@definition(on="groups")
def each_from(groups: Groups, floor: int) -> bool:
    """Whether every stride in each group is at least `floor`."""
    if not groups:
        return True
    return strides_from(groups[0], floor) and each_from(groups[1:], floor)


def group_at(groups: Groups, k: int) -> Modes:
    """The k-th group, the first being that of 0."""
    if k == 0:
        return groups[0]
    return group_at(groups[1:], k - 1)


def some_layout(modes: Modes) -> Layout:
    """A layout with these modes: the flat one here, one of any nesting in proofs."""
    return layout_of(modes)


def coalesced_each(groups: Groups, profile: Terminals) -> Groups:
    """The modes that the profile reaches, each coalesced, and the others."""
    if not profile:
        return groups
    first = modes_of(coalesce(some_layout(groups[0]), profile[0]))
    return (first,) + coalesced_each(groups[1:], profile[1:])


def filtered_each(groups: Groups, profile: Terminals) -> Groups:
    """The modes that the profile reaches, each filtered, and the others."""
    if not profile:
        return groups
    first = modes_of(filter_(some_layout(groups[0]), profile[0]))
    return (first,) + filtered_each(groups[1:], profile[1:])


def composed_each(groups: Groups, tilers: Groups) -> Groups:
    """The modes that there is a tiler for, each after its tiler, and the others."""
    if not tilers:
        return groups
    first = modes_of(composition(some_layout(groups[0]), some_layout(tilers[0])))
    return (first,) + composed_each(groups[1:], tilers[1:])


def divided_each(groups: Groups, tilers: Groups) -> tuple[Groups, Groups]:
    """The tiles of the modes that there is a tiler for, and their rests with the other modes."""
    if not tilers:
        return (), groups
    tile, rest = divide(some_layout(groups[0]), some_layout(tilers[0]))
    tiles, rests = divided_each(groups[1:], tilers[1:])
    return (modes_of(tile),) + tiles, (modes_of(rest),) + rests


def repeated_each(groups: Groups, tilers: Groups) -> tuple[Groups, Groups]:
    """The modes that there is a tiler for, and their copies with the other modes."""
    if not tilers:
        return (), groups
    block, copies = repeat(some_layout(groups[0]), some_layout(tilers[0]))
    blocks, rests = repeated_each(groups[1:], tilers[1:])
    return (modes_of(block),) + blocks, (modes_of(copies),) + rests


def paired(tiles: Groups, rests: Groups) -> Groups:
    """Each tile with its rest behind it, and the rests that have no tile."""
    if not tiles:
        return rests
    return (followed(tiles[0], rests[0]),) + paired(tiles[1:], rests[1:])


def chained(groups: Groups, others: Groups) -> Groups:
    """The groups and then the others."""
    if not groups:
        return others
    return (groups[0],) + chained(groups[1:], others)


def stretch(groups: Groups, begin: int, end: int) -> Groups:
    """The groups from `begin` up to `end`."""
    if not groups or end <= 0:
        return ()
    if begin > 0:
        return stretch(groups[1:], begin - 1, end - 1)
    return (groups[0],) + stretch(groups[1:], 0, end - 1)


class ByMode(AsModes):
    """A layout of any rank, its modes of any nesting.

    From the mode `reached` on its modes are those of the layout `kept`, where there is one; the
    modes before are flat if it is `flat`.
    """

    groups: Any

    def __init__(
        self,
        groups: Any,
        lift: Lift,
        *,
        flat: bool = False,
        kept: ByMode | None = None,
        reached: Any = None,
    ) -> None:
        super().__init__(lift(joined)(groups), lift, given=True)
        items = {"groups": groups, "flat": flat, "kept": kept, "reached": reached, "_seen": []}
        for name, item in items.items():
            object.__setattr__(self, name, item)

    @property
    def rank(self) -> int:
        return self._reading(len)(self.groups)

    @property
    def listed(self) -> Any:
        """Its modes, of which there are some where there are groups; without any it is ():()."""
        return super().listed if self.groups else ()

    def extended(self, x: int) -> int:
        if not self.groups:
            raise NotLiftableError("a layout without modes, which has none to overflow into")
        return super().extended(x)

    def mode(self, *path: int) -> Layout:
        if len(path) != 1:
            raise NotLiftableError("a mode inside a mode of any nesting")
        (k,) = path
        if not 0 <= k < self.rank:
            raise ModeError("no such mode of a layout of any rank")
        seen: list[tuple[int, Layout]] = object.__getattribute__(self, "_seen")
        for index, mode in seen:
            if index is k:
                return mode
        seen.append((k, self._mode(k)))
        return seen[-1][1]

    def _mode(self, k: int) -> Layout:
        kept, reached, flat = (getattr(self, name) for name in ("kept", "reached", "flat"))
        if kept is not None and k >= reached:
            return kept.mode(k)
        modes, lift = (
            self._reading(group_at)(self.groups, k),
            object.__getattribute__(self, "_lift"),
        )
        return AnyRank(modes, lift) if flat else AsModes(modes, lift, given=True)

    def __iter__(self) -> Iterator[Layout]:
        raise NotLiftableError("a text goes through the modes of a layout of any rank")


class Pairs(ByMode):
    """A layout of any rank, of which the modes before `reached` are a tile and a rest each."""

    def __init__(self, tiles: ByMode, rests: ByMode, kept: ByMode) -> None:
        lift = object.__getattribute__(kept, "_lift")
        super().__init__(
            lift(paired)(tiles.groups, rests.groups), lift, kept=kept, reached=tiles.rank
        )
        for name, item in {"of_tiles": tiles, "of_rests": rests}.items():
            object.__setattr__(self, name, item)

    def _mode(self, k: int) -> Layout:
        tiles, rests = (getattr(self, name) for name in ("of_tiles", "of_rests"))
        if k >= tiles.rank:
            return super()._mode(k)
        lift = object.__getattribute__(self, "_lift")
        return Grouped((tiles.mode(k), rests.mode(k)), lift)


class AnyTilers(OfUnknownLength):
    """The modes of a layout of any rank as a tuple of tilers."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, layout: ByMode) -> None:
        self.by_mode = layout

    @property
    def __class__(self) -> type:  # pyright: ignore[reportIncompatibleMethodOverride]
        return tuple

    @property
    def length(self) -> int:
        return self.by_mode.rank

    def __getitem__(self, k: int) -> Layout:
        # A tuple has entries below 0, too, and another error beyond its end.
        if not (is_integer(k) and 0 <= k < self.length):
            raise NotLiftableError("an entry of a tuple that may be no index of a mode")
        return self.by_mode.mode(k)

    def _look_inside(self, *_: object) -> NoReturn:
        raise NotLiftableError("a text goes through tilers of which it is not known how many")

    __eq__ = __bool__ = __len__ = __iter__ = __contains__ = _look_inside
    __add__ = __radd__ = __mul__ = __rmul__ = __reversed__ = _look_inside
    __lt__ = __le__ = __gt__ = __ge__ = __ne__ = _look_inside


# `match` asks whether a type is a sequence, and takes another for what is no tuple.
Sequence.register(AnyTilers)  # pyright: ignore[reportAttributeAccessIssue]


def tilers_of(layout: Layout) -> tuple[Layout, ...]:
    """The modes of a layout, as tilers for those of another one."""
    return tuple(layout)


def groups_of(layout: Layout) -> Groups:
    """The modes of each mode of a layout."""
    return tuple(map(modes_of, layout))


@reading(groups_of)
def _groups_of(lifter: Any) -> Callable[[Layout], Any]:
    def lifted(layout: Layout) -> Any:
        if isinstance(layout, ByMode):
            return layout.groups
        return lifter.body(groups_of)(layout)

    return lifted


@reading(tilers_of)
def _tilers_of(lifter: Any) -> Callable[[Layout], Any]:
    def lifted(layout: Layout) -> Any:
        if isinstance(layout, ByMode):
            return AnyTilers(layout)
        return lifter.body(tilers_of)(layout)

    return lifted


@reading(some_layout)
def _some_layout(lifter: Any) -> Callable[[Any], Layout]:
    def lifted(modes: Modes) -> Layout:
        if type(modes) is tuple:
            return lifter.body(some_layout)(modes)
        lifter.owe_invariants("some_layout", ((modes, Modes),))
        return AsModes(modes, lifter.lift, given=True)

    return lifted


@reading(change_modes)
def _change_modes(lifter: Any) -> Callable[[Any, Layout, Any], Layout]:
    flattening = {coalesce: coalesced_each, filter_: filtered_each}

    def lifted(change: Any, layout: Layout, parts: Any) -> Layout:
        if not isinstance(layout, ByMode):
            return lifter.body(change_modes)(change, layout, parts)
        reached = lifter.lift(len)(parts)
        for operation, each in flattening.items():
            if change is lifter.lift(operation):
                groups = lifter.lift(each)(layout.groups, parts)
                return ByMode(groups, lifter.lift, flat=True, kept=layout, reached=reached)
        if isinstance(change, partial) and change.func is lifter.lift(by_mode):
            if len(change.args) != 1 or change.keywords:
                raise NotLiftableError("by_mode with more, or less, than what splits a mode")
            (split,) = change.args
            tiles, rests = lifter.lift(gathered)(split, layout, parts)
            return Pairs(tiles, rests, layout)
        if change is lifter.lift(composition) and issubclass(type(parts), AnyTilers):
            groups = lifter.lift(composed_each)(layout.groups, parts.by_mode.groups)
            return ByMode(groups, lifter.lift, kept=layout, reached=reached)
        raise NotLiftableError("another operation on each mode of a layout of any rank")

    return lifted


@reading(gathered)
def _gathered(lifter: Any) -> Callable[[Any, Layout, Any], Any]:
    def lifted(split: Any, a: Layout, tiler: Any) -> Any:
        if not isinstance(a, ByMode):
            return lifter.body(gathered)(split, a, tiler)
        for operation, each in {divide: divided_each, repeat: repeated_each}.items():
            if split is lifter.lift(operation) and issubclass(type(tiler), AnyTilers):
                tiles, rests = lifter.lift(each)(a.groups, tiler.by_mode.groups)
                kept = ByMode(rests, lifter.lift, kept=a, reached=tiler.by_mode.rank)
                return ByMode(tiles, lifter.lift), kept
        raise NotLiftableError("another operation that splits each mode of a layout of any rank")

    return lifted


@reading(side_by_side)
def _side_by_side(lifter: Any) -> Callable[[Layout, Layout], Layout]:
    def groups_in(layout: Layout) -> Any:
        if isinstance(layout, ByMode):
            return layout.groups
        return tuple(map(lifter.lift(modes_of), layout))

    def lifted(a: Layout, b: Layout) -> Layout:
        if not (isinstance(a, ByMode) or isinstance(b, ByMode)):
            return lifter.body(side_by_side)(a, b)
        return ByMode(lifter.lift(chained)(groups_in(a), groups_in(b)), lifter.lift)

    return lifted


@reading(between)
def _between(lifter: Any) -> Callable[[Layout, int, int], Layout]:
    def lifted(layout: Layout, begin: int, end: int) -> Layout:
        if not isinstance(layout, ByMode):
            return lifter.body(between)(layout, begin, end)
        if not 0 <= begin <= end <= layout.rank:
            raise NotLiftableError("modes up to some that are none of a layout of any rank")
        return ByMode(lifter.lift(stretch)(layout.groups, begin, end), lifter.lift)

    return lifted
