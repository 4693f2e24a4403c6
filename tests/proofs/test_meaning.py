"""What a reading makes of the parts of a value is that value, and no other."""

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
from verif.search.enumeration import arguments_in_order

BOUND = (5, 2)


class Parts(OnNumbers):
    """The unknowns of a reading, given as the parts of one value, which the reading admits."""

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
    """Whether the item has the value."""
    return meaning.match(item, value, lambda part, of: matches(meaning, part, of))


def is_(meaning, item, value):
    """Whether the item has the value, and is made of its parts, as far as they are known."""

    def real(item):
        return meaning.real(item, real)

    same = matches(meaning, item, value)
    assert same == (_seen(item, real(item)) == _seen(item, value))
    return same


def _seen(item, value):
    """The value as far as the item says what it is: layouts of any rank are lists of modes."""
    return modes_of(value) if isinstance(item, AnyRank) else value


def read(domain, name, value, earlier):
    """What the domain's reading for every rank makes of the parts of a value."""
    meaning = Meaning()
    parts = Parts(meaning, domain, name, value)
    with running(parts):
        return meaning, domain.lifted(parts, name, earlier)


@pytest.mark.parametrize("one", one_of_each(catalogue(), by_text), ids=lambda one: one.id)
def test_a_value_is_read_as_itself_and_no_other(one):
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
            same = _seen(item, other) == _seen(item, arguments[name])
            assert is_(meaning, item, other) == same
        before = arguments


def is_at(profile, value):
    """Whether a domain's profile is that of the value."""
    if profile is None:
        return True
    if isinstance(value, XlaShape):
        return tuple(map(len, (value.dims, *value.sides))) == tuple(
            len(flatten(part)) for part in profile
        )
    return congruent(value.shape if isinstance(value, Layout) else value, profile)


@pytest.mark.parametrize("one", one_of_each(catalogue(), by_text), ids=lambda one: one.id)
def test_at_its_profile_a_value_is_read_as_itself(one):
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
def test_an_array_is_read_in_every_order(order):
    array = XlaShape("f32", (2, 5, 3), order, ((2,), (3, 4)))
    meaning = Meaning()
    parts = Parts(meaning, ARRAYS, "A", array)
    with running(parts):
        assert ARRAYS.symbolic(parts, "A", ARRAYS.profiles[0], {}) == array


class Numbers(OnNumbers):
    """A run in which unknowns are the numbers given, and what is assumed of them is counted."""

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
def test_what_is_no_value_of_a_domain_is_shut_out(domain, numbers, earlier):
    run = Numbers(*numbers)
    with running(run), suppress(ValueError):
        domain.symbolic(run, "A", domain.profiles[0], earlier)
    assert run.broken


def test_integers_are_tried_up_to_12_beyond_the_least():
    assert tuple(Integers(3).enumerated({})) == tuple(range(3, 16))
    assert Integers(None, width=2).enumerated({}) == (0, 1, -1, 2, -2)


def test_layouts_are_flat_of_rank_1_and_2_unless_said_otherwise():
    assert Layouts().profiles == flat(1, 2)


@pytest.mark.parametrize("profiles", [flat(1), flat(0, 2), (LEAF, LEAF)])
def test_one_mode_is_a_plain_integer(profiles):
    assert Layouts((LEAF,), one_mode=True).one_mode
    with pytest.raises(ClaimError, match="one mode is the profile of a plain integer"):
        Layouts(profiles, one_mode=True)


@pytest.mark.parametrize("profiles", [((0, (0, 0)),), ANY_NESTING])
def test_layouts_of_which_some_are_nested_are_their_modes_alone(profiles):
    layout = Layout((2, (3, 4)), (1, (2, 6)))
    meaning, seen = read(Layouts(profiles), "A", layout, {})
    assert type(seen) is AsModes
    assert matches(meaning, seen, layout)
    assert not matches(meaning, seen, Layout((2, 3), (1, 2)))


def test_groups_have_no_profile():
    with pytest.raises(TypeError, match="groups have as many modes as they like"):
        Refinements("B", "A").symbolic(Numbers(), "G", None, {})


def test_a_layout_by_its_modes_is_none_of_one_integer():
    meaning, seen = read(LayoutsByMode(((0, 0),)), "A", Layout((2, 3), (1, 2)), {})
    assert matches(meaning, seen, Layout((2, 3), (1, 2)))
    for other in (Layout(6, 1), Layout((2, 3), (1, 3)), Layout((2, (3, 1)), (1, (2, 6)))):
        assert not matches(meaning, seen, other)


class Doubled(Integers):
    """A domain of one's own: the double of the unknown."""

    def lifted(self, fresh, name, earlier):
        return 2 * fresh.unknown(name, int)


Doubled.__module__ = "own"


@pytest.mark.parametrize("value", [0, 2, -128, 128])
def test_the_number_that_a_domain_of_ones_own_makes_a_value_of_is_sought(value):
    assert Meaning().part(Doubled(), value, "", int) == value // 2


@pytest.mark.parametrize("value", [1, 130, -130])
def test_a_value_that_is_made_of_no_small_number_has_none(value):
    with pytest.raises(NoValueError):
        Meaning().part(Doubled(), value, "", int)
