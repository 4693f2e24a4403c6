"""Parameters for tests: `make test` runs one item per kind, and slower targets run all items."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, TypeVar

import pytest

from verif.kernel.claim import Claim

T = TypeVar("T")


def one_of_each(items: Iterable[T], kind_and_name: Callable[[T], tuple[str, str]]) -> list[Any]:
    """Return a parameter for each item. All are marked `long`, except one item of each kind."""
    kinds: dict[str, list[tuple[str, T]]] = {}
    for item in items:
        kind, name = kind_and_name(item)
        kinds.setdefault(kind, []).append((name, item))
    parameters: list[Any] = []
    for kind, named in kinds.items():
        chosen = Random(kind).randrange(len(named))
        for number, (name, item) in enumerate(named):
            marks = () if number == chosen else pytest.mark.long
            parameters.append(pytest.param(item, id=name, marks=marks))
    return parameters


def by_text(claim: Claim) -> tuple[str, str]:
    """Return a claim's kind (the module of its source) and its id."""
    return claim.text.__module__, claim.id
