"""The operations of FlyDSL (distribution flydsl), by their names in the spec.

`flydsl.expr` calls FlyDSL's dialect, but cannot be imported without PyTorch. So this module calls
the dialect directly, and repeats the checks of profiles that `flydsl.expr` makes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from spec.layout import Layout
from verif.operations.operation import Function
from verif.operations.table import OPERATIONS
from verif.upstream.adapted import adapted
from verif.upstream.fly_text import call_text
from verif.upstream.forked import forked_operations
from verif.upstream.mlir import Surroundings

CONGRUENT: Final = "is_profile_congruent"
WEAKLY: Final = "is_profile_weakly_congruent"

CHECKED: Final = {
    "crd2idx": (WEAKLY, 0, 1),
    "dice": (WEAKLY, 1, 0),
    "make_layout": (CONGRUENT, 0, 1),
    "make_ordered_layout": (WEAKLY, 1, 0),
    "slice": (WEAKLY, 1, 0),
}
"""For some functions, the profile check that `flydsl.expr` makes before it calls the function.

The numbers are the positions of the two arguments whose profiles the check compares.
"""


@dataclass(frozen=True)
class Shown:
    """A layout of FlyDSL, read from its type. `text` is the type as FlyDSL's dialect prints it."""

    shape: Any
    stride: Any
    text: str

    def __str__(self) -> str:
        return self.text


def operations_of(fly: Any) -> dict[str, Function]:
    """Return FlyDSL's operations on the spec's values. A call may end its forked process."""
    names = [name for name, row in OPERATIONS.items() if isinstance(row.upstream.flydsl, str)]
    return forked_operations(names, partial(_functions, fly, names))


def _functions(fly: Any, names: list[str]) -> dict[str, Function]:
    surroundings = Surroundings("flydsl").without_threads()
    dialect = _checking(fly)
    return {name: surroundings.inside(_called(name, dialect)) for name in names}


def _checking(fly: Any) -> dict[str, Any]:
    """Return the dialect's members by name, with profile checks added to some functions."""
    names = dict(vars(fly))

    def checked(name: str, asked: str, first: int, second: int) -> Function:
        function, fits = names[name], names[asked]

        def called(*arguments: Any) -> Any:
            if not fits(arguments[first], arguments[second]):
                raise ValueError(f"profile mismatch: {asked} is False")
            return function(*arguments)

        return called

    return names | {name: checked(name, *what) for name, what in CHECKED.items()}


def _called(name: str, dialect: dict[str, Any]) -> Function:
    def function(*arguments: Any) -> Any:
        try:
            return _read(eval(call_text(name, arguments), dict(dialect)))
        except TypeError as error:
            # A C++ binding raises TypeError if it refuses its arguments.
            raise TypeError(f"{name} does not take such arguments") from error

    return adapted(function, Shown, Layout)


def _read(value: Any) -> Any:
    """Convert a value of the dialect by its type. Numbers and bools stay as they are."""
    if isinstance(value, int):
        return value
    type_ = value.type
    if hasattr(type_, "stride"):
        return Shown(_entries(type_.shape), _entries(type_.stride), str(type_))
    return _entries(type_)


def _entries(type_: Any) -> Any:
    type_ = type_.maybe_downcast()
    if not type_.is_leaf:
        return tuple(_entries(type_.at(k)) for k in range(type_.rank))
    return type_.get_static_leaf_int if type_.is_static else str(type_)
