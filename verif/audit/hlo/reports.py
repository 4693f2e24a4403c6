"""Read the sizes of allocations that XLA reports when a program does not fit into memory."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from spec.int_tuple import ceil_div
from spec.xla.shape import BITS
from verif.audit.hlo.buffers import padding
from verif.audit.hlo.shapes import Array, UnreadError, read_shape
from verif.audit.statement import Statement, Verdict

OPERATION: Final = "memory report"

_REPORT: Final = re.compile(
    r"Size: (?P<size>[\d.]+)(?P<unit>[BKMGT]?)[ \t]*\n(?:[^\n]*\n){0,3}?"
    r"[ \t]*(?:[^\n]*\][ \t]+)?Shape: (?P<shape>[^\n]+?)[ \t]*\n"
    r"[ \t]*(?:[^\n]*\][ \t]+)?Unpadded size: (?P<plain>[\d.]+)(?P<plain_unit>[BKMGT]?)"
)
_UNITS: Final = {"": 0, "B": 0, "K": 10, "M": 20, "G": 30, "T": 40}


def reports(text: str) -> Iterator[Statement]:
    """The statements about each memory report, `Size: .. Shape: .. Unpadded size: ..`."""
    if "Unpadded size:" not in text:
        return
    line, seen = 1, 0
    for found in _REPORT.finditer(text):
        line += text.count("\n", seen, found.start())
        seen = found.start()
        yield from _report(line, found)


def _report(line: int, found: re.Match[str]) -> Iterator[Statement]:
    claim = "the reported size is the size of the shape"
    try:
        array = read_shape(found["shape"])
    except UnreadError as error:
        yield Statement(line, OPERATION, claim, Verdict.NOT_READ, str(error))
        return
    if not isinstance(array, Array):
        yield Statement(line, OPERATION, claim, Verdict.NOT_READ, "the shape is not one array")
        return
    if not array.shape.tiles:
        yield Statement(
            line, OPERATION, claim, Verdict.NOT_READ, "the report was printed without tiles"
        )
        return
    plain = array.elements * ceil_div(BITS[array.shape.element], 8)
    yield _size(line, claim, array, array.bytes, found["size"], found["unit"])
    yield _size(
        line,
        "the reported unpadded size is the size of the elements",
        array,
        plain,
        found["plain"],
        found["plain_unit"],
    )
    yield padding(line, OPERATION, array, plain)


def _size(line: int, claim: str, array: Array, size: int, number: str, unit: str) -> Statement:
    reported = float(number) * 2 ** _UNITS[unit]
    # XLA prints rounded sizes.
    slack = 2 ** _UNITS[unit] * 10.0 ** -len(number.partition(".")[2])
    fits = abs(size - reported) <= slack
    detail = f"{array} has {size} bytes; {number}{unit} is reported"
    return Statement(line, OPERATION, claim, Verdict.HOLDS if fits else Verdict.FAULT, detail)
