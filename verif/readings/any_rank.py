"""Layouts of any rank: up to nesting a layout is its list of modes (claim I2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NoReturn

from spec.errors import CoordinateError
from spec.layout import Layout
from spec.modes import extended, total, value
from spec.taking import is_integer
from verif.kernel.errors import NotLiftableError
from verif.readings.modes import span

Lift = Callable[[Any], Any]
"""Takes a function to its reading on lists of unknown length."""


class AnyRank(Layout):
    """A layout of any rank: nothing is known of its modes but that they are modes.

    It is flat, or it has the nesting of another layout, with groups of modes as terminals.
    """

    modes: Any
    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self, modes: Any, lift: Lift, *, given: bool = False, nesting: Nesting | None = None
    ) -> None:
        shape = UnknownShape(modes, nesting)
        items = {"modes": modes, "shape": shape, "_lift": lift, "_flat": not (given or nesting)}
        for name, item in items.items():
            object.__setattr__(self, name, item)
        object.__setattr__(self, "stride", UnknownStride(modes, nesting))

    def __format__(self, spec: str) -> str:
        # What an error says is no part of any claim.
        return "a layout of any rank"

    @property
    def listed(self) -> Any:
        """Its modes, of which it has at least one: without any it is 1:0."""
        return self.modes or ((1, 0),)

    @property
    def size(self) -> int:
        return self._reading(total)(self.modes)

    @property
    def cosize(self) -> int:
        return self._reading(span)(self.modes) + 1

    @property
    def depth(self) -> int:
        if not object.__getattribute__(self, "_flat"):
            raise NotLiftableError("one mode alone can be 8:1 or (8):(1)")
        return 1 if self.modes and self.modes[1:] else 0

    def __call__(self, *coordinate: Any) -> int:
        x = _one_integer(*coordinate)
        if not 0 <= x < self.size:
            raise CoordinateError("a coordinate of a layout of any rank is out of range")
        return self._reading(value)(self.modes, x)

    def extended(self, x: int) -> int:
        if _one_integer(x) < 0:
            raise CoordinateError("a coordinate of a layout of any rank is negative")
        # No modes are the layout 1:0.
        return self._reading(extended)(self.modes, x) if self.modes else 0

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        raise NotLiftableError("layouts of any rank are compared by their values")

    def _reading(self, function: Any) -> Any:
        lift: Lift = object.__getattribute__(self, "_lift")
        return lift(function)


class AsModes(AnyRank):
    """A layout of any nesting with at least one mode, of which a text may see the modes alone.

    Size, cosize and offsets are those of its modes (claims I2m, I3).
    """


def _one_integer(*coordinate: Any) -> Any:
    """The coordinate, if it is an integer: of others it is the rank that says what they are."""
    if len(coordinate) != 1 or not is_integer(coordinate[0]):
        raise NotLiftableError("a coordinate of a layout of any rank that is no integer")
    return coordinate[0]


@dataclass(frozen=True)
class Nesting:
    """The nesting of a layout of the given shape, with groups of modes as its terminals."""

    shape: object
    groups: Any


class UnknownShape:
    """The shape of a layout of any rank: whoever looks into it has no lifted reading."""

    is_any_int_tuple: ClassVar = True
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, modes: Any, nesting: Nesting | None) -> None:
        self.modes = modes
        self.nesting = nesting

    @property
    def __class__(self) -> type:  # pyright: ignore[reportIncompatibleMethodOverride]
        # `isinstance` asks for it: no text may take this for a tuple, or for an integer.
        raise NotLiftableError("a text looks into the shape of a layout of any rank")

    def _look_inside(self, *_: object) -> NoReturn:
        raise NotLiftableError("a text looks into the shape of a layout of any rank")

    __eq__ = __getitem__ = __len__ = __iter__ = __contains__ = __bool__ = _look_inside


class UnknownStride(UnknownShape):
    """The strides of a layout of any rank, of which nothing has a lifted reading."""


# `match` asks whether a type is a sequence, and takes another for what is no tuple.
Sequence.register(UnknownShape)  # pyright: ignore[reportAttributeAccessIssue]
Sequence.register(UnknownStride)  # pyright: ignore[reportAttributeAccessIssue]
