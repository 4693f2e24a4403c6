"""NVIDIA's own tests of CuTe, C++ and pycute: what they call is computed here, and they pass."""

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

import spec
from spec import InadmissibleError, Layout
from verif.expression import evaluated, read
from verif.upstream.in_process import SPEC

CASES = [
    line
    for line in (Path(__file__).parents[1] / "data" / "tests-of-cute.txt").read_text().splitlines()
    if not line.startswith("#")
]
FEWEST = {
    "coalesce": 15,
    "complement": 63,
    "composition": 70,
    "inner_product": 3,
    "left_inverse": 25,
    "logical_divide": 20,
    "logical_product": 20,
    "nullspace": 4,
    "prefix_product": 5,
    "product": 3,
    "right_inverse": 30,
    "shape_div": 5,
}
"""The cases of each operation, at least."""

NEGATIVE = "its stride must not be negative"
CHOICES = {
    "composition((4):(1), (4):(-1))": NEGATIVE,
    "composition((4):(-1), (4):(-1))": NEGATIVE,
    "composition((4):(1), (4):(-2))": NEGATIVE,
    "composition((1,(2,4)):(0,(-1,512)), 2:-1)": NEGATIVE,
    "composition((1,(2,4)):(0,(-1,512)), 4:-1)": NEGATIVE,
    "left_inverse((4):(-1))": "its stride must reach over the mode before it",
}
"""Cases that are refused here by choice, and the reason told: a stride of B below 0 leads to
coordinates below 0, of which A has none, and an offset below 0 is no coordinate of an inverse."""

MOST = 200


def some(size):
    """Coordinates below the size: all, or so many of them evenly apart."""
    return range(0, size, max(1, size // MOST))


def composed(a, b, made):
    """test_composition: compatible, and A after B."""
    assert spec.compatible(b, made)
    beyond = a.extended if isinstance(a, Layout) else a
    assert all(made(i) == beyond(b(i)) for i in some(spec.size(b)))


def coalesced(layout, made):
    """test_coalesce: of depth 1, the same size, the same function."""
    assert made.depth <= 1
    assert made.size == layout.size
    assert all(made(i) == layout(i) for i in some(layout.size))


def complemented(layout, *cotarget_and_made):
    """test_complement: ordered, disjoint, large enough, and nothing is left."""
    *cotarget, made = cotarget_and_made
    size, both = spec.size(cotarget[0] if cotarget else 1), spec.make_layout(layout, made)
    least = size // spec.filter(layout).size
    offsets = [made(i) for i in range(made.size)]
    assert both.cosize >= size
    assert made.cosize <= spec.ceil_div(size, layout.cosize) * layout.cosize
    assert all(one < next_one for one, next_one in pairwise(offsets))
    assert not set(offsets[1:]) & {layout(i) for i in range(layout.size)}
    assert least <= made.size <= made.cosize
    assert least <= made.cosize
    assert both.cosize <= made.cosize + layout.cosize
    assert spec.complement(both).size == 1
    assert spec.complement(spec.complement(made, layout.cosize), size) == made


def divided(_, tile, made):
    """test_logical_divide: the tile, then the rest."""
    assert made.rank == 2
    assert spec.compatible(tile, made[0])


def multiplied(block, tile, made):
    """test_logical_product: the block, then its copies."""
    assert made.rank == 2
    assert made[0] == block
    assert spec.compatible(tile, made[1])


def inverted_left(layout, made):
    """test_left_inverse: its offsets come back."""
    assert all(layout(made(layout(i))) == layout(i) for i in some(spec.size(layout)))


def inverted_right(layout, made):
    """test_right_inverse: the identity."""
    assert all(layout(made(i)) == i for i in some(spec.size(made)))


def annihilated(layout, made):
    """test_nullspace: what goes to 0, and as much as is lost."""
    assert made.size == layout.size // spec.filter(layout).size
    assert all(layout(made(i)) == 0 for i in some(made.size))


LAWS = {
    "coalesce": coalesced,
    "complement": complemented,
    "composition": composed,
    "left_inverse": inverted_left,
    "logical_divide": divided,
    "logical_product": multiplied,
    "nullspace": annihilated,
    "right_inverse": inverted_right,
}


def test_no_case_is_lost():
    counted = Counter(re.match(r"\w+", case)[0] for case in CASES)
    assert counted.keys() == FEWEST.keys()
    assert {name: counted[name] for name in FEWEST if counted[name] < FEWEST[name]} == {}
    assert set(CASES) >= CHOICES.keys()


@pytest.mark.parametrize("name", FEWEST)
def test_what_they_ask_of_an_operation_is_so(name):
    for case in (case for case in CASES if case.startswith(f"{name}(") and case not in CHOICES):
        call, _, result = case.partition(" = ")
        expression = read(call)
        made = evaluated(expression, SPEC)
        if result:
            assert made == read(result).value, case
        else:
            LAWS[name](*(evaluated(argument, SPEC) for argument in expression.args), made)


@pytest.mark.parametrize("case", CHOICES)
def test_what_is_refused_by_choice_says_why(case):
    with pytest.raises(InadmissibleError, match=CHOICES[case]):
        evaluated(read(case), SPEC)
