"""An entry: one verdict as a text of its own, which tells by itself whether it is whole.

It is for those who read it again, and says no more than `prove` printed: who can write one can
write what they like.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Final, TypeVar

import msgspec

from verif.deciding.decided import Decided
from verif.deciding.outline import Outline
from verif.deciding.recorded import Origin, Recorded, recorded
from verif.kernel.claim import Claim
from verif.kernel.verdict import Verdict

HEAD: Final = b"layout-verif verdict 1 "
"""The beginning of each entry, with the number of its form; the digest of the rest follows."""


T = TypeVar("T")


class AlteredEntryError(ValueError):
    """Raised for an entry that is not what was written: it was changed, or cut short."""


class Entry(msgspec.Struct, frozen=True):
    """A verdict, the identity that it was decided at, the digests of the outlines of its proof."""

    identity: str
    verdict: Recorded
    proof: tuple[str, ...]


def written(decided: Decided, identity: str, origin: Origin) -> tuple[bytes, Mapping[str, bytes]]:
    """The entry of a verdict that was come to here, and its outlines by their digests.

    Outlines are apart from it: many claims cite one lemma.
    """
    assert isinstance(decided.verdict, Verdict)
    outlines = {digest_of(text): text for text in map(msgspec.json.encode, decided.proof)}
    entry = Entry(identity, recorded(decided.verdict, origin), tuple(outlines))
    body = msgspec.json.encode(entry)
    return HEAD + digest_of(body).encode() + b"\n" + body, outlines


def read(content: bytes) -> Entry:
    """The entry as it was written; AlteredEntryError where it is another text."""
    head, _, body = content.partition(b"\n")
    if head != HEAD + digest_of(body).encode():
        raise AlteredEntryError("its file was changed")
    return _decoded(body, Entry)


def outline_of(content: bytes, digest: str) -> Outline:
    """The outline with that digest; AlteredEntryError where the text is that of another."""
    if digest_of(content) != digest:
        raise AlteredEntryError("a proof that it names was changed")
    return _decoded(content, Outline)


def shown(claim: Claim, entry: Entry, proof: tuple[Outline, ...], origin: Origin) -> Decided:
    """The claim with the verdict of the entry, as a record of that origin."""
    return Decided(claim, replace(entry.verdict, origin=origin), proof)


def digest_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _decoded(content: bytes, type: type[T]) -> T:
    try:
        return msgspec.json.decode(content, type=type)
    except (msgspec.DecodeError, ValueError) as error:
        raise AlteredEntryError(f"its file has another format: {error}") from error
