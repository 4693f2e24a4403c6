"""The errors of a command that are bad input, and no fault of this program."""

from __future__ import annotations

from typing import Final

from spec.errors import LayoutError
from verif.cli.printing import BadInputError
from verif.kernel.errors import ClaimError, TheoryError
from verif.upstream.in_process import MissingImplementationError

REFUSALS: Final = (
    *(BadInputError, ClaimError, LayoutError, MissingImplementationError, TheoryError),
)
