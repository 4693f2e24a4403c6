"""`make sizes`: measure the suite for all sizes and write reports/sizes.md.

Every row is decided, timed, and compared with the calculator at single sizes
(tests/sizes/enumerated.py). The report also counts the planted errors and their rejections.
"""

import os
from pathlib import Path

from spec import LayoutError
from tests.sizes.definitions import by_definition
from tests.sizes.enumerated import DRAWN, MOST, beside, drawn, largest, sizes_to
from tests.sizes.planted import (
    WEAKENED,
    alike,
    cases_of_row,
    is_proved,
    is_proved_weakened,
    stated,
    wrong_tables,
)
from tests.sizes.suite import EXPRESSIONS, QUESTIONS
from verif.expression import evaluated
from verif.questions.answer import Ruling
from verif.sizes.asked import answer_at, asked, read_question_of
from verif.sizes.calculator import tabled
from verif.sizes.names import read_sizes
from verif.sizes.sized import Sized, read_sized, with_numbers
from verif.upstream.in_process import SPEC

PAGE = Path(__file__).parents[2] / "reports" / "sizes.md"

SECONDS = 2.0

COLUMNS = (
    *("expression or question", "for", "verdict", "seconds"),
    *("to", "sizes", "beside", "drawn", "by offsets"),
)

LEMMAS = (
    "injective((M,N):(1,M))",
    "bijective_onto((M,N):(1,M), M*N)",
    "covers((M,N):(1,M-1), M*N - N)",
    "equal((M,N):(1,M), M*N:1)",
    "composable((4*M,N):(1,4*M), 4:1)",
    "distributes((4*M,N):(1,4*M), 4:1)",
    "bijective_onto(Sw<3,4,3> o 0 o (16*M,64):(64,1), 1024*M)",
)
"""Questions that are answered before measuring.

The first question that needs a shared lemma also proves the lemma, which takes time.
"""


def processor_seconds():
    """Return the processor seconds of this process and its children."""
    used_so_far, mine = os.times(), os.getpid()
    ticks = os.sysconf("SC_CLK_TCK")
    taken = (
        used_so_far.user
        + used_so_far.system
        + used_so_far.children_user
        + used_so_far.children_system
    )
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == mine:
            taken += (int(fields[11]) + int(fields[12])) / ticks
    return taken


def expression_row(row):
    """Return the report's row of an expression: seconds, and how many sizes of each kind agree.

    Raises AssertionError if the answer and the calculator differ.
    """
    _, names, expression, cases = row
    before = processor_seconds()
    table = tabled(expression, names)
    seconds = processor_seconds() - before
    assert table.proof is not None, expression
    sizes = read_sizes(names)
    sized, stated_at = read_sized(expression, sizes), stated(sizes, cases_of_row(cases))

    def agrees(point):
        try:
            found = (sized.at(point),)
        except LayoutError:
            found = ()
        return alike(found, stated_at(point))

    most = largest(sizes)
    counts = [agreeing(agrees, points) for points in kinds(sizes, expression, most)]
    return expression, names, "proved", seconds, most, *counts, "-"


def question_row(row):
    """Return the report's row of a question, with the number of sizes that were enumerated."""
    _, names, question, verdict, at = row
    before = processor_seconds()
    found = asked(question, names)
    seconds = processor_seconds() - before
    assert (found.ruling, found.at) == (verdict, at), question
    sizes = read_sizes(names)
    sized = Sized(question, sizes, read_question_of(question, sizes))
    looked, first = 0, None

    def agrees(point):
        nonlocal looked, first
        ruling = answer_at(sized, point).ruling
        if ruling is Ruling.REFUTED and (first is None or order(point) < order(first)):
            first = point
        truth = enumerated(sized, point)
        looked += truth is not None
        return truth is None or ruling in (
            Ruling.UNKNOWN,
            Ruling.HOLDS if truth else Ruling.REFUTED,
        )

    most = largest(sizes)
    counts = [agreeing(agrees, points) for points in kinds(sizes, question, most)]
    assert (first is not None) <= (verdict == "refuted"), (question, first)
    if found.is_least and first is not None:
        assert order(at) <= order(first), (question, first)
    return question, names, verdict, seconds, most, *counts, looked


