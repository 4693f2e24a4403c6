"""Answers to `composable` (is A after B a layout?) agree with enumeration of all candidates."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spec import Layout, compatible
from spec.composition import composition
from spec.errors import LayoutError
from tests.questions.by_enumeration import composed_by_enumeration
from verif.questions import Effort, Ruling, ask, read_question
from verif.questions.answer import Answer
from verif.questions.composable import composed

ENUMERATED = Effort()
SOLVED = Effort(elements=0)


def is_right(A, B, R):
    return compatible(B.shape, R.shape) and all(R(i) == A.extended(B(i)) for i in range(B.size))


def decided_rightly(A, B, effort=ENUMERATED):
    """Check the answer and its layout by enumeration. Return whether A after B is a layout."""
    found = composed(A, B, effort)
    exists = composed_by_enumeration(A, B) is not None
    assert isinstance(found, Layout) == exists, (str(A), str(B), str(found))
    assert isinstance(found, Answer) or is_right(A, B, found), (str(A), str(B), str(found))
    return exists


def test_composable_is_right_where_carries_can_cancel():
    """With these strides, carries often cancel.

    The spec then rejects some compositions that are layouts.
    """
    beyond = cases = 0
    modes = [Layout(n, w) for n in range(2, 9) for w in range(1, 12)]
    for strides in product((0, 1, 2, 3, 4), repeat=3):
        A = Layout((2, 2, 2, 2), (1, *strides))
        for B in modes:
            cases += 1
            exists = decided_rightly(A, B)
            beyond += exists and refused(A, B)
    assert cases == 9625
    assert beyond >= 10


def refused(A, B):
    try:
        composition(A, B)
    except LayoutError:
        return True
    return False


entries = st.integers(0, 9)
sizes = st.integers(1, 4)


@st.composite
def flat(draw, least, most):
    rank = draw(st.integers(least, most))
    shape = tuple(draw(sizes) for _ in range(rank))
    return Layout(shape, tuple(draw(entries) for _ in range(rank)))


@pytest.mark.parametrize("effort", [Effort(), SOLVED], ids=["enumerating", "solving"])
@given(A=flat(1, 4), B=flat(1, 3))
@settings(deadline=None, max_examples=300)
def test_composable_is_right_for_random_layouts(effort, A, B):
    decided_rightly(A, B, effort)


CANCELLING = """
holds   composable((2,2,2,2):(1,4,2,8), 3:7)
holds   composable((1000,2,500):(1,1007,2007), 1000:1999)
refuted composable((1000,2,500):(1,1007,2007), 1002:1999)
holds   composable((1000000000,2,500):(1,1000000007,2000000007), 1000000000:1999999999)
refuted composable((1000000000,2,500):(1,1000000007,2000000007), 1000000007:1999999999)
holds   composable((1000000000,2,9):(1,1000000007,2000000007), (10,9000):(1999999999,19999999990))
refuted composable((30030,30030,30030):(1,30037,901799893), (30011,29989):(29,30029))
refuted composable((510510,510511,19):(1,510517,260619473657), 999999937:510509)
"""


@pytest.mark.parametrize("line", CANCELLING.strip().splitlines())
def test_composable_decides_sizes_of_a_billion(line):
    outcome, question = line.split(maxsplit=1)
    answer = ask(read_question(question), Effort(elements=0))
    assert answer.ruling is Ruling(outcome)
