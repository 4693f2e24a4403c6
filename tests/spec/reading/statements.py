"""Compare results of operations of CuTe IR with what `spec` calculates from the operands."""

import random
import re
from collections import Counter
from dataclasses import dataclass

import spec
from spec import ComposedLayout, Layout, LayoutError
from spec.modes import modes_of
from spec.named import Made, Name

UNARY = {
    "coalesce": spec.coalesce,
    "filter_zeros": spec.filter_zeros,
    "get_layout": lambda layout: layout,
    "left_inverse": spec.left_inverse,
    "right_inverse": spec.right_inverse,
    "get_shape": spec.shape,
    "get_stride": spec.stride,
    "cosize": spec.cosize,
    "size": spec.size,
}
BINARY = {
    "blocked_product": spec.blocked_product,
    "coalesce": spec.coalesce,
    "complement": spec.complement,
    "composition": spec.composition,
    "flat_divide": spec.flat_divide,
    "logical_divide": spec.logical_divide,
    "logical_product": spec.logical_product,
    "make_layout": Layout,
    "raked_product": spec.raked_product,
    "tiled_divide": spec.tiled_divide,
    "zipped_divide": spec.zipped_divide,
}

_ALIAS = re.compile(r"^(!\w+) = (!.+)$", re.MULTILINE)
_OPERATION = re.compile(
    r'%\w+(?::\d+)? = "?cute\.(?P<name>[a-z_]+)"?(?P<given>\([^()]*\)|[^(:\n]*\([^()]*\)[^:\n]*)'
    r" : (?P<types>.+)$",
    re.MULTILINE,
)
_SIGNATURE = re.compile(r"func\.func @\w+\([^\n]*\) -> (?P<type>![^{\n]+?) \{\s*$", re.MULTILINE)
_MOST = 1 << 16
"""The largest size of a layout whose offsets are compared one by one."""


@dataclass(frozen=True)
class Statement:
    """An operation, the types of its operands, and the type of its result or None."""

    operation: str
    attributes: str
    operands: tuple[str, ...]
    result: str | None


def statements(text):
    """Yield the operations of a module, with aliases of types written out."""
    aliases = dict(_ALIAS.findall(text))
    for found in _OPERATION.finditer(text):
        types, arrow, result = found["types"].partition(" -> ")
        operands = split(types[1:-1] if types.startswith("(") and arrow else types)
        if not arrow:
            # If a function has a single operation, the operation has the function's result type.
            signatures = [*_SIGNATURE.finditer(text, 0, found.start())]
            between = text[signatures[-1].end() : found.start()] if signatures else "%"
            result = signatures[-1]["type"] if signatures and "%" not in between else ""
        given = re.sub(r"%\w+(?:#\d+)?|[\s,]", "", found["given"])
        yield Statement(
            found["name"],
            "" if given == "()" else found["given"],
            tuple(aliases.get(one, one) for one in operands),
            aliases.get(result, result) or None,
        )


def split(types):
    """The types in a list. Commas inside brackets or quotes do not separate types."""
    found, depth, start = [], 0, 0
    for k, sign in enumerate(types):
        depth += (sign in "<([") - (sign in ">)]")
        if sign == "," and depth == 0:
            found.append(types[start:k])
            start = k + 1
    return [one.strip() for one in (*found, types[start:])]


def without_parentheses(value):
    """Return the only number of a tuple, such as 8 for the size in `!cute.int_tuple<"(8)">`."""
    return value[0] if isinstance(value, tuple) and len(value) == 1 and is_size(value) else value


def is_size(value):
    return isinstance(value[0], int)


def verdict(statement, draw):
    """Return "same", "another form", "fits", "differs: ..", or why the result is not known.

    Numbers that are known only at run time are drawn at random. The result then "fits" if it has
    the type's static numbers, and multiples of the type's divisors.
    """
    operation = {1: UNARY, 2: BINARY}.get(len(statement.operands), {}).get(statement.operation)
    if operation is None:
        return f"not calculated: {statement.operation}"
    if statement.attributes:
        return "not calculated: attributes"
    if statement.result is None:
        return "not read: the result has no type here"
    try:
        *readings, told = map(spec.read, (*statement.operands, statement.result))
    except LayoutError:
        return "not read: a type"
    return calculated(statement.operation, operation, readings, told, draw)


def calculated(name, operation, readings, told, draw):
    """Calculate an operation with `spec`, and compare the result with `told`, the text's result."""
    try:
        given = [without_parentheses(drawn(one, draw)) for one in readings]
        found = operation(*given)
    except LayoutError:
        return f"refused: {name}"
    if not told.unknowns:
        return compared(name, given, without_parentheses(told.value), found)
    divisors = {one.name: one.divisor for one in told.unknowns}
    return "fits" if fits(told.form, found, divisors) else f"not decided: {name}"


def drawn(reading, draw):
    """The value of a text that was read, with random numbers in place of unknown numbers."""
    return reading.at(**{one.name: one.divisor * draw.randint(1, 4) for one in reading.unknowns})


def fits(form, found, divisors):
    """Whether `found` is `form` with each unknown number replaced by a multiple of its divisor."""
    match form:
        case Name(name):
            return isinstance(found, int) and found % divisors[name] == 0
        case Made(make, (shape, stride)) if make is Layout and isinstance(found, Layout):
            return fits(shape, found.shape, divisors) and fits(stride, found.stride, divisors)
        case tuple():
            return (
                isinstance(found, tuple)
                and len(form) == len(found)
                and all(fits(one, other, divisors) for one, other in zip(form, found, strict=True))
            )
        case _:
            return form == found


def compared(operation, given, told, found):
    """Compare the result of `spec` with the result in the text."""
    if told == found:
        return "same"
    if is_inverse(operation, given, told):
        return "another form"
    return "another form" if values(told) == values(found) else f"differs: {operation}"


def is_inverse(operation, given, told):
    """Whether the text's result is an inverse. It may differ from the inverse that `spec` finds."""
    if operation not in ("left_inverse", "right_inverse") or not isinstance(told, Layout):
        return False
    (a,) = given
    if operation == "right_inverse":
        return all(a.extended(told(i)) == i for i in range(told.size))
    return all(told.extended(a(i)) == i for i in range(a.size))


def values(item):
    """The offsets of a layout, or the coalesced modes of a layout with more than _MOST offsets.

    Swizzled layouts with more than _MOST offsets, and values that are not layouts, are returned
    unchanged.
    """
    if not isinstance(item, Layout | ComposedLayout):
        return item
    if item.size <= _MOST:
        return tuple(item(i) for i in range(item.size))
    return modes_of(spec.coalesce(item)) if isinstance(item, Layout) else item


def counts(text):
    """How many statements have each verdict."""
    draw = random.Random("statements")
    return Counter(verdict(one, draw) for one in statements(text))
