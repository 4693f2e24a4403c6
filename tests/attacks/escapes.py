"""False claims that try to avoid a proof, for example by ending a path with an error."""

from __future__ import annotations

from typing import Any

from spec.coalesce import push
from spec.layout import Layout
from spec.modes import Modes, modes_of, total
from verif.kernel.claim import claim
from verif.kernel.verbs import accepted, assume, attempt, by, ensure, unfold
from verif.readings.domains import Index, Layouts
from verif.readings.numbers import Integers

MANY = 1000


@claim("E01-BARE", "", source="", A=Layouts())
def handles_everything(alg: Any, A: Layout) -> None:
    ensure("a size", A.size >= 1)
    try:
        range(A.size)
    except:
        return
    ensure("small", A.size < MANY)


@claim("E02-EXCEPTION", "", source="", A=Layouts())
def handles_exceptions(alg: Any, A: Layout) -> None:
    ensure("a size", A.size >= 1)
    try:
        hash(A.size)
    except Exception:
        return
    ensure("small", A.size < MANY)


@claim("E03-BASE", "", source="", A=Layouts())
def handles_base(alg: Any, A: Layout) -> None:
    ensure("a size", A.size >= 1)
    try:
        assume("small", A.size < MANY)
    except BaseException:
        ensure("never", False)
    ensure("small", A.size < MANY - 1 or A.size == 3)


@claim("E04-ATTRIBUTE", "", source="", i=Integers())
def handles_attributes(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    try:
        i.real
    except AttributeError:
        return
    ensure("small", i < MANY)


@claim("E05-FINALLY", "", source="", i=Integers())
def returns_at_last(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    try:
        ensure("small", i <= MANY)
    finally:
        return  # noqa: B012


@claim("E06-HIDDEN-NAME", "", source="", i=Integers())
def handles_a_hidden_name(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    ValueError = LookupError
    try:
        ensure("small", i <= MANY or {0: 0}[i] == 0)
    except ValueError:
        return


@claim("E07-ROUND", "", source="", i=Integers())
def rounds(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("refused", attempt(round, i) is None)


@claim("E08-BITS", "", source="", i=Integers())
def counts_bits(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("refused", attempt(bits, i) is None)


def bits(i: int) -> int:
    return i.bit_length()


@claim("E09-HUGE-NUMBER", "", source="", x=Integers(None))
def adds_a_huge_number(alg: Any, x: int) -> None:
    ensure("itself", x == x + 0)
    if x > MANY:
        ensure("refused", attempt(huge, x) is None)


def huge(x: int) -> int:
    return x + 10**5000


@claim("E10-HUGE-DIVISION", "", source="", i=Integers())
def divides_a_huge_number(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("refused", attempt(quotient, i) is None)


def quotient(i: int) -> int:
    return 10**5000 // (i + 1) + i // 10**5000


@claim("E11-CITED-WRONGLY", "", source="", A=Layouts(), x=Integers())
def cites_wrongly(alg: Any, A: Layout, x: int) -> None:
    ensure("a size", A.size >= 1)
    if x > MANY:
        try:
            by("I1")
        except ValueError:
            return
        ensure("never", False)


@claim("E12-UNFOLDED", "", source="", A=Layouts(), x=Integers())
def unfolds_a_huge_number(alg: Any, A: Layout, x: int) -> None:
    ensure("a size", A.size >= 1)
    if x > MANY:
        unfold(push, (2, x * 10**6000), modes_of(A))
        ensure("never", False)


@claim("E13-ASSERTS", "", source="", i=Integers())
def asserts(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    assert i <= MANY


@claim("E14-INDEX-ZERO", "", source="", A=Layouts(), i=Index("A"))
def divides_by_zero(alg: Any, A: Layout, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("accepted", accepted(attempt(divided, i)))


def divided(i: int) -> int:
    return i // (i - i)


@claim("E15-GENERATOR", "", source="", i=Integers())
def generates(alg: Any, i: int) -> Any:
    ensure("natural", i >= 0)
    ensure("small", next(parts(i)) <= MANY)


def parts(i: int) -> Any:
    try:
        yield i
    finally:
        assume("small", i <= MANY)


@claim("E16-WITH", "", source="", i=Integers())
def suppresses(alg: Any, i: int) -> None:
    from contextlib import suppress

    ensure("natural", i >= 0)
    with suppress(Exception):
        ensure("small", i.real <= MANY)


@claim("E17-LIST-OF-MODES", "", source="", A=Layouts())
def adds_modes(alg: Any, A: Layout) -> None:
    modes: Modes = modes_of(A)
    ensure("a size", total(modes) >= 1)
    if A.size > MANY:
        ensure("never more", total(((2, 1), *modes)) <= A.size)
