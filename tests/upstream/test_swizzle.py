"""Two libraries' swizzles and composed layouts agree with `spec`, except where tests say so.

The libraries are pycute and tensor-layouts, an independent port of CuTe to Python.
"""

import importlib.metadata

import pytest
import tensor_layouts
from hypothesis import given
from hypothesis import strategies as st
from pycute import swizzle as pycute

from spec import ComposedLayout, Layout, LayoutError, Swizzle, parse_swizzle, slice_and_offset
from tests.spec.strategies import layouts
from tests.spec.test_swizzle import composed_layouts, swizzles

INTEGERS = st.one_of(st.integers(-300, 4000), st.integers(-(2**70), 2**70))


def theirs(swizzle):
    return tensor_layouts.Swizzle(swizzle.bits, swizzle.base, swizzle.shift)


def pycutes(swizzle):
    return pycute.Swizzle(swizzle.bits, swizzle.base, swizzle.shift)


def flat_layouts():
    """Return a strategy for layouts of rank 1 or more that all implementations accept."""
    return layouts(st.integers(0, 40)).map(
        lambda A: A if isinstance(A.shape, tuple) else Layout((A.shape,), (A.stride,))
    )


def test_the_versions_match_the_documented_ones():
    assert importlib.metadata.version("nvidia-cutlass") == "4.2.0.0"
    assert importlib.metadata.version("tensor-layouts") == "0.3.2"


@given(swizzles(), INTEGERS)
def test_swizzles_agree_with_tensor_layouts(swizzle, x):
    assert theirs(swizzle)(x) == swizzle(x)


@given(swizzles().filter(lambda swizzle: swizzle.shift != 0), INTEGERS)
def test_swizzles_agree_with_pycute(swizzle, x):
    assert pycutes(swizzle)(x) == swizzle(x)
    assert pycutes(swizzle).size() == swizzle.size
    assert parse_swizzle(str(pycutes(swizzle))) == swizzle


@given(st.integers(0, 4), INTEGERS)
def test_pycute_recurses_endlessly_on_a_zero_shift(base, x):
    """`shiftr(a, 0)` calls `shiftl(a, 0)`, which calls `shiftr(a, 0)`."""
    with pytest.raises(RecursionError):
        pycute.Swizzle(0, base, 0)(x)
    assert Swizzle(0, base, 0)(x) == x


def test_pycute_cosize_ignores_the_inner_layout():
    composed = pycute.ComposedLayout(pycute.Swizzle(1, 0, 2), 0, pycute.Layout(100, 1))
    assert (composed.cosize(), max(map(composed, range(100)))) == (8, 99)


def test_the_spelling_of_tensor_layouts_is_read():
    assert parse_swizzle(str(tensor_layouts.Swizzle(2, 0, -3))) == Swizzle(2, 0, -3)


@given(st.integers(-1, 3), st.integers(-1, 3), st.integers(-4, 4))
def test_pycute_rejects_the_same_swizzle_parameters(bits, base, shift):
    def accepts(make):
        try:
            make(bits, base, shift)
        except (AssertionError, LayoutError):
            return False
        return True

    assert accepts(pycute.Swizzle) == accepts(Swizzle)


def test_tensor_layouts_accepts_swizzles_that_are_not_bijections():
    wrong = tensor_layouts.Swizzle(1, 0, 0)
    assert [wrong(x) for x in range(4)] == [0, 0, 2, 2]
    with pytest.raises(LayoutError, match="at least B"):
        Swizzle(1, 0, 0)


@given(composed_layouts(st.integers(0, 40)))
def test_composed_layouts_agree_across_implementations(C):
    others = [
        tensor_layouts.ComposedLayout(
            theirs(C.swizzle), tensor_layouts.Layout(C.shape, C.layout.stride), offset=C.offset
        )
    ]
    if C.swizzle.shift != 0:
        inside = pycute.Layout(C.shape, C.layout.stride)
        others.append(pycute.ComposedLayout(pycutes(C.swizzle), C.offset, inside))
    for other in others:
        assert [other(i) for i in range(C.size)] == [C(i) for i in range(C.size)]


@given(swizzles(), st.integers(0, 20), flat_layouts(), st.data())
def test_slices_agree_with_tensor_layouts(swizzle, offset, A, data):
    """Slices by tensor-layouts and by `spec` may differ in offset, but must have equal values."""
    crd = tuple(
        data.draw(st.one_of(st.none(), st.integers(0, mode.size - 1)), label=str(mode))
        for mode in A
    )
    if None not in crd:
        crd = (None, *crd[1:])
    other = tensor_layouts.ComposedLayout(
        theirs(swizzle), tensor_layouts.Layout(A.shape, A.stride), offset=offset
    )
    sliced, start = tensor_layouts.slice_and_offset(crd, other)
    ours = ComposedLayout(swizzle, offset, A).slice(crd)
    assert ours.offset == offset + slice_and_offset(crd, A)[1]
    assert [start + sliced(i) for i in range(ours.size)] == [ours(i) for i in range(ours.size)]
