"""A cache entry: one verdict as a file with a checksum, so that damage is detected.

An entry only repeats what `prove` printed. The checksum does not protect against forgery: anyone
who can write to the cache can write a valid entry.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Final, TypeVar

import msgspec

from verif.deciding.decided import Decided, Origin, Recorded, recorded
from verif.deciding.outline import Outline
from verif.kernel.claim import Claim
from verif.kernel.verdict import Verdict

HEAD: Final = b"layout-verif verdict 1 "
"""The start of each entry, with the format version. A digest of the remaining bytes follows."""


T = TypeVar("T")


class AlteredEntryError(ValueError):
    """The entry was changed or truncated after it was written."""


class Entry(msgspec.Struct, frozen=True):
    """A verdict, its cache key, and the digests of the outlines (summaries) of its proof."""

    identity: str
    verdict: Recorded
    proof: tuple[str, ...]


def written(decided: Decided, identity: str, origin: Origin) -> tuple[bytes, Mapping[str, bytes]]:
    """Return the entry of a new verdict, and the outlines of the verdict's proof.

    The outlines are returned as a mapping from digests to encoded outlines. Outlines are stored
    separately from entries, because many claims cite the same lemma.
    """
    assert isinstance(decided.verdict, Verdict)
    outlines = {digest_of(text): text for text in map(msgspec.json.encode, decided.proof)}
    entry = Entry(identity, recorded(decided.verdict, origin), tuple(outlines))
    body = msgspec.json.encode(entry)
    return HEAD + digest_of(body).encode() + b"\n" + body, outlines


def read(content: bytes) -> Entry:
    """Parse an entry. Raises AlteredEntryError if it is damaged."""
    head, _, body = content.partition(b"\n")
    if head != HEAD + digest_of(body).encode():
        raise AlteredEntryError("its file was changed")
    return _decoded(body, Entry)


def outline_of(content: bytes, digest: str) -> Outline:
    """Parse an outline. Raises AlteredEntryError if `digest` is not the digest of the content."""
    if digest_of(content) != digest:
        raise AlteredEntryError("the entry names a proof that was changed")
    return _decoded(content, Outline)


def shown(claim: Claim, entry: Entry, proof: tuple[Outline, ...], origin: Origin) -> Decided:
    """Return the claim with the verdict of the entry, and with `origin` as the verdict's origin."""
    return Decided(claim, replace(entry.verdict, origin=origin), proof)


def digest_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _decoded(content: bytes, type: type[T]) -> T:
    try:
        return msgspec.json.decode(content, type=type)
    except (msgspec.DecodeError, ValueError) as error:
        raise AlteredEntryError(f"the entry's file has another format: {error}") from error
