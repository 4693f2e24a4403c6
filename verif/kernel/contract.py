"""Contracts: what a recursive text promises, so that its calls can stand for it in a proof.

A contract's parts are Python texts over the function's own arguments, written with
`assume` and `ensure`. They are read in two ways. Where the function is *proved*, its
requirement is assumed, its body runs, and what it ensures is owed; a recursive call owes
the requirement at a smaller measure and brings what is ensured: that is the induction
hypothesis. Where it is *called*, the call owes the requirement and brings the promise.
A lemma is a contract whose function is a proof script: its recursive calls are the uses
of the induction hypothesis, its other calls cite lemmas proved before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from verif.kernel.errors import TheoryError

Text = Callable[..., Any]


def nothing(*_: object) -> None:
    """The requirement or promise of a contract that states none."""


@dataclass(frozen=True)
class Kind:
    """What the elements of a list are: named integer fields, and what always holds of them.

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


@dataclass(frozen=True, eq=False)
class Contract:
    """What `function` promises; proved once by induction, then cited.

    Equal is only what is the same: a theorem of one contract is none of another like it.

    requires: text over the arguments.
    ensures: text over the result and the arguments.
    everywhere: for an observation of the result, a text over the result, the arguments
        and the observation's other arguments, which holds for all values of the latter.
    measure: falls with every recursive call and is never negative; the length of the
        first list where none is given.
    on: the list that the function recurs on, if a call on a list whose head is known may
        run the function's text as well; its own recursive call is then on the tail.
    rejects: the error by which the function may refuse; a refusal promises nothing.
    accepts: where this predicate of the arguments is true the function does not refuse.
    """

    id: str
    statement: str
    function: Text
    requires: Text = nothing
    ensures: Text = nothing
    everywhere: Mapping[Text, Text] = field(default_factory=dict[Text, Text])
    measure: Text | None = None
    on: str | None = None
    rejects: type[Exception] | None = None
    accepts: Text | None = None


@dataclass(frozen=True)
class Automatic:
    """A lemma that is cited whenever `observation` is made, where `when` is known to hold."""

    observation: Text
    lemma: Text
    when: Text | None = None


@dataclass(frozen=True)
class Theory:
    """What proofs for every rank may use.

    kinds: the kinds of list, by the annotation that stands for them.
    observations: functions defined by recursion over a list, with the parameter they
        recur on; of an unknown list nothing is known of them but what contracts say.
    contracts: in order; the proof of one may cite those before it.
    bridges: functions with a reading of their own on unknown lists, made by a lifter.
    packages: where the texts stand that are lifted.
    """

    kinds: Mapping[object, Kind]
    observations: Mapping[Text, str]
    contracts: tuple[Contract, ...]
    automatic: tuple[Automatic, ...] = ()
    bridges: Mapping[Text, Callable[[Any], Text]] = field(
        default_factory=dict[Text, Callable[[Any], Text]]
    )
    packages: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        # Symbols and reports call a contract by its id and an observation by its name.
        names = [c.id for c in self.contracts] + [o.__name__ for o in self.observations]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise TheoryError(f"named twice: {', '.join(twice)}")

    def before(self, contract: Contract) -> Theory:
        """The part of this theory that the proof of `contract` may use."""
        earlier = self.contracts[: self.contracts.index(contract)]
        proved = {c.function for c in earlier}
        automatic = tuple(a for a in self.automatic if a.lemma in proved)
        return replace(self, contracts=earlier, automatic=automatic)

    def within(self, package: str) -> Theory:
        """This theory, lifting the texts of one more package."""
        return replace(self, packages=(*self.packages, package))
