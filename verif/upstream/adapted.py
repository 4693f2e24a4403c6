"""Wrap the functions of a Python module, so that they take and return the spec's values.

The module has its own layout type.
"""

from __future__ import annotations

import dis
import inspect
import re
from collections.abc import Callable, Mapping
from functools import wraps
from operator import attrgetter
from types import MappingProxyType, ModuleType
from typing import Any, Final, TypeAlias, cast

from spec.errors import LayoutError, MalformedError
from spec.layout import Layout
from verif.operations.names import needed
from verif.operations.operation import Function
from verif.operations.table import OPERATIONS
from verif.upstream.in_process import CrashedError, RejectedError

LONGEST: Final = 300
"""The number of characters to which an error message is cut. Some messages are pages long."""

Leaf: TypeAlias = Callable[[Any], Any]

_ADDRESS: Final = re.compile(r" at 0x[0-9a-f]+")


def as_it_is(leaf: Any) -> Any:
    """Return an integer unchanged: the implementation and the spec represent integers alike."""
    return leaf


def adapted(
    operation: Callable[..., Any],
    layouts: type,
    make: Callable[[Any, Any], Any] | None = None,
    leaf: Leaf = as_it_is,
) -> Function:
    """Wrap the operation, so that it uses the spec's values and this project's errors.

    `layouts` is the module's layout type. `make` makes such a layout from a shape and a stride; the
    default is to call the type. `leaf` converts results that are neither layouts nor tuples.

    The adapted operation raises RejectedError if the original refuses its arguments. The original
    refuses if its code executes `raise` or a failing `assert`, or if it does not accept this number
    of arguments. Any other Python error becomes CrashedError.
    """

    @wraps(operation)
    def called(*arguments: Any) -> Any:
        try:
            theirs = [_to_theirs(argument, make or layouts) for argument in arguments]
            result = operation(*theirs)
        except Exception as error:
            message = one_line(f"{type(error).__name__}: {error}".removesuffix(": "))
            if is_refusal(error) or not _takes(operation, len(arguments)):
                raise RejectedError(message) from error
            raise CrashedError(message) from error
        return from_theirs(result, layouts, leaf)

    return called


def _takes(operation: Callable[..., Any], count: int) -> bool:
    """Return whether the operation takes `count` arguments, or True if that is unknown."""
    try:
        inspect.signature(operation).bind(*range(count))
    except TypeError:
        return False
    except ValueError:
        return True
    return True


def adapted_all(functions: Mapping[str, Function], module: ModuleType) -> dict[str, Function]:
    """Wrap each function, so that it takes and returns the spec's values."""
    return {name: adapted(function, module.Layout) for name, function in functions.items()}


def own_functions(
    module: Any, implementation: str, respelled: Mapping[str, Function] = MappingProxyType({})
) -> dict[str, Function]:
    """Return a function of the module for each operation of the spec that the module has.

    `respelled` replaces some of these functions. For all other operations, the table of operations
    gives the name of the module's function. Raises ValueError if `respelled` has an operation for
    which the table has no name in this implementation.
    """
    names = {
        name: its
        for name, row in OPERATIONS.items()
        if isinstance(its := row.upstream.of(implementation), str)
    }
    if not respelled.keys() <= names.keys():
        unnamed = ", ".join(sorted(respelled.keys() - names.keys()))
        raise ValueError(f"the table of operations does not name {unnamed} in {implementation}")
    return {
        name: respelled.get(name) or written_function(its, module)
        for name, its in names.items()
        if (first := needed(its)) is None or hasattr(module, first)
    }


def written_function(name: str, module: Any) -> Function:
    """Return the module's function `name`, or a lambda if `name` is a template of a call."""
    if "{" not in name:
        return attrgetter(name)(module)
    places = sorted(set(re.findall(r"{(\d)}", name)))
    taken = [f"_{place}" for place in places]
    more = ["*rest"] if "{rest}" in name or "{all}" in name else []
    every = ", ".join(taken + more)
    text = f"lambda {every}: {name.format(*taken, all=every, rest='*rest')}"
    return eval(text, dict(vars(module)))


def is_refusal(error: BaseException) -> bool:
    """Return whether a `raise` or `assert` statement raised the error, rather than Python itself.

    >>> try:
    ...     assert not "admissible"
    ... except AssertionError as error:
    ...     is_refusal(error)
    True
    >>> try:
    ...     1 // 0
    ... except ArithmeticError as error:
    ...     is_refusal(error)
    False
    """
    trace = error.__traceback__
    if trace is None:
        return False
    while trace.tb_next is not None:
        trace = trace.tb_next
    if trace.tb_lasti < 0:
        return False
    return trace.tb_frame.f_code.co_code[trace.tb_lasti] == dis.opmap["RAISE_VARARGS"]


def one_line(text: str) -> str:
    r"""Return the text on one line of at most `LONGEST` characters, without memory addresses.

    >>> one_line("no\n  layout")
    'no layout'
    """
    line = _ADDRESS.sub("", " ".join(text.split()))
    return line if len(line) <= LONGEST else line[: LONGEST - 3] + "..."


def _to_theirs(value: Any, make: Callable[[Any, Any], Any]) -> Any:
    if isinstance(value, Layout):
        return make(value.shape, value.stride)
    if isinstance(value, tuple):
        return tuple(_to_theirs(part, make) for part in cast("tuple[Any, ...]", value))
    return value


def from_theirs(value: Any, layouts: type, leaf: Leaf = as_it_is) -> Any:
    """Convert a value of the module to a value of the spec.

    Raises MalformedError for an invalid layout.
    """
    if isinstance(value, layouts):
        try:
            return Layout(value.shape, from_theirs(value.stride, layouts, leaf))
        except (LayoutError, TypeError, AttributeError) as malformed:
            raise MalformedError(one_line(f"{value}, where {malformed}")) from malformed
    if isinstance(value, tuple):
        return tuple(from_theirs(part, layouts, leaf) for part in cast("tuple[Any, ...]", value))
    return leaf(value)
