"""What the gate admits: texts of the fragment, and contracts that say no more than their texts."""

import math
from typing import Any

import pytest

import spec
from spec import Layout, LayoutError, coalesce
from spec.modes import Modes
from tests.symbolic.late import late
from tests.symbolic.reached import LookingError, Pair, helping
from verif.kernel.contract import Contract, Promise
from verif.kernel.errors import OutsideFragmentError
from verif.kernel.verbs import ensure
from verif.symbolic.gate import admit, admit_contract

COUNT = 3


def arithmetic(x: Any, y: int = 2, *, z: int = -1) -> Any:
    """A docstring with {braces} and %."""
    total: int = x // y
    for k in range(COUNT):
        total += k * z if x >= k else abs(x)
    return math.gcd(2, 4) + total


def layouts(A: Any) -> Any:
    if A is None:
        return 0
    try:
        B = coalesce(A)
    except ValueError:
        return None
    return B.size + spec.coalesce(A).shape[0]


def matching(A: Any) -> Any:
    match A:
        case Layout(shape=(s, *rest), stride=1):
            return s, rest
        case tuple((x, None)):
            return x
        case int() | list():
            return isinstance(A, int | tuple)
        case _:
            return Pair(1, 2)


def nested(x: Any) -> Any:
    def inside(y: Any, k: int = COUNT) -> Any:
        return y + x

    return helping(inside(x)) + max(map(lambda z: z, (x, 1)))  # noqa: C417


def annotating(x: Any) -> Any:
    y: int
    y = x
    z: f"{y}" = y

    def inside(*more: int, **named: Any) -> tuple[int, ...]:
        return (z, *more)

    return inside() if isinstance(x, spec.Layout) else isinstance(x, spec.Layout | int)


def refusing(x: Any) -> Any:
    if x < 0:
        raise ValueError("negative")
    return [y for y in (x, x + 1) if y]


def saying(x: Any) -> Any:
    ensure(f"the value {x}, 100%", x >= 0)
    ensure("{x} %", x >= 0)
    if x < COUNT:
        raise ValueError(f"{x} of {COUNT}", f"{x}", "{x} %")


ADMITTED = (arithmetic, layouts, matching, nested, annotating, refusing, saying, late)


@pytest.mark.parametrize("text", ADMITTED)
def test_a_text_of_the_fragment_is_admitted(text):
    admit(text)


def prints(x: Any) -> Any:
    return f"{x}"


def promising(modes: Modes) -> Promise:
    return Promise()


def first(modes: Modes) -> int:
    return 1


def second(modes: Modes, more: int = 1) -> int:
    return 1


def several(*modes: Modes) -> int:
    return 1


def by_name(*, modes: Modes) -> int:
    return 1


def untyped(modes: COUNT) -> int:  # type: ignore[valid-type]
    return 1


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"on": "modes"},
        {"on": "modes", "opens": True},
        {"on": helping},
        {"rejects": ValueError},
        {"rejects": LayoutError},
    ],
)
def test_a_plain_contract_is_admitted(said):
    admit_contract(Contract("ID", "", first, promising, **said))


@pytest.mark.parametrize(
    ("function", "said", "message"),
    [
        (first, {"rejects": LookingError}, "is no refusal that is plain"),
        (first, {"on": 1}, "1 is no measure that can be read"),
        (first, {"on": prints}, "printing"),
        (first, {"opens": True}, "opens no list"),
        (first, {"on": helping, "opens": True}, "opens no list"),
        (second, {}, "takes arguments by name, by default, or any number"),
        (several, {}, "takes arguments by name, by default, or any number"),
        (by_name, {}, "takes arguments by name, by default, or any number"),
        (untyped, {}, "modes is of no type"),
        (prints, {}, "printing"),
    ],
)
def test_a_contract_that_says_more_than_its_text_is_refused(function, said, message):
    with pytest.raises(OutsideFragmentError, match=message):
        admit_contract(Contract("ID", "", function, promising, **said))
