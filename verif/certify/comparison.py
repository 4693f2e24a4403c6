"""Compare printed functions, evaluated by Rocq, with the Python functions on random arguments."""

from __future__ import annotations

import inspect
import random
from collections import namedtuple
from collections.abc import Iterator
from typing import Any, Final

from spec import plain as spec
from spec.int_tuple import IntTuple
from spec.layout import Layout
from spec.xla import XlaShape
from verif.certify.gallina import (
    BOOL,
    INT,
    LAYOUT,
    NOTHING,
    TREE,
    XLA_SHAPE,
    Arrow,
    ListOf,
    OptionOf,
    Product,
    Type,
)
from verif.certify.program import Printed, Program
from verif.kernel.verbs import OnNumbers, running

LARGEST: Final = 48
"""The largest random number. It is small because fuel, which bounds recursions, is in unary."""

ENTRIES: Final = ListOf(INT)
TILES: Final = ListOf(ListOf(OptionOf(INT)))

OMITTED: Final[dict[str, Any]] = {"alg": spec}
"""Maps the name of a parameter that only the Python function has to its argument.

A parameter of this kind that is not listed gets None.
"""

EQUAL: Final = """
Fixpoint eq_list {A} (e : A -> A -> bool) (a b : list A) : bool :=
  match a, b with [], [] => true | x :: a, y :: b => e x y && eq_list e a b | _, _ => false end.
Definition eq_pair {A B} (e : A -> A -> bool) (f : B -> B -> bool) (a b : A * B) : bool :=
  e (fst a) (fst b) && f (snd a) (snd b).
Definition eq_option {A} (e : A -> A -> bool) (a b : option A) : bool :=
  match a, b with Some x, Some y => e x y | None, None => true | _, _ => false end.
"""


def comparison(program: Program, count: int) -> tuple[str, int]:
    """Return the text of a Rocq file, and the number of test cases in the file.

    The file compiles iff each printed function agrees with Python in all its cases.

    For each function, try at most `count` random arguments on which the Python function returns a
    value, and at most `count` on which it raises an error. If it raises an error, the printed `_ok`
    condition must be false. A function that catches errors is compared only where it returns.
    """
    draw = random.Random(1)
    lines: list[str] = []
    number = 0
    for printed in program.functions:
        cases = list(_cases(printed, draw, count))
        number += len(cases)
        if cases:
            said = " &&\n  ".join(cases)
            lines.append(f"Goal ({said}) = true. Proof. vm_compute. reflexivity. Qed.")
    return f"Require Import Prelude Printed.\n{EQUAL}\n" + "\n".join(lines) + "\n", number


def _cases(printed: Printed, draw: random.Random, count: int) -> Iterator[str]:
    """Yield conditions that hold if the printed function agrees with Python on random arguments."""
    types = [of for _, _, of in printed.parameters]
    if any(isinstance(of, Arrow) for of in types):
        # A function that takes a function as argument is compared through its callers.
        return
    returned = raised = 0
    for _ in range(8 * count):
        if returned >= count:
            return
        profile = _profile(draw, 2)
        length = draw.randrange(4)
        arguments = [_drawn(draw, of, profile, length) for of in types]
        said = " ".join(map(in_gallina, arguments, types))
        left = iter(arguments)
        spread = _spread(printed)
        given: list[Any] = []
        for name, passed in printed.passed:
            value: Any = next(left) if passed else OMITTED.get(name)
            given += value if name == spread else (value,)
        owed = f"{printed.name}_ok {said}" if printed.partial else "true"
        function: Any = Layout if printed.function is Layout.__init__ else printed.function
        try:
            with running(OnNumbers()):
                result = function(*given)
        except (ValueError, LookupError, ZeroDivisionError, StopIteration, RecursionError):
            raised += 1
            if raised <= count and not printed.catches:
                yield f"negb ({owed})"
            continue
        returned += 1
        if printed.result == NOTHING:
            yield f"({owed})"
        else:
            equal = f"{_equality(printed.result)} ({printed.name} {said})"
            yield f"({owed} && {equal} {in_gallina(result, printed.result)})"


def _spread(printed: Printed) -> str:
    """Return the name of the function's parameter of the form `*arguments`, or ""."""
    parameters = inspect.signature(printed.function).parameters.values()
    listed = (p.name for p in parameters if p.kind is inspect.Parameter.VAR_POSITIONAL)
    return next(listed, "")


def _profile(draw: random.Random, depth: int) -> IntTuple:
    if depth == 0 or draw.random() < 0.4:
        return 0
    return tuple(_profile(draw, depth - 1) for _ in range(draw.randrange(4)))


