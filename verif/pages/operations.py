"""The page of operations: arguments, names upstream, and whether `upstream check` runs each one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from verif.operations import dynamic, variants
from verif.operations.names import IMPLEMENTATIONS, NONE, Missing, Name
from verif.operations.operation import NotDrawn, Operation
from verif.operations.table import NO_OPERATIONS, SUBJECTS

HEADER = """\
# Operations

This page lists every operation that `layout-verif eval` can call, and the operation's name in each
real implementation.

- An argument in brackets is optional; an argument with dots may be repeated.
- A dash means that the implementation does not have the operation, or that this project does not
  run the operation on the implementation.
- If the call differs in more than the name, the table has the whole call. In a call, `{0}` stands
  for the first argument, and `{rest}` for all further arguments. In C++, the further arguments are
  template arguments.
- *tried* means that `layout-verif upstream check` runs the operation on small arguments and on
  larger random arguments, and judges the answers by the operation's law. *not tried* is followed by
  the reason.

`layout-verif operations` prints this page from the rows in
[`verif/operations`](../../verif/operations).
"""


SYNONYMS: Final = {
    "bitcast": "recast_layout upcast downcast",
    "reshape": "composition group flatten unflatten",
    "transpose": "select make_ordered_layout",
    "permute": "select make_ordered_layout",
    "split": "logical_divide zipped_divide",
    "pad": "padded_shape make_layout",
    "padding": "padded_shape make_layout",
    "offset": "crd2idx evaluate domain_offset linear_index",
    "fractal": "zN nZ zZ nN L0C",
    "ldmatrix": "copy_atom make_tiled_copy_A make_tiled_copy_B retile",
    "stmatrix": "copy_atom make_tiled_copy_C retile",
    "cp.async": "tiled_copy make_tiled_copy vector_width",
    "wgmma": "tiled_mma get_layoutC_TV",
}
"""Common words, each with the operations that do what the word means.

The texts of these operations do not contain the word.
"""

VARIANTS: Final = (dynamic, variants)
"""The modules whose operations are variants of other operations.

Implementations have separate code for these variants. The page lists them, but `operations WORD`
does not find them.
"""


def operations_page() -> str:
    """Return the page in Markdown."""
    sections = (_section(subject.__doc__ or "", subject.ROWS) for subject in SUBJECTS)
    return "\n".join((HEADER, *sections, *_others()))


def operations_about(word: str) -> tuple[str, ...]:
    """Return a line for each operation whose call, subject or description contains the word.

    A common word, such as `transpose`, also finds operations whose texts do not contain it.

    >>> print(*operations_about("left_inverse("))
    left_inverse(layout)  The coordinate of each offset that the layout reaches
    """
    sought = word.casefold()
    meant = SYNONYMS.get(sought, "").split()
    told = [
        (
            row.spelling,
            f"{row.spelling}{row.signature}",
            _first_sentence(row),
            subject.__doc__ or "",
        )
        for subject in SUBJECTS
        if subject not in VARIANTS
        for row in sorted(subject.ROWS, key=lambda row: row.spelling.lower())
    ]
    found = [
        (call, does)
        for name, call, does, subject in told
        if name in meant or any(sought in text.casefold() for text in (call, does, subject))
    ]
    width = max((len(call) for call, _ in found), default=0)
    return tuple(f"{call:{width}}  {does}" for call, does in found)


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
    tried = f"not tried: {row.cases.reason}" if isinstance(row.cases, NotDrawn) else "tried"
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
