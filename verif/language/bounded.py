"""An evaluator that always stops: it limits steps, integers and the lengths of sequences."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from types import NoneType
from typing import Any, ClassVar, Final

from verif.language.compile import Program
from verif.language.evaluate import Environment, Machine, StuckError
from verif.language.form import Constant, Expr, Parameter, Pattern, Record, Ref, RefusedError, Shown

MOST_PLACES: Final = 1 << 14
"""The largest number of bits of an integer."""

NOWHERE: Final = Constant(0, None)
"""The source position of an operator that does not come from a source file."""

_SIZED: Final = (tuple, list, dict, str, range)

_PLAIN: Final = frozenset((int, bool, str, NoneType))
"""The types of values without parts."""


class Bounded(Machine):
    """Evaluates code within a limit: the class attribute `most`.

    The limit applies to the number of steps (calls, bindings and iterated elements), and to the
    number of parts of a value. If a part occurs twice, it counts twice, because Python compares,
    hashes and prints both occurrences. In messages, `where` names the limited code.
    """

    most: ClassVar[int]
    where: ClassVar[str]

    def __init__(self, program: Program, verbs: Mapping[str, Callable[..., Any]] = {}) -> None:
        super().__init__(program, verbs)
        self.steps = 0
        self._weights: dict[int, tuple[Any, int]] = {}
        self._records: dict[type, Record | None] = {}
        as_table = self.builtins["dict"]
        self.builtins |= {
            "add": self.added,
            "mul": self.multiplied,
            "sum": lambda items, /, start=0: reduce(self.added, self.elements(items), start),
            "prod": lambda items, /, *, start=1: reduce(
                self.multiplied, self.elements(items), start
            ),
            "pow": self._power,
            "lcm": self._least_multiple,
            "cartesian": self._products,
            "permutations": self._permutations,
            "combinations": lambda items, r: self._chosen_of(itertools.combinations, items, r),
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
        for value in (*args, *named.values()):
            self.weigh(value)
        return super().entered(name, params, args, named, held)

    def call(self, of: Any, args: Sequence[Any], named: Mapping[str, Any], e: Expr) -> Any:
        for value in (*args, *named.values()):
            self.weigh(value)
        return super().call(of, args, named, e)

    def weigh(self, value: Any) -> int:
        """Return the number of parts of a value. Raises StuckError if it has too many."""
        parts = self._parts(value)
        if not parts:
            return 1
        known = self._weights.get(id(value))
        if known is not None:
            return known[1]
        weight = 1 + sum(map(self.weigh, parts))
        self._require_few(weight, "a value of more than {} parts {}")
        self._weights[id(value)] = value, weight
        return weight

    def _parts(self, value: Any) -> Sequence[Any]:
        """Return the direct parts of a value: the elements, the keys and values, or the fields."""
        kind = type(value)
        if kind in _PLAIN:
            return ()
        if issubclass(kind, tuple | list):
            return value
        if kind is dict:
            return (*value, *value.values())
        record = self.record_of(kind)
        return [getattr(value, each.name) for each in record.fields] if record else ()

    def record_of(self, kind: type) -> Record | None:
        """Return the program's record type whose values are instances of this class, or None."""
        if kind not in self._records:
            try:
                found = self.program.definition(Ref(kind.__module__, kind.__qualname__))
            except RefusedError:
                found = None
            self._records[kind] = found if isinstance(found, Record) else None
        return self._records[kind]

    def bind(self, pattern: Pattern, value: Any, env: Environment) -> None:
        self._step()
        self.weigh(value)
        super().bind(pattern, value, env)

    def contains(self, items: Any, item: Any, e: Expr) -> bool:
        self.weigh(item)
        return super().contains(items, item, e)

    def element(self, of: Any, at: Any) -> Any:
        self.weigh(at)
        return super().element(of, at)

    def said(self, value: Any, part: Shown) -> str:
        self.weigh(value)
        return super().said(value, part)

    def elements(self, value: Any) -> Iterable[Any]:
        found = super().elements(value)
        if isinstance(found, Iterator):
            return self._counted(found)
        if type(found) is range and found[self.most :]:
            # Do not call `len`, which fails if a range is too long.
            self._step(self.most + 1)
        if type(found) in _SIZED:
            self._step(len(found))  # type: ignore[arg-type]
        return found

    def _counted(self, items: Iterator[Any]) -> Iterator[Any]:
        for each in items:
            self._step()
            yield each

    def _step(self, count: int = 1) -> None:
        """Count steps, so that an endless recursion or iteration raises StuckError."""
        self.steps += count
        if self.steps > self.most:
            raise StuckError(
                f"the code makes more than {self.most} calls and loop iterations {self.where}"
            )

    def operate(self, op: str, left: Any, right: Any, e: Expr) -> Any:
        self.weigh(left)
        self.weigh(right)
        self._require_small(op, left, right)
        made = super().operate(op, left, right, e)
        if type(made) is int and made.bit_length() > MOST_PLACES:
            raise self._large()
        if type(made) in _SIZED:
            self._step(len(made))  # type: ignore[arg-type]
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

    def _require_few(
        self, count: int, what: str = "a sequence has more than {} elements {}"
    ) -> None:
        if count > self.most:
            raise StuckError(what.format(self.most, self.where))

    def _large(self) -> StuckError:
        return StuckError(f"a number has more than {MOST_PLACES} bits {self.where}")

    def added(self, left: Any, right: Any, /) -> Any:
        """Return the sum of two values."""
        return self.operate("+", left, right, NOWHERE)

    def multiplied(self, left: Any, right: Any, /) -> Any:
        """Return the product of two values."""
        return self.operate("*", left, right, NOWHERE)

    def _power(self, x: Any, y: Any, /, *modulus: Any) -> Any:
        if not modulus:
            return self.operate("**", x, y, NOWHERE)
        if all(type(each) is int for each in (y, *modulus)):
            self._step(y.bit_length() * modulus[0].bit_length() // 1024)
        return pow(x, y, *modulus)

    def _least_multiple(self, *numbers: Any) -> int:
        found = 1
        for each in numbers:
            found = math.lcm(found, each)
            if found.bit_length() > MOST_PLACES:
                raise self._large()
        return found

    def _products(self, *items: Any, repeat: Any = 1) -> Iterator[Any]:
        if type(repeat) is int:
            self._require_few(len(items) * repeat)
        pools = [tuple(self.elements(each)) for each in items]
        return self._weighed(itertools.product(*pools, repeat=repeat))

    def _permutations(self, items: Any, r: Any = None) -> Iterator[Any]:
        return self._chosen_of(itertools.permutations, items, r)

    def _chosen_of(
        self, choices: Callable[..., Iterator[Any]], items: Any, r: Any
    ) -> Iterator[Any]:
        if type(r) is int:
            self._require_few(r)
        return self._weighed(choices(tuple(self.elements(items)), r))

    def _weighed(self, items: Iterator[tuple[Any, ...]]) -> Iterator[Any]:
        """Yield tuples, such as permutations, and count each of their elements as a step."""
        for each in items:
            self._step(len(each))
            yield each
