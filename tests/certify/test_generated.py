"""Generated proofs: printed statements, and scripts that Rocq checks. They need Debian's coq."""

import os
import re
import shutil
from dataclasses import replace

import pytest

from verif.certify.gallina import INT, ListOf, Product, Term
from verif.certify.generated.building import Build
from verif.certify.generated.files import generated
from verif.certify.generated.library import enough_fuel, partial_definitions, returning
from verif.certify.generated.propositions import invariant, proposition
from verif.certify.generated.proving import prove
from verif.certify.generated.record import record
from verif.certify.generated.scripts import Script
from verif.certify.generated.steps import Cited, Law, Shown, Split
from verif.certify.program import Program
from verif.certify.run import UncertifiedError
from verif.certify.run import rocq as run_rocq
from verif.kernel.judge import Judge
from verif.kernel.obligation import Obligation
from verif.readings.by_mode import group_at
from verif.readings.modes import MODES
from verif.readings.terminals import TERMINALS
from verif.solvers.process import z3_solver
from verif.theory import THEORY
from verif.theory.layouts.modes import value_at_zero_is_zero

CONTRACTS = {contract.id: contract for contract in THEORY.contracts}
ZERO = CONTRACTS[value_at_zero_is_zero.__name__]


@pytest.fixture(scope="module")
def judge():
    solver = z3_solver()
    yield Judge(solver)
    solver.stop()


@pytest.fixture(scope="module")
def printed(judge):
    """The printed form of the shortest lemma that is proved by induction."""
    return generated(judge, THEORY, Program(), [ZERO])


@pytest.fixture(scope="module")
def build(printed, tmp_path_factory, rocq_files):
    """A folder in which the lemma is compiled."""
    folder = shutil.copytree(rocq_files, tmp_path_factory.mktemp("generated") / "rocq")
    build = Build(folder, 1)
    found = prove(printed, build)
    assert (found.closed, found.open) == ((ZERO.id,), {})
    return build


# Statements.


def test_statement_of_a_lemma_has_its_assumptions_and_conclusions():
    said = proposition(Program(), THEORY, CONTRACTS["value_is_within_reach"])
    assert said.variables == (("modes", "(list (Z * Z))"), ("x", "Z"))
    assert re.sub(r"[\s()]+", " ", said.text).strip() == (
        "Forall ok_modes modes -> 0 <= x /\\ x < total modes -> value modes x <= span modes"
    )
    assert said.measure == "(Z.of_nat (length modes))"


def test_statement_of_a_contract_says_that_the_function_returns_and_has_each_law():
    said = proposition(Program(), THEORY, CONTRACTS["coalescing_keeps_the_extended_function"])
    assert "(coalesce_extended_ok modes) = true" in said.text
    assert "Forall ok_modes (coalesce_extended modes)" in said.text
    assert said.laws == ("extended", "strides_from")
    assert "(extended (coalesce_extended modes) x) = (extended modes x)" in said.text


def test_invariants_of_kinds_are_printed():
    assert invariant(MODES) == ("1 <= (fst e)",)
    assert invariant(TERMINALS) == ()


def test_statement_of_a_contract_that_may_reject_is_about_accepted_arguments():
    said = proposition(Program(), THEORY, CONTRACTS["accepted_modes_reach_over"])
    accepted = "(quotients_ok modes unit_ size step) = true"
    assert f"({accepted} ->\n  (Forall ok_modes (quotients modes unit_ size step))" in said.text
    assert f"((reaches_over modes unit_ size) = true) -> {accepted})" in said.text


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("layout_is_the_sum_of_its_steps", "(summed (steps_of modes) x) = (value modes x)"),
        ("words_without_a_bit_are_linear", "(both = (without (Z.lxor a b) pivot bit))"),
        ("dividing_each_makes_tiles_and_rests", "(none_empty (fst (divided_each groups tilers)))"),
    ],
)
def test_hints_before_conclusions_are_left_out(name, said):
    """The hints are under `if modes and proving()`, in a loop, and before a lambda."""
    assert said in proposition(Program(), THEORY, CONTRACTS[name]).text


