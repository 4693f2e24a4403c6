"""Composition accepts exactly the pairs whose composite is a layout, checked by brute force."""

from itertools import combinations, pairwise, product
from types import SimpleNamespace

import pytest
from hypothesis import assume, given, settings

from spec import Layout, compatible, composition
from spec.coalesce import coalesce_extended
from spec.composition import regroup
from spec.errors import InadmissibleError
from spec.modes import layout_of, modes_of, value
from verif.claims.exactness import composition_is_exact
from verif.kernel.verbs import attempt
from verif.readings.domains import LEAF, Layouts, Refinements, flat
from verif.readings.groups import cuts
from verif.search.concrete import Fails
from verif.search.exhaustive import arguments_in_order, factorizations, search
from verif.search.strategies import composition_pairs
from verif.theory.composition.carries_show import cancelling
from verif.theory.composition.divisibility import divides
from verif.theory.composition.refused import mismatch
from verif.upstream.in_process import SPEC

SMALL = {
    "A": Layouts(profiles=flat(1, 2, 3)),
    "B": Layouts(profiles=(LEAF, *flat(2)), strides="natural"),
}


def deltas(modes):
    """Return `d_(k+1) - s_k*d_k` for each mode `s_k:d_k`; the next mode has stride `d_(k+1)`.

    If the difference is 0, the two modes can be merged.
    """
    return tuple(e - s * d for (s, d), (_, e) in pairwise(modes))


def cancel(numbers):
    """Whether some nonempty subset of the numbers sums to 0."""
    sizes = range(1, len(numbers) + 1)
    return any(sum(some) == 0 for size in sizes for some in combinations(numbers, size))


