"""Convert linear layouts with named dimensions to thread-value layouts, and back.

Registers, lanes, warps and blocks are numbered. Each bit of these four numbers is mapped to a point
of a tensor whose sizes are powers of two. A register holds the element at the XOR of the points of
all bits that are 1. The 1-D coordinate of a point is called a step. If no two steps have a bit in
common, every XOR of steps is their sum, so there is a layout with these steps.
"""

from spec.coordinates import counted, digits
from spec.layout import Layout, make_layout
from spec.modes import layout_of, modes_of
from spec.steps import Steps, in_turn, modes_of_steps, steps_of

Point = tuple[int, ...]
"""A coordinate of a tensor, one integer for each dimension."""

Points = tuple[Point, ...]
"""A point for each bit of a number, the lowest bit first."""


def steps_of_points(points: Points, sizes: Point) -> Steps:
    """The points as 1-D coordinates; dimension 0 is the fastest.

    >>> steps_of_points(((1, 0), (0, 2)), (4, 8))
    (1, 8)
    """
    if not points:
        return ()
    return (counted(points[0], sizes),) + steps_of_points(points[1:], sizes)


def points_of_steps(steps: Steps, sizes: Point) -> Points:
    """The points whose 1-D coordinates are `steps`.

    Pre-conditions: each step is less than the number of elements.

    >>> points_of_steps((1, 8), (4, 8))
    ((1, 0), (0, 2))
    """
    if not steps:
        return ()
    return (digits(steps[0], sizes),) + points_of_steps(steps[1:], sizes)


def xored(point: Point, other: Point) -> Point:
    """The XOR of two points, in each dimension.

    >>> xored((3, 4), (1, 8))
    (2, 12)
    """
    if not point:
        return ()
    return (point[0] ^ other[0],) + xored(point[1:], other[1:])


def xor_of_points(points: Points, x: int, sizes: Point) -> Point:
    """The XOR of the points at the bits that are 1 in x; the origin for x = 0.

    >>> xor_of_points(((1, 0), (3, 2)), 3, (4, 8))
    (2, 2)
    """
    if not points:
        return digits(0, sizes)
    rest = xor_of_points(points[1:], x // 2, sizes)
    return xored(points[0], rest) if x % 2 else rest


def thread_value(
    lanes: Points, warps: Points, blocks: Points, registers: Points, sizes: Point
) -> Layout:
    """The layout from (thread, value) to the 1-D coordinate of the element.

    A thread's number has, from the lowest bit up, the bits of its lane, of its warp and of its
    block. A value's number is the register's number. Each of these bits has a point.

    Pre-conditions: the sizes are powers of two; no two points, as 1-D coordinates, have a bit in
    common.
    Post-conditions: result((thread, value)) is the 1-D coordinate of the XOR of the points of the
    bits that are 1 (T7).

    >>> print(thread_value(((0, 2), (1, 0)), (), (), ((0, 1),), (2, 4)))
    ((2,2),2):((4,1),2)

    Source: Linear Layouts, arXiv 2505.23819, section 4; Triton LinearLayout.h.
    """
    threads = in_turn(
        steps_of_points(lanes, sizes),
        in_turn(steps_of_points(warps, sizes), steps_of_points(blocks, sizes)),
    )
    values = steps_of_points(registers, sizes)
    return make_layout(layout_of(modes_of_steps(threads)), layout_of(modes_of_steps(values)))


def points_of_layout(layout: Layout, sizes: Point) -> Points:
    """The point to which a layout maps each bit of its 1-D coordinate.

    Called for both modes of a thread-value layout, this function gives a point for each bit of the
    thread and of the value.

    Pre-conditions: the shapes are powers of two; the offsets are 1-D coordinates of the tensor, and
    linear over F2.
    Post-conditions: for a thread-value layout, the XOR of the points of all bits that are 1 in
    thread and value has the 1-D coordinate layout((thread, value)) (T8).

    >>> points_of_layout(Layout((2, 2), (4, 1)), (2, 4))
    ((0, 2), (1, 0))
    """
    return points_of_steps(steps_of(modes_of(layout)), sizes)


def lowest_points(points: Points, count: int) -> Points:
    """The points of the log2(`count`) lowest bits. `count` is a number of threads, a power of two.

    >>> lowest_points(((1,), (2,), (4,)), 4)
    ((1,), (2,))
    """
    if not points or count <= 1:
        return ()
    return (points[0],) + lowest_points(points[1:], count // 2)


def other_points(points: Points, count: int) -> Points:
    """The points of all bits except the log2(`count`) lowest bits.

    >>> other_points(((1,), (2,), (4,)), 4)
    ((4,),)
    """
    if not points or count <= 1:
        return points
    return other_points(points[1:], count // 2)
