"""Calls of which a compiler knows the integers in part, static and dynamic ones mixed.

C++ has texts of its own for them: what it asserts of constants it does not ask of what it learns
when the program runs. What is right is the same.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from verif.operations import compositions, draws, layouts
from verif.operations.kinds import INTEGER, LAYOUT, Signature
from verif.operations.names import NONE, Names
from verif.operations.operation import Cases, Operation
from verif.operations.pools import NATURAL, NUMBER

DYNAMIC: Final = "layout_verif::dynamic"
"""The function of C++ that makes a dynamic integer of each static one."""

_STATIC: Final = {row.name: row for subject in (layouts, compositions) for row in subject.ROWS}


def _dynamic(of: str, call: str, name: str, signature: Signature, cases: Cases) -> Operation:
    """An operation with arguments that are dynamic; what is wrong of static ones is not its own."""
    return replace(
        _STATIC[of],
        name=name,
        signature=signature,
        upstream=Names(NONE, call, NONE, NONE),
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
