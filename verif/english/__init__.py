"""Helpers for English output, such as "1 case" and "2 cases"."""

from spec.errors import numeral


def counted(number: int, noun: str) -> str:
    """The number and the noun, in the plural unless the number is 1.

    >>> counted(1, "path"), counted(2, "path"), counted(51000, "case")
    ('1 path', '2 paths', '51000 cases')
    """
    return f"{numeral(number)} {noun}" + ("" if number == 1 else "s")
