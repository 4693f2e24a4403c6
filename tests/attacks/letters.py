"""Claims that used to be misread because of the spelling of a name in the claim."""

from dataclasses import dataclass
from typing import ClassVar
from typing import NamedTuple as Tupled

from spec.composition import carry_refusal
from spec.errors import CoordinateError
from spec.modes import Modes, modes_of, total
from spec.xla.places import require_index
from verif import Integers, Layouts, Promise, assume, attempt, claim, contract, ensure, lemma
from verif.readings.arrays import Indices, XlaShapes
from verif.readings.terminals import Terminals

MANY = 10**6


class Pair(Tupled):
    """A named tuple whose base class NamedTuple is imported under another name."""

    x: int
    y: int


@claim("TUPLED", "a named tuple is not a tuple", source="attack", n=Integers())
def is_no_tuple(alg, n):
    if n > MANY:
        ensure("no tuple", not isinstance(Pair(n, n), tuple))


ClassVarious = int


@dataclass(frozen=True)
class Fields:
    """A class with two fields. The annotation of `x` is ClassVarious (an int), not ClassVar."""

    x: ClassVarious = 5
    y: int = 7


@claim("FIELDS", "the first argument is the second field", source="attack", n=Integers())
def is_the_second(alg, n):
    if n > MANY:
        ensure("the second", Fields(n).y == n)


@dataclass(frozen=True)
class Quoted:
    """A class whose only field is `y`: Python reads the quoted annotation of `x` as ClassVar."""

    x: "ClassVar[int]" = 5
    y: int = 7


@claim("QUOTED", "the first argument is the first annotation", source="attack", n=Integers())
def is_the_first(alg, n):
    if n > MANY:
        ensure("the first", Quoted(n).y == 7)


def nothing(modes: Modes) -> int:
    return 0


@lemma(whenever=total)
@contract(nothing)
def twice(modes: Modes) -> Promise:
    """A lemma that is also a contract. It assumes that every layout is small."""
    assume("small", total(modes) < MANY)

    def shows(found: int) -> None:
        ensure("nothing", found == 0)

    return Promise(shows)


@claim("TWICE", "every layout is small", source="attack", A=Layouts())
def is_small(alg, A):
    ensure("twice", A.size < MANY)


def large(modes: Modes) -> int:
    return 1 if total(modes) > MANY else 0


@contract(large)
def large_is_never(modes: Modes) -> Promise:
    """A false promise: `large` returns 0. The proof calls `nothing`, but `large` does not."""

    def shows(found: int) -> None:
        ensure("0", found == 0)

    def proof():
        return attempt(nothing, modes)

    return Promise(shows, proof=proof)


@claim("BESIDE", "no layout is large", source="attack", A=Layouts())
def is_never_large(alg, A):
    ensure("not large", large(modes_of(A)) == 0)


@claim("CARRIES", "a carry is refused where there is none", source="attack", A=Layouts())
def is_refused(alg, A):
    if A.size > MANY:
        carry_refusal(modes_of(A), ())
    ensure("a size", A.size > 0)


def beyond(index: Terminals, dims: Terminals) -> int:
    try:
        require_index(index, dims)
    except CoordinateError:
        return 1
    return 0


@claim(
    "ANOTHERRANK",
    "an index of another rank is beyond the bounds",
    source="attack",
    A=XlaShapes((((0,), (0,)),)),
    i=Indices("A"),
)
def is_beyond(alg, A, i):
    if i and i[0] > MANY:
        ensure("beyond or not", beyond(i[1:], A.dims) >= 0)
    ensure("a rank", len(i) >= 0)
