"""Comparisons of unknowns. Asked for its truth, a comparison forks the path."""

from __future__ import annotations

from typing import Any


class Comparison:
    """A comparison. To an operator it is the truth value that it has on this path.

    The operators are those of True and False. A subclass says what is compared and, by `__bool__`,
    how its truth is decided.
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
    """An operator of comparisons: that of their truths."""
    return lambda self, *others: getattr(bool, name)(bool(self), *map(_truth, others))


def _truth(value: Any) -> Any:
    return bool(value) if isinstance(value, Comparison) else value


for _name in ("add", "sub", "mul", "floordiv", "mod", "divmod", "pow", "and", "or", "xor"):
    for _operator in (f"__{_name}__", f"__r{_name}__"):
        setattr(Comparison, _operator, _operated(_operator))
for _name in ("lt", "le", "gt", "ge", "neg", "pos", "abs", "invert", "lshift", "rshift"):
    setattr(Comparison, f"__{_name}__", _operated(f"__{_name}__"))
