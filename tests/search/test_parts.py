"""The parts of a search cover every case once, and no part is large."""

from itertools import chain

import pytest

from verif.readings.domains import LEAF, Index, Layouts, Shapes, flat
from verif.readings.numbers import Integers
from verif.search import parts as parts_module
from verif.search.exhaustive import arguments_in_order, countable
from verif.search.parts import arguments_of, parts

PAIRS = {"A": Layouts(), "B": Layouts(flat(1, 2), "natural"), "i": Index("B")}
MIXED = {"A": Layouts((LEAF, (0, (0,)))), "S": Shapes(flat(1, 2)), "n": Integers(1, 2)}


@pytest.mark.parametrize("domains", [PAIRS, MIXED, {"n": Integers(1, 2)}])
@pytest.mark.parametrize("cases", [1, 7, 20_000])
def test_the_parts_partition_the_arguments_in_order(domains, cases, monkeypatch):
    monkeypatch.setattr(parts_module, "CASES", cases)
    every = parts(domains, (4, 2))
    found = list(chain.from_iterable(arguments_of(domains, part) for part in every))
    # `sorted` is stable, so cases with equal sort keys stay in the order of `found`. In `found`,
    # the integers of such cases increase.
    ordered = [arguments for _, arguments in sorted(found, key=lambda one: one[0])]
    assert ordered == list(arguments_in_order(domains, (4, 2)))


def test_parts_are_small_and_stay_within_a_level(monkeypatch):
    monkeypatch.setattr(parts_module, "CASES", 50)
    every = parts(PAIRS, (5, 3))
    sizes = [sum(1 for _ in arguments_of(PAIRS, part)) for part in every]
    assert len(sizes) > 50
    assert max(sizes) < 250
    assert min(sizes) > 0


def test_countable_domains_are_recognized():
    class UserDomain:
        profiles = (None,)

        def enumerated(self, earlier):
            return (1, 2)

    assert countable(PAIRS)
    assert not countable({**PAIRS, "x": UserDomain()})
