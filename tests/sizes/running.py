"""The suite measured: `python -m tests.sizes.running`, or `make sizes`, writes reports/sizes.md.

Every row is decided, in the processor's time of this process and its solvers, and compared with the
calculator at all sizes up to 64, or as far as there are not too many, and at c - 1, c, c + 1 and
2*c + 1 for every constant c in it. What is planted is counted with what of it is refused.
"""

import itertools
import os
import re
from pathlib import Path

from spec import LayoutError
from tests.sizes.definitions import by_definition
from tests.sizes.planted import (
    WEAKENED,
    alike,
    cases_of_row,
    is_proved,
    is_proved_weakened,
    stated_at,
    wrong_tables,
)
from tests.sizes.suite import EXPRESSIONS, QUESTIONS
from verif.expression import evaluated
from verif.questions.answer import Ruling
from verif.sizes.asked import answer_at, asked, read_question_of
from verif.sizes.calculator import tabled
from verif.sizes.names import read_sizes
from verif.sizes.sampled import beside_constants
from verif.sizes.source import Sized, read_sized, with_numbers
from verif.upstream.in_process import SPEC

PAGE = Path(__file__).parents[2] / "reports" / "sizes.md"

MOST = 5_000
"""The most sizes of one row, in the whole box up to 64, or up to less."""

DRAWN = 300
"""The most sizes that are drawn beside the constants, in the steps that a divisibility leaves."""

SECONDS = 2.0

LEMMAS = (
    "injective((M,N):(1,M))",
    "bijective_onto((M,N):(1,M), M*N)",
    "covers((M,N):(1,M-1), M*N - N)",
    "equal((M,N):(1,M), M*N:1)",
    "composable((4*M,N):(1,4*M), 4:1)",
    "distributes((4*M,N):(1,4*M), 4:1)",
    "bijective_onto(Sw<3,4,3> o 0 o (16*M,64):(64,1), 1024*M)",
)
"""Questions that cite the lemmas and claims of the suite, which are proved with them."""


def used():
    """The seconds of the processor that this process and its children have taken."""
    own, mine = os.times(), os.getpid()
    ticks = os.sysconf("SC_CLK_TCK")
    taken = own.user + own.system + own.children_user + own.children_system
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == mine:
            taken += (int(fields[11]) + int(fields[12])) / ticks
    return taken


def box(sizes):
    """The largest number of each name up to 64 of which there are not too many, and those sizes."""
    most = next(n for n in range(64, 0, -1) if (n + 1) ** len(sizes.names) <= MOST)
    return most, grid(sizes, range(most + 1))


def grid(sizes, numbers):
    """The sizes with these numbers."""
    points = itertools.product(numbers, repeat=len(sizes.names))
    made = (dict(zip(sizes.names, point, strict=True)) for point in points)
    return [point for point in made if sizes.admits(point)]


def beside(sizes, text):
    """The sizes at the constants of a text and beside them: all there are, and some in steps."""
    said = f"{text} {sizes.text}"
    constants = {int(c) for c in re.findall(r"(?<![\w.])\d+", said)}
    numbers = sorted({n for c in constants for n in (c - 1, c, c + 1, 2 * c + 1)})
    while len(numbers) ** len(sizes.names) > MOST:
        numbers = numbers[::2]
    drawn = beside_constants(sizes, text, DRAWN)
    return grid(sizes, numbers) + [
        point for point in drawn if not set(point.values()) <= {*numbers}
    ]


def expression_row(row):
    """The row of an expression: its seconds, the box, the sizes; errs where one disagrees."""
    _, names, expression, cases = row
    before = used()
    table = tabled(expression, names)
    seconds = used() - before
    assert table.proof is not None, expression
    sizes = read_sizes(names)
    sized, stated = read_sized(expression, sizes), cases_of_row(cases)
    most, points = box(sizes)
    near = beside(sizes, expression)
    for point in (*points, *near):
        try:
            found = (sized.at(point),)
        except LayoutError:
            found = ()
        assert alike(found, stated_at(sizes, stated, point) or ()), (expression, point)
    return expression, names, "proved", seconds, most, len(points), len(near), "-"


