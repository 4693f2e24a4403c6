"""True questions for all sizes are proved, false ones are refuted, and no rule is wrong."""

import pytest

from spec import LayoutError
from tests.sizes.definitions import by_definition
from verif.questions.answer import Ruling
from verif.sizes.asked import NoSenseError, answer_at, asked, decided, read_question_of
from verif.sizes.names import read_sizes
from verif.sizes.rules import COMPACT, GAPLESS, rules
from verif.sizes.sampled import beside_constants, least
from verif.sizes.sized import Sized, arguments_at
from verif.sizes.stated import is_wrong_somewhere
from verif.sizes.statement import of_rule

pytestmark = pytest.mark.usefixtures("lemmas")

HOLDING = [
    ("M, K, ld; ld >= K", "injective((M,K):(ld,1))", "sums_tell_their_digits"),
    ("M, N", "injective((M,N):(1,-M))", "sums_tell_their_digits"),
    ("M, N", "bijective_onto((M,N):(N,1), M*N)", "modes_end_to_end_are_the_coordinate"),
    ("M, N", "covers((M,N):(1,M-1), M*N - N)", "steps_without_gaps_reach_every_number"),
    ("M, N, p", "disjoint((M):(1), (N):(M+p))", "sums_tell_their_digits"),
    (
        "M, N",
        "equal(composition((M,N):(N,1), (N,M):(M,1)), (N,M):(1,N))",
        "modes_of_one_normal_form_are_one_function",
    ),
    ("M, N, K", "compatible((M,N*K), (M,(N,K)))", None),
    ("M", "injective(s4[M,17]{1,0:T(8,128)(2,1)})", "tiles_keep_elements_apart"),
    (
        "M; M <= 16777216",
        "fits_int32(bf16[M,8]{1,0:T(8,128)(2,1)})",
        "same_bounds_have_one_volume",
    ),
    (
        "M, K, i; i >= 0; i < K; M*K <= 2**30",
        "fits_int32(local_tile((M,K):(K,1), (M,1), (0,i)))",
        None,
    ),
    ("M, i; i >= 0; i < M", "injective(local_tile((8*M,4):(4,1), (8,4), (i,0)))", None),
    ("M, i; i >= 0; i < M", "aligned(local_tile((8*M,4):(4,1), (8,1), (i,0)), 4)", None),
    (
        "M, N",
        "bitcast(f32[M,N]{1,0}, f32[N,M]{0,1}, (1,0))",
        "modes_of_one_normal_form_are_one_function",
    ),
    ("M, N", "equal(zZ(f16,M,N), f16[M,N]{1,0:T(16,16)})", None),
    ("M, N", "injective(zN(f16,M,N))", "sums_tell_their_digits"),
    ("M, N; M*N <= 10**6", "fits_int32(nN(f16,N,M))", "sums_of_steps_stay_within_their_ends"),
    ("M, N", "aligned(f32[2*M,N]{0,1:T(4,4)}, 1)", None),
    ("M, N", "same_bytes(zZ(f16,M,N), f16[M,N]{1,0:T(16,16)}, f16)", None),
    ("M", "bitcast(bf16[M,8]{1,0:T(8,128)(2,1)}, bf16[M,8]{1,0:T(8,128)(2,1)})", None),
    (
        "M, N",
        "same_bytes((M,N):(N,1), f32[M,N], f32)",
        "modes_of_one_normal_form_are_one_function",
    ),
    ("m, K; m % 4 == 0", "composable((128*m,K):(K,1), (128,4):(1,128))", "P1c"),
    ("m, K", "distributes((128*m,K):(K,1), ((32,4),m):((1,32),128))", "D1a"),
    (
        "M, N, ld; ld >= M; M <= 65536; N <= 4096; ld <= 131072",
        "fits_int32((M,N):(1,ld))",
        "sums_of_steps_stay_within_their_ends",
    ),
    (
        "M, N",
        "covers(f32[8*M,128*N]{1,0:T(8,128)}, 1024*M*N)",
        "modes_end_to_end_are_the_coordinate",
    ),
    ("M, N, a, b; b >= a*N or a >= b*M", "injective((M,N):(b,a))", "sums_tell_their_digits"),
    ("M, ld; ld % 8 == 0", "aligned((M,4):(ld,8), 8)", None),
    # The evaluation of this question loops over the modes of an intermediate layout.
    ("M", "injective(blocked_product((M,M):(M,1), (M,6*M):(1,M)))", "sums_tell_their_digits"),
    ("M", "covers_once((M,4):(4,1), (4,M))", "modes_end_to_end_are_the_coordinate"),
    (
        "M",
        "covers_once((((4,8),(2,2)),(2,2,M)):(((64,1),(16,0)),(32,8,256)), (32,8*M), 2)",
        "modes_end_to_end_are_the_coordinate",
    ),
    ("M, k", "covers_once(((M,k),4):((4,0),1), (4,M), k)", "sums_tell_their_digits"),
    (
        "M",
        "bitcast(f32[8*M,128]{1,0:T(8,128)}, f32[M,8,128]{2,1,0:T(8,128)})",
        "modes_of_one_normal_form_are_one_function",
    ),
    (
        "M",
        "bitcast(bf16[16*M,256]{1,0:T(8,128)(2,1)}, bf16[2*M,8,256]{2,1,0:T(8,128)(2,1)})",
        "modes_of_one_normal_form_are_one_function",
    ),
    *(
        (names, question, f"a_swizzle_{way}_is_its_own_inverse")
        for names, question, way in (
            ("p", "injective(Sw<3,4,3> o 8*p o (8,64*p):(64*p,1))", "down"),
            ("m", "bijective_onto(Sw<2,3,-3> o 0 o (m,256):(256,1), 256*m)", "up"),
            (
                "m, t; t >= 0; t < 32",
                "injective(partition_tv(Sw<3,3,3> o 0 o (8*m,8):(8,1), (4,8), (32,1):(1,0), t))",
                "down",
            ),
            ("m", "covers(Sw<3,4,3> o 0 o (m,128):(128,1), 128*m)", "down"),
            ("m", "disjoint(Sw<3,4,3> o 0 o (m):(1), Sw<3,4,3> o 0 o (64):(m))", "down"),
            ("m, n", "equal(Sw<3,4,3> o 0 o (m,n):(n,1), Sw<3,4,3> o 0 o (m,(n)):(n,(1)))", "down"),
            ("m; m <= 2097152", "fits_int32(Sw<3,4,3> o 0 o (8*m,128):(128,1))", "down"),
            ("m", "bijective_onto(Sw<2,1,3> o 0 o (m,8):(8,1), 8*m)", "down"),
        )
    ),
    *(
        (names, question, "a_swizzle_keeps_the_lowest_bits")
        for names, question in (
            ("M, N", "aligned(Sw<2,3,3> o 0 o (M,N):(8*N,8), 8)"),
            ("M, N", "aligned(Sw<2,4,-3> o 16*M o (M,N):(48*N,48), 16)"),
            (
                "m, i; i >= 0; i < m",
                "aligned(local_tile(Sw<2,3,3> o 0 o (8*m,8):(64,8), (8,8), (i,0)), 4)",
            ),
        )
    ),
]


