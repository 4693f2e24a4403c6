"""Print constants and tests for equality in Gallina."""

from __future__ import annotations

from verif.certify.gallina import (
    BOOL,
    INT,
    ITEMS,
    NOTHING,
    TEXT,
    Named,
    Product,
    Term,
    UnprintableError,
    both,
    coerced,
    projected,
)


def constant(value: object) -> Term:
    """Return the term of a constant. Raises UnprintableError."""
    match value:
        case bool():
            return Term(str(value).lower(), BOOL)
        case int():
            return Term(str(value) if value >= 0 else f"({value})", INT)
        case None:
            return Term("tt", NOTHING)
        case str():
            return Term("", TEXT)
        case _:
            raise UnprintableError(f"cannot print the constant {value!r}")


def equal(left: Term, right: Term) -> str:
    """Return the condition that two values are equal."""
    if ITEMS in (left.type, right.type):
        left, right = coerced(left, right.type), coerced(right, left.type)
    if left.type != right.type:
        raise UnprintableError(f"cannot compare {left.type} with {right.type}")
    match left.type:
        case Product(parts):
            pairs = ((projected(left, k), projected(right, k)) for k in range(len(parts)))
            code = "true"
            for x, y in pairs:
                code = both(code, equal(x, y))
            return code
        case Named(name="Z"):
            return _folded(left.code, right.code) or f"({left.code} =? {right.code})"
        case Named(name="bool"):
            return f"(eqb {left.code} {right.code})"
        case Named(name="tree"):
            return f"(same_tree {left.code} {right.code})"
        case Named(name="layout"):
            return f"(equal_layouts {left.code} {right.code})"
        case _:
            raise UnprintableError(f"cannot compare two values of type {left.type}")


def _folded(left: str, right: str) -> str:
    """Return "true" or "false" if the code of two values shows whether they are equal, else "".

    Identical code has equal values. Different numerals have different values.
    """
    if left == right or (left.isdigit() and right.isdigit()):
        return "true" if left == right else "false"
    return ""
