"""The enumeration is complete, repeats nothing, and yields the smallest arguments first."""

from itertools import product

import pytest

from spec import Layout, flatten
from spec.modes import modes_of
from verif.readings.arrays import Indices, XlaShapes
from verif.readings.domains import LEAF, Index, Layouts, Refinements, Shapes, flat
from verif.readings.groups import cuts
from verif.readings.numbers import Integers
from verif.search.exhaustive import UnsearchableError, arguments_in_order, count
from verif.theory.layouts.groups import groups_value

PROFILES = (LEAF, (0,), (0, 0), (0, (0,)))


def sums(layout):
    modes = modes_of(layout)
    return len(modes), sum(s for s, _ in modes), sum(abs(d) for _, d in modes)


def by_brute_force(strides, bound):
    most_s, most_d = bound
    least = {"any": -most_d, "natural": 0, "positive": 1}[strides]
    shapes, signed = range(1, most_s + 1), range(least, most_d + 1)
    found = {Layout(s, d) for s, d in product(shapes, signed)}
    found |= {Layout((s,), (d,)) for s, d in product(shapes, signed)}
    for s, t, d, e in product(shapes, shapes, signed, signed):
        found |= {Layout((s, t), (d, e)), Layout((s, (t,)), (d, (e,)))}
    return {a for a in found if sums(a)[1] <= most_s and sums(a)[2] <= most_d}


@pytest.mark.parametrize("strides", ["any", "natural", "positive"])
def test_enumeration_yields_exactly_the_layouts_within_the_bound(strides):
    found = [a["A"] for a in arguments_in_order({"A": Layouts(PROFILES, strides)}, (4, 3))]
    assert len(found) == len(set(found))
    assert set(found) == by_brute_force(strides, (4, 3))


def test_pairs_are_enumerated_smallest_first():
    domains = {"A": Layouts(PROFILES), "B": Layouts(flat(1, 2), "natural")}
    pairs = [(a["A"], a["B"]) for a in arguments_in_order(domains, (5, 3))]
    assert len(pairs) == len(set(pairs)) > 1000

    def key(pair):
        totals = tuple(map(sum, zip(*map(sums, pair), strict=True)))
        texts = tuple(map(str, pair))
        return totals, sum(text.count("(") for text in texts), texts

    assert pairs == sorted(pairs, key=key)


def test_integers_and_indices_are_innermost_and_increase():
    domains = {"A": Layouts((0,), "natural"), "i": Index("A"), "n": Integers(3, 1)}
    found = [(a["A"].shape, a["i"], a["n"]) for a in arguments_in_order(domains, (2, 0))]
    assert found == [(1, 0, 3), (1, 0, 4), (2, 0, 3), (2, 0, 4), (2, 1, 3), (2, 1, 4)]


def test_integers_are_enumerated():
    found = [a["n"] for a in arguments_in_order({"n": Integers(1, 2)}, (0, 0))]
    assert found == [1, 2, 3]


def test_refinements_cover_all_results_of_composition():
    domains = {"A": Layouts((0,)), "B": Layouts(flat(2), "natural"), "G": Refinements("B", "A")}
    for arguments in arguments_in_order(domains, (8, 3)):
        a, b, groups = arguments["A"], arguments["B"], arguments["G"]
        assert cuts(modes_of(b), groups)
        # A has one mode, so A is linear, and each refinement has the same values as A o B.
        assert all(groups_value(groups, x) == a.extended(b(x)) for x in range(b.size))


def test_shapes_are_enumerated_by_size():
    found = [flatten(a["s"]) for a in arguments_in_order({"s": Shapes(((0, 0),))}, (3, 5))]
    assert found == [(1, 1), (1, 2), (2, 1)]


ARRAYS = XlaShapes((((0, 0),), ((0, 0), (0, 0)), ((0,), (0, 0), (0,)), ((0,),)))
"""Arrays without tiles, and arrays with tiles. Some sides of tiles may be a `*`."""


@pytest.mark.parametrize(
    "domains",
    [
        {"A": Layouts(PROFILES)},
        {"A": Layouts(flat(1, 2)), "i": Index("A"), "j": Index("A")},
        {"A": Layouts((0,), "positive"), "B": Layouts(flat(2), "natural"), "i": Index("B")},
        {"s": Shapes(((0, 0), 0)), "i": Index("s"), "n": Integers(0, 3)},
        {"n": Integers(2, 4)},
        {"A": Layouts((0,)), "B": Layouts(flat(1, 2), "natural"), "G": Refinements("B", "A")},
        {"A": Layouts((0,), "natural"), "i": Index("A"), "G": Refinements("A", "A")},
        {"S": ARRAYS, "e": Indices("S"), "f": Indices("S")},
        {"S": ARRAYS, "A": Layouts((0,)), "e": Indices("S")},
    ],
)
@pytest.mark.parametrize("bound", [(0, 0), (3, 2), (6, 3)])
def test_count_agrees_with_enumeration(domains, bound):
    assert count(domains, bound) == sum(1 for _ in arguments_in_order(domains, bound))


def test_an_unknown_domain_is_rejected():
    with pytest.raises(UnsearchableError, match="x: object has no method `enumerated`"):
        list(arguments_in_order({"x": object()}, (1, 1)))
