"""The audit of TileLang's layouts and fragments agrees with enumeration."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec.coordinates import idx2crd
from spec.errors import LayoutError
from spec.layout import Layout
from spec.reading.distributed import by_dimension
from spec.swizzle import Swizzle
from verif.audit.arithmetic import evaluated, parsed
from verif.audit.recognized import layout_of_table, thread_value_of_table
from verif.audit.statement import Verdict
from verif.audit.tilelang import APART, FULL, HELD, INSIDE, ONE, USED, audit, recognizes
from verif.cli.main import main


def found(text):
    return {one.claim: (str(one.verdict), one.detail) for one in audit(text)}


def layout_text(shape, sides, body):
    names = ", ".join(("_i", "_j", "_k")[: len(shape)])
    shown = (f"({', '.join(map(str, one))}{',' * (len(one) == 1)})" for one in (shape, sides))
    return f"a: Layout({' -> '.join(shown)}, transform: ({names}) -> ({body},))"


def fragment_text(shape, sides, repeats, threads, thread, index):
    return (
        f"a: Fragment({shape} -> {sides}, replicate: {repeats}, thread: {threads}, "
        f"forward_thread: {thread}, forward_index: ({index},))"
    )


def xor(x, y):
    return f"T.bitwise_xor({x}, {y})"


EXPRESSIONS = st.recursive(
    st.sampled_from(["_i", "_j", "3", "8", "-2"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*"]), inner).map(
            "({0[0]} {0[1]} {0[2]})".format
        ),
        st.tuples(inner, st.sampled_from(["//", "%"]), st.integers(1, 9)).map(
            "({0[0]} {0[1]} {0[2]})".format
        ),
        st.tuples(inner, inner).map(lambda pair: xor(*pair)),
    ),
    max_leaves=8,
)


class T:
    bitwise_xor = staticmethod(lambda x, y: x ^ y)


@given(EXPRESSIONS)
def test_expressions_have_pythons_values(text):
    points = [(i, j) for j in range(4) for i in range(5)]
    indices = {"_i": [i for i, _ in points], "_j": [j for _, j in points]}
    (node,) = parsed(text)
    expected = [eval(text, {"T": T, "_i": i, "_j": j}) for i, j in points]
    assert list(evaluated(node, indices, len(points))) == expected


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("_i +", "is not an expression"),
        ("(" * 500 + "_i", "is not an expression"),
        ("_x", "_x is not an index"),
        ("_i // 0", "which is 0"),
        ("_i ** 9", "is not an arithmetic"),
        ("T.exp(_i, 1)", "is not an arithmetic"),
        ("__import__('os')", "is not an arithmetic"),
        ("1 << 100", "a shift must be by 0 to 64 bits"),
        ("_i if _i else 1", "is not an arithmetic"),
        ("1.5", "is not an arithmetic"),
    ],
)
def test_unsupported_expressions_are_rejected(text, problem):
    with pytest.raises(LayoutError, match=problem):
        evaluated(parsed(text)[0], {"_i": [0, 1]}, 2)


@given(
    st.lists(st.integers(1, 5), min_size=1, max_size=3).flatmap(
        lambda shape: st.tuples(
            st.just(tuple(shape)),
            st.tuples(*(st.integers(0, 12) for _ in shape)),
            st.integers(1, 100),
        )
    )
)
def test_an_affine_layout_has_the_verdicts_of_enumeration(case):
    shape, stride, side = case
    body = " + ".join(f"{name} * {d}" for name, d in zip(("_i", "_j", "_k"), stride, strict=False))
    said = found(layout_text(shape, (side,), body))
    layout = Layout(shape, stride)
    offsets = [layout(i) for i in range(layout.size)]
    is_inside = max(offsets) < side
    assert said[INSIDE][0] == ("holds" if is_inside else "fault")
    if is_inside:
        assert said[APART][0] == ("holds" if len(set(offsets)) == len(offsets) else "fault")
    if is_inside and said[APART][0] == "holds":
        assert said[USED][0] == ("holds" if 2 * layout.size >= side else "cost")


def test_a_fault_names_two_elements_or_a_place():
    said = found(layout_text((4, 8), (32,), "_i * 4 + _j"))
    assert said[APART] == ("fault", "(1,0) and (0,4) are both at (4)")
    said = found(layout_text((4, 8), (4, 7), "_i, _j"))
    assert said[INSIDE] == ("fault", "(0,7) goes to (0,7), outside (4,7)")


@given(st.permutations(range(5)), st.integers(1, 4))
def test_a_fragment_of_distinct_bits_is_held_once(order, lanes):
    digits = ["_i % 2", "_i // 2 % 2", "_j % 2", "_j // 2 % 2", "_j // 4 % 2"]
    places = {k: digits[bit] for k, bit in enumerate(order)}
    thread = " + ".join(f"{places[k]} * {1 << k}" for k in range(lanes))
    index = " + ".join(f"{places[k]} * {1 << (k - lanes)}" for k in range(lanes, 5))
    text = fragment_text("(4, 8)", f"({32 >> lanes},)", 1, 1 << lanes, thread, index)
    assert [str(one.verdict) for one in audit(text)] == ["holds"] * 4


@pytest.mark.parametrize(
    ("threads", "thread", "index", "claim", "verdict", "detail"),
    [
        (8, "_i * 2 + _j // 4", "_j % 4", ONE, "holds", "32 registers"),
        (8, "_i * 2 + _j // 4", "_j % 3", ONE, "fault", "thread 0 holds (0,0) and (0,3) at (0)"),
        (7, "_i * 2 + _j // 4", "_j % 4", HELD, "fault", "(3,4) is held by thread 7 at (0)"),
        (8, "_i * 2 + _j // 4", "_j", HELD, "fault", "8 threads with registers of shape (4)"),
        (16, "_i * 2 + _j // 4", "_j % 4", FULL, "cost", "32 of 64"),
    ],
)
def test_a_fragment_states_the_contents_of_registers(
    threads, thread, index, claim, verdict, detail
):
    said = found(fragment_text("(4, 8)", "(4,)", 1, threads, thread, index))
    assert (said[claim][0], detail in said[claim][1]) == (verdict, True), said


def test_repetition_is_a_cost():
    text = fragment_text("(8, 8)", "(2,)", 2, 64, "_rep * 32 + _i * 4 + _j // 2", "_j % 2")
    *_, last = audit(text)
    assert last.verdict is Verdict.COST
    assert "by exactly 2" in last.detail
    text = fragment_text("(3,)", "(1,)", 2, 6, "_rep * 3 + _i", "0")
    *_, last = audit(text)
    assert (str(last.verdict), last.detail) == ("cost", "an element is held by 2 to 2 registers")


@pytest.mark.parametrize(
    ("text", "verdict", "detail"),
    [
        ("Layout((4,) -> (4,), transform: (_i) -> (_k,))", "not read", "_k is not an index"),
        ("Layout((4,) -> (4,), transform: (_i, _j) -> (_i,))", "not read", "expected 1 indices"),
        ("Layout((4,) -> (4, 4), transform: (_i) -> (_i,))", "not read", "expected 2 expressions"),
        ("Layout((4,) -> (4,), other)", "not read", "expected Layout("),
        ("Fragment((4,) -> (4,), replicate: 1)", "not read", "expected Fragment("),
        ("Layout((0,) -> (4,), transform: (_i) -> (_i,))", "not read", "has no element"),
        ("Layout((4096, 4096) -> (4,), transform: (_i, _j) -> (_i,))", "unknown", "too many"),
        ("Layout((4,) -> (4,", "not read", "expected Layout("),
    ],
)
def test_undecided_statements_give_a_reason(text, verdict, detail):
    (one,) = audit(f"\n{text}")
    assert (one.line, str(one.verdict), detail in one.detail) == (2, verdict, True), one


@given(st.lists(st.sampled_from([1, 2, 4, 8]), min_size=1, max_size=3), st.randoms())
def test_a_table_is_recognized_as_a_layout_with_its_offsets(shape, random):
    bits = sum(size.bit_length() - 1 for size in shape)
    columns = [1 << k for k in range(bits)]
    random.shuffle(columns)
    plain = by_dimension(columns, tuple(shape))
    swizzle = Swizzle(1, 0, max(1, bits - 1))
    for table in ([plain(i) for i in range(plain.size)],):
        assert [layout_of_table(table, tuple(shape))(i) for i in range(len(table))] == table
        mixed = [swizzle(x) for x in table]
        layout = layout_of_table(mixed, tuple(shape))
        assert layout is None or [layout(i) for i in range(len(mixed))] == mixed
        threads = 1 << (bits // 2)
        tv = thread_value_of_table(table, threads)
        assert [
            tv(idx2crd(i, (threads, plain.size // threads))) for i in range(plain.size)
        ] == table


def test_the_question_of_a_statement_gives_its_verdict(capsys):
    text = layout_text((8, 64), (8, 64), f"_i, {xor('_j // 8', '_i')} * 8 + _j % 8")
    asked = [one.question for one in audit(text) if one.question]
    assert asked == ["injective(Sw<3,3,3> o 0 o (8,64):(64,1))"]
    with pytest.raises(SystemExit) as ended:
        main(["check", asked[0]])
    assert ended.value.code == 0
    capsys.readouterr()


def test_jax_layouts_are_not_read_as_tilelang():
    assert not recognizes("Layout(major_to_minor=(0, 1), tiling=((8, 128),))")
