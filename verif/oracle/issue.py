"""A fault as the text of an issue, in Markdown that can be filed unchanged."""

from __future__ import annotations

from typing import Final

from verif.english import counted
from verif.oracle.annotations import listed
from verif.oracle.baseline import CheckRecord, FaultRecord
from verif.oracle.reproduction import language

ISSUE: Final = """\
# {title}

`{case}` is

| | |
| --- | --- |
| {name} | `{got}` |
| should be | `{expected}` |
{numbers}
## Reproduce

```{language}
{reproduction}
```

## Affected cases

{cases}.
"""


def issue(fault: FaultRecord, record: CheckRecord) -> str:
    """Return a GitHub issue's text: a fault's least case, a reproduction, and affected callers."""
    cases = (
        f"`layout-verif upstream check` ran {counted(record.cases, 'case')}; this fault makes"
        f" {fault.cases} of them wrong"
    )
    others = f". The wrong cases include calls by other operations: {listed(fault.callers)}"
    return ISSUE.format(
        title=fault.title,
        case=_cell(fault.case),
        name=f"{record.implementation} {record.version}",
        got=_cell(fault.got),
        expected=_cell(fault.expected),
        numbers=f"\n{fault.numbers}.\n" if fault.numbers else "",
        language=language(record.implementation),
        reproduction=fault.reproduction,
        cases=cases + (others if fault.callers else ""),
    )


def _cell(text: str) -> str:
    """Escape the text for a table cell."""
    return text.replace("|", "\\|").replace("\n", " ")
