"""The process that evaluates texts for the page: `python -m verif.calculator.worker SECONDS`."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import Any

from verif.calculator.calculated import calculated
from verif.processes.serve import serve
from verif.questions import Effort


def answered(text: str) -> dict[str, Any]:
    """Return the result of a text as JSON."""
    return asdict(calculated(text, Effort(seconds=float(sys.argv[1]))))


if __name__ == "__main__":
    serve(answered)
