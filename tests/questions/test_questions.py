"""Answers agree with enumeration, and huge layouts are answered without enumeration."""

from itertools import islice, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spec import Layout, LayoutError, coalesce, compatible, flatten, get, size
from tests.questions.by_enumeration import composed_by_enumeration
from tests.spec.strategies import layouts
from verif.questions import QUESTIONS, Effort, Ruling, ask, read_question
from verif.questions.distributes import mode_by_mode

SOLVED = Effort(elements=0)
"""An effort that allows no enumeration: questions that no theorem decides go to Z3."""

EFFORTS = (Effort(), SOLVED)


def offsets(layout):
    return [layout(i) for i in range(layout.size)]


def fits(layout, most=2**31):
    return all(-most <= x < most for x in offsets(layout))


BY_ENUMERATION = {
    "bijective_onto": lambda A, n: sorted(offsets(A)) == list(range(n)),
    "compatible": lambda A, B: compatible(A.shape, B.shape),
    "composable": lambda A, B: composed_by_enumeration(A, B) is not None,
    "covers": lambda A, n: set(range(n)) <= set(offsets(A)),
    "disjoint": lambda A, B: set(offsets(A)) & set(offsets(B)) <= {0},
    "distributes": lambda A, B: all(
        A.extended(B(i)) == mode_by_mode(A, B, i) for i in range(B.size)
    ),
    "equal": lambda A, B: offsets(A) == offsets(B),
    "fits_int32": fits,
    "injective": lambda A: len(set(offsets(A))) == A.size,
}


def fails_there(name, arguments, witness):  # noqa: PLR0911 - a case a question
    """Whether the witness refutes the question, and has the right values."""
    A, B = (*arguments, None)[:2]
    match name, witness.coordinates, witness.values:
        case "injective", (i, j), (x,):
            return i != j and A(i) == A(j) == x
        case "equal" | "bijective_onto" | "covers", (), (left, right):
            expected = B.size if name == "equal" else B
            return (left, right) == (A.size, expected) and left != right
        case "equal", (i,), (left, right):
            return (A(i), B(i)) == (left, right) and left != right
        case "bijective_onto", (i,), (x, last):
            return A(i) == x and last == B - 1 and not 0 <= x <= last
        case "bijective_onto" | "covers", (), (x,):
            return 0 <= x < B and x not in offsets(A)
        case "disjoint", (i, j), (x,):
            return A(i) == B(j) == x != 0
        case "distributes", (i,), (left, right):
            return (A.extended(B(i)), mode_by_mode(A, B, i)) == (left, right) and left != right
        case "composable", (i,), (x,):
            return B(i) == x < 0
        case "composable", (i,), (left, right):
            return A.extended(B(i)) == left != right
        case "compatible", (path,), (left, right):
            both = get(A.shape, *path), get(B.shape, *path)
            return both == (left, right) and not compatible(*both)
        case "fits_int32", (i,), (x,):
            return A(i) == x and not -(2**31) <= x < 2**31
    return False


def agrees(name, *arguments, effort):
    """Check the answer by enumeration; return False if the answer is unknown."""
    answer = QUESTIONS[name].answer(*arguments, effort=effort)
    if answer.ruling is Ruling.UNKNOWN:
        return False
    shown = name, *map(str, arguments), answer
    assert (answer.ruling is Ruling.HOLDS) == BY_ENUMERATION[name](*arguments), shown
    if answer.ruling is Ruling.REFUTED:
        assert fails_there(name, arguments, answer.witness), shown
    return True


SMALL = [
    Layout(shape, stride)
    for rank, shapes, strides in ((1, (1, 2, 3), range(-3, 4)), (2, (2, 3), range(-1, 4)))
    for shape in product(shapes, repeat=rank)
    for stride in product(strides, repeat=rank)
]
NATURAL = [layout for layout in SMALL if min(flatten(layout.stride)) >= 0]


LONG = pytest.mark.long


