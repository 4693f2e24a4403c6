"""Verdicts kept from one run to the next, in the user's cache: shown again while nothing changed.

One is shown where its texts, versions and options are what they were, and marked as kept. It is a
record of a run and no theorem, so that nothing is proved from it. Only what is as expected is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from verif.deciding.decided import Decided
from verif.deciding.outline import Outline
from verif.deciding.recorded import Origin
from verif.deciding.selection import Reference, Selected
from verif.kernel.own import FOLDER
from verif.kernel.verdict import Outcome
from verif.pages.files import write_whole
from verif.records.entry import AlteredEntryError, digest_of, outline_of, read, shown, written
from verif.upstream.environments import user_cache

MOST: Final = 1000
"""The entries that are kept of a checkout or an installation; the oldest go first."""

SUFFIX: Final = ".verdict"
PROOFS: Final = "proofs"


@dataclass(frozen=True)
class Found:
    """The claims that have a kept verdict, and the others, with what is wrong with some entries.

    `other` counts those whose texts, versions or options are not what they were.
    """

    kept: Mapping[Reference, Decided]
    altered: Mapping[Reference, str]
    other: int


@dataclass
class Kept:
    """The entries of this checkout or installation below a folder; each is read when asked for."""

    folder: Path
    _outlines: dict[str, Outline] = field(default_factory=dict[str, Outline])

    def find(self, asked: Iterable[tuple[Selected, str]]) -> Found:
        """The verdicts that were kept of the claims, each at its identity."""
        kept: dict[Reference, Decided] = {}
        altered: dict[Reference, str] = {}
        other = 0
        for one, identity in asked:
            place = self._place(one)
            try:
                found = self._read(one, place, identity)
            except FileNotFoundError:
                continue
            except (AlteredEntryError, OSError) as error:
                altered[one.reference] = str(error)
                continue
            if found is None:
                other += 1
            else:
                kept[one.reference] = found
        return Found(kept, altered, other)

    def keep(self, decided: Iterable[tuple[Selected, str, Decided]], run: str) -> None:
        """Write what was decided at these identities by the run, as far as it is to be kept.

        Errors: OSError where nothing can be written there.
        """
        (self.folder / PROOFS).mkdir(parents=True, exist_ok=True)
        for one, identity, told in decided:
            if is_to_be_kept(told):
                entry, outlines = written(told, identity, Origin(run=run))
                for digest, text in outlines.items():
                    place = self.folder / PROOFS / digest
                    if not place.exists():
                        write_whole(place, text)
                write_whole(self._place(one), entry)
            else:
                self._place(one).unlink(missing_ok=True)
        self._forget()

    def _place(self, one: Selected) -> Path:
        """The file of a claim's entry: one for each, whatever it was decided at."""
        word = re.sub(r"\W", "_", one.claim.id)[:40]
        where = "" if one.reference.file is None else str(one.reference.file.resolve())
        told = digest_of(f"{one.claim.id} {where}".encode())
        return self.folder / f"{word}-{told[:16]}{SUFFIX}"

    def _read(self, one: Selected, place: Path, identity: str) -> Decided | None:
        entry = read(place.read_bytes())
        if entry.identity != identity:
            return None
        proof = tuple(map(self._outline, entry.proof))
        found = shown(one.claim, entry, proof, entry.verdict.origin)
        if not is_to_be_kept(found):
            raise AlteredEntryError("its verdict is not one that is cached")
        return found

    def _outline(self, digest: str) -> Outline:
        if digest not in self._outlines:
            try:
                content = (self.folder / PROOFS / digest).read_bytes()
            except FileNotFoundError:
                raise AlteredEntryError("a proof that it names is missing") from None
            self._outlines[digest] = outline_of(content, digest)
        return self._outlines[digest]

    def _forget(self) -> None:
        """Remove the oldest entries beyond the most, and the proofs that no entry names."""
        entries = sorted(self.folder.glob(f"*{SUFFIX}"), key=lambda path: -path.stat().st_mtime)
        named: set[str] = set()
        for place in entries[:MOST]:
            with suppress(AlteredEntryError, OSError):
                named.update(read(place.read_bytes()).proof)
        proofs = (self.folder / PROOFS).iterdir()
        for place in (*entries[MOST:], *(path for path in proofs if path.name not in named)):
            place.unlink(missing_ok=True)


def is_to_be_kept(decided: Decided) -> bool:
    """Whether the verdict is one to be shown again: as expected, and not that nobody knows."""
    return decided.as_expected and decided.verdict.outcome is not Outcome.UNKNOWN


def kept() -> Kept:
    """The entries of this checkout or installation, in the user's cache."""
    return Kept(user_cache() / "verdicts" / digest_of(str(FOLDER).encode())[:16])
