"""Where two layouts differ first, told from their coalesced modes."""

from __future__ import annotations

from spec.modes import Modes


def first_difference(ours: Modes, theirs: Modes, unit: int = 1) -> int | None:
    """The least 1-D coordinate, in units of `unit`, where coalesced modes of one size differ.

    The last modes may reach beyond the coordinates that count, both equally far.

    >>> first_difference(((4, 1), (2, 8)), ((2, 1), (4, 4)))
    2
    """
    if ours == theirs:
        return None
    (s, d), (t, e) = ours[0], theirs[0]
    if d != e:
        return unit
    # At the lesser size one steps on by d; the other does not, or it would have been merged.
    if s != t:
        return unit * min(s, t)
    return first_difference(ours[1:], theirs[1:], unit * s)
