"""The layouts have the properties that the kernel assumes."""

from kernel import BY_COLUMNS, BY_ROWS, PLAIN, SMEM, TILE

import pytest
from spec import Layout
from verif import for_all
from verif.testing import (
    assert_bijective_onto,
    assert_conflict_free,
    assert_covers_once,
    assert_equal,
    assert_fits_int32,
)


@pytest.mark.parametrize("tv", [BY_ROWS, BY_COLUMNS], ids=["rows", "columns"])
def test_a_warp_takes_each_element_once(tv):
    assert_covers_once(tv, TILE)


def test_the_tile_has_no_holes():
    assert_bijective_onto(SMEM, 1024)


@pytest.mark.parametrize("tv", [BY_ROWS, BY_COLUMNS], ids=["rows", "columns"])
def test_no_bank_is_asked_for_two_words(tv):
    assert_conflict_free(SMEM, tv, "f32")


def test_without_the_swizzle_the_columns_have_conflicts():
    with pytest.raises(AssertionError, match="bank 0"):
        assert_conflict_free(PLAIN, BY_COLUMNS, "f32")


def test_rewriting_changes_nothing():
    assert_equal("coalesce((32,32):(1,32))", "1024:1")


def test_offsets_fit_32_bits_at_every_size_that_is_allowed():
    assert for_all("M, N, ld", "ld >= M", "M <= 65536", "N <= 4096", "ld <= 131072").fits_int32(
        lambda M, N, ld: Layout((M, N), (1, ld))
    )
    assert_fits_int32("(65536,4096):(1,131072)")
