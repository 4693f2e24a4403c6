"""The calculator for all sizes: an expression over names, its cases, and the theorem of them."""

from __future__ import annotations

from dataclasses import dataclass

from verif.sizes.by_value import cases_by_value
from verif.sizes.cases import Case, cases_of
from verif.sizes.names import read_sizes
from verif.sizes.sampled import Point, beside_constants, least
from verif.sizes.source import NotForAllSizesError, Sized, read_sized
from verif.sizes.stated import Proved, proved, table_text

LEAST = 60
"""The least sizes at which an expression is tried, beside those at its constants."""


@dataclass(frozen=True)
class Tabled:
    """An expression with its cases, and the proof that these are right; without one, the reason."""

    sized: Sized
    cases: tuple[Case, ...]
    proof: Proved | None
    reason: str = ""


def tabled(expression: str, names: str) -> Tabled:
    """The cases of an expression for all sizes.

    Errors: LayoutError for what is no expression, or where no sizes meet the conditions.
    """
    sized = read_sized(expression, read_sizes(names))
    points = tried_at(sized)
    if not points:
        raise NotForAllSizesError("no sizes are found that meet the conditions")
    reason = "its cases were found, and not proved"
    for find in (cases_of, cases_by_value):
        try:
            cases = find(sized)
        except NotForAllSizesError as none:
            reason = str(none) if find is cases_of else reason
            continue
        proof = proved(table_text(sized, cases, points), points)
        if proof is not None:
            return Tabled(sized, cases, proof)
    return Tabled(sized, (), None, reason)


def tried_at(sized: Sized) -> list[Point]:
    """The least sizes, and those at the constants of the expression."""
    return least(sized.sizes, LEAST) + beside_constants(sized.sizes, sized.text)
