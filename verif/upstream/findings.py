"""A finding: one cause of deviations, with the least case that shows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from spec.layout import Layout
from spec.modes import modes_of
from spec.notation import Call, Expression, Literal, parse_expression
from verif.upstream.deviation import Deviation, Kind, compare
from verif.upstream.in_process import InProcess


@dataclass(frozen=True)
class Finding:
    """One root cause.

    `cause` tells from a deviation's arguments whether it is due to this. `case` is the least
    known call that shows it, in the notation of layouts, `says` what the implementation
    answers and `truth` what is so. `command` reproduces it without this project: it prints
    `prints`.
    """

    id: str
    title: str
    operations: frozenset[str]
    kinds: frozenset[Kind]
    cause: Callable[[Deviation], bool]
    case: str
    says: str
    truth: str
    command: str
    prints: str

    def explains(self, deviation: Deviation) -> bool:
        """Whether the deviation is due to this."""
        return (
            deviation.operation in self.operations
            and deviation.kind in self.kinds
            and self.cause(deviation)
        )

    def call(self) -> tuple[str, tuple[Any, ...]]:
        """The operation and the arguments of the case."""
        parsed = parse_expression(self.case)
        assert isinstance(parsed, Call)
        return parsed.name, tuple(map(_literal, parsed.args))


def _literal(expression: Expression) -> Any:
    assert isinstance(expression, Literal)
    return expression.value


def explanation(
    deviation: Deviation, findings: Sequence[Finding], implementation: InProcess
) -> tuple[Finding, ...]:
    """The findings that a deviation is due to; none, and it is a new one.

    A composition is looked at mode by mode: it is explained by what explains its modes that
    deviate alone, or where none does, by a finding about their interplay.
    """
    parts = deviating_parts(deviation, implementation)
    if not parts:
        return tuple(finding for finding in findings if finding.explains(deviation))
    explained = [explanation(part, findings, implementation) for part in parts]
    if not all(explained):
        return ()
    return tuple(dict.fromkeys(finding for found in explained for finding in found))


def deviating_parts(deviation: Deviation, implementation: InProcess) -> list[Deviation]:
    """The modes of a composition that deviate alone, in a way that makes the whole deviate."""
    calls = [
        compare("composition", arguments, implementation)
        for arguments in composition_parts(deviation)
    ]
    parts = [call for call in calls if isinstance(call, Deviation)]
    if deviation.kind is Kind.UNSOUND_ACCEPT:
        # The spec may refuse the whole for its carries, and the result be wrong for a mode.
        return [d for d in parts if d.kind in {Kind.UNSOUND_ACCEPT, Kind.WRONG_RESULT}]
    return [d for d in parts if d.kind is deviation.kind]


def composition_parts(deviation: Deviation) -> list[tuple[Layout, Any]]:
    """A with each mode of B alone; under a tiler, each mode of A with its tile."""
    if deviation.operation != "composition":
        return []
    a, b = deviation.arguments
    if isinstance(b, tuple):
        return list(zip(a, cast("tuple[Any, ...]", b), strict=False))
    if isinstance(b, Layout) and b.depth > 0:
        return [(a, Layout(n, w)) for n, w in modes_of(b)]
    return []
