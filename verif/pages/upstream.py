"""The page of real implementations: faults by version, and each root cause as a bug report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from verif.oracle.baseline import Baseline
from verif.oracle.history import (
    RootCause,
    Shown,
    faults_over_versions,
    history,
    root_causes,
)
from verif.oracle.reproduction import language
from verif.oracle.side_by_side import side_by_side
from verif.pages.rendering import rendered

HISTORIES: Final = (("pycute", "composition"), ("cute-cpp", "composition"))
"""Pairs of an implementation and an operation. The page shows their history."""


def report(known: Sequence[Baseline]) -> str:
    """Return the page that shows the baselines. The page depends only on their findings."""
    causes = root_causes(known)
    histories = (history(name, operation, known) for name, operation in HISTORIES)
    return rendered(
        "upstream.html.jinja",
        bug_report=bug_report,
        columns=[(one.implementation, one.version) for one in known],
        causes=causes,
        histories=[told for told in histories if told],
        implementations=faults_over_versions(known),
        table=side_by_side(known),
        operations=sorted({cause.operation for cause in causes}),
    )


def bug_report(cause: RootCause, shown: Shown) -> str:
    """Return the Markdown text of a bug report, ready to be pasted."""
    return f"""\
### {cause.title}

{shown.implementation} {shown.versions}. The least case:

    {shown.case}

| | |
| --- | --- |
| {shown.implementation} {shown.last} | `{shown.got}` |
| should be | `{shown.expected}` |

```{language(shown.implementation)}
{shown.reproduction}
```
"""
