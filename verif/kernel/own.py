"""Check that the imported packages belong to this project, and not to others of the same name."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).resolve().parents[2]

FIRST_WORDS: Final = {"spec": "The layout algebra of CuTe", "verif": "Proofs and refutations"}
"""The first words of each package's docstring.

If another package was installed over this project's package, the path is the same, but the first
words differ.
"""


def require_own_packages() -> None:
    """Raise a one-line ImportError if `spec` or `verif` is another project's package."""
    for name, words in FIRST_WORDS.items():
        own = FOLDER / name / "__init__.py"
        origin = _origin(name)
        if origin is None or Path(origin).resolve() != own:
            raise ImportError(
                f"another package named {name} ({origin}) hides layout-verif's package ({own}): "
                "install layout-verif in a separate environment, or run it in another folder"
            )
        if words not in own.read_text():
            raise ImportError(
                f"another package named {name} was installed over layout-verif's package "
                f"({own}): install layout-verif in a separate environment"
            )


def _origin(name: str) -> str | None:
    """The file from which the package is, or would be, imported; None if it is not found."""
    if name in sys.modules:
        return sys.modules[name].__file__
    found = find_spec(name)
    return found.origin if found is not None else None
