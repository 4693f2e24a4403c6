"""An evaluator that stops: it limits the steps, the integers and the sequences of an evaluation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any, ClassVar, Final

from verif.language.compile import Program
from verif.language.evaluate import Environment, Machine, StuckError
from verif.language.form import Constant, Expr, Parameter, Pattern

MOST_PLACES: Final = 1 << 14
"""The largest number of bits of an integer."""

NOWHERE: Final = Constant(0, None)
"""The source position of an operator that does not appear in any text."""

_SIZED: Final = (tuple, list, dict, str, range)


class Bounded(Machine):
    """Evaluates in at most `most` calls, bindings and elements, which `where` names."""

    most: ClassVar[int]
    where: ClassVar[str]

    def __init__(self, program: Program, verbs: Mapping[str, Callable[..., Any]] = {}) -> None:
        super().__init__(program, verbs)
        self.steps = 0
        as_table = self.builtins["dict"]
        self.builtins |= {
            "add": self.added,
            "mul": self.multiplied,
            "sum": lambda items, /, start=0: reduce(self.added, self.elements(items), start),
            "prod": lambda items, /, *, start=1: reduce(
                self.multiplied, self.elements(items), start
            ),
            "pow": lambda x, y, /, *modulus: (
                pow(x, y, *modulus) if modulus else self.operate("**", x, y, NOWHERE)
            ),
            "dict": lambda pairs=(), /, **named: as_table(
                self._counted(pairs) if isinstance(pairs, Iterator) else pairs, **named
            ),
        }

    def entered(
        self,
        name: object,
        params: Sequence[Parameter],
        args: Sequence[Any],
        named: Mapping[str, Any],
        held: Environment,
    ) -> Environment:
        self._step()
        return super().entered(name, params, args, named, held)

    def bind(self, pattern: Pattern, value: Any, env: Environment) -> None:
        self._step()
        super().bind(pattern, value, env)

    def elements(self, value: Any) -> Iterable[Any]:
        found = super().elements(value)
        if isinstance(found, Iterator):
            return self._counted(found)
        if type(found) is range and found[self.most :]:
            # Its length may be too large for `len`.
            self._step(self.most + 1)
        if type(found) in _SIZED:
            self._step(len(found))  # type: ignore[arg-type]
        return found

    def _counted(self, items: Iterator[Any]) -> Iterator[Any]:
        for each in items:
            self._step()
            yield each

    def _step(self, count: int = 1) -> None:
        """Count steps, so that an endless recursion or iteration is stuck."""
        self.steps += count
        if self.steps > self.most:
            raise StuckError(f"more than {self.most} calls and steps of loops {self.where}")

    def operate(self, op: str, left: Any, right: Any, e: Expr) -> Any:
        self._require_small(op, left, right)
        made = super().operate(op, left, right, e)
        if type(made) is int and made.bit_length() > MOST_PLACES:
            raise self._large()
        return made

    def _require_small(self, op: str, left: Any, right: Any) -> None:
        """Raise StuckError if the result of an operator would be too large to be computed."""
        match op, left, right:
            case (("**" | "<<"), int(), int()) if right > MOST_PLACES:
                raise self._large()
            case (("*" | "*="), int() as times, tuple() | list() | str() as items) | (
                ("*" | "*="),
                tuple() | list() | str() as items,
                int() as times,
            ):
                self._require_few(times * len(items))
            case (("+" | "+="), tuple() | list() | str(), tuple() | list() | str()):
                self._require_few(len(left) + len(right))
            case _:
                pass

    def _require_few(self, count: int) -> None:
        if count > self.most:
            raise StuckError(f"a sequence of more than {self.most} elements {self.where}")

    def _large(self) -> StuckError:
        return StuckError(f"a number of more than {MOST_PLACES} bits {self.where}")

    def added(self, left: Any, right: Any, /) -> Any:
        """Return the sum of two values."""
        return self.operate("+", left, right, NOWHERE)

    def multiplied(self, left: Any, right: Any, /) -> Any:
        """Return the product of two values."""
        return self.operate("*", left, right, NOWHERE)
