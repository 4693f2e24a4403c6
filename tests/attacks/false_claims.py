"""False claims that `prove` must not call PROVED.

A comment in a claim describes the hole in the engine that the claim tries to exploit.
"""

from typing import Any

from spec.coalesce import push
from spec.errors import CoordinateError
from spec.layout import Layout
from spec.modes import modes_of
from verif import assume, attempt, by, claim, ensure, proving
from verif.kernel.verbs import unfold
from verif.readings.domains import LEAF, Layouts
from verif.readings.numbers import Integers

MANY = 1000


def i_is_small(i: int) -> None:
    assume("i is small", i < MANY)


@claim("H01-BY", "every i is < 1000", source="", i=Integers())
def h01(alg: Any, i: int) -> None:
    # The hole: `by` ran any function as a part of the proof, so an `assume` in the function became
    # a hypothesis of the claim.
    by(i_is_small, i)
    ensure("small", i < MANY)


@claim("H02-PROVING", "every i is < 1000", source="", i=Integers())
def h02(alg: Any, i: int) -> None:
    if proving():
        assume("small", i < MANY)
    ensure("small", i < MANY)


@claim(
    "H03-NATURAL-AND", "bits in common are a natural", source="", x=Integers(None), y=Integers(-8)
)
def h03(alg: Any, x: int, y: int) -> None:
    # `x & y` is natural if x or y is natural. Here both may be negative: -MANY & -1 is negative.
    ensure("a natural", x & y >= 0 or x > -MANY)


@claim("H04-SIZE", "every size is below 2^71", source="", A=Layouts(profiles=(LEAF,)))
def h04(alg: Any, A: Layout) -> None:
    ensure("size", (A.size >> 71) == 0)


@claim("H05-NATURAL-XOR", "an XOR is a natural", source="", x=Integers(None), y=Integers())
def h05(alg: Any, x: int, y: int) -> None:
    # `x ^ y` is natural if x and y have the same sign. Here x may be negative, but y is natural.
    ensure("a natural", x ^ y >= 0 or x > -MANY)


@claim("H06-NATURAL-HALF", "half of an XOR is a natural", source="", x=Integers(None), y=Integers())
def h06(alg: Any, x: int, y: int) -> None:
    ensure("a natural", (x ^ y) // 2 >= 0 or x > -MANY)


@claim(
    "H08-STRIDE-IS-SHAPE",
    "a size above 1000 is compatible with the strides",
    source="",
    A=Layouts(strides="positive"),
)
def h08(alg: Any, A: Layout) -> None:
    # The hole: `AnyRank.stride` was the same object as `AnyRank.shape`.
    ensure("a size", A.size >= 1)
    if A.size > MANY:
        ensure("compatible", alg.compatible(A.size, A.stride))


@claim(
    "H09-ERROR-TYPE",
    "a coordinate of wrong rank is a CoordinateError",
    source="",
    A=Layouts(),
    B=Layouts(),
)
def h09(alg: Any, A: Layout, B: Layout) -> None:
    # `Grouped` raises CoordinateError where `Layout` raises CongruenceError.
    ensure("a size", A.size >= 1)
    try:
        alg.make_layout(A, B)((0, 0, 0))
    except CoordinateError:
        return
    except ValueError:
        ensure("small", A.size < MANY)


@claim("H10-IS-TRUE", "every i is <= 1000", source="", i=Integers())
def h10(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if (i > MANY) is True:
        ensure("never", False)


@claim("H11-MATCH-TRUE", "every i is <= 1000", source="", i=Integers())
def h11(alg: Any, i: int) -> None:
    match i > MANY:
        case True:
            ensure("never", False)
        case _:
            ensure("natural", i >= 0)


def compared_with_a_huge_number(i: int) -> int:
    return 1 if i > 10**5000 else 0


@claim(
    "H12-ENGINE-VALUEERROR",
    "a comparison with 10^5000 is refused from 1001 on",
    source="",
    i=Integers(),
)
def h12(alg: Any, i: int) -> None:
    # The hole: str(10**5000) raised ValueError inside the engine, and `attempt` mistook this error
    # for a rejection.
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("refused", attempt(compared_with_a_huge_number, i) is None)


@claim("H13-UNFOLD-VALUEERROR", "every x is <= 1000", source="", A=Layouts(), x=Integers())
def h13(alg: Any, A: Layout, x: int) -> None:
    # The hole: a ValueError inside `unfold` closed the path, so every later conclusion counted as
    # proved.
    ensure("a size", A.size >= 1)
    if x > MANY:
        unfold(push, (2, x * 10**5000), modes_of(A))
        ensure("never", False)


@claim("H14-FLOAT", "every i is < 1000", source="", i=Integers())
def h14(alg: Any, i: int) -> None:
    # The hole: the TypeError of i + 0.5 did not mark the path as failed, unlike the TypeError of
    # i < 0.5.
    ensure("natural", i >= 0)
    try:
        i + 0.5
    except TypeError:
        return
    ensure("small", i < MANY)


@claim("H15-PRINTED", "no i > 1000 begins with a digit", source="", i=Integers())
def h15(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY:
        ensure("no digit", not f"{i}"[0].isdigit())


@claim("H16-TYPE", "every i is <= 1000", source="", i=Integers())
def h16(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    if i > MANY and type(i) is int:
        ensure("never", False)


FLAG = False


def set_flag(value: bool) -> None:
    global FLAG
    FLAG = value


def get_flag() -> bool:
    return FLAG


@claim("H17-GLOBAL", "every i is <= 1000", source="", i=Integers())
def h17(alg: Any, i: int) -> None:
    # The hole: every function that was evaluated on unknowns had its own copy of the globals, so
    # `get_flag` did not see what `set_flag` wrote.
    ensure("natural", i >= 0)
    set_flag(True)
    truth = get_flag()
    set_flag(False)
    if truth and i > MANY:
        ensure("never", False)


@claim(
    "H18-ATTR-ERROR",
    "a refusal of composition has no numbers but 0 where size(B) > 1000",
    source="",
    A=Layouts(strides="natural"),
    B=Layouts(strides="natural"),
)
def h18(alg: Any, A: Layout, B: Layout) -> None:
    ensure("a size", A.size >= 1)
    if B.size <= MANY:
        return
    try:
        alg.composition(A, B)
    except ValueError as error:
        ensure("numbers", getattr(error, "left", 0) == 0)
