"""Composition: R(c) = A(B(c)), as a layout that accepts the coordinates of B.

A mode n:w of B takes steps of w. Each step is a 1-D coordinate of A, so its natural coordinate has
a digit for each mode of A. A sum of steps *carries* out of a mode of A if the digits of these steps
in this mode add up to the mode's size or more. No sum carries out of the last mode.
"""

from typing import Final, TypeAlias

from spec.coalesce import coalesce_extended
from spec.errors import CoordinateError, InadmissibleError
from spec.int_tuple import ceil_div, unflatten
from spec.layout import Layout
from spec.modes import Groups, Modes, extended, joined, layout_of, modes_of
from spec.select import change_modes
from spec.taking import Kind, is_integer, is_tree

Tiler: TypeAlias = Layout | int | tuple["Tiler", ...] | None
"""A layout, the integer n for n:1, None for an unchanged mode, or a tuple of these."""


def is_tiler(value: object) -> bool:
    """Whether `value` is a tree of layouts, sizes and None."""
    return is_tree(value, lambda leaf: isinstance(leaf, Layout) or leaf is None or is_integer(leaf))


TILER: Final = Kind("a tiler", is_tiler, always=(int, Layout))


def composition(a: Layout, b: Tiler) -> Layout:
    """A after B; mode by mode if B is a tuple of tilers.

    Pre-conditions: B's strides are >= 0. Every mode of B can be cut into pieces such that the steps
    within each piece do not carry out of a mode of coalesced A (`refine`). No sum of the steps of
    all pieces carries out of a mode of coalesced A (`no_carry`). InadmissibleError names the mode
    and the condition that it violates.
    Post-conditions: compatible(B, R), and R(c) == A.extended(B(c)) for all c < size(B) (P1c). Under
    a tuple of tilers, modes beyond the tuple are unchanged (P8).

    CuTe C++ and pycute differ from this function. They compose each mode of B alone and do not
    check whether the steps of different modes of B carry together: for (36,18):(1,72) o (9,4):(4,9)
    their result is wrong, and this function raises an error. Their divisibility conditions also
    reject some compositions that are layouts; this function accepts these compositions.

    >>> A = Layout((6, 2), (8, 2))
    >>> print(composition(A, Layout((4, 3), (3, 1))))
    ((2,2),3):((24,2),8)
    >>> print(composition(Layout((12, (4, 8)), (59, (13, 1))), (3, 8)))
    (3,(4,2)):(59,(13,1))
    >>> print(composition(Layout((4, 2, 8), (3, 12, 97)), Layout(3, 3)))
    3:9

    Source: CuTe 02_layout_algebra.md, Composition; Cecka 2026, section 3.3.
    """
    if b is None:
        return a
    if isinstance(b, Layout):
        return _compose(a, b)
    if isinstance(b, tuple):
        return _by_mode(a, b)
    return _compose(a, Layout(b, 1))


