"""Every operation that takes numbers also takes names of sizes, with the same result.

Arguments with names are drawn for each operation and question. The table for all sizes must have
the calculator's results, and a message about an undecided expression must use words that the user
knows.
"""

import random
import re

import pytest

from spec import LayoutError
from tests.sizes.planted import alike, stated
from verif.operations import dynamic, kinds, variants
from verif.operations.table import OPERATIONS
from verif.questions.answer import Ruling
from verif.questions.question import QUESTIONS
from verif.sizes.asked import answer_at, asked, read_question_of
from verif.sizes.cases import cases_of
from verif.sizes.names import read_sizes
from verif.sizes.sized import Sized, read_sized
from verif.sizes.terms import NotForAllSizesError

NAMES = "M, N; M <= 64"

POINTS = [{"M": m, "N": n} for m, n in [(1, 1), (2, 3), (7, 1), (16, 5), (17, 2), (40, 8), (64, 9)]]

LAYOUTS = ["(M,4):(4,1)", "(4,M):(1,4)", "(M,(2,N)):(2*N,(N,1))"]
SWIZZLED = ["Sw<1,0,1> o 0 o (M,4):(4,1)", "Sw<1,1,1> o 4 o (2*M,(2,N)):(2*N,(N,1))"]
ARRAYS = ["f32[M,8]", "bf16[M,8]{1,0:T(8,128)(2,1)}", "s4[M,17]{0,1}"]
FORMATS = ["zN(f16,M,8)", "nZ(f32,16,N)"]
TUPLES = ["(M,4)", "(2,N)"]
TILES = ["local_tile((M,4):(4,1), (1,4), (0,0))", "local_tile((8*M,4):(4,1), (8,4), (M-1,0))"]

DRAWN = {
    kinds.ACCESSED: ["(8,4):(4*M,1)", "local_tile((8*M,4):(4,1), (8,4), (M-1,0))"],
    kinds.ANY_ARRAY: LAYOUTS + ARRAYS + FORMATS,
    kinds.ANY_LAYOUT: LAYOUTS + SWIZZLED,
    kinds.ARRAY: LAYOUTS + ARRAYS + FORMATS,
    kinds.COLUMNS: ["N", "8"],
    kinds.COORDINATE: ["(M-1,0)", "0", "(_,0)"],
    kinds.ELEMENT: ["f16", "f32"],
    kinds.EVALUATED: LAYOUTS + ARRAYS + FORMATS + SWIZZLED,
    kinds.FLAT_TUPLE: TUPLES,
    kinds.INT_TUPLE: [*TUPLES, "M"],
    kinds.INTEGER: ["M", "4", "1", "0"],
    kinds.LAYOUT: LAYOUTS + ARRAYS + FORMATS,
    kinds.LAYOUT_OR_INT_TUPLE: LAYOUTS + ARRAYS + FORMATS + TUPLES,
    kinds.MATRIX: ["(1,M)"],
    kinds.MOVED: LAYOUTS + ARRAYS + TILES,
    kinds.POSITIONED: LAYOUTS + ARRAYS + FORMATS,
    kinds.PREDICATE: ["(m,k) -> m < M and k < 4"],
    kinds.ROWS: ["M", "4"],
    kinds.SWIZZLED: LAYOUTS + SWIZZLED,
    kinds.TENSOR: [*LAYOUTS[:2], "(M,4)"],
    kinds.TILER: ["(2,2)", "2", "<4:1,2:1>"],
    kinds.TLA_LAYOUT: FORMATS,
    kinds.TUPLE: TUPLES,
    kinds.WIDTH: ["32"],
    kinds.XLA_SHAPE: ARRAYS,
}
"""Arguments of each kind."""

FIXED = {
    *(kinds.ATOM, kinds.COPY_ATOM, kinds.INSTRUCTION, kinds.MACHINE),
    *(kinds.TILED_COPY, kinds.TILED_MMA),
}
"""Kinds of arguments in which no name can stand for a number."""

INSIDE = re.compile(r"spec/|verif/|\.py\b|[A-Z]_\d|\b_[a-z]\w*|Error\b|object at 0x|NoneType")
"""Texts that no message to a user may contain: files of the project, and generated names."""

INTERNAL = (*variants.ROWS, *dynamic.ROWS)
"""Rows for variants of operations that `spec` does not have, but other implementations do."""

ROWS = {
    row.spelling: row.signature
    for row in OPERATIONS.values()
    if row not in INTERNAL and not FIXED & {*row.signature.required}
}


ROUNDS = 3
"""How often arguments are drawn for each row."""


def some(names, every):
    """Return all pairs of a name and a round, as parameters.

    All pairs are marked `long`, except round 0 of one name in each group of `every` names.
    """
    return [
        pytest.param(name, turn, marks=[pytest.mark.long] * (k % every > 0 or turn > 0))
        for k, name in enumerate(sorted(names))
        for turn in range(ROUNDS)
    ]


def drawer(name, turn):
    """Return the random number generator for a row in a round."""
    return random.Random(f"{name} {turn}" if turn else name)


def drawn(signature, rng):
    """Return random arguments for a signature, as text."""
    more = rng.random() < 0.3 and (signature.optional or signature.more)
    taken = signature.kinds(len(signature.required) + bool(more))
    return ", ".join(rng.choice(DRAWN[kind]) for kind in taken if kind not in FIXED)


def result_at(sized, point):
    """Return the calculator's result at these sizes in a tuple; () if the sizes are rejected."""
    try:
        return (sized.at(point),)
    except LayoutError:
        return ()


def test_every_kind_of_arguments_is_drawn():
    rows = [row.signature for row in (*OPERATIONS.values(), *QUESTIONS.values())]
    taken = {k for s in rows for k in (*s.required, *s.optional, *([s.more] if s.more else []))}
    assert taken == DRAWN.keys() | FIXED


@pytest.mark.parametrize(("name", "turn"), some(ROWS, 6))
def test_an_operation_has_the_results_of_the_calculator_for_all_sizes(name, turn):
    rng = drawer(name, turn)
    sizes = read_sizes(NAMES)
    text = f"{name}({drawn(ROWS[name], rng)})"
    sized = read_sized(text, sizes)
    try:
        found = stated(sizes, cases_of(sized))
    except NotForAllSizesError as unknown:
        assert not INSIDE.search(str(unknown)), str(unknown)
        return
    except LayoutError as refused:
        assert not INSIDE.search(str(refused)), str(refused)
        assert not any(result_at(sized, point) for point in POINTS), text
        return
    for point in POINTS:
        assert alike(result_at(sized, point), found(point)), (text, point)


@pytest.mark.usefixtures("lemmas")
@pytest.mark.parametrize(("name", "turn"), some(QUESTIONS, 5))
def test_a_question_has_the_answers_of_the_calculator_for_all_sizes(name, turn):
    rng = drawer(name, turn)
    sizes = read_sizes(NAMES)
    text = f"{name}({drawn(QUESTIONS[name].signature, rng)})"
    sized = Sized(text, sizes, read_question_of(text, sizes))
    try:
        found = asked(text, NAMES)
    except LayoutError as refused:
        assert not INSIDE.search(str(refused)), str(refused)
        return
    assert not INSIDE.search(found.reason), found.reason
    for point in POINTS if found.ruling is Ruling.HOLDS else ():
        assert answer_at(sized, point).ruling is Ruling.HOLDS, (text, point)
    if found.at is not None:
        assert answer_at(sized, found.at).ruling is Ruling.REFUTED
