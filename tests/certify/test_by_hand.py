"""Handwritten proofs of contracts. The printer generates the statements of the contracts."""

import re
import shutil
from dataclasses import replace

import pytest

from verif.certify.generated.building import Build
from verif.certify.generated.by_hand import PROOFS, ByHand, by_hand, proofs
from verif.certify.generated.files import generated
from verif.certify.generated.proving import prove
from verif.certify.printing import everywhere, print_claims
from verif.certify.program import Program
from verif.certify.run import ESCAPES
from verif.deciding.proofs import judge
from verif.theory import THEORY

CONTRACTS = {contract.id: contract for contract in THEORY.contracts}

SAMPLE = ("a_bit_of_an_xor_is_of_one", "each_word_has_a_turn", "the_others_agree")
"""A lemma about bits, a contract of a function, and a lemma about lists.

None of their proofs cites a contract.
"""


@pytest.mark.parametrize("file", sorted(PROOFS.glob("*.v")), ids=lambda file: file.stem)
def test_each_proof_has_a_contract_and_leaves_no_gap(file):
    text = file.read_text()
    named = re.findall(r"^\(\* (\w+)(?:,[^.]*)? \*\)$", text, re.MULTILINE)
    assert set(named) <= set(proofs()), "all are read"
    packages = {name: each.block.__module__.split(".")[2] for name, each in CONTRACTS.items()}
    packages |= {claim.id: "claims" for claim in everywhere()}
    assert {packages[name] for name in named} == {file.stem}
    assert text.count("Qed.") == len(named)
    assert not ESCAPES.search(text)


def test_all_proofs_are_in_a_file_of_their_package():
    texts = [file.read_text() for file in PROOFS.glob("*.v")]
    assert sum(text.count("Qed.") for text in texts) == len(proofs())


def test_cited_contracts_are_those_that_the_proof_names():
    proof = by_hand("steps_that_meet_are_not_linear", CONTRACTS)
    assert proof is not None
    assert proof.cited == (
        "a_sum_is_xor_and_twice_and",
        "step_meets_none_or_the_one_found",
        "sum_at_zero_is_zero",
        "sum_is_natural",
    )


@pytest.fixture(scope="module")
def printed():
    program = Program()
    files = print_claims(program).files
    contracts = [CONTRACTS[name] for name in SAMPLE]
    return generated(judge(), THEORY, program, contracts), files


@pytest.fixture(scope="module")
def build(printed, tmp_path_factory, rocq_files):
    """A folder in which the sample is compiled."""
    folder = shutil.copytree(rocq_files, tmp_path_factory.mktemp("by_hand") / "rocq")
    build = Build(folder, 1, printed=printed[1])
    found = prove(printed[0], build)
    assert (found.closed, found.by_hand, found.open) == (SAMPLE, SAMPLE, {})
    return build


def test_theorems_by_hand_prove_the_printed_statements(printed, build):
    for index, (contract, said, proof) in enumerate(printed[0].records):
        assert isinstance(proof, ByHand)
        file = printed[0].file(index, ())
        assert f"Theorem {contract.id} : {said.statement}.\nProof." in file.text
        assert file.name in build.keys


def test_a_proof_by_hand_of_another_statement_is_refused(printed, build):
    index = SAMPLE.index("a_bit_of_an_xor_is_of_one")
    file = printed[0].file(index, ())
    wrong = file.text.replace("(Z.land bit (bit - 1)) = 0", "(Z.land bit (bit - 1)) = 1", 1)
    assert wrong != file.text
    changed = replace(file, name=f"{file.name}_changed", text=wrong)
    assert "Rocq: " in Build(build.folder, 1, dict(build.keys)).all([changed])[changed.name]
