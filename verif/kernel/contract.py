"""Contracts: promises about recursive functions. In a proof, a promise replaces a call.

A contract is stated by a *block*, a Python function with the same parameters. The block assumes the
requirement and returns the promise.

- The proof of a contract assumes the requirement and runs the function's body. The promise becomes
  an obligation. A recursive call must satisfy the requirement at a smaller measure. The proof may
  then use the promise for this call: this is the induction hypothesis.
- In the proof of another function, a call must satisfy the requirement. The proof may then use the
  promise for this call.

A lemma is a contract whose block also contains the proof. In this proof, recursive calls use the
induction hypothesis, and all other calls cite lemmas that were proved before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Text = Callable[..., Any]


def nothing(*_: object) -> None:
    """The empty promise, which states no conclusion."""


@dataclass(frozen=True)
class Kind:
    """A kind of list: the integer fields that each element has, and conditions on each element.

    `element` is the annotation of one element. `invariant` returns the conditions, each with a
    label. The conditions are assumed for an unknown element, and proved for a constructed element.
    If the elements are lists, `of` is the kind of these inner lists, and there are no fields.
    """

    name: str
    element: object
    fields: tuple[str, ...]
    make: Callable[..., Any]
    invariant: Callable[[Any], Mapping[str, bool]]
    of: Kind | None = None


def lists_of(kind: Kind, name: str, element: object) -> Kind:
    """Return the kind of a list of lists. Each inner list has the given kind and annotation."""
    return Kind(name, element, (), tuple, lambda _: {}, kind)


@dataclass(frozen=True)
class Promise:
    """The promise that the block of a contract returns, as functions defined inside the block.

    - `shows` states the conclusions. Its argument is the result, if there is one.
    - `everywhere` maps an observation (a recursive function of a list) to a function that states
      conclusions about the observation of the result. That function takes the result and the
      observation's other arguments. Its conclusions hold for all values of these other arguments.
    - `accepts` is a condition under which the function does not raise the error `rejects`.
    - `proof` has the steps of a lemma's proof, from the assumptions to the conclusions.
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

    - `on` is the measure, which decreases in every recursive call and is never negative. `on` names
      a parameter or is a function of the arguments. A list parameter stands for its length. By
      default the measure is the length of the first list.
    - `opens` says whether a call may also run the function's body if the head of the list `on` is
      known. The recursive call in the body is then on the tail.
    - `rejects` is the error that the function may raise. In that case nothing is promised.
    - `of` is the claim, if the contract exists only to cite a claim.
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
        """Whether the function computes nothing and is called only for its promise."""
        return self.function is self.block


@dataclass(frozen=True)
class Automatic:
    """A lemma that is cited for each call of `observation`, if `when` is known to hold there."""

    observation: Text
    lemma: Text
    when: Text | None = None
