"""Layouts of any rank. Apart from its nesting, a layout is its list of modes (claim I2m)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from spec.errors import CoordinateError
from spec.layout import Layout
from spec.modes import extended, total, value
from verif.kernel.constructors import Unknown, is_integer, stands_for
from verif.kernel.errors import NotLiftableError
from verif.kernel.theory import reading
from verif.readings.modes import span


@dataclass(frozen=True)
class Nesting:
    """The nesting of `regroup(B, groups)`: the `shape` of B, with a group at each terminal."""

    shape: object
    groups: Any


@stands_for(Layout, Layout(1))
class AnyRank(Unknown):
    """A layout of any rank, known by its list of modes.

    The layout is flat, or `nesting` describes its nesting. If `bare` is set, a layout with a single
    mode is written without parentheses, as 8:1.
    """

    called: ClassVar[str] = "a layout of any rank"

    def __init__(self, modes: Any, *, bare: bool = True, nesting: Nesting | None = None) -> None:
        self.modes = modes
        self.bare = bare and nesting is None
        self.shape = UnknownShape(modes, nesting)
        self.stride = UnknownStride(modes, nesting)

    @property
    def listed(self) -> Any:
        """The layout's list of modes.

        The list is never empty: a layout without modes is 1:0, so its list has the mode 1:0.
        """
        return self.modes or ((1, 0),)


@stands_for(Layout, Layout(1))
class AsModes(AnyRank):
    """A layout of any nesting with at least one mode. Code may use only the layout's list of modes.

    The list determines the layout's size, cosize and offsets (claims I2m, I3).
    """

    def __init__(self, modes: Any) -> None:
        super().__init__(modes, bare=False)


@stands_for(None, (1,))
class UnknownShape(Unknown):
    """The shape of a layout of any rank."""

    called: ClassVar[str] = "the shape of a layout of any rank"

    def __init__(self, modes: Any, nesting: Nesting | None) -> None:
        self.modes = modes
        self.nesting = nesting


@stands_for(None, (1,))
class UnknownStride(UnknownShape):
    """The strides of a layout of any rank. There are no rules for functions of these strides."""


@reading(Layout.size, AnyRank)
def _size(lifter: Any, layout: AnyRank) -> int:
    return lifter.lift(total)(layout.modes)


@reading(Layout.cosize, AnyRank)
def _cosize(lifter: Any, layout: AnyRank) -> int:
    return lifter.lift(span)(layout.modes) + 1


@reading(Layout.depth, AnyRank)
def _depth(lifter: Any, layout: AnyRank) -> int:
    if not layout.bare:
        raise NotLiftableError(
            "it is unknown whether a layout with one mode is written 8:1 or (8):(1)"
        )
    return 1 if layout.modes and layout.modes[1:] else 0


@reading(Layout.__call__, AnyRank)
def _offset(lifter: Any, layout: AnyRank, *coordinate: Any) -> int:
    x = _one_integer(*coordinate)
    if not 0 <= x < _size(lifter, layout):
        raise CoordinateError("a coordinate of a layout of any rank is out of range")
    return lifter.lift(value)(layout.modes, x)


@reading(Layout.extended, AnyRank)
def _extended(lifter: Any, layout: AnyRank, x: Any) -> int:
    if _one_integer(x) < 0:
        raise CoordinateError("a coordinate of a layout of any rank is negative")
    # A layout without modes is 1:0.
    return lifter.lift(extended)(layout.modes, x) if layout.modes else 0


def _one_integer(*coordinate: Any) -> Any:
    """Return the coordinate if it is one integer; otherwise raise NotLiftableError.

    A tuple is not accepted, because its meaning depends on the rank.
    """
    if len(coordinate) != 1 or not is_integer(coordinate[0]):
        raise NotLiftableError("the coordinate of a layout of unknown rank must be one integer")
    return coordinate[0]
