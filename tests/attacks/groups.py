"""A false claim that uses empty groups of modes, which no layout has."""

from __future__ import annotations

from typing import Any

from spec.composition import regroup
from spec.layout import Layout
from spec.modes import Groups, Modes, joined, modes_of
from verif.kernel.claim import claim
from verif.kernel.contract import Promise
from verif.kernel.theory import contract
from verif.kernel.verbs import ensure
from verif.readings.domains import Layouts
from verif.theory.layouts.groups import one_more_group_is_joined_in_front

MANY = 10**9


def empties(modes: Modes) -> Groups:
    """Return an empty group for each mode."""
    if not modes:
        return ()
    return ((),) + empties(modes[1:])


@contract(empties, on="modes")
def empties_are_nothing(modes: Modes) -> Promise:
    """Joining the groups of `empties` gives an empty list of modes."""

    def shows(result: Groups) -> None:
        ensure("as many", len(result) == len(modes))
        if modes:
            one_more_group_is_joined_in_front((), result[1:])
        ensure("none", not joined(result))

    return Promise(shows)


@claim("G01-EMPTY", "1:0 in the place of each mode is one mode", source="", A=Layouts())
def of_groups_without_modes(alg: Any, A: Layout) -> None:
    ensure("a size", A.size >= 1)
    if A.size > MANY:
        nothing = regroup(A, empties(modes_of(A)))
        ensure("one mode", not modes_of(nothing)[1:])
