"""The errors of the kernel: each reports that a rule of proving was violated."""

from __future__ import annotations

from typing import ClassVar


class KernelError(Exception):
    """A rule of the kernel was violated."""


class ForgeryError(KernelError):
    """A theorem or a PROVED verdict was made outside the judge."""


class DisagreementError(KernelError):
    """Two solvers contradict each other on one obligation."""


class CircularProofError(KernelError):
    """A proof cites a theorem that was not proved before it."""


class ClaimError(KernelError):
    """A claim is declared in such a way that it cannot be decided."""


class OutsideFragmentError(KernelError):
    """A function does something that the language of proofs does not allow.

    For example, the function's result could depend on the identity or the class of an argument.
    """


class AlteredError(KernelError):
    """A user's file changed code of this project that decides claims."""


class TheoryError(KernelError):
    """A theory is stated in such a way that nothing can be proved in it."""


class DivergedError(KernelError):
    """A function behaved differently in two runs of the same path."""


class ReplayError(KernelError):
    """A path records a fact, but the fact is false for arguments whose run takes this path."""


class NoValueError(ReplayError):
    """No concrete value is known for a symbolic term."""


class SolverError(KernelError):
    """A solver cannot be started: nothing can be decided, and the claim is not at fault."""


class NotLiftableError(BaseException):
    """A function or an argument cannot be evaluated at an unknown rank.

    This class is not an Exception, so `except Exception` in a claim does not catch it. `raised` is
    the last such error. After a run, the prover checks `raised`, because a claim may have caught
    BaseException.
    """

    raised: ClassVar[NotLiftableError | None] = None

    def __init__(self, message: str) -> None:
        super().__init__(message)
        NotLiftableError.raised = self
