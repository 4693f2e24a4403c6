"""The term of an expression has the calculator's value at every size, for every operation."""

import functools
import itertools
import random
import re

import pytest

from spec import LayoutError
from spec.named import Name
from spec.named_notation import holds
from tests.sizes.machine import MACHINE, calculated, value_of
from verif.expression import formatted
from verif.language.form import Global, walk
from verif.operations import atoms
from verif.operations.cases import drawn
from verif.operations.operation import Cases
from verif.operations.table import OPERATIONS, SPELLED
from verif.sizes.names import read_sizes
from verif.sizes.sized import read_sized
from verif.sizes.terms import NotForAllSizesError, of_condition, of_value

NAMES = "M, N, o"

SIZES = read_sizes(f"{NAMES}; M >= 0; N >= 0; o >= 0")

POINTS = [
    dict(zip(SIZES.names, numbers, strict=True))
    for numbers in [(2, 3, 4), (3, 3, 4), (4, 6, 8), (1, 1, 1), (5, 2, 7), (0, 1, 2), (8, 16, 128)]
]
BASE = POINTS[0]

WRITTEN = {
    "append": ["append((M,4):(4,1), N:16)", "append(Sw<3,4,3> o 0 o (8,M):(64,1), 4:2)"],
    "as_layout": ["as_layout(f32[M,N]{1,0})", "as_layout(f32[8*M,128]{1,0:T(8,128)})"],
    "as_xla_shape": ["as_xla_shape(RowMajor(f32, M, N), f32)", "as_xla_shape(zN(f16, M, N), f16)"],
    "crd2idx_extended": ["crd2idx_extended((M - 1,N), (M,N), (1,M))"],
    "crd2offset": ["crd2offset((M - 1,N - 1), (M,N), (N,1))"],
    "divides_evenly": ["divides_evenly((4*M,N):(1,4*M), 4:1)"],
    "domain_offset": ["domain_offset((1,M), (N,2*M):(2*M,1))"],
    "evaluate": [
        "evaluate(f32[M,N]{1,0:T(2,2)}, (M - 1,N - 1))",
        "evaluate(RowMajor(f32, M, N), (M - 1,N - 1))",
        "evaluate(zN(f16, M, N), (0,0))",
        "evaluate((M,(N,4)), (M - 1,(N - 1,3)))",
        "evaluate((M,(N,4)):(N,(1,M)), (_,(N - 1,_)))",
        "evaluate((M,N):(N,1), M*N)",
    ],
    "get_tile_layout": ["get_tile_layout(zN(f16, 16*M, 16*N), (0,0), (16,16))"],
    "idx2crd_extended": ["idx2crd_extended(M*N, (M,N))"],
    "inner_partition": ["inner_partition((4*M,N):(1,4*M), (4,1), (1,0))"],
    "layout_add": ["layout_add((M,N):(1,M), (M,N):(N,1))"],
    "linear_index": ["linear_index(f32[M,N]{1,0}, (M - 1,N - 1))"],
    "local_partition": ["local_partition((4*M,N):(1,4*M), (4,1), 1)"],
    "local_tile": ["local_tile((4*M,2*N):(1,4*M), (4,2), (1,0))"],
    "make_fragment_like": ["make_fragment_like((M,N):(N,1))"],
    "make_identity_layout": ["make_identity_layout((M,N))"],
    "make_layout_like": ["make_layout_like((M,N):(N,1))"],
    "make_layout_tile": ["make_layout_tile(zN(f16, 32*M, 32*N), (16,16))"],
    "make_layout_tv": ["make_layout_tv((4,8):(8,1), (2,M):(1,2))"],
    "multiples": ["multiples((M,N), 4)"],
    "outer_partition": ["outer_partition((4*M,N):(1,4*M), (4,1), (1,0))"],
    "padded_shape": ["padded_shape(f32[M,N]{1,0:T(8,128)})"],
    "physical_shape": ["physical_shape(f32[M,N]{1,0:T(8,128)})"],
    "prepend": ["prepend((M,4):(4,1), N:16)"],
    "replace": ["replace((M,4):(4,1), 0, N:16)"],
    "select": ["select((M,4,N):(4,1,M), 2, 0)", "select(Sw<3,4,3> o 0 o (M,64):(64,1), 1)"],
    "shape": [
        "shape((M,(4,N)):(4,(1,M)))",
        "shape(zN(f16, M, 16))",
        "shape(bf16[M,8]{1,0:T(8,128)(2,1)})",
    ],
    "size_bytes": ["size_bytes(f32[M,N]{1,0:T(8,128)})", "size_bytes(zN(s4, M, N), s4)"],
    "last_byte": ["last_byte(f32[M,N]{1,0:T(8,128)})", "last_byte(zN(f16, M, N), f16)"],
    "expansion": ["expansion(f32[M,N]{1,0:T(8,128)})", "expansion((M,N):(1,M), s4)"],
    "stride": ["stride((M,(4,N)):(4,(1,M)))"],
    "take": ["take((M,4,N):(4,1,M), 1, 3)"],
    "tpu_format": ["tpu_format(f32[M,N])"],
    **{
        tag: [f"{tag}(f16, M, N)", f"{tag}(f16, 16*M, 16*N)"]
        for tag in ("RowMajor", "ColumnMajor", "zN", "nZ", "zZ", "nN", "L0C")
    },
    "Vector": ["Vector(f16, M, 1)"],
}
"""Expressions for operations whose arguments are not random."""

