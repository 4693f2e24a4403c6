"""The implementations by name: whom a claim accuses, and where it is replayed."""

from __future__ import annotations

from verif.upstream.in_process import SPEC, InProcess, MissingImplementationError
from verif.upstream.pycute import pycute
from verif.upstream.recorded import RECORDED


def named(name: str) -> InProcess:
    """The implementation of that name; MissingImplementationError where it is not installed.

    >>> named("spec").name
    'spec'
    """
    known = {"spec": lambda: SPEC, "pycute": pycute, "cute-cpp": lambda: RECORDED}
    if name not in known:
        raise MissingImplementationError(
            f"unknown implementation {name!r}: choose one of {', '.join(known)}"
        )
    return known[name]()
