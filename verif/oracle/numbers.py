"""A deviation in numbers: a coordinate at which what is returned is not what is right."""

from __future__ import annotations

from itertools import islice
from typing import Final

from spec.errors import LayoutError
from spec.layout import Layout
from verif.oracle.deviation import Deviation

FIRST: Final = 4096
"""The coordinates that are looked at."""


def numbers(d: Deviation) -> str:
    """The numbers; without any where neither a coordinate nor a size tells it.

    >>> from verif.oracle.deviation import deviation
    >>> a, b = Layout((3, 2), (1, 5)), Layout(5, 1)
    >>> numbers(deviation("composition", (a, b), Layout(3, 1)))
    'B(3) = 3, A(3) = 5, the result has 3 elements'
    >>> numbers(deviation("complement", (Layout(4, 2), 24), Layout((2, 3), (1, 4))))
    'at 2 it is 4, and 8 is right'
    """
    got = d.got
    if not isinstance(got, Layout):
        return ""
    try:
        if d.operation == "composition" and isinstance(d.arguments[1], Layout | int):
            return _of_composition(d.arguments[0], _layout(d.arguments[1]), got)
        if d.operation == "left_inverse" and isinstance(d.arguments[0], Layout):
            return _of_inverse(d.arguments[0], got)
    except LayoutError:
        return ""
    return _of_value(d.true.value, got)


def _layout(b: object) -> Layout:
    return b if isinstance(b, Layout) else Layout(b, 1)  # type: ignore[arg-type]


def _of_composition(a: object, b: Layout, got: Layout) -> str:
    if not isinstance(a, Layout):
        return ""
    for i in islice(range(b.size), FIRST):
        right = a.extended(b(i))
        has = i < got.size
        if not has or got(i) != right:
            told = f"the result({i}) = {got(i)}" if has else f"the result has {got.size} elements"
            return f"B({i}) = {b(i)}, A({b(i)}) = {right}, {told}"
    return f"the result has {got.size} elements, and B has {b.size}" if got.size != b.size else ""


def _of_inverse(a: Layout, got: Layout) -> str:
    for i in islice(range(a.size), FIRST):
        back = got.extended(a(i))
        again = a.extended(back)
        if again != a(i):
            return f"A({i}) = {a(i)}, the result({a(i)}) = {back}, A({back}) = {again}"
    return ""


def _of_value(right: object, got: Layout) -> str:
    if not isinstance(right, Layout):
        return ""
    for i in islice(range(min(right.size, got.size)), FIRST):
        if got(i) != right(i):
            return f"at {i} it is {got(i)}, and {right(i)} is right"
    return "" if right.size == got.size else f"its size is {got.size}, and {right.size} is right"
