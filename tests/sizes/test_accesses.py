"""Questions for all sizes about memory accesses: decisions by residues are right at each size.

A residue is the remainder of an offset or a stride modulo a power of two.
"""

import itertools
import random

import pytest

from verif.questions.answer import Ruling
from verif.sizes.accesses import by_residues, few_of_each_residue, read_accesses
from verif.sizes.asked import answer_at, asked, read_question_of
from verif.sizes.names import read_sizes
from verif.sizes.sampled import beside_constants, extremes, least
from verif.sizes.sized import Sized
from verif.sizes.terms import NotForAllSizesError

ROWS = "((8,4),(8,2)):((64,1),(8,32))"

LANES = "((8,4),8):((1,64),8)"
"""A thread-value layout: each of 32 threads has 8 consecutive elements of a row of 32."""


def sized(question, names):
    sizes = read_sizes(names)
    return Sized(question, sizes, read_question_of(question, sizes))


def drawn(rng):
    """Return a question about a tile whose layout depends on K, and a text with conditions on K."""
    rows, columns = rng.choice([(8, 8), (16, 8), (8, 32), (4, 64)])
    strides = rng.choice(["(K,1)", "(1,K)", "(K,2)", "(K+8,1)", "(2*K,1)", "(-K,1)"])
    swizzle = rng.choice(["", "", "Sw<1,2,2> o 0 o ", "Sw<2,3,3> o 4*K o ", "Sw<2,2,-3> o 8 o "])
    tile = f"{swizzle}({rows},{columns}):{strides}"
    threads = rng.choice([f"({rows},1):(1,1)", f"({rows},{columns // 4}):({columns // 4},1)"])
    values = rng.choice(["(1,4)", f"(1,{columns})" if "1):" in threads[3:] else "(1,4)"])
    if threads.endswith("(1,1)"):
        values = f"(1,{columns})"
    element = rng.choice(["f16", "f32", "f64", "s8"])
    step, low = rng.choice([1, 2, 4, 8, 16, 24, 64]), rng.choice([1, 32, 64, 70])
    question = rng.choice(["coalesced", "conflict_free", "vectorizes"])
    if question == "vectorizes":
        bits = {"f16": 16, "f32": 32, "f64": 64, "s8": 8}[element]
        width = bits * rng.choice([1, 2, 4])
        other = f"({rows},{columns}):{strides}"
        arguments = (
            f"{tile}, {other}, tiled_copy({threads}, {values}), {element}, {min(width, 128)}"
        )
    else:
        arguments = f"{tile}, tiled_copy({threads}, {values}), {element}"
    return f"{question}({arguments})", f"K; K % {step} == 0; K >= {low}"


