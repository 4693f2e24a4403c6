"""Lists of modes: the invariant of modes, and definitions that domains and readings use."""

from __future__ import annotations

from spec.inverse import Placed, PlacedModes
from spec.modes import Mode, Modes, extended, total, value
from spec.steps import Meeting
from verif.kernel.contract import Kind
from verif.kernel.theory import definition, kind


def _is_mode(mode: Mode) -> dict[str, bool]:
    return {"a shape is at least 1": mode[0] >= 1}


MODES = kind(Modes, Kind("modes", Mode, ("s", "d"), lambda s, d: (s, d), _is_mode))
"""The modes of a flat layout: shapes >= 1, any strides."""


definition(total, value, extended, on="modes")


@definition(on="modes")
def strides_from(modes: Modes, floor: int) -> bool:
    """Whether every stride is at least `floor`."""
    if not modes:
        return True
    return modes[0][1] >= floor and strides_from(modes[1:], floor)


@definition(on="modes")
def span(modes: Modes) -> int:
    """The distance from the least offset to the greatest: one less than the cosize."""
    if not modes:
        return 0
    (s, d), rest = modes[0], modes[1:]
    return (s - 1) * abs(d) + span(rest)


def _is_placed(mode: Placed) -> dict[str, bool]:
    return {"a shape is at least 1": mode.shape >= 1}


PLACED_MODES = kind(
    PlacedModes, Kind("placed", Placed, ("shape", "stride", "step"), Placed, _is_placed)
)
"""Modes with steps. Shapes are at least 1. Strides and steps are any integers."""


Meetings = tuple[Meeting, ...]
"""A list of pairs of coordinates. All functions that return such a list return at most one pair."""


MEETINGS = kind(Meetings, Kind("meetings", Meeting, ("i", "j"), Meeting, lambda _: {}))
"""The kind of lists of `Meeting`s. The fields `i` and `j` may be any integers."""
