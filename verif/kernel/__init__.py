"""The trusted core: claims, obligations, verdicts, and the judge that alone makes theorems."""

from verif.kernel.claim import (
    REFUTED,
    Claim,
    accepted,
    assume,
    attempt,
    by,
    claim,
    ensure,
    ensure_equal,
    proved,
    proving,
    unknown,
)
from verif.kernel.verdict import ALL, Outcome, Scope, Verdict

__all__ = [
    "ALL",
    "REFUTED",
    "Claim",
    "Outcome",
    "Scope",
    "Verdict",
    "accepted",
    "assume",
    "attempt",
    "by",
    "claim",
    "ensure",
    "ensure_equal",
    "proved",
    "proving",
    "unknown",
]
