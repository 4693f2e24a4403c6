"""A conclusion that a path does not show, and the inputs at which it is false."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from verif.kernel.obligation import Answer, Obligation, Reply
from verif.symbolic.terms import Polynomial


@dataclass(frozen=True)
class Failure:
    """A conclusion that was not shown, with what the solver said of it.

    `inputs` are the unknowns that the text was given, in terms of those of the obligation.
    """

    label: str
    obligation: Obligation
    answer: Answer
    inputs: Mapping[str, Polynomial]

    def model(self) -> dict[str, int] | None:
        """The inputs at which the conclusion is false, if the solver found some."""
        if self.answer.reply is not Reply.SAT:
            return None
        if any(arity for _, arity in self.obligation.symbols):
            # The solver chose the values of a function: its model need be none of ours.
            return None
        values = dict(self.answer.model)
        return {name: term.evaluate(values) for name, term in self.inputs.items()}
