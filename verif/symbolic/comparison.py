"""Comparisons of what is not known: asked for their truth, they fork the path."""

from __future__ import annotations

from typing import Any


class Comparison:
    """A comparison: beyond `not`, `and` and `or` it is the truth that it has on this path.

    It does whatever Python makes of True and False. Of which it is said what it compares, and
    how its truth is decided, `__bool__`.
    """

    __slots__ = ()

    @property
    def __class__(self) -> type:  # pyright: ignore[reportIncompatibleMethodOverride]
        return bool

    def __eq__(self, other: object) -> Any:
        return bool(self) == _truth(other)

    def __ne__(self, other: object) -> Any:
        return bool(self) != _truth(other)

    def __hash__(self) -> int:
        return hash(bool(self))

    def __index__(self) -> int:
        return int(bool(self))

    __int__ = __index__

    def __getattr__(self, name: str) -> Any:
        return getattr(bool(self), name)


def _operated(name: str) -> Any:
    """An operator of comparisons: that of their truths."""
    return lambda self, *others: getattr(bool, name)(bool(self), *map(_truth, others))


def _truth(value: Any) -> Any:
    # Not `isinstance`, to which a comparison is a bool.
    return bool(value) if issubclass(type(value), Comparison) else value


for _name in ("add", "sub", "mul", "floordiv", "mod", "divmod", "pow", "and", "or", "xor"):
    for _operator in (f"__{_name}__", f"__r{_name}__"):
        setattr(Comparison, _operator, _operated(_operator))
for _name in ("lt", "le", "gt", "ge", "neg", "pos", "abs", "invert", "lshift", "rshift"):
    setattr(Comparison, f"__{_name}__", _operated(f"__{_name}__"))
