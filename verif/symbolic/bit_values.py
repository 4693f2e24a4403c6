"""Values of terms over bit-vectors, as SMT-LIB says what its operations are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from verif.symbolic.bit_paths import WIDTH

MODULUS: Final = 1 << WIDTH

Values = Mapping[str, int]
"""The natural number that each constant is."""


def signed(n: int) -> int:
    """The integer of a bit-vector that is given without a sign.

    >>> signed(5), signed((1 << 72) - 1)
    (5, -1)
    """
    return n - MODULUS if n >= MODULUS // 2 else n


def _shifted_left(x: int, by: int) -> int:
    return x << by if by < WIDTH else 0


def _shifted_right(x: int, by: int) -> int:
    return x >> by if by < WIDTH else 0


def _shifted_with_sign(x: int, by: int) -> int:
    return signed(x) >> min(by, WIDTH)


NUMBERS: Final[Mapping[str, Callable[..., int]]] = {
    "bvand": lambda x, y: x & y,
    "bvor": lambda x, y: x | y,
    "bvxor": lambda x, y: x ^ y,
    "bvnot": lambda x: MODULUS - 1 - x,
    "bvadd": lambda x, y: x + y,
    "bvsub": lambda x, y: x - y,
    "bvmul": lambda x, y: x * y,
    "bvshl": _shifted_left,
    "bvlshr": _shifted_right,
    "bvashr": _shifted_with_sign,
}
"""The operations whose value is a bit-vector, up to multiples of 2^WIDTH."""

TRUTHS: Final[Mapping[str, Callable[..., bool]]] = {
    "=": lambda x, y: x == y,
    "bvsle": lambda x, y: signed(x) <= signed(y),
    "bvslt": lambda x, y: signed(x) < signed(y),
    "bvult": lambda x, y: x < y,
    "not": lambda x: not x,
    "and": lambda *parts: all(parts),
    "or": lambda *parts: any(parts),
}
"""The operations whose value is a truth."""


def value(term: str, values: Values) -> Any:
    """The value of a term, a natural below 2^WIDTH or a truth; KeyError for a name that has none.

    >>> value("(bvadd x #x000000000000000001)", {"x": 41}), value("(not (= x x))", {"x": 1})
    (42, False)
    """
    open_terms: list[list[Any]] = [[]]
    for word in term.replace("(", " ( ").replace(")", " ) ").split():
        if word == "(":
            open_terms.append([])
        elif word == ")":
            operation, *parts = open_terms.pop()
            open_terms[-1].append(_applied(operation, parts))
        else:
            # The first word of a term is its operation, and no constant is called so.
            is_operation = len(open_terms) > 1 and not open_terms[-1]
            open_terms[-1].append(word if is_operation else _constant(word, values))
    return open_terms[0][0]


def _applied(operation: str, parts: list[Any]) -> int | bool:
    if operation in TRUTHS:
        return TRUTHS[operation](*parts)
    return NUMBERS[operation](*parts) % MODULUS


def _constant(word: str, values: Values) -> int | bool:
    if word.startswith("#x"):
        return int(f"0{word[1:]}", 0)
    return word == "true" if word in ("true", "false") else values[word]
