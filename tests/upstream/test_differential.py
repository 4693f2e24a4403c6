"""Every operation that both have, called on the spec and on pycute: they agree, or it is listed."""

import inspect
from dataclasses import dataclass

import pycute as real
import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

import spec
from spec import IntTuple, Layout
from spec.composition import composition
from spec.errors import LayoutError
from verif.readings.domains import LEAF, Layouts, flat
from verif.search import strategies as cute
from verif.search.enumeration import arguments_in_order
from verif.upstream.deviation import Agreement, Deviation, Kind, compare, composition_is_right
from verif.upstream.findings import explanation
from verif.upstream.findings_pycute import FINDINGS
from verif.upstream.in_process import SPEC
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


@dataclass
class Counts:
    """What came of the examples: a comparison of refusals alone compares nothing."""

    agreed: int = 0
    refused: int = 0
    explained: int = 0


def examine(operation: str, arguments: tuple[Layout | IntTuple, ...], counts: Counts) -> None:
    outcome = compare(operation, arguments, pycute())
    if isinstance(outcome, Agreement):
        counts.agreed += not outcome.refused
        counts.refused += outcome.refused
    else:
        assert explanation(outcome, FINDINGS, pycute()), f"not a listed finding: {outcome}"
        counts.explained += 1


@pytest.mark.parametrize("operation", ARGUMENTS)
def test_every_deviation_is_listed(operation):
    counts = Counts()
    examples = HARDER.get(operation, EXAMPLES)

    @seed(20)
    @settings(quiet, max_examples=examples)
    @given(ARGUMENTS[operation])
    def run(arguments):
        examine(operation, arguments, counts)

    run()
    assert counts.agreed + counts.refused + counts.explained >= examples * 4 // 5
    assert counts.agreed >= examples // 6


SMALL = (LEAF, *flat(2))


def test_every_small_composition():
    counts = Counts()
    domains = {"A": Layouts(SMALL, "natural"), "B": Layouts(SMALL, "natural")}
    for arguments in arguments_in_order(domains, (10, 4)):
        examine("composition", tuple(arguments.values()), counts)
    assert (counts.agreed, counts.refused, counts.explained) == (19088, 154, 4533)


@seed(21)
@settings(quiet, max_examples=300)
@given(cute.composition_pairs())
def test_the_reference_is_right_by_the_same_judge(pair):
    a, b = pair
    try:
        composed = composition(a, b)
    except LayoutError:
        return
    assert composition_is_right(a, b, composed)


def test_an_unlisted_deviation_is_noticed():
    deviation = Deviation("composition", (Layout(4, 1), Layout(2, 1)), Kind.CRASH, None, None)
    assert explanation(deviation, FINDINGS, pycute()) == ()
    planted = Deviation("size", (4,), Kind.WRONG_RESULT, 4, 5)
    assert explanation(planted, FINDINGS, pycute()) == ()
