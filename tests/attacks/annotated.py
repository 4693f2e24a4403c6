"""False claims whose inner functions have annotations with side effects.

This file has no `from __future__ import annotations`, so Python evaluates the annotations.
"""

from typing import Any

from verif.kernel.claim import claim
from verif.kernel.verbs import ensure
from verif.readings.numbers import Integers

MANY = 1000


@claim("N01-ANNOTATION", "", source="", i=Integers())
def in_an_annotation(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    seen = False

    def inside(x: (seen := (i > MANY) is True)) -> None:
        pass

    if seen:
        ensure("never", False)


@claim("N02-RESULT", "", source="", i=Integers())
def in_a_result(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    seen = ""

    def inside() -> (seen := f"{i}"):
        pass

    if i > MANY and seen[0].isdigit():
        ensure("never", False)
