"""Claims decided on other machines, whose records are shown: their word, and no theorem.

A theorem is made by the judge of a process that this one has started. What a machine sends is what
it says that it found: of it nothing is proved here, and it is not kept.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, as_completed
from dataclasses import replace
from pathlib import Path

import msgspec

from verif.deciding.decided import Decided
from verif.deciding.selection import Reference, Selected
from verif.deciding.workers import ordered
from verif.kernel.said import Engine, Said, Why
from verif.kernel.verdict import Outcome, Verdict
from verif.processes.child import python
from verif.records.apart import Sent
from verif.records.entry import AlteredEntryError, digest_of, outline_of, read, shown
from verif.records.identity import identities


def decide_elsewhere(
    chosen: Sequence[Selected],
    seconds: float,
    executor: Executor,
    show: Callable[[Decided], None] = lambda _: None,
) -> tuple[Decided, ...]:
    """The claims with the verdicts that the executor's machines sent, in the order given.

    Pre-conditions: they have this version of layout-verif, and a claim's own file at its place.
    A machine with other texts, versions or options is no witness: its record is an ERROR.
    """
    names = {
        one.reference: identity
        for one, identity in zip(chosen, identities(chosen, seconds), strict=True)
    }
    asked = {
        executor.submit(send, _from_anywhere(one.reference), seconds): one
        for one in ordered(chosen)
    }
    found: dict[Reference, Decided] = {}
    for future in as_completed(asked):
        one = asked[future]
        try:
            decided = _received(one, future.result(), names[one.reference])
        except Exception as error:  # noqa: BLE001 - whatever a machine does is the verdict: ERROR
            decided = _without_record(one, f"{type(error).__name__}: {error}")
        found[one.reference] = decided
        show(decided)
    return tuple(found[one.reference] for one in chosen)


def send(reference: Reference, seconds: float) -> bytes:
    """On a machine: the claim decided in a process of its own, and what that sends.

    A worker of a cluster may start no process that it could talk to, as those of a proof are, but
    any command.
    Errors: OSError with the last line of what it said, where it sends nothing.
    """
    file = () if reference.file is None else (str(reference.file),)
    command = python("verif.records.apart", reference.id, str(seconds), *file)
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode or not done.stdout:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise OSError(": ".join((f"exit code {done.returncode}", *said[-1:])))
    return done.stdout


def _from_anywhere(reference: Reference) -> Reference:
    """The same place, wherever the process stands that reads it."""
    place = reference.file and Path(reference.file).resolve()
    return replace(reference, file=place)


def _received(one: Selected, content: bytes, identity: str) -> Decided:
    """The record that was sent; AlteredEntryError where it is none of this claim's."""
    try:
        sent = msgspec.json.decode(content, type=Sent)
    except msgspec.DecodeError as error:
        raise AlteredEntryError(f"what it sent is no record: {error}") from error
    entry = read(sent.entry)
    if entry.identity != identity:
        raise AlteredEntryError("it has other texts, versions or options")
    texts = {digest_of(text): text for text in sent.outlines}
    if not set(entry.proof) <= texts.keys():
        raise AlteredEntryError("it did not send the proof that it names")
    proof = tuple(outline_of(texts[digest], digest) for digest in entry.proof)
    return shown(one.claim, entry, proof, entry.verdict.origin)


def _without_record(one: Selected, reason: str) -> Decided:
    said = (Said(Engine.DECIDING, reason, Why.FAULT),)
    return Decided(one.claim, Verdict(Outcome.ERROR, reason=reason, said=said))
