"""A layout's cached properties equal the computed properties, and do not affect equality."""

import pickle

from hypothesis import given

from spec import Layout
from tests.spec.strategies import layouts

NAMES = ("size", "flat_shape", "flat_stride", "flat_modes")


@given(layouts())
def test_cached_properties_equal_computed_ones(layout):
    for name in NAMES:
        text = vars(Layout)[name].fget
        assert getattr(layout, name) == text(layout)
        assert getattr(layout, name) is getattr(layout, name)


@given(layouts())
def test_cached_properties_do_not_change_equality_hash_or_pickle(layout):
    new = Layout(layout.shape, layout.stride)
    assert all(hasattr(layout, name) for name in NAMES)
    assert (layout, hash(layout), repr(layout)) == (new, hash(new), repr(new))
    assert pickle.loads(pickle.dumps(layout)) == new
