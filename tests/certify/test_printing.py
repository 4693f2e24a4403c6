"""Functions are printed in Rocq with their domains, and unsupported functions are rejected."""

from pathlib import Path

import pytest

from spec import PLAIN
from spec.coalesce import push
from spec.int_tuple import ceil_div, flatten, require_shape, unflatten
from spec.layout import Layout
from spec.modes import extended, value
from spec.xla import in_pairs
from spec.xla.tiling import covered
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
"""The source files of the project and of these tests."""


def printed(function, *types):
    """Print a call of the function at these types; return the Rocq program and the call."""
    program = Program(LANGUAGE)
    arguments = tuple(Term(f"x{k}", of) for k, of in enumerate(types))
    return program, program.call(function, arguments)


def text_of(function, *types):
    program, _ = printed(function, *types)
    return program.functions[-1].text


def test_a_list_recursion_is_printed_as_a_fixpoint_with_its_domain():
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


def test_taking_the_head_of_an_empty_list_is_outside_the_domain():
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


def test_a_check_is_printed_as_its_domain():
    assert text_of(require_shape, TREE).endswith(
        "Definition require_shape_ok (t : tree) : bool :=\n"
        "  (forallb (fun entry => (negb (entry <? 1))) (flatten t))."
    )


def test_unflatten_is_printed_with_positions():
    program, _ = printed(unflatten, ListOf(TREE), TREE)
    text = program.text()
    assert "places := (removelast (accumulated Z.add counts first))" in text
    assert "| Leaf profile => (nth (Z.to_nat first) flat (Leaf 0)) end" in text


def test_a_function_is_printed_at_the_types_of_its_call():
    integers = text_of(ceil_div, INT, INT)
    assert "(((a + divisor) - 1) / divisor)" in integers
    assert "(Tuple (map2 ceil_div a padded))" in text_of(ceil_div, TREE, TREE)


def test_a_constructor_is_printed_with_checks_and_fields():
    text = text_of(Layout.__init__, TREE, TREE)
    fields = "(Build_layout shape stride)"
    assert f"(if (makes_layout shape stride) then {fields} else no_layout)" in text


def test_callees_are_printed_once_and_first():
    program, _ = printed(PLAIN[Layout.__call__], LAYOUT, TREE)
    program.call(PLAIN[Layout.extended], (Term("A", LAYOUT), Term("x", INT)))
    names = [one.name for one in program.functions]
    assert len(set(names)) == len(names)
    assert names.index("flatten") < names.index("natural") < names.index("Layout_call")


def test_tuple_assignments_name_the_parts():
    assert "| (s, d) :: rest => (if ((s =? 0) || ((x / s) =? d)) then" in text_of(
        texts.last_wins, MODES, INT
    )


def test_the_second_operand_of_or_counts_only_if_evaluated():
    assert "((s =? 0) || (negb (s =? 0)))" in text_of(texts.last_wins, MODES, INT)


def test_a_nonstructural_recursion_is_printed_with_fuel():
    text = text_of(texts.lowest, ListOf(INT), INT)
    assert "lowest_f (S (Z.to_nat n)) entries n." in text
    assert "match fuel with O => false | S fuel =>" in text


def test_the_fuel_of_a_repeated_division_is_the_dividend():
    assert "divisions_f (S (Z.to_nat n)) n d." in text_of(texts.divisions, INT, INT)


def test_the_fuel_of_a_recursion_that_halves_the_head_counts_the_heads():
    text = text_of(texts.steps, MODES)
    heads = "list_sum (map (fun '(x, _) => Z.to_nat x) pairs)"
    assert f"steps_f (S (length pairs + {heads})) pairs." in text


def test_the_fuel_is_the_length_of_a_list_that_every_call_makes_shorter():
    text = text_of(covered, ListOf(Product((INT, INT))), ListOf(INT))
    assert "covered_f (S (length tile)) point tile." in text


def test_a_recursion_on_a_named_rest_is_structural():
    assert "Fixpoint all_positive (pairs" in text_of(texts.all_positive, MODES)


