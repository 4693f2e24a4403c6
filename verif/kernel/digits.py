"""Integers of any length as text: exceeding Python's limit is an error that a text could catch.

Texts always run without the limit, on numbers and on unknowns, so that both raise the same errors.
"""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def of_any_length() -> Generator[None]:
    """Lift Python's limit on the length of printed integers."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(limit)
