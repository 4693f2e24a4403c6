"""Composition: tuples of tilers, modes of size 1, and where a mode of B is cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec import InadmissibleError, Layout, composition, make_layout
from spec.composition import first_break


@pytest.mark.parametrize(("w", "stride"), [(0, 0), (3, 3), (4, 100), (5, 5), (8, 200)])
def test_composition_with_a_mode_of_size_1_keeps_a_stride(w, stride):
    assert composition(Layout((4, 4), (1, 100)), Layout(1, w)).stride == stride


def test_a_tuple_of_tilers_composes_mode_by_mode():
    A = Layout((4, (2, 4)), (8, (4, 1)))
    assert composition(A, (2, None)) == make_layout(composition(A[0], 2), A[1])
    assert composition(A, (Layout(2, 2),)) == make_layout(composition(A[0], Layout(2, 2)), A[1])
    assert composition(A, ()) == A


def test_composition_names_the_mode_of_b_that_it_rejects():
    with pytest.raises(InadmissibleError, match=r"^mode 4:6 of B: its size \(4\) must equal"):
        composition(Layout((4, 8), (1, 5)), Layout(8, 3))


@given(
    st.tuples(*(st.integers(1, 6) for _ in range(3))),
    *(st.integers(1, 8), st.integers(0, 40)),
)
def test_a_mode_is_cut_exactly_where_its_steps_carry(sizes, n, w):
    """Mode n:w is cut at the first step t at which t*w carries in the mixed base `sizes`.

    Without a carry, each digit of t*w is t times the digit of w.
    """
    modes = tuple((s, 10**k) for k, s in enumerate(sizes))

    def digits(x):
        found = []
        for s in sizes[:-1]:
            found.append(x % s)
            x //= s
        return [*found, x]

    steps = digits(w)
    carries = (t for t in range(n) if digits(t * w) != [t * d for d in steps])
    assert first_break(modes, n, w) == next(carries, n)
