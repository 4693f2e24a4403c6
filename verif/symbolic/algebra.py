"""The implementation under test as a proof has it: its operations are called, and not compared."""

from __future__ import annotations

from types import FunctionType
from typing import Any, NoReturn

from verif.kernel.errors import OutsideFragmentError
from verif.symbolic.foreign import Foreign


class Operation:
    """An operation of the implementation under test, which may be any function that does the same.

    So it is the equal of no other, and of none is it said that it is not.
    """

    def __init__(self, name: str, function: Any) -> None:
        self.__dict__.update(vars(function))
        self._name = name
        self.of_function = function

    def __call__(self, /, *given: Any, **named: Any) -> Any:
        return self.of_function(*given, **named)

    def _compared(self, *_: object) -> NoReturn:
        raise OutsideFragmentError(f"alg.{self._name} is compared in a text that is to be proved")

    __eq__ = __hash__ = _compared  # type: ignore[assignment]


class Operations:
    """The operations of an implementation by their names."""

    def __init__(self, algebra: object) -> None:
        self.of_algebra = algebra

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.of_algebra, name)
        return Operation(name, found) if type(found) is FunctionType else found

    def _compared(self, *_: object) -> NoReturn:
        raise OutsideFragmentError("alg is compared in a text that is to be proved")

    __eq__ = __hash__ = _compared  # type: ignore[assignment]


def algebra_of(item: object) -> object:
    """The implementation whose operations these are; any other item as it is."""
    found = item.of_algebra if type(item) is Operations else item
    return found.of_algebra if type(found) is Foreign else found
