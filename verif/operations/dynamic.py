"""Calls with a mixture of static and dynamic integers.

C++ has separate code for calls that mix static and dynamic integers. This code has fewer assertions
about integers that are known only at run time. The right results are the same as for static
integers.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from verif.operations import compositions, draws, layouts
from verif.operations.kinds import INTEGER, LAYOUT, Signature
from verif.operations.names import Names
from verif.operations.operation import Cases, Operation
from verif.operations.pools import NATURAL, NUMBER

DYNAMIC: Final = "layout_verif::dynamic"
"""The C++ function that makes each static integer dynamic."""

_STATIC: Final = {row.name: row for subject in (layouts, compositions) for row in subject.ROWS}


def _dynamic(of: str, call: str, name: str, signature: Signature, cases: Cases) -> Operation:
    """Return a variant of operation `of`. The variant is called with dynamic integers.

    A fault that also occurs with static arguments counts as a fault of the static operation.
    """
    return replace(
        _STATIC[of],
        name=name,
        signature=signature,
        upstream=Names(cute_cpp=call),
        cases=cases,
        made_of=compositions.regrouping(of),
    )


_PAIR: Final = Signature((LAYOUT, LAYOUT))
_PAIRS: Final = Cases(((NATURAL, NATURAL),), draws.walked)

ROWS: Final = (
    _dynamic(
        "coalesce",
        f"coalesce({DYNAMIC}({{0}}))",
        "coalesce_of_dynamic",
        Signature((LAYOUT,)),
        Cases(((NATURAL,),), draws.one),
    ),
    _dynamic(
        "composition",
        f"composition({{0}}, {DYNAMIC}({{1}}))",
        "composition_by_dynamic",
        _PAIR,
        _PAIRS,
    ),
    _dynamic(
        "composition",
        f"composition({DYNAMIC}({{0}}), {{1}})",
        "composition_of_dynamic",
        _PAIR,
        _PAIRS,
    ),
    _dynamic(
        "logical_divide",
        f"logical_divide({{0}}, {DYNAMIC}({{1}}))",
        "logical_divide_by_dynamic",
        Signature((LAYOUT, INTEGER)),
        Cases(((NATURAL, NUMBER),), draws.tiled_by_integer),
    ),
)
