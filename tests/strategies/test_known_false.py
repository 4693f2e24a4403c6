"""Eleven false claims fail, and their counterexamples shrink to the smallest."""

from math import prod

import pytest
from hypothesis import find, settings

from spec import (
    Layout,
    complement,
    composition,
    cosize,
    flatten,
    product,
)
from spec.xla import padded_shape
from verif.strategies import (
    complementable,
    composable,
    int_tuples,
    layouts,
    swizzled_layouts,
    swizzles,
    tla_layouts,
    xla_shapes,
)

quiet = settings(database=None, derandomize=True, deadline=None, max_examples=2000)


def least(strategy, fails):
    """Return the smallest drawn value at which the claim fails."""
    return find(strategy, fails, settings=quiet)


def is_injective(layout):
    offsets = [layout(i) for i in range(layout.size)]
    return len(set(offsets)) == len(offsets)


def meets_cotarget(layout, cotarget):
    rest = complement(layout, cotarget)
    return cosize(Layout((layout.shape, rest.shape), (layout.stride, rest.stride))) >= cotarget


CLAIMS = {
    "every layout is injective": (layouts(), is_injective, "2:0"),
    "no layout leaves a gap": (layouts(min_stride=1), lambda a: cosize(a) <= a.size, "2:2"),
    "the last coordinate has the last offset": (
        *(layouts(min_stride=-9), lambda a: cosize(a) == a(a.size - 1) + 1, "2:-1"),
    ),
    "B is as deep as A after B": (
        *(composable(), lambda p: flatten(composition(*p).shape) == flatten(p[1].shape)),
        "(2,2):(0,1), 4:1",
    ),
    "A after B reaches no further than B": (
        *(composable(), lambda p: cosize(composition(*p)) <= cosize(p[1]), "2:2, 2:1"),
    ),
    "a layout and its complement reach the cotarget": (
        *(complementable(), lambda p: meets_cotarget(*p), "(2,2):(1,3), 6"),
    ),
    "no array is padded": (
        *(xla_shapes(), lambda a: prod(padded_shape(a)) == prod(a.dims), "f32[1]{0:T(2)}"),
    ),
    "no matrix is padded": (
        *(
            tla_layouts(),
            lambda a: product(a.shape) == prod(a.origin_shape),
            "((16,1),(16,1)):((16,256),(1,256)):(1,1)",
        ),
    ),
    "a swizzle moves nothing below 16": (
        *(swizzles(), lambda s: all(s(x) == x for x in range(16)), "Sw<1,0,1>"),
    ),
    "a swizzled layout starts at its offset": (
        *(swizzled_layouts(), lambda c: c(0) == c.offset, "Sw<1,0,1> o 2 o 1:0"),
    ),
    "entries add up to at most 12": (int_tuples(0, 9), lambda t: sum(flatten(t)) <= 12, "(4, 9)"),
}


@pytest.mark.parametrize("claim", CLAIMS)
def test_a_false_claim_shrinks_to_the_smallest_counterexample(claim):
    strategy, holds, expected = CLAIMS[claim]
    found = least(strategy, lambda value: not holds(value))
    parts = found if expected.count(", ") and isinstance(found[0], Layout) else (found,)
    assert ", ".join(map(str, parts)) == expected