OVERLAPPING = [
    # A broadcast mode of A, of B, or of both.
    ("M, N, K", "disjoint((M,K):(1,0), (N):(M))"),
    ("M, N, K", "disjoint((N,K,N):(M,0,K*M), (M,K):(1,0))"),
    ("M, N, K", "disjoint((M,K):(-1,0), (N):(M))"),
    # Modes that overlap: the greatest offset of A is 2*M - 2, 5*M - 5 or M + p - 1.
    ("M, N", "disjoint((M,M):(1,1), (N):(2*M-1))"),
    ("M, N", "disjoint((M,M):(2,3), (N,N):(5*M,10*M))"),
    ("M, N, p; p >= 0", "disjoint((M,2):(1,p), (N):(M+p))"),
    ("M, N", "disjoint((M,M):(-1,1), (N):(2*M))"),
    ("m, n", "disjoint(Sw<1,0,1> o 0 o (2*m,4,n):(4,1,0), Sw<1,0,1> o 0 o (n):(8*m))"),
    # A swizzled layout that covers more numbers than the question asks for.
    ("N", "covers(Sw<1,0,1> o 0 o (8,2):(1,8), 15)"),
    ("m, n; n <= m", "covers(Sw<2,0,2> o 0 o (4,4*m):(4*m,1), 13*n)"),
    ("m", "covers(Sw<1,0,1> o 0 o (4,2*m):(1,3), 4*m+1)"),
]
"""True questions about layouts that are not injective, or that have further offsets."""

