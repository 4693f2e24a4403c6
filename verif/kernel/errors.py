"""The errors of the kernel: each says that a rule of proving was broken."""

from __future__ import annotations

from typing import ClassVar


class KernelError(Exception):
    """A rule of the kernel was broken."""


class ForgeryError(KernelError):
    """A theorem or a PROVED was made by someone other than the judge."""


class DisagreementError(KernelError):
    """Two solvers contradict each other on one obligation."""


class CircularProofError(KernelError):
    """A proof cites what is not proved before it."""


class ClaimError(KernelError):
    """A claim is declared in a way that cannot be decided."""


class OutsideFragmentError(KernelError):
    """A text that is to be proved does what only a look at its arguments could do."""


class AlteredError(KernelError):
    """A user's file changed what decides its claims."""


class TheoryError(KernelError):
    """A theory is stated in a way that nothing can be proved in."""


class DivergedError(KernelError):
    """A text did not do the same on two runs of one path."""


class ReplayError(KernelError):
    """A path holds something that is not so of the numbers that take it."""


class NoValueError(ReplayError):
    """Of what is made of unknowns it is not said which value it has."""


class SolverError(KernelError):
    """A solver cannot be started: nothing can be decided, and no claim is at fault."""


class NotLiftableError(BaseException):
    """A text or an argument that has no reading for every rank.

    It is no Exception: a text that handles errors must not take it for one of its own. Whoever
    runs a text looks at `raised` afterwards, as a text may handle what is no Exception, too.
    """

    raised: ClassVar[NotLiftableError | None] = None

    def __init__(self, message: str) -> None:
        super().__init__(message)
        NotLiftableError.raised = self
