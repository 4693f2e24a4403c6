"""Generated theorems of claims: records, scripts that Rocq checks, and attacks."""

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from verif.certify.gallina import UnprintableError
from verif.certify.generated import by_hand as handwritten
from verif.certify.generated.building import Build
from verif.certify.generated.by_hand import ByHand
from verif.certify.generated.claims import ClaimRecord, claimed
from verif.certify.generated.files import generated
from verif.certify.generated.proving import prove
from verif.certify.generated.steps import Assumed, Cited
from verif.certify.printing import print_claims
from verif.certify.program import Program
from verif.certify.run import UncertifiedError
from verif.claims.catalogue import catalogue
from verif.deciding.proofs import judge
from verif.deciding.proving import foundations
from verif.deciding.selection import selected

OWN = Path(__file__).with_name("own.py")


def of_file(name):
    (one,) = selected([f"{OWN}:{name}"])
    return one.claim


class Workshop:
    """The printed claims of the catalogue, and methods that generate proofs of further claims."""

    def __init__(self, folder):
        out = print_claims(Program())
        self.statements = {each.claim: each for each in out.statements}
        self.program, self.files, self.before = out.program, out.files, len(out.program.functions)
        self.folder = folder

    def claimed(self, claim):
        return claimed(judge(), self.program, foundations(), claim)

    def generated(self, *claims):
        theory = claims[0].theory
        cited = {name for one in claims for name in one.cited}
        contracts = [contract for contract in theory.contracts if contract.id in cited]
        return generated(judge(), theory, self.program, contracts, self.before)

    def build(self, files=None):
        return Build(self.folder, 2, printed=files or self.files)


@pytest.fixture(scope="module")
def workshop(tmp_path_factory, rocq_files):
    return Workshop(shutil.copytree(rocq_files, tmp_path_factory.mktemp("claims") / "rocq"))


@pytest.fixture(scope="module")
def given(workshop):
    """A claim with hypotheses between its conclusions."""
    return workshop.claimed(of_file("GIVEN"))


@pytest.fixture(scope="module")
def printed(workshop, given):
    return workshop.generated(given)


@pytest.fixture(scope="module")
def build(workshop, printed, given):
    """A folder in which the claim is compiled."""
    build = workshop.build()
    found = prove(printed, build, [given])
    assert (found.claims, found.open_claims) == ({"GIVEN": ("size_is_positive",)}, {})
    return build


# Statements and records.


def test_statement_is_the_one_that_the_printer_of_claims_prints(workshop):
    said = workshop.statements
    claim = next(claim for claim in catalogue() if claim.id == "I7")
    assert workshop.claimed(claim).statement == said["I7"]
    assert said["I7"].proposition in said["I7"].text


def test_record_has_the_list_of_a_layout_and_the_hypotheses_of_the_claim(given):
    record = given.proof
    assert record.arguments == ("A_1_layout", "i_2")
    assert record.readings == ("argument A_1 A_1_layout",)
    (path,) = (p for p in record.paths if any(isinstance(step, Cited) for step in p))
    assert [step.number for step in path if isinstance(step, Assumed)] == [1, 2]
    assert "size_is_positive" in given.cited


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("WRONG", "the prover does not prove the claim for every rank"),
        ("NOTHING", "no arguments reach a conclusion of the claim"),
    ],
)
def test_claim_without_a_record_is_not_printed(workshop, name, why):
    with pytest.raises(UnprintableError, match=why):
        workshop.claimed(of_file(name))


def test_lemmas_and_functions_of_a_users_file_are_printed(workshop):
    twice = workshop.claimed(of_file("TWICE"))
    cited = {*twice.cited, "value_at_zero_is_zero"}
    contracts = [contract for contract in twice.theory.contracts if contract.id in cited]
    printed = generated(judge(), twice.theory, workshop.program, contracts, workshop.before)
    assert "Definition doubled (n : Z) : Z :=" in printed.common
    found = prove(printed, workshop.build(), [twice])
    assert found.open_claims == {}
    assert "twice_the_first_value_is_zero" in found.claims["TWICE"]


def test_users_claim_does_not_get_the_handwritten_proof_of_a_claim_with_this_id(
    workshop, monkeypatch
):
    proof = ByHand("Proof. easy. Qed.", ())
    monkeypatch.setattr(handwritten, "proofs", lambda: {"GIVEN": proof, "I7": proof})
    claim = next(claim for claim in catalogue() if claim.id == "I7")
    assert workshop.claimed(claim).proof == proof
    assert isinstance(workshop.claimed(of_file("GIVEN")).proof, ClaimRecord)


