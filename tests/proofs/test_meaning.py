"""Replace the unknowns of a symbolic value by the parts of a concrete value.

The result matches the concrete value and no other value.
"""

from contextlib import suppress
from itertools import islice, permutations

import pytest

from spec.int_tuple import congruent, flatten
from spec.layout import Layout
from spec.modes import modes_of
from spec.xla import COMBINE, XlaShape
from tests.sampling import by_text, one_of_each
from verif.claims.catalogue import catalogue
from verif.kernel.errors import ClaimError, NotLiftableError, NoValueError
from verif.kernel.verbs import OnNumbers, running
from verif.readings.any_rank import AnyRank, AsModes
from verif.readings.arrays import Indices, XlaShapes
from verif.readings.domains import (
    ANY_NESTING,
    LEAF,
    Index,
    Layouts,
    LayoutsByMode,
    Point,
    Refinements,
    Shapes,
    flat,
)
from verif.readings.meaning import Meaning
from verif.readings.numbers import Integers
from verif.search.exhaustive import arguments_in_order

BOUND = (5, 2)


class Parts(OnNumbers):
    """A run that replaces the unknowns of a symbolic value by the parts of one admissible value."""

    def __init__(self, meaning, domain, name, value):
        self.meaning, self.domain, self.name, self.value = meaning, domain, name, value

    def lift(self, item):
        return item

    def unknown(self, name, annotation):
        assert name.startswith(self.name)
        symbol = name.removeprefix(self.name)
        return self.meaning.part(self.domain, self.value, symbol, annotation)

    def assume(self, label, condition):
        assert condition, label


def matches(meaning, item, value):
    """Whether the item represents the value."""
    return meaning.match(item, value, lambda part, of: matches(meaning, part, of))


def is_(meaning, item, value):
    """Return whether the item matches the value.

    Also rebuild a value from the item. Assert that the rebuilt value equals `value` if and only if
    the item matches `value`.
    """

    def real(item):
        return meaning.real(item, real)

    same = matches(meaning, item, value)
    assert same == (_determined(item, real(item)) == _determined(item, value))
    return same


def _determined(item, value):
    """Return the part of the value that the item determines.

    If the item is a layout of any rank, this part is the list of modes. Otherwise it is the value.
    """
    return modes_of(value) if isinstance(item, AnyRank) else value


def read(domain, name, value, earlier):
    """Lift a value, as in a proof for every rank. Return its `Meaning` and its symbolic form."""
    meaning = Meaning()
    parts = Parts(meaning, domain, name, value)
    with running(parts):
        return meaning, domain.lifted(parts, name, earlier)


@pytest.mark.parametrize("one", one_of_each(catalogue(), by_text), ids=lambda one: one.id)
def test_a_reading_matches_its_value_and_no_other(one):
    before = {}
    for arguments in islice(arguments_in_order(one.domains, BOUND), 60):
        lifted = {}
        for name, domain in one.domains.items():
            earlier = lifted if isinstance(domain, Point) else arguments
            try:
                meaning, item = read(domain, name, arguments[name], earlier)
            except NotLiftableError:
                break
            lifted[name] = item
            assert is_(meaning, item, arguments[name])
            other = before.get(name, arguments[name])
            same = _determined(item, other) == _determined(item, arguments[name])
            assert is_(meaning, item, other) == same
        before = arguments


def is_at(profile, value):
    """Whether the value has this profile."""
    if profile is None:
        return True
    if isinstance(value, XlaShape):
        return tuple(map(len, (value.dims, *value.sides))) == tuple(
            len(flatten(part)) for part in profile
        )
    return congruent(value.shape if isinstance(value, Layout) else value, profile)


@pytest.mark.parametrize("one", one_of_each(catalogue(), by_text), ids=lambda one: one.id)
def test_a_reading_at_a_profile_matches_its_value(one):
    for arguments in islice(arguments_in_order(one.domains, BOUND), 60):
        for name, domain in one.domains.items():
            value = arguments[name]
            for profile in domain.profiles:
                if isinstance(domain, Refinements) or not is_at(profile, value):
                    continue
                meaning = Meaning()
                parts = Parts(meaning, domain, name, value)
                with running(parts):
                    assert domain.symbolic(parts, name, profile, arguments) == value
                assert is_(meaning, value, value)


ARRAYS = XlaShapes((((0, 0, 0), (0,), (0, 0)),))


