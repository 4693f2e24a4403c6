"""The order in which the definitions and the conditions of the sizes are stated.

`M/128` is an error if 128 does not divide M. So a condition such as `M % 128 == 0` must be assumed
before a definition or a condition divides M by 128. The user may write them in any order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from spec.named import Made, Name, exact, names_in, remainder
from spec.named_notation import Comparison, Condition, Joined
from verif.sizes.names import Sizes

INEXACT: Final = "`/` is exact division, and a quotient may be inexact"


@dataclass(frozen=True)
class Definition:
    """A defined name, and the value that it stands for."""

    text: str
    item: Any


@dataclass(frozen=True)
class Assumption:
    """A condition that is not joined by `and`, and the text of the condition that contains it."""

    text: str
    item: Condition


def in_order_of_division(sizes: Sizes) -> list[Definition | Assumption]:
    """Return the definitions and conditions, those with less deeply nested divisions first.

    A definition comes before everything that uses its name. With equally deep divisions, equations
    come first: only they can show that a division is exact. All else keeps its order.

    >>> from verif.sizes.names import read_sizes
    >>> sizes = read_sizes("M, i; i < t/4; t % 4 == 0; t = M/128; M % 128 == 0")
    >>> [one.text for one in in_order_of_division(sizes)]
    ['M % 128 == 0', 't', 't % 4 == 0', 'i < t/4']
    """
    left: list[Definition | Assumption] = [Definition(*one) for one in sizes.definitions]
    for text, condition in sizes.conditions:
        left += [Assumption(text, part) for part in conjuncts(condition)]
    undefined = {name for name, _ in sizes.definitions}
    depths: dict[str, int] = {}
    found: list[Definition | Assumption] = []
    while left:
        ready = (one for one in left if undefined.isdisjoint(_names(one.item)))
        one = min(ready, key=lambda one: (_depth(one.item, depths), _rank(one)))
        if isinstance(one, Definition):
            depths[one.text] = _depth(one.item, depths)
            undefined.remove(one.text)
        left.remove(one)
        found.append(one)
    return found


def advice(sizes: Sizes) -> str:
    """Return what to write if an exact division in the sizes may be inexact.

    The conditions in the advice are those that the user has not written. They are about divisions
    of one name.

    >>> from verif.sizes.names import read_sizes
    >>> advice(read_sizes("M, K, i; i < M/128; i < K/8; K % 8 == 0"))
    '`/` is exact division, and a quotient may be inexact: add M % 128 == 0'
    """
    items = in_order_of_division(sizes)
    said = [one.item for one in items if isinstance(one, Assumption)]
    divided = dict.fromkeys(found for one in items for found in quotients(one.item))
    missing = [
        " % ".join(part.name if isinstance(part, Name) else str(part) for part in (x, y)) + " == 0"
        for x, y in divided
        if isinstance(x, Name)
        and isinstance(y, Name | int)
        and Comparison("==", Made(remainder, (x, y)), 0) not in said
    ]
    what = f"add {' and '.join(missing)}" if missing else "add conditions that make it exact"
    return f"{INEXACT}: {what}"


def quotients(item: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the dividend and the divisor of each exact division in a value or a condition."""
    if isinstance(item, Made) and item.make is exact:
        yield item.parts[0], item.parts[1]
    for part in _parts(item):
        yield from quotients(part)


def conjuncts(condition: Condition) -> Iterator[Condition]:
    """Yield the conditions that are joined by `and`."""
    if isinstance(condition, Joined) and condition.word == "and":
        for part in condition.parts:
            yield from conjuncts(part)
    else:
        yield condition


def _rank(one: Definition | Assumption) -> int:
    if isinstance(one, Definition):
        return 1
    return 0 if isinstance(one.item, Comparison) and one.item.sign == "==" else 2


def _depth(item: Any, depths: Mapping[str, int]) -> int:
    """Return the greatest number of exact divisions inside each other."""
    if isinstance(item, Name):
        return depths.get(item.name, 0)
    inside = max((_depth(part, depths) for part in _parts(item)), default=0)
    return inside + (isinstance(item, Made) and item.make is exact)


def _names(item: Any) -> Collection[str]:
    if isinstance(item, Comparison | Joined):
        return {name for part in _parts(item) for name in _names(part)}
    return {*names_in(item)}


def _parts(item: Any) -> tuple[Any, ...]:
    match item:
        case Comparison(_, left, right):
            return left, right
        case Joined(_, parts) | Made(_, parts):
            return parts
        case tuple():
            return item
        case _:
            return ()
