"""False claims that pass a value of a wrong kind, and that used to be proved.

Each claim is false only for layouts with more than a million elements. No search and no replay
tries such a layout, so the compiler or the symbolic execution must stop the proof.
"""

from __future__ import annotations

from typing import Any

import spec
from spec import ComposedLayout, Layout, Swizzle
from verif.kernel.claim import claim
from verif.kernel.verbs import accepted, attempt, ensure
from verif.readings.domains import ANY_NESTING, Index, Layouts, flat
from verif.readings.numbers import Integers

LARGE = 10**6

SWIZZLED = ComposedLayout(Swizzle(2, 0, 2), 0, Layout((4, 4), (4, 1)))


@claim("G01-NUMBER", "", source="", A=Layouts())
def number(alg: Any, A: Layout) -> None:
    if A.size > LARGE:
        ensure("so", accepted(attempt(alg.make_layout, A, 5)))
    ensure("small or large", A.size >= 1)


@claim("G02-NOTHING", "", source="", A=Layouts())
def nothing(alg: Any, A: Layout) -> None:
    if A.size > LARGE:
        ensure("so", accepted(attempt(alg.make_layout, A, None)))
    ensure("small or large", A.size >= 1)


@claim("G03-BELOW", "", source="", A=Layouts())
def below(alg: Any, A: Layout) -> None:
    if A.size > LARGE:
        ensure("so", alg.make_layout(A, A).mode(-1).size == A.size)
    ensure("small or large", A.size >= 1)


@claim("G04-BEYOND", "", source="", A=Layouts())
def beyond(alg: Any, A: Layout) -> None:
    if A.size > LARGE:
        ensure("so", not accepted(attempt(alg.make_layout(A, A).mode, 1)))
    ensure("small or large", A.size >= 1)


@claim("G05-TRUTH", "", source="", A=Layouts())
def truth(alg: Any, A: Layout) -> None:
    if A.size > LARGE:
        ensure("so", A(A.size > 5) == A(1))
    ensure("small or large", A.size >= 1)


@claim("G06-TRUTHS", "", source="", A=Layouts())
def truths(alg: Any, A: Layout) -> None:
    if A.size > LARGE:
        ensure("so", alg.make_layout(A, A)(A.size > 5, 0) == A(1))
    ensure("small or large", A.size >= 1)


@claim("G07-TRUE", "", source="", A=Layouts())
def true(alg: Any, A: Layout) -> None:
    if A.size > LARGE:
        ensure("so", A(True) == A(1))
    ensure("small or large", A.size >= 1)


@claim("G08-SWIZZLED", "", source="", A=Layouts())
def swizzled(alg: Any, A: Layout) -> None:
    if A.size > LARGE:
        ensure("so", not accepted(attempt(spec.composition, Layout(4, 1), SWIZZLED)))
    ensure("small or large", A.size >= 1)


@claim("G09-APPENDED", "", source="", A=Layouts())
def appended(alg: Any, A: Layout) -> None:
    if A.size > LARGE:
        ensure("so", not accepted(attempt(spec.append, SWIZZLED, A)))
    ensure("small or large", A.size >= 1)


@claim("G10-TEXT", "", source="", A=Layouts())
def text_of_type(alg: Any, A: Layout) -> None:
    if A.size > LARGE:
        ensure("so", accepted(attempt(spec.coalesce, A, "f16")))
    ensure("small or large", A.size >= 1)


@claim("G11-DEPTH", "", source="", A=Layouts())
def depth(alg: Any, A: Layout) -> None:
    if A.size > LARGE:
        ensure("so", spec.depth(A) == 0)
    ensure("small or large", A.size >= 1)


@claim("G12-RANK", "", source="", A=Layouts())
def rank(alg: Any, A: Layout) -> None:
    if A.size > LARGE:
        ensure("so", spec.rank(A) == 1)
    ensure("small or large", A.size >= 1)


@claim("G13-SHAPE", "", source="", A=Layouts())
def shape(alg: Any, A: Layout) -> None:
    if A.size > LARGE:
        ensure("so", not accepted(attempt(spec.coalesce, (2, A.size))))
    ensure("small or large", A.size >= 1)


@claim("G14-NUMBER", "", source="", A=Layouts())
def one_number(alg: Any, A: Layout) -> None:
    if A.size > LARGE:
        ensure("so", not accepted(attempt(spec.coalesce, A.size)))
    ensure("small or large", A.size >= 1)


@claim("G15-LIST", "", source="", A=Layouts())
def one_list(alg: Any, A: Layout) -> None:
    if A.size > LARGE:
        ensure("so", not accepted(attempt(spec.make_layout, (A, A))))
    ensure("small or large", A.size >= 1)


@claim("G16-OPERATION", "", source="", A=Layouts())
def operation(alg: Any, A: Layout) -> None:
    if A.size > LARGE:
        ensure("so", alg.depth(A) == 0)
    ensure("small or large", A.size >= 1)


@claim("G17-COMPATIBLE", "", source="", A=Layouts())
def compatible(alg: Any, A: Layout) -> None:
    if A.size > LARGE:
        ensure("so", alg.compatible(A.size > 5, A.shape) or spec.compatible(A.size > 5, A.shape))
    ensure("small or large", A.size >= 1)


@claim("G18-CONGRUENT", "", source="", A=Layouts())
def congruent(alg: Any, A: Layout) -> None:
    if A.size > LARGE:
        ensure("so", spec.congruent(A, None) or spec.congruent(A.shape, A))
    ensure("small or large", A.size >= 1)


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


@claim("G21-ALG-CONGRUENT", "", source="", A=Layouts())
def congruent_with_two(alg: Any, A: Layout) -> None:
    if A.size > LARGE:
        ensure("so", alg.congruent(A, alg.make_layout(A, A)) or alg.congruent(A, 5))
    ensure("small or large", A.size >= 1)


@claim("G22-ALG-WEAKLY", "", source="", A=Layouts())
def weakly_congruent(alg: Any, A: Layout) -> None:
    if A.size > LARGE:
        ensure("so", alg.weakly_congruent(alg.make_layout(A, A), A))
    ensure("small or large", A.size >= 1)


@claim("G23-ALG-GET", "", source="", A=Layouts())
def mode_that_is_all(alg: Any, A: Layout) -> None:
    if A.size > LARGE:
        ensure("so", alg.get(alg.make_layout(A, A), 0).size == A.size * A.size)
    ensure("small or large", A.size >= 1)


@claim("G24-ALG-PROFILES", "", source="", A=Layouts(flat(2)), B=Layouts(flat(1)), n=Integers())
def at_profiles(alg: Any, A: Layout, B: Layout, n: int) -> None:
    if n > LARGE:
        ensure("so", alg.congruent(A, B) or alg.get(A, 0) == A)
    ensure("small or large", n >= 0)
