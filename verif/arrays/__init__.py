"""Offsets of whole layouts as NumPy arrays: `from verif.arrays import offsets`.

NumPy is an extra, `layout-verif[arrays]`. No other package of this project needs it.
"""

from verif.kernel.own import require_own_packages

# This check runs before the imports below, which fail if another package is named `spec`.
require_own_packages()

try:
    from verif.arrays.offsets import offsets as offsets
except ModuleNotFoundError as missing:
    if missing.name != "numpy":
        raise
    raise ImportError("verif.arrays needs NumPy: pip install 'layout-verif[arrays]'") from missing

__all__ = ["offsets"]
