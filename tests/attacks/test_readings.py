"""The reading of a domain (its form in a proof) covers each value that a search tries."""

from __future__ import annotations

from itertools import islice
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from spec.int_tuple import flatten
from spec.layout import Layout
from spec.modes import Groups, Modes, modes_of
from spec.xla import XlaShape
from verif.claims.catalogue import catalogue
from verif.kernel.contract import Kind
from verif.kernel.errors import NotLiftableError
from verif.kernel.verbs import running
from verif.readings.domains import Index, Layouts, Point, Shapes
from verif.readings.numbers import Among, Integers
from verif.readings.terminals import Parts, Terminals
from verif.search.exhaustive import arguments_in_order
from verif.search.strategies import arguments_of
from verif.theory import THEORY

BOUND = (6, 3)
MOST = 300

DOMAINS = {type(domain).__name__ for claim in catalogue() for domain in claim.domains.values()}
"""The kinds of domains in the catalogue. Each kind must occur in a checked claim."""

FEWEST_DOMAINS = 14
FEWEST_READ = 70


class Left(Exception):  # noqa: N818
    """Raised if a proof's assumptions about a domain exclude a value of the domain."""


class Admitting:
    """A run on concrete values. It raises `Left` if an assumption is false for these values."""

    proves: ClassVar[bool] = False

    def assume(self, label, condition):
        if not condition:
            raise Left(label)


class Giving:
    """A substitute for the source of unknowns. Its unknowns are the parts of one concrete value."""

    def __init__(self, value: Any, domain: Any) -> None:
        self.value = value
        self.domain = domain
        layout = isinstance(value, Layout)
        self.shape = value.shape if layout else value
        self.numbers = iter(
            (domain.values.index(value),)
            if isinstance(domain, Among)
            else (*flatten(self.shape), *(flatten(value.stride) if layout else ()))
        )

    def lift(self, item):
        return item

    def unknown(self, name, annotation):
        if annotation is bool:
            return isinstance(self.shape, int)
        if annotation is int:
            return next(self.numbers)
        part = self._part(name, annotation)
        admitted(THEORY.kinds[annotation], part)
        return part

    def _part(self, name, annotation):
        if isinstance(self.value, XlaShape):
            of_arrays = {"dims": "dims", "order": "minor_to_major", "tiles": "sides"}
            return getattr(self.value, of_arrays[name.rpartition("_")[2]])
        if annotation == Terminals:
            return flatten(self.value.stride if name.endswith("_strides") else self.shape)
        if annotation == Parts:
            return tuple(map(flatten, self.shape))
        if annotation == Groups and isinstance(self.value, Layout):
            return tuple(map(modes_of, self.value))
        return modes_of(self.value) if annotation == Modes else self.value


def admitted(kind: Kind, elements: Any) -> None:
    """Raise `Left` if an element violates the invariant of its kind."""
    for element in elements:
        if kind.of is not None:
            admitted(kind.of, element)
        elif not all(kind.invariant(element).values()):
            raise Left(f"an element {element} of {kind.name}")


def admit(domains, arguments) -> bool:
    """Check that the reading of each domain (its form in a proof) admits the argument.

    Return False if a domain has no reading that covers all ranks.
    """
    lifted: dict[str, Any] = {}
    with running(Admitting()):
        for name, domain in domains.items():
            value = arguments[name]
            # The form of a `Point` in a proof depends on the forms of earlier arguments. The forms
            # of all other domains depend on the values of earlier arguments.
            earlier = lifted if isinstance(domain, Point) else arguments
            try:
                lifted[name] = domain.lifted(Giving(value, domain), name, earlier)
            except NotLiftableError:
                # In a proof, no form of this domain covers all ranks.
                return False
    return True


def test_most_claims_have_a_reading_of_all_arguments():
    first = ((c.domains, islice(arguments_in_order(c.domains, BOUND), 1)) for c in catalogue())
    read = (admit(domains, one) for domains, found in first for one in found)
    assert sum(read) >= FEWEST_READ


def test_every_kind_of_domain_is_there():
    assert len(DOMAINS) >= FEWEST_DOMAINS


@pytest.mark.parametrize("one", catalogue(), ids=lambda one: one.id)
def test_enumerated_values_are_admitted_by_the_reading(one):
    for arguments in islice(arguments_in_order(one.domains, BOUND), MOST):
        admit(one.domains, arguments)


@pytest.mark.parametrize("one", catalogue(), ids=lambda one: one.id)
def test_drawn_values_are_admitted_by_the_reading(one):
    @settings(
        max_examples=10, database=None, deadline=None, suppress_health_check=list(HealthCheck)
    )
    @given(st.data())
    def run(data):
        admit(one.domains, data.draw(arguments_of(one)))

    run()


class EveryRank(Layouts):
    rank_0: ClassVar[bool] = True


class EveryShape(Shapes):
    rank_0: ClassVar[bool] = True


@pytest.mark.parametrize(
    ("domains", "arguments"),
    [
        ({"A": EveryRank(profiles=((), (0,)))}, {"A": Layout((), ())}),
        ({"A": Layouts(strides="natural")}, {"A": Layout((2, 2), (1, -1))}),
        ({"S": EveryShape(profiles=((),))}, {"S": ()}),
        ({"S": Shapes(profiles=((0, 0),))}, {"S": (2, 0)}),
        ({"x": Integers(5)}, {"x": 4}),
        ({"A": Layouts(), "i": Index("A")}, {"A": Layout((2, 3), (1, 2)), "i": 6}),
    ],
)
def test_a_reading_that_omits_values_is_detected(domains, arguments):
    with pytest.raises(Left):
        admit(domains, arguments)
