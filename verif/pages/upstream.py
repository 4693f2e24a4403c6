"""The page of real implementations: faults by version, and each root cause as a bug report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from verif.oracle.baseline import Baseline
from verif.oracle.history import (
    Faults,
    History,
    RootCause,
    Shown,
    faults_over_versions,
    history,
    root_causes,
)
from verif.oracle.reproduction import language
from verif.pages.rendering import rendered

HISTORIES: Final = (("pycute", "composition"), ("cute-cpp", "composition"))
"""The operations whose history is told."""


def report(known: Sequence[Baseline]) -> str:
    """The page of the baselines."""
    columns = [(one.implementation, one.version) for one in known]
    histories = (history(name, operation, known) for name, operation in HISTORIES)
    return upstream_page(
        columns, root_causes(known), [h for h in histories if h], faults_over_versions(known)
    )


def upstream_page(
    columns: Sequence[tuple[str, str]],
    causes: Sequence[RootCause],
    histories: Sequence[History],
    faults: Sequence[Faults] = (),
) -> str:
    """The page: the same bytes for the same findings."""
    return rendered(
        "upstream.html.jinja",
        bug_report=bug_report,
        columns=columns,
        causes=causes,
        histories=histories,
        implementations=faults,
        kinds=list(dict.fromkeys(cause.kind for cause in causes)),
        operations=sorted({cause.operation for cause in causes}),
    )


def bug_report(cause: RootCause, shown: Shown) -> str:
    """The text to paste, in Markdown."""
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