def test_definitions_return_if_they_do_not_divide_by_0_and_lists_are_long_enough():
    program = Program()
    for name in ("counting_serves", "inner_product_at_digits_is_extended"):
        proposition(program, THEORY, CONTRACTS[name])
    found = returning(THEORY, partial_definitions(THEORY, program.functions))
    needs = {each.printed.name: each.needs for each in found}
    assert needs["in_bank"] == ("banks <> 0",)
    assert needs["serves"] == ("banks <> 0",), "it calls is_free, which divides"
    assert needs["dot"] == ("(length a <= length b)%nat",)


# Attacks: each changed file is refused by Rocq, or by the check of all theorems.


def test_unchanged_files_are_not_compiled_again(printed, build):
    again = prove(printed, Build(build.folder, 1))
    assert (again.closed, again.compiled) == ((ZERO.id,), 0)


def _changed(printed, build, change):
    """Compile a changed copy of the file; return the build, the copy and the errors."""
    (index,) = range(len(printed.records))
    names = [each.name for each in printed.returning]
    file = change(printed.file(index, names))
    copy = Build(build.folder, 1, dict(build.keys))
    file = replace(file, name=f"{file.name}_changed")
    return copy, file, copy.all([file])


def test_proof_without_the_induction_is_refused(printed, build):
    def change(file):
        head, _, _ = file.text.partition("Proof.")
        return replace(file, text=f"{head}Proof. intros. solved. Qed.\n")

    _, file, why = _changed(printed, build, change)
    assert "Rocq: " in why[file.name]


def test_dropped_case_is_refused(printed, build):
    def change(file):
        others, _, _ = file.text.rpartition("{ taken.")
        return replace(file, text=f"{others}\nQed.\n")

    _, file, why = _changed(printed, build, change)
    assert "Rocq: " in why[file.name]


def test_false_statement_with_the_same_script_is_refused(printed, build):
    def change(file):
        assert "(value modes 0) = 0" in file.text
        return replace(file, text=file.text.replace("(value modes 0) = 0", "(value modes 0) = 1"))

    _, file, why = _changed(printed, build, change)
    assert "Rocq: " in why[file.name]


def test_weakened_statement_is_refused(printed, build):
    def change(file):
        head, _, _ = file.text.partition("Theorem")
        said = f"Theorem {file.theorem} : forall modes : list (Z * Z), True."
        return replace(file, text=f"{head}{said}\nProof. exact (fun _ => I). Qed.\n")

    copy, file, why = _changed(printed, build, change)
    assert why == {}
    with pytest.raises(UncertifiedError, match="does not prove its statement"):
        copy.require_closed([file])


def test_lemma_that_cites_itself_is_refused(printed, build):
    def change(file):
        return replace(file, text=re.sub(r"\(IH ", f"({ZERO.id} ", file.text))

    _, file, why = _changed(printed, build, change)
    assert f"The reference {ZERO.id} was not found" in why[file.name]


@pytest.mark.parametrize("gap", ["Admitted.", "Axiom cheat : False.", "Proof. admit. Qed."])
def test_file_with_a_gap_is_refused(printed, build, gap):
    with pytest.raises(UncertifiedError, match="has the word"):
        _changed(printed, build, lambda file: replace(file, text=f"{file.text}\n{gap}\n"))


def test_old_script_is_refused_after_the_function_has_changed(printed, build, rocq_folder):
    assert "(d * (x mod s))" in printed.common
    other = replace(
        printed, common=printed.common.replace("(d * (x mod s))", "(d * (x mod s) + 1)")
    )
    found = prove(other, Build(rocq_folder, 1))
    assert found.closed == ()
    assert ZERO.id in found.open


TRUE = "Lemma true : True.\nProof. {}. exact I. Qed.\n"


