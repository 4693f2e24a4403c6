"""Calls as a replay sees them: at the values of their arguments, and by a reading."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verif.kernel.contract import Contract
from verif.symbolic.notes import Real
from verif.symbolic.values import current_path, is_on_path


def value_of_call(contract: Contract, arguments: tuple[Any, ...], real: Real) -> Any:
    """The value of a call where its arguments have values; of a lemma there is none."""
    return None if contract.is_lemma else contract.function(*map(real, arguments))


def is_refused(contract: Contract, arguments: tuple[Any, ...], real: Real) -> int:
    """1 where the call is refused at the values of its arguments, 0 where it is not."""
    assert contract.rejects is not None
    try:
        contract.function(*map(real, arguments))
    except contract.rejects:
        return 1
    return 0


def read(function: Callable[..., Any], reading: Callable[..., Any]) -> Callable[..., Any]:
    """The function as lifted code calls it, by its reading; there is nothing to see in it."""

    def called(*arguments: Any) -> Any:
        if not is_on_path():
            return reading(*arguments)
        return current_path().read(function, reading, arguments)

    return called
