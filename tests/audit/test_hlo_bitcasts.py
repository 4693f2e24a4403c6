"""Verdicts on bitcasts agree with the positions of all elements."""

import re
from collections.abc import Iterator
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec.xla import XlaShape, linear_index
from spec.xla.position import index_of, size_bytes
from tests.audit.hlo import shapes, tiles
from verif.audit.brackets import split
from verif.audit.hlo.bitcasts import bitcast
from verif.audit.hlo.shapes import Array, read_shape
from verif.audit.statement import Verdict
from verif.questions.answer import Effort, Ruling
from verif.questions.bitcast import bitcast as ask_bitcast
from verif.questions.equal import equal_arrays

EFFORT = Effort(elements=4096)


def decided(a: str, b: str):
    one, other = read_shape(a), read_shape(b)
    assert isinstance(one, Array)
    assert isinstance(other, Array)
    return bitcast(one, other)


def elements(shape: XlaShape) -> dict[int, int]:
    """Map each position in memory to the row-major number of its element."""
    numbers = range(prod(shape.dims))
    return {linear_index(shape, index_of(n, shape.dims)): n for n in numbers}


def renamed(name: str, a: tuple[int, ...], b: tuple[int, ...]) -> list[int]:
    """Return the operand's element numbers in the order of the result.

    `name` lists the reshapes and transposes that lead from the operand to the result.
    """
    numbers, dims = list(range(prod(a))), a
    if name in {"the same array", "a reshape"}:
        return numbers
    for step in re.findall(r"(reshape to \[|transpose \{|slice \{)([\d,:\[\] ]*)[\]}]", name):
        if step[0].startswith("slice"):
            sizes = tuple(int(n) for n in re.findall(r"\[0:(\d+)\]", step[1]))
            numbers = [numbers[n] for n in sliced(dims, sizes)]
            dims = sizes
            continue
        sizes = tuple(int(n) for n in step[1].split(",") if n)
        if step[0].startswith("reshape"):
            assert prod(sizes) == prod(dims)
            dims = sizes
        else:
            moved = tuple(dims[k] for k in sizes)
            found = []
            for index in product(*map(range, moved)):
                old = [0] * len(dims)
                for k, e in zip(sizes, index, strict=True):
                    old[k] = e
                number = 0
                for e, d in zip(old, dims, strict=True):
                    number = number * d + e
                found.append(numbers[number])
            numbers, dims = found, moved
    assert prod(dims) == prod(b)
    return numbers


def sliced(dims: tuple[int, ...], sizes: tuple[int, ...]) -> list[int]:
    """Return the row-major numbers of the elements with indices below `sizes`."""
    return [
        n
        for n in range(prod(dims))
        if all(e < size for e, size in zip(index_of(n, dims), sizes, strict=True))
    ]


