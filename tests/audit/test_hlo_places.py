"""Affine expressions map each element of a tiled array to the position that `spec` computes."""

from itertools import product
from math import prod

from hypothesis import assume, given
from hypothesis import strategies as st

from spec.xla import XlaShape, linear_index
from spec.xla.position import index_of
from tests.audit.hlo import shapes
from verif.audit.hlo.affine import (
    Affine,
    Box,
    below,
    divided,
    over_boxes,
    ravelled,
    unravelled,
    variable,
    whole,
)
from verif.audit.hlo.places import PaddingError, element, place


def points(box: Box):
    for values in product(*(range(size) for size in box.sizes.values())):
        yield dict(zip(box.sizes, values, strict=True))


def indices(shape: XlaShape) -> Box:
    return whole(dict(enumerate(shape.dims)) or {0: 1})


@given(shapes())
def test_places_are_the_positions_of_spec_and_lead_back(shape):
    def there_and_back(box: Box):
        index = tuple(box.values[k] for k in range(shape.rank))
        position = place(shape, index, box.sizes)
        return index, position, element(shape, position, box.sizes)

    seen = set()
    for box, (index, position, back) in over_boxes(indices(shape), 10**4, there_and_back):
        for point in points(box):
            own = tuple(e.at(point) for e in index)
            assert own not in seen
            seen.add(own)
            assert position.at(point) == linear_index(shape, own)
            assert tuple(e.at(point) for e in back) == own
    assert len(seen) == prod(shape.dims)


@given(shapes(), st.data())
def test_a_place_without_an_element_is_padding(shape, data):
    taken = {linear_index(shape, index_of(n, shape.dims)) for n in range(prod(shape.dims))}
    position = data.draw(st.integers(0, max(taken) + 50))
    try:
        element(shape, Affine(position), {})
    except PaddingError:
        assert position not in taken
    else:
        assert position in taken


coefficients = st.integers(-12, 12)


@given(
    st.lists(st.tuples(coefficients, st.integers(1, 7)), max_size=3),
    st.integers(-40, 40),
    st.integers(1, 12),
)
def test_quotients_and_remainders_agree_with_integer_division(terms, constant, by):
    e = Affine(constant)
    for v, (c, size) in enumerate(terms):
        e += variable(v, size).times(c)

    def quotient(box: Box):
        own = e.replaced(box.values)
        return own, divided(own, by, box.sizes)

    count = 0
    box = whole({v: size for v, (_, size) in enumerate(terms)} or {0: 1})
    for part, (own, (q, r)) in over_boxes(box, 10**4, quotient):
        for point in points(part):
            count += 1
            assert divmod(own.at(point), by) == (q.at(point), r.at(point))
    assert count == prod(box.sizes.values())


@given(st.lists(st.tuples(coefficients, st.integers(1, 6)), max_size=3), st.integers(-40, 40))
def test_cuts_separate_points_below_a_limit(terms, limit):
    e = Affine(0)
    for v, (c, size) in enumerate(terms):
        e += variable(v, size).times(c)
    box = whole({v: size for v, (_, size) in enumerate(terms)} or {0: 1})

    def is_below(part: Box):
        own = e.replaced(part.values)
        return own, below(own, limit, part.sizes)

    for part, (own, answer) in over_boxes(box, 10**4, is_below):
        assert all((own.at(point) < limit) == answer for point in points(part))


@given(st.lists(st.integers(1, 9), max_size=4).map(tuple), st.data())
def test_unravelling_inverts_ravelling(dims, data):
    assume(prod(dims) > 0)
    n = data.draw(st.integers(0, prod(dims) - 1))
    index = unravelled(Affine(n), dims, {})
    assert tuple(e.constant for e in index) == index_of(n, dims)
    assert ravelled(index, dims) == Affine(n)


def test_a_large_array_falls_into_few_boxes():
    shape = XlaShape.parse("bf16[100000,30001,77]{1,2,0:T(8,128)(2,1)}")

    def there(box: Box):
        return place(shape, tuple(box.values[k] for k in range(3)), box.sizes)

    assert len(list(over_boxes(indices(shape), 100, there))) <= 16
