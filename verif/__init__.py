"""Proofs and refutations of claims about layouts: all that a file of claims needs, in one place.

>>> from verif import Index, Layouts, claim, ensure_equal

Each name is imported when it is asked for, so that `import verif` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from verif.kernel.claim import (
        REFUTED,
        accepted,
        assume,
        attempt,
        by,
        claim,
        ensure,
        ensure_equal,
        proved,
        proving,
        same,
        unfold,
        unknown,
        witness,
    )
    from verif.kernel.contract import Promise
    from verif.kernel.theory import Lemma, contract, definition, kind, lemma
    from verif.readings.domains import Index, Layouts, Shapes, flat
    from verif.readings.numbers import Integers, Words
    from verif.sizes.for_all import for_all

_HOMES: Final = {
    "verif.kernel.claim": (
        "REFUTED accepted assume attempt by claim ensure ensure_equal proved proving same unfold "
        "unknown witness"
    ),
    "verif.kernel.contract": "Promise",
    "verif.sizes.for_all": "for_all",
    "verif.kernel.theory": "Lemma contract definition kind lemma",
    "verif.readings.domains": "Index Layouts Shapes flat",
    "verif.readings.numbers": "Integers Words",
}
_HOME: Final = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = [  # pyright: ignore[reportUnsupportedDunderAll]
    "REFUTED",
    "Index",
    "Integers",
    "Layouts",
    "Lemma",
    "Promise",
    "Shapes",
    "Words",
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


def require_own_spec() -> None:
    """Raises ImportError, in one line, where `import spec` finds another than this project's."""
    own = Path(__file__).resolve().parents[1] / "spec" / "__init__.py"
    found = find_spec("spec")
    origin = found.origin if found is not None else None
    shadow = origin is None or Path(origin).resolve() != own
    if shadow or not own.read_text().startswith('"""The layout algebra of CuTe'):
        raise ImportError(
            f"another package named spec, {origin}, stands before the one of layout-verif, {own}: "
            "install layout-verif in an environment of its own, or run it from another folder"
        )


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'verif' has no attribute {name!r}")
    require_own_spec()
    return getattr(import_module(_HOME[name]), name)
