"""Layouts: construction, coordinates, offsets, slices and notation."""

import json
import pickle
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec import (
    CongruenceError,
    CoordinateError,
    Layout,
    LayoutError,
    LayoutLeft,
    LayoutRight,
    ShapeError,
    cosize,
    depth,
    dice,
    flatten,
    idx2crd,
    inner_product,
    make_layout,
    make_ordered_layout,
    parse_int_tuple,
    product,
    rank,
    size,
    slice_,
    slice_and_offset,
)
from tests.spec.strategies import int_tuples, layouts, like, shapes, shapes_and_coordinates

GOLDENS = json.loads((Path(__file__).parent.parent / "data" / "goldens" / "seeds.json").read_text())

SMALL_SHAPES = int_tuples(st.integers(1, 3), max_leaves=2)


def offsets(layout):
    return [layout(i) for i in range(layout.size)]


@given(shapes_and_coordinates(), st.data())
def test_every_form_of_a_coordinate_has_the_same_offset(example, data):
    shape, index, crd = example
    layout = Layout(shape, data.draw(like(shape, st.integers(-20, 20))))
    offset = inner_product(idx2crd(index, shape), layout.stride)
    assert layout(index) == layout(crd) == offset
    if isinstance(crd, tuple) and len(crd) > 1:
        assert layout(*crd) == offset


@given(layouts())
def test_cosize_is_the_span_of_the_offsets(layout):
    assert layout.cosize == max(offsets(layout)) - min(offsets(layout)) + 1


@given(layouts(st.integers(0, 20)))
def test_cosize_is_one_after_the_last_offset(layout):
    assert cosize(layout) == layout(layout.size - 1) + 1


@given(layouts(), st.integers(0, 500))
def test_extended_agrees_inside_and_extends_the_last_mode(layout, x):
    if x < layout.size:
        assert layout.extended(x) == layout(x)
    else:
        inner = product(flatten(layout.shape)[:-1])
        last = flatten(layout.stride)[-1]
        assert layout.extended(x) == layout.extended(x - inner) + last


@given(shapes())
def test_compact_layouts_are_bijections(shape):
    left, right = make_layout(shape, LayoutLeft), make_layout(shape, LayoutRight)
    assert make_layout(shape) == Layout(shape) == left
    assert offsets(left) == list(range(left.size))
    assert sorted(offsets(right)) == list(range(right.size))


@given(st.permutations(range(3)), st.tuples(SMALL_SHAPES, SMALL_SHAPES, SMALL_SHAPES))
def test_make_ordered_layout_is_compact_in_its_order(order, shape):
    layout = make_ordered_layout(shape, tuple(order))
    assert sorted(offsets(layout)) == list(range(layout.size))
    by_order = [mode for _, mode in sorted(zip(order, layout, strict=True), key=lambda p: p[0])]
    assert by_order[0].cosize == by_order[0].size
    for inner, outer in pairwise(by_order):
        assert flatten(outer.stride)[0] == flatten(inner.stride)[0] * inner.size


@given(layouts())
def test_make_layout_of_the_modes_returns_the_layout(layout):
    assert make_layout(*layout) == (
        layout if isinstance(layout.shape, tuple) else Layout((layout.shape,), (layout.stride,))
    )
    assert len(layout) == layout.rank == rank(layout) == len(list(layout))
    modes = tuple(layout)
    for index in range(layout.rank):
        assert layout[index] == modes[index] == layout.mode(index)


@given(layouts())
def test_text_and_repr_are_read_as_the_layout(layout):
    assert Layout.parse(str(layout)) == layout
    assert eval(repr(layout)) == layout
    assert pickle.loads(pickle.dumps(layout)) == layout
    assert hash(Layout.parse(str(layout))) == hash(layout)
    assert " " not in str(layout)


