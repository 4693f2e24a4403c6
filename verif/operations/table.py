"""The table of operations, by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from verif.operations import (
    atoms,
    compositions,
    coordinates,
    dynamic,
    int_tuples,
    inverses,
    layouts,
    memory,
    modes,
    products,
    recasts,
    swizzles,
    tla,
    variants,
    xla,
)
from verif.operations.operation import Cases, Operation

SUBJECTS: Final = (
    int_tuples,
    coordinates,
    layouts,
    modes,
    compositions,
    products,
    inverses,
    recasts,
    swizzles,
    variants,
    dynamic,
    xla,
    tla,
    memory,
    atoms,
)

OPERATIONS: Final[Mapping[str, Operation]] = {
    row.name: row for subject in SUBJECTS for row in subject.ROWS
}
"""Every operation, by its name in the spec."""

SPELLED: Final[Mapping[str, Operation]] = dict(
    sorted(
        (spelling, row) for row in OPERATIONS.values() for spelling in (row.spelling, *row.synonyms)
    )
)
"""Every operation, by its names in the calculator."""

DRAWN: Final[Mapping[str, Cases]] = {
    name: row.cases for name, row in sorted(OPERATIONS.items()) if isinstance(row.cases, Cases)
}
"""The arguments of every operation that is tried on real implementations."""

_READS: Final = "parses a text in the notation of the calculator"
_WRITES: Final = "returns a value as the text that the calculator prints"

NO_OPERATIONS: Final[Mapping[str, str]] = {
    "E": "makes a coordinate stride, written `1@0`",
    "explain": "returns the steps of an operation as the text that `layout-verif explain` prints",
    "format_int_tuple": _WRITES,
    "format_layout": _WRITES,
    "format_tiler": _WRITES,
    "format_xla_shape": _WRITES,
    "parse_composed_layout": _READS,
    "parse_coordinate": _READS,
    "parse_expression": _READS,
    "parse_int_tuple": _READS,
    "parse_layout": _READS,
    "parse_swizzle": _READS,
    "parse_tiler": _READS,
    "parse_xla_shape": _READS,
    "print_layout": "prints what the operation `table` returns",
}
"""Each function of the spec that is not an operation, with the reason: what the function does."""
