"""Functions are printed as they read, with when they return; what has no reading is refused."""

from pathlib import Path

import pytest

from spec import PLAIN
from spec.coalesce import push
from spec.int_tuple import ceil_div, flatten, require_shape, unflatten
from spec.layout import Layout
from spec.modes import extended, value
from spec.xla import in_pairs
from tests.certify import texts
from verif.certify.comparison import comparison
from verif.certify.gallina import (
    INT,
    LAYOUT,
    NOTHING,
    TREE,
    ListOf,
    Product,
    Term,
    UnprintableError,
)
from verif.certify.program import Program
from verif.language.compile import Program as Language
from verif.language.compile import project
from verif.language.modules import Modules
from verif.readings.one_by_one import one_by_one

MODE = Product((INT, INT))
MODES = ListOf(MODE)

ROOTS = {**project().modules.roots, "tests": Path(__file__).parents[1]}
LANGUAGE = Language(Modules(ROOTS))
"""The texts of the project and of these tests."""


def printed(function, *types):
    """The program after a call of the function at arguments of these types, and the call."""
    program = Program(LANGUAGE)
    arguments = tuple(Term(f"x{k}", of) for k, of in enumerate(types))
    return program, program.call(function, arguments)


def text_of(function, *types):
    program, _ = printed(function, *types)
    return program.functions[-1].text


def test_a_recursion_on_a_list_is_structural_and_says_when_it_returns():
    assert text_of(value, MODES, INT) == (
        "(* spec/modes.py: value *)\n"
        "Fixpoint value (modes : (list (Z * Z))) (x : Z) : Z :=\n"
        "  (match modes with\n"
        "  | [] => 0\n"
        "  | (s, d) :: rest => ((d * (x mod s)) + (value rest (x / s))) end).\n"
        "Fixpoint value_ok (modes : (list (Z * Z))) (x : Z) : bool :=\n"
        "  (match modes with\n"
        "  | [] => true\n"
        "  | (s, d) :: rest => "
        "((negb (s =? 0)) && ((negb (s =? 0)) && (value_ok rest (x / s)))) end)."
    )


def test_a_head_of_an_empty_list_is_where_it_does_not_return():
    _, of_no_modes = text_of(extended, MODES, INT).split("Fixpoint extended_ok")
    assert "| [] => false\n" in of_no_modes


def test_a_function_that_always_returns_has_no_condition():
    program, call = printed(push, MODE, MODES)
    assert call.ok == "true"
    assert "push_ok" not in program.text()


def test_an_int_tuple_is_a_tree_and_isinstance_is_a_match():
    assert text_of(flatten, TREE) == (
        "(* spec/int_tuple.py: flatten *)\n"
        "Fixpoint flatten (t : tree) : (list Z) :=\n"
        "  (match t with\n"
        "  | Tuple t => (flat_map flatten t)\n"
        "  | Leaf t => [t] end)."
    )


def test_what_returns_nothing_is_when_it_returns():
    assert text_of(require_shape, TREE).endswith(
        "Definition require_shape_ok (t : tree) : bool :=\n"
        "  (forallb (fun entry => (negb (entry <? 1))) (flatten t))."
    )


def test_unflatten_takes_each_entry_by_its_place():
    program, _ = printed(unflatten, ListOf(TREE), TREE)
    text = program.text()
    assert "places := (removelast (accumulated Z.add counts first))" in text
    assert "| Leaf profile => (nth (Z.to_nat first) flat (Leaf 0)) end" in text


def test_a_function_is_printed_at_the_types_of_its_call():
    integers = text_of(ceil_div, INT, INT)
    assert "(((a + divisor) - 1) / divisor)" in integers
    with pytest.raises(UnprintableError, match="in ceil_div"):
        printed(ceil_div, TREE, TREE)


def test_a_constructor_is_its_checks_and_its_fields():
    text = text_of(Layout.__init__, TREE, TREE)
    fields = "(Build_layout shape stride)"
    assert f"(if (makes_layout shape stride) then {fields} else no_layout)" in text


def test_the_callees_stand_first_and_once():
    program, _ = printed(PLAIN[Layout.__call__], LAYOUT, TREE)
    program.call(PLAIN[Layout.extended], (Term("A", LAYOUT), Term("x", INT)))
    names = [one.name for one in program.functions]
    assert len(set(names)) == len(names)
    assert names.index("flatten") < names.index("natural") < names.index("Layout_call")


def test_names_of_tuples_assigned_name_the_parts():
    assert "| (s, d) :: rest => (if ((s =? 0) || ((x / s) =? d)) then" in text_of(
        texts.last_wins, MODES, INT
    )