def test_pairing_of_neighbours_is_printed():
    text = text_of(in_pairs, MODES)
    assert "(combine (every_other modes) (every_other (tl modes)))" in text
    assert "(map (fun '((s, _), (t, _)) => (s, t)) pairs)" in text
    assert "(map (fun '(x0, x1) => Tuple [Leaf x0; Leaf x1])" in text
    assert "(Nat.eqb (length (every_other modes)) (length (every_other (tl modes))))" in text


def test_modes_and_arguments_of_make_layout_are_printed_as_lists():
    program, call = printed(one_by_one, NOTHING, LAYOUT, LAYOUT)
    assert (call.code, call.ok) == ("(one_by_one x1 x2)", "(one_by_one_ok x1 x2)")
    assert "(make_layout (map (fun mode => (composition a mode)) (Layout_iter b)))" in (
        program.functions[-1].text
    )


def test_the_rest_of_a_function_is_copied_into_a_binding_branch():
    assert text_of(texts.bounded, INT, INT).endswith(
        "(if (x <? y) then (let x := (y + 1) in\n  (x + y)) else (x + y))."
    )


def test_a_conditional_expression_is_bound_as_one_value():
    assert "(let z := (if (x <? 0) then y else x) in\n  (z + y))" in text_of(
        texts.bounded_in_one, INT, INT
    )


def test_the_rest_of_a_function_is_copied_after_an_early_return():
    text = text_of(texts.halves, INT, INT)
    assert text.count("(x + y)") == 2
    assert "halves_ok" in text


def test_a_loop_through_known_entries_is_unrolled():
    assert text_of(texts.nested_offset, INT, INT).endswith(
        "(let found := ((1 * 10) + x) in\n  (let found := ((found * 10) + y) in\n  found))."
    )


def test_the_first_entry_of_a_reversed_list_is_printed_with_rev():
    text = text_of(texts.last_entry, ListOf(INT))
    assert "| first :: rest => (hd 0 (rev entries)) end" in text


def test_the_third_operand_of_a_chain_counts_only_if_evaluated():
    assert "((negb (0 <? x)) || (negb (x =? 0)))" in text_of(texts.divides_later, INT, INT)


def test_pairs_and_comparison_chains_are_printed():
    assert "(let '(a, b) := pair in\n  (b, a))" in text_of(texts.swapped, MODE)
    assert text_of(texts.chained, INT, INT).endswith(
        "((((0 <=? x) && (x <? y)) && (negb (y =? 3))) && (negb (7 <? x)))."
    )


def test_divmod_is_printed_as_a_quotient_and_a_remainder():
    text = text_of(texts.digits, INT, INT)
    assert "(let high := (x / n) in\n  (let low := (x mod n) in\n  (low, high)))" in text
    assert "(negb (n =? 0))" in text


def test_operators_on_bits_are_printed_and_shifts_need_a_natural_distance():
    text = text_of(texts.moved_bits, INT, INT)
    assert "(Z.lxor (Z.land x 7) ((x * 2 ^ n) / 2 ^ 2))" in text
    assert text.endswith("(0 <=? n).")


def test_a_list_or_another_list_is_printed_as_a_match():
    text = text_of(texts.or_one, ListOf(INT))
    assert "(entries ++ (match entries with [] => [1] | _ => entries end))" in text


def test_a_result_that_may_be_none_is_printed_as_an_option():
    text = text_of(texts.maybe, INT, INT)
    assert text.endswith(": (option (Z * Z)) :=\n  (if (x <? y) then (Some (x, y)) else None).")
    assert text_of(texts.optional_sizes, ListOf(INT)).endswith("(map Some entries).")


def test_the_names_of_a_loop_variable_are_unpacked_from_known_entries():
    assert text_of(texts.crosswise, INT, INT).endswith("((x - y), (y - x)).")


def test_an_if_in_a_comprehension_is_printed_as_a_filter():
    assert text_of(texts.filters, ListOf(INT)).endswith("(filter (fun n => (0 <? n)) entries).")


def test_the_unpacking_of_a_list_requires_its_length():
    _, returns = text_of(texts.two_pairs, MODES).split("two_pairs_ok")
    assert returns.endswith("| [(a, b); (c, d)] => true\n  | _ => false end).")


