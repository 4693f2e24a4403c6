"""The table of operations and their required results, in the notation of the calculator.

A row makes an expression from the operands and the attributes. If all numbers are known, the
expression is evaluated; otherwise its result is proved for all numbers. The report also prints a
question that contains the expression, so that a reader can repeat the check in the calculator.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from spec.basis import E
from spec.composed import ComposedLayout
from spec.int_tuple import product
from spec.layout import Layout
from spec.named import Made, added, multiplied, names_in, subtracted
from spec.parser import Call, Expression, Literal
from spec.reading.reading import made
from spec.reading.trees import entries
from verif.audit.cute_ir.types import NotReadError, Type, leaves, parts_of, read_type

Build = Callable[[tuple[Type, ...], str], Expression | None]
"""Makes an expression from operands and attributes. Returns None if nothing is to be checked."""


@dataclass(frozen=True)
class Row:
    """What an operation must return.

    If `moves` is true, the operation only copies entries of its operands, so its result is known
    for all numbers. If `by_mode` is true, each mode of the result has its own meaning. Then another
    form of the result is right only if each mode is the same function. `doubt(operands)` returns
    why a different result may also be right, or '' if every different result is wrong.
    """

    build: Build
    moves: bool = False
    by_mode: bool = True
    doubt: Callable[[tuple[Type, ...]], str] = lambda _: ""


def call(name: str) -> Build:
    """Build a call of the calculator's operation `name` with the operands as arguments."""
    return lambda operands, _: Call(name, tuple(Literal(one.form) for one in operands))


def modes_in(attributes: str) -> tuple[int, ...]:
    """The mode numbers in an operation's attributes: `<{mode = [2]}>`, `<[1, 0]>`, `<0, 2>`, `<3>`.

    >>> modes_in("<{mode = array<i32: 1, 0>}>"), modes_in("<{begin = 1 : i32, end = 3 : i32}>")
    ((1, 0), (1, 3))
    """
    array = re.search(r"array<i\d+(?::\s*([-\d,\s]*))?>", attributes)
    if array is not None and "operandSegmentSizes" not in attributes:
        return _numbers(array[1] or "")
    named = re.search(r"mode\s*=\s*\[([-\d,\s]*)\]", attributes)
    if named is not None:
        return _numbers(named[1])
    fields = re.findall(r"\b(?:begin|end|rank)\s*=\s*(-?\d+)", attributes)
    if fields:
        return tuple(map(int, fields))
    short = re.search(r"<\[?\s*([-\d,\s]+)\]?>", attributes)
    return _numbers(short[1]) if short is not None else ()


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(n) for n in re.findall(r"-?\d+", text))


def _tuple(form: Any) -> tuple[Any, ...]:
    found = entries(form)
    return (form,) if found is None else found


def _shape_of(operands: tuple[Type, ...]) -> Any:
    """The shape of the first operand, which is a layout, a tile or a shape."""
    one = operands[0]
    if one.kind == "tile":
        return _shapes(one.form)
    return _inner(one.form)[0] if one.layout else one.form


def _inner(form: Any) -> tuple[Any, Any]:
    """The shape and stride of a layout, or of the inner layout of a composed layout."""
    match form:
        case ComposedLayout(inner=inner):
            return _inner(inner)
        case Made(make, (_, _, inner)) if make is ComposedLayout:
            return _inner(inner)
        case _:
            parts = parts_of(form)
            if parts is None:
                raise NotReadError("expected a layout")
            return parts


def _shapes(tile: Any) -> Any:
    layout, parts = parts_of(tile), entries(tile)
    if layout is not None:
        return layout[0]
    return tile if parts is None else tuple(map(_shapes, parts))


def _at(tree: Any, path: tuple[int, ...]) -> Any:
    for mode in path:
        parts = entries(tree)
        if parts is None and mode == 0:
            continue
        if parts is None or not -len(parts) <= mode < len(parts):
            raise NotReadError(f"there is no mode {mode}")
        tree = parts[mode]
    return tree


def _get(operands: tuple[Type, ...], attributes: str) -> Expression | None:
    one, path = operands[0], modes_in(attributes)
    if not one.layout:
        return Literal(_at(one.form, path))
    parts = parts_of(one.form)
    if parts is None:
        return Call("get", (Literal(one.form), *map(Literal, path)))
    return Literal(made(Layout, *(_at(part, path) for part in parts)))