TOO_FAR = [
    ("M, N", "disjoint((M,M):(1,1), (N):(2*M-2))"),
    ("M, N, K", "disjoint((M,K):(1,0), (N):(M-1))"),
    ("M, N", "disjoint((M,M):(2,3), (N):(5*M-5))"),
    ("M, N", "disjoint((M,M):(-1,1), (N):(M-1))"),
    ("N", "covers(Sw<1,0,1> o 0 o (8,2):(1,7), 15)"),
    ("m, n; n <= m", "covers(Sw<2,0,2> o 0 o (4,4*m):(4*m,1), 17*n)"),
]
"""False questions that differ from true ones by one number."""


def agrees(names, question, ruling):
    """Whether the definition decides the question in this way at some small sizes, or at all."""
    sizes = read_sizes(names)
    sized = Sized(question, sizes, read_question_of(question, sizes))
    points = least(sizes, 60)
    answers = [
        by_definition(
            question.partition("(")[0], arguments_at(sized, sized.expression.args, [point])
        )
        for point in points
    ]
    return all(answers) if ruling is Ruling.HOLDS else not all(answers)


@pytest.mark.parametrize(("names", "question"), OVERLAPPING)
def test_overlapping_modes_and_further_offsets_do_no_harm(names, question):
    found = asked(question, names)
    assert found.ruling is Ruling.HOLDS
    assert found.proof is not None
    assert agrees(names, question, Ruling.HOLDS)


@pytest.mark.parametrize(("names", "question"), TOO_FAR)
def test_overlapping_modes_that_reach_too_far_are_refuted(names, question):
    assert asked(question, names).ruling is Ruling.REFUTED
    assert agrees(names, question, Ruling.REFUTED)


def some(rows, every):
    """Return the rows as parameters. Mark all but the first of each `every` rows as `long`."""
    marks = [[pytest.mark.long] * (k % every > 0) for k in range(len(rows))]
    return [
        pytest.param(*row, id=row[1], marks=mark) for row, mark in zip(rows, marks, strict=True)
    ]


@pytest.mark.parametrize(("names", "question", "lemma"), some(HOLDING, 6))
def test_a_true_question_is_proved_by_its_rule(names, question, lemma):
    found = asked(question, names)
    assert found.ruling is Ruling.HOLDS
    assert found.proof is not None
    assert found.proof.theorem.replays > 0
    if lemma is not None:
        assert lemma in found.proof.theorem.by


def test_a_rule_that_is_wrong_at_some_sizes_is_found_without_a_solver():
    """The modes of zipped_divide never have gaps, but are compact only if 128 divides M."""
    sizes, text = read_sizes("M, N"), "covers(zipped_divide((M,N):(1,M), (128,64)), M*N)"
    sized = Sized(text, sizes, read_question_of(text, sizes))
    points = [{"M": m, "N": n} for m in (128, 129, 300) for n in (1, 64, 70)]
    layouts = [tuple(arguments_at(sized, sized.expression.args, [point])) for point in points]
    terms = [sized.term_of(argument, points) for argument in sized.expression.args]
    wrong = {
        rule.by: is_wrong_somewhere(of_rule(sized, terms, rule), points)
        for rule in reversed(list(rules("covers", layouts)))
    }
    assert wrong == {COMPACT: True, GAPLESS: False}


