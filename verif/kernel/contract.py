"""Contracts: the promise of a recursive text, so that its calls can stand for it in a proof.

A contract is stated by a *block*, a Python text over the function's own arguments. It assumes
what is required, and returns what is promised. It is read in two ways. Where the function is
*proved*, its requirement is assumed, its body runs, and the promise is owed; a recursive call
owes the requirement at a smaller measure and brings the promise: that is the induction
hypothesis. Where it is *called*, the call owes the requirement and brings the promise.
A lemma is a contract whose block has the proof in it, too: its recursive calls are the uses
of the induction hypothesis, its other calls cite lemmas proved before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Text = Callable[..., Any]


def nothing(*_: object) -> None:
    """The promise of a contract that states none."""


@dataclass(frozen=True)
class Kind:
    """The elements of a list: named integer fields, and the conditions that always hold of them.

    `element` is the annotation of one element.
    `invariant` gives labelled conditions: taken of an unknown element, owed of one that is made.
    `of` is the kind of the elements where these are lists themselves; they have no fields then.
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
    """The parts of a block, texts inside it that see its arguments.

    shows: the conclusions, of the result where there is one.
    everywhere: for an observation of the result, a text over the result and the observation's
        other arguments, which holds for all values of the latter.
    accepts: where this is true the function does not refuse.
    proof: of a lemma, the steps from what is given to the conclusions.
    """

    shows: Text = nothing
    everywhere: Mapping[Text, Text] = field(default_factory=dict[Text, Text])
    accepts: Text | None = None
    proof: Text | None = None


@dataclass(frozen=True, eq=False)
class Contract:
    """The promise of `function`, stated by `block`; proved once by induction, then cited.

    Equal is only what is the same: a theorem of one contract is none of another like it.

    on: the measure, which falls with every recursive call and is never negative: a list, by the
        name of its parameter, whose length it is, an integer by its name, or a text over the
        arguments. The length of the first list where none is given.
    opens: whether a call on a list `on` whose head is known may run the function's text as
        well; its own recursive call is then on the tail.
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
        """Whether it is called for its promise alone, and computes nothing."""
        return self.function is self.block


@dataclass(frozen=True)
class Automatic:
    """A lemma that is cited whenever `observation` is made, where `when` is known to hold."""

    observation: Text
    lemma: Text
    when: Text | None = None