@pytest.mark.parametrize("order", [*permutations(range(3))], ids=str)
def test_an_xla_array_is_read_in_every_dimension_order(order):
    array = XlaShape("f32", (2, 5, 3), order, ((2,), (3, 4)))
    meaning = Meaning()
    parts = Parts(meaning, ARRAYS, "A", array)
    with running(parts):
        assert ARRAYS.symbolic(parts, "A", ARRAYS.profiles[0], {}) == array


class Numbers(OnNumbers):
    """A run that replaces each unknown by the next given number and counts violated assumptions."""

    def __init__(self, *numbers):
        self.numbers = iter(numbers)
        self.broken = 0

    def lift(self, item):
        return item

    def unknown(self, name, annotation):
        return next(self.numbers)

    def assume(self, label, condition):
        self.broken += not condition


ONE_TILE = XlaShapes((((0,), (0, 0)),))


@pytest.mark.parametrize(
    ("domain", "numbers", "earlier"),
    [
        *((ONE_TILE, (dim, 0, minor, major), {})
          for dim, minor, major in ((0, 1, 1), (1, 0, 1), (1, 1, 0), (1, COMBINE, 1), (1, 1, -2))),
        *((Indices("A"), (e,), {"A": XlaShape("f32", (3,))}) for e in (-1, 3)),
        *((Index("A"), (i,), {"A": Layout(3, 1)}) for i in (-1, 3)),
        *((Point("A"), (i,), {"A": 3}) for i in (-1, 3)),
        (Layouts((LEAF,)), (0, 1), {}),
        (Layouts((LEAF,), "natural"), (1, -1), {}),
        (Layouts((LEAF,), "positive"), (1, 0), {}),
        (Shapes((LEAF,)), (0,), {}),
        (Shapes((LEAF,), 0), (-1,), {}),
        (Integers(3), (2,), {}),
    ],
)  # fmt: skip
def test_numbers_outside_a_domain_violate_its_assumptions(domain, numbers, earlier):
    run = Numbers(*numbers)
    with running(run), suppress(ValueError):
        domain.symbolic(run, "A", domain.profiles[0], earlier)
    assert run.broken


def test_integers_are_enumerated_up_to_12_above_the_minimum():
    assert tuple(Integers(3).enumerated({})) == tuple(range(3, 16))
    assert Integers(None, width=2).enumerated({}) == (0, 1, -1, 2, -2)


def test_layouts_and_shapes_are_flat_of_rank_1_and_2_by_default():
    assert Layouts().profiles == flat(1, 2)
    assert Shapes().profiles == flat(1, 2)


@pytest.mark.parametrize("profiles", [flat(1), flat(0, 2), (LEAF, LEAF)])
def test_one_mode_requires_the_profile_of_a_plain_integer(profiles):
    assert Layouts((LEAF,), one_mode=True).one_mode
    with pytest.raises(ClaimError, match="allows only the profile of a plain integer"):
        Layouts(profiles, one_mode=True)


@pytest.mark.parametrize("profiles", [((0, (0, 0)),), ANY_NESTING])
def test_a_domain_with_nested_profiles_reads_only_modes(profiles):
    layout = Layout((2, (3, 4)), (1, (2, 6)))
    meaning, item = read(Layouts(profiles), "A", layout, {})
    assert type(item) is AsModes
    assert matches(meaning, item, layout)
    assert not matches(meaning, item, Layout((2, 3), (1, 2)))


def test_groups_have_no_profile():
    with pytest.raises(TypeError, match="no profile determines how many modes the groups have"):
        Refinements("B", "A").symbolic(Numbers(), "G", None, {})


def test_a_layout_read_by_modes_does_not_match_other_layouts():
    meaning, item = read(LayoutsByMode(((0, 0),)), "A", Layout((2, 3), (1, 2)), {})
    assert matches(meaning, item, Layout((2, 3), (1, 2)))
    for other in (Layout(6, 1), Layout((2, 3), (1, 3)), Layout((2, (3, 1)), (1, (2, 6)))):
        assert not matches(meaning, item, other)


class Doubled(Integers):
    """A user-defined domain: each value is twice the unknown integer that represents the value."""

    def lifted(self, fresh, name, earlier):
        return 2 * fresh.unknown(name, int)


Doubled.__module__ = "own"


@pytest.mark.parametrize("value", [0, 2, -128, 128])
def test_the_integer_behind_a_user_domain_value_is_found(value):
    assert Meaning().part(Doubled(), value, "", int) == value // 2


@pytest.mark.parametrize("value", [1, 130, -130])
def test_a_value_not_made_from_a_small_integer_is_rejected(value):
    with pytest.raises(NoValueError):
        Meaning().part(Doubled(), value, "", int)