REFUTED = [
    ("M, K, ld; ld + 1 >= K", "injective((M,K):(ld,1))", {"M": 2, "K": 2, "ld": 1}, True),
    ("M, N", "covers((M,N):(1,M+1), M*N)", {"M": 1, "N": 2}, True),
    ("M, N", "equal(zN(f16,M,N), f16[M,N]{1,0:T(16,16)})", {"M": 17, "N": 17}, True),
    ("m", "bijective_onto(Sw<3,4,3> o 0 o (m,64):(64,1), 64*m)", {"m": 9}, True),
    # The counterexample is far beyond the enumerated sizes.
    ("Q; Q % 128 == 0", "fits_int32((Q,16,64):(1024,64,1))", {"Q": 2097280}, True),
    ("M", "fits_int32(bf16[M,8]{1,0:T(8,128)(2,1)})", {"M": 16777217}, True),
    # The question fails only if B*T is 1048577, the largest product that the condition allows. No
    # condition bounds B or T alone.
    ("B, T; B*T <= 1048577", "fits_int32((B,T):(T*2048,2048))", {"B": 1, "T": 1048577}, False),
    # The counterexample of the next row is proved to be the least one. For the last row, smaller
    # counterexamples were not ruled out.
    ("M; M <= 536870913", "fits_int32((M,4):(4,1))", {"M": 536870913}, True),
    (
        "M, N; M <= 65384; N <= 65384",
        "fits_int32((M,N):(N,1))",
        {"M": 45251, "N": 47458},
        False,
    ),
]


@pytest.mark.parametrize(
    ("names", "question", "at", "is_least"), REFUTED, ids=[q for _, q, _, _ in REFUTED]
)
def test_a_false_question_is_refuted_with_sizes_and_a_witness(names, question, at, is_least):
    found = asked(question, names)
    assert found.ruling is Ruling.REFUTED
    assert (found.at, found.is_least) == (at, is_least)
    assert found.witness is not None


