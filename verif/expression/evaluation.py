"""Evaluate layout expressions, such as `size(4:2)`, with any implementation.

`slice` and `filter` are written without the underscore that Python needs. `evaluate(A, c)` is the
offset A(c). The TLA layout formats of CATLASS keep their names, as in `zN(f16, 32, 48)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import permutations
from typing import Any, Final, TypeAlias, cast

from spec import (
    ArithmeticTuple,
    Expression,
    KindError,
    Layout,
    LayoutError,
    LinearLayout,
    Literal,
    Machine,
    Tiler,
    TlaLayout,
    Value,
    XlaShape,
    as_layout,
    flatten,
    format_int_tuple,
    format_tiler,
)
from spec.atoms import Atom, CopyAtom, TiledCopy, TiledMMA
from spec.bridges import Positions, positions
from spec.composed import AnyLayout, ComposedLayout
from spec.composition import is_tiler
from spec.kinds import advice_on_xla_shape, is_swizzled
from spec.memory.accesses import require_whole
from spec.named_notation import Predicate
from spec.parser import Call
from spec.reading.expressions import ReadLiteral, read_expression
from spec.reading.operands import placed
from spec.reading.tiled import TiledLayout
from spec.swizzle import Swizzle
from spec.taking import is_coordinate, is_int_tuple
from verif.expression.tiles import accessed, on_tile
from verif.operations.kinds import (
    ACCESSED,
    ANY_ARRAY,
    ANY_LAYOUT,
    ARRAY,
    EVALUATED,
    LAYOUT,
    MATRIX,
    MOVED,
    POSITIONED,
    SWIZZLED,
    TILER,
    XLA_SHAPE,
    Kind,
    Signature,
    is_tile,
)
from verif.operations.operation import Function, Operation
from verif.operations.table import SPELLED
from verif.upstream.in_process import SPEC, InProcess

Instruction: TypeAlias = Atom | CopyAtom | TiledCopy | TiledMMA
"""A matrix instruction, a copy instruction, or a tile of such instructions."""

Result: TypeAlias = (
    Value | ArithmeticTuple | LinearLayout | Positions | Instruction | Machine | bool | str
)
"""The result of an operation: a value of the notation, a matrix, an answer, or a table."""


class ExpressionError(LayoutError):
    """An invalid call: a wrong number of arguments, or an argument of a wrong kind."""


class ArityError(ExpressionError):
    """A call with a wrong number of arguments."""


class MissingOperationError(LayoutError):
    """An operation that an implementation does not have."""


def read(text: str) -> Expression:
    """Parse an expression, which may contain layouts in other notations, such as C++ types.

    >>> read("size(4:2)")
    Call(name='size', args=(Literal(value=Layout.parse('4:2')),))
    >>> evaluated(read("size(Layout<Shape<_128,_64>,Stride<_1,_128>>)"), SPEC)
    8192

    Errors: NotationError with the position of the problem in the text.
    """
    return read_expression(text, SPELLED)


def evaluated(expression: Expression, implementation: InProcess) -> Result:
    """The value that the implementation computes for the expression.

    >>> evaluated(read("complement(4:2, size(24:1))"), SPEC)
    Layout.parse('(2,3):(1,8)')
    """
    if isinstance(expression, Literal):
        return expression.value
    place = _TV.get(expression.name)
    value = evaluated if place is None else evaluated_with_tile
    arguments = placed([value(argument, implementation) for argument in expression.args])
    _require_no_tiler(expression, arguments)
    if place is not None:
        arguments = tuple(
            accessed(cast("tuple[AnyLayout, int]", one)) if k < place and is_tile(one) else one
            for k, one in enumerate(arguments)
        )
        _require_whole(arguments, place)
    return _applied(expression.name, arguments, implementation)


def _applied(name: str, arguments: tuple[Result, ...], implementation: InProcess) -> Result:
    """The value of an operation for these arguments."""
    operation = SPELLED[name]
    tiled = on_tile(operation, arguments)
    if tiled is not None:
        return tiled.result(_applied(tiled.operation, tiled.arguments, implementation))
    if implementation is SPEC and operation.text is not operation.function:
        # An exported function refuses arguments of a wrong kind itself. But its message would show
        # a machine's fields, not the name that the user wrote. So refuse a misplaced machine here.
        kinds = _kinds(name, operation.signature, arguments)
        for position, (kind, argument) in enumerate(zip(kinds, arguments, strict=True), 1):
            if isinstance(argument, Machine) and not kind.accepts(argument):
                raise _mismatch(name, operation.signature, kinds, arguments, position)
        try:
            return operation.function(*arguments)
        except KindError as error:
            place = error.position - 1
            if error.operation == name and not error.advice and place < len(arguments):
                error.advice = _about_tile(kinds[place], arguments[place])
            raise
    arguments = checked(name, operation.signature, arguments)
    if implementation is not SPEC:
        _require_operands(arguments)
    return _function(operation, implementation)(*arguments)


_TV: Final = {"bank_conflicts": 1, "sectors": 1, "vector_width": 2, "wavefronts": 1}
"""The position of the thread-value layout in operations whose first arguments are tensors."""

_TILES: Final = ("tiled_copy", "make_layout_tv")
_SIDES: Final[Mapping[str, Callable[[Any], Tiler]]] = {
    "get_layoutA_TV": lambda mma: mma.a.block,
    "get_layoutB_TV": lambda mma: mma.b.block,
    "get_layoutC_TV": lambda mma: mma.c.block,
    "get_layoutD_TV": lambda copy: copy.tiler,
    "get_layoutS_TV": lambda copy: copy.tiler,
}
"""For each operation on an instruction: a function that gets the tile of the instruction.