@given(layouts(), st.data())
def test_a_slice_is_the_layout_with_some_modes_fixed(layout, data):
    sizes = [mode.size for mode in layout]
    fixed = [data.draw(st.none() | st.integers(0, n - 1)) for n in sizes]
    if not isinstance(layout.shape, tuple):
        layout = make_layout(layout)
    sub, offset = slice_and_offset(tuple(fixed), layout)
    assert sub == slice_(tuple(fixed), layout)
    assert rank(sub) == fixed.count(None)
    assert [*sub, *dice(tuple(fixed), layout)] == [
        *(m for m, c in zip(layout, fixed, strict=True) if c is None),
        *(m for m, c in zip(layout, fixed, strict=True) if c is not None),
    ]
    free = data.draw(st.integers(0, sub.size - 1))
    parts = iter(idx2crd(free, tuple(n for n, c in zip(sizes, fixed, strict=True) if c is None)))
    whole = tuple(next(parts) if c is None else c for c in fixed)
    assert layout(whole) == sub(free) + offset


def test_offsets_agree_with_the_goldens():
    entries = [e for e in GOLDENS if e["op"] == "evaluate"]
    assert len(entries) == 5

    def tuples(value):
        return tuple(map(tuples, value)) if isinstance(value, list) else value

    for entry in entries:
        layout = Layout.parse(entry["layout"])
        for crd, offset in entry.get("cases", []):
            assert layout(tuples(crd)) == offset
        for m, row in enumerate(entry.get("table", [])):
            assert [layout(m, n) for n in range(size(layout, 1))] == row


def test_cosize_and_layout_left_agree_with_the_goldens():
    for entry in GOLDENS:
        if entry["op"] == "cosize":
            assert cosize(Layout.parse(entry["args"][0])) == entry["result"]
        if entry["op"] == "make_layout_left":
            assert str(make_layout(parse_int_tuple(entry["args"][0]))) == entry["result"]
    assert sum(e["op"] in {"cosize", "make_layout_left"} for e in GOLDENS) == 3


def test_a_mode_and_its_rank_one_layout_are_different():
    leaf, vector = Layout(8, 1), Layout((8,), (1,))
    assert (str(leaf), str(vector)) == ("8:1", "(8):(1)")
    assert leaf != vector
    assert vector[0] == leaf
    assert (leaf.rank, leaf.depth, vector.rank, vector.depth) == (1, 0, 1, 1)
    assert make_layout(leaf) == vector


def test_polymorphic_functions_take_a_path():
    layout = Layout((4, (2, 3)), (6, (1, 2)))
    assert [f(layout, 1) for f in (size, rank, depth, cosize)] == [6, 2, 1, 6]
    assert [f((4, (2, 3)), 1, 0) for f in (size, rank, depth)] == [2, 1, 0]


def test_slices_agree_with_the_tutorial():
    layout = Layout(((2, 4), (3, 5)), ((3, 6), (1, 24)))
    sub, offset = slice_and_offset(((1, 1), (None, None)), layout)
    assert (str(sub), offset) == ("(3,5):(1,24)", 9)
    assert str(slice_(((None, 1), 2), layout)) == "(2):(3)"
    assert str(slice_((1, 2), layout)) == "():()"
    assert slice_(None, layout) == dice(0, layout) == layout