ATTACKS = [
    # Conditions that are too weak by 1, or missing.
    ("M, K, ld; ld >= K", "injective((M,K+1):(ld,1))", lambda p: p["ld"] > p["K"]),
    ("M, N, ld; ld + 1 >= M", "injective((M,N):(1,ld))", lambda p: p["ld"] >= p["M"]),
    ("M, N, d", "injective((M,N):(1,d))", lambda p: p["d"] >= p["M"]),
    # Equal or negative strides, which do no harm if a mode has size 1.
    ("M, N", "injective((M,N,2):(1,M,M))", lambda p: p["N"] == 1 and p["M"] > 1),
    ("M, N", "injective((M,N):(1,1-M))", lambda p: p["N"] == 1),
    ("M, N", "covers((M,N):(1,-M), M*N)", lambda p: p["N"] == 1),
    ("M, N", "bijective_onto((M,N):(-1,M), M*N)", lambda p: p["M"] == 1),
    # A missing last offset, or one offset too many.
    ("M, N", "covers((M,N):(1,M), M*N + 1 - N % 2)", lambda p: p["N"] % 2 == 1),
    ("M, N", "bijective_onto((M,N):(1,M), M*N - M % 2)", lambda p: p["M"] % 2 == 0),
    ("M, N", "covers((M,N):(1,M+1), M*N)", lambda p: p["N"] == 1),
    # A padded last tile.
    ("M, N", "injective(zipped_divide((M,N):(1,M), (8,4)))", lambda p: p["M"] % 8 == 0),
    ("M", "equal(zipped_divide((M):(1), (8)), M:1)", lambda p: p["M"] % 8 == 0),
    # Two layouts that share an offset.
    ("M, N, p", "disjoint((M):(1), (N):(p))", lambda p: p["p"] >= p["M"]),
    ("M, N", "disjoint((M):(-1), (N):(N-M))", lambda p: p["N"] > p["M"]),
    ("M, N, p", "disjoint((M,M):(1,1), (N):(p))", lambda p: p["p"] >= 2 * p["M"]),
    ("M, N, p", "disjoint((M,2):(1,p), (N):(M))", lambda p: p["p"] % p["M"] == 0 and p["N"] == 1),
    ("M, N, d", "disjoint((M,N):(1,d-1), (N):(M))", lambda p: p["d"] == 1),
    ("M, N", "disjoint((M,M):(2,3), (N):(5*M-5*(M%2)))", lambda p: p["M"] % 2 == 0),
    # Comparisons, conditions of operations, and offsets that must fit in 32 bits.
    ("M, N", "equal((M,N):(1,M), (M,N):(1,M + M/(N+M)))", None),
    ("M, N, d", "equal((M,N):(1,d), (M*N):(1))", lambda p: p["d"] == p["M"]),
    ("M, N", "compatible((M,N), (N,M))", lambda p: p["M"] == p["N"]),
    ("m, K", "composable((128*m,K):(K,1), (128,4):(1,128))", lambda p: p["m"] % 4 == 0),
    ("M, N, d", "distributes((M,N):(1,d), (2,2):(1,2))", lambda p: p["M"] % 4 == 0),
    ("M, N; M <= 65536; N <= 65536", "fits_int32((M,N):(1,M))", lambda p: p["N"] < 32768),
    ("M, N; M <= 65536; N <= 65536", "fits_int32((M,N):(-1,-M))", lambda p: p["N"] < 32768),
    # Offsets that a swizzled layout repeats, a stride that must be a multiple of 8, and elements
    # that are taken too often.
    ("m", "injective(Sw<3,4,3> o 0 o (m,128):(127,1))", lambda p: p["m"] == 1),
    ("M, ld", "aligned((M,4):(ld,8), 8)", lambda p: p["ld"] % 8 == 0),
    ("M, n", "covers_once((M,4):(4,1), (4,n))", lambda p: p["M"] == p["n"]),
    ("M, n", "covers_once(((M,2),4):((4,0),1), (4,n), 2)", lambda p: p["M"] == p["n"]),
    ("M, k", "covers_once(((M,k),4):((4,0),1), (4,M), 2)", lambda p: p["k"] == 2),
    # A stride that is 0 at some sizes, and strides that do not determine how often an element is
    # taken.
    ("M, d", "covers_once(((M,2),4):((4,d-1),1), (4,M), 2)", lambda p: p["d"] == 1),
    ("M", "covers_once((2,(2,M)):(1,(1,2)), (1+2*M,1), 1 + M % 2)", lambda p: p["M"] == 0),
    # Padded rows, padded columns, and a transposed array.
    ("M", "bitcast(f32[M,128]{1,0:T(8,128)}, f32[M,128]{1,0})", lambda p: p["M"] % 8 == 0),
    ("M", "bitcast(f32[2*M,8]{1,0:T(8,8)}, f32[2,M,8]{2,1,0:T(8,8)})", lambda p: p["M"] % 8 == 0),
    ("M, N", "bitcast(f32[M,N]{1,0}, f32[M,N]{0,1})", lambda p: p["M"] == 1 or p["N"] == 1),
    ("m", "bijective_onto(Sw<3,4,3> o 0 o (m,64):(64,1), 64*m)", lambda p: p["m"] % 16 == 0),
    ("m", "bijective_onto(Sw<2,3,-3> o 0 o (m,8):(8,1), 8*m)", lambda p: p["m"] % 32 == 0),
    ("m", "bijective_onto(Sw<3,1,3> o 0 o (m,8):(8,1), 8*m)", lambda p: p["m"] % 2 == 0),
    ("m", "aligned(Sw<2,3,3> o 0 o (m,16):(16*m,16), 16)", lambda p: p["m"] <= 2),
    ("m", "aligned(Sw<2,3,3> o 8*m o (8):(16), 16)", lambda p: p["m"] % 2 == 0),
    ("m", "covers(Sw<3,4,3> o m-1 o (8,128):(128,1), 1024)", lambda p: p["m"] == 1),
    ("m", "equal(Sw<3,4,3> o 0 o (m,64):(64,1), Sw<3,4,3> o m-1 o (m,64):(64,1))", None),
]


