"""False claims whose contracts and definitions promise more than was proved."""

from __future__ import annotations

from typing import Any

from spec.layout import Layout
from spec.modes import Modes, modes_of, total
from verif.kernel.claim import claim
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.kernel.verbs import accepted, assume, attempt, by, ensure
from verif.readings.domains import Layouts

MANY = 1000


def plus(modes: Modes, k: int = 0) -> int:
    return total(modes) + k


@contract(plus)
def plus_is_more(modes: Modes, k: int = 1000) -> Promise:
    """The result of `plus` is the size of the modes plus k."""

    def shows(result: int) -> None:
        ensure("the size and k", result == total(modes) + k)

    return Promise(shows)


@claim("P01-DEFAULT", "the default is another", source="", A=Layouts())
def by_another_default(alg: Any, A: Layout) -> None:
    ensure("a size", A.size >= 1)
    if A.size > MANY:
        ensure("more", plus(modes_of(A)) == A.size + 1000)


def more(modes: Modes, *rest: int) -> int:
    return total(modes) + (1000 if rest else 0)


@contract(more)
def no_more(modes: Modes, *rest: int) -> Promise:
    """A false promise: the result of `more` is the size of the modes."""

    def shows(result: int) -> None:
        ensure("the size", result == total(modes))

    return Promise(shows)


@claim("P02-REST", "the rest is nothing", source="", A=Layouts())
def with_a_rest(alg: Any, A: Layout) -> None:
    ensure("a size", A.size >= 1)
    if A.size > MANY:
        ensure("no more", more(modes_of(A), 1) == A.size)


@lemma
def all_small(modes: Modes, *, hypothesis: bool = False) -> Lemma:
    """A false lemma: the size of every layout is at most MANY."""

    def shows() -> None:
        ensure("small", total(modes) <= MANY)

    def proof() -> None:
        """This proof is empty."""

    return shows, proof


@lemma
def rests_are_small(modes: Modes) -> Lemma:
    """A false lemma: the modes after the first have a size of at most MANY."""

    def shows() -> None:
        if modes:
            ensure("small", total(modes[1:]) <= MANY)

    def proof() -> None:
        if modes:
            all_small(modes[1:], hypothesis=True)

    return shows, proof


@claim("P03-HYPOTHESIS", "what comes after the first mode is small", source="", A=Layouts())
def by_a_hypothesis(alg: Any, A: Layout) -> None:
    ensure("a size", A.size >= 1)
    by(rests_are_small, modes_of(A))
    if A.size > MANY:
        modes = modes_of(A)
        ensure("small", total(modes[1:]) <= MANY)


@lemma
def sizes_are_positive(k: int, modes: Modes) -> Lemma:
    """The size of the first mode is at least 1."""

    def shows() -> None:
        if modes:
            ensure("positive", modes[0][0] >= 1)

    def proof() -> None:
        """This proof is empty, because every mode has a size of at least 1."""

    return shows, proof


sizes_are_positive.__annotations__ = {"modes": "Modes", "k": "int", "return": "Lemma"}


@claim("P04-ORDER", "-5 is positive", source="", A=Layouts())
def by_another_order(alg: Any, A: Layout) -> None:
    ensure("a size", A.size >= 1)
    by(sizes_are_positive, 0, ((-5, 1),))
    if A.size > MANY:
        ensure("never", False)


def pair(modes: Modes) -> tuple[int, int]:
    return (None, total(modes))


@contract(pair)
def pair_of_a_size(modes: Modes) -> Promise:
    """The second entry of the result of `pair` is the size of the modes."""

    def shows(result: tuple[int, int]) -> None:
        ensure("the size", result[1] == total(modes))

    return Promise(shows)


@claim("P05-NONE", "nothing is an integer", source="", A=Layouts())
def by_none(alg: Any, A: Layout) -> None:
    ensure("a size", A.size >= 1)
    if A.size > MANY:
        ensure("an integer", pair(modes_of(A))[0] is not None)


def threes(modes: Modes) -> Modes:
    return ((1, 2, 3),) if total(modes) >= 1 else ()


@contract(threes)
def threes_are_some(modes: Modes) -> Promise:
    """The result of `threes` has at most one mode."""

    def shows(result: Modes) -> None:
        ensure("one", len(result) <= 1)

    return Promise(shows)


@claim("P06-THREE", "three integers are a mode", source="", A=Layouts())
def by_three(alg: Any, A: Layout) -> None:
    ensure("a size", A.size >= 1)
    found = threes(modes_of(A))
    if A.size > MANY and found:
        ensure("a mode", len(found[0]) == 2)


@lemma
def two_fields(modes: Modes) -> Lemma:
    """A mode has two fields."""

    def shows() -> None:
        if modes:
            ensure("two", len(modes[0]) == 2)

    def proof() -> None:
        """This proof is empty, because a mode is a pair: a size and a stride."""

    return shows, proof


