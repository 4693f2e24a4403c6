"""Proofs and refutations of claims about layouts: all names that a file of claims needs.

>>> from verif import Index, Layouts, claim, ensure_equal

Each name is imported on first use, so that `import verif` is fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from verif.kernel.claim import REFUTED, claim, proved, unknown
    from verif.kernel.contract import Promise
    from verif.kernel.theory import Lemma, contract, definition, kind, lemma
    from verif.kernel.verbs import (
        accepted,
        assume,
        attempt,
        by,
        ensure,
        ensure_equal,
        proving,
        same,
        unfold,
        witness,
    )
    from verif.readings.domains import ANY_NESTING, Index, Layouts, Shapes, flat
    from verif.readings.numbers import Integers
    from verif.sizes.for_all import for_all

_HOMES: Final = {
    "verif.kernel.claim": ("REFUTED claim proved unknown"),
    "verif.kernel.verbs": (
        "accepted assume attempt by ensure ensure_equal proving same unfold witness"
    ),
    "verif.kernel.contract": "Promise",
    "verif.sizes.for_all": "for_all",
    "verif.kernel.theory": "Lemma contract definition kind lemma",
    "verif.readings.domains": "ANY_NESTING Index Layouts Shapes flat",
    "verif.readings.numbers": "Integers",
}
_HOME: Final = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = [  # pyright: ignore[reportUnsupportedDunderAll]
    "ANY_NESTING",
    "REFUTED",
    "Index",
    "Integers",
    "Layouts",
    "Lemma",
    "Promise",
    "Shapes",
    "accepted",
    "assume",
    "attempt",
    "by",
    "claim",
    "contract",
    "definition",
    "ensure",
    "ensure_equal",
    "flat",
    "for_all",
    "kind",
    "lemma",
    "proved",
    "proving",
    "same",
    "unfold",
    "unknown",
    "witness",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'verif' has no attribute {name!r}")
    import_module("verif.kernel.own").require_own_packages()
    return getattr(import_module(_HOME[name]), name)
