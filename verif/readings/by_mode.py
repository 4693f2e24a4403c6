"""Layouts of any rank, each mode of any nesting, and operations that work mode by mode.

Such a layout is a list of *groups*: the group of a mode is the list of the modes inside the mode.
`change_modes` pairs the modes with the entries of a tuple. It applies an operation to the first
pair, then recursively to the other pairs. Modes without an entry are unchanged.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, NoReturn

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
from verif.kernel.constructors import UnknownList, is_integer, stands_for
from verif.kernel.errors import NotLiftableError
from verif.kernel.theory import definition, reading
from verif.readings.any_rank import AnyRank, AsModes
from verif.readings.grouped import Grouped
from verif.readings.modes import strides_from
from verif.readings.terminals import Terminals

Lift = Callable[[Any], Any]
"""The type of `lift`, which lifts a function so that the function runs on unknowns."""


@definition(on="groups")
def none_empty(groups: Groups) -> bool:
    """Whether every group has at least one mode."""
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
    """The k-th group, counted from 0."""
    if k == 0:
        return groups[0]
    return group_at(groups[1:], k - 1)


def some_layout(modes: Modes) -> Layout:
    """A layout with these modes: flat if the modes are concrete, of unknown nesting in a proof."""
    return layout_of(modes)


def coalesced_each(groups: Groups, profile: Terminals) -> Groups:
    """Coalesce the first `len(profile)` modes, each by its profile entry. Keep the other modes."""
    if not profile:
        return groups
    first = modes_of(coalesce(some_layout(groups[0]), profile[0]))
    return (first,) + coalesced_each(groups[1:], profile[1:])


def filtered_each(groups: Groups, profile: Terminals) -> Groups:
    """Filter the first `len(profile)` modes, each by its profile entry. Keep the other modes."""
    if not profile:
        return groups
    first = modes_of(filter_(some_layout(groups[0]), profile[0]))
    return (first,) + filtered_each(groups[1:], profile[1:])


def composed_each(groups: Groups, tilers: Groups) -> Groups:
    """Compose the first `len(tilers)` modes, each with its tiler. Keep the other modes."""
    if not tilers:
        return groups
    first = modes_of(composition(some_layout(groups[0]), some_layout(tilers[0])))
    return (first,) + composed_each(groups[1:], tilers[1:])


def divided_each(groups: Groups, tilers: Groups) -> tuple[Groups, Groups]:
    """Divide the first `len(tilers)` modes, each by its tiler. Return two lists.

    The first list has the tiles. The second list has the rest of each divided mode, and then the
    modes without a tiler.
    """
    if not tilers:
        return (), groups
    tile, rest = divide(some_layout(groups[0]), some_layout(tilers[0]))
    tiles, rests = divided_each(groups[1:], tilers[1:])
    return (modes_of(tile),) + tiles, (modes_of(rest),) + rests


def repeated_each(groups: Groups, tilers: Groups) -> tuple[Groups, Groups]:
    """Repeat the first `len(tilers)` modes, each by its tiler. Return two lists.

    The first list has these modes unchanged. The second list has the layout of each mode's copies,
    and then the modes without a tiler.
    """
    if not tilers:
        return (), groups
    block, copies = repeat(some_layout(groups[0]), some_layout(tilers[0]))
    blocks, rests = repeated_each(groups[1:], tilers[1:])
    return (modes_of(block),) + blocks, (modes_of(copies),) + rests


def paired(tiles: Groups, rests: Groups) -> Groups:
    """For each divided mode, join its tile and its rest. The modes without a tile come last."""
    if not tiles:
        return rests
    return (followed(tiles[0], rests[0]),) + paired(tiles[1:], rests[1:])


def chained(groups: Groups, others: Groups) -> Groups:
    """The concatenation of both lists of groups."""
    if not groups:
        return others
    return (groups[0],) + chained(groups[1:], others)


def stretch(groups: Groups, begin: int, end: int) -> Groups:
    """The groups with the indices `begin` to `end - 1`."""
    if not groups or end <= 0:
        return ()
    if begin > 0:
        return stretch(groups[1:], begin - 1, end - 1)
    return (groups[0],) + stretch(groups[1:], 0, end - 1)


@stands_for(Layout, Layout(1))
class ByMode(AnyRank):
    """A layout of any rank with modes of any nesting.

    `kept` is None or another layout. From index `reached` on, that layout has the same modes as
    this layout. If `flat` is set, the modes before `reached` are flat.
    """

    def __init__(
        self,
        modes: Any,
        groups: Any,
        *,
        flat: bool = False,
        kept: ByMode | None = None,
        reached: Any = None,
    ) -> None:
        super().__init__(modes, bare=False)
        self.groups, self.flat, self.kept, self.reached = groups, flat, kept, reached
        self.seen: list[tuple[Any, Any]] = []

    @property
    def listed(self) -> Any:
        """The layout's list of modes. It is empty only if there are no groups, as in ():()."""
        return super().listed if self.groups else ()


