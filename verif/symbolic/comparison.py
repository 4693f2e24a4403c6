"""Comparisons of unknowns. Taking the truth value of a comparison forks the path."""

from __future__ import annotations

from typing import Any


class Comparison:
    """A comparison that operators treat as its truth value on this path.

    It has the operators of `bool`. A subclass stores the operands, and its `__bool__` decides
    the truth value.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> Any:
        return bool(self) == _truth(other)

    def __ne__(self, other: object) -> Any:
        return bool(self) != _truth(other)

    def __hash__(self) -> int:
        return hash(bool(self))

    def __index__(self) -> int:
        return int(bool(self))

    __int__ = __index__


def _operated(name: str) -> Any:
    """Return the operator of `bool` with this name, applied to truth values."""
    return lambda self, *others: getattr(bool, name)(bool(self), *map(_truth, others))


def _truth(value: Any) -> Any:
    return bool(value) if isinstance(value, Comparison) else value


for _name in ("add", "sub", "mul", "floordiv", "mod", "divmod", "pow", "and", "or", "xor"):
    for _operator in (f"__{_name}__", f"__r{_name}__"):
        setattr(Comparison, _operator, _operated(_operator))
for _name in ("lt", "le", "gt", "ge", "neg", "pos", "abs", "invert", "lshift", "rshift"):
    setattr(Comparison, f"__{_name}__", _operated(f"__{_name}__"))
