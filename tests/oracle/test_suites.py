"""The spec agrees with other projects' test suites, except as docs/reference/suites.md explains."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

import spec
from spec import Layout, LayoutError
from verif.expression import evaluated, formatted, read
from verif.upstream.in_process import SPEC

HERE = Path(__file__).parents[1]
PAGE = (HERE.parent / "docs" / "reference" / "suites.md").read_text()
FEWEST = {"cute": 440, "nvlabs": 1240, "tensor-layouts": 1900}
"""The number of cases that each suite must have at least."""

SAME = "The same function in another form"
LAWS_HOLD = "-"
"""Stands for the answer of a test that states no answer and only asserts laws."""

REFUSED = "refused"

MOST = 100


def cases(suite):
    """Return each call of a suite with its answer."""
    lines = (HERE / "data" / f"tests-of-{suite}.txt").read_text().splitlines()
    parted = (line.partition(" = ") for line in lines if not line.startswith("#"))
    return [(call, answer or LAWS_HOLD) for call, _, answer in parted]


CASES = {suite: cases(suite) for suite in FEWEST}
BY_NAME = {
    (suite, name): [case for case in of if case[0].startswith(f"{name}(")]
    for suite, of in CASES.items()
    for name in sorted({re.match(r"\w+", call)[0] for call, _ in of})
}
"""The cases of each suite by operation."""

CHOICES = {
    tuple(cell.strip("`") for cell in line.strip("| ").split(" | ")): reason
    for reason, text in re.findall(r"^### (.+?)\n(.*?)(?=^#|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    for line in text.splitlines()
    if line.startswith("| `")
}
"""The reason for each difference, by suite, call, the suite's answer and the spec's answer."""


def some(size):
    """Return all coordinates below the size or, if they are too many, evenly spaced ones."""
    return range(0, size, max(1, size // MOST))


def composed(a, b, made):
    """Assert that the result is compatible with B and equals A after B."""
    assert spec.compatible(b, made)
    beyond = a.extended if isinstance(a, Layout) else a
    assert all(made(i) == beyond(b(i)) for i in some(spec.size(b)))


def coalesced(layout, made):
    """Assert that the result has depth at most 1, and the same size and function as the layout."""
    assert made.depth <= 1
    assert made.size == layout.size
    assert all(made(i) == layout(i) for i in some(layout.size))


def complemented(layout, *cotarget_and_made):
    """Assert that the complement is ordered, disjoint and large enough, without a gap."""
    *cotarget, made = cotarget_and_made
    size, both = spec.size(cotarget[0] if cotarget else 1), spec.make_layout(layout, made)
    least = size // spec.filter(layout).size
    offsets = [made(i) for i in range(made.size)]
    assert both.cosize >= size
    assert made.cosize <= spec.ceil_div(size, layout.cosize) * layout.cosize
    assert all(one < next_one for one, next_one in pairwise(offsets))
    assert not set(offsets[1:]) & {layout(i) for i in range(layout.size)}
    assert least <= made.size <= made.cosize
    assert least <= made.cosize
    assert both.cosize <= made.cosize + layout.cosize
    assert spec.complement(both).size == 1
    assert spec.complement(spec.complement(made, layout.cosize), size) == made


def divided(_, tile, made):
    """Assert that the result has the tile first, then the remainder."""
    assert made.rank == 2
    assert spec.compatible(tile, made[0])


def zipped(layout, tile, made):
    """Assert that the result begins with the tile of A and has every offset of A."""
    divided(layout, tile, made)
    assert all(made(i) == layout(tile(i)) for i in some(tile.size))
    assert {layout(i) for i in range(layout.size)} <= {made(i) for i in range(made.size)}


def multiplied(block, tile, made):
    """Assert that the result has the block first, then its copies."""
    assert made.rank == 2
    assert made[0] == block
    assert spec.compatible(tile, made[1])


def side_by_side(block, tile, made):
    """Assert that mode k has as many elements as block[k] x tile[k], and no offset repeats."""
    assert made.rank == block.rank == tile.rank
    assert [m.size for m in made] == [b.size * t.size for b, t in zip(block, tile, strict=True)]
    assert len({made(i) for i in range(made.size)}) == made.size


def inverted_left(layout, made):
    """Assert that the left inverse maps each offset to a coordinate with this offset."""
    assert all(layout(made(layout(i))) == layout(i) for i in some(spec.size(layout)))


def inverted_right(layout, made):
    """Assert that the layout after its right inverse is the identity."""
    assert all(layout(made(i)) == i for i in some(spec.size(made)))


def annihilated(layout, made):
    """Assert that the layout maps its nullspace to 0, and that the nullspace has the right size."""
    assert made.size == layout.size // spec.filter(layout).size
    assert all(layout(made(i)) == 0 for i in some(made.size))


def added(a, b, made):
    """Assert that the result is the sum at every coordinate."""
    assert made.size == a.size == b.size
    assert all(made(i) == a(i) + b(i) for i in some(made.size))


def sliced(coordinate, layout, part_and_offset):
    """Assert that `layout(c)` is `offset + part(i)` for each i.

    Here c is `coordinate` with i in place of None.
    """
    part, offset = part_and_offset
    at = [tuple(i if c is None else c for c in coordinate) for i in range(part.size)]
    assert [layout(c) for c in at] == [offset + part(i) for i in range(part.size)]


LAWS = {
    "blocked_product": side_by_side,
    "coalesce": coalesced,
    "complement": complemented,
    "composition": composed,
    "layout_add": added,
    "left_inverse": inverted_left,
    "logical_divide": divided,
    "logical_product": multiplied,
    "nullspace": annihilated,
    "raked_product": side_by_side,
    "right_inverse": inverted_right,
    "slice_and_offset": sliced,
    "zipped_divide": zipped,
}
"""For each operation, the law that a result must satisfy if a test states no answer."""


def notation_of(answer):
    """Return an answer as the calculator writes it."""
    try:
        return formatted(read(answer).value)
    except LayoutError:
        return answer


def coordinate(entries, *path):
    """Return the coordinate with these entries.

    Upstream may omit trailing zeros, so they make no difference here.
    """
    if isinstance(entries, int):
        return entries * spec.E(*path)
    return sum(coordinate(entry, *path, k) for k, entry in enumerate(entries))


def agrees(made, answer):
    """Whether a value equals the answer that a test expects."""
    if isinstance(made, spec.ArithmeticTuple) and answer != REFUSED:
        return made == coordinate(read(answer).value)
    return notation_of(answer) == formatted(made)


def difference(call, answer):
    """Return the call and both answers if the spec and the test differ, otherwise None."""
    try:
        made = evaluated(expression := read(call), SPEC)
    except LayoutError:
        return None if answer == REFUSED else (call, answer, REFUSED)
    if answer != LAWS_HOLD:
        return None if agrees(made, answer) else (call, answer, formatted(made))
    try:
        LAWS[expression.name](*(evaluated(part, SPEC) for part in expression.args), made)
    except AssertionError:
        return (call, answer, formatted(made))
    return None


def test_no_case_is_lost():
    assert {suite: len(of) for suite, of in CASES.items() if len(of) < FEWEST[suite]} == {}
    assert all(len(set(of)) == len(of) for of in CASES.values())


@pytest.mark.parametrize(("suite", "name"), BY_NAME, ids=map("-".join, BY_NAME))
def test_the_spec_passes_a_suite_except_for_listed_choices(suite, name):
    different = [found for case in BY_NAME[suite, name] if (found := difference(*case))]
    assert [found for found in different if found not in CHOICES] == []


def test_every_listed_choice_is_a_real_difference():
    tested = {case for of in CASES.values() for case in of}
    assert [row for row in CHOICES if row[:2] not in tested or not difference(*row[:2])] == []


def test_the_page_gives_the_number_of_cases():
    for suite, of in CASES.items():
        names = sum(of_suite == suite for of_suite, _ in BY_NAME)
        counts = f"{len(of):,} | {names} | {sum(row[:2] in of for row in CHOICES)}"
        assert re.search(rf"tests-of-{suite}.txt\).*{re.escape(f'| {counts} |')}", PAGE), counts


def test_the_readme_gives_the_number_of_calls():
    calls = sum(map(len, CASES.values()))
    row = f"calls from the test suites of CuTe, NVlabs and tensor-layouts | {calls:,}, "
    assert row in (HERE.parent / "README.md").read_text()


def test_choices_marked_as_same_are_the_same_function():
    rows = [row[1:] for row, why in CHOICES.items() if why == SAME]
    for theirs, ours in [[evaluated(read(text), SPEC) for text in row] for row in rows]:
        assert spec.size(theirs) == spec.size(ours)
        assert all(theirs(i) == ours(i) for i in some(spec.size(ours)))
    assert len(rows) > 10