def refine(modes: Modes, n: int, w: int, most: int) -> Modes:
    """Cut the mode n:w of B into pieces whose steps do not carry out of a mode of A.

    A piece has a size and a stride. `modes` are the modes of A. At most `most` pieces are accepted.
    `refine_all` passes the number of A's modes as `most`: with more pieces, some sum of the pieces'
    steps always carries out of a mode of A.

    Pre-conditions: at least one mode, n >= 1, w >= 0.
    Post-conditions: the pieces are the function i -> i*w on [0, n) (contract).

    >>> refine(((6, 8), (2, 2)), 4, 3, 2)
    ((2, 3), (2, 6))
    """
    t = first_break(modes, n, w)
    if t == n:
        return ((n, w),)
    if n % t != 0:
        raise InadmissibleError(
            f"mode {n}:{w} of B",
            "its size ({}) must be a multiple of its number of steps within a mode of A ({})",
            n,
            t,
        )
    if most <= 1:
        raise InadmissibleError(
            f"mode {n}:{w} of B",
            "its size ({}) must equal its number of steps within the last mode of A ({})",
            n,
            t,
        )
    return ((t, w),) + refine(modes, n // t, t * w, most - 1)


def first_break(modes: Modes, n: int, w: int) -> int:
    """The break of n:w: the least t < n such that t steps of w carry out of a mode of A, else n.

    Post-conditions: the result t is n, or 2 <= t < n (contract).

    >>> first_break(((6, 8), (2, 2)), 4, 3)
    2
    """
    (s, _), rest = modes[0], modes[1:]
    if not rest:
        return n
    if (n - 1) * (w % s) < s:
        return first_break(rest, n, w // s)
    return first_break(rest, ceil_div(s, w % s), w // s)


def no_carry(modes: Modes, pieces: Modes) -> bool:
    """Whether no sum of the pieces' steps carries out of a mode of A.

    If no sum carries, A is linear on these sums. `modes` are the modes of A. A sum has up to t - 1
    steps of w from each piece (t, w).

    Source: the left-distributivity post, condition (2), for any number of modes.

    >>> no_carry(((36, 1), (18, 72)), ((9, 4), (4, 9)))
    False
    """
    (s, _), rest = modes[0], modes[1:]
    if not rest:
        return True
    return largest_residue(pieces, s) < s and no_carry(rest, quotients(pieces, s))


def carry_refusal(modes: Modes, pieces: Modes) -> InadmissibleError:
    """The error if a sum of the pieces' steps carries. It names the mode of A with the carry.

    Pre-conditions: not no_carry(modes, pieces).

    >>> print(carry_refusal(((36, 1), (18, 72)), ((9, 4), (4, 9))))
    mode 36:1 of A: the sum of B's steps in it (59) must be below its size (36)
    """
    (s, d), rest = modes[0], modes[1:]
    reached = largest_residue(pieces, s)
    if reached < s:
        return carry_refusal(rest, quotients(pieces, s))
    return InadmissibleError(
        f"mode {s}:{d} of A",
        "the sum of B's steps in it ({}) must be below its size ({})",
        reached,
        s,
    )


def largest_residue(pieces: Modes, s: int) -> int:
    """The largest sum of the pieces' steps, each step taken mod s.

    It is the sum of (t - 1) * (w mod s) over all pieces (t, w).

    >>> largest_residue(((9, 4), (4, 9)), 36)
    59
    """
    if not pieces:
        return 0
    (t, w), rest = pieces[0], pieces[1:]
    return (t - 1) * (w % s) + largest_residue(rest, s)


def quotients(pieces: Modes, s: int) -> Modes:
    """The pieces with each stride divided by s: their steps in the modes after a mode of size s.

    >>> quotients(((9, 4), (4, 72)), 36)
    ((9, 0), (4, 2))
    """
    if not pieces:
        return ()
    (t, w), rest = pieces[0], pieces[1:]
    return ((t, w // s),) + quotients(rest, s)


def images(modes: Modes, pieces: Modes) -> Modes:
    """The pieces with each stride w replaced by its image in A.

    >>> images(((6, 8), (2, 2)), ((2, 3), (2, 6)))
    ((2, 24), (2, 2))
    """
    if not pieces:
        return ()
    (t, w), rest = pieces[0], pieces[1:]
    return ((t, stride_of(modes, t, w)),) + images(modes, rest)


def stride_of(modes: Modes, t: int, w: int) -> int:
    """The stride of a piece (t, w) mapped through A: the offset of A at w, the piece's first step.

    A piece of size 1 takes no step. Its stride follows a rule of CuTe. Start with r = w and A's
    first mode. As long as the mode's size divides r and the mode is not the last, divide r by the
    size and go to the next mode. The result is r times the stride of the mode where this stops.

    >>> stride_of(((4, 1), (4, 100)), 2, 5), stride_of(((4, 1), (4, 100)), 1, 5)
    (101, 5)
    """
    if t > 1:
        return extended(modes, w)
    (s, d), rest = modes[0], modes[1:]
    if not rest or w % s != 0:
        return w * d
    return stride_of(rest, t, w // s)


def refine_all(modes: Modes, b: Modes) -> Groups:
    """Cut each mode of B into its pieces.

    Pre-conditions: at least one mode of A. InadmissibleError is raised if a stride of B is negative
    or if `refine` rejects a mode of B.

    >>> refine_all(((6, 8), (2, 2)), ((4, 3), (3, 1)))
    (((2, 3), (2, 6)), ((3, 1),))
    """
    if not b:
        return ()
    (n, w), rest = b[0], b[1:]
    if w < 0:
        raise InadmissibleError(f"mode {n}:{w} of B", "its stride ({}) must not be negative", w)
    return (refine(modes, n, w, len(modes)),) + refine_all(modes, rest)


def images_all(modes: Modes, groups: Groups) -> Groups:
    """The pieces of each mode of B with each stride replaced by its image in A.

    >>> images_all(((6, 8), (2, 2)), (((2, 3), (2, 6)), ((3, 1),)))
    (((2, 24), (2, 2)), ((3, 8),))
    """
    if not groups:
        return ()
    return (images(modes, groups[0]),) + images_all(modes, groups[1:])


def regroup(b: Layout, groups: Groups) -> Layout:
    """Replace each terminal of B by the layout whose modes are the terminal's group in `groups`.

    >>> print(regroup(Layout((4, 3), (3, 1)), (((2, 24), (2, 2)), ((3, 8),))))
    ((2,2),3):((24,2),8)
    """
    composed = tuple(map(layout_of, groups))
    if not isinstance(b.shape, tuple):
        return composed[0]
    shape = unflatten(tuple([mode.shape for mode in composed]), b.shape)
    return Layout(shape, unflatten(tuple([mode.stride for mode in composed]), b.shape))


def _compose(a: Layout, b: Layout) -> Layout:
    """A after B, for a layout B. No sum of the steps of B's modes may carry out of a mode of A."""
    own = modes_of(a)
    if not own:
        raise CoordinateError(f"A must have at least one mode, but {a} has none")
    modes = coalesce_extended(own)
    groups = refine_all(modes, modes_of(b))
    pieces = joined(groups)
    if not no_carry(modes, pieces):
        raise carry_refusal(modes, pieces)
    return regroup(b, images_all(modes, groups))


def _by_mode(a: Layout, tilers: tuple[Tiler, ...]) -> Layout:
    """Compose each mode of A with its own tiler. Modes of A without a tiler are unchanged."""
    require_reached(a, tilers)
    return change_modes(composition, a, tilers)


def require_reached(a: Layout, tilers: tuple[Tiler, ...]) -> None:
    """Raise InadmissibleError if there are more tilers than modes.

    >>> require_reached(Layout((4, 6)), (2, 3, 5))
    Traceback (most recent call last):
    spec.errors.InadmissibleError: the tiler: its number of modes (3) must be at most the rank \
of A (2)
    """
    if len(tilers) > a.rank:
        raise InadmissibleError(
            "the tiler",
            "its number of modes ({}) must be at most the rank of A ({})",
            len(tilers),
            a.rank,
        )
