"""Operations and questions on tiles mean what plain indices into an array mean."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spec import Layout, LayoutError, swizzled
from spec.errors import InadmissibleError
from verif import check, evaluate
from verif.expression import formatted
from verif.expression.tiles import Effect, on_tile
from verif.operations.table import OPERATIONS
from verif.questions import Effort, ask, read_question
from verif.questions.answer import Ruling

ROWS, COLUMNS = 64, 96
"""The size of a row-major array."""

BLOCK = "local_tile((64,96):(96,1), (32,16), (1,3))"
"""The tile of the rows 32 .. 63 and the columns 48 .. 63."""

INSTRUCTION = "SM80_16x8x16_F32F16F16F32_TN"


def offset(row, column):
    return COLUMNS * row + column


def offsets(tile):
    """Return the offsets of a tile that was printed, in the order of its 1-D coordinates."""
    layout, start = tile
    return [start + layout(i) for i in range(layout.size)]


def block(rows, columns):
    """Return the offsets of rows and columns of the tile, rows first."""
    return [offset(32 + i, 48 + j) for j in columns for i in rows]


@pytest.mark.parametrize(
    ("expression", "rows", "columns"),
    [
        (BLOCK, range(32), range(16)),
        (f"evaluate({BLOCK}, (5,_))", [5], range(16)),
        (f"slice((_,7), {BLOCK})", range(32), [7]),
        (f"coalesce({BLOCK})", range(32), range(16)),
        (f"composition({BLOCK}, (8,4))", range(8), range(4)),
        (f"composition({BLOCK}, <8:2,4:3>)", range(0, 16, 2), range(0, 12, 3)),
        (f"domain_offset((4,2), {BLOCK})", range(4, 36), range(2, 18)),
        (f"local_tile({BLOCK}, (8,4), (2,1))", range(16, 24), range(4, 8)),
        (f"local_partition({BLOCK}, (8,4):(4,1), 9)", range(2, 32, 8), range(1, 16, 4)),
        (
            f"local_partition(local_tile({BLOCK}, (16,16), (1,0)), (8,4), 9)",
            [17, 25],
            [1, 5, 9, 13],
        ),
        (f"outer_partition({BLOCK}, (8,4), (3,2))", range(3, 32, 8), range(2, 16, 4)),
        (f"inner_partition({BLOCK}, (8,4), (3,2))", range(24, 32), range(8, 12)),
        (f"partition_tv({BLOCK}, (8,16), tiled_copy((8,4):(4,1), (1,4)), 9)", None, None),
        (f"get({BLOCK}, 1)", [0], range(16)),
    ],
)
def test_an_operation_on_a_tile_selects_the_same_elements_as_plain_indices(
    expression, rows, columns
):
    found = offsets(evaluate(expression))
    if rows is None:
        # Thread 9 has row 2 and the columns 4 .. 7 of each block of 8 rows.
        assert found == [offset(32 + 2 + 8 * r, 48 + 4 + v) for r in range(4) for v in range(4)]
    else:
        assert found == block(rows, columns)


@pytest.mark.parametrize("crd", [(0, 0), (5, 7), (31, 15)])
def test_the_value_of_a_tile_at_a_coordinate_includes_its_offset(crd):
    i, j = crd
    assert evaluate(f"evaluate({BLOCK}, ({i},{j}))") == offset(32 + i, 48 + j)
    part = f"local_partition({BLOCK}, (8,4):(4,1), 9)"
    assert evaluate(f"evaluate({part}, (1,2))") == offset(32 + 2 + 8, 48 + 1 + 8)


def test_a_memref_with_an_offset_is_evaluated_at_a_coordinate():
    assert evaluate("evaluate(memref<4x8xf32, strided<[8, 1], offset: 3>>, (1,2))") == 3 + 8 + 2


def test_measures_of_a_tile_do_not_depend_on_its_offset():
    assert evaluate(f"size({BLOCK})") == 32 * 16
    assert evaluate(f"cosize({BLOCK})") == offset(31, 15) + 1
    assert evaluate(f"rank({BLOCK})") == 2
    assert evaluate(f"shape({BLOCK})") == (32, 16)
    assert evaluate(f"stride({BLOCK})") == (96, 1)
    assert evaluate(f"congruent({BLOCK}, local_tile((64,96), (8,8), (1,1)))") is True


def test_a_divided_tile_keeps_its_offset():
    assert formatted(evaluate(f"zipped_divide({BLOCK}, (8,4))")) == (
        f"<((8,4),(4,4)):((96,1),(768,4)),{offset(32, 48)}>"
    )


def test_a_recast_converts_the_offset_to_the_new_elements():
    halves = f"recast_layout({BLOCK}, 32, 16)"
    assert evaluate(f"evaluate({halves}, (0,0))") == 2 * offset(32, 48)
    pairs = f"upcast({BLOCK}, 2)"
    assert evaluate(f"evaluate({pairs}, (3,1))") == offset(35, 50) // 2
    with pytest.raises(InadmissibleError, match=r"its offset \(3\) must be a multiple"):
        evaluate("upcast(<(4,8):(8,1),3>, 2)")


@pytest.mark.parametrize("part", ["A", "B", "C"])
def test_a_partition_of_a_tile_for_an_instruction_adds_the_offsets(part):
    alone = evaluate(f"partition_{part}((32,16):(96,1), {INSTRUCTION}, 9)")
    found = evaluate(f"partition_{part}({BLOCK}, {INSTRUCTION}, 9)")
    assert offsets(found) == [offset(32, 48) + x for x in offsets(alone)]


@pytest.mark.parametrize("side", ["S", "D"])
def test_a_partition_of_a_tile_for_a_copy_adds_the_offsets(side):
    copy = "make_tiled_copy(copy_atom(universal.128, f32), (8,4):(4,1), (1,4))"
    found = evaluate(f"partition_{side}({BLOCK}, {copy}, 9)")
    assert sorted(offsets(found)) == sorted(block(range(2, 32, 8), range(4, 8)))


def test_parts_of_a_swizzled_tile_are_parts_of_the_swizzled_array():
    array = evaluate("composition(Sw<2,2,3> o 0 o (32,32):(32,1), (32,32))")
    tile = "local_tile(Sw<2,2,3> o 0 o (32,32):(32,1), (16,8), (1,2))"
    assert evaluate(f"evaluate({tile}, (3,5))") == array((19, 21))
    row, zero = evaluate(f"evaluate({tile}, (3,_))")
    assert (zero, [row(j) for j in range(8)]) == (0, [array((19, 16 + j)) for j in range(8)])
    thread, zero = evaluate(f"local_partition({tile}, (4,2):(2,1), 5)")
    assert zero == 0
    assert [thread(i) for i in range(4)] == [array((18 + 4 * i, 17)) for i in range(4)]


def test_a_tile_of_coordinates_has_a_coordinate_as_its_offset():
    tile = "local_tile(make_identity_layout((64,64)), (16,16), (1,2))"
    assert formatted(evaluate(f"evaluate({tile}, (1,2))")) == "(17,34)"
    part = f"local_partition({tile}, (8,4):(4,1), 9)"
    assert formatted(evaluate(f"evaluate({part}, (1,3))")) == "(26,45)"
    assert evaluate(f"size({tile})") == 256
    for refused in ("table", "right_inverse"):
        with pytest.raises(LayoutError, match="must be a layout"):
            evaluate(f"{refused}({tile})")


def test_a_table_shows_the_offsets_of_the_tile():
    assert "|  99 |" in evaluate("table(<(2,3):(3,1),96>)")


@pytest.mark.parametrize(
    ("call", "layout"),
    [
        (f"right_inverse({BLOCK})", "(32,16):(96,1)"),
        (f"complement({BLOCK})", "(32,16):(96,1)"),
        (f"linear_layout({BLOCK})", "(32,16):(96,1)"),
        (f"composition((64,64), {BLOCK})", "(32,16):(96,1)"),
        (f"bank_conflicts({BLOCK}, {BLOCK}, f16)", "(32,16):(96,1)"),
        ("composition(64, memref<4x8xf32, strided<[8, 1], offset: 3>>)", "(4,8):(8,1)"),
    ],
)
def test_an_operation_without_a_meaning_for_tiles_names_the_layout_of_the_tile(call, layout):
    with pytest.raises(LayoutError) as refused:
        evaluate(call)
    assert str(refused.value).endswith(f"which is a tile with an offset; its layout is {layout}")


def test_a_tiler_of_a_layout_and_a_size_is_not_taken_for_a_tile():
    assert formatted(evaluate("composition((64,64):(64,1), <4:2,8>)")) == "(4,8):(128,1)"


@pytest.mark.parametrize(
    ("operations", "effect"), [(swizzled.INSIDE, Effect.KEEPS), (swizzled.PARTS, Effect.MOVES)]
)
def test_each_operation_that_keeps_a_swizzle_accepts_a_tile(operations, effect):
    for one in operations:
        tiled = on_tile(OPERATIONS[one.__name__], [(Layout((4, 8)), 3)])
        assert tiled is not None, one.__name__
        assert tiled.effect is effect, one.__name__


SIDES = st.tuples(
    st.lists(st.tuples(st.integers(1, 4), st.integers(-7, 7)), min_size=1, max_size=3),
    st.integers(-20, 20),
)


def text(side):
    modes, start = side
    shape, stride = zip(*modes, strict=True)
    return f"<({','.join(map(str, shape))}):({','.join(map(str, stride))}),{start}>"


def values(side):
    """Return the offsets of a tile, first mode fastest, from its modes and its offset."""
    modes, start = side
    found = [start]
    for size, step in modes:
        found = [x + step * c for c in range(size) for x in found]
    return found


@pytest.mark.parametrize("effort", [Effort(), Effort(elements=0)], ids=["enumerating", "solving"])
@settings(deadline=None, max_examples=60)
@given(a=SIDES, b=SIDES)
def test_tiles_are_disjoint_if_no_offset_occurs_in_both(effort, a, b):
    answer = ask(read_question(f"disjoint({text(a)}, {text(b)})"), effort)
    common = set(values(a)) & set(values(b))
    assert answer.ruling is (Ruling.REFUTED if common else Ruling.HOLDS)
    if answer.witness is not None:
        i, j = answer.witness.coordinates
        assert values(a)[i] == values(b)[j] == answer.witness.values[0]


@settings(deadline=None, max_examples=60)
@given(a=SIDES, b=SIDES, n=st.integers(-1, 12))
def test_equal_covers_and_bijective_onto_include_the_offset(a, b, n):
    assert check(f"equal({text(a)}, {text(b)})").holds == (values(a) == values(b))
    assert check(f"equal({text(a)}, {text(a)})").holds
    assert check(f"covers({text(a)}, {n})").holds == ({*range(n)} <= {*values(a)})
    onto = sorted(values(a)) == [*range(n)]
    assert check(f"bijective_onto({text(a)}, {n})").holds == onto


@pytest.mark.parametrize(
    ("a", "b", "ruling"),
    [
        ("<4:1,0>", "<4:4,0>", "refuted"),
        ("<4:1,0>", "4:4", "refuted"),
        ("<4:1,4>", "f32[2,2]", "holds"),
        ("<4:1,3>", "f32[2,2]", "refuted"),
        ("<4:1,0>", "f32[3,2]{1,0:T(2,2)}", "refuted"),
        ("Sw<1,0,1> o 0 o 8:1", "<8:1,8>", "holds"),
        ("Sw<1,0,1> o 0 o 8:1", "<8:1,7>", "refuted"),
        ("<1000000:3,0>", "<1000000:3,1>", "holds"),
        ("<1000000:6,0>", "<1000000:10,1>", "holds"),
        ("<1000000:3,0>", "<1000000:7,1>", "refuted"),
    ],
)
def test_the_offset_zero_counts_if_one_of_the_arrays_is_a_tile(a, b, ruling):
    assert check(f"disjoint({a}, {b})").ruling == ruling
    assert check(f"disjoint({b}, {a})").ruling == ruling


def test_tiles_of_one_swizzled_array_are_disjoint():
    array = "Sw<3,3,3> o 0 o (64,64):(64,1)"
    first, second = (f"local_tile({array}, (16,16), (1,{j}))" for j in (0, 1))
    assert check(f"disjoint({first}, {second})").holds
    assert check(f"disjoint({first}, {first})").refuted


NAMES = "M, K, i, j; M % 128 == 0; K % 64 == 0; i >= 0; j >= 0; i < M/128; j < K/64"
SIZED = "local_tile((M,K):(K,1), (128,64), (i,j))"


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        (f"evaluate({SIZED}, (1,2))", "128*K*i + 64*j + K + 2"),
        (f"evaluate({SIZED}, (1,_))", "<(64):(1),128*K*i + 64*j + K>"),
        (f"size({SIZED})", "8192"),
        (f"local_partition({SIZED}, (16,8):(8,1), 3)", "<(8,8):(16*K,8),128*K*i + 64*j + 3>"),
        (f"stride({SIZED})", "(K,1)"),
        (
            "evaluate(local_tile(make_identity_layout((M,K)), (128,64), (i,j)), (1,2))",
            "(128*i + 1,64*j + 2)",
        ),
    ],
)
def test_operations_on_tiles_are_evaluated_for_all_sizes(expression, result):
    assert str(evaluate(expression, NAMES)) == result


def test_questions_about_tiles_are_answered_for_all_sizes():
    assert check(f"injective(local_partition({SIZED}, (16,8):(8,1), 3))", NAMES).holds
    assert check(f"equal({SIZED}, {SIZED})", NAMES).holds
    assert check(f"compatible({SIZED}, (128,64))", NAMES).holds
    assert check("equal(<(M,K):(K,1),i>, (M,K):(K,1))", "M, K, i").refuted
    assert check("covers(<(M,K):(K,1),0>, M*K)", "M, K").holds
    assert check("covers(<(M,K):(K,1),i>, M*K)", "M, K, i").refuted


def test_tiles_that_meet_only_in_offset_zero_are_not_disjoint_at_any_size():
    """For layouts, a common offset 0 does not count, so a rule for layouts must not apply."""
    assert check("disjoint((M):(1), (K):(M))", "M, K").holds
    assert check("disjoint(<(M):(1),0>, <(K):(M),0>)", "M, K").refuted
    assert not check("disjoint(<(M):(1),0>, <(K):(M),M>)", "M, K").refuted


def test_a_question_that_is_not_about_tiles_is_refused():
    with pytest.raises(LayoutError, match=r"its layout is \(32,16\):\(96,1\)"):
        check(f"composable({BLOCK}, 8:1)")
