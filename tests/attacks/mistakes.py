"""False claims that a user could write by mistake, and that used to be proved."""

from __future__ import annotations

from typing import Any

from spec.layout import Layout
from verif.kernel.claim import claim
from verif.kernel.theory import Lemma, lemma
from verif.kernel.verbs import assume, by, ensure
from verif.readings.domains import Layouts
from verif.readings.numbers import Integers

MANY = 1000


@claim("M01-PAIR", "a comma for an equals sign", source="", i=Integers())
def pair(alg: Any, i: int) -> None:
    ensure("five", (i, 5))


@claim("M02-NOT-CALLED", "a function is named, and not called", source="", A=Layouts())
def not_called(alg: Any, A: Layout) -> None:
    ensure("compatible", alg.compatible)


@claim("M03-GENERATOR", "an `all` is forgotten", source="", i=Integers())
def generated(alg: Any, i: int) -> None:
    ensure("each", (i == k for k in (1, 2)))


@claim("M04-TEXT", "a condition is written as a text", source="", i=Integers())
def written(alg: Any, i: int) -> None:
    ensure("five", "i == 5")


@claim("M05-LAYOUT", "a layout is not a truth value", source="", A=Layouts())
def a_layout(alg: Any, A: Layout) -> None:
    ensure("coalesced", alg.coalesce(A))


@claim("M06-LAMBDA", "a condition is put off for ever", source="", A=Layouts(), B=Layouts())
def put_off(alg: Any, A: Layout, B: Layout) -> None:
    ensure("one size", lambda: A.size == B.size)


@claim("M07-PAIR-OF-INTEGERS", "a comma for an equals sign", source="", x=Integers(None))
def pair_of_integers(alg: Any, x: int) -> None:
    ensure("five", (x, 5))


@lemma(on="n")
def below_many(n: int) -> Lemma:
    """A natural below 1000 is below 1001."""
    assume("below 1000", n < MANY)
    assume("natural", n >= 0)

    def shows() -> None:
        ensure("below 1001", n < MANY + 1)

    def proof() -> None:
        """By arithmetic."""

    return shows, proof


@claim("M08-LEMMA-CALLED", "a lemma is called, and assumes", source="", n=Integers())
def lemma_called(alg: Any, n: int) -> None:
    below_many(n)
    ensure("below 1001", n < MANY + 1)


def cited(n: int) -> None:
    if n < MANY:
        by(below_many, n)


def helped(n: int) -> None:
    below_many(n)


@claim("M09-LEMMA-HELPS", "a lemma is called by a function", source="", n=Integers())
def lemma_helps(alg: Any, n: int) -> None:
    helped(n)
    ensure("below 1001", n < MANY + 1)


@claim("M10-LEMMA-RENAMED", "a lemma is called by another name", source="", n=Integers())
def lemma_renamed(alg: Any, n: int) -> None:
    renamed = below_many
    renamed(n)
    ensure("below 1001", n < MANY + 1)


def declared(called: Any) -> Any:
    @claim("M11-LEMMA-KEPT", "a lemma is called that a closure keeps", source="", n=Integers())
    def text(alg: Any, n: int) -> None:
        called(n)
        ensure("below 1001", n < MANY + 1)

    return text


kept = declared(below_many)


@claim("M12-LEMMA-BY-DEFAULT", "a lemma is called that is a default", source="", n=Integers())
def lemma_by_default(alg: Any, n: int) -> None:
    def called(m: int, by_default: Any = below_many) -> None:
        by_default(m)

    called(n)
    ensure("below 1001", n < MANY + 1)
