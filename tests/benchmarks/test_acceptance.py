"""The counts of accepted compositions agree with brute force on small layouts and tilers."""

import importlib.util
import json
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

import spec
from spec import Layout, LayoutError, composition
from spec.int_tuple import product as size_of

ROOT = Path(__file__).parents[2]
LOCATION = importlib.util.spec_from_file_location(
    "benchmarks.acceptance", ROOT / "benchmarks" / "acceptance.py"
)
acceptance = importlib.util.module_from_spec(LOCATION)
LOCATION.loader.exec_module(acceptance)

OF_THE_SPEC = acceptance.of_a_module(spec, LayoutError)
SMALL = acceptance.Box(2, range(1, 5), range(4), range(2, 7), range(1, 5))


def factorizations(n):
    """Yield the shapes of size n that have no mode of size 1."""
    yield from ((n,),) if n > 1 else ((),)
    yield from ((t, *rest) for t in range(2, n) if n % t == 0 for rest in factorizations(n // t))


def layouts_of(n, largest):
    for shape in factorizations(n):
        for stride in product(range(largest + 1), repeat=len(shape)):
            yield Layout(shape, stride)


@pytest.mark.parametrize("n", [2, 3, 4, 6])
def test_is_layout_recognizes_exactly_the_tables_of_layouts(n):
    tables = {tuple(map(layout, range(n))) for layout in layouts_of(n, 4)}
    for values in product(range(4), repeat=n):
        assert acceptance.is_layout(values) == (values in tables)


def test_counts_of_the_spec_agree_with_its_results():
    accepted = 0
    for a in SMALL.layouts:
        A = Layout(*zip(*a, strict=True))
        for n, w in SMALL.tilers:
            try:
                R = composition(A, Layout(n, w))
            except LayoutError:
                continue
            accepted += 1
            assert size_of(R.shape) == n
            assert [R(c) for c in range(n)] == [A.extended(c * w) for c in range(n)]
    counts = acceptance.counted("spec", OF_THE_SPEC, SMALL)
    assert 0 < accepted < SMALL.cases
    assert counts == acceptance.no_counts("spec") + Counter({"spec: accepted": accepted})


def test_each_rule_accepts_all_that_stricter_rules_accept():
    tilers = SMALL.tilers
    strictly_more = Counter()
    for a in SMALL.layouts:
        known = acceptance.table(a, tilers)
        modes = acceptance.coalesce_extended(a)
        for n, w in tilers:
            chain = (
                acceptance.divides_strictly(modes, n, w),
                acceptance.divides(modes, n, w),
                OF_THE_SPEC(a)((n, w)) is not None,
                acceptance.is_layout(acceptance.wanted(known, n, w)),
            )
            assert list(chain) == sorted(chain)
            strictly_more.update(at for at in range(3) if chain[at] != chain[at + 1])
    # For all pairs of this test, the spec accepts A and B if and only if A after B is a layout.
    assert set(strictly_more) == {0, 1}


def test_a_wrong_layout_is_counted_as_wrong():
    counts = acceptance.counted("wrong", lambda _: lambda b: tuple(range(b[0])), SMALL)
    right = sum(
        acceptance.wanted(acceptance.table(a, SMALL.tilers), *b) == tuple(range(b[0]))
        for a in SMALL.layouts
        for b in SMALL.tilers
    )
    assert counts["wrong: accepted"] == SMALL.cases
    inside, beyond = counts["wrong: wrong inside A"], counts["wrong: wrong beyond A"]
    assert inside + beyond == SMALL.cases - right
    assert inside > 0 < beyond


def test_a_composition_is_wrong_inside_a_if_no_step_leaves_a():
    """Pycute 4.2 drops the stride of a last mode of size 1.

    This stride is needed only at coordinates outside the shape of A.
    """
    a = ((2, 1), (1, 5))
    known = acceptance.table(a, ((2, 2), (2, 1)))
    assert acceptance.judged(a, known, (2, 2), (0, 0)) == ("accepted", "wrong beyond A")
    assert acceptance.judged(a, known, (2, 1), (0, 0)) == ("accepted", "wrong inside A")
    assert acceptance.judged(a, known, (2, 2), (0, 5)) == ("accepted",)
    assert acceptance.judged(a, known, (2, 2), None) == ()


def test_the_committed_counts_match_the_box_and_the_spec_is_never_wrong():
    report = json.loads((ROOT / "reports" / "acceptance.json").read_text())
    counts = report["counts"]
    assert report["cases"] == acceptance.BOX.cases
    assert counts["spec: wrong inside A"] == counts["spec: wrong beyond A"] == 0
    assert (
        counts["divisibility, strict"]
        < counts["divisibility"]
        < counts["spec: accepted"]
        <= counts["a layout exists"]
    )
