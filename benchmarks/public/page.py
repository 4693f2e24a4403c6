"""The page `reports/audit-public.md` about the audits of public kernels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Final

from benchmarks.public.records import (
    KernelRecord,
    PublicRecord,
    StatedRecord,
    TextRecord,
    totals,
)
from verif.audit.statement import Verdict

VERDICTS: Final = tuple(verdict.value for verdict in Verdict)
MOST_LINES: Final = 4
"""The page names at most this many lines of a text for one statement."""

HEAD: Final = """\
# Public kernels, audited

{count} kernels and programs of public packages were compiled on a machine without a GPU or TPU, and
`layout-verif audit` decided what the compilers' texts state about layouts: {summary}.
[How to audit your own](../docs/how-to/audit.md).

`make audit-public` fetches the packages, compiles, audits, and writes this page and
[audit-public.json](audit-public.json). [kernels.toml](../benchmarks/public/kernels.toml) lists the
kernels; [requirements.lock](../benchmarks/public/requirements.lock) pins the archives that they are
taken from. No source is part of this project. If the compilers are installed elsewhere, say where:

```sh
python -m benchmarks.public.running --triton PYTHON --cute PYTHON --xla PYTHON
```

**A cost is not a fault.** The program is right, and a layout that the author or the compiler chose
pays more than another layout would. Whether this costs time was not measured: nothing was run. The
other layout may cost more elsewhere. A verdict is about these arguments, targets and compilers.
Lines are lines of the compiler's text; in parentheses, the line of the kernel or the operation of
the program. A statement is **unknown** if it depends on numbers that are known only at run time, or
if the audit does not follow a calculation or an operation.

"""

MEANINGS: Final[Mapping[str, str]] = {
    "no bank serves two words in one phase": (
        "Threads that access shared memory at the same time need different words of one bank, so "
        "the access takes more turns."
    ),
    "each element is held, and only as often as the number of threads requires": (
        "Several warps hold the same elements, because they calculate different parts of a product "
        "from them. The elements are loaded once for each of these warps."
    ),
    "the conversion needs no shared memory": (
        "The next operation needs the elements in other warps, so they are written to shared "
        "memory and read back."
    ),
    "at most 50% of the array is padding": (
        "TPUs store arrays in tiles. Some dimensions of this array fill only a small part of a "
        "tile, so the array takes far more memory than its elements need."
    ),
    "the copy keeps the index of each element": (
        "The program copies the array to another buffer and changes nothing in it."
    ),
    "the reshape moves no element": (
        "The new shape has other tiles in memory, so the reshape copies the array."
    ),
    "each request touches no more sectors of global memory than its data needs": (
        "The threads of a warp write to parts of more sectors than their data would fill, so more "
        "of the memory's bandwidth is used."
    ),
}
"""What a fault or a cost means, for readers who do not know the claim."""


def page(record: PublicRecord) -> str:
    """Return the page of all kernels."""
    counts = totals(record.kernels)
    summary = ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS)
    parts = [HEAD.format(count=len(record.kernels), summary=summary)]
    parts += [*_table(record), "\n", *(_section(one) for one in record.kernels)]
    return "".join(parts).rstrip("\n") + "\n"


def _table(record: PublicRecord) -> Iterator[str]:
    yield f"| kernel | target | {' | '.join(VERDICTS)} | CPU seconds |\n"
    yield f"| --- | --- | {' | '.join('---:' for _ in VERDICTS)} | ---: |\n"
    for kernel in record.kernels:
        for text in kernel.texts:
            counts = " | ".join(str(text.counts[verdict]) for verdict in VERDICTS)
            yield f"| {kernel.title} | {text.target} | {counts} | {text.seconds} |\n"


def _section(kernel: KernelRecord) -> str:
    title = kernel.title[0].upper() + kernel.title[1:]
    head = f"""\
## {title}

`{kernel.file}` of [{kernel.package}]({kernel.repository}) {kernel.version}, SHA-256
`{kernel.sha256}`. Arguments: {kernel.given}. Compiled by {kernel.compiler} in {kernel.compiled} s
of CPU time.

"""
    stated = [line for text in kernel.texts for line in _statements(text)]
    everywhere = "Every statement holds.\n"
    return "".join([head, *(stated or [everywhere]), "\n"])


def _statements(text: TextRecord) -> Iterator[str]:
    """Yield a line for each distinct statement that does not hold, worst first."""
    found = sorted(text.statements, key=_kind)
    for _, some in groupby(found, key=_kind):
        same = list(some)
        one = same[0]
        places = [f"{s.line} ({_code(s.place)})" if s.place else str(s.line) for s in same]
        more = f" and {len(places) - MOST_LINES} more" if len(places) > MOST_LINES else ""
        lines = f"line{'s' if len(same) > 1 else ''} {', '.join(places[:MOST_LINES])}{more}"
        unmet = one.verdict in (Verdict.FAULT, Verdict.COST)
        meaning = MEANINGS.get(one.claim, "") if unmet else ""
        yield (
            f"- **{one.verdict}**, {text.target}, `{one.operation}`, {lines}: expected: "
            f"{one.claim}; found: {_plain(one.detail)}.{' ' if meaning else ''}{meaning}\n"
        )


def _kind(one: StatedRecord) -> tuple[int, str, str, str]:
    return VERDICTS.index(one.verdict), one.claim, one.operation, one.detail


def _code(place: str) -> str:
    return f"`{place}`"


def _plain(detail: str) -> str:
    """Escape the characters of a detail that Markdown would interpret."""
    return detail.replace("*", "\\*").replace("<", "\\<").replace("_", "\\_").rstrip(".")
