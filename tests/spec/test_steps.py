"""The steps of a layout (its offsets at powers of two), and the first pair with a common bit."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from spec.modes import total, value
from spec.steps import Meeting, meeting, met_by, powers_of_two, steps_of

STRIDES = st.integers(-20, 40)
BINARY = st.lists(st.tuples(st.sampled_from((1, 2, 4, 8)), STRIDES), max_size=4).map(tuple)
ANY = st.lists(st.tuples(st.integers(1, 20), STRIDES), max_size=4).map(tuple)
NATURALS = st.lists(st.integers(0, 40), max_size=6).map(tuple)


@given(ANY)
def test_powers_of_two_requires_sizes_with_one_bit(modes):
    assert powers_of_two(modes) == all(s.bit_count() == 1 for s, _ in modes)


@given(BINARY)
def test_steps_are_the_offsets_of_powers_of_two(modes):
    steps = steps_of(modes)
    assert total(modes) == 1 << len(steps)
    assert steps == tuple(value(modes, 1 << k) for k in range(len(steps)))


@given(BINARY, st.data())
def test_an_offset_is_the_sum_of_its_steps(modes, data):
    x = data.draw(st.integers(0, total(modes) - 1))
    taken = (step for k, step in enumerate(steps_of(modes)) if x >> k & 1)
    assert value(modes, x) == sum(taken)


@given(NATURALS)
def test_meeting_returns_the_first_two_steps_with_a_common_bit(steps):
    pairs = combinations(range(len(steps)), 2)
    meet = [Meeting(1 << j, 1 << k) for j, k in pairs if steps[j] & steps[k]]
    assert meeting(steps) == (meet[0] if meet else Meeting(0, 0))


@given(st.integers(0, 40), NATURALS)
def test_met_by_returns_the_first_step_with_a_common_bit(step, steps):
    met = [1 << k for k, other in enumerate(steps) if step & other]
    assert met_by(step, steps) == (met[0] if met else 0)
