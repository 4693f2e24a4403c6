"""Property tests: Hypothesis draws the tiles and the swizzles."""

from hypothesis import given
from spec import composition, zipped_divide
from verif.strategies import composable, layouts, swizzles


@given(composable())
def test_a_view_of_a_tile_is_the_tile_at_its_offsets(pair):
    tile, view = pair
    seen = composition(tile, view)
    assert all(seen(i) == tile.extended(view(i)) for i in range(view.size))


@given(layouts(max_modes=2))
def test_tiles_of_one_element_are_the_layout(layout):
    divided = zipped_divide(layout, 1)
    assert divided.size == layout.size


@given(swizzles())
def test_a_swizzle_is_its_own_inverse(swizzle):
    assert all(swizzle(swizzle(x)) == x for x in range(64))
