"""Equivalent mutants: the changed code computes the same polynomial or the same comparison.

If a proof or test fails on such a mutant, the change cannot be the reason.
"""

from tests.proofs.mutation import Mutant

SURVIVORS = (
    Mutant(
        "spec.composition",
        "no_carry(rest, quotients(pieces, s))\n\n\ndef carry_refusal",
        "no_carry(rest, quotients(pieces, s * 1))\n\n\ndef carry_refusal",
        "a_is_linear_on_pieces_that_do_not_carry",
    ),
    Mutant(
        "spec.complement",
        "mode[1] <= modes[0][1]:",
        "modes[0][1] >= mode[1]:",
        "sorting_gives_modes",
    ),
    Mutant(
        "spec.xla.places",
        "    return e + d * row(rest)",
        "    return row(rest) * d + e",
        "reshaping_padded_dimensions_is_tiling",
    ),
    Mutant(
        "spec.xla.tiling",
        "minor.bound * major.bound)",
        "major.bound * minor.bound)",
        "merging_moves_no_element",
    ),
)
