"""Layouts that `make_layout` builds from layouts of any rank."""

from __future__ import annotations

from math import prod
from typing import Any, ClassVar

from spec.errors import CongruenceError, ModeError
from spec.layout import Layout
from spec.modes import modes_of
from verif.kernel.constructors import Unknown, is_a, stands_for
from verif.kernel.errors import NotLiftableError
from verif.kernel.theory import reading
from verif.readings.any_rank import AnyRank


@stands_for(Layout, Layout(1))
class Grouped(Unknown):
    """A layout whose modes are known, although the ranks of some of these modes are unknown."""

    called: ClassVar[str] = "a layout with modes of any rank"

    def __init__(self, parts: tuple[Any, ...]) -> None:
        self.parts = parts


@reading(Layout.size, Grouped)
def _size(lifter: Any, layout: Grouped) -> int:
    return prod(lifter.member(part, "size") for part in layout.parts)


@reading(Layout.cosize, Grouped)
def _cosize(lifter: Any, layout: Grouped) -> int:
    return 1 + sum(lifter.member(part, "cosize") - 1 for part in layout.parts)


@reading(Layout.rank, Grouped)
def _rank(lifter: Any, layout: Grouped) -> int:
    return len(layout.parts)


@reading(Layout.__call__, Grouped)
def _offset(lifter: Any, layout: Grouped, *coordinate: Any) -> int:
    crd = coordinate[0] if len(coordinate) == 1 else coordinate
    if not is_a(crd, tuple):
        return lifter.member(_all_modes(lifter, layout), "__call__")(crd)
    if len(crd) != len(layout.parts):
        raise CongruenceError("the rank of a coordinate differs from the rank of its layout")
    pairs = zip(layout.parts, crd, strict=True)
    return sum(lifter.member(part, "__call__")(c) for part, c in pairs)


@reading(Layout.extended, Grouped)
def _extended(lifter: Any, layout: Grouped, x: Any) -> int:
    return lifter.member(_all_modes(lifter, layout), "extended")(x)


def _all_modes(lifter: Any, layout: Grouped) -> AnyRank:
    """The flat layout of the modes of all parts, in order."""
    return AnyRank(lifter.lift(modes_of)(layout))


@reading(Layout.mode, Grouped)
def _mode(lifter: Any, layout: Grouped, *path: Any) -> Any:
    if len(path) != 1 or type(path[0]) is not int:
        raise NotLiftableError(
            "the parts of this layout have unknown ranks, so one known integer must choose a mode"
        )
    if not 0 <= path[0] < len(layout.parts):
        raise ModeError("the layout has no mode with this index")
    return layout.parts[path[0]]