@pytest.mark.parametrize(
    ("name", "every"),
    [
        ("equal", 5),
        ("compatible", 1),
        *(pytest.param(n, 1, marks=LONG) for n in ("equal", "disjoint")),
    ],
)
def test_questions_about_two_small_layouts_agree_with_enumeration(name, every):
    for A, B in islice(product(SMALL, repeat=2), 0, None, every):
        assert agrees(name, A, B, effort=Effort())


@pytest.mark.parametrize(
    ("name", "every"),
    [("composable", 5), *(pytest.param(n, 1, marks=LONG) for n in ("composable", "distributes"))],
)
def test_composable_and_distributes_over_agree_with_enumeration(name, every):
    for A, B in islice(product(SMALL, NATURAL), 0, None, every):
        assert agrees(name, A, B, effort=Effort())


@pytest.mark.parametrize("name", ["covers", "bijective_onto"])
def test_questions_about_a_small_layout_and_a_size_agree_with_enumeration(name):
    for A, n in product(SMALL, range(10)):
        assert agrees(name, A, n, effort=Effort())


@pytest.mark.parametrize("name", ["injective", "fits_int32"])
def test_questions_about_one_small_layout_agree_with_enumeration(name):
    for A in SMALL:
        assert agrees(name, A, effort=Effort())


@pytest.mark.parametrize("effort", EFFORTS, ids=["enumerating", "solving"])
@given(A=layouts(), B=layouts(), C=layouts(st.integers(0, 20)), n=st.integers(-1, 30))
@settings(deadline=None)
def test_questions_about_nested_layouts_agree_with_enumeration(effort, A, B, C, n):
    assert agrees("injective", A, effort=effort)
    assert agrees("fits_int32", A, effort=effort)
    assert agrees("compatible", A, B, effort=effort)
    assert agrees("disjoint", A, B, effort=effort)
    assert agrees("equal", A, B, effort=effort)
    assert agrees("equal", A, coalesce(A), effort=effort)
    assert agrees("distributes", A, C, effort=effort)
    assert agrees("composable", A, B, effort=effort)
    assert agrees("composable", A, C, effort=effort)
    assert agrees("bijective_onto", A, A.size, effort=effort)
    assert agrees("covers", C, n, effort=effort)
    assert agrees("covers", A, n, effort=Effort())
    if effort is SOLVED and min(A.size, A.cosize) >= n > 0:
        # The answer may be unknown only here, because A may have strides of both signs and the
        # effort `SOLVED` allows no enumeration.
        agrees("covers", A, n, effort=effort)


@given(A=layouts(), B=layouts())
def test_the_first_difference_is_the_least(A, B):
    answer = QUESTIONS["equal"].answer(A, B, effort=Effort())
    if answer.witness is not None and answer.witness.coordinates:
        (i,) = answer.witness.coordinates
        assert offsets(A)[:i] == offsets(B)[:i]


HUGE = """
holds   equal((4294967296,4294967296):(1,4294967296), 18446744073709551616:1)
holds   equal(((1024,1024),(1024,1048576)), (1099511627776,1024):(1,1099511627776))
refuted equal((4294967296,4294967296):(1,4294967297), 18446744073709551616:1)
refuted equal((4294967296,4294967296), (4294967296,4294967297))
holds   injective((1048576,1048576,1048576):(1099511627776,1,1048576))
holds   injective((1048576,1048576):(1048577,1048576))
refuted injective((1048576,1048576):(1048574,1048576))
refuted injective((1048576,0x1000000000000,2):(3,5,0))
refuted injective((1048576,1048576,1048576):(1048577,-1048575,3))
refuted injective((1048576,1048576):(1000,1001))
holds   bijective_onto((1073741824,1073741824):(1073741824,1), 1152921504606846976)
refuted bijective_onto((1073741824,1073741824):(1073741824,2), 1152921504606846976)
holds   covers((1073741824,1073741824):(-1,536870912), 536870912)
refuted covers((1073741824,1073741824):(1,1073741825), 1073741826)
refuted covers((1073741824,1073741824):(-1,1073741826), 1073741826)
holds   disjoint((1048576,1048576):(1,1048576), complement((1048576,1048576), 0x1000000000000000))
holds   disjoint((1048576,1048576):(6,6291456), 1048576:-5)
refuted disjoint((1048576,1048576):(6,6291456), (1048576,1048576):(5,5242885))
refuted fits_int32((65536,65536):(1,65536))
holds   fits_int32((65536,32768):(1,65536))
refuted fits_int32((65536,32769):(-1,-65536))
holds   distributes((1048576,1048576):(1,1048577), (1048576,1048576):(1,1048576))
refuted distributes((3600000,1800000):(1,7200000), (900000,400000):(4,9))
holds   composable((2,2,2,2):(1,4,2,8), 3:7)
refuted composable((3600000,1800000):(1,7200000), (900000,400000):(4,9))
refuted composable((1048576,1048576):(1,1048577), 1000003:1048575)
holds   compatible((1048576,1048576), (1048576,(1024,1024)))
refuted compatible(1048576, (1048576,(1024,1024)))
"""


