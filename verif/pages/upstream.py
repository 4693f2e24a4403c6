"""The page of real implementations: root causes by version, and each as a bug report to paste."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from verif.pages.rendering import rendered


@dataclass(frozen=True)
class Shown:
    """A root cause in one implementation: its versions, and the least case in the last of them."""

    implementation: str
    first: str
    last: str
    open: bool
    case: str
    got: str
    expected: str
    reproduction: str

    @property
    def versions(self) -> str:
        """The versions in words; `open` says that the last one is the newest that is known."""
        if self.first == self.last:
            return self.first
        return f"{self.first} to {self.last}" + ("" if self.open else ", gone since")


@dataclass(frozen=True)
class RootCause:
    """A root cause: in how many cases it shows, by column, and how it shows."""

    id: str
    title: str
    operation: str
    kind: str
    counts: tuple[int | None, ...]
    shown: tuple[Shown, ...]


@dataclass(frozen=True)
class Step:
    """The changes from one version to the next, each kind with its number and its least case.

    `cases` is the number of cases that were compared.
    """

    version: str
    cases: int
    worse: tuple[int, str]
    better: tuple[int, str]
    otherwise: tuple[int, str]


@dataclass(frozen=True)
class History:
    """An operation over the versions of an implementation."""

    implementation: str
    operation: str
    versions: tuple[str, ...]
    steps: tuple[Step, ...]
    behaviours: tuple[tuple[RootCause, Shown], ...]


def upstream_page(
    columns: Sequence[tuple[str, str]], causes: Sequence[RootCause], histories: Sequence[History]
) -> str:
    """The page: the same bytes for the same findings."""
    return rendered(
        "upstream.html.jinja",
        bug_report=bug_report,
        columns=columns,
        causes=causes,
        histories=histories,
        kinds=list(dict.fromkeys(cause.kind for cause in causes)),
        operations=sorted({cause.operation for cause in causes}),
    )


def bug_report(cause: RootCause, shown: Shown) -> str:
    """The text to paste, in Markdown."""
    language = "cpp" if shown.implementation == "cute-cpp" else "python"
    return f"""\
### {cause.title}

{shown.implementation} {shown.versions}. The least case:

    {shown.case}

| | |
| --- | --- |
| {shown.implementation} {shown.last} | `{shown.got}` |
| should be | `{shown.expected}` |

```{language}
{shown.reproduction}
```
"""
