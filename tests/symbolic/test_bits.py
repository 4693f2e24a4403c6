"""Symbolic bit-vectors do what Python's integers do, or owe that they do, or raise."""

import doctest
import operator
from itertools import product

import pytest

import spec
import verif.symbolic.bits
from spec import apply_swizzle
from verif.claims.swizzle import swizzle_is_an_involution
from verif.deciding.decide import decide
from verif.kernel.claim import Claim, claim, proved
from verif.kernel.errors import ClaimError, DivergedError
from verif.kernel.judge import Judge, Theorem
from verif.kernel.obligation import Obligation, Reply
from verif.kernel.verbs import assume, ensure, ensure_equal
from verif.kernel.verdict import Outcome
from verif.readings.numbers import Words
from verif.search.concrete import Fails, run_concretely
from verif.solvers import cvc5_solver, z3_solver
from verif.symbolic.bit_paths import LOGIC, SORT, WIDTH, BitPath, explore_bits, on_bit_path
from verif.symbolic.bit_values import signed
from verif.symbolic.bits import MOST, BitInt, fact_of, numeral
from verif.symbolic.words import NotProved, prove_over_words

JUDGE = Judge(z3_solver())

EDGES = (0, 1, 2, 3, 5, 8, 40, MOST - 1, MOST // 2, MOST // 2 - 1, 1 << 66)
SIGNED = tuple(sorted({*EDGES, *(-n for n in EDGES), -MOST}))
SHIFTS = (0, 1, 2, 5, WIDTH - 2, WIDTH - 1, WIDTH, WIDTH + 1, 100)

STEP = {
    "+": operator.add,
    "-": operator.sub,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
}
STEPS = {
    "negated": lambda x, y: -x + y,
    "inverted": lambda x, y: ~x ^ y,
    "masked and multiplied": lambda x, y: (x & 12) * y,
    "plain on the left": lambda x, y: (5 - x) & (3 * y) ^ (7 + x) | 2,
    "quotient": lambda x, y: x // 8 + y,
    "remainder": lambda x, y: x % 8 + y % 1,
    "neutral": lambda x, y: (0 + x) * 1 - 0 + 0 * y,
}
FORKING = {
    "abs": lambda x, y: abs(x) - y,
    "max and min": lambda x, y: max(x, y) - min(x, 2),
    "truth and number": lambda x, y: (x < y) + (x == y) * 2,
    "bits of truths": lambda x, y: ((x < y) | 2) ^ (x >= y) & 1,
}
COMPARED = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
    "not": lambda x, y: not x,
    "chain": lambda x, y: -1 <= x < y,
    "max": lambda x, y: max(x, y) == y,
}
SHIFTED = {"<<": operator.lshift, ">>": operator.rshift}


def ground(path, n):
    """A symbolic integer that is n, of which its operators do not know that it is."""
    return BitInt(path.define(numeral(n)))


def holds(path, goals):
    """Whether the goals follow from the definitions of the path."""
    symbols = tuple((symbol, 0) for symbol in path.symbols)
    goal = f"(and true {' '.join(goals)})"
    obligation = Obligation("", symbols, tuple(path.facts), goal, logic=LOGIC, sort=SORT)
    return JUDGE.ask(obligation, 5.0).reply is Reply.UNSAT


def fits(n):
    return -MOST <= n < MOST


def checked(operation, x, y, path):
    """Goals that say the operation does what Python's does, or that it owes what is false."""
    before = len(path.obligations)
    found = operation(ground(path, x), ground(path, y))
    owed = [obligation.goal for obligation in path.obligations[before:]]
    expected = operation(x, y)
    if fits(expected):
        term = found.term if type(found) is BitInt else numeral(int(found))
        return [*owed, f"(= {term} {numeral(expected)})"]
    return [f"(not (and true {' '.join(owed)}))"]


def agree(operation, x, others):
    """Whether the operation does what Python's does, at x with each of the others."""
    proved = []

    def text(path):
        goals = [goal for y in others for goal in checked(operation, x, y, path)]
        proved.append(holds(path, goals))

    explore_bits("", text)
    return all(proved)


