"""Symbolic values with Python's operators, so that tests can write expressions as claims do."""

from dataclasses import dataclass
from typing import Any

from verif.language.form import Constant
from verif.symbolic.lifting import Lifter

HERE = Constant(0, None)


@dataclass(frozen=True, eq=False)
class ClaimView:  # noqa: PLW1641 - nothing here hashes one
    """A symbolic value with the members and operators that a claim can use."""

    lifter: Lifter
    value: Any

    def __getattr__(self, name):
        return self.lifter.member(self.value, name)

    def __call__(self, *arguments):
        return self.lifter.machine.call(self.value, arguments, {}, HERE)

    def __getitem__(self, index):
        return self.lifter.machine.element(self.value, index)

    def __len__(self):
        return self.lifter.machine.length(self.value)

    def __iter__(self):
        return iter(self.lifter.machine.elements(self.value))

    def __eq__(self, other):
        return self.lifter.machine.operate("==", self.value, other, HERE)
