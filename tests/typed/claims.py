"""A user's file: it uses each public name of `verif` and `verif.testing`, and asserts types."""

import sys
from typing import Any, assert_type

from spec import IntTuple, Layout
from spec.modes import Modes
from verif import (
    ANY_NESTING,
    REFUTED,
    Answer,
    Asked,
    ForAll,
    Index,
    Integers,
    Layouts,
    Lemma,
    Promise,
    Shapes,
    Tabled,
    Witness,
    accepted,
    assume,
    attempt,
    by,
    check,
    claim,
    contract,
    definition,
    ensure,
    ensure_equal,
    evaluate,
    flat,
    for_all,
    kind,
    lemma,
    proved,
    proving,
    same,
    unfold,
    unknown,
    witness,
)
from verif.kernel.contract import Kind
from verif.testing import (
    assert_admits_exactly,
    assert_aligned,
    assert_bijective_onto,
    assert_bitcast,
    assert_claim,
    assert_coalesced,
    assert_compatible,
    assert_composable,
    assert_conflict_free,
    assert_covers,
    assert_covers_once,
    assert_disjoint,
    assert_distributes,
    assert_equal,
    assert_fits_int32,
    assert_injective,
    assert_kernel,
    assert_same_bytes,
    assert_tma_box,
    assert_vectorizes,
)

PAIRS = tuple[tuple[int, int], ...]


@claim("LAST", "the last is highest", source="me", expect=REFUTED, A=Layouts(), i=Index("A"))
def last_is_largest(alg: Any, A: Layout, i: int) -> None:
    ensure("at most the last", A(i) <= A(A.size - 1))


@claim(
    *("NATURAL", "what composition returns has natural offsets"),
    source="me",
    expect=proved(ranks="all"),
    A=Layouts(ANY_NESTING, strides="natural"),
    B=Layouts(flat(1, 2), strides="natural"),
    s=Shapes(flat(1)),
    n=Integers(0, 3),
)
def offsets_are_natural(alg: Any, A: Layout, B: Layout, s: IntTuple, n: int) -> None:
    assume("n is above 1", n > 1)
    found = attempt(alg.composition, A, B)
    assume("composition accepts", accepted(found))
    by("P1c", A, B, n)
    witness(n, 2, n // 2, n % 2)
    ensure_equal("the hints change nothing", proving(), proving())
    ensure("natural", found(n) >= 0)


@claim("OPEN", "not decided", source="me", expect=unknown("no rule applies"), n=Integers(None))
def is_open(alg: Any, n: int) -> None:
    ensure("one of two", n >= 0 or n < 0)


@definition(on="pairs")
def how_many(pairs: PAIRS) -> int:
    """The number of pairs."""
    return 1 + how_many(pairs[1:]) if pairs else 0


@contract(how_many)
def the_number_is_natural(pairs: PAIRS) -> Promise:
    """The number of pairs is at least 0."""

    def shows(result: int) -> None:
        ensure("at least 0", result >= 0)

    return Promise(shows)


@lemma
def the_list_is_the_same(modes: Modes) -> Lemma:
    """A list of modes equals itself."""

    def shows() -> None:
        same("the same list", modes, modes)

    def proof() -> None:
        unfold(how_many, modes)

    return shows, proof


def pair(a: int, b: int) -> tuple[int, int]:
    return a, b


def sized(_: tuple[int, int]) -> dict[str, bool]:
    return {}


kind(PAIRS, Kind("pairs", tuple[int, int], ("a", "b"), pair, sized))

answer = check("injective((4,8):(1,3))", seconds=1.0)
assert_type(answer, Answer)
assert_type(answer.witness, Witness | None)
assert_type(check("fits_int32((M,4):(4,1))", "M; M <= 1000"), Asked)
assert_type(evaluate("size((M,4):(4,1))", "M"), Tabled)
assert evaluate("complement(4:2, 24)") == Layout((2, 3), (1, 8))


def strided(m: int) -> Layout:
    return Layout(m, 2)


questions = for_all("m", "m <= 100")
assert_type(questions, ForAll)
assert_type(questions.injective(strided), Asked)

assert_admits_exactly("(100,64)", "(128,64)", "(m,k) -> m < 100 and k < 64")
assert_aligned(Layout(4, 8), 8)
assert_bijective_onto("(4,8):(8,1)", 32)
assert_bitcast("f32[4,8]", "f32[32]")
assert_claim(last_is_largest)
assert_coalesced((32, 4), Layout((32, 4)), "f32")
assert_compatible(24, (4, 6))
assert_composable(Layout((4, 8)), (2, 2))
assert_conflict_free((32, 4), Layout((32, 4)), "f32")
assert_covers(8, 8)
assert_covers_once("((4,8),(2,2)):((32,1),(16,8))", (16, 8))
assert_disjoint(Layout(4), Layout(2, 4))
assert_distributes((4, 8), (2, 2))
assert_equal("coalesce((2,(2,8)):(1,(2,4)))", "32:1")
assert_fits_int32((4, 8))
assert_injective(Layout((4, 8), (8, 1)))
assert_kernel(sys.argv[1])
assert_same_bytes("f32[4,8]", "f32[4,8]")
assert_tma_box("(1024,1024):(1024,1)", (64, 64), "f16", 128)
assert_vectorizes(64, 64, Layout((32, 2), (2, 1)), "f16", 32)
