"""Contracts: pre- and post-conditions of recursive texts, used in proofs instead of their bodies.

A *block* states a contract: a Python text over the function's arguments that assumes the
requirement and returns the promise. It is used in two ways. To *prove* the function, the
requirement is assumed, the body runs, and the promise becomes an obligation. A recursive call has
the requirement as an obligation, at a smaller measure, and gives the promise as a fact: that is the
induction hypothesis. Any other *call* has the requirement as an obligation and gives the promise.

A lemma is a contract whose block also contains the proof: its recursive calls use the induction
hypothesis, and its other calls cite lemmas proved before.
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
    """The elements of a list: named integer fields, and an invariant.

    `element` is the annotation of one element.
    `invariant` gives labelled conditions: facts for an unknown element, obligations for a new one.
    `of` is the kind of the elements if they are lists themselves; they have no fields then.
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
    """The parts of a block: local functions that see its arguments.

    shows: the conclusions, about the result if there is one.
    everywhere: for an observation of the result, a text over the result and the observation's
        other arguments, which holds for all values of these arguments.
    accepts: if this is true, the function does not refuse.
    proof: the proof of a lemma, the steps from the hypotheses to the conclusions.
    """

    shows: Text = nothing
    everywhere: Mapping[Text, Text] = field(default_factory=dict[Text, Text])
    accepts: Text | None = None
    proof: Text | None = None


@dataclass(frozen=True, eq=False)
class Contract:
    """The promise of `function`, stated by `block`; proved once by induction, then cited.

    Equality is identity: a theorem of one contract is not a theorem of a similar one.

    on: the measure, which decreases with every recursive call and is never negative: the name of a
        list parameter (its length), the name of an integer, or a text over the arguments. The
        default is the length of the first list.
    opens: whether a call on a list `on` whose head is known may also run the function's text; its
        recursive call is then on the tail.
    rejects: the error by which the function may refuse; a refusal promises nothing.
    of: the claim that is cited by this contract, and by no other.
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
