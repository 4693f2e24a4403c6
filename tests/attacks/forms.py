"""False claims that confuse similar values: 1 and True, a pair and a Place, a pair and a mode."""

from __future__ import annotations

from typing import Any

from spec.layout import Layout
from spec.modes import Mode, Modes, modes_of, total
from spec.xla import Place
from verif.kernel.claim import claim
from verif.kernel.contract import Promise
from verif.kernel.theory import contract, definition
from verif.kernel.verbs import accepted, attempt, ensure, same
from verif.readings.domains import Layouts

MANY = 1000


@definition(on="modes")
def is_truth(modes: Modes, x: int) -> int:
    return 1 if isinstance(x, bool) else 0


@claim("P20-TRUTH", "1 is a truth", source="", A=Layouts())
def observed_of_a_truth(alg: Any, A: Layout) -> None:
    ensure("a size", A.size >= 1)
    if A.size > MANY:
        modes = modes_of(A)
        is_truth(modes, True)
        found = is_truth(modes, 1)
        total(modes[1:])
        ensure("a truth", found == 1)


@definition(on="modes")
def is_place(modes: Modes, pair: tuple[int, int]) -> int:
    return 1 if isinstance(pair, Place) else 0


@claim("P21-PLACE", "a pair is a place", source="", A=Layouts())
def observed_of_a_place(alg: Any, A: Layout) -> None:
    ensure("a size", A.size >= 1)
    if A.size > MANY:
        modes = modes_of(A)
        is_place(modes, Place(1, 2))
        found = is_place(modes, (1, 2))
        total(modes[1:])
        ensure("a place", found == 1)


@definition(on="modes")
def is_mode(modes: Modes, mode: Mode) -> int:
    if mode[0] < 1:
        raise ValueError("no mode")
    return 1


@claim("P22-NO-MODE", "-5:1 is a mode", source="", A=Layouts())
def observed_of_no_mode(alg: Any, A: Layout) -> None:
    ensure("a size", A.size >= 1)
    if A.size > MANY:
        ensure("accepted", accepted(attempt(is_mode, modes_of(A), (-5, 1))))


@claim("P23-CONS", "a pair before a rest is a place", source="", A=Layouts())
def put_before_a_rest(alg: Any, A: Layout) -> None:
    ensure("a size", A.size >= 1)
    if A.size > MANY:
        rest = modes_of(A)[1:]
        if rest:
            placed: Any = (Place(1, 2),)
            paired: Any = ((1, 2),)
            both = placed + rest, paired + rest
            ensure("a place", isinstance(both[1][0], Place))


def paired_first(modes: Modes) -> Modes:
    return ((1, 2),) + modes


@contract(paired_first)
def paired_first_is_placed(modes: Modes) -> Promise:
    """A false promise: the result of `paired_first` begins with a `Place`."""

    def shows(result: Modes) -> None:
        placed: Any = (Place(1, 2),)
        same("a place first", result, placed + modes)

    return Promise(shows)


@claim("P24-SAME", "a value equal to a place is a place", source="", A=Layouts())
def same_as_a_place(alg: Any, A: Layout) -> None:
    ensure("a size", A.size >= 1)
    if A.size > MANY:
        ensure("a place", isinstance(paired_first(modes_of(A))[0], Place))
