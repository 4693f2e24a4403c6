"""Proofs and refutations of claims about layouts. A file with claims imports all names from here.

>>> import verif
>>> verif.check("injective((4,8):(8,1))").holds
True
>>> verif.evaluate("coalesce((2,4):(1,2))")
Layout.parse('8:1')
>>> from verif import Index, Layouts, claim, ensure_equal

Each name is imported on first use, so that `import verif` is fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from verif.entry.calling import check, evaluate
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
    from verif.questions.answer import Answer, Witness
    from verif.readings.domains import ANY_NESTING, Index, Layouts, Shapes, flat
    from verif.readings.numbers import Integers
    from verif.sizes.asked import Asked
    from verif.sizes.calculator import Tabled
    from verif.sizes.for_all import ForAll, for_all

_HOMES: Final = {
    "verif.kernel.claim": ("REFUTED claim proved unknown"),
    "verif.kernel.verbs": (
        "accepted assume attempt by ensure ensure_equal proving same unfold witness"
    ),
    "verif.kernel.contract": "Promise",
    "verif.entry.calling": "check evaluate",
    "verif.questions.answer": "Answer Witness",
    "verif.sizes.asked": "Asked",
    "verif.sizes.calculator": "Tabled",
    "verif.sizes.for_all": "ForAll for_all",
    "verif.kernel.theory": "Lemma contract definition kind lemma",
    "verif.readings.domains": "ANY_NESTING Index Layouts Shapes flat",
    "verif.readings.numbers": "Integers",
}
_HOME: Final = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = [  # pyright: ignore[reportUnsupportedDunderAll]
    "ANY_NESTING",
    "REFUTED",
    "Answer",
    "Asked",
    "ForAll",
    "Index",
    "Integers",
    "Layouts",
    "Lemma",
    "Promise",
    "Shapes",
    "Tabled",
    "Witness",
    "accepted",
    "assume",
    "attempt",
    "by",
    "check",
    "claim",
    "contract",
    "definition",
    "ensure",
    "ensure_equal",
    "evaluate",
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


def __dir__() -> list[str]:
    return sorted(__all__)