def is_layout(values):
    """Whether some flat layout has exactly these offsets, in the order of its coordinates."""
    if values[0] != 0 or len(values) == 1:
        return values[0] == 0
    step, size = values[1] - values[0], len(values)
    t = next((t for t in range(2, size) if values[t] != t * step), size)
    every = values[::t]
    steps = all(values[x] == x % t * step + every[x // t] for x in range(size))
    return size % t == 0 and steps and (t == size or is_layout(every))


def is_composable(a, b):
    """Whether A(B(c)) is a sum over the modes k of B, with a layout applied to c_k as each term."""
    parts = []
    unit = 1
    for n, _ in modes_of(b):
        parts.append(tuple(a.extended(b(unit * i)) for i in range(n)))
        unit *= n
    composed = [0]
    for part in parts:
        composed = [before + value for value in part for before in composed]
    sums = all(a.extended(b(c)) == value for c, value in enumerate(composed))
    return sums and all(map(is_layout, parts))


def is_accepted(a, b):
    return attempt(composition, a, b) is not None


def modes_that_count(a):
    return coalesce_extended(modes_of(a))


def test_is_layout_recognizes_the_values_of_layouts():
    for size in range(1, 7):
        layouts = {
            tuple(value(tuple(zip(shape, strides, strict=True)), x) for x in range(size))
            for shape in factorizations(size)
            for strides in product(range(-2, 3), repeat=len(shape))
        }
        near = {v for v in layouts if all(abs(entry) <= 2 for entry in v)}
        found = {v for v in product(range(-2, 3), repeat=size) if is_layout(v)}
        assert found == near != set()


def test_cancelling_agrees_with_brute_force():
    count = 0
    for arguments in arguments_in_order({"A": Layouts(profiles=flat(1, 2, 3))}, (6, 8)):
        modes = modes_that_count(arguments["A"])
        assert cancelling(modes) == cancel(deltas(modes))
        count += cancelling(modes)
    assert count > 10


@pytest.mark.parametrize("bound", [(7, 3), pytest.param((8, 3), marks=pytest.mark.long)])
def test_composition_accepts_exactly_the_composable_small_pairs(bound):
    refused = 0
    for arguments in arguments_in_order(SMALL, bound):
        a, b = arguments["A"], arguments["B"]
        if not cancelling(modes_that_count(a)):
            assert is_accepted(a, b) == is_composable(a, b), f"{a} o {b}"
            refused += not is_accepted(a, b)
    assert refused > 100


@settings(max_examples=100, deadline=None)
@given(composition_pairs(4))
def test_composition_accepts_exactly_the_composable_random_pairs(pair):
    a, b = pair
    assume(all(w >= 0 for _, w in modes_of(b)) and b.size <= 5000)
    assume(not cancelling(modes_that_count(a)))
    assert is_accepted(a, b) == is_composable(a, b)


@pytest.mark.long
def test_every_layout_is_wrong_at_the_coordinate_of_a_rejection():
    for a, b in (
        (Layout((3, 2), (1, 5)), Layout(4)),
        (Layout((2, 2), (0, 1)), Layout((2, 2), (1, 1))),
        (Layout((2, 2), (1, -3)), Layout((3,), (1,))),
        (Layout((2, 2, 3), (5, 1, 0)), Layout((2, 3), (1, 1))),
    ):
        assert not is_accepted(a, b)
        found = 0
        for arguments in arguments_in_order({"R": Layouts(profiles=NESTINGS)}, (7, 7)):
            r = arguments["R"]
            if compatible(b.shape, r.shape):
                groups = tuple(map(modes_of, r)) if isinstance(b.shape, tuple) else (modes_of(r),)
                assert cuts(modes_of(b), groups)
                same = regroup(b, groups)
                assert all(r(x) == same(x) for x in range(r.size))
                c = mismatch(modes_that_count(a), modes_of(b), groups)
                assert r(c) != a.extended(b(c))
                found += 1
        assert found > 50


NESTINGS = (LEAF, *flat(1, 2), ((0, 0),), ((0, 0), 0), (0, (0, 0)))


def test_cancelling_deltas_can_hide_a_carry():
    """The second step of B carries into both later modes of A, but the two changes cancel.

    The carries change the offset by 1 and by -1. So A o B is a layout, but composition rejects it.
    """
    a, b = Layout((2, 2, 2), (0, 1, 1)), Layout(3, 3)
    assert cancelling(modes_that_count(a))
    assert is_composable(a, b)
    with pytest.raises(InadmissibleError):
        composition(a, b)


def by_divisibility(a, b):
    """A composition that rejects pairs as CuTe does, even where the composite is a layout."""
    if not all(divides(modes_that_count(a), n, w) for n, w in modes_of(b)):
        raise InadmissibleError("B", "divisible")
    return composition(a, b)


def mode_by_mode(a, b):
    """A composition that composes A with each mode of B separately, and accepts every result."""
    composed = tuple(modes_of(composition(a, layout_of((mode,)))) for mode in modes_of(b))
    return regroup(b, composed)


@pytest.mark.parametrize(
    ("wrong", "bound", "label"),
    [
        (by_divisibility, (6, 4), "refused: R(c)"),
        pytest.param(mode_by_mode, (8, 3), "accepted: (A o B)(i)", marks=pytest.mark.long),
    ],
)
def test_the_claim_refutes_compositions_that_accept_or_reject_too_much(wrong, bound, label):
    algebra = SimpleNamespace(composition=wrong, compatible=compatible)
    found = search(composition_is_exact, algebra, bound, 10**6)
    assert found.failure is not None
    assert isinstance(found.failure.result, Fails)
    assert found.failure.result.label.startswith(label)


def test_the_search_of_the_claim_includes_rejected_pairs():
    """A search that tries no rejected pair would not test rejections at all."""
    assert composition_is_exact.bound is not None
    domains = {n: d for n, d in composition_is_exact.domains.items() if n != "i"}
    cases = list(arguments_in_order(domains, composition_is_exact.bound))
    refused = [c for c in cases if attempt(SPEC.algebra.composition, c["A"], c["B"]) is None]
    assert len(refused) > 100
    assert {len(modes_of(c["B"])) for c in refused} == {1, 2}
    assert isinstance(composition_is_exact.domains["G"], Refinements)
