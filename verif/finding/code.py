"""Print swizzled layouts as source code: CuTe in C++, or the CuTe DSL in Python."""

from __future__ import annotations

from spec.int_tuple import IntTuple
from spec.layout import Layout
from spec.swizzle import IDENTITY, Swizzle


def in_cpp(swizzle: Swizzle, layout: Layout) -> str:
    """Return the layout as a C++ expression.

    >>> in_cpp(Swizzle(3, 3, 3), Layout((64, 64), (64, 1)))
    'composition(Swizzle<3,3,3>{}, Layout<Shape<Int<64>,Int<64>>,Stride<Int<64>,Int<1>>>{})'
    >>> in_cpp(IDENTITY, Layout(8))
    'Layout<Int<8>,Int<1>>{}'
    """
    plain = f"Layout<{_cpp(layout.shape, 'Shape')},{_cpp(layout.stride, 'Stride')}>{{}}"
    if swizzle == IDENTITY:
        return plain
    numbers = f"{swizzle.bits},{swizzle.base},{swizzle.shift}"
    return f"composition(Swizzle<{numbers}>{{}}, {plain})"


def in_python(swizzle: Swizzle, layout: Layout) -> str:
    """Return the layout as an expression of the CuTe DSL.

    >>> in_python(Swizzle(3, 3, 3), Layout((64, 64), (64, 1)))
    'make_composed_layout(make_swizzle(3, 3, 3), 0, make_layout((64, 64), stride=(64, 1)))'
    """
    plain = f"make_layout({layout.shape!r}, stride={layout.stride!r})"
    if swizzle == IDENTITY:
        return plain
    numbers = f"{swizzle.bits}, {swizzle.base}, {swizzle.shift}"
    return f"make_composed_layout(make_swizzle({numbers}), 0, {plain})"


def _cpp(t: IntTuple, name: str) -> str:
    if isinstance(t, tuple):
        return f"{name}<{','.join(_cpp(inner, name) for inner in t)}>"
    return f"Int<{t}>"
