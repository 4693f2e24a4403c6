"""Operations of pycute agree with the oracle, or deviate for a known cause.

The operations that both pycute and the spec have are compared.
"""

from collections import Counter
from dataclasses import dataclass
from random import Random

import pycute as real
import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from spec import Layout
from spec.composition import composition
from spec.errors import LayoutError
from tests.oracle.known_causes import ALL_REFUSED, VERSION, unexplained
from verif.operations.cases import drawn
from verif.operations.table import DRAWN
from verif.oracle.deviation import deviation
from verif.oracle.shrink import Examiner
from verif.oracle.truth import is_right, truth
from verif.questions.program import UndecidedError
from verif.readings.domains import LEAF, Layouts, flat
from verif.search.exhaustive import arguments_in_order
from verif.search.strategies import composition_pairs, int_tuples, layouts
from verif.upstream.implementation import implementation
from verif.upstream.outcome import Crashed, Rejected
from verif.upstream.pycute import operations_of

ENTRIES = st.integers(-3, 30)
DIVISIBLE = int_tuples(st.sampled_from((1, 2, 3, 4, 6, 8, 12, 24, 5, 0, -1)))
ANY_TUPLE = int_tuples(ENTRIES)
ANY_LAYOUT = layouts("any")
SHAPES = int_tuples(st.integers(1, 8))
TILES = st.one_of(st.integers(1, 8), layouts("natural", 2), st.none())
TILERS = TILES | st.lists(TILES, min_size=1, max_size=3).map(tuple)

UNFIT = {
    "coalesce": st.tuples(ANY_LAYOUT, ANY_TUPLE),
    "complement": st.tuples(ANY_LAYOUT, st.integers(1, 100)),
    "composition": composition_pairs(),
    "crd2crd": st.tuples(ANY_TUPLE, SHAPES, SHAPES),
    "crd2idx": st.tuples(ANY_TUPLE, SHAPES),
    "elem_scale": st.tuples(ANY_TUPLE, ANY_TUPLE),
    "evaluate": st.tuples(ANY_LAYOUT, ANY_TUPLE),
    "flatten": st.tuples(ANY_TUPLE),
    "idx2crd": st.tuples(ANY_TUPLE, SHAPES),
    "inner_product": st.tuples(ANY_TUPLE, ANY_TUPLE),
    "logical_divide": st.tuples(ANY_LAYOUT, TILERS),
    "logical_product": st.tuples(layouts("any", 2), TILERS),
    "make_layout": st.tuples(ANY_TUPLE, ANY_TUPLE),
    "prefix_product": st.tuples(ANY_TUPLE, ENTRIES),
    "product": st.tuples(ANY_TUPLE),
    "shape_div": st.tuples(DIVISIBLE, DIVISIBLE),
    "size": st.tuples(ANY_TUPLE),
    "slice_": st.tuples(ANY_TUPLE, ANY_LAYOUT),
    "slice_and_offset": st.tuples(ANY_TUPLE, ANY_LAYOUT),
}
"""Arguments that need not fit each other, by operation. The usual random arguments always fit."""

OPERATIONS = sorted(operations_of(real).keys() & DRAWN.keys())


def arguments_of(operation):
    """Draw fitting arguments three times out of four, otherwise arguments from `UNFIT`."""
    seeds = st.integers(0, 2**32).map(Random)
    fitting = seeds.map(lambda rng: drawn(DRAWN[operation], rng))
    unfit = UNFIT.get(operation, fitting)
    return st.integers(0, 3).flatmap(lambda number: fitting if number else unfit)


EXAMPLES = 200
HARDER = {"composition": 800, "complement": 400, "coalesce": 400}

quiet = settings(
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def test_enough_operations_are_compared():
    assert len(OPERATIONS) >= 28


@pytest.fixture(scope="module")
def examiner():
    child = implementation(f"pycute@{VERSION}")
    yield Examiner(child)
    child.stop()


@dataclass(frozen=True)
class Counts:
    """The number of calls by outcome, to notice if almost only rejected calls were compared."""

    agreed: int
    refused: int
    explained: int
    undecided: int


def examined(operation, drawn_arguments, examiner):
    """Count the calls by outcome and require a known cause for each deviation."""
    counts = Counter()
    deviations = []
    calls = [(operation, arguments) for arguments in drawn_arguments]
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


@pytest.mark.parametrize("share", [4, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_deviation_has_a_known_cause(operation, share, examiner):
    examples = HARDER.get(operation, EXAMPLES) // share
    drawn_arguments = []

    @seed(20)
    @settings(quiet, max_examples=examples)
    @given(arguments_of(operation))
    def draw(arguments):
        drawn_arguments.append(arguments)

    draw()
    counts = examined(operation, drawn_arguments, examiner)
    assert len(drawn_arguments) >= examples * 4 // 5
    counted = counts.refused if operation in ALL_REFUSED else counts.agreed
    assert counted >= examples // (20 if operation in MOSTLY_WRONG else 6)
    assert counts.undecided <= examples // 10


MOSTLY_WRONG = {"complement_of_shape"}

SMALL = (LEAF, *flat(2))


@pytest.mark.long
def test_every_small_composition_has_a_known_outcome(examiner):
    domains = {"A": Layouts(SMALL, "natural"), "B": Layouts(SMALL, "natural")}
    drawn_arguments = [tuple(found.values()) for found in arguments_in_order(domains, (10, 4))]
    assert examined("composition", drawn_arguments, examiner) == Counts(19088, 154, 4533, 0)


@seed(21)
@settings(quiet, max_examples=300)
@given(composition_pairs())
def test_the_reference_composition_passes_the_oracle(pair):
    a, b = pair
    try:
        composed = composition(a, b)
    except LayoutError:
        return
    assert is_right("composition", pair, truth("composition", pair), composed)
    if isinstance(b, Layout):
        assert all(composed(i) == a.extended(b(i)) for i in range(b.size) if b(i) >= 0)


def test_a_deviation_without_a_known_cause_is_reported(examiner):
    planted = deviation("size", (4,), 5)
    assert [core.case for core in unexplained([planted], examiner)] == ["size(4)"]
    call = "composition", (Layout(4, 1), Layout(2, 1))
    assert unexplained([deviation(*call, Crashed("SIGFPE"))], examiner)
