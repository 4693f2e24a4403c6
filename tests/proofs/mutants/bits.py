"""Bits of naturals and steps that meet: operations, lemmas and the reading, wrong in one place."""

from tests.proofs.mutation import Mutant

READING = "tests/symbolic/test_bits_of_naturals.py"

BITS = (
    Mutant("spec.steps", "if step & steps[0]:", "if step & steps[0] == step:", "S5"),
    Mutant("spec.steps", "s & (s - 1) == 0 and powers_of_two(modes[1:])", "s >= 1", "S5"),
    Mutant("spec.steps", "s & (s - 1) == 0 and", "s % 2 == 0 and", "tests/spec/test_steps.py"),
    Mutant(
        "spec.steps",
        "(s // 2, 2 * d),) + rest",
        "(s // 2, d),) + rest",
        "layout_is_the_sum_of_its_steps",
    ),
    Mutant("spec.steps", "    if s == 1:\n", "    if s <= 2:\n", "layout_is_the_sum_of_its_steps"),
    Mutant(
        "spec.steps",
        "return 2 * met_by(step",
        "return met_by(step",
        "step_meets_none_or_the_one_found",
    ),
    Mutant(
        "spec.steps",
        "return Meeting(1, 2 * met)",
        "return Meeting(1, met)",
        "steps_that_meet_are_not_linear",
    ),
    Mutant(
        "spec.steps",
        "return Meeting(2 * i, 2 * j)",
        "return Meeting(i, 2 * j)",
        "steps_that_meet_are_not_linear",
    ),
    Mutant(
        "spec.steps",
        "    i, j = meeting(steps[1:])\n",
        "    i, j = meeting(steps[1:][1:])\n",
        "steps_that_meet_are_not_linear",
    ),
    Mutant("spec.linear", "return (i, j) if i else None", "return (i, j) if j else (1, 1)", "S5"),
    Mutant(
        "spec.linear",
        "    return LinearLayout(steps_of(modes))",
        "    return LinearLayout(steps_of(modes[:1]))",
        "tests/spec/test_linear.py",
    ),
    Mutant(
        "spec.memory.multiples",
        "((x % 2) * columns[0]) ^ xor_of",
        "((x % 2) * columns[0]) + xor_of",
        "xors_are_linear",
    ),
    Mutant(
        "spec.memory.multiples",
        "return x ^ pivot if x & bit else x",
        "return x ^ pivot",
        "freed_columns_lack_the_bit",
    ),
    Mutant(
        "spec.memory.multiples",
        "return found if pivot & (n - 1) else",
        "return found if pivot & n else",
        "multiples_are_multiples_and_independent",
    ),
    Mutant(
        "spec.memory.multiples",
        "        return 2 * taker(rest, n, y)",
        "        return taker(rest, n, y)",
        "taker_takes_what_is_at_y",
    ),
    Mutant(
        "spec.memory.multiples",
        "return x - (x & (x - 1))",
        "return x & (x - 1)",
        "lowest_is_a_bit",
    ),
    Mutant(
        "verif.theory.linear.multiples",
        "        return place_of(rest, n, x // 2)",
        "        return place_of(rest, n, x)",
        "multiple_is_at",
    ),
    Mutant(
        "verif.theory.numbers.lowest",
        '    assume("x is no multiple", x % n != 0)\n',
        "",
        "multiples_lack_the_lowest_bit_of_others",
    ),
    Mutant(
        "verif.claims.banks",
        '    assume("of one bank", one % n == other % n)\n',
        "",
        "W4",
    ),
    Mutant(
        "verif.theory.numbers.xors",
        "(a ^ b == 0) == (a == b)",
        "(a ^ b == 0) == (a <= b)",
        "xor_is_zero_of_equals_only",
    ),
    Mutant(
        "verif.theory.numbers.xors",
        '    assume("n has one bit", n & (n - 1) == 0)\n',
        "",
        "xor_is_a_multiple_of_equals_only",
    ),
    Mutant(
        "verif.theory.numbers.xors",
        "== (a ^ c) ^ (b ^ d)",
        "== (a ^ c) ^ (b & d)",
        "xors_of_four_in_any_order",
    ),
    Mutant(
        "verif.theory.linear.xors",
        "xor_of(steps, i ^ j) == xor_of(steps, i) ^ xor",
        "xor_of(steps, i & j) == xor_of(steps, i) ^ xor",
        "xors_are_linear",
    ),
    Mutant(
        "verif.claims.banks",
        '    assume("no two steps meet", alg.meeting_steps(L) is None)\n',
        "",
        "W1",
    ),
    Mutant(
        "verif.claims.banks",
        "one != other and one % n == other % n",
        "one % n == other % n",
        "W2",
    ),
    Mutant("verif.theory.numbers.bits", "a & 0 == 0", "a & 1 == 0", "zero_has_no_bits"),
    Mutant("verif.theory.numbers.bits", "a & a == a", "a ^ a == a", "a_natural_has_its_own_bits"),
    Mutant(
        "verif.theory.numbers.bits",
        's >= 2", s >= 2',
        's >= 1", s >= 1',
        "half_a_power_of_two_is_a_power",
    ),
    Mutant(
        "verif.theory.numbers.bits",
        '    assume("one bit", s & (s - 1) == 0)\n',
        "",
        "half_a_power_of_two_is_a_power",
    ),
    Mutant(
        "verif.theory.numbers.bits",
        "(a ^ b) + 2 * (a & b)",
        "(a ^ b) + (a & b)",
        "a_sum_is_xor_and_twice_and",
    ),
    Mutant(
        "verif.theory.numbers.bits",
        '    assume("a and b do not meet", a & b == 0)\n',
        "",
        "bits_that_meet_neither_meet_no_sum",
    ),
    Mutant(
        "verif.theory.numbers.bits",
        '    assume("e and b do not meet", e & b == 0)\n\n',
        "\n",
        "bits_apart_add_outside_an_xor",
    ),
    Mutant(
        "verif.theory.numbers.bits",
        "(e + a) ^ (e + b) == a ^ b",
        "(e + a) ^ (e + b) == e + (a ^ b)",
        "bits_apart_add_outside_an_xor",
    ),
    Mutant(
        "verif.theory.linear.steps",
        "return meets_none_of(steps[0], steps[1:]) and no_two_meet(steps[1:])",
        "return no_two_meet(steps[1:])",
        "sums_of_steps_that_do_not_meet_are_linear",
    ),
    Mutant(
        "verif.theory.linear.steps",
        "return step & steps[0] == 0 and meets_none_of(step, steps[1:])",
        "return step & steps[0] == 0",
        "step_meets_no_sum_of_others",
    ),
    Mutant(
        "verif.theory.linear.steps",
        'meets_none_of(step, steps))\n    assume("no two meet", no_two_meet(steps))\n',
        "meets_none_of(step, steps))\n",
        "step_meets_no_sum_of_others",
    ),
    Mutant(
        "verif.theory.linear.steps",
        "0 <= i ^ j < number_of_sums(steps)",
        "0 <= i ^ j < number_of_sums(steps) - 1",
        "xor_of_coordinates_is_a_coordinate",
    ),
    Mutant(
        "verif.claims.swizzle",
        'strides="natural"),\n    i=Index("L"),\n    j',
        '),\n    i=Index("L"),\n    j',
        "S5",
    ),
    Mutant(
        "verif.symbolic.path",
        "last if bits.symbol == XOR else carry",
        "carry if bits.symbol == XOR else last",
        READING,
    ),
    Mutant(
        "verif.symbolic.path", "bits_of(bits.symbol, p, q)", "bits_of(bits.symbol, p, p)", READING
    ),
    Mutant(
        "verif.symbolic.path",
        "if bits is None or y != TWO:",
        "if bits is None:",
        READING,
    ),
    Mutant(
        "verif.symbolic.failure",
        "if any(arity for _, arity in",
        "if any(arity > 2 for _, arity in",
        f"{READING}::test_what_is_false_of_some_is_not_shown",
    ),
    Mutant(
        "verif.symbolic.terms",
        "x.value ^ y.value if symbol == XOR else x.value & y.value",
        "x.value & y.value if symbol == XOR else x.value ^ y.value",
        READING,
    ),
    Mutant(
        "verif.symbolic.values",
        "if not (path.knows(natural) or",
        "if False and not (path.knows(natural) or",
        READING,
    ),
)
