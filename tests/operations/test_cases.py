"""The small and the random cases of an operation can be evaluated, and their order is fixed."""

from itertools import islice

import pytest

import spec
from spec import Layout, LayoutError
from spec.errors import CongruenceError
from spec.modes import modes_of
from verif.expression import checked, evaluated, read
from verif.operations.cases import cases, few_cases
from verif.operations.table import DRAWN, OPERATIONS
from verif.oracle.deviation import text_of_call
from verif.upstream.in_process import SPEC


@pytest.mark.parametrize("name", DRAWN)
def test_every_case_can_be_evaluated_by_the_calculator(name):
    """A user can paste every case into `eval`."""
    row = OPERATIONS[name]
    for arguments in islice(cases(name), 0, 300, 3):
        checked(row.spelling, row.signature, arguments)
        try:
            right = row.function(*arguments)
        except (LayoutError, TypeError, LookupError, ArithmeticError):
            continue
        assert evaluated(read(text_of_call(name, arguments)), SPEC) == right


@pytest.mark.parametrize("name", DRAWN)
def test_most_cases_are_distinct(name):
    small = set(map(repr, islice(cases(name), 100)))
    drawn = set(map(repr, islice(cases(name), 100, 300, 2)))
    assert len(small) >= 75
    assert len(drawn) >= 50


def test_few_cases_are_a_subset_of_the_cases():
    known = set(map(repr, islice(cases("composition"), 500)))
    assert all(repr(arguments) in known for arguments in islice(few_cases("composition"), 200))


def test_cases_cover_every_number_of_arguments():
    for name, tried in DRAWN.items():
        lengths = {len(arguments) for arguments in islice(cases(name), 300)}
        assert lengths >= {len(pools) for pools in tried.small}, name


def test_cases_include_optional_profiles_and_strides():
    assert any(len(arguments) == 3 for arguments in islice(cases("crd2idx"), 100, 300, 2))
    assert any(len(arguments) == 2 for arguments in islice(cases("filter_"), 100, 300, 2))
    assert next(cases("coalesce")) == (Layout(1, 0),)


def test_slices_by_a_longer_coordinate_reach_inside_a_mode():
    """An assertion in pycute rejects a coordinate that has a `_` and one entry too many."""
    deeper = 0
    for crd, layout in islice(cases("slice_by_longer"), 300):
        with pytest.raises(CongruenceError):
            spec.slice_(crd, layout)
        rank = len(layout.shape) if isinstance(layout.shape, tuple) else 1
        deeper += len(crd) == rank
    assert deeper >= 10


def _negative(operand):
    """Whether the operand is a layout with a negative stride, or a tuple that has such a layout."""
    if isinstance(operand, tuple):
        return any(map(_negative, operand))
    return isinstance(operand, Layout) and any(d < 0 for _, d in modes_of(operand))


@pytest.mark.parametrize("name", DRAWN)
def test_only_the_first_layout_of_a_call_has_negative_strides(name):
    """Calls with other negative strides are not tried, as the guide to implementations says."""
    several = 0
    for arguments in islice(cases(name), 1000):
        first, *others = arguments
        several += _negative(first) and any(isinstance(other, Layout) for other in others)
        assert not any(map(_negative, others))
    assert several == 0 or name == "composition"
