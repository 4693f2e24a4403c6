"""A cited claim runs exactly as it was proved: its code cannot detect the citation."""

from __future__ import annotations

from typing import Any

import pytest

from spec.layout import Layout
from tests.symbolic.citing import citing, of_integers, prove
from verif.kernel.claim import claim
from verif.kernel.errors import OutsideFragmentError
from verif.kernel.verbs import ensure, proving
from verif.readings.domains import Layouts

MANY = 1000


@of_integers
def tells_integers_apart(alg: Any, x: int, y: int) -> None:
    ensure("two", x is not y)


@of_integers
def looks_for_a_number(alg: Any, x: int, y: int) -> None:
    ensure("unknown", x is not MANY)


@of_integers
def asks_for_the_type(alg: Any, x: int, y: int) -> None:
    ensure("no number", type(x) != int)  # noqa: E721


@claim("TWO", "", source="", A=Layouts(), B=Layouts())
def tells_layouts_apart(alg: Any, A: Layout, B: Layout) -> None:
    ensure("two", A is not B)


@claim("KIND", "", source="", A=Layouts(), B=Layouts())
def asks_for_the_kind(alg: Any, A: Layout, B: Layout) -> None:
    ensure("a size", A.size >= 1)
    ensure("unknown", type(A) != Layout or A.size < MANY)  # noqa: E721


@of_integers
def says_more_when_cited(alg: Any, x: int, y: int) -> None:
    ensure("natural", x >= 0)
    if not proving():
        ensure("never", x < 0)


@of_integers
def returns_when_proved(alg: Any, x: int, y: int) -> None:
    ensure("natural", x >= 0)
    if proving():
        return
    ensure("never", x < 0)


def index_and_zero(A, i):
    return i, 0


def the_index_twice(A, i):
    return i, i


def the_layout_twice(A, i):
    return A, A


def five(A, i):
    return 5, 0


def the_number(A, i):
    return MANY, 0


def known(A, i):
    return Layout((MANY, 2), (0, 1)), Layout((MANY, 2), (0, 1))


@pytest.mark.parametrize(
    ("cited", "arguments", "refused"),
    [
        (tells_integers_apart, the_index_twice, "compares identities"),
        (looks_for_a_number, the_number, "compares identities"),
        (asks_for_the_type, five, "`type`"),
        (tells_layouts_apart, the_layout_twice, "compares identities"),
        (asks_for_the_kind, known, "`type`"),
        (says_more_when_cited, index_and_zero, "`proving`"),
        (returns_when_proved, index_and_zero, "`proving`"),
    ],
    ids=lambda case: getattr(getattr(case, "text", None), "__name__", ""),
)
def test_a_claim_cannot_detect_that_it_is_cited(judge, cited, arguments, refused):
    with pytest.raises(OutsideFragmentError, match=refused):
        prove(judge, citing(cited, arguments))
