"""Layouts with layouts of any rank as modes, as `make_layout` puts them together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from spec.errors import CongruenceError, ModeError
from spec.int_tuple import IntTuple
from spec.layout import Layout
from spec.modes import modes_of
from verif.kernel.errors import NotLiftableError
from verif.readings.any_rank import AnyRank, Lift


class Grouped(Layout):
    """A layout of which the modes are known, and not the ranks of all of them."""

    parts: tuple[Layout, ...]
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, parts: tuple[Layout, ...], lift: Lift) -> None:
        object.__setattr__(self, "parts", parts)
        object.__setattr__(self, "_lift", lift)

    def __getattr__(self, name: str) -> Any:
        raise NotLiftableError(f"the {name} of a layout with modes of any rank")

    @property
    def size(self) -> int:
        size = 1
        for part in self.parts:
            size = size * part.size
        return size

    @property
    def cosize(self) -> int:
        return 1 + sum(part.cosize - 1 for part in self.parts)

    @property
    def rank(self) -> int:
        return len(self.parts)

    @property
    def depth(self) -> int:
        raise NotLiftableError("the depth of a layout with modes of any rank")

    def __call__(  # pyright: ignore[reportIncompatibleMethodOverride] - no slices are taken
        self, *coordinate: IntTuple
    ) -> int:
        crd = coordinate[0] if len(coordinate) == 1 else coordinate
        if not isinstance(crd, tuple):
            return self._all_modes()(crd)
        if len(crd) != len(self.parts):
            raise CongruenceError("a coordinate of another rank")
        return sum(part(c) for part, c in zip(self.parts, crd, strict=True))

    def extended(self, x: int) -> int:
        return self._all_modes().extended(x)

    def _all_modes(self) -> AnyRank:
        """The modes of all parts, one part after another, as one flat layout."""
        lift: Lift = object.__getattribute__(self, "_lift")
        return AnyRank(lift(modes_of)(self), lift)

    def mode(self, *path: int) -> Layout:
        if len(path) != 1 or type(path[0]) is not int:
            raise NotLiftableError("a mode inside a mode of any rank")
        if not 0 <= path[0] < len(self.parts):
            raise ModeError("no such mode of a layout with modes of any rank")
        return self.parts[path[0]]

    def __iter__(self) -> Iterator[Layout]:
        return iter(self.parts)

    def __eq__(self, other: object) -> bool:
        raise NotLiftableError("layouts with modes of any rank are compared by their values")
