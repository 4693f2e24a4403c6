"""False claims about large layouts alone, by arguments of kinds that a proof takes for others.

No search and no replay comes to a layout of more than a million elements: what a proof says of it
is what its reading says.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import spec
from spec import ComposedLayout, Layout, Swizzle
from verif.kernel.claim import Claim, claim
from verif.kernel.verbs import accepted, attempt, ensure
from verif.readings.domains import ANY_NESTING, Index, Layouts, flat
from verif.readings.numbers import Integers

LARGE = 10**6

SWIZZLED = ComposedLayout(Swizzle(2, 0, 2), 0, Layout((4, 4), (4, 1)))


def of_large(id: str) -> Callable[[Callable[[Any, Layout], bool]], Claim]:
    """The claim that each flat layout of more than a million elements is as the function says."""

    def declared(says: Callable[[Any, Layout], bool]) -> Claim:
        def text(alg: Any, A: Layout) -> None:
            if A.size > LARGE:
                ensure("so", says(alg, A))
            ensure("small or large", A.size >= 1)

        return claim(id, "", source="", A=Layouts())(text)

    return declared


@of_large("G01-NUMBER")
def number(alg: Any, A: Layout) -> bool:
    return accepted(attempt(alg.make_layout, A, 5))


@of_large("G02-NOTHING")
def nothing(alg: Any, A: Layout) -> bool:
    return accepted(attempt(alg.make_layout, A, None))


@of_large("G03-BELOW")
def below(alg: Any, A: Layout) -> bool:
    return alg.make_layout(A, A).mode(-1).size == A.size


@of_large("G04-BEYOND")
def beyond(alg: Any, A: Layout) -> bool:
    return not accepted(attempt(alg.make_layout(A, A).mode, 1))


@of_large("G05-TRUTH")
def truth(alg: Any, A: Layout) -> bool:
    return A(A.size > 5) == A(1)


@of_large("G06-TRUTHS")
def truths(alg: Any, A: Layout) -> bool:
    return alg.make_layout(A, A)(A.size > 5, 0) == A(1)


@of_large("G07-TRUE")
def true(alg: Any, A: Layout) -> bool:
    return A(True) == A(1)


@of_large("G08-SWIZZLED")
def swizzled(alg: Any, A: Layout) -> bool:
    return not accepted(attempt(spec.composition, Layout(4, 1), SWIZZLED))


@of_large("G09-APPENDED")
def appended(alg: Any, A: Layout) -> bool:
    return not accepted(attempt(spec.append, SWIZZLED, A))


@of_large("G10-TEXT")
def text_of_type(alg: Any, A: Layout) -> bool:
    return accepted(attempt(spec.coalesce, A, "f16"))


@of_large("G11-DEPTH")
def depth(alg: Any, A: Layout) -> bool:
    return spec.depth(A) == 0


@of_large("G12-RANK")
def rank(alg: Any, A: Layout) -> bool:
    return spec.rank(A) == 1


@of_large("G13-SHAPE")
def shape(alg: Any, A: Layout) -> bool:
    return not accepted(attempt(spec.coalesce, (2, A.size)))


@of_large("G14-NUMBER")
def one_number(alg: Any, A: Layout) -> bool:
    return not accepted(attempt(spec.coalesce, A.size))


@of_large("G15-LIST")
def one_list(alg: Any, A: Layout) -> bool:
    return not accepted(attempt(spec.make_layout, (A, A)))


@of_large("G16-OPERATION")
def operation(alg: Any, A: Layout) -> bool:
    return alg.depth(A) == 0


@of_large("G17-COMPATIBLE")
def compatible(alg: Any, A: Layout) -> bool:
    return alg.compatible(A.size > 5, A.shape) or spec.compatible(A.size > 5, A.shape)


@of_large("G18-CONGRUENT")
def congruent(alg: Any, A: Layout) -> bool:
    return spec.congruent(A, None) or spec.congruent(A.shape, A)


@claim("G19-NESTED", "", source="", A=Layouts(ANY_NESTING))
def nested(alg: Any, A: Layout) -> None:
    if A.size > LARGE:
        ensure("so", alg.make_layout(A, A).depth == 2)
    ensure("small or large", A.size >= 1)


@claim("G20-MODES", "", source="", A=Layouts(ANY_NESTING), B=Layouts(ANY_NESTING), i=Index("A"))
def modes(alg: Any, A: Layout, B: Layout, i: int) -> None:
    if A.size > LARGE:
        ensure("so", alg.composition(A, B).rank == B.rank == len(spec.modes.modes_of(B)))
    ensure("small or large", A.size >= 1)


@of_large("G21-ALG-CONGRUENT")
def congruent_with_two(alg: Any, A: Layout) -> bool:
    return alg.congruent(A, alg.make_layout(A, A)) or alg.congruent(A, 5)


@of_large("G22-ALG-WEAKLY")
def weakly_congruent(alg: Any, A: Layout) -> bool:
    return alg.weakly_congruent(alg.make_layout(A, A), A)


@of_large("G23-ALG-GET")
def mode_that_is_all(alg: Any, A: Layout) -> bool:
    return alg.get(alg.make_layout(A, A), 0).size == A.size * A.size


@claim("G24-ALG-PROFILES", "", source="", A=Layouts(flat(2)), B=Layouts(flat(1)), n=Integers())
def at_profiles(alg: Any, A: Layout, B: Layout, n: int) -> None:
    if n > LARGE:
        ensure("so", alg.congruent(A, B) or alg.get(A, 0) == A)
    ensure("small or large", n >= 0)