def test_equal_orders_start_at_equal_strides_as_in_cute():
    assert str(make_ordered_layout((2, 3, 4), (0, 1, 0))) == "(2,3,4):(1,8,1)"


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: Layout((4, 2), (1,)), CongruenceError, "stride (1) does not fit shape (4,2)"),
        (lambda: Layout(4, (1,)), CongruenceError, "stride (1) does not fit shape 4"),
        (lambda: Layout((4, 0)), ShapeError, "shape (4,0) has an entry 0 below 1"),
        (lambda: Layout(True), LayoutError, "expected an integer or a tuple of integers, not True"),
        (lambda: Layout((4, 2.0)), LayoutError,
         "expected an integer or a tuple of integers, not 2.0"),
        (lambda: Layout(4, "1"), LayoutError,
         "expected an integer or a tuple of integers, not '1'; use Layout.parse to read text"),
        (lambda: Layout((4, 2))(8), CoordinateError,
         "coordinate 8 is not in 0 .. 7, the coordinates of (4,2)"),
        (lambda: Layout((4, 2))(1, 2), CoordinateError,
         "coordinate 2 is not in 0 .. 1, the coordinates of 2"),
        (lambda: Layout((4, 2))(1, 1, 0), CongruenceError,
         "the profile of (1,1,0) does not fit (4,2)"),
        (lambda: Layout((4, 2)).extended(-1), CoordinateError,
         "a coordinate of (4,2) must be 0 or more, not -1"),
        (lambda: Layout((4, 2))[2], LayoutError, "(4,2) has no mode 2: its rank is 2"),
        (lambda: slice_((None, 2), Layout((4, 2))), CoordinateError,
         "coordinate 2 is not in 0 .. 1, the coordinates of 2"),
        (lambda: slice_((None,), Layout((4, 2))), CongruenceError,
         "the profile of (0) does not fit (4,2)"),
        (lambda: make_ordered_layout((4, 2), (0,)), CongruenceError,
         "order (0) does not fit shape (4,2)"),
        (lambda: make_layout(Layout(4), 2), LayoutError,
         "make_layout takes layouts, or a shape with strides or with an order"),
    ],
)  # fmt: skip
def test_invalid_layouts_and_arguments_are_rejected(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == message


class Opaque(int):
    """An integer whose value can be used only in arithmetic and in comparisons."""

    def __new__(cls, value):
        self = super().__new__(cls, -987654321)
        self.value = value
        return self

    def _no(self, *_):
        raise AssertionError("the algebra looked at the value of an entry")

    __hash__ = __int__ = __index__ = __str__ = __repr__ = __format__ = __bool__ = _no
    __float__ = __trunc__ = __divmod__ = __and__ = __or__ = __xor__ = __lshift__ = __rshift__ = _no


def _value(x):
    return x.value if isinstance(x, Opaque) else x


def _arithmetic(name):
    return lambda self, other: Opaque(getattr(self.value, name)(_value(other)))


def _comparison(name):
    return lambda self, other: getattr(self.value, name)(_value(other))


for _name in ("add", "sub", "mul", "floordiv", "mod"):
    setattr(Opaque, f"__{_name}__", _arithmetic(f"__{_name}__"))
    setattr(Opaque, f"__r{_name}__", _arithmetic(f"__r{_name}__"))
for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    setattr(Opaque, f"__{_name}__", _comparison(f"__{_name}__"))
Opaque.__neg__ = lambda self: Opaque(-self.value)
Opaque.__abs__ = lambda self: Opaque(abs(self.value))


def opaque(t):
    return tuple(map(opaque, t)) if isinstance(t, tuple) else Opaque(t)


def plain(t):
    return tuple(map(plain, t)) if isinstance(t, tuple) else _value(t)


@given(layouts(), st.data())
def test_a_layout_uses_only_arithmetic_and_comparison_of_its_entries(layout, data):
    hidden = Layout(opaque(layout.shape), opaque(layout.stride))
    x = data.draw(st.integers(0, layout.size - 1))
    assert plain(hidden(Opaque(x))) == layout(x)
    assert plain(hidden.extended(Opaque(x + 99))) == layout.extended(x + 99)
    assert plain(hidden(idx2crd(Opaque(x), hidden.shape))) == layout(x)
    assert (plain(hidden.size), plain(hidden.cosize)) == (layout.size, layout.cosize)
    assert plain(make_layout(hidden.shape).stride) == make_layout(layout.shape).stride
    assert plain(make_layout(hidden.shape, LayoutRight).stride) == (
        make_layout(layout.shape, LayoutRight).stride
    )
    assert plain(make_layout(*hidden).stride) == make_layout(*layout).stride
    assert hidden == layout


@pytest.mark.parametrize("coordinate", [(5,), ((0,) * 3000,), (None,) * 3000])
def test_a_call_with_too_many_modes_is_rejected_with_the_limit(coordinate):
    with pytest.raises(LayoutError, match=r"too many modes .* may have up to 1,024"):
        Layout((2,) * 3000)(*coordinate)
