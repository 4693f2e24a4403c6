"""The errors of the kernel."""

from __future__ import annotations

from typing import ClassVar


class KernelError(Exception):
    """A rule of the kernel was broken."""


class ForgeryError(KernelError):
    """Code other than the judge made a theorem or a PROVED."""


class DisagreementError(KernelError):
    """Two solvers contradict each other on one obligation."""


class CircularProofError(KernelError):
    """A proof cites a lemma that is not proved before it."""


class ClaimError(KernelError):
    """A claim is declared in a way that cannot be decided."""


class OutsideFragmentError(KernelError):
    """A text to be proved uses something outside the language."""


class AlteredError(KernelError):
    """A file changed while its claims were decided."""


class TheoryError(KernelError):
    """A theory is declared in an invalid way."""


class DivergedError(KernelError):
    """Two runs of the same path differ: the text is not deterministic."""


class ReplayError(KernelError):
    """A path contains a fact that is false for numbers that take the path."""


class NoValueError(ReplayError):
    """No concrete value is known for a symbolic term."""


class SolverError(KernelError):
    """A solver cannot be started, so that nothing can be decided. No claim is at fault."""


class NotLiftableError(BaseException):
    """A text or an argument has no symbolic reading for every rank.

    It is a BaseException, so that `except Exception` in a text does not catch it. As a text may
    also catch BaseException, the engines check `raised` after each run.
    """

    raised: ClassVar[NotLiftableError | None] = None

    def __init__(self, message: str) -> None:
        super().__init__(message)
        NotLiftableError.raised = self