SWIZZLED = [
    "tile_to_shape(Sw<3,4,3> o 0 o (8,64):(64,1), (8*M,64,M))",
    "zipped_divide(Sw<3,4,3> o 0 o (8*M,64):(64,1), (8,8))",
    "tiled_divide(Sw<2,3,3> o 64*N o (8*M,64):(64,1), (8,8))",
    "blocked_product(Sw<3,4,3> o 0 o (8,64):(64,1), (M,2):(2,1))",
    "local_tile(Sw<3,4,3> o 0 o (8*M,64):(64,1), (8,32), (M-1,1))",
    "local_partition(Sw<3,3,3> o N o (8*M,64):(64,1), (8,8):(1,8), 3)",
    "inner_partition(Sw<3,3,3> o 0 o (8*M,64):(64,1), (8,8), (M-1,_))",
    "outer_partition(Sw<3,3,3> o 0 o (8*M,64):(64,1), (8,8), (1,0))",
    "partition_tv(Sw<3,3,3> o 0 o (8*M,64):(64,1), (8,64), ((8,8),8):((1,64),8), 3)",
    "domain_offset((M,1), Sw<3,3,3> o 8 o (8*M,64):(64,1))",
    "slice((M-1,_), Sw<3,4,3> o 0 o (M,64):(64,1))",
    "slice((M-1,_), Sw<3,4,3> o 8*o o (M,64):(64,1))",
    "composition(Sw<3,4,3> o 0 o (8*M,64):(1,8*M), 8:1)",
    "evaluate(Sw<3,4,3> o N o (8*M,64):(1,8*M), (M,o))",
    "evaluate(Sw<3,4,3>, 64*M)",
    "size(Sw<3,4,3> o N o (8*M,64):(1,8*M))",
    "rank(Sw<3,4,3> o o o (8*M,64):(1,8*M))",
    "coalesce(Sw<3,4,3> o 0 o o:1)",
]

OF_OTHERS = frozenset(
    (
        *(
            "bank_conflicts",
            "layout_of_linear",
            "linear_layout",
            "meeting_steps",
            "physical_order",
        ),
        *("sectors", "table", "vector_width", "wavefronts", "xor_of"),
        *(row.spelling for row in atoms.ROWS if row.spelling != "make_layout_tv"),
    )
)
"""Operations that accept no unknown sizes: they take matrices, machines or atoms, or they print."""


def has_term(row):
    """Whether the operation is a function of `spec`, an array format such as zN, or `evaluate`."""
    module = getattr(row.text, "__module__", "")
    is_format = isinstance(row.text, functools.partial)
    return module.startswith("spec.") or is_format or row.spelling == "evaluate"


ASKED = sorted({row.spelling for row in OPERATIONS.values() if has_term(row)} - OF_OTHERS)

REFUSING = frozenset(("slice_by_longer",))
"""Operations for which `spec` rejects all drawn arguments, so only errors are compared."""