@pytest.mark.parametrize(("name", "cites"), [("CITES", "C1"), ("AFTER", "P1c")])
def test_claims_about_operations_are_proved_without_a_record(workshop, name, cites):
    one = workshop.claimed(of_file(name))
    assert (one.proof, one.why) == (None, f"it cites the claim {cites}")
    found = prove(workshop.generated(one), workshop.build(), [one])
    assert (found.claims, found.open_claims) == ({name: ()}, {})


def test_false_claim_about_an_operation_is_refused_without_a_record(workshop):
    one = workshop.claimed(of_file("AFTER"))
    said = one.statement.proposition
    other = replace(
        one.statement, proposition=said.replace(") = (Layout_ext", ") = 1 + (Layout_ext")
    )
    assert other != one.statement
    false = replace(one, statement=other)
    found = prove(workshop.generated(one), workshop.build(), [false])
    assert (found.claims, found.open_claims) == ({}, {"AFTER": "it cites the claim P1c"})


def test_arguments_that_readings_do_not_describe_are_not_proved(workshop):
    one = workshop.claimed(next(claim for claim in catalogue() if claim.id == "Q4"))
    found = prove(workshop.generated(one), workshop.build(), [one])
    assert found.claims == {}
    assert found.open_claims["Q4"].startswith("there are no readings in Rocq of ")


@pytest.mark.parametrize("name", ["TREE", "NESTED", "ONE", "BITS", "LAWS"])
def test_claim_about_an_int_tuple_a_layout_of_one_mode_or_bits_is_proved(workshop, name):
    one = workshop.claimed(of_file(name))
    found = prove(workshop.generated(one), workshop.build(), [one])
    assert (list(found.claims), found.open_claims) == ([name], {})


def test_argument_that_is_an_int_tuple_is_read_as_the_list_of_its_terminals(workshop):
    one = workshop.claimed(of_file("TREE"))
    assert one.proof.readings == ("argument_tree extent S_2 S_2_tree",)


# Attacks: each changed file is refused by Rocq, or by the check of all theorems.


def test_unchanged_files_are_not_compiled_again(workshop, printed, given, build):
    found = prove(printed, workshop.build(), [given])
    assert (found.claims, found.compiled) == ({"GIVEN": ("size_is_positive",)}, 0)


def _changed(printed, given, build, change):
    """Compile a changed copy of the claim's file; return the build, the copy and the errors."""
    names = [each.name for each in printed.returning if each.name in build.keys]
    (file,) = given.files(printed, names)
    copy = replace(file, name=f"{file.name}_changed", text=change(file.text))
    assert copy.text != file.text
    again = Build(build.folder, 1, dict(build.keys))
    return again, copy, again.all([copy])


def test_false_claim_with_the_script_of_a_true_one_is_refused(printed, given, build):
    def change(text):
        return text.replace("2 <= (Layout_call A (Leaf i))", "3 <= (Layout_call A (Leaf i))")

    _, file, why = _changed(printed, given, build, change)
    assert "Rocq: " in why[file.name]


def test_script_that_drops_a_case_is_refused(printed, given, build):
    def change(text):
        return f"{text.rpartition('{ taken.')[0]}\nQed.\n"

    _, file, why = _changed(printed, given, build, change)
    assert "Rocq: " in why[file.name]


def test_script_without_the_argument_is_refused(printed, given, build):
    _, file, why = _changed(
        printed, given, build, lambda text: re.sub(r"  argument .*\n", "", text)
    )
    assert "Rocq: " in why[file.name]


@pytest.mark.parametrize(
    ("said", "put"),
    [
        ("(2 <= (Layout_call A (Leaf i)))", "True"),
        ("(Layout_call_ok A (Leaf i)) = true", "True"),
        ("  0 <= i ->\n", "  5 <= i ->\n"),
    ],
)
def test_weaker_statement_is_refused(printed, given, build, said, put):
    """The weaker statement has a proof, but it is not the statement of the claim."""

    def change(text):
        assert said in text
        return text.replace(said, put)

    changed, file, why = _changed(printed, given, build, change)
    assert why == {}
    with pytest.raises(UncertifiedError, match="does not prove its statement"):
        changed.require_closed([file])


@pytest.mark.parametrize("gap", ["Admitted.", "Axiom cheat : False.", "Proof. admit. Qed."])
def test_file_with_a_gap_is_refused(printed, given, build, gap):
    with pytest.raises(UncertifiedError, match="has the word"):
        _changed(printed, given, build, lambda text: f"{text}\n{gap}\n")


def test_old_script_is_compiled_again_after_a_function_has_changed(workshop, printed, given, build):
    """The changed function adds 1 to each offset, so the theorems about layouts fail."""
    text = workshop.files["Printed.v"]
    body = "(d * (x mod s))"
    assert body in text
    changed = {**workshop.files, "Printed.v": text.replace(body, "(d * (x mod s) + 1)")}
    with pytest.raises(UncertifiedError, match=r"\.v: Rocq"):
        prove(printed, workshop.build(changed), [given])
