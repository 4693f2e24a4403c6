"""Claims are printed as propositions that say what the claims say."""

from pathlib import Path

from verif.certify.program import Program
from verif.certify.statements import statement
from verif.deciding.selection import selected

CLAIMS = Path(__file__).with_name("forms.py")


def said(name):
    (one,) = selected([f"{CLAIMS}:{name}"])
    return statement(Program(), one.claim).proposition


def test_a_branch_on_none_is_printed_as_a_match():
    text = said("NONE")
    assert "(meeting_steps_ok A) = true" in text
    assert "(match found with\n  | Some found => (let '(j, k) := found in\n  (j < k))" in text
    assert "| None => ((Layout_call_ok A (Leaf i)) = true /\\" in text


def test_loops_over_known_entries_are_printed_entry_by_entry():
    text = said("EACH")
    assert "(let m := ((Layout_size A) + 1) in\n  (let n := ((Layout_size B) + 1) in" in text
    assert "(((powers_of_two (modes_of A)) && (powers_of_two (modes_of B))) = true)" in text
    assert "((1 <=? (Layout_size A)) && (1 <=? (Layout_size B))) = true" in text


def test_conditions_after_a_false_one_need_not_return():
    assert "((modes_of_ok A) && ((negb (powers_of_two (modes_of A))) || (modes_of_ok B)))" in said(
        "EACH"
    )


def test_hypotheses_of_domains_are_about_modes():
    text = said("MODES")
    assert "(strides_from (modes_of A) 0) = true ->\n  (none_empty (groups_of A)) = true ->" in text
    assert "(Layout_depth B) = 0 ->" in text


def test_a_failed_unpacking_makes_a_claim_false():
    text = said("MODES")
    assert "(match (modes_of B) with\n  | [(s, _)] => " in text
    assert "  | _ => False end)" in text


def test_operations_are_values_and_layouts_are_compared():
    text = said("MODES")
    assert "(let second := (composition_layout A [B]) in" in text
    assert "((Layout_getitem first 0) = (Layout_getitem second 0))" in text
    assert "(((Layout_rank A), s) = (1, 1))" in text