def test_a_time_limit_is_told_from_a_refusal(tmp_path, monkeypatch):
    build = Build(tmp_path, 1)
    long = "do 1000000000 idtac"
    refused = build.compile("Refused", TRUE.format("fail"), ())
    late = build.compile("Late", TRUE.format(f"timeout 1 ({long})"), ())
    monkeypatch.setattr("verif.certify.generated.building.SECONDS", 1)
    killed = build.compile("Killed", TRUE.format(long), ())
    assert late.startswith("Rocq: out of time: ")
    assert killed == "Rocq: out of time, after 1 s of processor time"
    assert refused.startswith("Rocq: ")
    assert "out of time" not in refused


def test_rejected_text_is_compiled_again_only_if_that_is_asked_for(tmp_path, monkeypatch):
    text = TRUE.format("fail")
    why = Build(tmp_path, 1).compile("True", text, ())
    ran = []
    monkeypatch.setattr(Build, "_coqc", lambda _, name: ran.append(name) or "again")
    assert (Build(tmp_path, 1).compile("True", text, ()), ran) == (why, [])
    assert Build(tmp_path, 1, again={"True"}).compile("True", text, ()) == "again"
    assert Build(tmp_path, 1).compile("True", text, (), again=True) == "again"
    assert Build(tmp_path, 1).compile("True", TRUE.format("idtac"), ()) == "again"


def test_another_version_of_rocq_compiles_the_file_again(tmp_path, monkeypatch):
    text = TRUE.format("idtac")
    assert Build(tmp_path, 1).compile("True", text, ()) == ""
    again = Build(tmp_path, 1)
    again.compile("True", text, ())
    assert again.compiled == set()
    monkeypatch.setattr("verif.certify.generated.building.version", lambda: "another")
    again.compile("True", text, ())
    assert again.compiled == {"True"}


def test_rejected_text_does_not_undo_an_accepted_text_of_the_same_file(tmp_path):
    good, bad = TRUE.format("idtac"), TRUE.format("fail")
    assert Build(tmp_path, 1).compile("True", bad, ()) != ""
    assert Build(tmp_path, 1).compile("True", good, ()) == ""
    build = Build(tmp_path, 1)
    assert build.compile("True", bad, ()) != ""
    assert build.compile("True", good, ()) == ""
    assert build.compiled == set()


def _needed(folder):
    """Compile a file and a file that imports it; return the error and the compiled files."""
    build = Build(folder, 1)
    first = build.compile("First", TRUE.format("idtac"), ())
    second = build.compile("Second", "Require First.\nCheck First.true.\n", ("First",))
    return first + second, build.compiled


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content[:100],
        lambda _: b"",
        lambda content: content[:-300] + b"\x9b\xff" + content[-298:],
    ],
    ids=["truncated", "empty", "changed"],
)
def test_damaged_compiled_file_is_compiled_again(tmp_path, damage):
    assert _needed(tmp_path) == ("", {"First", "Second"})
    compiled = tmp_path / "First.vo"
    content = compiled.read_bytes()
    compiled.write_bytes(damage(content))
    assert _needed(tmp_path) == ("", {"First"})
    assert compiled.read_bytes() == content
    assert _needed(tmp_path) == ("", set())


def test_output_of_rocq_that_is_not_utf8_is_read(tmp_path, monkeypatch):
    rocq = tmp_path / "coqc"
    rocq.write_text("#!/bin/sh\nprintf 'Error: bad \\233 name' >&2\nexit 1\n")
    rocq.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert Build(tmp_path, 1).compile("True", "", ()) == "Rocq: bad \N{REPLACEMENT CHARACTER} name"
    with pytest.raises(UncertifiedError, match="bad \N{REPLACEMENT CHARACTER} name"):
        run_rocq(tmp_path, "coqc", "True.v")


# Rocq would reject these recursions if they were printed as they are in Python.


