"""Lists in proofs: equality of lists as an obligation or as a fact, and invariants of elements."""

import pytest

from spec.modes import Groups, Modes
from verif.kernel.judge import Judge
from verif.kernel.theory import Theory
from verif.readings.groups import GROUPS
from verif.readings.modes import MODES
from verif.solvers.process import z3_solver
from verif.symbolic.exploration import explore
from verif.symbolic.invariants import owe_invariants
from verif.symbolic.lifting import Lifter
from verif.symbolic.lists import identify, length_of, owe_same
from verif.symbolic.values import literal_of

THEORY = Theory(kinds={Modes: MODES, Groups: GROUPS}, observations={}, contracts=())
JUDGE = Judge(z3_solver())


def explored(text):
    """Symbolically execute the function `text`, which takes a path and a lifter."""
    return explore(JUDGE, "a test", lambda path: text(path, Lifter(THEORY)))


def unproved_invariants(item, annotation):
    """Return the labels of the invariants of `annotation` that cannot be proved for `item`."""
    found = explored(lambda path, lifter: owe_invariants(THEORY, "it", ((item, annotation),)))
    return [failure.label for failure in found.failures]


def test_a_list_equals_itself_and_this_counts_as_a_goal():
    def text(path, lifter):
        modes = lifter.unknown("modes", Modes)
        owe_same(path, "same", modes, modes)

    found = explored(text)
    assert (found.goals, found.failures) == (1, ())


@pytest.mark.parametrize(("left", "right"), [(1, 2), (((2, 1),), 2), (None, ((2, 1),))])
def test_comparing_a_list_with_a_non_list_is_rejected(left, right):
    with pytest.raises(TypeError, match=r"are not both lists of modes$"):
        explored(lambda path, lifter: owe_same(path, "same", left, right))


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        (((2, 1), (3, 2)), ((2, 1), (3, 2)), True),
        (((2, 1), (3, 2)), ((2, 1), (3, 4)), False),
        (((2, 1),), ((2, 1), (3, 2)), False),
        ((((2, 1),), ()), (((2, 1),), ()), True),
        ((((2, 1),), ()), (((2, 3),), ()), False),
    ],
)
def test_lists_are_compared_element_by_element(left, right, same):
    found = explored(lambda path, lifter: owe_same(path, "same", left, right))
    assert bool(found.failures) != same


def test_identified_lists_have_identified_nested_lists():
    def text(path, lifter):
        first, second, one, other = (lifter.unknown(name, Modes) for name in "abcd")
        identify((first, second), (one, other))
        path.ensure("the first", literal_of(length_of(first) == length_of(one)))
        path.ensure("the second", literal_of(length_of(second) == length_of(other)))
        path.ensure("all", literal_of(length_of(first) == length_of(other)))

    assert [failure.label for failure in explored(text).failures] == ["all"]


def test_invariants_of_elements_are_checked_in_nested_lists():
    assert unproved_invariants(((2, -1), (1, 0)), Modes) == []
    assert unproved_invariants(((2, 1), (0, 1)), Modes) == ["it: a shape is at least 1"]
    assert unproved_invariants((((2, 1),), ()), Groups) == []
    assert unproved_invariants((((2, 1),), ((2, 1), (0, 1))), Groups) == [
        "it: a shape is at least 1"
    ]


@pytest.mark.parametrize("element", [1, (2,), (2, 1, 0), (2, "1"), (2, (1,)), [2, 1]])
def test_an_element_of_the_wrong_form_is_rejected(element):
    with pytest.raises(TypeError, match=r"is not an element of modes$"):
        unproved_invariants(((2, 1), element), Modes)


@pytest.mark.parametrize("item", [1, None, [(2, 1)], "modes"])
def test_a_non_list_is_rejected_where_a_list_is_expected(item):
    with pytest.raises(TypeError, match=r"is not a list of modes$"):
        unproved_invariants(item, Modes)
