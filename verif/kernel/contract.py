"""Contracts: promises about recursive functions, which replace their calls in proofs.

A contract is stated by a *block*, a Python text over the function's own arguments. It assumes the
requirement and returns the promise. It is used in two ways. To *prove* the function, its
requirement is assumed, its body runs, and the promise becomes an obligation; a recursive call must
satisfy the requirement at a smaller measure, and gives the promise: this is the induction
hypothesis. Where the function is *called*, the call must satisfy the requirement, and gives the
promise. A lemma is a contract whose block also contains the proof: its recursive calls are uses of
the induction hypothesis, its other calls cite lemmas that were proved before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Text = Callable[..., Any]


def nothing(*_: object) -> None:
    """The promise of a contract that promises nothing."""


@dataclass(frozen=True)
class Kind:
    """The elements of a list: named integer fields, and conditions that always hold for them.

    `element` is the annotation of one element.
    `invariant` gives labelled conditions: assumed for an unknown element, and an obligation for an
    element that is made.
    `of` is the kind of the elements if these are lists themselves; they have no fields then.
    """

    name: str
    element: object
    fields: tuple[str, ...]
    make: Callable[..., Any]
    invariant: Callable[[Any], Mapping[str, bool]]
    of: Kind | None = None


def lists_of(kind: Kind, name: str, element: object) -> Kind:
    """The kind of the lists whose elements are lists of `kind`, annotated `element`."""
    return Kind(name, element, (), tuple, lambda _: {}, kind)


@dataclass(frozen=True)
class Promise:
    """The parts of a block: functions inside it that see its arguments.

    shows: the conclusions, about the result if there is one.
    everywhere: for each observation of the result, a function of the result and of the
    observation's other arguments; it holds for all values of these arguments.
    accepts: if this is true, the function does not raise its error.
    proof: for a lemma, the steps from the assumptions to the conclusions.
    """

    shows: Text = nothing
    everywhere: Mapping[Text, Text] = field(default_factory=dict[Text, Text])
    accepts: Text | None = None
    proof: Text | None = None


@dataclass(frozen=True, eq=False)
class Contract:
    """The promise of `function`, stated by `block`; proved once by induction, then cited.

    Contracts are equal only if they are the same object: a theorem about one contract does not
    apply to a similar one.

    on: the measure, which decreases in every recursive call and is never negative. It is the length
    of a list, given by the name of the parameter, an integer, given in the same way, or a function
    of the arguments; by default the length of the first list.
    opens: whether a call may also run the function's text if the head of the list `on` is known;
    the recursive call in that text is then on the tail.
    rejects: the error that the function may raise; then nothing is promised.
    of: the claim for whose citation alone this contract exists.
    """

    id: str
    statement: str
    function: Text
    block: Text
    on: str | Text | None = None
    opens: bool = False
    rejects: type[Exception] | None = None
    of: object = None

    @property
    def is_lemma(self) -> bool:
        """Whether it is called only for its promise, and computes nothing."""
        return self.function is self.block


@dataclass(frozen=True)
class Automatic:
    """A lemma that is cited whenever `observation` is made, if `when` is known to hold."""

    observation: Text
    lemma: Text
    when: Text | None = None
