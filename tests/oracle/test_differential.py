"""Every operation that both have, asked of pycute: the oracle agrees, or knows the cause."""

import inspect
from collections import Counter
from dataclasses import dataclass

import pycute as real
import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

import spec
from spec import Layout
from spec.composition import composition
from spec.errors import LayoutError
from tests.oracle.known_causes import VERSION, unexplained
from verif.oracle.deviation import deviation
from verif.oracle.shrink import Examiner
from verif.oracle.truth import is_right, truth
from verif.questions.program import UndecidedError
from verif.readings.domains import LEAF, Layouts, flat
from verif.search import strategies as cute
from verif.search.enumeration import arguments_in_order
from verif.upstream.implementation import implementation
from verif.upstream.in_process import SPEC
from verif.upstream.outcome import Crashed, Rejected
from verif.upstream.pycute import pycute

ENTRIES = st.integers(-3, 30)
DIVISIBLE = st.sampled_from((1, 2, 3, 4, 6, 8, 12, 24, 5, 0, -1))
ANY_TUPLE = cute.int_tuples(ENTRIES)
ANY_LAYOUT = cute.layouts("any")


def alone(strategy):
    return strategy.map(lambda value: (value,))


def swapped(pair):
    return pair[1], pair[0]


def with_slice(layout: Layout):
    within = cute.slices(layout.shape)
    return st.tuples(st.one_of(within, within, cute.int_tuples(ENTRIES)), st.just(layout))


def with_coordinate(layout: Layout):
    within = st.integers(0, layout.size - 1)
    return st.tuples(st.just(layout), st.one_of(within, ANY_TUPLE))


COORDINATES = st.one_of(
    cute.shapes_and_coordinates().map(swapped), st.tuples(ANY_TUPLE, cute.shapes())
)
SLICES = ANY_LAYOUT.flatmap(with_slice)
TILES = st.one_of(st.integers(1, 8), cute.layouts("natural", 2), st.none())
CHAINS = cute.chains().map(lambda pair: pair[0])
INVERTIBLE = alone(st.one_of(ANY_LAYOUT, CHAINS))


def with_tiler(layout: Layout):
    tilers = st.lists(TILES, min_size=1, max_size=layout.rank).map(tuple)
    return st.tuples(st.just(layout), st.one_of(TILES, tilers))


DIVISIONS = st.one_of(cute.composition_pairs(2), cute.tiled(), ANY_LAYOUT.flatmap(with_tiler))
PRODUCTS = st.one_of(CHAINS, cute.layouts("any", 2)).flatmap(with_tiler)
COORDINATES_OF_TWO = st.tuples(COORDINATES, cute.shapes()).map(lambda drawn: (*drawn[0], drawn[1]))

ARGUMENTS = {
    "coalesce": st.one_of(alone(ANY_LAYOUT), st.tuples(ANY_LAYOUT, ANY_TUPLE)),
    "complement": cute.complement_arguments(),
    "composition": st.one_of(cute.composition_pairs(), cute.composition_pairs(), cute.tiled()),
    "cosize": alone(ANY_LAYOUT),
    "crd2crd": COORDINATES_OF_TWO,
    "crd2idx": COORDINATES,
    "elem_scale": st.tuples(ANY_TUPLE, ANY_TUPLE),
    "evaluate": ANY_LAYOUT.flatmap(with_coordinate),
    "flatten": alone(ANY_TUPLE),
    "idx2crd": COORDINATES,
    "inner_product": st.tuples(ANY_TUPLE, ANY_TUPLE),
    "left_inverse": INVERTIBLE,
    "logical_divide": DIVISIONS,
    "logical_product": PRODUCTS,
    "make_layout": st.one_of(
        st.lists(ANY_LAYOUT, min_size=1, max_size=3).map(tuple),
        alone(ANY_TUPLE),
        st.tuples(ANY_TUPLE, ANY_TUPLE),
    ),
    "prefix_product": st.one_of(alone(ANY_TUPLE), st.tuples(ANY_TUPLE, ENTRIES)),
    "product": alone(ANY_TUPLE),
    "rank": alone(ANY_LAYOUT),
    "right_inverse": INVERTIBLE,
    "shape_div": st.tuples(cute.int_tuples(DIVISIBLE), cute.int_tuples(DIVISIBLE)),
    "size": alone(st.one_of(ANY_TUPLE, ANY_LAYOUT)),
    "slice_": SLICES,
    "slice_and_offset": SLICES,
    "tiled_divide": DIVISIONS,
    "tiled_product": PRODUCTS,
    "zipped_divide": DIVISIONS,
    "zipped_product": PRODUCTS,
}
"""The arguments on which each operation is compared."""

