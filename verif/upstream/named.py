"""The implementations by name: whom a claim accuses, and where it is replayed."""

from __future__ import annotations

from verif.upstream.implementation import SPEC, Implementation
from verif.upstream.pycute import pycute
from verif.upstream.recorded import RECORDED


def named(name: str) -> Implementation:
    """The implementation of that name; MissingImplementationError where it is not installed.

    >>> named("spec").name
    'spec'
    """
    return {"spec": lambda: SPEC, "pycute": pycute, "cute-cpp": lambda: RECORDED}[name]()
