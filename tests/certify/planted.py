"""Check whether a theorem of Rocq still holds for a mutant of the project."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from tests.proofs.mutation import Mutant

ROOT = Path(__file__).parents[2]


def unproved(mutant: Mutant, place: str) -> str:
    """Return why the theorem fails for the mutant, or ''. Every call needs a new interpreter."""
    changed, build = Path(place) / "changed", Path(place) / "build"
    build.mkdir()
    for name in ("spec", "verif", "certify"):
        shutil.copytree(ROOT / name, changed / name)
    _change(mutant, changed.joinpath(*mutant.module.split(".")).with_suffix(".py"))
    sys.path.insert(0, str(changed))
    # These imports read the changed source, so they come after the change.
    from verif.certify.printing import printout
    from verif.certify.run import UncertifiedError, prove
    from verif.certify.theorems import FOLDER

    assert changed in FOLDER.parents
    for name, text in printout().files.items():
        (FOLDER / name).write_text(text)
    try:
        prove(FOLDER, build, (mutant.killer,))
    except UncertifiedError as why:
        return str(why)
    return ""


def _change(mutant: Mutant, file: Path) -> None:
    text = file.read_text()
    if text.count(mutant.old) != 1:
        raise ValueError(f"{mutant}: there {text.count(mutant.old)} times")
    file.write_text(text.replace(mutant.old, mutant.new))
