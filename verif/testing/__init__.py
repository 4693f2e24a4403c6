"""Assertions about layouts, for tests: `from verif.testing import assert_injective`.

>>> from verif.testing import assert_injective
>>> assert_injective("(4,8):(1,4)")

Names are imported on first use, because pytest loads the plugin before any test module.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from verif.kernel.own import require_own_packages

if TYPE_CHECKING:
    from verif.testing.claims import assert_claim
    from verif.testing.kernels import assert_kernel
    from verif.testing.questions import (
        assert_admits_exactly,
        assert_aligned,
        assert_bijective_onto,
        assert_bitcast,
        assert_coalesced,
        assert_compatible,
        assert_composable,
        assert_conflict_free,
        assert_covers,
        assert_covers_once,
        assert_disjoint,
        assert_distributes,
        assert_equal,
        assert_fits_int32,
        assert_injective,
        assert_same_bytes,
        assert_tma_box,
        assert_vectorizes,
    )

__all__ = [
    "assert_admits_exactly",
    "assert_aligned",
    "assert_bijective_onto",
    "assert_bitcast",
    "assert_claim",
    "assert_coalesced",
    "assert_compatible",
    "assert_composable",
    "assert_conflict_free",
    "assert_covers",
    "assert_covers_once",
    "assert_disjoint",
    "assert_distributes",
    "assert_equal",
    "assert_fits_int32",
    "assert_injective",
    "assert_kernel",
    "assert_same_bytes",
    "assert_tma_box",
    "assert_vectorizes",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'verif.testing' has no attribute {name!r}")
    require_own_packages()
    home = {"assert_claim": "claims", "assert_kernel": "kernels"}.get(name, "questions")
    return getattr(import_module(f"verif.testing.{home}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
