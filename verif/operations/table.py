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

_TEXT: Final = "reads or writes a text; the calculator does this with input and output"

NO_OPERATIONS: Final[Mapping[str, str]] = {
    "E": "a stride, which the notation writes `1@0`",
    "explain": "a text of the steps of an operation, as `layout-verif explain` prints it",
    "format_int_tuple": _TEXT,
    "format_layout": _TEXT,
    "format_tiler": _TEXT,
    "format_xla_shape": _TEXT,
    "parse_composed_layout": _TEXT,
    "parse_coordinate": _TEXT,
    "parse_expression": _TEXT,
    "parse_int_tuple": _TEXT,
    "parse_layout": _TEXT,
    "parse_swizzle": _TEXT,
    "parse_tiler": _TEXT,
    "parse_xla_shape": _TEXT,
    "print_layout": "prints what the operation `table` returns",
}
"""The functions of the spec that are not operations, with the reason."""
