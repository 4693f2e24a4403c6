"""Mistakes planted into a copy of pycute are noticed by `upstream check`, each within seconds."""

import shutil
import time
from pathlib import Path

import pycute
import pytest

from tests.oracle.mutants_of_pycute import MUTANTS
from tests.sampling import one_of_each
from verif.oracle.baseline import committed, read_baseline
from verif.oracle.check import check
from verif.upstream.implementation import implementation

VERSION = "4.2.0.0"
BUDGET = 10.0

PACKAGE = Path(pycute.__file__).parent

CHANGING = [mutant for mutant in MUTANTS if not mutant.same]
SAME = [mutant for mutant in MUTANTS if mutant.same]


@pytest.fixture(scope="module")
def known():
    return read_baseline(committed("pycute", VERSION))


def mutated(mutant, folder):
    copy = folder / "pycute"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    path = copy / mutant.file
    path.write_text(mutant.applied(path.read_text()))
    return implementation(f"pycute@{copy}")


def by_function(mutant):
    return mutant.place((PACKAGE / mutant.file).read_text()), str(mutant)


def test_they_are_many_and_in_every_operation():
    assert len(CHANGING) >= 80
    assert len(set(map(str, MUTANTS))) == len(MUTANTS)


@pytest.mark.parametrize("mutant", one_of_each(CHANGING, by_function))
def test_a_mutant_is_noticed(mutant, known, tmp_path):
    copy = mutated(mutant, tmp_path)
    begun = time.process_time()
    try:
        found = check(copy, BUDGET, known, first=True)
    finally:
        copy.stop()
    assert found.new or found.repaired
    assert time.process_time() - begun < BUDGET


@pytest.mark.parametrize("mutant", one_of_each(SAME, by_function))
def test_a_mutant_that_changes_nothing_is_not(mutant, known, tmp_path):
    copy = mutated(mutant, tmp_path)
    try:
        found = check(copy, BUDGET, known, first=True)
    finally:
        copy.stop()
    assert not found.new
    assert not found.repaired