def test_a_layout_is_unpacked_as_its_modes():
    assert "(match (Layout_iter layout_) with\n  | [first; second] =>" in text_of(
        texts.two_modes, LAYOUT
    )


def test_an_end_of_a_slice_may_be_any_integer():
    text = text_of(texts.stretch, ListOf(INT), INT, INT)
    assert text.endswith("(sliced low high entries).")


def test_a_zip_that_is_not_strict_ends_with_the_shorter_list():
    text = text_of(texts.products_of_pairs, ListOf(INT), ListOf(INT))
    assert "(map_short (fun a b => (12 / (a * b))) entries others)" in text
    assert "(all_short (fun a b => (negb ((a * b) =? 0))) entries others)" in text


def test_a_type_variable_stands_for_the_type_of_an_argument():
    program, _ = printed(texts.changed, LAYOUT, ListOf(INT))
    assert "(change : (layout -> Z -> layout))" in program.text()
    assert "(change_modes (fun a0 a1 => (times 2 a0 a1)) layout_ entries)" in program.text()


def test_layouts_and_repeated_layouts_are_arguments_in_one_list():
    text = text_of(texts.longer, LAYOUT, LAYOUT, INT)
    assert "([mode] ++ (Layout_iter layout_) ++ (List.repeat mode (Z.to_nat n)))" in text


def test_layouts_are_compared_by_shape_and_stride():
    assert "(equal_layouts layout_ (Layout_mode layout_ 0))" in text_of(texts.is_its_mode, LAYOUT)


def test_a_list_or_an_integer_is_an_int_tuple():
    assert text_of(texts.first_or, ListOf(INT)).endswith(
        "(match entries with [] => (Leaf 1) | _ => (Tuple (map Leaf entries)) end)."
    )


def test_a_hint_for_the_prover_is_not_printed_and_not_compared():
    program, _ = printed(texts.with_a_hint, MODES)
    assert program.functions[-1].text.endswith("(Z.of_nat (length pairs)).")
    text, cases = comparison(program, 4)
    assert cases == 4
    assert "Z.eqb (with_a_hint [" in text


def test_options_are_compared_with_python():
    program, _ = printed(texts.maybe, INT, INT)
    text, _ = comparison(program, 8)
    assert "(eq_option (eq_pair Z.eqb Z.eqb)) (maybe (" in text
    assert ") (Some ((" in text


@pytest.mark.parametrize(
    ("function", "types", "reason"),
    [
        (texts.loops, (INT,), "while"),
        (texts.by_name, (MODES,), "arguments by name"),
        (texts.grows, (INT, INT), "without an argument that gets smaller"),
        (texts.of_two_types, (INT,), "two different types"),
        (texts.adds_up, (ListOf(INT),), "sum"),
        (texts.powers, (INT,), r"the operator `\*\*` on Z and Z"),
        (texts.untyped, (INT,), "annotation"),
        (texts.filters_by_division, (ListOf(INT),), "`if` that may raise an error"),
        (texts.passes_a_list, (ListOf(LAYOUT),), "for the parameter layout"),
    ],
)
def test_an_unsupported_function_is_rejected_with_the_reason(function, types, reason):
    with pytest.raises(UnprintableError, match=reason):
        printed(function, *types)


def test_a_program_is_compared_with_python_including_errors():
    program, _ = printed(extended, MODES, INT)
    text, cases = comparison(program, 10)
    assert (text, cases) == comparison(program, 10)
    assert cases >= 10
    assert "negb (extended_ok [] (" in text
    assert "(extended_ok [(" in text


def test_accumulate_is_printed_with_the_domain_of_each_call():
    lists = ListOf(INT)
    assert "(removelast (accumulated Z.mul (rev entries) first_))" in text_of(
        texts.products, lists, INT
    ).replace("first)", "first_)")
    program, _ = printed(texts.halved, lists)
    message = program.functions[0].text
    assert "(accumulated step entries first)" in message
    assert "(accumulated_ok step step_ok entries first)" in message
    assert "(negb (n =? 0))" in program.functions[-1].text
