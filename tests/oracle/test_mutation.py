"""`upstream check` reports mistakes planted into a copy of pycute."""

import pytest

from tests.oracle.checkouts import PYCUTE, checked_out
from tests.oracle.mutants_of_pycute import MUTANTS
from tests.sampling import one_of_each
from verif.oracle.baseline import committed, read_baseline
from verif.oracle.check import check
from verif.upstream.implementation import implementation

VERSION = "4.2.0.0"
UNHURRIED = 600.0
"""A budget that suffices for all cases even on a busy machine."""

CHANGING = [mutant for mutant in MUTANTS if not mutant.same]
SAME = [mutant for mutant in MUTANTS if mutant.same]


@pytest.fixture(scope="module")
def known():
    return read_baseline(committed("pycute", VERSION))


def mutated(mutant, folder, operations=None):
    copy = checked_out(folder, operations)
    path = copy / mutant.file
    path.write_text(mutant.applied(path.read_text()))
    return implementation(f"pycute@{copy}")


def by_file(mutant):
    return mutant.file, str(mutant)


def by_function(mutant):
    return mutant.place((PYCUTE / mutant.file).read_text()), str(mutant)


def test_there_are_many_distinct_mutants():
    assert len(CHANGING) >= 80
    assert len(set(map(str, MUTANTS))) == len(MUTANTS)


@pytest.mark.parametrize("mutant", one_of_each(CHANGING, by_file))
def test_a_mutant_of_pycute_is_reported(mutant, known, tmp_path):
    copy = mutated(mutant, tmp_path)
    try:
        found = check(copy, UNHURRIED, known, first=True)
    finally:
        copy.stop()
    assert found.new or found.record.repaired or found.changed


@pytest.mark.parametrize("mutant", one_of_each(SAME, by_function))
def test_an_equivalent_mutant_of_pycute_is_not_reported(mutant, known, tmp_path):
    place, _ = by_function(mutant)
    copy = mutated(mutant, tmp_path, (place,))
    try:
        found = check(copy, UNHURRIED, known, first=True)
    finally:
        copy.stop()
    assert not found.new
    assert not found.record.repaired
    assert not found.changed