def factorizations(n: int) -> Iterator[tuple[int, ...]]:
    """Yield all tuples of factors of at least 2 whose product is n, in each order."""
    if n == 1:
        yield ()
    for d in range(2, n + 1):
        if n % d == 0:
            yield from ((d, *rest) for rest in factorizations(n // d))


def is_slice_and_permutation(map_: list[int], count: int) -> bool:
    """Whether the map is a reshape of `count` elements, a slice, and a permutation of digits."""
    for dims in factorizations(count):
        sizes = tuple(map(max, zip(*(index_of(n, dims) for n in map_), strict=True)))
        found = sliced(dims, tuple(e + 1 for e in sizes))
        if len(found) == len(map_) and is_permutation_of_digits([found.index(n) for n in map_]):
            return True
    return False


def check(a: XlaShape, b: XlaShape):
    decision = bitcast(Array(a), Array(b))
    assert decision.verdict in {Verdict.HOLDS, Verdict.FAULT}
    if size_bytes(a) != size_bytes(b):
        assert decision.verdict is Verdict.FAULT
        return
    there, here = elements(a), elements(b)
    map_ = [there.get(place) for place, _ in sorted(here.items(), key=lambda item: item[1])]
    if prod(a.dims) != prod(b.dims):
        kept = None not in map_ and is_slice_and_permutation(map_, prod(a.dims))
        assert (decision.verdict is Verdict.HOLDS) == kept
        assert not kept or renamed(decision.detail, a.dims, b.dims) == map_
        return
    if decision.verdict is Verdict.HOLDS:
        assert renamed(decision.detail, a.dims, b.dims) == map_
    elif "padding" in decision.detail:
        assert None in map_
    else:
        assert "no reshape and transpose" in decision.detail
        assert None not in map_
        assert not is_permutation_of_digits(map_)


def is_permutation_of_digits(map_: list[int]) -> bool:
    """Whether the map permutes the digits of the numbers in some mixed-radix notation."""

    def rest(at: int, sizes: tuple[tuple[int, int], ...]) -> bool:
        if at == len(map_):
            for n, m in enumerate(map_):
                total, left = 0, n
                for size, stride in sizes:
                    left, digit = divmod(left, size)
                    total += digit * stride
                if total != m:
                    return False
            return True
        return any(
            rest(at * size, (*sizes, (size, map_[at])))
            for size in range(2, len(map_) // at + 1)
            if len(map_) % (at * size) == 0
        )

    return rest(1, ())


@given(shapes(100), st.data())
def test_bitcasts_are_decided_and_named_like_an_enumeration(a, data):
    count = prod(a.dims)
    kinds = [st.permutations(a.dims).map(tuple), st.just(a.dims), st.just((count,))]
    kinds += [st.just((d, count // d)) for d in range(2, 6) if count % d == 0]
    dims = data.draw(st.one_of(kinds))
    order = data.draw(st.permutations(range(len(dims))).map(tuple))
    tiled = data.draw(st.one_of(st.just(a.tiles), st.lists(tiles(), max_size=2).map(tuple)))
    check(a, XlaShape("f32", dims, order, tiled))


@given(shapes(60), shapes(60))
def test_bitcasts_between_any_arrays_are_decided(a, b):
    check(a, b)


@st.composite
def in_one_tile(draw):
    """An array of rank 0, 1 or 2 that occupies one tile of 36 positions."""
    rank = draw(st.integers(0, 2))
    tile = draw(st.sampled_from([(1, 36), (2, 18), (3, 12), (6, 6)])) if rank > 1 else (36,)
    order = draw(st.permutations(range(rank)).map(tuple))
    dims = [draw(st.integers(1, side)) for side in tile[:rank]]
    tiles = [tile, (2, 1)] if rank > 1 and tile[0] % 2 == 0 and draw(st.booleans()) else [tile]
    return XlaShape(
        "f32", tuple(dims[order[::-1].index(k)] for k in range(rank)), order, tuple(tiles)
    )


@given(in_one_tile(), in_one_tile())
def test_bitcasts_within_one_tile_are_decided_and_named_like_an_enumeration(a, b):
    assert size_bytes(a) == size_bytes(b) == 36 * 4
    check(a, b)


@pytest.mark.parametrize(
    ("a", "b", "name"),
    [
        ("f32[7,300]{1,0:T(8,128)}", "f32[300,7]{0,1:T(8,128)}", "transpose {1,0}"),
        ("f32[1,7,300]{2,1,0:T(8,128)}", "f32[7,1,300]{2,0,1:T(8,128)}", "a reshape"),
        (
            "bf16[64,512,384]{2,1,0:T(8,128)(2,1)}",
            "bf16[32768,384]{1,0:T(8,128)(2,1)}",
            "a reshape",
        ),
        (
            "bf16[100000,30000,64]{1,2,0:T(8,128)(2,1)}",
            "bf16[64,100000,30000]{2,0,1:T(8,128)(2,1)}",
            "transpose {2,0,1}",
        ),
        (
            "s4[64,256]{1,0:T(64,128)(8,1)E(4)}",
            "u4[64,256]{1,0:T(64,128)(8,1)E(4)}",
            "the same array",
        ),
        ("s4[8,256]{1,0:E(4)}", "s8[8,128]{1,0}", "a reshape"),
        (
            "bf16[16,128]{1,0:T(8,128)(2,1)}",
            "u32[8,128]{1,0:T(4,128)}",
            "reshape to [8,2,128], transpose {0,2,1}, reshape",
        ),
        ("f32[6,4]{1,0}", "f32[3,8]{0,1}", "reshape to [8,3], transpose {1,0}"),
        ("f32[4,3,5]{2,1,0}", "f32[20,3]{0,1}", "reshape to [3,20], transpose {1,0}"),
        ("f32[16]{0}", "f32[4]{0:T(16)}", "slice {[0:4]}"),
        ("f32[]", "f32[1,1]{1,0}", "a reshape"),
        ("f32[]{:T(128)}", "f32[1]{0:T(128)}", "a reshape"),
        ("f32[0,5]{1,0}", "f32[5,0,2]{2,1,0}", "there are no elements"),
        ("f32[8,4]{0,1:T(4,128)}", "f32[1,4]{0,1:T(4,128)}", "slice {[0:1], [0:4]}"),
        ("s32[3]{0:T(128)}", "s32[]{:T(128)}", "slice {[0:1]}, reshape"),
        ("s32[3]{0:T(128)}", "s32[1,1]{1,0:T(1,128)}", "slice {[0:1]}, reshape to [1,1]"),
        ("bf16[3]{0:T(256)(128)(2,1)}", "bf16[]{:T(256)}", "slice {[0:1]}, reshape"),
        ("pred[3]{0:T(512)(128)(4,1)}", "pred[]{:T(512)}", "slice {[0:1]}, reshape"),
        (
            "f32[8,4]{0,1:T(4,128)}",
            "f32[4,2]{1,0:T(4,128)}",
            "slice {[0:2], [0:4]}, transpose {1,0}",
        ),
        (
            "f32[2,128]{1,0:T(1,128)}",
            "f32[200]{0:T(256)}",
            "reshape to [256], slice {[0:200]}",
        ),
    ],
)
def test_a_bitcast_is_named(a, b, name):
    decision = decided(a, b)
    assert (decision.verdict, decision.detail) == (Verdict.HOLDS, name)


@given(shapes(48), st.data())
def test_bitcasts_to_elements_of_another_width_are_decided(a, data):
    ratio = data.draw(st.sampled_from((2, 4)))
    wide = XlaShape("u32", a.dims, a.minor_to_major, a.tiles)
    count = prod(a.dims) * ratio
    dims = data.draw(st.sampled_from(((count,), (*a.dims, ratio), (ratio, *a.dims))))
    order = data.draw(st.permutations(range(len(dims))).map(tuple))
    tiled = data.draw(st.one_of(st.just(()), st.just(a.tiles), st.lists(tiles(), max_size=2)))
    narrow = XlaShape({2: "u16", 4: "u8"}[ratio], dims, order, tuple(tiled))
    there = elements(wide)
    places = sorted(elements(narrow).items(), key=lambda item: item[1])
    map_ = [
        None if place // ratio not in there else there[place // ratio] * ratio + place % ratio
        for place, _ in places
    ]
    for one, other in ((wide, narrow), (narrow, wide)):
        verdict = bitcast(Array(one), Array(other)).verdict
        right = size_bytes(wide) == size_bytes(narrow) and None not in map_
        assert (verdict is Verdict.HOLDS) == (right and is_permutation_of_digits(map_))


@pytest.mark.parametrize(
    ("a", "b", "words"),
    [
        ("f32[8,128]{1,0:T(8,128)}", "f32[9,128]{1,0:T(8,128)}", "4096 bytes become 8192"),
        ("f32[3,128]{1,0:T(8,128)}", "f32[8,128]{1,0:T(8,128)}", "element (3,0)"),
        ("f32[5,200]{1,0:T(8,128)}", "f32[200,5]{1,0:T(128,8)}", "reads padding"),
        ("f32[1000000,3]{1,0:T(8,128)}", "f32[3,1000000]{1,0:T(8,128)}", "bytes become"),
        ("f32[6,4]{1,0}", "s16[6,4]{1,0}", "96 bytes become 48"),
        ("f32[3]{0:L(4)}", "f32[4]{0}", "element (3) of f32[4]{0}, at 3, reads padding"),
        ("f32[3]{0:L(4)}", "f32[3]{0}", "16 bytes become 12"),
        ("f32[4]{0:T(8)}", "s16[9]{0:T(16)}", "4 elements of 32 bits become 9"),
        ("f32[5]{0:T(6)}", "f32[3,1]{1,0:T(1,2)}", "and no slice [0:n], reshape and transpose"),
    ],
)
def test_a_false_bitcast_is_a_fault_with_its_reason(a, b, words):
    decision = decided(a, b)
    assert decision.verdict is Verdict.FAULT
    assert words in decision.detail


def test_dynamic_dimensions_are_not_decided():
    assert decided("f32[<=8,4]{1,0}", "f32[32]{0}").verdict is Verdict.UNKNOWN
    assert decided("f32[<=8,4]{1,0}", "f32[8,4]{1,0}").verdict is Verdict.UNKNOWN
    assert decided("f32[<=8,4]{1,0}", "f32[<=8,4]{1,0}").verdict is Verdict.HOLDS


def test_widths_that_do_not_divide_are_not_decided():
    assert decided("f6e2m3fn[4]{0:E(6)}", "s4[6]{0:E(4)}").verdict is Verdict.UNKNOWN


@given(shapes(60), st.data())
def test_a_question_is_equivalent_to_its_statement(a, data):
    dims = data.draw(st.permutations(a.dims).map(tuple))
    order = data.draw(st.permutations(range(len(dims))).map(tuple))
    b = XlaShape("f32", dims, order, a.tiles)
    decision = bitcast(Array(a), Array(b))
    if decision.question:
        name, _, rest = decision.question.partition("(")
        one, other = split(rest.removesuffix(")"))
        asked = {"bitcast": ask_bitcast, "equal": equal_arrays}[name]
        answer = asked(XlaShape.parse(one), XlaShape.parse(other), EFFORT)
        assert answer.ruling is Ruling.HOLDS
    else:
        assert decision.verdict is Verdict.FAULT or "transpose" in decision.detail