@pytest.mark.parametrize("line", HUGE.strip().splitlines())
def test_huge_layouts_are_answered_without_enumeration(line):
    outcome, question = line.split(maxsplit=1)
    answer = ask(read_question(question), Effort(elements=0))
    assert answer.ruling.value == outcome
    assert (answer.witness is not None) == (outcome == "refuted")


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        (
            ("injective((1000003,1000033,1000037):(1000033000037,1000003000111,1000036000099))"),
            " found no answer within 0.1 s",
        ),
        (
            "covers((1048576,1048576):(-1000,1001), 100)",
            "the strides overlap and have both signs, and there are too many offsets to enumerate",
        ),
        (
            f"injective((16,16):({hex(3 * 16**5000)},{hex(5 * 16**5000)}))",
            "the numbers are too long for Z3",
        ),
    ],
)
def test_an_unanswered_question_is_unknown_with_a_reason(question, reason):
    answer = ask(read_question(question), Effort(elements=0, seconds=0.1))
    assert answer.ruling is Ruling.UNKNOWN
    assert answer.reason.endswith(reason)


def test_too_few_offsets_need_no_enumeration():
    question = read_question("covers((1048576,1048576):(-1000,1001), 1152921504606846976)")
    assert (
        ask(question, Effort()).reason == "size(A) = 1099511627776 is less than 1152921504606846976"
    )


OF_EACH_COUNT = {1: "4:1", 2: "4:1, 4", 3: "4:1, (2,2):(1,2), f16"}
"""Arguments for most questions, by the number of required parameters."""

OF_SOME = {
    "admits_exactly": "(2,2), (2,2), (m,k) -> m < 2",
    "covers_once": "(2,2):(1,2), 4",
    "bitcast": "f32[2,2], f32[4]",
    "same_bytes": "4:1, 4, f16",
    "tma_box": "(64,64):(64,1), (8,64), f16, 128",
    "vectorizes": "4:1, 4:1, (2,2):(1,2), f16, 16",
}
"""Arguments for the questions to which OF_EACH_COUNT does not apply."""


@pytest.mark.parametrize("name", sorted(QUESTIONS))
def test_operations_can_be_arguments_but_questions_cannot(name):
    count = len(QUESTIONS[name].signature.required)
    arguments = OF_SOME.get(name) or OF_EACH_COUNT[count]
    with pytest.raises(LayoutError):
        ask(read_question(f"{name}({name}({arguments}), {name}({arguments}))"), Effort())
    nested = arguments.replace("4:1", "coalesce((2,2))").replace(":(1,2)", "")
    assert ask(read_question(f"{name}({nested})"), Effort()).ruling is not Ruling.UNKNOWN