The result of the operation is about this tile, unless the call names a shape as a second argument.
"""


def evaluated_with_tile(expression: Expression, implementation: InProcess = SPEC) -> Any:
    """The value of the expression, as a TiledLayout if it is the thread-value layout of a tile.

    >>> print(evaluated_with_tile(read("tiled_copy((16,8):(8,1), (1,8))")))
    ((8,16),8):((128,1),16) of tile <16,64>
    """
    if isinstance(expression, Literal):
        return evaluated(expression, implementation)
    if expression.name in _TILES:
        made: Any = evaluated(Call("make_layout_tv", expression.args), implementation)
        tiler, tv = made
        return TiledLayout(tv, tiler)
    found: Any = evaluated(expression, implementation)
    if expression.name in _SIDES and len(expression.args) == 1:
        (of,) = expression.args
        return TiledLayout(found, _SIDES[expression.name](evaluated(of, implementation)))
    return found


def _require_whole(arguments: tuple[Any, ...], place: int) -> None:
    if len(arguments) > place:
        memory, tv = arguments[0], arguments[place]
        if isinstance(memory, AnyLayout) and isinstance(tv, Layout):
            require_whole(memory, tv)


def _require_no_tiler(expression: Call, arguments: tuple[Result, ...]) -> None:
    """Raise ExpressionError if a tile is an argument that must be a tiler.

    A tile <layout, offset> would be a tiler, too. But only the user can write this tiler: what an
    operation or another tool's text gives is a tile.
    """
    signature = SPELLED[expression.name].signature
    kinds = signature.kinds(len(arguments))
    if kinds is None:
        return
    for position, (kind, part, one) in enumerate(
        zip(kinds, expression.args, arguments, strict=True), 1
    ):
        is_own = isinstance(part, Literal) and not isinstance(part, ReadLiteral)
        if kind is TILER and is_tile(one) and not is_own:
            layout, _ = cast("tuple[AnyLayout, int]", one)
            raise ExpressionError(
                f"argument {position} of {expression.name} must be a tiler, not {formatted(one)},"
                f"{_ADVICE_ON_TILE.format(formatted(layout))}"
            )


_ADVICE_ON_TILE: Final = " which is a tile with an offset; its layout is {}"

_SHOWN: Final = (
    XlaShape | TlaLayout | ArithmeticTuple | TiledLayout | Instruction | Machine | Predicate
)


def formatted(result: Result) -> str:
    """The result as text, in the notation that expressions use.

    >>> formatted(Layout(4, 2)), formatted((4, (2, None))), formatted((Layout(3, 4), 8))
    ('4:2', '(4,(2,_))', '<3:4,8>')
    >>> formatted(True)
    'true'
    """
    if isinstance(result, str):
        return result
    if isinstance(result, bool):
        return str(result).lower()
    if isinstance(result, _SHOWN) or is_swizzled(result):
        return str(result)
    if isinstance(result, LinearLayout):
        return format_int_tuple(result.columns)
    # A tuple of integers is also a tiler. Only a tuple that contains a layout is printed as a
    # tiler.
    if is_coordinate(result):
        return format_int_tuple(result)
    return format_tiler(cast(Tiler, result)) if is_tiler(result) else _tile(result)


def _tile(result: Result) -> str:
    """The text of a tile and its offset."""
    return f"<{','.join(map(formatted, cast('tuple[Result, ...]', result)))}>"


def _require_operands(arguments: tuple[Result, ...]) -> None:
    """Refuse arguments that only the spec accepts, such as swizzles."""
    for argument in arguments:
        if is_swizzled(argument) or isinstance(argument, TlaLayout | XlaShape):
            given = formatted(argument)
            raise MissingOperationError(f"not called: this implementation does not accept {given}")


def _function(operation: Operation, implementation: InProcess) -> Function:
    own = implementation.operations.get(operation.name)
    # The spec's predicates are added to every implementation, so that results can be judged. An
    # added predicate does not count as an operation of the implementation.
    borrowed = implementation is not SPEC and own is operation.function
    if own is None or borrowed:
        missing = operation.spelling
        raise MissingOperationError(f"not called: this implementation has no {missing}")
    return own


def checked(name: str, signature: Signature, arguments: tuple[Result, ...]) -> tuple[Result, ...]:
    """The arguments, checked and converted to the kinds that the operation needs.

    If a layout is required, a shape is replaced by its compact layout, and a TLA layout or an XLA
    shape is replaced by its CuTe layout. Raises NoLayoutError if there is no such layout.
    """
    kinds = _kinds(name, signature, arguments)
    for position, (kind, argument) in enumerate(zip(kinds, arguments, strict=True), 1):
        if not kind.accepts(argument):
            raise _mismatch(name, signature, kinds, arguments, position)
    return tuple(map(_made, kinds, arguments))


def _mismatch(
    name: str,
    signature: Signature,
    kinds: tuple[Kind, ...],
    arguments: tuple[Result, ...],
    position: int,
) -> ExpressionError:
    """The error for an argument of a wrong kind. The first argument has the position 1.

    If the name is an option such as `--smem`, the message does not number its only argument.
    """
    kind, argument = kinds[position - 1], arguments[position - 1]
    place = name if name.startswith("--") else f"argument {position} of {name}"
    return ExpressionError(
        f"{place} must be {kind.words}, not {_shown(argument)}"
        f"{_ordered(name, signature, kinds, arguments)}{INSTEAD.get(name, '')}"
        f"{_around(kind, argument)}"
    )


def _shown(argument: Result) -> str:
    """The argument as text. A machine may have several names, so it is shown as `a machine`."""
    return "a machine" if isinstance(argument, Machine) else formatted(argument)


def _around(kind: Kind, argument: Result) -> str:
    """Advice on replacing an argument of a wrong kind, or an empty string."""
    if kind is XLA_SHAPE and isinstance(argument, TlaLayout):
        return advice_on_xla_shape(argument)
    if isinstance(argument, Machine):
        return "; write _ before the machine for the widest access"
    if (
        kind is LAYOUT
        and isinstance(argument, ComposedLayout)
        and isinstance(argument.outer, Swizzle)
    ):
        return f"; without the swizzle it is {formatted(argument.inner)}"
    if is_tile(argument):
        return _about_tile(kind, argument)
    if not isinstance(argument, Swizzle) or not kind.accepts(
        ComposedLayout(argument, 0, Layout(1))
    ):
        return ""
    return f"; write {argument} o 0 o LAYOUT"


def _about_tile(kind: Kind, argument: Result) -> str:
    """Advice to write the layout of a tile, or "" if the kind does not accept this layout."""
    if not is_tile(argument):
        return ""
    layout, _ = cast("tuple[AnyLayout, int]", argument)
    return f",{_ADVICE_ON_TILE.format(formatted(layout))}" if kind.accepts(layout) else ""


def _ordered(
    name: str, signature: Signature, kinds: tuple[Kind, ...], arguments: tuple[Result, ...]
) -> str:
    """Advice that shows the signature, if the arguments fit in another order, else ""."""
    fits = len(arguments) <= MOST_ORDERED and any(
        all(kind.accepts(one) for kind, one in zip(kinds, order, strict=True))
        for order in permutations(arguments)
    )
    return f": write {name}{signature}" if fits else ""


MOST_ORDERED: Final = 5
"""The largest number of arguments for which a message may suggest another order."""

INSTEAD: Final = {
    "crd2idx": "; for an offset in a layout, write evaluate(layout, coordinate)",
    "linear_index": "; for an offset in a layout, write evaluate(layout, coordinate)",
}
"""For each operation, advice to use a similar operation if the arguments do not fit."""

_ADVICE: Final = {
    True: "a matrix instruction has three operands: write the thread-value layout of one operand, "
    "such as get_layoutA_TV(MMA): {}",
    False: "a copy has two sides: write the thread-value layout of one side, such as "
    "get_layoutS_TV(COPY): {}",
}


def _kinds(name: str, signature: Signature, arguments: tuple[Result, ...]) -> tuple[Kind, ...]:
    """The kinds that the arguments must have.

    Raises ExpressionError if an argument is an instruction that the operation does not accept. The
    message then suggests the thread-value layout of one operand of a matrix instruction, or of one
    side of a copy.
    """
    kinds = signature.kinds(len(arguments))
    if kinds is None:
        count = f"{name} takes {signature.arity()}, not {len(arguments)}"
        raise ArityError(f"{count}: write {name}{signature}{INSTEAD.get(name, '')}")
    for kind, argument in zip(kinds, arguments, strict=True):
        if isinstance(argument, Instruction) and not kind.accepts(argument):
            raise ExpressionError(_ADVICE[isinstance(argument, Atom | TiledMMA)].format(argument))
    return kinds


def _made(kind: Kind, argument: Result) -> Result:
    """The argument, converted to a value of `kind` if that is possible, or else unchanged."""
    if kind in (ACCESSED, ANY_ARRAY, POSITIONED) and is_tile(argument):
        return accessed(cast("tuple[AnyLayout, int]", argument))
    if kind is POSITIONED or (kind is MOVED and not is_tile(argument)):
        shape = is_int_tuple(argument)
        return positions(Layout(argument) if shape else argument)  # type: ignore[arg-type] - `kind` accepts it
    if isinstance(argument, TlaLayout | XlaShape):
        return as_layout(argument) if kind in (LAYOUT, ANY_LAYOUT, ACCESSED) else argument
    if not is_int_tuple(argument):
        return argument
    if kind is MATRIX and isinstance(argument, tuple):
        return LinearLayout(flatten(argument))
    compact = kind in (LAYOUT, ANY_LAYOUT, ACCESSED, SWIZZLED, EVALUATED, ARRAY, ANY_ARRAY)
    return Layout(argument) if compact else argument
