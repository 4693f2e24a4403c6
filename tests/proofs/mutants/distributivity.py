"""Mutants of the code and lemmas behind the distributivity of a tile and its complement."""

from tests.proofs.mutation import Mutant

DISTRIBUTIVITY = (
    Mutant(
        "spec.divide",
        "return is_chain(sort_modes(modes_of(tile)), 1, a.size) and is_divisible(a, tile)",
        "return is_chain(sort_modes(modes_of(tile)), 1, a.size)",
        "D9",
    ),
    Mutant(
        "verif.theory.distributivity.super_increasing",
        "s % w == 0 or x * w <= s",
        "x * w <= s",
        "D9",
    ),
    Mutant(
        "verif.theory.composition.one_mode",
        "return v == w and stepping(rest, t * w)",
        "return v == w and stepping(rest, w)",
        "refined_pieces_are_steps_of_w",
    ),
    Mutant(
        "verif.theory.composition.whole_b",
        "return stepping(groups[0], b[0][1]) and all_stepping(b[1:], groups[1:])",
        "return all_stepping(b[1:], groups[1:])",
        "b_whose_pieces_do_not_carry_distributes",
    ),
    Mutant(
        "verif.theory.distributivity.accepted_pieces",
        'assume("no carry", no_carry(modes, joined(groups)))',
        'assume("no carry", no_carry(modes, groups[0]))',
        "b_whose_pieces_do_not_carry_distributes",
    ),
    Mutant(
        "verif.theory.distributivity.compact",
        "    if w > u:\n        return u\n",
        "    if w > u:\n        return w\n",
        "a_hole_is_not_taken",
    ),
    Mutant(
        "verif.theory.distributivity.compact",
        "return d >= low and ascending(rest, d)",
        "return d >= low and ascending(rest, low)",
        "a_hole_is_not_taken",
    ),
    Mutant(
        "verif.theory.distributivity.compact",
        'assume("no hole", hole(modes, u) == 0)',
        'assume("u is not a hole", hole(modes, u) != u)',
        "modes_without_a_hole_end_within_their_size",
    ),
    Mutant(
        "verif.theory.distributivity.compact",
        "u + span(modes) >= u * total(modes)",
        "u + span(modes) >= total(modes)",
        "full_modes_without_a_hole_are_compact",
    ),
    Mutant(
        "verif.theory.distributivity.compact",
        "return w == u and compact(rest, x * w)",
        "return w >= u and compact(rest, x * w)",
        "compact_modes_are_the_coordinate",
    ),
    Mutant(
        "verif.theory.distributivity.converse",
        "return v + w * c",
        "return w * c",
        "compact_modes_that_distribute_are_super_increasing",
    ),
    Mutant(
        "verif.theory.distributivity.tiling",
        "a_sorted_tiling_takes_every_offset(b, size, size - 1)",
        "a_sorted_tiling_takes_every_offset(b, size, 0)",
        "a_sorted_tiling_is_compact",
    ),
    Mutant(
        "verif.theory.distributivity.tiling",
        'assume("a divisible chain", is_chain(sort_modes(b), 1, size))',
        'assume("a divisible chain", is_chain(sort_modes(b), 1, 0))',
        "a_tiling_takes_every_offset",
    ),
    Mutant(
        "verif.theory.distributivity.tiling",
        'assume("compact once sorted", compact(sort_modes(b), 1))',
        'assume("compact once sorted", compact(b, 1))',
        "accepted_compact_modes_are_super_increasing",
    ),
    Mutant(
        "verif.theory.distributivity.any_order",
        "== extended(modes, w * (at % x)) + distributed(modes, b, at // x)",
        "== extended(modes, w * at) + distributed(modes, b, at // x)",
        "an_inserted_mode_splits_off_the_sum",
    ),
    Mutant(
        "verif.readings.one_by_one",
        "layout_of(a), Layout(n, w))),) + compositions",
        "layout_of(a), Layout(n, n))),) + compositions",
        "modes_composed_one_by_one_are_the_sum",
    ),
    Mutant(
        "verif.readings.one_by_one",
        "alg.make_layout(*(alg.composition(a, mode) for mode in b))",
        "alg.make_layout(*(alg.composition(a, mode) for mode in tuple(b)[::-1]))",
        "tests/proofs/test_one_by_one.py",
    ),
    Mutant(
        "spec.composition",
        "return regroup(b, images_all(modes, groups))",
        "return regroup(b, groups)",
        "modes_composed_one_by_one_are_the_sum",
    ),
)
