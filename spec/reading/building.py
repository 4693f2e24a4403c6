"""Build a distributed layout factor by factor along the dimensions of a tensor."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from spec.errors import LayoutError
from spec.reading.distributed import THREADS, Distributed, Point, require_powers_of_two


@dataclass
class Building:
    """A distributed layout under construction.

    For each named dimension, such as "lane", `bits` has the point of the tensor to which each bit
    is mapped. `sizes` has the present size of the layout along each dimension of the tensor.
    """

    shape: tuple[int, ...]
    bits: dict[str, list[Point]] = field(default_factory=dict[str, list[Point]])
    sizes: list[int] = field(default_factory=list[int])

    def __post_init__(self) -> None:
        self.sizes = [1] * len(self.shape)

    def times(self, name: str, size: int, dim: int, *, again: bool = False) -> "Building":
        """Append a factor of `size` to the named dimension `name`, along tensor dimension `dim`.

        If `again` is true, all points of the factor are the origin, so the factor repeats elements.
        """
        require_powers_of_two((size,))
        points = self.bits.setdefault(name, [])
        for k in range(size.bit_length() - 1):
            at = 0 if again else self.sizes[dim] << k
            points.append(unit(len(self.shape), dim, at))
        if not again:
            self.sizes[dim] *= size
        return self

    def times_all(
        self, name: str, sizes: Sequence[int], order: Sequence[int], again: Collection[int] = ()
    ) -> "Building":
        """Append factors to the named dimension `name`: one along each tensor dimension of `order`.

        The factors along the tensor dimensions in `again` repeat elements.
        """
        for dim in order:
            self.times(name, sizes[dim], dim, again=dim in again)
        return self

    def times_points(self, points: Mapping[str, Sequence[Point]]) -> "Building":
        """Append the given points to each named dimension.

        Entry k of a point is first multiplied by the size that the layout has along tensor
        dimension k before the call.
        """
        steps = tuple(self.sizes)
        for name, found in points.items():
            kept = self.bits.setdefault(name, [])
            for point in found:
                if len(point) != len(steps):
                    raise LayoutError(
                        f"a point of {name} must have {len(steps)} numbers, not {len(point)}"
                    )
                kept.append(tuple(x * step for x, step in zip(point, steps, strict=True)))
                self.sizes = [
                    max(size, 2 * x * step)
                    for size, x, step in zip(self.sizes, point, steps, strict=True)
                ]
        return self

    def filled(self, dim: int, by: str = "register") -> "Building":
        """Repeat the layout along tensor dimension `dim` until it covers this dimension.

        `by` is the named dimension that counts the repetitions.
        """
        return self.times(by, max(1, self.shape[dim] // self.sizes[dim]), dim)

    def repeated(
        self,
        order: Sequence[int],
        by: str = "register",
        names: Sequence[str] = ("register", *THREADS[:2]),
    ) -> Distributed:
        """The finished layout.

        If the layout is smaller than the tensor, it is first repeated along the dimensions of the
        tensor, in the order `order`. `by` is the named dimension that counts the repetitions.
        """
        for dim in order:
            self.filled(dim, by)
        return Distributed(
            tuple(
                (name, tuple(within(point, self.shape) for point in self.bits.get(name, ())))
                for name in names
            ),
            self.shape,
        )


def unit(rank: int, dim: int, x: int) -> Point:
    """The point with coordinate x in one dimension and 0 in the others.

    >>> unit(2, 1, 4)
    (0, 4)
    """
    return tuple(x if d == dim else 0 for d in range(rank))


def within(point: Point, shape: Sequence[int]) -> Point:
    """The point, with 0 in place of each coordinate outside the shape.

    A bit whose point becomes the origin repeats elements.
    """
    return tuple(x if x < s else 0 for x, s in zip(point, shape, strict=True))