@pytest.mark.parametrize(("names", "question", "hides"), some(ATTACKS, 8))
def test_no_rule_proves_a_question_false_only_at_untried_sizes(names, question, hides):
    """The rules see only sizes at which the question holds. The question fails at other sizes."""
    sizes = read_sizes(names)
    sized = Sized(question, sizes, read_question_of(question, sizes))
    points = [*beside_constants(sizes, question, 60), *least(sizes, 60)]
    seen = [point for point in points if hides is None or hides(point)]
    try:
        found = decided(sized, seen)
    except LayoutError:
        return
    assert found.ruling is not Ruling.HOLDS


def test_a_question_undefined_at_some_sizes_names_them():
    with pytest.raises(NoSenseError, match="makes no sense at M=3: mode 4:1 of B"):
        asked("injective(composition((M,4):(4,1), 4:1))", "M")
    with pytest.raises(NoSenseError, match="makes no sense at M=17, N=1"):
        asked("distributes(nZ(f16,M,N), 4:1)", "M, N")


@pytest.mark.parametrize("names", ["M", "M; M < 100"])
def test_a_question_undefined_at_some_sizes_shows_how_to_exclude_them(names):
    with pytest.raises(NoSenseError) as caught:
        asked("admits_exactly((M,64), (M-3,32), (m,k) -> m < M)", names)
    assert str(caught.value).endswith(
        "not (-2,32); if other sizes make sense, exclude this size by a condition after the names,"
        f" as in '{names}; M % 64 == 0'"
    )


SENSELESS = [
    ("M; M != 5000", "aligned((4,1):(5000-M,0), 5000-M)"),
    ("M; M != 5000", "covers_once(((5000-M)*(5000-M),1):(1,0), (5000-M,5000-M))"),
    ("M", "distributes((4,4):(1,4), (1,4):(5000-M,1))"),
    ("M", "composable((4,4):(1,4), (4,1):(1,5000-M))"),
    ("M; M != 5000", "compatible((5000-M)*(5000-M), (5000-M,5000-M))"),
]
"""Questions that hold at all M from 1 to 4999.

From M = 5001 on, they are undefined. The exception is `composable`: it is defined there, but no
rule proves it for all M.
"""


@pytest.mark.parametrize(("names", "question"), some(SENSELESS, 2))
def test_a_question_undefined_at_untried_sizes_is_not_proved(names, question):
    sizes = read_sizes(names)
    sized = Sized(question, sizes, read_question_of(question, sizes))
    seen = [point for point in beside_constants(sizes, question, 20) if point["M"] < 5000]
    assert all(answer_at(sized, point).ruling is Ruling.HOLDS for point in seen)
    try:
        found = decided(sized, seen)
    except NoSenseError:
        return
    assert found.ruling is Ruling.UNKNOWN


def test_the_least_sizes_are_found_under_a_decreasing_bound():
    found = asked("injective((M,N):(1,1))", "M, N; M >= 10 - 2*N")
    assert (found.at, found.is_least) == ({"M": 2, "N": 4}, True)


def test_a_default_bound_is_reported():
    found = asked("injective(4:i)", "i; i + 3 >= 0")
    assert found.ruling is Ruling.HOLDS
    assert found.place == "for all i; i + 3 >= 0; i >= 1"
    assert asked("injective(4:i)", "i; -3 < i").at == {"i": 0}


