"""Explanations by numbers: a coordinate at which a result differs from the right value."""

from __future__ import annotations

from itertools import islice

from spec.errors import LayoutError
from spec.layout import Layout
from verif.operations.operand import Arguments
from verif.operations.table import OPERATIONS
from verif.oracle.deviation import FIRST, Deviation, Kind


def numbers(d: Deviation) -> str:
    """Explain the deviation by a coordinate or by sizes. Return "" if neither shows the deviation.

    >>> from verif.oracle.deviation import deviation
    >>> a, b = Layout((3, 2), (1, 5)), Layout(5, 1)
    >>> numbers(deviation("composition", (a, b), Layout(3, 1)))
    'B(3) = 3, A(3) = 5, the result has 3 elements'
    >>> numbers(deviation("complement", (Layout(4, 2), 24), Layout((2, 3), (1, 4))))
    'at 2 the result is 4, but should be 8'
    >>> a, b = Layout((4, 2), (5, 1)), Layout(3)
    >>> numbers(deviation("logical_divide", (a, b), Layout((3, (2, 2)), (5, (15, 1)))))
    'B and its complement are (3,3):(1,3): B(4) = 4, A(4) = 1, the result(4) = 20'
    >>> a = Layout((2, 4), (7, 2))
    >>> numbers(deviation("complement", (a, 16), Layout((2, 2), (1, 8))))
    'A(3) = 9, and the result(3) = 9'
    >>> numbers(deviation("right_inverse", (Layout((2, 2), (2, 1)),), Layout(2, 2)))
    'the size of the result is 2, but should be at least 4'

    If the result is right in another form, nothing needs an explanation.

    >>> numbers(deviation("right_inverse", (Layout((2, 3), (1, 1)),), Layout(3, 2)))
    ''
    """
    if d.kind is Kind.FORM_ONLY:
        return ""
    try:
        return _told(d, d.got) if isinstance(d.got, Layout) else ""
    except LayoutError:
        return ""


def _told(d: Deviation, got: Layout) -> str:
    match OPERATIONS[d.operation].function.__name__, d.arguments:
        case "composition", (a, (Layout() | int()) as b):
            return _of_composition(a, _layout(b), got)
        case "logical_divide", (_, Layout() | int()):
            return _of_divide(d.arguments, got)
        case "left_inverse", (Layout() as a,):
            return _of_left_inverse(a, got)
        case "right_inverse" | "max_common_layout", (Layout(), *_):
            return _of_right_inverse(d.arguments, d.true.value, got)
        case "complement", (Layout() as a, *_) if not d.true.exists:
            return _of_complement(a, got)
        case _:
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
    return f"the result has {got.size} elements, but B has {b.size}" if got.size != b.size else ""


def _of_divide(arguments: Arguments, got: Layout) -> str:
    """Explain a divide as the composition of A with the layout (B, complement of B)."""
    for name, (a, b) in OPERATIONS["logical_divide"].made_of(*arguments):
        if name == "composition" and isinstance(b, Layout):
            told = _of_composition(a, b, got)
            return told and f"B and its complement are {b}: {told}"
    return ""


def _of_complement(a: Layout, got: Layout) -> str:
    """Find an offset other than 0 that A and the complement have in common."""
    has = {offset: i for i in islice(range(a.size), FIRST) if (offset := a(i))}
    for i in islice(range(got.size), FIRST):
        if got(i) in has:
            return f"A({has[got(i)]}) = {got(i)}, and the result({i}) = {got(i)}"
    return ""


def _of_left_inverse(a: Layout, got: Layout) -> str:
    for i in islice(range(a.size), FIRST):
        back = got.extended(a(i))
        again = a.extended(back)
        if again != a(i):
            return f"A({i}) = {a(i)}, the result({a(i)}) = {back}, A({back}) = {again}"
    return ""


def _of_right_inverse(layouts: Arguments, right: object, got: Layout) -> str:
    """Find a coordinate i of the result R with L(R(i)) != i, for one of the layouts L.

    If there is no such coordinate, check whether R has fewer elements than the right value.
    """
    named = [
        (name, layout)
        for name, layout in zip("AB", layouts, strict=False)
        if isinstance(layout, Layout)
    ]
    for i in islice(range(got.size), FIRST):
        inner = got(i)
        for name, layout in named:
            if not 0 <= inner < layout.size:
                return f"the result({i}) = {inner}, but {name} has {layout.size} elements"
            if layout(inner) != i:
                told = f"the result({i}) = {inner}, {name}({inner}) = {layout(inner)}"
                return f"{told}, but should be {i}"
    if isinstance(right, Layout) and got.size < right.size:
        return f"the size of the result is {got.size}, but should be at least {right.size}"
    return ""


def _of_value(right: object, got: Layout) -> str:
    if not isinstance(right, Layout):
        return ""
    for i in islice(range(min(right.size, got.size)), FIRST):
        if got(i) != right(i):
            return f"at {i} the result is {got(i)}, but should be {right(i)}"
    return (
        ""
        if right.size == got.size
        else f"the size of the result is {got.size}, but should be {right.size}"
    )
