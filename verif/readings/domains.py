"""Domains over which the arguments of claims range: layouts, shapes, and coordinates.

A domain is interpreted in four ways, its *readings*. `verif.search` has two of them: one enumerates
the values, and one draws random values. This module has the other two: the symbolic reading, for
all integers at a fixed profile, and the lifted reading, for any rank. For numbers and XLA's arrays,
the symbolic and lifted readings are in `verif.readings.numbers` and `verif.readings.arrays`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, get_args

from spec import int_tuple
from spec.coordinates import idx2crd
from spec.int_tuple import IntTuple, flatten, product, product_each, unflatten
from spec.layout import Layout, depth
from spec.modes import Groups, Modes, modes_of
from verif.kernel.claim import Arguments, Fresh
from verif.kernel.errors import ClaimError, NotLiftableError
from verif.kernel.verbs import assume, same
from verif.readings.any_nesting import Nested, layout_of_any_nesting
from verif.readings.any_rank import AnyRank, AsModes
from verif.readings.by_mode import ByMode, each_from, grouped_by_mode, none_empty
from verif.readings.groups import cuts
from verif.readings.modes import strides_from
from verif.readings.numbers import ONE_INTEGER, Uncited, at_least_low, is_value, positive
from verif.readings.terminals import Parts, Terminals, at_least, flattened, in_bounds

Strides = Literal["any", "natural", "positive"]
"""The signs of strides: "any" integers, "natural" for >= 0, "positive" for >= 1."""

LEAF = 0
"""The profile of a layout with one mode and no parentheses."""


def flat(*ranks: int) -> tuple[IntTuple, ...]:
    """The flat profiles of the given ranks.

    >>> flat(1, 2)
    ((0,), (0, 0))
    """
    return tuple((0,) * rank for rank in ranks)


def profile_text(profile: IntTuple) -> str:
    """A profile in the notation of scopes.

    >>> profile_text((0, (0, 0))), profile_text(0)
    ('(*,(*,*))', '*')
    """
    if isinstance(profile, tuple):
        return f"({','.join(map(profile_text, profile))})"
    return "*"


ANY_NESTING = (*flat(1, 2), ((0, 0),))
"""Profiles of layouts. With these profiles, a proof for every rank covers any nesting."""


OF_MODES = (*flat(1, 2), ((0, 0),), (0, (0, 0)))
"""Profiles for `LayoutsOfModes`, where a proof for every rank covers modes of any nesting."""


@dataclass(frozen=True)
class Layouts:
    """Layouts of the given profiles. A proof for any rank covers layouts of every rank >= 1.

    In this proof (the lifted reading), the layouts are flat if the profiles are flat. They have any
    nesting if a profile has a depth of 2 or more. Code may then use the modes of a layout, but
    there are no rules for code that inspects the nesting. `one_mode` restricts the lifted reading
    to layouts of one mode, for claims about a single mode of a layout.
    """

    profiles: tuple[IntTuple, ...] = flat(1, 2)
    strides: Strides = "any"
    one_mode: bool = False
    rank_0: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if self.one_mode and self.profiles != (LEAF,):
            raise ClaimError("one_mode=True allows only the profile of a plain integer")
        if self.strides not in get_args(Strides):
            raise ClaimError(f"strides must be one of {get_args(Strides)}, not {self.strides!r}")
        _require_terminals(self)

    @property
    def are_flat(self) -> bool:
        """Whether a proof for every rank covers only flat layouts."""
        return all(int_tuple.depth(profile) <= 1 for profile in self.profiles)

    def describe(self, profile: IntTuple) -> str:
        return profile_text(profile)

    def symbolic(self, fresh: Fresh, name: str, profile: IntTuple, earlier: Arguments) -> Any:
        shape = filled(profile, lambda k: positive(fresh, f"{name}_s{k}"))
        stride = filled(profile, lambda k: self._stride(fresh, f"{name}_d{k}"))
        return fresh.lift(Layout)(shape, stride)

    def lifted(self, fresh: Fresh, name: str, earlier: Arguments) -> Any:
        if self.one_mode:
            return self.symbolic(fresh, name, LEAF, earlier)
        lifted = self._by_modes(fresh, name)
        self._require(fresh, name, lifted.modes)
        return lifted

    def cited(self, fresh: Fresh, name: str, value: Any, earlier: Arguments) -> Any:
        if self.one_mode:
            raise NotLiftableError(
                f"a claim whose argument {name} is a layout with one mode cannot be cited"
            )
        known_flat = type(value) is AnyRank or (
            type(value) is Layout and fresh.lift(depth)(value) <= 1
        )
        if self.are_flat and not known_flat:
            raise NotLiftableError(
                f"the cited claim needs a flat layout {name}, but the layout given for {name} may"
                " be nested"
            )
        modes = value.modes if isinstance(value, AnyRank) else fresh.lift(modes_of)(value)
        self._require(fresh, name, modes)
        lifted = self._by_modes(fresh, name)
        same(f"{name} is the value", lifted.modes, modes)
        return lifted

    def _by_modes(self, fresh: Fresh, name: str) -> AnyRank:
        modes = fresh.unknown(name, Modes)
        return AnyRank(modes, bare=False) if self.are_flat else AsModes(modes)

    def _require(self, fresh: Fresh, name: str, modes: Modes) -> None:
        assume(f"{name} has a mode", bool(modes))
        if self.strides != "any":
            floor = 0 if self.strides == "natural" else 1
            assume(f"{name}'s strides are {self.strides}", fresh.lift(strides_from)(modes, floor))

    def _stride(self, fresh: Fresh, name: str) -> int:
        stride = fresh.unknown(name, int)
        if self.strides != "any":
            assume(f"{name} is {self.strides}", stride >= (self.strides == "positive"))
        return stride


@dataclass(frozen=True)
class NestedLayouts(Uncited, Layouts):
    """Layouts of the given profiles.

    In a proof for any rank (the lifted reading), the layouts have every nesting with at least one
    terminal. Code may also use the nesting of a shape, as far as `verif.readings.any_nesting` has
    rules.
    """

    @property
    def are_flat(self) -> bool:
        return False

    def lifted(self, fresh: Fresh, name: str, earlier: Arguments) -> Any:
        if fresh.unknown(name + ONE_INTEGER, bool):
            return self.symbolic(fresh, name, LEAF, earlier)
        shape = self._shape(fresh, name)
        strides = fresh.unknown(f"{name}_strides", Terminals)
        assume("as many strides", fresh.lift(len)(strides) == fresh.lift(len)(shape.terminals))
        if self.strides != "any":
            low = 0 if self.strides == "natural" else 1
            assume(f"{name}'s strides are {self.strides}", fresh.lift(at_least)(low, strides))
        return layout_of_any_nesting(shape, Nested(shape.profile, strides))

    def _shape(self, fresh: Fresh, name: str) -> Nested:
        return _any_shape(fresh, name)


@dataclass(frozen=True)
class LayoutsByMode(NestedLayouts):
    """Layouts of the given profiles.

    In a proof for any rank (the lifted reading), a layout has any rank, and modes of any nesting.
    """

    rank_0: ClassVar[bool] = True

    def _shape(self, fresh: Fresh, name: str) -> Nested:
        return _shape_by_mode(fresh, name)


@dataclass(frozen=True)
class LayoutsOfModes(Uncited, Layouts):
    """Layouts of the given profiles.

    In a proof for any rank (the lifted reading), a layout has any rank >= 1, and modes of any
    nesting. Each top-level mode contains at least one mode.
    """

    @property
    def are_flat(self) -> bool:
        return False

    def lifted(self, fresh: Fresh, name: str, earlier: Arguments) -> ByMode:
        groups = fresh.unknown(name, Groups)
        assume(f"{name} has a mode", bool(groups))
        assume(f"each mode of {name} has one", fresh.lift(none_empty)(groups))
        if self.strides != "any":
            floor = 0 if self.strides == "natural" else 1
            assume(f"{name}'s strides are {self.strides}", fresh.lift(each_from)(groups, floor))
        return grouped_by_mode(fresh.lift, groups)


@dataclass(frozen=True)
class Shapes(Uncited):
    """Shapes of the given profiles. With `low=0`, their integers may be 0, as in an index.

    In a proof for any rank (the lifted reading), the shapes have every nesting with at least one
    terminal.
    """

    profiles: tuple[IntTuple, ...] = flat(1, 2)
    low: Literal[0, 1] = 1
    rank_0: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if self.low not in (0, 1):
            raise ClaimError(f"the least size of Shapes must be 0 or 1, not {self.low!r}")
        _require_terminals(self)

    def describe(self, profile: IntTuple) -> str:
        return profile_text(profile)

    def symbolic(self, fresh: Fresh, name: str, profile: IntTuple, earlier: Arguments) -> IntTuple:
        return filled(profile, lambda k: at_least_low(fresh, f"{name}_{k}", self.low))

    def lifted(self, fresh: Fresh, name: str, earlier: Arguments) -> Any:
        if fresh.unknown(name + ONE_INTEGER, bool):
            return self.symbolic(fresh, name, LEAF, earlier)
        return _any_shape(fresh, name, self.low)


@dataclass(frozen=True)
class ShapesByMode(Shapes):
    """Shapes of the given profiles.

    In a proof for any rank (the lifted reading), shapes have every rank, and modes of any nesting.
    """

    rank_0: ClassVar[bool] = True

    def lifted(self, fresh: Fresh, name: str, earlier: Arguments) -> Any:
        if fresh.unknown(name + ONE_INTEGER, bool):
            return self.symbolic(fresh, name, LEAF, earlier)
        return _shape_by_mode(fresh, name)


@dataclass(frozen=True)
class Index:
    """The 1-D coordinates of a layout or shape, which is an earlier argument of the claim."""

    of: str
    profiles: tuple[None] = (None,)

    def describe(self, profile: None) -> None:
        return None

    def symbolic(self, fresh: Fresh, name: str, profile: None, earlier: Arguments) -> int:
        index = fresh.unknown(name, int)
        assume(f"0 <= {name}", index >= 0)
        assume(f"{name} < size({self.of})", index < fresh.lift(size_of)(earlier[self.of]))
        return index

    def lifted(self, fresh: Fresh, name: str, earlier: Arguments) -> Any:
        index = fresh.unknown(name, int)
        self._require(fresh, name, index, earlier)
        return index

    def cited(self, fresh: Fresh, name: str, value: Any, earlier: Arguments) -> Any:
        self._require(fresh, name, value, earlier)
        return is_value(fresh, name, value)

    def _require(self, fresh: Fresh, name: str, value: Any, earlier: Arguments) -> None:
        assume(f"0 <= {name}", value >= 0)
        assume(f"{name} < size({self.of})", value < fresh.lift(size_of)(earlier[self.of]))

    def enumerated(self, earlier: Arguments) -> Sequence[Any]:
        of = earlier[self.of]
        return tuple(self.at(index, of) for index in range(size_of(of)))

    def at(self, index: int, of: Layout | IntTuple) -> Any:
        """The value with number `index` in the enumeration."""
        return index


@dataclass(frozen=True)
class Point(Uncited, Index):
    """The natural coordinates of a layout or shape, which is an earlier argument of the claim."""

    def symbolic(self, fresh: Fresh, name: str, profile: None, earlier: Arguments) -> Any:
        shape = fresh.lift(shape_of)(earlier[self.of])
        sizes = enumerate(fresh.lift(flatten)(shape))
        entries = tuple(self._entry(fresh, f"{name}_{k}", s) for k, s in sizes)
        return fresh.lift(unflatten)(entries, shape)

    def _entry(self, fresh: Fresh, name: str, size: int) -> int:
        entry = fresh.unknown(name, int)
        assume(f"0 <= {name}", entry >= 0)
        assume(f"{name} < {size}", entry < size)
        return entry

    def lifted(self, fresh: Fresh, name: str, earlier: Arguments) -> Any:
        shape = fresh.lift(shape_of)(earlier[self.of])
        if type(shape) is not Nested:
            return self.symbolic(fresh, name, None, earlier)
        entries = fresh.unknown(name, Terminals)
        assume(f"{name} is in bounds", fresh.lift(in_bounds)(entries, shape.terminals))
        return Nested(shape.profile, entries)

    def at(self, index: int, of: Layout | IntTuple) -> Any:
        return idx2crd(index, shape_of(of))


@dataclass(frozen=True)
class PointByMode(Point):
    """The coordinates with one integer for each mode of a shape, which is an earlier argument."""

    def symbolic(self, fresh: Fresh, name: str, profile: None, earlier: Arguments) -> Any:
        sizes = fresh.lift(sizes_of_modes)(earlier[self.of])
        return super().symbolic(fresh, name, None, {self.of: sizes})

    def lifted(self, fresh: Fresh, name: str, earlier: Arguments) -> Any:
        shape = earlier[self.of]
        if type(shape) is not Nested:
            return self.symbolic(fresh, name, None, earlier)
        entries = fresh.unknown(name, Terminals)
        sizes = fresh.lift(sizes_of_modes)(shape)
        assume(f"{name} is in bounds", fresh.lift(in_bounds)(entries, sizes))
        return entries

    def at(self, index: int, of: Layout | IntTuple) -> Any:
        return idx2crd(index, sizes_of_modes(shape_of(of)))


@dataclass(frozen=True)
class Refinements(Uncited):
    """Groups of modes: for each mode of an earlier layout B, one group of the same size.

    `regroup(B, groups)` replaces each mode of B by its group. The results are exactly the layouts
    with which B is compatible. `after` names another earlier argument, A. Searches skip groups for
    which the result cannot equal the composition A o B.
    """

    of: str
    after: str
    profiles: tuple[None] = (None,)

    def describe(self, profile: None) -> None:
        return None

    def symbolic(self, fresh: Fresh, name: str, profile: None, earlier: Arguments) -> Groups:
        raise TypeError(f"{name}: no profile determines how many modes the groups have")

    def lifted(self, fresh: Fresh, name: str, earlier: Arguments) -> Groups:
        groups = fresh.unknown(name, Groups)
        refined = fresh.lift(modes_of)(earlier[self.of])
        assume(f"{name} has a group of equal size for each mode", fresh.lift(cuts)(refined, groups))
        return groups


def _require_terminals(domain: Layouts | Shapes) -> None:
    """Refuse a profile without modes if the domain has only layouts or shapes of rank >= 1."""
    if not domain.profiles:
        raise ClaimError("give at least one profile")
    empty = [profile for profile in domain.profiles if not (domain.rank_0 or flatten(profile))]
    if empty:
        raise ClaimError(
            f"the profile {profile_text(empty[0])} has no mode; write at least one mode"
        )


def sizes_of_modes(shape: IntTuple) -> IntTuple:
    """The size of each mode of a shape. A shape that is an integer stays unchanged.

    >>> sizes_of_modes((3, (2, 3))), sizes_of_modes(8)
    ((3, 6), 8)
    """
    return product_each(shape) if isinstance(shape, tuple) else shape


def shape_of(argument: Layout | IntTuple) -> IntTuple:
    """The shape of a layout, or the shape itself."""
    return argument.shape if isinstance(argument, Layout) else argument


def size_of(argument: Layout | IntTuple) -> int:
    """The size of a layout or of a shape."""
    return argument.size if isinstance(argument, Layout) else product(argument)


def _any_shape(fresh: Fresh, name: str, low: int = 1) -> Nested:
    sizes = fresh.unknown(name, Terminals)
    assume(f"{name} has a mode", bool(sizes))
    assume(f"{name}'s sizes are >= {low}", fresh.lift(at_least)(low, sizes))
    return Nested(object(), sizes)


def _shape_by_mode(fresh: Fresh, name: str) -> Nested:
    parts = fresh.unknown(name, Parts)
    sizes = fresh.lift(flattened)(parts)
    assume(f"{name}'s sizes are >= 1", fresh.lift(at_least)(1, sizes))
    return Nested(object(), sizes, parts)


def filled(profile: IntTuple, entry: Any) -> IntTuple:
    """The profile with entry(0), entry(1), .. at its terminals."""
    return unflatten(tuple(entry(k) for k in range(len(flatten(profile)))), profile)