def _shape(operands: tuple[Type, ...], attributes: str) -> Expression | None:
    return Literal(_at(_shape_of(operands), modes_in(attributes)))


def _stride(operands: tuple[Type, ...], attributes: str) -> Expression | None:
    return Literal(_at(_inner(operands[0].form)[1], modes_in(attributes)))


def _of_modes(name: str) -> Build:
    """Build a call of an operation on a layout or on one of its modes, such as `size(A, 2)`."""

    def build(operands: tuple[Type, ...], attributes: str) -> Expression | None:
        path = modes_in(attributes)
        if name == "size":
            return Call(name, (Literal(_at(_shape_of(operands), path)),))
        parts = parts_of(operands[0].form)
        if parts is None:
            return Call(name, (Literal(operands[0].form), *map(Literal, path)))
        return Call(name, (Literal(made(Layout, *(_at(part, path) for part in parts))),))

    return build


def _with_modes(name: str) -> Build:
    """Build a call with the attributes as further arguments, such as `group(A, 1, 3)`."""

    def build(operands: tuple[Type, ...], attributes: str) -> Expression | None:
        numbers = modes_in(attributes)
        if not operands[0].layout:
            return _of_tuple(name, operands[0].form, numbers)
        return Call(name, (Literal(operands[0].form), *map(Literal, numbers)))

    return build


def _of_tuple(name: str, form: Any, numbers: tuple[int, ...]) -> Expression:
    modes = _tuple(form)
    if name == "select":
        return Literal(tuple(_at(form, (k,)) for k in numbers))
    begin, end = (*numbers, len(modes))[:2]
    end = end % (len(modes) + 1)
    return Literal((*modes[:begin], modes[begin:end], *modes[end:]))


def _to_rank(*, before: bool) -> Build:
    """Pad a layout or tuple with modes up to a rank, at the end or at the front."""

    def build(operands: tuple[Type, ...], attributes: str) -> Expression | None:
        (rank,) = modes_in(attributes) or (0,)
        one, other = operands
        if not one.layout:
            modes = _tuple(one.form)
            more = (other.form,) * (rank - len(modes))
            return Literal((*more, *modes) if before else (*modes, *more)) if more else None
        if len(_tuple(_inner(one.form)[0])) >= rank:
            return Literal(one.form)
        name = "prepend" if before else "append"
        return Call(name, (Literal(one.form), Literal(other.form), Literal(rank)))

    return build


def _slice(operands: tuple[Type, ...], _: str) -> Expression | None:
    """Build a call of `slice`, with 0 in place of each number in the coordinate.

    These numbers do not affect the layout of the slice.
    """
    one, coordinate = operands
    if not one.layout:
        return None
    return Call("slice", (Literal(_zeroed(coordinate.form)), Literal(one.form)))


def _dice(operands: tuple[Type, ...], attributes: str) -> Expression | None:
    one, *coordinates = operands
    if coordinates:
        form = coordinates[0].form
    else:
        found = re.search(r'"([^"]*)"', attributes)
        if found is None:
            raise NotReadError("expected the coordinate of dice")
        form = _coordinate(found[1])
    return Call("dice", (Literal(_zeroed(form)), Literal(one.form))) if one.layout else None


def _coordinate(text: str) -> Any:
    return read_type(f'!cute.coord<"{text}">').form


def _zeroed(form: Any) -> Any:
    """Replace each number in the coordinate by 0, and keep each `_`."""
    parts = entries(form)
    if parts is not None:
        return tuple(map(_zeroed, parts))
    return None if form is None else 0


def _make_layout(operands: tuple[Type, ...], _: str) -> Expression | None:
    if not operands:
        return None
    if any(one.layout for one in operands):
        return Call("make_layout", tuple(Literal(one.form) for one in operands))
    if len(operands) == 2:
        return Literal(made(Layout, operands[0].form, operands[1].form))
    return Call("make_layout", (Literal(operands[0].form),))


def _make_composed(operands: tuple[Type, ...], _: str) -> Expression | None:
    if len(operands) != 3:
        return None
    if not (operands[0].layout or operands[0].kind == "swizzle"):
        raise NotReadError("the first part of a composed layout must be a layout or a swizzle")
    return Literal(made(ComposedLayout, *(one.form for one in operands)))


