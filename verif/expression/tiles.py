"""Operations and questions on tiles: a tile is a pair <layout, offset>, as `local_tile` returns it.

The value of a tile at a coordinate is the offset plus the value of the layout. An operation gets
the layout of the tile, and one of the `Effect`s says what the offset of the result is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final

from spec.basis import ArithmeticTuple
from spec.composed import AnyLayout, ComposedLayout
from spec.errors import InadmissibleError, numeral
from spec.layout import Layout
from spec.recast import factors
from spec.slicing import free_in
from spec.swizzle import IDENTITY
from verif.operations.kinds import is_tile
from verif.operations.operation import Operation


@dataclass(frozen=True, repr=False)
class Tile(ComposedLayout):
    """A tile as one layout, whose offsets include the offset of the tile.

    >>> print(Tile(IDENTITY, 8, Layout(4, 2)), Tile(IDENTITY, 8, Layout(4, 2))(3))
    <4:2,8> 14
    """

    def __str__(self) -> str:
        if self.outer == IDENTITY:
            return f"<{self.inner},{numeral(self.offset)}>"
        return f"<{super().__str__()},0>"

    def __repr__(self) -> str:
        return str(self)


def accessed(tile: tuple[AnyLayout, int]) -> Tile:
    """The tile as a layout whose offsets include the tile's offset.

    >>> print(accessed((Layout(4, 2), 8)))
    <4:2,8>
    """
    layout, offset = tile
    if isinstance(layout, ComposedLayout):
        return Tile(layout.outer, layout.offset, layout.inner)
    return Tile(IDENTITY, offset, layout)


class Effect(Enum):
    """How an operation on the layout of a tile becomes an operation on the tile."""

    KEEPS = auto()
    """The result is a tile: the operation's result with the offset of the tile."""
    MOVES = auto()
    """The operation returns a layout and an offset. The offset of the tile is added."""
    IGNORES = auto()
    """The offset of the tile does not matter for the result."""
    ADDS = auto()
    """The operation returns an offset. The offset of the tile is added."""
    SCALES = auto()
    """The operation counts offsets in another unit. It converts the offset of the tile, too."""


_EFFECTS: Final[Mapping[Effect, tuple[str, ...]]] = {
    Effect.KEEPS: (
        *("append", "coalesce", "composition", "dice", "filter_", "filter_zeros", "flatten"),
        *("get", "group", "mode", "prepend", "replace", "select", "take"),
        *("flat_divide", "logical_divide", "tiled_divide", "zipped_divide"),
        *("blocked_product", "flat_product", "logical_product", "raked_product"),
        *("tile_to_shape", "tiled_product", "zipped_product"),
        *("thrfrg_A", "thrfrg_B", "thrfrg_C", "tidfrg_S", "tidfrg_D", "retile"),
    ),
    Effect.MOVES: (
        *("domain_offset", "inner_partition", "local_partition", "local_tile", "outer_partition"),
        *("partition_A", "partition_B", "partition_C", "partition_D", "partition_S"),
        *("partition_tv", "slice_and_offset"),
    ),
    Effect.IGNORES: (
        *("cosize", "depth", "rank", "shape", "size", "stride", "divides_evenly"),
        *("compatible", "congruent", "weakly_compatible", "weakly_congruent"),
        *("make_fragment_like", "make_layout_like", "table"),
    ),
    Effect.SCALES: ("downcast", "recast_layout", "upcast"),
}

_BY_NAME: Final = {name: effect for effect, names in _EFFECTS.items() for name in names}

_PLACES: Final[Mapping[str, tuple[int, ...]]] = {
    **dict.fromkeys(("dice", "domain_offset", "slice_", "slice_and_offset"), (1,)),
    **dict.fromkeys(("compatible", "congruent", "weakly_compatible", "weakly_congruent"), (0, 1)),
}
"""The positions of the arguments that may be tiles, if this is not only the first argument."""


