"""The errors that mean bad input, rather than a fault of this program."""

from __future__ import annotations

import re
from typing import Final

from spec.errors import LayoutError, NotationError
from verif.cli.printing import BadInputError
from verif.kernel.errors import ClaimError, TheoryError
from verif.upstream.in_process import MissingImplementationError

REFUSALS: Final = (
    *(BadInputError, ClaimError, LayoutError, MissingImplementationError, TheoryError),
)


def said(refusal: Exception) -> str:
    """Return the message of a refusal. If a name needs `--for`, the message says so.

    >>> said(NotationError("(M,4)", 1, "expected an integer"))
    "expected an integer at position 1 of '(M,4)'; for all sizes use check or eval with --for M"
    """
    if isinstance(refusal, NotationError) and refusal.problem == "expected an integer":
        name = re.compile(r"[A-Za-z]\w*").match(refusal.text, refusal.position)
        if name is not None:
            return f"{refusal}; for all sizes use check or eval with --for {name[0]}"
    return str(refusal)