def polynomial(number, rng):
    """Return a random polynomial whose value at the sizes `BASE` is `number`."""
    found = [str(number)]
    for name, value in BASE.items():
        found += [name] if value == number else []
        found += [f"{name} + {number - value}" if number > value else f"{number}*{name}/{value}"]
        found += [f"{number // value}*{name}"] if number % value == 0 else []
    for (one, x), (other, y) in itertools.combinations(BASE.items(), 2):
        found += [f"{one}*{other}"] if x * y == number else []
        found += [f"{number}*ceil({one}/{other})"] if x < y else []
        found += [f"{number} + {one} % {other} - {one}"] if x < y else []
    return rng.choice(found)


def with_names(text, rng):
    """Replace some numbers in the text by polynomials with the same value at the sizes `BASE`."""
    return re.sub(
        r"(?<![\w<,.-])\d+(?![\w@])|(?<=,)\d+(?![\w@>])",
        lambda found: polynomial(int(found[0]), rng) if rng.random() < 0.6 else found[0],
        text,
    )


def texts_of(name, number):
    """Yield expressions of an operation that contain names."""
    row = SPELLED[name]
    rng = random.Random(name)
    yield from WRITTEN.get(row.name, WRITTEN.get(name, []))
    if isinstance(row.cases, Cases):
        for _ in range(number):
            arguments = ", ".join(map(formatted, drawn(row.cases, rng)))
            yield with_names(f"{name}({arguments})", rng)


def agreeing(text):
    """Compare the term with the calculator at all points.

    Return the number of points at which the expression has a value, or None if no term exists.
    """
    sized = read_sized(text, SIZES)
    try:
        term = sized.term_of(sized.expression, POINTS)
    except NotForAllSizesError:
        return None
    except LayoutError:
        # The expression is rejected at all sizes.
        return 0
    for point in POINTS:
        assert value_of(term, point) == calculated(sized, point), (text, point)
    return sum(isinstance(calculated(sized, point), str) for point in POINTS)


def least(name):
    """Return the minimum number of values that a test of this operation must compare."""
    return 0 if name in REFUSING else 2


@pytest.mark.parametrize("name", ASKED)
def test_the_term_of_an_operation_agrees_with_the_calculator(name):
    assert sum(filter(None, (agreeing(text) for text in texts_of(name, 20)))) >= least(name)


@pytest.mark.long
@pytest.mark.parametrize("name", ASKED)
def test_many_terms_of_an_operation_agree_with_the_calculator(name):
    assert sum(filter(None, (agreeing(text) for text in texts_of(name, 500)))) >= least(name)


def test_an_operation_without_a_text_in_spec_has_no_term():
    others = {row.spelling for row in OPERATIONS.values()} - {*ASKED}
    for name in others:
        assert not any(agreeing(text) for text in texts_of(name, 5))


@pytest.mark.parametrize("text", SWIZZLED)
def test_the_term_of_a_swizzled_layout_agrees_with_the_calculator(text):
    assert agreeing(text) >= 2


def test_a_condition_agrees_with_its_value_at_numbers():
    rng = random.Random(0)
    for _ in range(200):
        sides = [polynomial(rng.randint(0, 9), rng) for _ in range(6)]
        signs = [rng.choice(["==", "!=", "<=", ">=", "<", ">"]) for _ in range(3)]
        parts = [" ".join(part) for part in zip(sides[:3], signs, sides[3:], strict=True)]
        text = f"{parts[0]} {rng.choice(['and', 'or'])} {parts[1]} or {parts[2]}"
        condition = SIZES.condition(text)
        for point in POINTS:
            try:
                wanted = holds(condition, point)
            except LayoutError as refused:
                wanted = type(refused)
            try:
                found = MACHINE.eval(of_condition(condition), dict(point))
            except LayoutError as refused:
                found = type(refused)
            assert found == wanted, (text, point)


def test_a_name_is_never_a_global():
    sized = read_sized("composition((M,N):(N,1), (N,M):(M,1))", SIZES)
    globals_named = {
        e.ref.name for e in walk(sized.term_of(sized.expression, POINTS)) if isinstance(e, Global)
    }
    assert globals_named == {"composition", "Layout"}
    assert MACHINE.eval(of_value(Name("composition")), {"composition": 7}) == 7
