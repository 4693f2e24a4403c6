"""What the distributivity of a tile and its complement rests on, wrong in one place."""

from tests.proofs.mutation import Mutant

DISTRIBUTIVITY = (
    Mutant(
        "spec.divide",
        "return is_chain(sort_modes(modes_of(tile)), 1, a.size) and is_divisible(a, tile)",
        "return is_chain(sort_modes(modes_of(tile)), 1, a.size)",
        "D9",
    ),
    Mutant(
        "verif.theory.distributivity.increasing",
        "s % w == 0 or x * w <= s",
        "x * w <= s",
        "D9",
    ),
    Mutant(
        "verif.theory.composition.pieces",
        "return v == w and stepping(rest, t * w)",
        "return v == w and stepping(rest, w)",
        "promise_of_refine",
    ),
    Mutant(
        "verif.theory.composition.whole",
        "return stepping(groups[0], b[0][1]) and all_stepping(b[1:], groups[1:])",
        "return all_stepping(b[1:], groups[1:])",
        "pieces_distribute",
    ),
    Mutant(
        "verif.theory.distributivity.accepted",
        'assume("no carry", no_carry(modes, joined(groups)))',
        'assume("no carry", no_carry(modes, groups[0]))',
        "pieces_distribute",
    ),
    Mutant(
        "verif.theory.distributivity.compact",
        "    if w > u:\n        return u\n",
        "    if w > u:\n        return w\n",
        "missed",
    ),
    Mutant(
        "verif.theory.distributivity.compact",
        "return d >= low and ascending(rest, d)",
        "return d >= low and ascending(rest, low)",
        "missed",
    ),
    Mutant(
        "verif.theory.distributivity.compact",
        'assume("no hole", hole(modes, u) == 0)',
        'assume("u is no hole", hole(modes, u) != u)',
        "most",
    ),
    Mutant(
        "verif.theory.distributivity.compact",
        "u + span(modes) >= u * total(modes)",
        "u + span(modes) >= total(modes)",
        "full",
    ),
    Mutant(
        "verif.theory.distributivity.compact",
        "return w == u and compact(rest, x * w)",
        "return w >= u and compact(rest, x * w)",
        "compact_value",
    ),
    Mutant(
        "verif.theory.distributivity.necessity",
        "return v + w * c",
        "return w * c",
        "promise_of_excess",
    ),
    Mutant(
        "verif.theory.distributivity.tiling",
        "sorted_takes(b, size, size - 1)",
        "sorted_takes(b, size, 0)",
        "tiling_is_compact",
    ),
    Mutant(
        "verif.theory.distributivity.tiling",
        'assume("a divisible chain", is_chain(sort_modes(b), 1, size))',
        'assume("a divisible chain", is_chain(sort_modes(b), 1, 0))',
        "promise_of_tiling_takes",
    ),
    Mutant(
        "verif.theory.distributivity.tiling",
        'assume("compact once sorted", compact(sort_modes(b), 1))',
        'assume("compact once sorted", compact(b, 1))',
        "accepted_increases",
    ),
    Mutant(
        "verif.theory.distributivity.permuted",
        "== extended(modes, w * (at % x)) + distributed(modes, b, at // x)",
        "== extended(modes, w * at) + distributed(modes, b, at // x)",
        "removal_distributes",
    ),
)