def test_answers_agree_with_the_question_at_single_sizes():
    sizes = read_sizes("M, N")
    sized = Sized("q", sizes, read_question_of("injective((M,N):(1,2))", sizes))
    assert answer_at(sized, {"M": 2, "N": 9}).ruling is Ruling.HOLDS
    assert answer_at(sized, {"M": 3, "N": 2}).ruling is Ruling.REFUTED


def test_a_question_without_rules_is_unknown():
    found = asked("coalesced((32,M):(1,32), (32,1):(1,0), f32)", "M")
    assert found.ruling is Ruling.UNKNOWN


PREDICATES = [
    ("(m,k) -> m < M and k < K", "", Ruling.HOLDS, None),
    ("(m,k) -> m <= M and k < K", "", Ruling.REFUTED, {"M": 1, "K": 1}),
    ("((a,b),(i,j)) -> a < M - 64*i and b < K - 32*j", "", Ruling.HOLDS, None),
    ("(m,k) -> k < K and m*K + k < M*K", "", Ruling.HOLDS, None),
    ("(m,k) -> m < M and k < K", ", (ceil(M/64), floor(K/32))", Ruling.REFUTED, {"M": 1, "K": 1}),
]


@pytest.mark.parametrize(
    ("predicate", "grid", "ruling", "at"), PREDICATES, ids=[p + g for p, g, _, _ in PREDICATES]
)
def test_a_predicate_is_decided_for_all_sizes(predicate, grid, ruling, at):
    found = asked(f"admits_exactly((M,K), (64,32), {predicate}{grid})", "M, K")
    assert (found.ruling, found.at) == (ruling, at)
    assert (found.proof is None) == (ruling is Ruling.REFUTED)


def test_each_size_counts_once():
    # The search for all sizes finds no upper bound of n in a condition with `or`.
    found = asked("equal(Sw<2,1,3> o 0 o (n):(1), (n):(1))", "n; n <= 5 or n <= 4")
    assert "no counterexample at the 5 sizes tried" in found.reason


@pytest.mark.parametrize(
    ("question", "names", "reason"),
    [
        ("injective((N,3):(2,9))", "N; N <= 3", "each of the 3 sizes"),
        ("injective((N,3):(2,9))", "N; 3 > N; N < 9 and N >= 1", "each of the 2 sizes"),
        ("injective((N,3):(2,9*i))", "N, i; N <= 4; i <= N; i >= N - 1; i >= 1", "each of the 7"),
        ("injective((N,3):(2,9))", "N; N % 2 == 0; N == 2", "the only size"),
        (
            "vectorizes((8,N):(1,12), (8,N):(1,12), (1,(8,N)):(0,(1,8)), f16, 64)",
            "N; N <= 3",
            "each of the 3 sizes",
        ),
    ],
)
def test_a_question_about_few_sizes_is_decided_at_each_of_them(question, names, reason):
    found = asked(question, names)
    assert found.ruling is Ruling.HOLDS
    assert reason in found.reason or found.proof is not None


def test_any_of_few_sizes_may_refute_a_question():
    # N = 500 is neither among the least sizes nor near a constant of the question.
    found = asked("disjoint((2):(N*N), (2):(250000))", "N; N >= 200; N <= 900")
    assert (found.ruling, found.at, found.is_least) == (Ruling.REFUTED, {"N": 500}, True)


def test_an_argument_of_a_wrong_kind_is_not_a_matter_of_sizes():
    with pytest.raises(NoSenseError, match=r"its layout is \(1,4\):\(4,1\)$"):
        asked("composable(local_tile((M,4):(4,1), (1,4), (i,0)), 2:4)", "M, i; i >= 0; i < M")


def test_missing_sizes_are_explained_by_the_default_bound():
    with pytest.raises(LayoutError, match="a name is at least 1 unless a condition gives another"):
        asked("injective((4,2):(1,d))", "d; d <= -4")
