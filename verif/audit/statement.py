"""A statement about a layout in an audited text, and the verdict on the statement."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """The verdicts on statements, the worst verdict first."""

    FAULT = "fault"
    """The claim is false, and the detail quotes a replayed witness."""

    COST = "cost"
    """The claim fails, but the program is correct and only costs more than necessary."""

    UNKNOWN = "unknown"
    """The claim was neither proved nor refuted; the detail says what was tried."""

    NOT_READ = "not read"
    """The text was not understood; the detail says why."""

    HOLDS = "holds"
    """The claim was proved for all elements and all values of unknown numbers, not for a sample."""


@dataclass(frozen=True)
class Statement:
    """One statement about an audited text.

    `operation` is the name in the text, such as `bitcast` or `ttg.local_load`. `claim` is a
    sentence, such as "the bitcast moves no element". `detail` has the witness, the numbers or the
    reason. `question` is the equivalent question of `layout-verif check`, or empty if there is
    none.

    If the verdict depends on numbers that are known only at run time, `unknowns` describes them, as
    in "K: the step along dimension 0". The question then has names for these numbers. `sizes` has
    the facts about the names, in the syntax of `check --for`. If `sizes` is empty, the question has
    examples of the numbers instead of names.

    If the verdict is unknown because the type of an operand is wrong, `cause` is the line of the
    fault in that type. The line is not a part of the detail, because unrelated edits change lines.
    """

    line: int
    operation: str
    claim: str
    verdict: Verdict
    detail: str = ""
    question: str = ""
    sizes: str = ""
    unknowns: str = ""
    cause: int | None = None

    @property
    def sentence(self) -> str:
        """The claim and the detail in one line. A line about a false claim begins with `expected:`.

        >>> Statement(1, "copy", "every offset fits", Verdict.FAULT, "A(7) = 2^31").sentence
        'expected: every offset fits; found: A(7) = 2^31'
        """
        detail = " ".join(self.detail.split())
        if self.verdict in (Verdict.FAULT, Verdict.COST):
            return f"expected: {self.claim}" + (f"; found: {detail}" if detail else "")
        sentence = f"{self.claim}: {detail}" if detail else self.claim
        if self.cause is None:
            return sentence
        return f"{sentence}; the type of an operand is wrong: see the fault in line {self.cause}"
