"""The texts of lemmas, or what they require, wrong in one place."""

from tests.proofs.mutation import Mutant

LEMMAS = (
    Mutant(
        "verif.claims.theory.runs",
        "return e % s == 0 and ends(rest, e // s)",
        "return ends(rest, e // s)",
        "ENDS-DIVIDE",
    ),
    Mutant(
        "verif.claims.theory.runs",
        "return ends(modes, n * w) and s % w == 0",
        "return ends(modes, n * w)",
        "RUNS-DIVIDE",
    ),
    Mutant(
        "verif.claims.theory.carries",
        "(d - merged) * carries_at",
        "(d + merged) * carries_at",
        "ERROR-FROM",
    ),
    Mutant(
        "verif.claims.theory.carries",
        "return t // p - floors(b, i, p)",
        "return t // p + floors(b, i, p)",
        "ERROR-FROM",
    ),
    Mutant(
        "verif.claims.theory.carries",
        "error(rest, s * d, b, i, t, p * s)\n\n\ndef carries(",
        "error(rest, s * d, b, i, t, s)\n\n\ndef carries(",
        "ERROR-FROM",
    ),
    Mutant(
        "verif.claims.theory.carries",
        "counting(rest, s * d + 1)",
        "counting(rest, s * d + 2)",
        "ERROR-COUNTS",
    ),
    Mutant(
        "verif.claims.theory.carries",
        "carries_at(b, i, t, p) == 0 and nothing_carries",
        "carries_at(b, i, t, p) == 0 or nothing_carries",
        "CARRIES",
    ),
    Mutant(
        "verif.claims.theory.carries",
        "(i % x) % p + remainders",
        "(i % x) + remainders",
        "DIVISION-OF-SUM",
    ),
    Mutant(
        "verif.claims.theory.distributivity",
        "s % w == 0 or x * w <= s",
        "s % w == 0 or (x - 1) * w < s",
        "NO-CARRY",
    ),
    Mutant(
        "verif.claims.theory.distributivity",
        'assume("v below the step", 0 <= v < w)',
        'assume("v below the step", 0 <= v <= w)',
        "NO-CARRY",
    ),
    Mutant(
        "verif.claims.theory.distributivity",
        "return super_increasing(modes, rest, u + (x - 1) * w)",
        "return super_increasing(modes, rest, u + (x - 2) * w)",
        "DISTRIBUTE",
    ),
    Mutant(
        "verif.claims.theory.distributivity",
        "if w < u:\n        return False\n"
        "    if u != 1 and not fits(modes, x, w):\n        return False\n    return super",
        "if w + 1 < u:\n        return False\n"
        "    if u != 1 and not fits(modes, x, w):\n        return False\n    return super",
        "DISTRIBUTE",
    ),
    Mutant(
        "verif.claims.theory.distributivity",
        "return ordered(modes, rest, x * w)",
        "return ordered(modes, rest, x * w - 1)",
        "ORDERED",
    ),
    Mutant(
        "verif.claims.theory.distributivity",
        'assume("B(i) inside A", value(b, i) < total(modes))',
        'assume("B(i) inside A", value(b, i) <= total(modes))',
        "LINEAR-DISTRIBUTES",
    ),
    Mutant(
        "verif.claims.theory.exactness",
        "return s - w % s, 1",
        "return s - w % s - 1, 1",
        "CARRIED",
    ),
    Mutant(
        "verif.claims.theory.exactness",
        "return s % w, s // w",
        "return s % w, s // w + 1",
        "CARRY",
    ),
    Mutant(
        "verif.claims.theory.permuted",
        "distributed(modes, sort_modes(b), place(b, i))",
        "distributed(modes, sort_modes(b), i)",
        "SORTING-DISTRIBUTES",
    ),
    Mutant(
        "verif.claims.theory.permuted",
        "distributed(modes, insert(mode, b), inserted(mode, b, i))",
        "distributed(modes, (mode,) + b, inserted(mode, b, i))",
        "INSERTION-DISTRIBUTES",
    ),
    Mutant(
        "verif.claims.theory.divided",
        "between(modes, w) and between(modes, x * w) and condition_1",
        "between(modes, w) and condition_1",
        "GAPS-SETTLE",
    ),
    Mutant(
        "verif.claims.theory.divided",
        "between(modes, w) and between(modes, x * w) and condition_1",
        "between(modes, x * w) and condition_1",
        "DIVIDED",
    ),
    Mutant(
        "verif.claims.theory.divided",
        "return w >= 1 and between(modes, w) and settled",
        "return w >= 1 and settled",
        "PUSHING",
    ),
    Mutant(
        "verif.claims.theory.coalesce",
        "return s >= 2 and not continues",
        "return s >= 1 and not continues",
        "DIFFERENCE",
    ),
    Mutant(
        "verif.claims.theory.coalesce",
        "return s >= 2 and not continues(rest, s * d) and canonical(rest)",
        "return s >= 2 and canonical(rest)",
        "SETTLED",
    ),
    Mutant(
        "verif.claims.theory.canonical",
        "return min(s, t)",
        "return max(s, t)",
        "DIFFERENCE",
    ),
    Mutant(
        "verif.claims.theory.canonical",
        "return s * difference(left[1:], right[1:])",
        "return difference(left[1:], right[1:])",
        "DIFFERENCE",
    ),
    Mutant(
        "verif.claims.theory.canonical",
        '    assume("not identical", not identical(left, right))\n',
        "",
        "DIFFERENCE",
    ),
    Mutant(
        "verif.claims.theory.canonical",
        '    assume("of one size", total(left) == total(right))\n',
        "",
        "DIFFERENCE",
    ),
    Mutant(
        "verif.claims.theory.canonical",
        "<= len(modes))",
        "< len(modes))",
        "NO-MORE",
    ),
    Mutant(
        "verif.claims.theory.reach",
        "len(tile) <= len(minor)",
        "len(tile) <= len(minor) + 1",
        "IN-FRONT",
    ),
    Mutant(
        "verif.claims.theory.elements",
        "p[0].bound == q[0].bound and congruent",
        "congruent",
        "POSITIONS-APART",
    ),
    Mutant(
        "verif.claims.theory.elements",
        "a[0].tile == b[0].tile and alike",
        "alike",
        "IN-TILES",
    ),
    Mutant(
        "verif.claims.theory.runs",
        "if not rest or s % e == 0:",
        "if not rest or s % e == 1:",
        "PUSHED-ENDS",
    ),
)
