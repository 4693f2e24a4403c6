"""An unproved conclusion of a path, and inputs that make it false."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from verif.kernel.obligation import Answer, Obligation, Reply
from verif.symbolic.terms import Polynomial


@dataclass(frozen=True)
class Failure:
    """A conclusion that was not proved, with the solver's answer.

    `inputs` maps each unknown of the text to a polynomial in the obligation's symbols.
    """

    label: str
    obligation: Obligation
    answer: Answer
    inputs: Mapping[str, Polynomial]

    def model(self) -> dict[str, int] | None:
        """Return inputs that make the conclusion false, if the solver found some."""
        if self.answer.reply is not Reply.SAT:
            return None
        if any(arity for _, arity in self.obligation.symbols):
            # The solver also chose the values of a function. These need not be the real values.
            return None
        values = dict(self.answer.model)
        return {name: term.evaluate(values) for name, term in self.inputs.items()}