def test_numbers_of_any_length_are_accepted():
    answer = ask(read_question(f"fits_int32(2:{hex(16**5000)})"), Effort())
    assert answer.reason == f"A(1) = {hex(16**5000)} does not fit in int32"
    answer = ask(read_question(f"covers({hex(16**5000)}:1, 2)"), Effort())
    assert answer.ruling is Ruling.HOLDS


def test_the_number_of_small_layouts_is_known():
    assert len(SMALL) == 121
    assert len(NATURAL) >= 60
    assert size(SMALL[-1].shape) == 9


OF_EVERY_KIND = (
    *("3", "(2,2)", "(_,1)", "f16", "()", "4:2", "():()", "<2:1,3>", "Sw<1,0,1>"),
    *("Sw<1,0,1> o 0 o 4:1", "f32[3,5]", "f32[]", "f32[6]{0:T(4)}", "zN(f16,4,4)"),
    *("(2,2):(1,2):(2,1)", "linear_layout(4:1)", "congruent(4,4)", "table(4:1)", "m -> m < 4"),
)


@pytest.mark.parametrize("name", sorted(QUESTIONS))
def test_arguments_of_any_kind_are_answered_or_rejected(name):
    count = len(QUESTIONS[name].signature.required)
    answered, refused = 0, 0
    others = OF_SOME[name].split(", ")[3:] if count > 3 else []
    for arguments in product(OF_EVERY_KIND, repeat=min(count, 3)):
        question = read_question(f"{name}({', '.join((*arguments, *others))})")
        try:
            answered += isinstance(ask(question, Effort()).ruling, Ruling)
        except LayoutError:
            refused += 1
    assert answered
    assert refused


@pytest.mark.parametrize(
    ("text", "ruling"),
    [
        ("compatible((16,16), zN(f16,16,16))", Ruling.HOLDS),
        ("compatible(3, zN(f16,4,4))", Ruling.REFUTED),
        ("compatible((3,5), f32[3,5]{1,0:T(2,2)})", Ruling.HOLDS),
        ("injective(f32[3,5]{1,0:T(2,2)})", Ruling.HOLDS),
        ("injective(zN(f16,30,40))", Ruling.HOLDS),
        ("covers(f32[3,5]{1,0:T(2,2)}, 10)", Ruling.REFUTED),
        ("bijective_onto(f32[3,3]{1,0:T(2,2)}, 9)", Ruling.REFUTED),
        ("fits_int32(f32[3,5]{1,0:T(2,2)})", Ruling.HOLDS),
        ("fits_int32((4,8))", Ruling.HOLDS),
        ("fits_int32(<(8,64):(64,1),2147483136>)", Ruling.HOLDS),
        ("fits_int32(<(8,64):(64,1),2147483137>)", Ruling.REFUTED),
        ("fits_int32(<4:-1,-2147483646>)", Ruling.REFUTED),
        ("fits_int32(<4:-1073741824,2147483647>)", Ruling.REFUTED),
        ("fits_int32(<4:-1,2147483648>)", Ruling.REFUTED),
        ("fits_int32(local_tile(Sw<3,4,3> o 0 o (8,64):(64,1), (8,8), (0,1)))", Ruling.HOLDS),
        ("aligned(f32[3,5]{1,0:T(2,2)}, 2)", Ruling.REFUTED),
        ("disjoint(f32[3,5]{1,0:T(2,2)}, 3:9)", Ruling.HOLDS),
        ("disjoint(f32[3,5]{1,0:T(2,2)}, 3:8)", Ruling.REFUTED),
        ("injective((2,2):(1,1) o 0 o Sw<1,0,1> o 0 o 4:1)", Ruling.REFUTED),
        ("covers(f32[300,501]{1,0:T(2,2)}, 10)", Ruling.UNKNOWN),
    ],
)
def test_questions_accept_every_kind_of_array(text, ruling):
    assert ask(read_question(text), Effort(elements=1000)).ruling is ruling


def test_an_unsupported_argument_type_is_named():
    with pytest.raises(LayoutError, match="does not take arguments of the types str, int"):
        QUESTIONS["covers"].answer("4:1", 3, effort=Effort())
