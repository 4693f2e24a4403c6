"""The image of a layout, computed from the layout's modes, agrees with enumeration."""

from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from spec.modes import offsets
from verif.questions.image import chain, coordinate, digits_of, first_missing, offset
from verif.questions.relations import entangled, greedy_relation, relation, tried_relation


def modes(strides):
    return st.lists(st.tuples(st.integers(1, 4), strides), max_size=4).map(tuple)


def by_stride(found):
    return tuple(sorted(found, key=lambda mode: mode[1]))


SORTED = modes(st.integers(0, 14)).map(by_stride)


@given(modes(st.integers(-9, 9)))
def test_offsets_are_in_the_order_of_coordinates(found):
    for i, x in enumerate(offsets(found)):
        digits, rest = [], i
        for s, _ in found:
            rest, digit = divmod(rest, s)
            digits.append(digit)
        assert coordinate(found, tuple(digits)) == i
        assert offset(found, tuple(digits)) == x


@given(SORTED)
def test_a_chain_has_the_same_image_without_repetition(found):
    image = set(offsets(found))
    chained, exact = chain(found)
    sums = offsets(chained)
    assert len(set(sums)) == len(sums)
    assert set(sums) == image if exact else set(sums) < image
    assert first_missing(chained, 0) == next(x for x in count() if x not in image)


@given(SORTED, st.integers(0, 60))
def test_first_missing_finds_the_next_gap(found, low):
    chained, _ = chain(found)
    image = set(offsets(chained))
    assert first_missing(chained, low) == next(x for x in count(low) if x not in image)


@given(SORTED, st.integers(0, 60))
def test_digits_of_finds_a_coordinate_if_one_exists(found, x):
    digits = digits_of(found, x)
    if digits is not None:
        assert offset(found, digits) == x
        assert all(0 <= digit < s for digit, (s, _) in zip(digits, found, strict=True))
    elif chain(found)[1]:
        assert x not in offsets(found)


def relations(found):
    """Return every nonzero difference of two coordinates with the same offset, by enumeration."""
    differences = [(0,) * 0]
    for s, _ in found:
        differences = [(*before, t) for before in differences for t in range(1 - s, s)]
    return [t for t in differences if any(t) and offset(found, t) == 0]


@given(modes(st.integers(-9, 9)))
def test_relations_use_only_entangled_modes(found):
    proper = tuple((s, d) for s, d in found if d != 0)
    tied = entangled(proper)
    assert all({k for k, t in enumerate(one) if t} <= tied for one in relations(proper))


@given(modes(st.integers(-9, 9)))
def test_the_solver_finds_a_relation_if_one_exists(found):
    proper = tuple((s, d) for s, d in found if d != 0)
    tied = entangled(proper)
    solved = relation(proper, tied, 5.0) if tied else None
    assert (solved is not None) == bool(relations(proper))
    assert solved is None or solved in relations(proper)


@given(modes(st.integers(-30, 30)))
def test_trials_find_a_relation_if_one_exists(found):
    proper = tuple((s, d) for s, d in found if d != 0)
    tied = entangled(proper)
    tried = tried_relation(proper, tied) if tied else None
    assert (tried is not None) == bool(relations(proper))
    assert tried is None or tried in relations(proper)


@given(modes(st.integers(-9, 9)))
def test_a_greedy_relation_is_a_relation(found):
    greedy = greedy_relation(found)
    assert greedy is None or greedy in relations(found)
