"""The record of a proof: what the prover does on each path, as steps in Gallina."""

from dataclasses import replace

import pytest

from verif.certify.gallina import UnprintableError
from verif.certify.generated.record import Recording, record
from verif.certify.generated.steps import Cited, Euclid, Halved, Split, Unfolded
from verif.certify.generated.terms import Terms
from verif.certify.program import Program
from verif.kernel.judge import Judge
from verif.kernel.obligation import Answer, Reply
from verif.solvers.process import z3_solver
from verif.symbolic.exploration import explore
from verif.symbolic.induction import induction
from verif.theory import THEORY
from verif.theory.layouts.modes import value_at_zero_is_zero

CHAPTER = [c for c in THEORY.contracts if c.block.__module__ == "verif.theory.layouts.modes"]
ZERO = next(c for c in CHAPTER if c.block is value_at_zero_is_zero)


@pytest.fixture(scope="module")
def judge():
    solver = z3_solver()
    yield Judge(solver)
    solver.stop()


@pytest.mark.parametrize("contract", CHAPTER, ids=lambda c: c.id)
def test_recording_changes_nothing_in_the_exploration(judge, contract):
    def explored(start):
        text = induction(THEORY.before(contract), contract, None, {})
        return explore(judge, contract.id, text, **start)

    def recording(*given):
        return Recording(*given, terms=Terms(Program()), theory=THEORY)

    plain, recorded = explored({}), explored({"start": recording})
    assert recorded == replace(plain, root=recorded.root)
    assert recorded.root == plain.root


def test_record_has_the_cases_and_the_induction_hypothesis(judge):
    found = record(judge, THEORY, Program(), ZERO)
    assert found.arguments == ("modes_1",)
    ((nonempty, empty),) = [part.paths for part in found.parts]
    split = Split("modes_1", "[s_modes_1 d_modes_1]", "tl_modes_1", empty=False)
    assert split in nonempty
    assert replace(split, empty=True) in empty
    (cited,) = [step for step in nonempty if isinstance(step, Cited) and step.hypothesis]
    assert (cited.contract, cited.arguments) == (ZERO.id, ("tl_modes_1",))
    assert not [step for step in empty if isinstance(step, Cited) and step.hypothesis]


def test_multiple_of_an_unknown_is_not_taken_for_a_name(judge):
    """If `needs[0]` is an XOR of columns, `first_beyond` doubles its result for `needs[1:]`."""
    (contract,) = [c for c in THEORY.contracts if c.id == "what_is_beyond_is_taken_nowhere"]
    steps = record(judge, THEORY, Program(), contract).steps
    named = [
        (step.arguments[-1], step.named)
        for step in steps
        if isinstance(step, Cited) and step.call.startswith("(first_beyond ")
    ]
    assert ("((n_needs_2) :: tl_needs_2)", "") in named
    assert {name.isidentifier() for _, name in named if name} == {True}


def test_contract_that_the_prover_does_not_prove_has_no_record():
    class Silent:
        """A solver that answers every query with UNKNOWN."""

        name = "silent"

        def check(self, query, seconds):
            return Answer(Reply.UNKNOWN, self.name)

    with pytest.raises(UnprintableError, match="does not prove"):
        record(Judge(Silent()), THEORY, Program(), ZERO)


def test_record_has_the_value_of_an_unfolded_call(judge):
    contract = next(c for c in THEORY.contracts if c.id == "stride_is_linear_in_the_last_mode")
    (part,) = record(judge, THEORY, Program(), contract).parts
    (unfolded,) = {step for path in part.paths for step in path if isinstance(step, Unfolded)}
    call = "(stride_of (((s_modes_1), (d_modes_1)) :: []) (t_2) (w_3))"
    assert unfolded == Unfolded("stride_of", call, "(d_modes_1 * w_3)", "")


def test_record_tells_halves_of_bits_from_other_quotients_of_bits(judge):
    contract = next(c for c in THEORY.contracts if c.id == "bits_in_common_with_a_multiple_are_one")
    steps = {*record(judge, THEORY, Program(), contract).steps}
    halved = {step.dividend for step in steps if isinstance(step, Halved)}
    others = {step.dividend for step in steps if isinstance(step, Euclid)}
    assert halved
    assert any("Z.land" in dividend for dividend in others - halved)
