"""The implementations that claims can be about, by name."""

from __future__ import annotations

from verif.upstream.in_process import SPEC, InProcess, MissingImplementationError
from verif.upstream.pycute import pycute
from verif.upstream.recorded import RECORDED


def named(name: str) -> InProcess:
    """Return the implementation. Raises MissingImplementationError if it is not installed.

    >>> named("spec").name
    'spec'
    """
    known = {"spec": lambda: SPEC, "pycute": pycute, "cute-cpp": lambda: RECORDED}
    if name not in known:
        raise MissingImplementationError(
            f"unknown implementation {name!r}: choose one of {', '.join(known)}"
        )
    return known[name]()