@stands_for(Layout, Layout(1))
class Pairs(ByMode):
    """A layout of any rank. Each mode before index `reached` consists of a tile and a rest."""

    def __init__(
        self, modes: Any, groups: Any, tiles: ByMode, rests: ByMode, *, kept: ByMode, reached: Any
    ) -> None:
        super().__init__(modes, groups, kept=kept, reached=reached)
        self.tiles, self.rests = tiles, rests


def grouped_by_mode(lift: Lift, groups: Any, **more: Any) -> ByMode:
    """Return the layout that has one mode for each group, for any number of groups."""
    return ByMode(lift(joined)(groups), groups, **more)


@reading(Layout.rank, ByMode)
def _rank(lifter: Any, layout: ByMode) -> int:
    return lifter.lift(len)(layout.groups)


@reading(Layout.extended, ByMode)
def _extended(lifter: Any, layout: ByMode, x: Any) -> Any:
    if not layout.groups:
        raise NotLiftableError("`extended` needs a last mode, but the layout has no modes")
    return NotImplemented


@reading(Layout.__iter__, ByMode)
def _each(lifter: Any, layout: ByMode) -> NoReturn:
    raise NotLiftableError(
        "there is no proof rule for iterating over the modes of a layout of any rank"
    )


@reading(Layout.mode, ByMode)
def _mode(lifter: Any, layout: ByMode, *path: Any) -> Any:
    if len(path) != 1:
        raise NotLiftableError(
            "there is no proof rule for `mode` with several integers on a layout of unknown rank"
        )
    (k,) = path
    if not 0 <= k < _rank(lifter, layout):
        raise ModeError("a layout of unknown rank has no mode with this index")
    # Return the same object for the same index, because a layout of unknown rank equals only
    # itself.
    found = next((mode for index, mode in layout.seen if index is k), None)
    if found is None:
        found = _mode_at(lifter, layout, k)
        layout.seen.append((k, found))
    return found


def _mode_at(lifter: Any, layout: ByMode, k: Any) -> Any:
    if isinstance(layout, Pairs) and not k >= _rank(lifter, layout.tiles):
        parts = (layout.tiles, layout.rests)
        return Grouped(tuple(_mode(lifter, part, k) for part in parts))
    if layout.kept is not None and k >= layout.reached:
        return _mode(lifter, layout.kept, k)
    modes = lifter.lift(group_at)(layout.groups, k)
    return AnyRank(modes) if layout.flat else AsModes(modes)


