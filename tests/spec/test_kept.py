"""What a layout keeps is what is computed of one that was not asked before, and no part of it."""

import pickle

from hypothesis import given

from spec import Layout
from tests.spec.strategies import layouts

NAMES = ("size", "flat_shape", "flat_stride", "flat_modes")


@given(layouts())
def test_what_is_kept_is_what_is_computed(layout):
    for name in NAMES:
        text = vars(Layout)[name].fget
        assert getattr(layout, name) == text(layout)
        assert getattr(layout, name) is getattr(layout, name)


@given(layouts())
def test_a_layout_that_was_asked_is_the_same_layout(layout):
    new = Layout(layout.shape, layout.stride)
    assert all(hasattr(layout, name) for name in NAMES)
    assert (layout, hash(layout), repr(layout)) == (new, hash(new), repr(new))
    assert pickle.loads(pickle.dumps(layout)) == new
