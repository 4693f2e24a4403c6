"""Print integers of any length, without Python's limit on the number of digits.

Beyond this limit, Python raises an error, which a claim could catch. The limit is removed in runs
on numbers and in runs on unknowns, so that both kinds of run raise the same errors.
"""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def of_any_length() -> Generator[None]:
    """Allow the body of the with statement to print integers of any length."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(limit)
