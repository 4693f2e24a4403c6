"""Products satisfy their post-conditions, and agree with CuTe's examples."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from spec import (
    CongruenceError,
    InadmissibleError,
    Layout,
    LayoutRight,
    ShapeError,
    blocked_product,
    complement,
    flat_product,
    logical_product,
    make_layout,
    raked_product,
    tile_to_shape,
    tiled_product,
    zipped_product,
)
from spec.complement import sort_modes
from spec.divide import is_chain
from spec.modes import modes_of
from tests.spec.images import LARGEST, accepted, image
from tests.spec.strategies import chains
from verif.search import strategies as cute

CHAINS = chains(3).map(lambda chain: chain[0])
BLOCKS = st.one_of(CHAINS, cute.layouts("natural", 2))
PAIRS = st.tuples(BLOCKS, st.one_of(CHAINS, cute.layouts("natural", 2)))
PARSE = Layout.parse


@st.composite
def by_mode(draw):
    """Draw a block, and a tiler with an entry for each of the block's first modes."""
    block = draw(BLOCKS)
    tiles = st.one_of(st.none(), st.integers(1, 6), cute.layouts("natural", 2))
    return block, tuple(draw(st.lists(tiles, min_size=1, max_size=block.rank)))


@given(PAIRS)
def test_a_product_is_the_block_and_its_complement_after_the_tiler(pair):
    block, tiler = pair
    result = accepted(logical_product, block, tiler)
    places = complement(block, block.size * tiler.cosize)
    assume(result.size <= LARGEST)
    assert result.rank == 2
    assert result[0] == block
    assert result.size == block.size * tiler.size
    assert all(result[1](c) == places.extended(tiler(c)) for c in range(tiler.size))


@given(PAIRS)
def test_the_copies_of_a_divisible_chain_do_not_overlap(pair):
    block, tiler = pair
    result = accepted(logical_product, block, tiler)
    assume(len(set(image(tiler))) == tiler.size)
    assume(is_chain(sort_modes(modes_of(block)), 1, 0))
    assert len(set(image(result))) == result.size


@given(by_mode())
def test_the_products_regroup_the_modes_of_each_other(pair):
    block, tiler = pair
    logical = accepted(logical_product, block, tiler)
    zipped = zipped_product(block, tiler)
    blocks, copies = zipped
    assert blocks.rank == len(tiler)
    assert copies.rank == block.rank == logical.rank
    assert tiled_product(block, tiler) == make_layout(blocks, *copies)
    assert flat_product(block, tiler) == make_layout(*blocks, *copies)
    for mode, part, b, c in zip(logical, tiler, blocks, copies, strict=False):
        assert (b, c) == (Layout(1, 0), mode) if part is None else make_layout(b, c) == mode
    assert tuple(copies)[len(tiler) :] == tuple(logical)[len(tiler) :]


@given(PAIRS)
def test_blocked_and_raked_products_have_the_image_of_the_logical_one(pair):
    block, tiler = pair
    logical = accepted(logical_product, block, tiler)
    blocked, raked = blocked_product(block, tiler), raked_product(block, tiler)
    assert blocked.rank == raked.rank == max(block.rank, tiler.rank)
    assert image(blocked) == image(raked) == image(logical)
    assert all(b == make_layout(r[1], r[0]) for b, r in zip(blocked, raked, strict=True))


@given(CHAINS, st.lists(st.integers(1, 4), min_size=3, max_size=3), st.permutations((0, 1, 2)))
def test_tile_to_shape_has_the_requested_sizes(block, counts, order):
    sizes = [mode.size for mode in block] + [1, 1]
    assume(block.rank <= 3)
    shape = tuple(n * count for n, count in zip(sizes, counts, strict=False))
    try:
        result = tile_to_shape(block, shape, tuple(order))
    except InadmissibleError:
        assume(False)
    assert tuple(mode.size for mode in result) == shape
    assert all(mode[0] == part for mode, part in zip(result, block, strict=False))


@pytest.mark.parametrize(
    ("product", "block", "tiler", "result"),
    [
        (logical_product, "(2,2):(4,1)", "6:1", "((2,2),(2,3)):((4,1),(2,8))"),
        (blocked_product, "(2,5):(5,1)", "(3,4):(1,3)", "((2,3),(5,4)):((5,10),(1,30))"),
        (raked_product, "(2,5):(5,1)", "(3,4):(1,3)", "((3,2),(4,5)):((10,5),(30,1))"),
        (blocked_product, "4:1", "(2,3):(3,1)", "((4,2),(1,3)):((1,12),(0,4))"),
        (blocked_product, "4:1", "3:1", "((4,3)):((1,4))"),
    ],
)
def test_known_products(product, block, tiler, result):
    assert product(PARSE(block), PARSE(tiler)) == PARSE(result)


def test_an_integer_is_accepted_as_a_tiler():
    assert logical_product(Layout(4), 3) == PARSE("(4,3):(1,4)")
    assert logical_product(Layout(4), None) == Layout(4)


@pytest.mark.parametrize(
    ("block", "tiler"),
    [
        ("2:60", "(2,3,2,2):(1,12,15,20)"),
        ("(8,1):(12,2)", "4:8"),
        ("(2,2):(1,1)", "2:1"),
        ("4:-1", "2:1"),
        ("4:1", "2:-1"),
    ],
)
def test_a_product_without_a_complement_is_rejected(block, tiler):
    with pytest.raises(InadmissibleError):
        logical_product(PARSE(block), PARSE(tiler))
    with pytest.raises(InadmissibleError):
        blocked_product(PARSE(block), PARSE(tiler))


def test_copies_may_overlap_if_the_block_is_not_a_divisible_chain():
    result = logical_product(PARSE("(2,2,2):(1,5,19)"), PARSE("3:1"))
    assert [result(i) for i in range(result.size)].count(5) == 2


@pytest.mark.parametrize(
    ("arguments", "result"),
    [
        (((4, 8),), "((2,2),(4,2)):((4,8),(1,16))"),
        (((4, 8), (1, 0)), "((2,2),(4,2)):((4,16),(1,8))"),
        (((4, 8), LayoutRight), "((2,2),(4,2)):((4,16),(1,8))"),
        ((((2, 2), 8, 3),), "((2,2),(4,2),(1,3)):((4,8),(1,16),(0,32))"),
    ],
)
def test_known_results_of_tile_to_shape(arguments, result):
    assert tile_to_shape(PARSE("(2,4):(4,1)"), *arguments) == PARSE(result)


@pytest.mark.parametrize(("shape", "error"), [((4, 6), ShapeError), (8, CongruenceError)])
def test_tile_to_shape_rejects_a_shape_that_the_block_does_not_fill(shape, error):
    with pytest.raises(error):
        tile_to_shape(PARSE("(2,4):(4,1)"), shape)
