"""Mutants of code about bitcasts and linear layouts: null spaces, conversions, schedules."""

from tests.proofs.mutation import Mutant

SWIZZLE = "verif.claims.swizzle"
THREADS = "verif.claims.threads"
BANKS = "verif.claims.banks"
XLA = "verif.claims.xla"

LINEAR = (
    Mutant(
        "spec.xors",
        "        return (1,) + lifted(kernel_of(rest), rest, 1)",
        "        return lifted(kernel_of(rest), rest, 1)",
        "each_value_has_as_many_subsets",
    ),
    Mutant(
        "spec.xors",
        "return (has(xor_of(rest, x), bit) + 2 * x,) + lifted",
        "return (2 * x,) + lifted",
        "lifted_numbers_have_the_bit_in_front",
    ),
    Mutant(
        "spec.xors",
        "return 2 * x if xor_of(rest, x) == value else 1 + 2 * x",
        "return 2 * x",
        "a_value_has_a_preimage",
    ),
    Mutant(SWIZZLE, "often, count)", "often, 2 * count)", "S13"),
    Mutant(SWIZZLE, "x < count and y < count)", "x < count)", "S13"),
    Mutant(SWIZZLE, "takers(columns, alg.xor_of(columns, i), L.size)", "L.size", "S13"),
    Mutant(SWIZZLE, '("a coordinate", 0 <= found <', '("a coordinate", 1 <= found <', "S14"),
    Mutant(
        SWIZZLE, "    found = preimage(columns, value)", "    found = preimage((), value)", "S14"
    ),
    Mutant(
        SWIZZLE,
        "alg.xor_of(columns, found), value)",
        "found, i)",
        "S14",
    ),
    Mutant(
        "spec.conversions",
        "        return 1\n    return 2 * first_beyond",
        "        return 1\n    return first_beyond",
        "what_is_beyond_is_taken_nowhere",
    ),
    Mutant(
        "spec.conversions",
        "    return (columns[0] ^ others[0],) + differences",
        "    return (columns[0],) + differences",
        "an_xor_of_differences_is_a_difference",
    ),
    Mutant(THREADS, "needed(wanted, others, threads)", "needed(wanted, others, ())", "T9"),
    Mutant(THREADS, "    elif number == bit:\n", "    else:\n", "T9"),
    Mutant(THREADS, "0 <= there < R.size", "0 <= there < P.size", "T9"),
    Mutant(THREADS, "x if bit == 0 else bit", "x", "T10"),
    Mutant(THREADS, '    assume("as many bits", len(source) == len(target))\n', "", "T10"),
    Mutant(THREADS, 'elements", held != wanted)', 'elements", held == wanted)', "T10"),
    Mutant(
        "spec.memory.turns",
        "    return (in_bank(words[1:], banks, words[0] % banks),)",
        "    return (in_bank(words[1:], banks, words[0]),)",
        "counting_serves",
    ),
    Mutant(BANKS, "k >= fewest)", "k > fewest)", "W6"),
    Mutant(
        BANKS, "serves(those, schedule, banks, k)", "serves(those, schedule, banks + 1, k)", "W6"
    ),
    Mutant(
        BANKS,
        "serves(those, turns(those, banks), banks, fewest)",
        "serves(those, turns(those, banks), banks, fewest - 1)",
        "W6",
    ),
    Mutant(BANKS, "number_of_sums(kernel_of(columns)) * number_of_sums(", "number_of_sums(", "W7"),
    Mutant(
        BANKS, "words_of(columns, L.size), n, word % n)", "words_of(columns, L.size), n, 0)", "W7"
    ),
    Mutant(
        BANKS,
        '    assume("n has one bit", n & (n - 1) == 0)\n    columns = steps_of(modes)\n'
        "    by(xor_of_naturals_is_natural, columns, i)\n    word =",
        "    columns = steps_of(modes)\n    by(xor_of_naturals_is_natural, columns, i)\n    word =",
        "W7",
    ),
    Mutant(
        "spec.xla.position",
        "divmod(number, product(dims[1:]))",
        "divmod(number, product(dims))",
        "numbers_have_an_index",
    ),
    Mutant(
        XLA,
        '    assume("an element", k < n)\n    a, b',
        "    a, b",
        "X15",
    ),
    Mutant(XLA, "misread(n, *a, *b), moved(n, *a, *b)", "misread(n, *a, *b), 0", "X15"),
    Mutant(XLA, 'as element k", read != k)', 'as element k", read == -1)', "X15"),
    Mutant(XLA, "        if one == other:\n", "        if other >= 0:\n", "X16"),
    Mutant(XLA, "-1 <= one < n", "0 <= one < n", "X16"),
    Mutant(XLA, "j < extent(B.dims) and k < extent(B.dims)", "k < extent(B.dims)", "X16"),
)
"""Mutants that change the statement of a claim or of one of its lemmas."""
