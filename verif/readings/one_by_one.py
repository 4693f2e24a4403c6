"""Compose a layout with each mode of another layout, and join the results into one layout."""

from __future__ import annotations

from typing import Any

import spec
from spec.composition import composition, regroup
from spec.layout import Layout
from spec.modes import Groups, Modes, layout_of, modes_of
from verif.kernel.errors import NotLiftableError
from verif.kernel.theory import reading
from verif.readings.any_rank import AnyRank


def one_by_one(alg: Any, a: Layout, b: Layout) -> Layout:
    """The layout (A o B_1, .., A o B_m), where B_1, .., B_m are the modes of B.

    Raises InadmissibleError if one of the compositions is rejected.

    >>> import spec
    >>> print(one_by_one(spec, Layout((36, 18), (1, 72)), Layout((9, 4), (4, 9))))
    (9,4):(4,9)
    """
    return alg.make_layout(*(alg.composition(a, mode) for mode in b))


def compositions(a: Modes, b: Modes) -> Groups:
    """For each mode B_k of B, the modes of A o B_k as a group."""
    if not b:
        return ()
    n, w = b[0]
    return (modes_of(composition(layout_of(a), Layout(n, w))),) + compositions(a, b[1:])


@reading(one_by_one, AnyRank)
def _one_by_one(lifter: Any, alg: Any, a: Any, b: Any) -> Any:
    if type(b) is not AnyRank:
        return NotImplemented
    if lifter.lift(alg.composition) is not lifter.lift(spec.composition):
        raise NotLiftableError("there is no proof rule for another implementation's composition")
    flattened = lifter.lift(modes_of)
    return lifter.lift(regroup)(b, lifter.lift(compositions)(flattened(a), flattened(b)))
