"""Mutants that make composition reject a pair that has a composition."""

from tests.proofs.mutation import Mutant

EXACTNESS = (
    Mutant(
        "spec.composition",
        "    if most <= 1:\n",
        "    if most <= 2:\n",
        "refined_pieces_are_steps_of_w",
    ),
    Mutant(
        "spec.composition",
        "    if n % t != 0:\n",
        "    if n % t != 0 or t == 3:\n",
        "refined_pieces_are_steps_of_w",
    ),
    Mutant(
        "spec.composition",
        "(refine(modes, n, w, len(modes)),)",
        "(refine(modes, n, w, len(modes) - 1),)",
        "refined_modes_are_b",
    ),
    Mutant("spec.composition", "    if w < 0:\n", "    if w <= 0:\n", "refined_modes_are_b"),
    Mutant(
        "spec.composition",
        "largest_residue(pieces, s) < s and",
        "largest_residue(pieces, s) < s - 1 and",
        "first_piece_and_the_others_carry_in_sum",
    ),
    Mutant(
        "spec.composition",
        "ceil_div(s, w % s), w // s)",
        "ceil_div(s, w % s) - 1, w // s)",
        "steps_carry_first_at_the_break",
    ),
    Mutant(
        "spec.composition",
        "    if not no_carry(modes, pieces):\n        raise",
        "    if pieces[1:]:\n        raise",
        "P1x",
    ),
    Mutant(
        "verif.claims.exactness",
        '    assume("no deltas cancel", not cancelling(modes))\n',
        "",
        "P1x",
    ),
    Mutant(
        "verif.theory.composition.carries_show",
        "reaches(rest, s * d, v + d - merged)",
        "reaches(rest, s * d, v - d + merged)",
        "carries_cancel_only_what_deltas_do",
    ),
    Mutant(
        "verif.theory.composition.carries_show",
        "reaches(rest, s * d, d - merged) or cancelling_after(rest, s * d)",
        "cancelling_after(rest, s * d)",
        "a_carry_from_a_boundary_on_shows",
    ),
    Mutant(
        "verif.theory.composition.carries_show",
        'assume("z exceeds x + y by at most 1", z <= x + y + 1)',
        'assume("by at most 2", z <= x + y + 2)',
        "two_numbers_carry_at_most_one",
    ),
    Mutant(
        "verif.theory.composition.breaks",
        "return min(s, t)",
        "return max(s, t)",
        "a_group_is_not_a_where_it_goes_astray",
    ),
    Mutant(
        "verif.theory.composition.breaks",
        "return even and d == extended(modes, w) and follows",
        "return even and follows",
        "a_group_nowhere_astray_is_the_images",
    ),
    Mutant(
        "verif.theory.composition.breaks",
        "    a_mode_and_steps(modes, n, w)\n"
        '    assume("no deltas cancel", not cancelling(modes))\n',
        "    a_mode_and_steps(modes, n, w)\n",
        "steps_are_even_up_to_the_break",
    ),
    Mutant(
        "verif.theory.composition.carrying_together",
        "return total(pieces) - 1",
        "return total(rest) - 1",
        "pieces_that_carry_together_are_not_linear",
    ),
    Mutant(
        "verif.theory.composition.carrying_together",
        '    assume("the other pieces do not carry", no_carry(modes, rest))\n',
        "",
        "first_piece_and_the_others_carry_in_sum",
    ),
    Mutant(
        "verif.theory.composition.few_pieces",
        'assume("at most one jump", jumps(rest, t * w) <= 1)',
        'assume("at most one jump", jumps(rest, t * w) <= 2)',
        "pieces_break_once_over_a_boundary",
    ),
    Mutant(
        "verif.theory.composition.few_pieces",
        "len(cut(modes, n, w)) <= len(modes)",
        "len(cut(modes, n, w)) < len(modes)",
        "pieces_are_no_more_than_modes",
    ),
    Mutant(
        "verif.theory.composition.refused",
        "return i if i < n else n * first_astray",
        "return i if i < n else first_astray",
        "a_layout_is_not_a_after_b_where_astray",
    ),
    Mutant(
        "verif.theory.composition.refused",
        '    assume("each alone", each_alone(modes, pieces))\n',
        "",
        "a_mode_is_refined_to_its_cut_pieces",
    ),
    Mutant(
        "verif.theory.composition.refused",
        "    if i < total(b):\n        return i\n    return collision",
        "    return collision",
        "what_is_refused_is_no_layout",
    ),
)
