"""The implementation under test during a proof.

A claim may call the operations of the implementation, but must not compare the operations.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any, NoReturn

from verif.kernel.errors import OutsideFragmentError
from verif.symbolic.foreign import Foreign


class Operation:
    """An operation of the implementation under test.

    Comparing an operation raises OutsideFragmentError: a claim must not depend on which function
    implements the operation.
    """

    def __init__(self, name: str, function: Any) -> None:
        self.__dict__.update(vars(function))
        self._name = name
        self.of_function = function

    def __call__(self, /, *given: Any, **named: Any) -> Any:
        return self.of_function(*given, **named)

    def _compared(self, *_: object) -> NoReturn:
        raise OutsideFragmentError(f"alg.{self._name} must not be compared in a claim")

    __eq__ = __hash__ = _compared  # type: ignore[assignment]


class Operations:
    """The operations of an implementation, by name."""

    def __init__(self, algebra: object) -> None:
        self.of_algebra = algebra

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.of_algebra, name)
        return Operation(name, found) if type(found) is FunctionType else found

    def _compared(self, *_: object) -> NoReturn:
        raise OutsideFragmentError("alg must not be compared in a claim")

    __eq__ = __hash__ = _compared  # type: ignore[assignment]


def algebra_of(item: object) -> object:
    """Return the implementation that `item` wraps, or `item` itself."""
    found = item.of_algebra if type(item) is Operations else item
    return found.of_algebra if type(found) is Foreign else found
