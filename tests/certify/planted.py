"""A theorem about a text of the project that was changed, printed and compiled in a new folder."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from tests.proofs.mutation import Mutant, _Finder


def unproved(mutant: Mutant, place: str) -> str:
    """Why the theorem is not proved of the changed text; empty if it is. In a new interpreter."""
    sys.meta_path.insert(0, _Finder(mutant))
    # Only now: these read the texts.
    from verif.certify.printing import printout
    from verif.certify.run import UncertifiedError, prove
    from verif.certify.theorems import FOLDER

    folder, build = Path(place) / "certify", Path(place) / "build"
    shutil.copytree(FOLDER, folder)
    build.mkdir()
    for name, text in printout().files.items():
        (folder / name).write_text(text)
    try:
        prove(folder, build, (mutant.killer,))
    except UncertifiedError as why:
        return str(why)
    return ""
