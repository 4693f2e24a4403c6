"""Calls during a replay: by concrete arguments, or by a reading."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verif.kernel.contract import Contract
from verif.symbolic.notes import Real
from verif.symbolic.values import current_path, is_on_path


def value_of_call(contract: Contract, arguments: tuple[Any, ...], real: Real) -> Any:
    """Return the value of a call at concrete arguments, or None for a lemma."""
    return None if contract.is_lemma else contract.function(*map(real, arguments))


def is_refused(contract: Contract, arguments: tuple[Any, ...], real: Real) -> int:
    """Return 1 if the function refuses the concrete arguments, otherwise 0."""
    assert contract.rejects is not None
    try:
        contract.function(*map(real, arguments))
    except contract.rejects:
        return 1
    return 0


def read(function: Callable[..., Any], reading: Callable[..., Any]) -> Callable[..., Any]:
    """Return `function` as lifted code calls it: by its reading, as an opaque function."""

    def called(*arguments: Any) -> Any:
        if not is_on_path():
            return reading(*arguments)
        return current_path().read(function, reading, arguments)

    return called
