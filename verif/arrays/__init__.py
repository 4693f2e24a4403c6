"""Offsets of whole layouts as NumPy arrays: `from verif.arrays import offsets`.

NumPy is an extra, `layout-verif[arrays]`; nothing else here needs it.
"""

from verif.arrays.offsets import offsets as offsets

__all__ = ["offsets"]
