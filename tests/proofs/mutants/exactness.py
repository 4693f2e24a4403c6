"""That composition refuses only what is no layout, wrong in one place: too much is refused."""

from tests.proofs.mutation import Mutant

EXACTNESS = (
    Mutant("spec.composition", "    if most <= 1:\n", "    if most <= 2:\n", "promise_of_refine"),
    Mutant(
        "spec.composition",
        "    if n % t != 0:\n",
        "    if n % t != 0 or t == 3:\n",
        "promise_of_refine",
    ),
    Mutant(
        "spec.composition",
        "(refine(modes, n, w, len(modes)),)",
        "(refine(modes, n, w, len(modes) - 1),)",
        "promise_of_refine_all",
    ),
    Mutant("spec.composition", "    if w < 0:\n", "    if w <= 0:\n", "promise_of_refine_all"),
    Mutant(
        "spec.composition",
        "largest_residue(pieces, s) < s and",
        "largest_residue(pieces, s) < s - 1 and",
        "one_more_carries",
    ),
    Mutant(
        "spec.composition",
        "ceil_div(s, w % s), w // s)",
        "ceil_div(s, w % s) - 1, w // s)",
        "break_carries",
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
        "verif.theory.composition.cancelling",
        "reaches(rest, s * d, v + d - merged)",
        "reaches(rest, s * d, v - d + merged)",
        "shown",
    ),
    Mutant(
        "verif.theory.composition.cancelling",
        "reaches(rest, s * d, d - merged) or cancelling_after(rest, s * d)",
        "cancelling_after(rest, s * d)",
        "shown_after",
    ),
    Mutant(
        "verif.theory.composition.cancelling",
        'assume("by at most 1", z <= x + y + 1)',
        'assume("by at most 2", z <= x + y + 2)',
        "at_most_one",
    ),
    Mutant(
        "verif.theory.composition.breaks",
        "return min(s, t)",
        "return max(s, t)",
        "promise_of_astray",
    ),
    Mutant(
        "verif.theory.composition.breaks",
        "return even and d == extended(modes, w) and follows",
        "return even and follows",
        "agrees",
    ),
    Mutant(
        "verif.theory.composition.breaks",
        "    a_mode_and_steps(modes, n, w)\n"
        '    assume("no deltas cancel", not cancelling(modes))\n',
        "    a_mode_and_steps(modes, n, w)\n",
        "even_steps",
    ),
    Mutant(
        "verif.theory.composition.together",
        "return total(pieces) - 1",
        "return total(rest) - 1",
        "promise_of_collision",
    ),
    Mutant(
        "verif.theory.composition.together",
        '    assume("the others do not carry", no_carry(modes, pieces[1:]))\n',
        "",
        "one_more_carries",
    ),
    Mutant(
        "verif.theory.composition.few",
        'assume("one jump at most", jumps(rest, t * w) <= 1)',
        'assume("one jump at most", jumps(rest, t * w) <= 2)',
        "once_a_mode",
    ),
    Mutant(
        "verif.theory.composition.few",
        "len(cut(modes, n, w)) <= len(modes)",
        "len(cut(modes, n, w)) < len(modes)",
        "few",
    ),
    Mutant(
        "verif.theory.composition.refusal",
        "return i if i < n else n * first_astray",
        "return i if i < n else first_astray",
        "promise_of_first_astray",
    ),
    Mutant(
        "verif.theory.composition.refusal",
        '    assume("each alone", each_alone(modes, pieces))\n',
        "",
        "refined",
    ),
    Mutant(
        "verif.theory.composition.refusal",
        "    if i < total(b):\n        return i\n    return collision",
        "    return collision",
        "promise_of_mismatch",
    ),
)