def _drawn(  # noqa: PLR0911 - one return per case
    draw: random.Random, of: Type, profile: IntTuple, length: int
) -> Any:
    """Draw a value of the type.

    Most IntTuples have the given profile, and most lists have the given length, so that the
    arguments of a function often match.
    """
    match of:
        case ListOf():
            size = length if draw.random() < 0.7 else draw.randrange(5)
            return tuple(_drawn(draw, of.element, profile, length) for _ in range(size))
        case Product():
            parts = [_drawn(draw, part, profile, length) for part in of.parts]
            if parts and draw.random() < 0.9:
                parts[0] = abs(parts[0]) or 1
            return _record(parts, of.fields)
        case _ if of == INT:
            return draw.choice((0, 1, 2, 3, 4, 6, 8, 12, draw.randint(-5, LARGEST)))
        case _ if of == BOOL:
            return draw.random() < 0.5
        case OptionOf():
            return None if draw.random() < 0.3 else _drawn(draw, of.of, profile, length)
        case _ if of == XLA_SHAPE:
            return _array(draw, length)
        case _ if of == TREE:
            own = profile if draw.random() < 0.8 else _profile(draw, 2)
            return _filled(draw, own, (0, 1, 1, 2, 2, 3, 4, 6))
        case _ if of == LAYOUT:
            shape = _filled(draw, profile, (1, 2, 2, 3, 4, 6))
            return Layout(shape, _filled(draw, profile, (-1, 0, 1, 1, 2, 3, 4, 6, 8, 12, 24)))
        case _:
            raise TypeError(f"cannot draw a value of type {of}")


def _array(draw: random.Random, rank: int) -> XlaShape:
    """Draw a tiled XLA array of the given rank, with a random order of dimensions."""
    tiles = [
        (*(draw.choice((None, 1, 2, 3)) for _ in range(draw.randrange(3))), draw.randint(1, 4))
        for _ in range(draw.randrange(3))
    ]
    dims = tuple(draw.randint(1, 6) for _ in range(rank))
    return XlaShape("f32", dims, tuple(draw.sample(range(rank), rank)), tuple(tiles))


def _record(parts: list[Any], fields: tuple[str, ...]) -> tuple[Any, ...]:
    """Return a tuple of the values, or a named tuple if the entries have names."""
    made = namedtuple("Record", fields) if fields else None  # type: ignore[reportUntypedNamedTuple] - the names vary
    return tuple(parts) if made is None else made(*parts)


def _filled(draw: random.Random, profile: IntTuple, entries: tuple[int, ...]) -> IntTuple:
    if isinstance(profile, tuple):
        return tuple(_filled(draw, mode, entries) for mode in profile)
    return draw.choice(entries)


def in_gallina(value: Any, of: Type) -> str:  # noqa: PLR0911 - one return per case
    """Return the value in Gallina."""
    match of:
        case ListOf():
            return "[" + "; ".join(in_gallina(entry, of.element) for entry in value) + "]"
        case Product():
            return "(" + ", ".join(map(in_gallina, value, of.parts)) + ")"
        case _ if of == INT:
            return f"({int(value)})"
        case OptionOf():
            return "None" if value is None else f"(Some {in_gallina(value, of.of)})"
        case _ if of == XLA_SHAPE:
            parts = ((value.dims, ENTRIES), (value.minor_to_major, ENTRIES), (value.tiles, TILES))
            return f"(Build_xla_shape {' '.join(in_gallina(part, of) for part, of in parts)})"
        case _ if of == TREE:
            if isinstance(value, tuple):
                entries: tuple[IntTuple, ...] = value  # pyright: ignore[reportUnknownVariableType]
                return "(Tuple [" + "; ".join(in_gallina(entry, TREE) for entry in entries) + "])"
            return f"(Leaf ({value}))"
        case _ if of == LAYOUT:
            return (
                f"(Build_layout {in_gallina(value.shape, TREE)} {in_gallina(value.stride, TREE)})"
            )
        case _:
            return str(bool(value)).lower()


def _equality(of: Type) -> str:
    match of:
        case ListOf():
            return f"(eq_list {_equality(of.element)})"
        case Product(parts=(*others, last)) if others:
            left = others[0] if len(others) == 1 else Product(tuple(others))
            return f"(eq_pair {_equality(left)} {_equality(last)})"
        case OptionOf():
            return f"(eq_option {_equality(of.of)})"
        case _:
            names = {INT: "Z.eqb", BOOL: "Bool.eqb", TREE: "same_tree", LAYOUT: "equal_layouts"}
            return names[of]  # type: ignore[index] - no other type is printed