EXAMPLES = 200
HARDER = {"composition": 800, "complement": 400, "coalesce": 400}

quiet = settings(
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def is_public_function(module, name):
    return not name.startswith("_") and inspect.isfunction(getattr(module, name))


def test_the_table_covers_what_both_have():
    theirs = {name for name in dir(real) if is_public_function(real, name)}
    ours = {name for name in spec.__all__ if inspect.isroutine(getattr(spec, name))}
    assert theirs & ours <= set(ARGUMENTS)
    assert set(ARGUMENTS) <= set(pycute().operations) & set(SPEC.operations)
    assert len(ARGUMENTS) >= 27


@pytest.fixture(scope="module")
def examiner():
    child = implementation(f"pycute@{VERSION}")
    yield Examiner(child)
    child.stop()


@dataclass(frozen=True)
class Counts:
    """What came of the calls: a comparison of refusals alone compares nothing."""

    agreed: int
    refused: int
    explained: int
    undecided: int


def examined(operation, asked, examiner):
    """What comes of the calls, each of whose deviations has a known cause."""
    counts = Counter()
    deviations = []
    calls = [(operation, arguments) for arguments in asked]
    for call, outcome in zip(calls, examiner.implementation.apply_all(calls), strict=True):
        try:
            found = deviation(*call, outcome)
        except UndecidedError:
            counts["undecided"] += 1
            continue
        if found is not None:
            deviations.append(found)
        counts["refused" if isinstance(outcome, Rejected | Crashed) else "agreed"] += found is None
    assert not [core.case for core in unexplained(deviations, examiner)]
    return Counts(counts["agreed"], counts["refused"], len(deviations), counts["undecided"])


@pytest.mark.parametrize("operation", ARGUMENTS)
def test_every_deviation_has_a_known_cause(operation, examiner):
    examples = HARDER.get(operation, EXAMPLES)
    drawn = []

    @seed(20)
    @settings(quiet, max_examples=examples)
    @given(ARGUMENTS[operation])
    def draw(arguments):
        drawn.append(arguments)

    draw()
    counts = examined(operation, drawn, examiner)
    assert len(drawn) >= examples * 4 // 5
    assert counts.agreed >= examples // 6
    assert counts.undecided <= examples // 20


SMALL = (LEAF, *flat(2))


def test_every_small_composition(examiner):
    domains = {"A": Layouts(SMALL, "natural"), "B": Layouts(SMALL, "natural")}
    asked = [tuple(found.values()) for found in arguments_in_order(domains, (10, 4))]
    assert examined("composition", asked, examiner) == Counts(19088, 154, 4533, 0)


@seed(21)
@settings(quiet, max_examples=300)
@given(cute.composition_pairs())
def test_the_reference_is_right_by_the_same_judge(pair):
    a, b = pair
    try:
        composed = composition(a, b)
    except LayoutError:
        return
    assert is_right("composition", pair, truth("composition", pair), composed)
    if isinstance(b, Layout):
        assert all(composed(i) == a.extended(b(i)) for i in range(b.size) if b(i) >= 0)


def test_a_deviation_without_a_known_cause_is_noticed(examiner):
    planted = deviation("size", (4,), 5)
    assert [core.case for core in unexplained([planted], examiner)] == ["size(4)"]
    call = "composition", (Layout(4, 1), Layout(2, 1))
    assert unexplained([deviation(*call, Crashed("SIGFPE"))], examiner)
