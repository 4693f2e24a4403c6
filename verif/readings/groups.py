"""Lists of groups, with one group for each mode of a layout. A group is a list of modes."""

from __future__ import annotations

from spec.modes import Groups, Modes, total
from verif.kernel.contract import lists_of
from verif.kernel.theory import definition, kind
from verif.readings.modes import MODES

GROUPS = kind(Groups, lists_of(MODES, "groups", Modes))
"""The kind of lists of groups. A group is the list of modes of a flat layout."""


@definition(on="groups")
def cuts(b: Modes, groups: Groups) -> bool:
    """Whether each mode of B has one group, and the group is not empty and has the mode's size."""
    if not groups:
        return not b
    fits = bool(b) and bool(groups[0]) and total(groups[0]) == b[0][0]
    return fits and cuts(b[1:], groups[1:])


def parted(groups: Groups, b: Modes, others: Modes) -> tuple[Groups, Groups]:
    """Split the groups into two lists: the first `len(b)` groups, and the other groups."""
    if not b:
        return (), groups
    mine, theirs = parted(groups[1:], b[1:], others)
    return (groups[0],) + mine, theirs
