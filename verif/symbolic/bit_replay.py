"""Replay over words: a text is run once more, each of its bit-vectors beside a number.

Each operation must have the value that Python's has, each decision must be one that a path took,
and whatever the path takes for a fact, owes or concludes must be true of the numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from verif.kernel.errors import ReplayError
from verif.symbolic.bit_paths import BitPath, BitPathClosed, Decision, on_bit_path
from verif.symbolic.bit_values import MODULUS, signed, value
from verif.symbolic.bits import BitBool, BitInt
from verif.symbolic.replay import Case, Heard, Inadmissible, compare, shown


@dataclass
class BitReplay(BitPath):
    """A run of a text with numbers, along the path that takes its decisions.

    `ways` are the decisions of each path, `numbers` the unknowns' by their names.
    """

    case: Case = field(default_factory=dict[str, Any])
    ways: frozenset[tuple[Decision, ...]] = frozenset()
    numbers: Mapping[str, int] = field(default_factory=dict[str, int])
    values: dict[str, int] = field(default_factory=dict[str, int])
    heard: list[Heard] = field(default_factory=list[Heard])
    begun: bool = False

    def amiss(self, what: str) -> NoReturn:
        """Raise the error that says at which arguments what is wrong."""
        self.broken = ReplayError(f"{self.subject}, replayed at {shown(self.case)}: {what}")
        raise self.broken

    def concludes(self, text: Callable[[BitPath], None], plainly: Callable[..., None]) -> bool:
        """Run the text; whether it comes to a conclusion. Raises ReplayError."""
        try:
            with on_bit_path(self):
                text(self)
        except (Inadmissible, BitPathClosed):
            admitted = False
        except ReplayError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, no path raises it
            self.amiss(f"{type(error).__name__}: {error}")
        else:
            admitted = True
        if self.broken is not None:
            raise self.broken
        if admitted and tuple(self.taken) not in self.ways:
            self.amiss("it goes where no path does")
        compare(self, plainly)
        return admitted and bool(self.conclusions)

    def given(self) -> None:
        self.begun = True

    def unknown(self, name: str) -> str:
        self.values[name] = self.numbers[name] % MODULUS
        return super().unknown(name)

    def define(self, term: str) -> str:
        symbol = super().define(term)
        self.values[symbol] = value(term, self.values)
        return symbol

    def introduce(self, result: Any, operation: Callable[..., Any], *operands: Any) -> None:
        numbers = tuple(map(self._real, operands))
        meant, found = operation(*numbers), self._real(result)
        if meant != found:
            self.amiss(f"Python makes {meant} of {numbers}, which is read as {found}")

    def suppose(self, fact: str, truth: bool) -> None:
        so = self._is(fact) == truth
        if self.begun:
            self.heard.append(("assumes", so, ()))
        if not so:
            raise Inadmissible
        super().suppose(fact, truth)

    def conclude(self, label: str, goal: str, values: tuple[object, ...] = ()) -> None:
        self.heard.append(("concludes", self._is(goal), tuple(map(self._real, values))))
        super().conclude(label, goal, values)

    def owe(self, label: str, goal: str) -> None:
        if not self._is(goal):
            self.amiss(f"{label!r} is false: {goal}")
        super().owe(label, goal)

    def decide(self, fact: str) -> bool:
        if fact not in self.truths:
            truth = self._is(fact)
            self.taken.append((fact, truth))
            self.know(fact, truth)
        return self.truths[fact]

    def _is(self, fact: str) -> bool:
        return bool(value(fact, self.values))

    def _real(self, item: Any) -> Any:
        """The number or the truth that the item stands for."""
        if type(item) is BitInt:
            return signed(value(item.term, self.values))
        if type(item) is BitBool:
            return self._is(item.fact) != item.negated
        return tuple(map(self._real, item)) if type(item) is tuple else item
