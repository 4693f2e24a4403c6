"""Layouts of any rank, and how the functions of `spec` that build or flatten layouts see them.

Up to nesting a layout is its list of modes (claim I2), so a flat layout of any rank is a list
of unknown length; `modes_of` and `layout_of` go between the two.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from spec.composition import carry_refusal, regroup
from spec.errors import CoordinateError, InadmissibleError
from spec.int_tuple import compatible
from spec.layout import Layout
from spec.modes import Modes, extended, layout_of, modes_of, total, value
from verif.kernel.errors import NotLiftableError

Lift = Callable[[Any], Any]
"""Takes a function to its reading on lists of unknown length."""


class AnyRank(Layout):
    """A flat layout of any rank: nothing is known of its modes but that they are modes."""

    modes: Any
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, modes: Any, lift: Lift, *, given: bool) -> None:
        items = {"modes": modes, "shape": _Shape(modes), "_lift": lift, "_given": given}
        for name, item in items.items():
            object.__setattr__(self, name, item)
        object.__setattr__(self, "stride", self.shape)

    @property
    def size(self) -> int:
        return self._reading(total)(self.modes)

    @property
    def depth(self) -> int:
        if object.__getattribute__(self, "_given"):
            raise NotLiftableError("one mode alone can be 8:1 or (8):(1)")
        return 1 if self.modes and self.modes[1:] else 0

    def __call__(self, *coordinate: Any) -> int:
        (x,) = coordinate
        if not 0 <= x < self.size:
            raise CoordinateError("a coordinate of a layout of any rank is out of range")
        return self._reading(value)(self.modes, x)

    def extended(self, x: int) -> int:
        if x < 0:
            raise CoordinateError("a coordinate of a layout of any rank is negative")
        # No modes are the layout 1:0.
        return self._reading(extended)(self.modes, x) if self.modes else 0

    def __eq__(self, other: object) -> bool:
        raise NotLiftableError("layouts of any rank are compared by their values")

    def _reading(self, function: Any) -> Any:
        lift: Lift = object.__getattribute__(self, "_lift")
        return lift(function)


class _Shape:
    """The shape of a flat layout of any rank: whoever looks into it has no lifted reading."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, modes: Any) -> None:
        self.modes = modes

    @property
    def __class__(self) -> type:  # pyright: ignore[reportIncompatibleMethodOverride]
        # `isinstance` asks for it: no text may take this for a tuple, or for an integer.
        raise NotLiftableError("a text looks into the shape of a layout of any rank")

    def _look_inside(self, *_: object) -> NoReturn:
        raise NotLiftableError("a text looks into the shape of a layout of any rank")

    __eq__ = __getitem__ = __len__ = __iter__ = __contains__ = __bool__ = _look_inside


def _modes_of(lifter: Any) -> Callable[[Layout], Any]:
    def lifted(layout: Layout) -> Any:
        if not isinstance(layout, AnyRank):
            return lifter.body(modes_of)(layout)
        return layout.modes or ((1, 0),)

    return lifted


def _layout_of(lifter: Any) -> Callable[[Any], Layout]:
    def lifted(modes: Modes) -> Layout:
        if type(modes) is tuple:
            return lifter.body(layout_of)(modes)
        lifter.owe_invariants("layout_of", ((modes, Modes),))
        return AnyRank(modes, lifter.lift, given=False)

    return lifted


def _regroup(lifter: Any) -> Callable[[Layout, tuple[Layout, ...]], Layout]:
    def lifted(b: Layout, composed: tuple[Layout, ...]) -> Layout:
        if not any(isinstance(mode, AnyRank) for mode in composed):
            return lifter.body(regroup)(b, composed)
        if isinstance(b.shape, tuple):
            raise NotLiftableError("the nesting of several modes of B has no lifted reading")
        return composed[0]

    return lifted


def _compatible(lifter: Any) -> Callable[[Any, Any], bool]:
    def lifted(a: Any, b: Any) -> bool:
        if type(b) is not _Shape:
            return lifter.body(compatible)(a, b)
        if isinstance(a, tuple):
            raise NotLiftableError("compatibility of two shapes of any rank has no lifted reading")
        return a == lifter.lift(total)(b.modes)

    return lifted


def _carry_refusal(lifter: Any) -> Callable[[Any, Any], InadmissibleError]:
    # Which mode the error names is no part of any claim.
    return lambda modes, pieces: InadmissibleError("of A", "no carry", 0, 0)


BRIDGES = {
    modes_of: _modes_of,
    layout_of: _layout_of,
    regroup: _regroup,
    compatible: _compatible,
    carry_refusal: _carry_refusal,
}
