"""The builtin functions of the language: Python's, the standard library's, and the claim verbs."""

from __future__ import annotations

from typing import Final

EAGER: Final = frozenset(
    (
        *("len", "abs", "min", "max", "sum", "all", "any", "range", "tuple", "list", "sorted"),
        *("divmod", "int", "bool", "pow", "dict"),
    )
)
"""Python builtins that return a value."""

LAZY: Final = frozenset(("zip", "map", "reversed", "enumerate", "filter"))
"""Python builtins that return an iterator, which must be consumed once, in the same expression."""

PYTHONS: Final = EAGER | LAZY

LIBRARY: Final = {
    "math.prod": "prod",
    "math.gcd": "gcd",
    "math.lcm": "lcm",
    "math.isqrt": "isqrt",
    "functools.reduce": "reduce",
    "functools.partial": "partial",
    "operator.mul": "mul",
    "operator.add": "add",
    "itertools.accumulate": "accumulate",
    "itertools.chain": "chain",
    "itertools.product": "cartesian",
    "itertools.pairwise": "pairwise",
    "itertools.starmap": "starmap",
    "itertools.takewhile": "takewhile",
    "itertools.dropwhile": "dropwhile",
    "itertools.repeat": "repeat",
    "itertools.islice": "islice",
    "itertools.zip_longest": "zip_longest",
    "itertools.permutations": "permutations",
    "itertools.combinations": "combinations",
}
"""Functions of the standard library, with their names in the language."""

LAZY_OF_LIBRARY: Final = frozenset(
    name for dotted, name in LIBRARY.items() if dotted.startswith("itertools.")
)

ITERATORS: Final = LAZY | LAZY_OF_LIBRARY
"""All builtins that return an iterator."""

OF_FUNCTIONS: Final = frozenset(("map", "filter", "reduce", "starmap", "takewhile", "dropwhile"))
"""Builtins whose first argument is a function."""

_USE_ALL: Final = frozenset(("zip", "map", "chain", "cartesian", "zip_longest"))

_USE_FIRST: Final = frozenset(
    (
        *("tuple", "list", "sorted", "sum", "all", "any", "dict", "prod", "enumerate", "reversed"),
        *("accumulate", "pairwise", "islice", "permutations", "combinations"),
    )
)

THROUGH: Final = (_USE_ALL | _USE_FIRST | OF_FUNCTIONS | {"min", "max"}) - {"dict"}
"""Builtins that iterate over arguments. Such an argument may be a record with `__iter__`.

`dict` is excluded, because Python would call the record's method `keys`.
"""


def uses_up(builtin: str, at: int, count: int) -> bool:
    """Return whether a builtin called with `count` arguments iterates over argument number `at`.

    Arguments are counted from 0.
    """
    if builtin in ("min", "max"):
        return count == 1
    if builtin in OF_FUNCTIONS:
        return at == 1 or (at > 1 and builtin in _USE_ALL)
    return builtin in _USE_ALL or (at == 0 and builtin in _USE_FIRST)


SHOWING: Final = frozenset(("str", "repr", "hex", "format"))
"""Builtins that are allowed only in error messages."""

VERBS: Final = frozenset(
    (
        *("assume", "ensure", "ensure_equal", "same", "by", "witness", "unfold"),
        *("proving", "attempt", "accepted"),
    )
)
"""The verbs of claims, lemmas and contracts."""

LABELLED: Final = frozenset(("assume", "ensure", "ensure_equal", "same"))
"""The verbs whose first argument is a label."""

TYPES: Final = frozenset(("int", "bool", "str", "tuple", "list", "dict", "float", "object"))
"""Builtin types that `isinstance` may test for."""

ERRORS: Final = frozenset(
    (
        *("ValueError", "TypeError", "AssertionError", "NotImplementedError", "IndexError"),
        *("KeyError", "LookupError", "ArithmeticError", "ZeroDivisionError", "RecursionError"),
        *("Exception", "OverflowError", "AttributeError"),
    )
)
"""Python exceptions that code of the language may raise."""