def _proved(judge, id, folder):
    """Return the result for one contract, and the names of the helper files that Rocq compiled."""
    printed = generated(judge, THEORY, Program(), [CONTRACTS[id]])
    build = Build(folder, 1)
    found = prove(printed, build)
    return found, {each.name for each in printed.returning if each.name in build.compiled}


def test_function_that_looks_at_the_rest_of_its_list_is_run(judge, rocq_folder):
    found, _ = _proved(judge, "one_ends_in_step", rocq_folder)
    assert (found.closed, found.open) == (("one_ends_in_step",), {})


def test_equation_of_bit_operations_is_proved_bit_by_bit(judge, rocq_folder):
    name = "xors_of_three_in_any_order"
    found, _ = _proved(judge, name, rocq_folder)
    assert (found.closed, found.open) == ((name,), {})
    assert "  intros. bitwise.\nQed." in (rocq_folder / f"L_{name}.v").read_text()


def test_laws_are_those_of_the_contract_that_is_cited(judge):
    """The proof cites two contracts about the same result, and only one of them states the law."""
    contract = CONTRACTS["extents_of_parts_have_as_many_points"]
    steps = [*record(judge, THEORY, Program(), contract).steps]
    contracts = {step.number: step.contract for step in steps if isinstance(step, Cited)}
    laws = {(contracts[step.number], step.observation) for step in steps if isinstance(step, Law)}
    assert laws
    for name, law in laws:
        assert law in proposition(Program(), THEORY, CONTRACTS[name]).laws


def test_tuple_of_results_is_taken_apart(judge):
    contract = CONTRACTS["steps_that_meet_are_not_linear"]
    steps = record(judge, THEORY, Program(), contract).steps
    named = {step.named for step in steps if isinstance(step, Cited) and "(meeting " in step.call}
    assert named == {"[i_meeting_5 j_meeting_6]"}


def test_fact_about_an_unknown_without_a_name_is_left_out():
    asked = Obligation("NAME", (), (), "(<= 0 1)")
    path = (Shown("0 <= x_1", (), asked), Shown("0 <= x_1 + s_carry_9", (), asked))
    printed = Script({}, {}, {"x_1"})
    printed.tree([path], 0, 0)
    assert printed.lines == ["fact (0 <= x_1) ltac:(fun _ => hard).", "solved."]


def test_name_of_one_branch_is_unknown_in_the_other():
    asked = Obligation("NAME", (), (), "(<= 0 1)")
    paths = [
        (Split("l_1", "[x_l_1 y_l_1]", "tl_l_1", empty), Shown("0 <= x_l_1", (), asked))
        for empty in (True, False)
    ]
    printed = Script({}, {}, {"l_1"})
    printed.tree(paths, 0, 0)
    assert printed.lines == [
        "destruct l_1 as [|[x_l_1 y_l_1] tl_l_1].",
        *("{ taken.", "  solved.", "}"),
        *("{ taken.", "  fact (0 <= x_l_1) ltac:(fun _ => hard).", "  solved.", "}"),
    ]


def test_recursion_with_enough_fuel_is_the_function(judge, rocq_folder):
    found, helping = _proved(judge, "number_of_pieces_is_natural", rocq_folder)
    assert "F_pieces_needed" in helping
    (why,) = found.open.values()
    assert why == "cites first_break_is_from_1_to_n, which has no generated proof"


def test_recursion_on_an_empty_list_takes_fuel():
    program = Program()
    program.call(group_at, (Term("groups", ListOf(ListOf(Product((INT, INT))))), Term("k", INT)))
    (printed,) = (each for each in program.functions if each.function is group_at)
    assert "Fixpoint group_at_f (fuel : nat)" in printed.text
    statement, _ = enough_fuel(printed)
    # The amount of fuel is not called k, because the function has an argument k.
    assert statement.startswith("forall (fuel' : nat) (groups : (list (list (Z * Z)))) (k : Z),")
