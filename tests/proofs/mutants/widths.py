"""Mutants of filters, recasts and common layouts, killed by a proof or an example."""

from tests.proofs.mutation import Mutant

WIDTHS = (
    Mutant(
        "spec.filter",
        "1 if d == 0 else s",
        "1 if d <= 0 else s",
        "repeats_are_the_share_that_is_left_out",
    ),
    Mutant(
        "spec.filter",
        "((1 if d == 0 else s, d),)",
        "((1 if d == 0 else s, s),)",
        "coordinates_without_repeats_have_the_offset",
    ),
    Mutant(
        "spec.filter",
        "((s, step),) + null_modes(rest, s * step)",
        "((s, step),) + null_modes(rest, step)",
        "null_modes_reach_the_repeats",
    ),
    Mutant(
        "spec.filter",
        "    return null_modes(rest, s * step)",
        "    return null_modes(rest, step)",
        "null_modes_reach_the_repeats",
    ),
    Mutant(
        "spec.nesting",
        "unflatten(strides_of(modes), layout.shape)",
        "unflatten(shapes_of(modes), layout.shape)",
        "tests/test_docstring_examples.py",
    ),
    Mutant(
        "spec.modes",
        "(modes[0][1],) + strides_of",
        "(modes[0][0],) + strides_of",
        "modes_are_their_shapes_and_strides",
    ),
    Mutant(
        "spec.recast",
        "        return s, d // n",
        "        return s, d",
        "wider_elements_are_at_points_apart",
    ),
    Mutant("spec.recast", "1 if d > 0 else -1", "1", "wider_elements_are_at_points_apart"),
    Mutant(
        "spec.recast",
        "ceil_div(s, n // abs(d))",
        "s // (n // abs(d))",
        "widenable_modes_are_widened",
    ),
    Mutant(
        "spec.recast",
        "(n * s, 1) if d == 1 else (s, n * d)",
        "(n * s, 1) if d == 1 else (s, d)",
        "narrower_elements_are_neighbours",
    ),
    Mutant(
        "spec.recast",
        "(n * s, 1) if d == 1 else (s, n * d)",
        "(s, 1) if d == 1 else (s, n * d)",
        "narrower_elements_are_neighbours",
    ),
    Mutant("spec.recast", "    if adjacent(modes) != 1:", "    if adjacent(modes) < 1:", "R2"),
    Mutant(
        "spec.recast", "        if d == -1:", "        if d == -2:", "forward_modes_are_accepted"
    ),
    Mutant("spec.common", "if d == 1 else", "if d >= 1 else", "V8"),
    Mutant("spec.common", "if inverse.cosize > a.size:", "if inverse.cosize > a.size + 1:", "V8"),
)
