"""English of what is printed: how many of what."""

from spec.errors import numeral


def counted(number: int, noun: str) -> str:
    """The number and the noun, which has an s unless there is one.

    >>> counted(1, "path"), counted(2, "path"), counted(51000, "case")
    ('1 path', '2 paths', '51000 cases')
    """
    return f"{numeral(number)} {noun}" + ("" if number == 1 else "s")
