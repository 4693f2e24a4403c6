"""A false claim that uses a definition whose name a solver would read as commands."""

from __future__ import annotations

from typing import Any

from spec.layout import Layout
from spec.modes import Modes, modes_of
from verif.kernel.claim import claim
from verif.kernel.theory import definition
from verif.kernel.verbs import ensure
from verif.readings.domains import Layouts

MANY = 1000


@definition(on="modes")
def last(modes: Modes) -> int:
    return 0


@claim("P15-SYMBOL", "every size is below 1000", source="", A=Layouts())
def by_a_symbol(alg: Any, A: Layout) -> None:
    ensure("a size", A.size >= 1)
    ensure("zero", last(modes_of(A)) * 0 == 0)
    ensure("small", A.size <= MANY or last(modes_of(A)) == 1)


last.__name__ = "x ()Int)(assert false)(declare-fun y"