@claim("P07-GIVEN-THREE", "a triple has two fields", source="", A=Layouts())
def given_three(alg: Any, A: Layout) -> None:
    ensure("a size", A.size >= 1)
    modes = ((1, 2, 3),)
    by(two_fields, modes)
    if A.size > MANY:
        ensure("never", False)


class Falling:
    """A measure that decreases on every call, whatever the arguments."""

    def __init__(self) -> None:
        self.left = 10**9

    def __call__(self, *_: object) -> int:
        self.left -= 1
        return self.left


@lemma(on=Falling())
def falls(modes: Modes) -> Lemma:
    """A false lemma: the size of every layout is at most MANY."""

    def shows() -> None:
        ensure("small", total(modes) <= MANY)

    def proof() -> None:
        falls(modes)

    return shows, proof


@claim("P09-MEASURE", "every layout is small", source="", A=Layouts())
def by_a_falling_measure(alg: Any, A: Layout) -> None:
    ensure("a size", A.size >= 1)
    by(falls, modes_of(A))
    ensure("small", A.size <= MANY)


class Name(str):
    """A string whose first comparison is false, and whose later comparisons are true."""

    asked = 0

    def __eq__(self, other: object) -> bool:
        Name.asked += 1
        return Name.asked > 1

    __hash__ = str.__hash__


@lemma(on=Name("a"))
def swaps(a: int, b: int, modes: Modes) -> Lemma:
    """A false lemma: the size of every layout is at most MANY."""
    assume("falls", 0 <= b < a)

    def shows() -> None:
        ensure("small", total(modes) <= MANY)

    def proof() -> None:
        swaps(a, b, modes)

    return shows, proof


@claim("P10-MEASURE-NAMED", "every layout is small", source="", A=Layouts())
def by_a_named_measure(alg: Any, A: Layout) -> None:
    ensure("a size", A.size >= 1)
    by(swaps, 1, 0, modes_of(A))
    ensure("small", A.size <= MANY)


def opened(modes: Modes) -> int:
    return total(modes)


@contract(opened, opens=True)
def opened_is_total(modes: Modes) -> Promise:
    """The result of `opened` is the size of the modes."""

    def shows(result: int) -> None:
        ensure("the size", result == total(modes))

    return Promise(shows)


@claim("P11-OPENS", "the size is refused", source="", A=Layouts())
def by_what_opens(alg: Any, A: Layout) -> None:
    ensure("a size", A.size >= 1)
    if A.size > MANY:
        ensure("refused", not accepted(attempt(opened, modes_of(A))))


def beside(pair: tuple[int, int], modes: Modes) -> int:
    return total(modes)


@contract(beside)
def beside_is_total(pair: tuple[int, int], modes: Modes) -> Promise:
    """The result of `beside` is the size of the modes."""

    def shows(result: int) -> None:
        ensure("the size", result == total(modes))

    return Promise(shows)


@claim("P12-TRIPLE", "a triple is refused", source="", A=Layouts())
def by_a_triple(alg: Any, A: Layout) -> None:
    ensure("a size", A.size >= 1)
    if A.size > MANY:
        ensure("refused", not accepted(attempt(beside, (1, 2, 3), modes_of(A))))


@definition(on="modes")
def double(modes: Modes) -> int:
    return 2 * total(modes)


def refuses(modes: Modes) -> bool:
    raise ValueError("it is not known")


@lemma(whenever=double, where=refuses)
def double_is_even(modes: Modes) -> Lemma:
    """The result of `double` is even."""

    def shows() -> None:
        ensure("even", double(modes) % 2 == 0)

    def proof() -> None:
        """By its definition."""

    return shows, proof


@claim("P13-WHERE", "the double is refused", source="", A=Layouts())
def by_a_condition(alg: Any, A: Layout) -> None:
    ensure("a size", A.size >= 1)
    if A.size > MANY:
        ensure("refused", not accepted(attempt(double, modes_of(A))))


class Anything(type):
    def __instancecheck__(cls, instance: object) -> bool:
        return True


class Whatever(ValueError, metaclass=Anything):  # noqa: N818
    pass


def divides(modes: Modes) -> int:
    return 1 // (total(modes) - total(modes))


@contract(divides, rejects=Whatever)
def divides_or_refuses(modes: Modes) -> Promise:
    """`divides` returns a positive number, or raises an error that `Whatever` matches."""

    def shows(result: int) -> None:
        ensure("positive", result >= 1)

    return Promise(shows)


@claim("P14-REJECTS", "an ArithmeticError is a ValueError", source="", A=Layouts())
def by_what_rejects(alg: Any, A: Layout) -> None:
    ensure("a size", A.size >= 1)
    if A.size > MANY:
        attempt(divides, modes_of(A))
        ensure("so far", A.size >= 1)
