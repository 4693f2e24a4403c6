"""Mutants of TLA layouts and of conversions between TLA, XLA and CuTe, each with its killer."""

from tests.proofs.mutation import Mutant

FRACTALS = (
    Mutant(
        "spec.tla.formats",
        "    within = (wide, 1) if BY_ROWS_WITHIN[tag] else (1, high)",
        "    within = (high, 1) if BY_ROWS_WITHIN[tag] else (1, high)",
        "L1",
    ),
    Mutant(
        "spec.tla.formats",
        "(right, 1) if tag in (Tag.NZ, Tag.ZZ) else (1, down)",
        "(right, 1) if tag in (Tag.NZ, Tag.ZN) else (1, down)",
        "B3",
    ),
    Mutant(
        "spec.tla.formats",
        "down, right = ceil_div(rows, high), ceil_div(columns, wide)",
        "down, right = rows // high + 1, ceil_div(columns, wide)",
        "B3",
    ),
    Mutant(
        "spec.tla.layout",
        "min(extent, max(origin - start, 0))",
        "min(extent, max(origin - start, 1))",
        "L6",
    ),
    Mutant(
        "spec.tla.layout",
        "    return (block, ceil_div(extent, block))",
        "    return (block, extent // block)",
        "L6",
    ),
    Mutant(
        "spec.bridges.restricted",
        "    return ((s, d),) + reached(rest, ceil_div(n, s))",
        "    return ((s, d),) + reached(rest, n // s)",
        "tests/test_docstring_examples.py",
    ),
    Mutant(
        "spec.bridges.from_xla",
        "    high = Digit(dimension, unit * low, ceil_div(steps, low), 1)",
        "    high = Digit(dimension, unit * low, steps // low, 1)",
        "tests/spec/bridges/test_bridges.py",
    ),
    Mutant(
        "spec.bridges.from_xla",
        "        (digit, digit.weight * unit)",
        "        (digit, digit.weight + unit)",
        "B2",
    ),
    Mutant(
        "spec.bridges.to_xla",
        "    if width == needed:\n        return (block,)",
        "    if width == needed:\n        return ((major.size, width),)",
        "B4",
    ),
)