def question_row(row):
    """The row of a question: as above, and at how many sizes every offset was looked at."""
    _, names, question, verdict, at = row
    before = used()
    found = asked(question, names)
    seconds = used() - before
    assert (found.ruling, found.at) == (verdict, at), question
    sizes = read_sizes(names)
    sized = Sized(question, sizes, read_question_of(question, sizes))
    most, points = box(sizes)
    near = beside(sizes, question)
    looked, first = 0, None
    for point in (*points, *near):
        ruling = answer_at(sized, point).ruling
        if ruling is Ruling.REFUTED and (first is None or order(point) < order(first)):
            first = point
        truth = enumerated(sized, point)
        if truth is not None:
            looked += 1
            assert ruling in (Ruling.UNKNOWN, Ruling.HOLDS if truth else Ruling.REFUTED), point
    assert (first is not None) <= (verdict == "refuted"), (question, first)
    if found.is_least and first is not None:
        assert order(at) <= order(first), (question, first)
    return question, names, verdict, seconds, most, len(points), len(near), looked


def enumerated(sized, point):
    """Whether the question is true there, by its definition."""
    numbers = sized.sizes.defined(point)
    given = tuple(evaluated(with_numbers(a, numbers), SPEC) for a in sized.expression.args)
    return by_definition(sized.expression.name, given)


def order(point):
    """The place of sizes: by their sum, and then as the names stand."""
    return sum(point.values()), *point.values()


def page(rows, planted, refused, weakened, kept):
    """The report as a text."""
    slow = sorted((r for r in rows if r[3] >= SECONDS), key=lambda r: -r[3])
    named = "; ".join(f"`{r[0]}` {r[3]:.1f} s" for r in slow) or "none"
    fast = sum(r[3] < SECONDS for r in rows)
    lines = [
        "# Sizes",
        "",
        "The suite for all sizes (`tests/sizes/suite`), measured by `make sizes`: each row is",
        "decided, and compared with the calculator at all sizes up to a number, 64 where there",
        "are one or two names, less where there would be more than 5,000, and at the constants in",
        "it and beside them. Of layouts of at most 4096 elements every offset is looked at for a",
        "question, as well.",
        "",
        f"{len(rows)} rows, {fast} in less than {SECONDS:g} seconds of the processor, lemmas being",
        f"proved already. The others: {named}.",
        "",
        f"Compared at {sum(r[5] + r[6] for r in rows):,} sizes, without a difference.",
        f"{planted} wrong tables were planted, {refused} of them refused; {weakened} questions had",
        f"a condition left out or weaker by one, {kept} of them are refused or hold without it.",
        "",
        "| expression or question | for | verdict | seconds | to | sizes | beside | by offsets |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for text, names, verdict, seconds, most, whole, near, looked in rows:
        told = (f"{whole:,}", f"{near:,}", f"{looked:,}" if isinstance(looked, int) else looked)
        lines.append(
            f"| `{text}` | `{names}` | {verdict} | {seconds:.1f} | {most} | {' | '.join(told)} |"
        )
    return "\n".join((*lines, ""))


def shown(found):
    """What was found, printed as it comes: the whole takes minutes."""
    print(found, flush=True)
    return found


def main():
    for question in LEMMAS:
        asked(question, "M, N")
    rows = [shown(expression_row(row)) for row in EXPRESSIONS]
    rows += [shown(question_row(row)) for row in QUESTIONS]
    tables = list(wrong_tables())
    refused = sum(shown(not is_proved(*table[1:])) for table in tables)
    kept = sum(shown(not is_proved_weakened(*one)) for one in WEAKENED)
    PAGE.write_text(page(rows, len(tables), refused, len(WEAKENED), kept))


if __name__ == "__main__":
    main()
