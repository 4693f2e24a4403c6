"""CuTe C++ 4.2.0 as recorded: what it printed for a few layouts, each compiled and run once.

Until it can be run itself it stands here under its own name, so that no claim about it is told of
another implementation. What is not recorded is refused.
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
"""`left_inverse` of layouts of static shapes and strides.

The last one stands in `cpp42.json` too; the others were compiled with g++ from the headers of
the distribution nvidia-cutlass 4.2.0.0.
"""


def left_inverse(layout: Layout) -> Layout:
    """The result of CuTe C++; RejectedError where nothing is recorded.

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
"""CuTe C++ among the implementations, as far as it is recorded."""
