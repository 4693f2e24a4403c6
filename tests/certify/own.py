"""Claims for the tests of generated theorems. The file is read as a user's file of claims."""

from spec.int_tuple import flatten
from spec.modes import Modes, modes_of, value
from verif import (
    Index,
    Integers,
    Layouts,
    Lemma,
    Shapes,
    accepted,
    assume,
    attempt,
    by,
    claim,
    ensure,
    ensure_equal,
    flat,
    lemma,
)
from verif.readings.terminals import extent
from verif.theory.layouts.coordinates import extent_is_positive
from verif.theory.layouts.modes import value_at_zero_is_zero


@claim("FIRST", "a layout maps 0 to 0", source="me", A=Layouts())
def zero_is_mapped_to_zero(alg, A):
    by(value_at_zero_is_zero, modes_of(A))
    ensure("a size of at least 1", A.size >= 1)
    ensure_equal("the first offset", A(0), 0)


@claim("GIVEN", "a hypothesis inside of the claim", source="me", A=Layouts(), i=Index("A"))
def given_in_the_middle(alg, A, i):
    ensure("a size of at least 1", A.size >= 1)
    assume("the offset is even", A(i) % 2 == 0)
    assume("and positive", A(i) > 0)
    ensure("at least 2", A(i) >= 2)


def doubled(n: int) -> int:
    return 2 * n


@lemma
def twice_the_first_value_is_zero(modes: Modes) -> Lemma:
    """Twice the value at 0 is 0."""

    def shows() -> None:
        ensure("0", doubled(value(modes, 0)) == 0)

    def proof() -> None:
        value_at_zero_is_zero(modes)

    return shows, proof


@claim("TWICE", "a lemma and a function of this file", source="me", A=Layouts())
def twice_zero_is_zero(alg, A):
    by(twice_the_first_value_is_zero, modes_of(A))
    ensure_equal("twice the first offset", doubled(A(0)), 0)


@claim("TREE", "the size of an IntTuple", source="me", S=Shapes(flat(1, 2)))
def sizes_are_positive(alg, S):
    by(extent_is_positive, flatten(S))
    ensure("at least 1", extent(flatten(S)) >= 1)


@claim("ONE", "a layout of one mode", source="me", A=Layouts((0,), one_mode=True))
def one_mode_maps_zero_to_zero(alg, A):
    ensure_equal("the first offset", A(0), 0)


@claim("NESTED", "the coordinate of an index", source="me", S=Shapes(flat(1, 2)), i=Index("S"))
def coordinate_of_an_index_is_congruent_to_the_shape(alg, S, i):
    ensure("congruent", alg.congruent(alg.idx2crd(i, S), S))


@claim("BITS", "the low bits", source="me", n=Integers(), m=Integers())
def low_bits_are_a_remainder(alg, n, m):
    ensure("a remainder", (n & 7) == n % 8)
    ensure("quotient and remainder", (n & 15) + 16 * (n // 16) == n)
    ensure("the same bank", (n + 32 * m) & 31 == n & 31)
    ensure("a multiple", (n & -8) + n % 8 == n)


@claim("LAWS", "rules of ^ and &", source="me", n=Integers(None), m=Integers(None))
def rules_of_bits(alg, n, m):
    ensure("in either order", n ^ m == m ^ n)
    ensure("and in either order", n & m == m & n)
    ensure("of one number", (n ^ n) + (n & n) == n)
    ensure("with 0", (n ^ 0) + (n & 0) == n)
    ensure("taken back", (n ^ (m + 1)) ^ (m + 1) == n)


@claim("WRONG", "a layout maps 0 to 1", source="me", A=Layouts())
def zero_is_mapped_to_one(alg, A):
    ensure_equal("the first offset", A(0), 1)


@claim("NOTHING", "hypotheses that contradict each other", source="me", A=Layouts())
def nothing_is_said(alg, A):
    assume("no elements", A.size < 1)
    ensure("anything", A.size == 17)


@claim("CITES", "a claim is cited", source="me", A=Layouts(), i=Index("A"))
def a_claim_is_cited(alg, A, i):
    by("C1", A, i)
    ensure_equal("the same offset", alg.coalesce(A)(i), A(i))


@claim(
    *("AFTER", "the coalesced composition is A after B"),
    source="me", A=Layouts(), B=Layouts(strides="natural"), i=Index("B"),
)  # fmt: skip
def coalesced_composition(alg, A, B, i):
    R = attempt(alg.composition, A, B)
    assume("composition accepts", accepted(R))
    by("P1c", A, B, i)
    ensure_equal("A after B", alg.coalesce(R)(i), A.extended(B(i)))
