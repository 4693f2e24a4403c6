"""The user's cache of verdicts.

A cached verdict is shown again, marked as kept, if all files, versions and options are the same. A
cached verdict records a run and is not a theorem, so no proof can use it. Only verdicts that are as
expected are cached.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from verif.deciding.decided import Decided, Origin
from verif.deciding.outline import Outline
from verif.deciding.selection import Reference, Selected
from verif.kernel.own import FOLDER
from verif.kernel.verdict import Outcome
from verif.pages.files import write_whole
from verif.records.entry import AlteredEntryError, digest_of, outline_of, read, shown, written
from verif.upstream.environments import user_cache

MOST: Final = 1000
"""The largest number of cached entries of one installation. The oldest are removed first."""

SUFFIX: Final = ".verdict"
PROOFS: Final = "proofs"


@dataclass(frozen=True)
class Found:
    """The result of looking up claims in the cache.

    `kept` has the usable verdicts by claim. `altered` says why an entry is damaged or unreadable.
    `other` counts the entries for which a file, version or option has changed.
    """

    kept: Mapping[Reference, Decided]
    altered: Mapping[Reference, str]
    other: int


@dataclass
class Kept:
    """The cache entries of this installation, in a folder. Entries are read on demand."""

    folder: Path
    _outlines: dict[str, Outline] = field(default_factory=dict[str, Outline])

    def find(self, asked: Iterable[tuple[Selected, str]]) -> Found:
        """Look up the cached verdicts of claims. Each claim comes with its cache key."""
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
        """Cache the verdicts that may be cached, and remove the entries of all other given claims.

        Errors: OSError if the folder cannot be written.
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
        """Return the file of a claim's entry, which does not depend on the cache key."""
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
            raise AlteredEntryError("the entry has a verdict of a kind that is never cached")
        return found

    def _outline(self, digest: str) -> Outline:
        if digest not in self._outlines:
            try:
                content = (self.folder / PROOFS / digest).read_bytes()
            except FileNotFoundError:
                raise AlteredEntryError("the entry names a proof that is missing") from None
            self._outlines[digest] = outline_of(content, digest)
        return self._outlines[digest]

    def _forget(self) -> None:
        """Remove the oldest entries beyond the limit, and the proofs that no entry refers to."""
        entries = sorted(self.folder.glob(f"*{SUFFIX}"), key=lambda path: -path.stat().st_mtime)
        named: set[str] = set()
        for place in entries[:MOST]:
            with suppress(AlteredEntryError, OSError):
                named.update(read(place.read_bytes()).proof)
        proofs = (self.folder / PROOFS).iterdir()
        for place in (*entries[MOST:], *(path for path in proofs if path.name not in named)):
            place.unlink(missing_ok=True)


def is_to_be_kept(decided: Decided) -> bool:
    """Return whether the verdict may be cached: it is as expected, and not UNKNOWN."""
    return decided.as_expected and decided.verdict.outcome is not Outcome.UNKNOWN


def kept() -> Kept:
    """Return the cache of this installation, in the user's cache folder."""
    return Kept(user_cache() / "verdicts" / digest_of(str(FOLDER).encode())[:16])
