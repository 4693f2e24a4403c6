"""Recorded results of CuTe C++ 4.2.0 for a few layouts. Each call was compiled and run once.

In claims about CuTe C++, these results take the place of the compiled implementation, under the
name `cute-cpp`. Calls without a record are refused.
"""

from __future__ import annotations

from typing import Final

from spec.errors import LayoutError, MalformedError
from spec.layout import Layout
from spec.notation import parse_layout
from verif.upstream.in_process import (
    PREDICATES,
    InProcess,
    RejectedError,
)

LEFT_INVERSES: Final = {
    "2:-1": "(-1,2):(0,1)",
    "(2,2):(-1,2)": "(-1,-2,2):(0,1,2)",
    "(2,3):(2,1)": "(2,2):(2,1)",
    "(2,1,6):(4,2,1)": "(4,2):(2,1)",
}
"""`left_inverse` of layouts with static shapes and strides.

The last result is also in `cpp42.json`. The other results come from compiled calls: g++ and the
headers of the distribution nvidia-cutlass 4.2.0.0.
"""


def left_inverse(layout: Layout) -> Layout:
    """Return the result of CuTe C++. Raises RejectedError if there is no record.

    >>> print(left_inverse(Layout((2, 3), (2, 1))))
    (2,2):(2,1)
    """
    text = LEFT_INVERSES.get(str(layout))
    if text is None:
        raise RejectedError(f"no left_inverse of {layout} is recorded")
    try:
        return parse_layout(text)
    except LayoutError as malformed:
        raise MalformedError(f"{text}, where {malformed}") from malformed


RECORDED: Final = InProcess(
    "cute-cpp", "4.2.0, as recorded", {"left_inverse": left_inverse} | dict(PREDICATES)
)
"""CuTe C++ as an implementation, limited to the recorded results."""
