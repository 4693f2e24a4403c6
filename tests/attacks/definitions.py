"""False claims that use a definition whose values are not integers."""

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
def paired(modes: Modes) -> tuple[int, int]:
    return (1, 1)


@claim("P08-PAIRED", "a pair is an integer", source="", A=Layouts())
def of_a_pair(alg: Any, A: Layout) -> None:
    ensure("a size", A.size >= 1)
    if A.size > MANY:
        ensure("an integer", isinstance(paired(modes_of(A)), int))