def test_the_second_of_or_returns_only_where_it_is_asked():
    assert "((s =? 0) || (negb (s =? 0)))" in text_of(texts.last_wins, MODES, INT)


def test_without_a_structure_there_is_fuel_and_too_little_returns_nothing():
    text = text_of(texts.lowest, ListOf(INT), INT)
    assert "lowest_f (S (Z.to_nat n)) entries n." in text
    assert "match fuel with O => false | S fuel =>" in text


def test_fuel_for_a_number_that_each_call_divides_is_the_number():
    assert "divisions_f (S (Z.to_nat n)) n d." in text_of(texts.divisions, INT, INT)


def test_every_other_entry_paired_with_the_next_is_an_int_tuple_of_pairs():
    text = text_of(in_pairs, MODES)
    assert "(combine (every_other modes) (every_other (tl modes)))" in text
    assert "(map (fun '((s, _), (t, _)) => (s, t)) pairs)" in text
    assert "(map (fun '(x0, x1) => Tuple [Leaf x0; Leaf x1])" in text
    assert "(Nat.eqb (length (every_other modes)) (length (every_other (tl modes))))" in text


def test_the_modes_of_a_layout_are_a_list_and_so_are_the_arguments_of_make_layout():
    program, call = printed(one_by_one, NOTHING, LAYOUT, LAYOUT)
    assert (call.code, call.ok) == ("(one_by_one x1 x2)", "(one_by_one_ok x1 x2)")
    assert "(make_layout (map (fun mode => (composition a mode)) (Layout_iter b)))" in (
        program.functions[-1].text
    )


def test_a_branch_that_binds_has_what_follows_in_each_case():
    assert text_of(texts.bounded, INT, INT).endswith(
        "(if (x <? y) then (let x := (y + 1) in\n  (x + y)) else (x + y))."
    )


def test_a_conditional_expression_is_bound_as_one_value():
    assert "(let z := (if (x <? 0) then y else x) in\n  (z + y))" in text_of(
        texts.bounded_in_one, INT, INT
    )


def test_statements_after_a_branch_that_may_leave_stand_wherever_it_goes_on():
    text = text_of(texts.halves, INT, INT)
    assert text.count("(x + y)") == 2
    assert "halves_ok" in text


def test_a_loop_through_known_entries_is_unrolled():
    assert text_of(texts.nested_offset, INT, INT).endswith(
        "(let found := ((1 * 10) + x) in\n  (let found := ((found * 10) + y) in\n  found))."
    )


def test_the_first_entry_of_a_reversed_list_is_not_that_of_the_list():
    text = text_of(texts.last_entry, ListOf(INT))
    assert "| first :: rest => (hd 0 (rev entries)) end" in text


def test_the_third_side_of_a_chain_counts_only_where_the_first_two_are_so():
    assert "((negb (0 <? x)) || (negb (x =? 0)))" in text_of(texts.divides_later, INT, INT)


def test_pairs_and_chains():
    assert "(let '(a, b) := pair in\n  (b, a))" in text_of(texts.swapped, MODE)
    assert text_of(texts.chained, INT, INT).endswith(
        "((((0 <=? x) && (x <? y)) && (negb (y =? 3))) && (negb (7 <? x)))."
    )


@pytest.mark.parametrize(
    ("function", "types", "reason"),
    [
        (texts.loops, (INT,), "while"),
        (texts.by_name, (MODES,), "by name"),
        (texts.grows, (INT, INT), "no argument measures"),
        (texts.of_two_types, (INT,), "two types"),
        (texts.adds_up, (ListOf(INT),), "sum"),
        (texts.powers, (INT,), r"`\*\*` of Z and Z"),
        (texts.untyped, (INT,), "annotation"),
        (texts.filters, (ListOf(INT),), "`if`"),
    ],
)
def test_what_has_no_reading_is_refused_with_the_reason(function, types, reason):
    with pytest.raises(UnprintableError, match=reason):
        printed(function, *types)


def test_a_program_is_compared_on_what_python_returns_and_raises():
    program, _ = printed(extended, MODES, INT)
    text, cases = comparison(program, 10)
    assert (text, cases) == comparison(program, 10)
    assert cases >= 10
    assert "negb (extended_ok [] (" in text
    assert "(extended_ok [(" in text


def test_what_accumulates_says_when_each_call_returns():
    lists = ListOf(INT)
    assert "(removelast (accumulated Z.mul (rev entries) first_))" in text_of(
        texts.products, lists, INT
    ).replace("first)", "first_)")
    program, _ = printed(texts.halved, lists)
    said = program.functions[0].text
    assert "(accumulated step entries first)" in said
    assert "(accumulated_ok step step_ok entries first)" in said
    assert "(negb (n =? 0))" in program.functions[-1].text
