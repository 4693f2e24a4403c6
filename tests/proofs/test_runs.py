"""The recursion in claim P2 agrees with the condition in the blog post that P2 is taken from."""

from itertools import accumulate, pairwise
from math import inf
from operator import mul

from hypothesis import given
from hypothesis import strategies as st

from verif.theory.composition.in_step import runs


def between(w, low, high):
    """Whether `low` divides `w` and `w` divides `high`. Every number divides infinity."""
    return w % low == 0 and (high == inf or (w != 0 and high % w == 0))


def in_step(shapes, n, w):
    """Whether a mode n:w satisfies the blog post's condition for a layout with these shapes.

    Claim P2 is taken from this post. The condition is `p_(j-1) | w | p_j` and
    `p_(k-1) | n*w | p_k` for some j <= k, where `|` means divides. p_k is the product of the first
    k shapes, but the last p is infinite.
    """
    spans = list(pairwise([1, *accumulate(shapes[:-1], mul), inf]))
    return any(
        between(w, *spans[j]) and between(n * w, *spans[k])
        for k in range(len(spans))
        for j in range(k + 1)
    )


SIZES = st.sampled_from((1, 2, 3, 4, 6))


@given(st.lists(SIZES, min_size=1, max_size=4), st.integers(1, 12), st.integers(0, 24))
def test_runs_agrees_with_the_condition_of_the_post(shapes, n, w):
    assert runs(tuple((s, 0) for s in shapes), n, w) == in_step(shapes, n, w)