@pytest.mark.parametrize("name", STEP)
def test_an_operation_is_that_of_python_or_owes_what_is_false(name):
    assert all(agree(STEP[name], x, SIGNED) for x in SIGNED)


def test_a_product_is_that_of_python_or_owes_what_is_false():
    """It may owe too much, but not of factors that leave a bit of the width."""
    for x, y in product(SIGNED, repeat=2):
        path = BitPath("*")
        with on_bit_path(path):
            goals = checked(operator.mul, x, y, path)
        lengths = abs(x).bit_length() + abs(y).bit_length()
        if not fits(x * y) or lengths < WIDTH - 8:
            assert holds(path, goals), (x, y)


@pytest.mark.parametrize("name", STEPS)
def test_operations_together_are_those_of_python(name):
    small = [n for n in SIGNED if abs(n) <= 40]
    assert all(agree(STEPS[name], x, small) for x in small)


@pytest.mark.parametrize("name", FORKING)
def test_operations_that_ask_are_those_of_python(name):
    assert all(agree(FORKING[name], x, [y]) for x, y in product((-5, -1, 0, 3), repeat=2))


@pytest.mark.parametrize("name", SHIFTED)
def test_shifts_are_those_of_python_or_owe_what_is_false(name):
    assert all(agree(SHIFTED[name], x, SHIFTS) for x in SIGNED)


@pytest.mark.parametrize("name", SHIFTED)
def test_a_negative_amount_is_owed_not_to_be(name):
    path = BitPath(name)
    with on_bit_path(path):
        SHIFTED[name](ground(path, 8), ground(path, -1))
    assert not holds(path, [obligation.goal for obligation in path.obligations])
    with on_bit_path(BitPath(name)), pytest.raises(ValueError, match="negative shift count"):
        SHIFTED[name](ground(BitPath(name), 8), -1)


@pytest.mark.parametrize("name", COMPARED)
def test_comparisons_are_those_of_python(name):
    def number(x, y):
        return 1 if COMPARED[name](x, y) else 0

    edges = (-MOST, -1, 0, 7, MOST - 1)
    assert all(agree(number, x, [y]) for x, y in product(edges, repeat=2))