@pytest.mark.parametrize("seed", range(60))
def test_decisions_by_residues_hold_at_each_size(seed):
    asking = sized(*drawn(random.Random(seed)))
    points = [*least(asking.sizes, 40), *beside_constants(asking.sizes, asking.text, 20)]
    stated = []
    try:
        found = by_residues(asking, points, lambda *given: stated.append(given) or None)
    except NotForAllSizesError:
        return
    rulings = [answer_at(asking, point).ruling for point in points]
    if found.ruling is Ruling.HOLDS:
        assert len(stated) == 1
        assert set(rulings) == {Ruling.HOLDS}
    else:
        far = [{"K": 10**6 // 64 * 64 + point["K"]} for point in points]
        more = [answer_at(asking, point).ruling for point in far if asking.sizes.admits(point)]
        assert Ruling.REFUTED in rulings + more or "widest" in found.reason


def test_the_drawn_questions_hold_and_fail():
    found = dict.fromkeys(itertools.product((Ruling.HOLDS, Ruling.UNKNOWN), (False, True)), 0)
    for seed in range(60):
        asking = sized(*drawn(random.Random(seed)))
        ruling = by_residues(asking, least(asking.sizes, 40), lambda *_: None).ruling
        found[ruling, "Sw<" in asking.text] += 1
    assert min(found.values()) >= 5, found


def test_each_residue_is_tried_at_its_first_and_last_size():
    asking = sized(f"coalesced((32,16):(K,1), {ROWS}, f16)", "K; K >= 16")
    points = least(asking.sizes, 40)
    few = few_of_each_residue(asking, points)
    assert sorted(p["K"] for p in few) == [*range(16, 32), *range(40, 56)]
    _, (side,) = read_accesses(asking, points)
    assert len(side.residues) == 16


HOLDING = [
    ("K; K % 16 == 0; K >= 32", "coalesced((128,32):(K,1), tiled_copy((32,4):(4,1),(1,8)), f16)"),
    (
        "M, K, i, j; K % 32 == 0; M % 128 == 0; i >= 0; i < M/128; j >= 0; j < K/32",
        "coalesced(local_tile((M,K):(K,1), (128,32), (i,j)), tiled_copy((32,4):(4,1),(1,8)), f16)",
    ),
    ("k", "conflict_free((32,32):(2*k - 1,1), (32,32):(1,32), f32)"),
    (
        "K, j; K % 8 == 0; K >= 64; j >= 0; j < K/8",
        "vectorizes(local_tile((9,K):(K,1), (9,8), (0,j)), (9,8):(8,1), (9,8):(1,9), f16, 128)",
    ),
    (
        "K, j; K % 64 == 32; j >= 0; j < K/32",
        f"conflict_free(local_tile(Sw<2,3,3> o 0 o (8,K):(K,1), (8,32), (0,j)), {LANES}, f16)",
    ),
]


@pytest.mark.usefixtures("lemmas")
@pytest.mark.parametrize(("names", "question"), HOLDING, ids=[q for _, q in HOLDING])
def test_a_true_question_about_accesses_is_proved(names, question):
    found = asked(question, names)
    assert found.ruling is Ruling.HOLDS, found
    assert found.proof is not None
    by = {"a_sum_of_steps_is_multiples_and_rests"}
    if "Sw<" in question:
        by.add("a_swizzle_goes_block_by_block")
    assert by <= {*found.proof.theorem.by}


@pytest.mark.usefixtures("lemmas")
@pytest.mark.parametrize(
    ("names", "question", "at"),
    [
        (
            "K; K % 8 == 0; K >= 32",
            "coalesced((128,32):(K,1), tiled_copy((32,4):(4,1),(1,8)), f16)",
            {"K": 40},
        ),
        ("k", "conflict_free((32,32):(k,1), (32,32):(1,32), f32)", {"k": 8}),
        (
            "ld; ld >= 8",
            "vectorizes((16,8):(ld,1), (16,8):(8,1), (16,8):(1,16), f16, 128)",
            {"ld": 9},
        ),
        (
            "K; K % 32 == 0",
            f"conflict_free(Sw<2,3,3> o 0 o (8,32):(K,1), {LANES}, f16)",
            {"K": 64},
        ),
    ],
)
def test_a_false_question_about_accesses_is_refuted_at_the_least_sizes(names, question, at):
    found = asked(question, names)
    assert (found.ruling, found.at, found.is_least) == (Ruling.REFUTED, at, True)


@pytest.mark.parametrize(
    ("names", "question", "why"),
    [
        ("M", "coalesced((M,8):(8,1), (4,8):(8,1), f32)", "shape"),
        ("p", "conflict_free((8,8):(p,1), (8,8):(p,1), f32)", "sizes may occur only in the tiles"),
        ("p", "conflict_free((8,8):(1,64) o p o (8,8):(8,1), (8,8):(8,1), f32)", "composition"),
    ],
)
def test_cases_that_residues_do_not_decide_are_reported(names, question, why):
    asking = sized(question, names)
    with pytest.raises(NotForAllSizesError, match=why):
        by_residues(asking, least(asking.sizes, 9), lambda *_: None)


def test_extremes_are_sizes_at_the_end_of_the_conditions():
    sizes = read_sizes("B, T; B*T <= 1048577; T % 3 == 0")
    found = extremes(sizes)
    assert {"B": 1, "T": 1048575} in found
    assert {"B": 349525, "T": 3} in found
    assert all(map(sizes.admits, found))


def test_a_fixed_stride_may_be_as_large_as_any_example():
    """An answer was once wrong because example tiles had strides as large as this fixed stride."""
    stride = (64 << 48) + 10
    far = stride + (3 << 31)
    names = f"ld; ld >= {stride}; ld % 64 >= 10; ld % 64 <= 11; ld <= {stride + 1} or ld >= {far}"
    question = f"conflict_free((2,2):(ld,{stride}), (2,2):(1,1), f16)"
    accesses = sized(question, names)
    some = next(ld for ld in range(far, far + 64) if answer_at(accesses, {"ld": ld}).refuted)
    assert accesses.sizes.admits({"ld": some})
    assert asked(question, names).ruling is not Ruling.HOLDS


@pytest.mark.parametrize(
    ("names", "tile", "said"),
    [
        ("D; D == 1", "(128):(D)", "as the offset is a multiple of 8"),
        ("D; D % 8 == 0", "(8,16):(1,D)", "as the offset and the strides that vary with the sizes"),
    ],
)
def test_the_reason_names_strides_only_if_they_differ_between_sizes(names, tile, said):
    found = asked(f"coalesced({tile}, (128,1):(1,0), f32)", names)
    assert found.ruling is Ruling.HOLDS
    assert said in found.reason
