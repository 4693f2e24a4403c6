"""The page of operations: arguments, names upstream, and whether `upstream check` tries them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from verif.operations.names import IMPLEMENTATIONS, NONE, Missing, Name
from verif.operations.operation import NotDrawn, Operation
from verif.operations.table import NO_OPERATIONS, SUBJECTS

HEADER = """\
# Operations

Every operation that `layout-verif eval` can call, and its name in the real implementations.

- An argument in brackets is optional; an argument with dots may be repeated.
- A dash means that an implementation does not have the operation, or that it is not run.
- If an implementation takes its arguments in another way, the call is written out: `{0}` is the
  first argument, and `{rest}` are the arguments after it, in C++ as template arguments.
- *tried*: `layout-verif upstream check` runs the operation on small and on larger random arguments
  and judges it by its law. If an operation is not tried, the reason is given.

`layout-verif operations` prints this page from the rows in
[`verif/operations`](../../verif/operations).
"""


def operations_page() -> str:
    """Return the page in Markdown."""
    sections = (_section(subject.__doc__ or "", subject.ROWS) for subject in SUBJECTS)
    return "\n".join((HEADER, *sections, *_others()))


def operations_about(word: str) -> tuple[str, ...]:
    """Return a line for each operation with the word in its call, subject or description.

    >>> print(*operations_about("left_inverse("))
    left_inverse(layout)  The coordinate of each offset that the layout reaches
    """
    sought = word.casefold()
    told = [
        (f"{row.spelling}{row.signature}", _first_sentence(row), subject.__doc__ or "")
        for subject in SUBJECTS
        for row in sorted(subject.ROWS, key=lambda row: row.spelling.lower())
    ]
    found = [one for one in told if any(sought in text.casefold() for text in one)]
    width = max((len(call) for call, _, _ in found), default=0)
    return tuple(f"{call:{width}}  {does}" for call, does, _ in found)


def _first_sentence(row: Operation) -> str:
    """Return the first line of the function's docstring."""
    function = row.function.func if isinstance(row.function, partial) else row.function
    return (function.__doc__ or "").strip().partition("\n")[0].rstrip(".")


def _section(title: str, rows: tuple[Operation, ...]) -> str:
    lines = (_line(row) for row in sorted(rows, key=lambda row: row.spelling.lower()))
    heads = ("operation", *IMPLEMENTATIONS, "tried")
    table = "\n".join((_row(*heads), "|---" * len(heads) + "|", *lines))
    return f"## {title.rstrip('.')}\n\n{table}\n"


def _line(row: Operation) -> str:
    names = (_name(row.upstream.of(implementation)) for implementation in IMPLEMENTATIONS)
    tried = f"no: {row.cases.reason}" if isinstance(row.cases, NotDrawn) else "yes"
    return _row(f"`{row.spelling}{row.signature}`", *names, tried)


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _name(name: Name) -> str:
    if name is NONE:
        return "-"
    if isinstance(name, Missing):
        return name.reason
    # The table doubles the braces of C++ to distinguish them from placeholders.
    return f"`{name.replace('{{', '{').replace('}}', '}')}`"


def _others() -> Iterator[str]:
    yield "## Functions of the spec that are not operations\n"
    yield from (f"- `{name}` {reason}" for name, reason in NO_OPERATIONS.items())
    yield ""