def agreeing(agrees, points):
    """Return the number of points; raise AssertionError if `agrees` is false at a point."""
    number = 0
    for point in points:
        assert agrees(point), point
        number += 1
    return number


def kinds(sizes, text, most):
    """Return three kinds of sizes: those up to `most`, those next to constants, and random ones."""
    near = {tuple(point.values()): point for point in beside(sizes, text)}
    others = [point for point in drawn(sizes, text) if tuple(point.values()) not in near]
    return sizes_to(sizes, most), near.values(), others


def enumerated(sized, point):
    """Whether the question is true at these sizes, by its definition."""
    numbers = sized.sizes.defined(point)
    given = tuple(evaluated(with_numbers(a, numbers), SPEC) for a in sized.expression.args)
    return by_definition(sized.expression.name, given)


def order(point):
    """Sort key of sizes: their sum, then the numbers in the order of the names."""
    return sum(point.values()), *point.values()


def page(rows, planted, refused, weakened, rejected):
    """Return the report as text."""
    # The table shows rounded seconds, so a row is slow if its rounded seconds are.
    slow = sorted((r for r in rows if round(r[3], 1) >= SECONDS), key=lambda r: -r[3])
    named = "; ".join(f"`{r[0]}` {r[3]:.1f} s" for r in slow) or "none"
    fast = len(rows) - len(slow)
    lines = [
        "# Sizes",
        "",
        "The suite for all sizes (`tests/sizes/suite`), measured by `make sizes`: each row is",
        "decided, and compared with the calculator.",
        "",
        f"- *to*, *sizes*: all sizes up to a number: 64, or less if this gives more than {MOST:,}.",
        "- *beside*: every name takes c - 1, c, c + 1 and 2*c + 1 for every constant c in the",
        "  row, in every combination that the conditions allow.",
        f"- *drawn*: up to {DRAWN} more near the constants, and near multiples of the constants",
        "  that divide a name.",
        "- *by offsets*: if layouts have at most 4,096 elements, a question is also compared with",
        "  its definition at every offset.",
        "",
        f"{len(rows)} rows, {fast} in less than {SECONDS:g} seconds; lemmas are proved before.",
        "These are processor seconds of this process and its solvers.",
        f"The others: {named}.",
        "",
        f"Compared at {sum(sum(r[5:8]) for r in rows):,} sizes: no difference.",
        f"{planted} wrong tables were planted, {refused} of them were refused.",
        f"{weakened} questions had a condition dropped or weakened by one;",
        f"{rejected} of them are refused, or hold without the condition.",
        "",
        f"| {' | '.join(COLUMNS)} |",
        f"|{'---|' * len(COLUMNS)}",
    ]
    for text, names, verdict, seconds, most, *counts in rows:
        cells = " | ".join(f"{n:,}" if isinstance(n, int) else n for n in counts)
        lines.append(f"| `{text}` | `{names}` | {verdict} | {seconds:.1f} | {most} | {cells} |")
    return "\n".join((*lines, ""))


def shown(found):
    """Print a result at once, because the whole run takes minutes, and return the result."""
    print(found, flush=True)
    return found


def main():
    for question in LEMMAS:
        asked(question, "M, N")
    rows = [shown(expression_row(row)) for row in EXPRESSIONS]
    rows += [shown(question_row(row)) for row in QUESTIONS]
    tables = list(wrong_tables())
    refused = sum(shown(not is_proved(*table[1:])) for table in tables)
    rejected = sum(shown(not is_proved_weakened(*one)) for one in WEAKENED)
    PAGE.write_text(page(rows, len(tables), refused, len(WEAKENED), rejected))


if __name__ == "__main__":
    main()