@dataclass(frozen=True)
class OnTile:
    """A call with tiles: the operation on their layouts, its arguments, and its effect.

    `places` has the positions of the tiles in the call, and `offset` is the offset of the first
    one. `order` has the position in the call of each argument of the operation.
    """

    operation: str
    arguments: tuple[Any, ...]
    effect: Effect
    places: tuple[int, ...]
    order: tuple[int, ...]
    offset: Any

    def result(self, found: Any) -> Any:
        """Return the result of the call, from the operation's result on the layouts."""
        match self.effect:
            case Effect.KEEPS:
                return _moved(found, self.offset)
            case Effect.MOVES:
                part, start = found
                return part, self.offset + start
            case Effect.IGNORES:
                return found
            case Effect.ADDS:
                return self.offset + found
            case Effect.SCALES:
                return found, self._scaled()

    def _scaled(self) -> int:
        """The offset of the tile, counted in the units of the result."""
        n = self.arguments[1]
        wider, narrower = {
            "upcast": lambda: (n, 1),
            "downcast": lambda: (1, n),
            "recast_layout": lambda: factors(*self.arguments[1:]),
        }[self.operation]()
        if self.offset % wider != 0:
            raise InadmissibleError(
                str(accessed((self.arguments[0], self.offset))),
                "its offset ({}) must be a multiple of the factor ({})",
                self.offset,
                wider,
            )
        return self.offset // wider * narrower


def on_tile(operation: Operation, arguments: Sequence[Any]) -> OnTile | None:
    """Return the call on the layouts of the tiles, or None if no tile is an argument.

    A slice of a tile is `slice_and_offset` of its layout, so that the fixed part of the coordinate
    moves the offset. A swizzled layout has this offset inside.
    """
    places = tuple(k for k in _PLACES.get(operation.name, (0,)) if is_tile_at(arguments, k))
    if not places:
        return None
    layout, offset = arguments[places[0]]
    name, effect = operation.spelling, _BY_NAME.get(operation.name)
    order = tuple(range(len(arguments)))
    if operation.name == "evaluate" and len(arguments) == 2:
        effect = Effect.ADDS
        if _has_free(arguments[1]):
            order = (1, 0)
            name, effect = _sliced(layout)
    elif operation.name == "slice_":
        name, effect = _sliced(layout)
    needs_number = effect is Effect.SCALES or operation.name == "table"
    if effect is None or (needs_number and not isinstance(offset, int)):
        return None
    inside = accessed if operation.name == "table" else _layout_of
    given = [inside(one) if k in places else one for k, one in enumerate(arguments)]
    return OnTile(name, tuple(given[k] for k in order), effect, places, order, offset)


def _layout_of(tile: tuple[AnyLayout, int]) -> AnyLayout:
    return tile[0]


def _moved(layout: AnyLayout, offset: int) -> tuple[AnyLayout, int]:
    """A layout and its offset as a tile. A composed layout has the offset inside."""
    if isinstance(layout, ComposedLayout) and offset != 0:
        return ComposedLayout(IDENTITY, offset, layout), 0
    return layout, offset


def is_tile_at(arguments: Sequence[Any], place: int) -> bool:
    """Return whether the argument at this position is a tile.

    A tile of coordinates, such as a part of an identity layout, has a coordinate as its offset.
    """
    if len(arguments) <= place:
        return False
    match arguments[place]:
        case (Layout(), ArithmeticTuple()):
            return True
        case one:
            return is_tile(one)


def _sliced(layout: AnyLayout) -> tuple[str, Effect]:
    if isinstance(layout, ComposedLayout):
        return "slice", Effect.KEEPS
    return "slice_and_offset", Effect.MOVES


def _has_free(coordinate: Any) -> bool:
    """Return whether the coordinate has a None."""
    return coordinate is None or (isinstance(coordinate, tuple) and free_in(coordinate))
