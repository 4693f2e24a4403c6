"""Claims that must not be proved: false beyond small arguments, vacuous, or unsupported.

A comment in a claim describes the hole in the engine that once let the prover prove the claim.
"""

from __future__ import annotations

from typing import Any

from spec.coalesce import push
from spec.layout import Layout
from spec.modes import modes_of, total
from verif.kernel.claim import claim
from verif.kernel.verbs import assume, attempt, ensure
from verif.readings.domains import LEAF, Index, Layouts, flat
from verif.readings.numbers import Integers

MANY = 1000
"""A bound that a search of small arguments does not reach."""


@claim("LOOP", "no layout has many modes", source="", A=Layouts())
def loops_over_modes(alg: Any, A: Layout) -> None:
    # The hole: the prover ran only one iteration of a loop over a list of unknown length.
    modes = [1 for _ in modes_of(A)]
    ensure("few modes", len(modes) <= 10)


@claim("KIND", "modes with a mode in front have a size", source="", A=Layouts())
def passes_a_mode_of_size_0(alg: Any, A: Layout) -> None:
    # The hole: the engine did not check that a value passed as a mode is a mode. So the value could
    # have size 0.
    size = 0 if A.size > MANY else 1
    ensure("a size", total(push((size, 1), modes_of(A))) >= 1)


@claim("ALIAS", "", source="", A=Layouts(profiles=(LEAF,)), A_s0=Integers())
def arguments_with_one_symbol(alg: Any, A: Layout, A_s0: int) -> None:
    # The hole: two unknowns with the same name were the same symbol.
    ensure("equal", A.size == A_s0 or A_s0 < MANY)


@claim("QUOTIENT", "", source="", q_1=Integers(), x=Integers())
def an_argument_named_like_a_quotient(alg: Any, q_1: int, x: int) -> None:
    # The hole: the unknown for a quotient had the same name as an argument.
    ensure("equal", x // 7 == q_1 or q_1 < MANY)


@claim("RANGE", "", source="", A=Layouts(profiles=(LEAF,)))
def catches_a_missing_reading(alg: Any, A: Layout) -> None:
    # The hole: a proof cannot run `range` on a symbolic integer, so the prover raised a TypeError.
    # The claim caught this TypeError, as if Python had raised it.
    ensure("a size", A.size >= 1)
    try:
        range(A.size)
    except TypeError:
        return
    ensure("small", A.size < MANY)


@claim("TRUTH", "", source="", i=Integers())
def compares_a_truth_with_a_number(alg: Any, i: int) -> None:
    # The hole: True was equal to every number except 0.
    ensure("the same", ((i > MANY) == 2) == (i > MANY))


@claim("FLOAT", "", source="", i=Integers())
def compares_with_a_float(alg: Any, i: int) -> None:
    # The hole: a symbolic integer was never equal to a float.
    ensure("natural", i >= 0)
    ensure("not 1000.0", i != 1000.0)


@claim("NOTHING", "", source="", i=Integers())
def reaches_no_conclusion(alg: Any, i: int) -> None:
    # The hole: the claim reached no `ensure`. But it counted as proved, because an obligation on
    # the way was proved.
    if i * i < 0:
        ensure("never", False)


@claim("VACUOUS", "", source="", A=Layouts(), i=Index("A"))
def assumes_a_contradiction(alg: Any, A: Layout, i: int) -> None:
    assume("never", A.size < 1)
    ensure("anything", i == A.size)


@claim("REFUSED", "", source="", A=Layouts(profiles=flat(1, 2)), w=Integers(1))
def refuses(alg: Any, A: Layout, w: int) -> None:
    ensure("accepted", attempt(alg.composition, A, Layout(2, w - MANY)) is not None or w < MANY)
    ensure("no multiple", w % 1009 != 0)


@claim("ARITY", "", source="", A=Layouts())
def calls_with_two_coordinates(alg: Any, A: Layout) -> None:
    # The hole: if the engine had no reading (a symbolic rule) for a call, the call counted as
    # rejected. Here a layout is called with two coordinates.
    ensure("refused", attempt(A, 0, 0) is None or A.size < MANY)


@claim("TUPLE", "", source="", A=Layouts())
def catches_an_unsupported_list_operation(alg: Any, A: Layout) -> None:
    # The hole: a tuple operation without a symbolic rule raised an error that a claim could catch.
    ensure("a size", A.size >= 1)
    for use in (reversed, lambda modes: modes < ((1, 0),), lambda modes: modes + ((1, 0),)):
        try:
            use(modes_of(A))
        except TypeError:
            return
    ensure("small", A.size < MANY)


@claim("EVERYTHING", "", source="", A=Layouts())
def catches_everything(alg: Any, A: Layout) -> None:
    # The hole: a missing symbolic rule raises an error, and the claim's `except` hid this error.
    ensure("a size", A.size >= 1)
    try:
        assert A.rank
    except BaseException:
        return
    ensure("small", A.size < MANY)


@claim("MATCH", "no layout has four modes", source="", A=Layouts())
def matches_a_list(alg: Any, A: Layout) -> None:
    # The hole: a list of unknown length matched no sequence pattern.
    match modes_of(A):
        case (_, _, _, _):
            ensure("never", False)
        case _:
            ensure("a size", A.size >= 1)


FALSE = (
    passes_a_mode_of_size_0,
    arguments_with_one_symbol,
    an_argument_named_like_a_quotient,
    compares_a_truth_with_a_number,
    reaches_no_conclusion,
    refuses,
    calls_with_two_coordinates,
)
AT_SOME_RANKS = (loops_over_modes,)

OUTSIDE = (
    catches_a_missing_reading,
    compares_with_a_float,
    catches_an_unsupported_list_operation,
    catches_everything,
    matches_a_list,
)
"""Claims that the language of proofs rejects."""
