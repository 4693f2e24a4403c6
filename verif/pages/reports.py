"""The reports that `prove` writes: the record of all verdicts, the overview, and claim pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from verif.deciding.decided import Decided
from verif.pages.files import require_folder, require_own, require_writable, write_whole
from verif.pages.overview import PAGE, overview
from verif.pages.record import encoded
from verif.pages.site import SITE, write_site

REPORT: Final = Path("prove.json")
"""The record of all verdicts, in the folder of reports."""


def reports(json: Path | None, folder: Path | None) -> Callable[[Sequence[Decided]], Path | None]:
    """Return a function that writes the reports and returns the overview's path, if there is one.

    Errors: OSError at once, before any work is done, if a file is unwritable.
    """
    outputs: dict[Path, Callable[[Sequence[Decided]], bytes]] = {}
    if folder is not None:
        require_folder(folder / SITE)
        outputs |= {folder / REPORT: encoded, folder / PAGE: overview}
    if json is not None:
        outputs[json] = encoded
    for path in outputs:
        require_writable(path)
    if folder is not None:
        require_own(folder / PAGE)

    def write(decided: Sequence[Decided]) -> Path | None:
        for path, content in outputs.items():
            write_whole(path, content(decided))
        if folder is None:
            return None
        write_site(decided, folder)
        return folder / PAGE

    return write