def _composed_part(place: int) -> Build:
    """The swizzle, the offset, or the layout of a composed layout."""

    def build(operands: tuple[Type, ...], _: str) -> Expression | None:
        match operands[0].form:
            case ComposedLayout(outer=outer, offset=offset, inner=inner):
                return Literal((outer, offset, inner)[place])
            case Made(make, parts) if make is ComposedLayout:
                return Literal(parts[place])
            case _:
                return None

    return build


def _view(operands: tuple[Type, ...], _: str) -> Expression | None:
    """The layout of a view: the last operand of make_view."""
    return Literal(operands[-1].form) if operands and operands[-1].layout else None


def _itself(operands: tuple[Type, ...], _: str) -> Expression | None:
    return Literal(operands[0].form)


def _start(operands: tuple[Type, ...], _: str) -> Expression | None:
    """The coordinate at which a coordinate tensor begins; None for a pointer."""
    one = operands[0]
    return Literal(one.start) if one.kind == "coord_tensor" else None


def _crd2idx(operands: tuple[Type, ...], _: str) -> Expression | None:
    coordinate, one = operands[:2]
    # An entry `_` adds nothing to the offset of a slice.
    at = Literal(without_any(coordinate.form))
    parts = parts_of(one.form) if one.layout else None
    if len(operands) > 2:
        parts = (one.form, operands[2].form)
    elif not one.layout:
        return Call("crd2idx", (at, Literal(one.form)))
    if parts is None:
        # A swizzled layout has no shape and stride to pass, so evaluate the layout as a whole.
        return Call("evaluate", (Literal(one.form), at))
    return Call("crd2idx", (at, Literal(parts[0]), Literal(parts[1])))


def without_any(form: Any) -> Any:
    """Replace each `_` in the coordinate by 0."""
    parts = entries(form)
    return (0 if form is None else form) if parts is None else tuple(map(without_any, parts))


def _local_tile(operands: tuple[Type, ...], attributes: str) -> Expression | None:
    """The tile at a coordinate."""
    if len(operands) != 3:
        return None
    keep, at = tile_and_place(operands, attributes)
    divided = Call("zipped_divide", (Literal(operands[0].form), Literal(keep)))
    tiles = (None,) * len(keep)
    return Call("slice", (Literal((tiles, _zeroed(at))), divided))


