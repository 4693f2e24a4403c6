"""Each mutant names a proof or a test, its killer, which fails only on the mutated code."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.proofs.mutants import MUTANTS, SURVIVORS
from tests.proofs.mutation import is_killed
from tests.sampling import one_of_each
from verif.kernel.verdict import Outcome
from verif.theory import THEORY

FEWEST_MUTANTS = 322
FEWEST_SURVIVORS = 4
FEWEST_MODULES = 75

CONTRACTS = {contract.id: contract for contract in THEORY.contracts}


def by_module(mutant):
    return mutant.module, f"{mutant.module}-{mutant.killer}"


def test_mutants_do_not_shrink():
    assert len(set(MUTANTS)) >= FEWEST_MUTANTS
    assert len(set(SURVIVORS)) >= FEWEST_SURVIVORS
    assert len({mutant.module for mutant in MUTANTS}) >= FEWEST_MODULES


@pytest.mark.parametrize("module", sorted({m.module for m in MUTANTS + SURVIVORS}))
def test_the_text_a_mutant_replaces_occurs_once(module):
    text = Path(find_spec(module).origin).read_text()
    changed = [m.old for m in MUTANTS + SURVIVORS if m.module == module]
    assert [old for old in changed if text.count(old) != 1] == []


def test_each_test_that_must_fail_exists():
    """Each run tries only some mutants. Without this test, renaming a test could go unnoticed."""
    root = Path(__file__).parents[2]
    named = {m.killer.partition("[")[0] for m in MUTANTS + SURVIVORS if "::" in m.killer}
    found = {one: (root / one.partition("::")[0]).read_text() for one in named}
    assert [
        one for one, text in found.items() if f"def {one.partition('::')[2]}(" not in text
    ] == []


@pytest.mark.parametrize("mutant", one_of_each(MUTANTS, by_module))
def test_a_mutant_is_killed(mutant, decisions):
    assert is_killed(mutant, decisions.folder)


@pytest.mark.parametrize("mutant", one_of_each(SURVIVORS, by_module))
def test_an_equivalent_mutant_survives(mutant, decisions):
    assert not is_killed(mutant, decisions.folder)


@pytest.mark.parametrize(
    "killer", sorted({m.killer for m in MUTANTS + SURVIVORS if "/" not in m.killer})
)
def test_no_killer_fails_without_a_mutant(killer, decisions):
    """A killer that fails on the original code proves nothing about a mutant."""
    if killer in CONTRACTS:
        assert decisions.lemma(CONTRACTS[killer])
    else:
        assert decisions.claim(killer).verdict.outcome is Outcome.PROVED
