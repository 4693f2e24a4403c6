"""The claim that composition accepts A and B if and only if some layout equals A after B.

The claim assumes that no nonempty set of deltas d_(k+1) - s_k*d_k of coalesced A adds up to 0.
"""

from __future__ import annotations

from typing import Any

from spec.coalesce import coalesce_extended
from spec.composition import regroup
from spec.layout import Layout
from spec.modes import Groups, modes_of
from verif.kernel.claim import claim, proved
from verif.kernel.verbs import accepted, assume, attempt, by, ensure, ensure_equal
from verif.readings.domains import LEAF, Index, Layouts, Refinements, flat
from verif.theory.composition.carries_show import cancelling
from verif.theory.composition.refused import mismatch
from verif.theory.layouts.groups import joined_groups_keep_the_size
from verif.theory.layouts.modes import value_is_natural


@claim(
    "P1x",
    "composition accepts A o B if and only if some layout R compatible with B satisfies R(c) = "
    "A^(B(c)) for all c, provided that no deltas d_(k+1) - s_k*d_k of coalesced A add up to 0; if "
    "composition rejects A o B, every R compatible with B is wrong at the coordinate `mismatch`",
    source="the no-carry theorem, and its converse: if carries do not cancel, they change a value",
    expect=proved(),
    bound=(8, 3),
    A=Layouts(profiles=(*flat(2, 3), ((0, 0),))),
    B=Layouts(profiles=(LEAF, *flat(2), ((0, 0),)), strides="natural"),
    G=Refinements("B", after="A"),
    i=Index("B"),
)
def composition_is_exact(alg: Any, A: Layout, B: Layout, G: Groups, i: int) -> None:
    modes, b = coalesce_extended(modes_of(A)), modes_of(B)
    assume("no deltas cancel", not cancelling(modes))
    by(joined_groups_keep_the_size, b, G)
    made, R = attempt(alg.composition, A, B), regroup(B, G)
    if accepted(made):
        by(value_is_natural, b, i)
        ensure("accepted: compatible(B, A o B)", alg.compatible(B.shape, made.shape))
        ensure_equal("accepted: (A o B)(i) = A^(B(i))", made(i), A.extended(B(i)))
    else:
        c = mismatch(modes, b, G)
        by(value_is_natural, b, c)
        ensure("refused: compatible(B, R)", alg.compatible(B.shape, R.shape))
        ensure("refused: c is a coordinate", 0 <= c < B.size)
        ensure("refused: R(c) != A^(B(c))", R(c) != A.extended(B(c)))