UNREADABLE = {
    "true division": lambda x: x / 2,
    "power": lambda x: x**2,
    "by no power of two": lambda x: x // 3,
    "by itself": lambda x: x % x,
    "hash": hash,
    "index": lambda x: [1, 2][x],
    "range": range,
    "float": lambda x: x < 0.5,
    "too large": lambda x: x & (1 << WIDTH),
    "method": lambda x: x.bit_length(),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_has_no_reading_is_a_type_error_that_no_text_can_handle(name):
    def text(path):
        try:
            UNREADABLE[name](BitInt(path.unknown("x")))
        except TypeError:
            path.owe("never", "true")

    with pytest.raises(TypeError):
        explore_bits(name, text)


def test_both_sides_of_a_condition_are_taken_once():
    def text(path):
        x = BitInt(path.unknown("x"))
        truths.append((x > 3, x <= 3, bool(x > 3), bool(x <= 3)))

    truths = []
    assert len(explore_bits("", text)) == 2
    assert sorted(t[2:] for t in truths) == [(False, True), (True, False)]


def test_a_text_that_does_something_else_the_second_time_is_not_believed():
    asked = iter(range(100))

    def text(path):
        bool(BitInt(path.unknown("x")) > next(asked))

    with pytest.raises(DivergedError):
        explore_bits("", text)


def test_two_unknowns_of_one_name_are_not_one():
    with pytest.raises(ClaimError, match="two unknowns are called x"):
        explore_bits("", lambda path: (path.unknown("x"), path.unknown("x")))


def test_a_text_without_an_end_is_given_up():
    def text(path):
        x = BitInt(path.unknown("x"))
        n = 0
        while x > n:
            n += 1
            if n > 3000:
                return

    with pytest.raises(TypeError, match="more than"):
        explore_bits("", text, most=50)


@pytest.mark.parametrize("n", [0, 1, -1, MOST - 1, -MOST, 12345])
def test_numerals(n):
    assert signed(int(numeral(n).replace("#", "0"), 0)) == n
    assert fact_of(True) == ("true", True)


def test_examples():
    assert doctest.testmod(verif.symbolic.bits).failed == 0


def a_claim(id, text, **domains) -> Claim:
    return claim(id, "", source="", expect=proved(integers="every x that fits 64 bits"), **domains)(
        text
    )


def overflows(alg, x, k):
    assume("0 <= k", k >= 0)
    ensure_equal("x", (x << k) >> k, x)


def test_what_python_does_beyond_the_width_is_not_proved():
    """True of Python's integers, but no bit-vector of this width shows it."""
    far = a_claim("FAR", overflows, x=Words(1), k=Words(0, 30))
    near = a_claim("NEAR", overflows, x=Words(1), k=Words(0, 7))
    assert isinstance(prove_over_words(JUDGE, near, spec), Theorem)
    assert isinstance(prove_over_words(JUDGE, far, spec), NotProved)
    assert decide(far).outcome in {Outcome.ERROR, Outcome.UNKNOWN}


def is_small(alg, x):
    ensure("x is no secret", x != 0x123456789ABCDEF)


def test_what_is_false_far_out_is_refuted_and_replayed():
    verdict = decide(a_claim("SECRET", is_small, x=Words()))
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.counterexample.arguments == {"x": str(0x123456789ABCDEF)}


def assumes_nonsense(alg, x):
    assume("x > 5", x > 5)
    assume("x < 5", x < 5)
    ensure("all", x == 7)


def test_contradictory_hypotheses_prove_nothing():
    assert decide(a_claim("NONSENSE", assumes_nonsense, x=Words())).outcome is Outcome.VACUOUS


def divides(alg, x):
    ensure("small", x // 3 <= x or x < 0)


def test_a_text_without_a_reading_is_unknown():
    verdict = decide(a_claim("THIRD", divides, x=Words()))
    assert verdict.outcome is Outcome.UNKNOWN
    assert "no power of two" in verdict.reason


class Wrong:
    """The spec with another swizzle."""

    def __init__(self, text):
        self.apply_swizzle = text


WRONG = {
    "shifts the other way": lambda x, B, M, S: apply_swizzle(x, B, M, -S) if B == 2 else x,
    "a mask too long": lambda x, B, M, S: (
        x ^ ((x & (((1 << B + 1) - 1) << (M + abs(S)))) >> abs(S))
    ),
    "adds": lambda x, B, M, S: x + ((x & (((1 << B) - 1) << (M + abs(S)))) >> abs(S)),
}


@pytest.mark.parametrize("name", ["a mask too long", "adds"])
def test_another_text_is_refuted_where_the_solver_says(name):
    wrong = Wrong(WRONG[name])
    found = prove_over_words(JUDGE, swizzle_is_an_involution, wrong)
    assert isinstance(found, NotProved)
    numbers = {name: found.numbers[name] for name in "BMSx"}
    assert isinstance(run_concretely(swizzle_is_an_involution, wrong, numbers), Fails)


def test_the_other_sign_of_the_shift_is_as_good():
    assert isinstance(
        prove_over_words(JUDGE, swizzle_is_an_involution, Wrong(WRONG["shifts the other way"])),
        Theorem,
    )


def test_an_obligation_is_read_alike_by_both_solvers():
    path = BitPath("a test")
    with on_bit_path(path):
        x = BitInt(path.unknown("x"))
        ensure_fits = x + 1
    assert type(ensure_fits) is BitInt
    (owed,) = path.obligations
    assert owed.script().splitlines()[2] == "(set-logic QF_BV)"
    for solver in (z3_solver(), cvc5_solver()):
        answer = solver.check(owed.query(), 5)
        assert answer.reply is Reply.SAT
        solver.stop()