@stands_for(tuple, (Layout(1),))
class AnyTilers(UnknownList):
    """The modes of a layout of any rank as a tuple of tilers. `at(k)` returns tiler k."""

    called: ClassVar[str] = "a tuple of an unknown number of tilers"

    def __init__(self, layout: ByMode, length: Any, at: Callable[[Any], Any]) -> None:
        self.by_mode, self.length, self.at = layout, length, at

    def __getitem__(self, k: Any) -> Any:
        # Support only indices in range. A Python tuple accepts negative indices, and raises another
        # error beyond its end.
        if not (is_integer(k) and 0 <= k < self.length):
            raise NotLiftableError("an index into a tuple may be out of range")
        return self.at(k)


def tilers_of(layout: Layout) -> tuple[Layout, ...]:
    """The modes of a layout, as tilers for the modes of another layout."""
    return tuple(layout)


def groups_of(layout: Layout) -> Groups:
    """For each mode of a layout, the modes inside it."""
    return tuple(map(modes_of, layout))


@reading(groups_of, ByMode)
def _groups_of(lifter: Any, layout: ByMode) -> Any:
    return layout.groups


@reading(tilers_of, ByMode)
def _tilers_of(lifter: Any, layout: ByMode) -> AnyTilers:
    return AnyTilers(layout, _rank(lifter, layout), lambda k: _mode(lifter, layout, k))


@reading(some_layout, UnknownList)
def _some_layout(lifter: Any, modes: Any) -> AsModes:
    lifter.owe_invariants("some_layout", ((modes, Modes),))
    return AsModes(modes)


@reading(change_modes, ByMode)
def _change_modes(lifter: Any, change: Any, layout: ByMode, parts: Any) -> ByMode:
    lift, reached = lifter.lift, lifter.lift(len)(parts)
    for operation, each in {coalesce: coalesced_each, filter_: filtered_each}.items():
        if change is lift(operation):
            groups = lift(each)(layout.groups, parts)
            return grouped_by_mode(lift, groups, flat=True, kept=layout, reached=reached)
    if isinstance(change, partial) and change.func is lift(by_mode):
        if len(change.args) != 1 or change.keywords:
            raise NotLiftableError("by_mode must get exactly one operation that splits a mode")
        (split,) = change.args
        tiles, rests = lift(gathered)(split, layout, parts)
        groups = lift(paired)(tiles.groups, rests.groups)
        reached = _rank(lifter, tiles)
        return Pairs(lift(joined)(groups), groups, tiles, rests, kept=layout, reached=reached)
    if change is lift(composition) and isinstance(parts, AnyTilers):
        groups = lift(composed_each)(layout.groups, parts.by_mode.groups)
        return grouped_by_mode(lift, groups, kept=layout, reached=reached)
    raise NotLiftableError("there is no proof rule for changing each mode by an unknown operation")


@reading(gathered, ByMode)
def _gathered(lifter: Any, split: Any, a: ByMode, tiler: Any) -> tuple[ByMode, ByMode]:
    lift = lifter.lift
    for operation, each in {divide: divided_each, repeat: repeated_each}.items():
        if split is lift(operation) and isinstance(tiler, AnyTilers):
            tiles, rests = lift(each)(a.groups, tiler.by_mode.groups)
            kept = grouped_by_mode(lift, rests, kept=a, reached=tiler.length)
            return grouped_by_mode(lift, tiles), kept
    raise NotLiftableError("there is no proof rule for splitting each mode by an unknown operation")


@reading(side_by_side, ByMode)
def _side_by_side(lifter: Any, a: Any, b: Any) -> ByMode:
    groups = map(lifter.lift(groups_of), (a, b))
    return grouped_by_mode(lifter.lift, lifter.lift(chained)(*groups))


@reading(between, ByMode)
def _between(lifter: Any, layout: ByMode, begin: Any, end: Any) -> ByMode:
    if not 0 <= begin <= end <= _rank(lifter, layout):
        raise NotLiftableError(
            "the range of modes may go beyond the last mode of a layout of unknown rank"
        )
    return grouped_by_mode(lifter.lift, lifter.lift(stretch)(layout.groups, begin, end))
