"""Tiles of matrix instructions: many atoms in one tile, as in CuTe's TiledMMA."""

from spec.atoms.mma import Atom, Operand
from spec.composition import composition
from spec.errors import LayoutError
from spec.inverse import right_inverse
from spec.layout import Layout, make_layout
from spec.partition import require_numbers_each_place


def tiled_mma(atom: Atom, atoms: Layout) -> Atom:
    """The atom of a tile made of copies of `atom`, arranged along m, n and k by the layout `atoms`.

    Thread T*number + t is thread t of the atom with that number, where one atom has T threads.
    Atoms side by side along n hold the same part of A, along m the same part of B, and along k of
    C.

    Pre-conditions: `atoms` has three modes and maps its coordinates to 0 .. size - 1, each once;
    the atom's threads are lanes 0 .. T - 1.
    Post-conditions: an element is held as often in the tile as in the atom, times the number of
    atoms that hold the same part (tested).

    >>> from spec.atoms import mma_atom
    >>> tile = tiled_mma(mma_atom("SM80_16x8x16_F32F16F16F32_TN"), Layout((2, 2, 1)))
    >>> print(tile.shape, tile.c.layout)
    (32, 16, 16) (((4,8),(2,2)),(2,2)):(((64,1),(16,256)),(32,8))
    >>> tile.a.times, tile.b.times, tile.c.times
    (2, 2, 1)

    Source: CuTe atom/mma_atom.hpp, TiledMMA, without a permutation.
    """
    if atom.threads != Layout(atom.threads.size):
        raise LayoutError(f"{atom.name} must use the lanes 0, 1, .., but uses {atom.threads}")
    if atoms.rank != 3:
        raise LayoutError(
            f"the atoms must have three modes m, n and k, but {atoms} has {atoms.rank}"
        )
    require_numbers_each_place(atoms, "the atoms")
    sides = tuple(mode.size for mode in atoms)
    numbers = right_inverse(atoms)

    def operand(one: Operand, rows: int, columns: int) -> Operand:
        """The tiled operand.

        `rows` and `columns` are the modes of `atoms` that repeat it vertically and horizontally.
        """
        (r, c), high = one.block, one.block[0] * sides[rows]
        steps = [0, 0, 0]
        steps[rows], steps[columns] = r, c * high
        held = composition(Layout((r, c), (1, high)), one.layout)
        stands = composition(Layout(sides, tuple(steps)), numbers)
        others = atoms.size // (sides[rows] * sides[columns])
        return Operand(
            make_layout(make_layout(held[0], stands), held[1]),
            (high, c * sides[columns]),
            one.times * others,
        )

    m, n, k = (s * side for s, side in zip(atom.shape, sides, strict=True))
    return Atom(
        f"{atom.name} by {atoms}",
        (m, n, k),
        Layout(atom.threads.size * atoms.size),
        operand(atom.a, 0, 2),
        operand(atom.b, 1, 2),
        operand(atom.c, 0, 1),
    )
