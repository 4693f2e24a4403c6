"""The message of a rejection names the mode and its layout.

The attribute `condition` of the error has no numbers. So the id of a root cause, if it is made from
`condition`, has no numbers either.
"""

import pytest

from spec.composition import composition
from spec.divide import logical_divide
from spec.errors import InadmissibleError
from spec.inverse import left_inverse
from spec.layout import Layout
from spec.linear import linear_layout
from spec.recast import downcast, upcast

REFUSED = {
    "composition": (
        lambda: composition(Layout((2, 2), (2, 1)), Layout(3, 1)),
        (
            "mode 3:1 of B: its size (3) must be a multiple of its number of steps within a mode of"
            " A (2)"
        ),
        "its size must be a multiple of its number of steps within a mode of A",
    ),
    "complement within a divide": (
        lambda: logical_divide(Layout(24, 1), Layout((2, 2), (2, 3))),
        (
            "mode 2:3 of the complemented layout: its stride (3) must be at least the extent of the"
            " modes sorted before it (4)"
        ),
        "its stride must be at least the extent of the modes sorted before it",
    ),
    "left inverse": (
        lambda: left_inverse(Layout((2, 2), (2, 5))),
        (
            "mode 2:5 of the inverted layout: its stride (5) must be a multiple of the stride of"
            " the mode sorted before it (2)"
        ),
        "its stride must be a multiple of the stride of the mode sorted before it",
    ),
    "upcast": (
        lambda: upcast(Layout((4, 8), (1, 6)), 4),
        (
            "mode 8:6 of the recast layout: one of its stride (6) and the factor (4) must divide"
            " the other"
        ),
        "one of its stride and the factor must divide the other",
    ),
    "downcast": (
        lambda: downcast(Layout((2, 8), (1, -1)), 2),
        "mode 8:-1 of the recast layout: its stride must not be -1",
        "its stride must not be -1",
    ),
    "linear layout": (
        lambda: linear_layout(Layout(4, -1)),
        "mode 4:-1 of 4:-1: its stride (-1) must not be negative",
        "its stride must not be negative",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_names_the_layout_of_the_mode(name):
    call, message, condition = REFUSED[name]
    with pytest.raises(InadmissibleError) as refused:
        call()
    assert (str(refused.value), refused.value.condition) == (message, condition)
