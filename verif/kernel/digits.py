"""Integers of any length as text: Python's own limit is an error that a text could handle.

Every run of a text is without it, on numbers as on unknowns: both refuse the same.
"""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def of_any_length() -> Generator[None]:
    """Print integers of any length while what follows runs."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(limit)