def tile_and_place(
    operands: tuple[Type, ...], attributes: str
) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The tile and the coordinate of local_tile.

    A projection selects modes of the tile, and the same modes of the coordinate.
    """
    _, tile, coordinate = operands
    keep, at = _tuple(tile.form), _tuple(coordinate.form)
    found = re.search(r'(?:proj\s*=\s*(?:#cute\.coord)?<|^,\s*)"([^"]*)"', attributes)
    if found is not None:
        chosen = _tuple(_coordinate(found[1]))
        if len(chosen) != len(keep) or len(chosen) > len(at):
            raise NotReadError("the projection must have an entry for each mode of the tile")
        kept = tuple(x for x, c in zip(at, chosen, strict=False) if c is not None)
        keep = tuple(x for x, c in zip(keep, chosen, strict=True) if c is not None)
        at = kept + at[len(chosen) :]
    elif attributes.strip() and "operandSegmentSizes" not in attributes:
        raise NotReadError(f"the attributes {attributes[:40]} of local_tile are not supported")
    return keep, at


def _complement(operands: tuple[Type, ...], _: str) -> Expression | None:
    return Call(
        "complement",
        tuple(Literal(_shape_of((one,)) if k else one.form) for k, one in enumerate(operands)),
    )


def _coalesce(operands: tuple[Type, ...], attributes: str) -> Expression | None:
    """Coalesce by a profile.

    Each number and each `_` in the profile is replaced by 1, because only the nesting matters.
    """
    forms = [operands[0].form, *(_ones(one.form) for one in operands[1:])]
    found = re.search(r'"([^"]*)"', attributes)
    if found is not None and len(forms) == 1:
        forms.append(_ones(_coordinate(found[1])))
    return Call("coalesce", tuple(map(Literal, forms)))


def _ones(form: Any) -> Any:
    parts = entries(form)
    return 1 if parts is None else tuple(map(_ones, parts))


def _recast(operands: tuple[Type, ...], attributes: str) -> Expression | None:
    new = re.search(r"new_type_bits\s*=\s*(\d+)", attributes)
    old = re.search(r"old_type_bits\s*=\s*(\d+)", attributes)
    numbers = (int(new[1]), int(old[1])) if new and old else modes_in(attributes)
    if len(numbers) != 2:
        raise NotReadError("expected the widths in bits of the new and the old element type")
    return Call(
        "recast_layout", (Literal(operands[0].form), Literal(numbers[1]), Literal(numbers[0]))
    )


def _ceil_div(operands: tuple[Type, ...], _: str) -> Expression | None:
    """The quotient, rounded up. If the second operand is a tile, its sizes are the divisors."""
    one, other = operands
    tile = other.form
    if other.kind == "tile" and isinstance(one.form, tuple):
        tile = tile[0] if isinstance(tile, tuple) and len(tile) == 1 else tile
        if isinstance(tile, Layout):
            # The tile is a single layout, so divide the total number of elements by its size.
            return Call("ceil_div", (Literal(product_of(one.form)), Literal(tile.size)))
    divisor = _sizes(other.form)
    if other.kind != "tile" or not isinstance(one.form, tuple):
        divisor = (
            divisor[0]
            if isinstance(divisor, tuple) and len(divisor) == 1 and not isinstance(one.form, tuple)
            else divisor
        )
    return Call("ceil_div", (Literal(one.form), Literal(divisor)))


def _sizes(form: Any) -> Any:
    """The number of elements of each mode of a tile."""
    if isinstance(form, Layout):
        return form.size
    parts = entries(form)
    if parts is not None:
        return tuple(map(_sizes, parts))
    if form is None:
        raise NotReadError("the tile has `_` for a mode, so the size is not known")
    return form


def _each(make: Callable[[Any, Any], Any]) -> Build:
    """Build an operation that combines two tuples, number by number.

    Entries at the same position must have the same profile. If one tuple is longer, a sum or a
    difference keeps the remaining entries of this tuple unchanged.
    Source: NVIDIA's tests of tuple_add and tuple_sub in CuTe IR.
    """

    def build(operands: tuple[Type, ...], _: str) -> Expression | None:
        return Literal(_zipped(make, operands[0].form, operands[1].form))

    return build


def _zipped(make: Callable[[Any, Any], Any], a: Any, b: Any) -> Any:
    one, other = entries(a), entries(b)
    if one is None and other is None:
        return 0 if make is multiplied and 0 in (a, b) else made(make, a, b)
    if (one is None and a != 0) or (other is None and b != 0):
        raise NotReadError("the operands have different profiles")
    first, second = one or (), other or ()
    count = min(len(first), len(second))
    both = tuple(_zipped(make, x, y) for x, y in zip(first, second, strict=False))
    rest = (*first[count:], *second[count:])
    return both + (tuple(_zipped(make, x, 0) for x in rest) if make is multiplied else rest)


def product_of(form: Any) -> Any:
    """The product of the numbers of a tuple."""
    parts = entries(form)
    if parts is None:
        return form
    if not any(names_in(form)):
        return product(form)
    found: Any = 1
    for part in parts:
        each = product_of(part)
        found = each if found == 1 else made(multiplied, found, each)
    return found


def _product_each(operands: tuple[Type, ...], _: str) -> Expression | None:
    return Literal(tuple(map(product_of, _tuple(operands[0].form))))


def _identity(operands: tuple[Type, ...], _: str) -> Expression | None:
    return Literal(made(Layout, operands[0].form, _bases(operands[0].form, ())))


def _bases(shape: Any, path: tuple[int, ...]) -> Any:
    parts = entries(shape)
    if parts is not None:
        return tuple(_bases(part, (*path, k)) for k, part in enumerate(parts))
    return E(*path)


def _by_what_is_known(operands: tuple[Type, ...]) -> str:
    unknown = any(one.unknowns for one in operands)
    return "CuTe's result depends on which numbers are known" if unknown else ""


def _moves_offset(operands: tuple[Type, ...]) -> str:
    one = operands[0].form
    composed = isinstance(one, ComposedLayout) or (
        isinstance(one, Made) and one.make is ComposedLayout
    )
    return "the slice of a swizzled layout may have its offset in the pointer" if composed else ""


def _leaves_out(operands: tuple[Type, ...]) -> str:
    out = any(leaf is None for one in operands[1:] for leaf in leaves(one.form))
    said = "where the tiler is _, CuTe does not divide the mode, but the spec divides it by 1"
    return said if out else ""


ROWS: Final[Mapping[str, Row]] = {
    "append_to_rank": Row(_to_rank(before=False), moves=True),
    "blocked_product": Row(call("blocked_product")),
    "ceil_div": Row(_ceil_div),
    "coalesce": Row(_coalesce, by_mode=False),
    "complement": Row(_complement, by_mode=False),
    "composed_get_inner": Row(_composed_part(0), moves=True),
    "composed_get_offset": Row(_composed_part(1), moves=True),
    "composed_get_outer": Row(_composed_part(2), moves=True),
    "composition": Row(call("composition"), by_mode=False),
    "cosize": Row(_of_modes("cosize")),
    "crd2idx": Row(_crd2idx),
    "deref_arith_tuple_iter": Row(_itself, moves=True),
    "dice": Row(_dice, moves=True, doubt=_moves_offset),
    "filter": Row(call("filter"), by_mode=False),
    "filter_zeros": Row(call("filter_zeros")),
    "flat_divide": Row(call("flat_divide"), doubt=_leaves_out),
    "flat_product": Row(call("flat_product")),
    "flatten": Row(call("flatten"), moves=True),
    "get": Row(_get, moves=True),
    "get_iter": Row(_start, moves=True),
    "get_layout": Row(_itself, moves=True),
    "get_shape": Row(_shape, moves=True),
    "get_stride": Row(_stride, moves=True),
    "group_modes": Row(_with_modes("group"), moves=True),
    "idx2crd": Row(call("idx2crd")),
    "layout_eval": Row(_crd2idx),
    "left_inverse": Row(call("left_inverse"), by_mode=False),
    "local_tile": Row(_local_tile),
    "logical_divide": Row(call("logical_divide"), doubt=_leaves_out),
    "logical_product": Row(call("logical_product")),
    "make_composed_layout": Row(_make_composed, moves=True),
    "make_identity_layout": Row(_identity, moves=True),
    "make_identity_tensor": Row(_identity, moves=True),
    "make_layout": Row(_make_layout),
    "make_layout_like": Row(call("make_layout_like"), doubt=_by_what_is_known),
    "make_ordered_layout": Row(call("make_ordered_layout")),
    "make_view": Row(_view, moves=True),
    "max_common_layout": Row(call("max_common_layout"), by_mode=False),
    "max_common_vector": Row(call("max_common_vector")),
    "prepend_to_rank": Row(_to_rank(before=True), moves=True),
    "raked_product": Row(call("raked_product")),
    "recast_layout": Row(_recast),
    "right_inverse": Row(call("right_inverse"), by_mode=False, doubt=_by_what_is_known),
    "select": Row(_with_modes("select"), moves=True),
    "shape_div": Row(call("shape_div")),
    "size": Row(_of_modes("size")),
    "slice": Row(_slice, moves=True, doubt=_moves_offset),
    "tile_to_shape": Row(call("tile_to_shape")),
    "tiled_divide": Row(call("tiled_divide"), doubt=_leaves_out),
    "tiled_product": Row(call("tiled_product")),
    "to_coord": Row(_itself, moves=True),
    "to_int_tuple": Row(_itself, moves=True),
    "to_shape": Row(_itself, moves=True),
    "to_stride": Row(_itself, moves=True),
    "tuple.product": Row(call("product")),
    "tuple.product_each": Row(_product_each),
    "tuple_add": Row(_each(added)),
    "tuple_mul": Row(_each(multiplied)),
    "tuple_product": Row(call("product")),
    "tuple_product_each": Row(_product_each),
    "tuple_sub": Row(_each(subtracted)),
    "zipped_divide": Row(call("zipped_divide"), doubt=_leaves_out),
    "zipped_product": Row(call("zipped_product")),
}
"""The operations whose result is a function of the types of their operands."""
