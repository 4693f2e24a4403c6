"""A user's file that uses each public name of `spec.atoms` and asserts types of results."""

from typing import assert_type

from spec import ComposedLayout, Layout, atoms

MMA = atoms.mma_atom("SM80_16x8x16_F32F16F16F32_TN")
TILED = atoms.tiled_mma(MMA, (2, 2), (32, 32, 16))
LOAD = atoms.copy_atom("ldmatrix.x4", "f16")
STORE = atoms.make_tiled_copy_C(atoms.copy_atom("stmatrix.x2", "f16"), TILED)
PLAIN = atoms.copy_atom("universal.128", "f16")
COPY = atoms.make_tiled_copy(atoms.copy_atom("universal.128", "f32"), (8, 4), (1, 4))
OPERANDS: list[atoms.Operand] = [MMA.a, TILED.b]
ANY = Layout | ComposedLayout

assert_type(MMA, atoms.Atom)
assert_type(TILED, atoms.TiledMMA)
assert_type(LOAD, atoms.CopyAtom)
assert_type(COPY, atoms.TiledCopy)
assert_type(STORE, atoms.TiledCopy)
assert_type(atoms.get_layoutA_TV(MMA), Layout)
assert_type(atoms.get_layoutB_TV(TILED), Layout)
assert_type(atoms.get_layoutC_TV(TILED, (64, 64)), Layout)
assert_type(atoms.get_layoutD_TV(STORE), Layout)
assert_type(atoms.get_layoutS_TV(COPY, (16, 32)), Layout)
assert_type(atoms.ldmatrix(4), tuple[Layout, Layout])
assert_type(atoms.mma_fragment(8, 8, 2), Layout)
assert_type(atoms.make_tiled_copy_A(LOAD, MMA), atoms.TiledCopy)
assert_type(atoms.make_tiled_copy_B(LOAD, TILED), atoms.TiledCopy)
assert_type(
    atoms.make_tiled_copy_C_atom(atoms.copy_atom("stmatrix.x2", "f16"), TILED), atoms.TiledCopy
)
assert_type(atoms.make_tiled_copy_D(PLAIN, STORE), atoms.TiledCopy)
assert_type(atoms.make_tiled_copy_S(atoms.copy_atom("universal.32", "f16"), STORE), atoms.TiledCopy)
assert_type(atoms.partition_A((64, 16), MMA, 3), tuple[ANY, int])
assert_type(atoms.partition_B(Layout((32, 16)), TILED, 3), tuple[ANY, int])
assert_type(atoms.partition_C((64, 64), TILED, 3), tuple[ANY, int])
assert_type(atoms.partition_D(Layout((16, 32), (32, 1)), COPY, 9), tuple[ANY, int])
assert_type(atoms.partition_S((16, 32), COPY, 9), tuple[ANY, int])
assert_type(atoms.retile(Layout(((2, 2), 8, 2)), atoms.make_tiled_copy_B(LOAD, TILED)), Layout)
assert_type(atoms.thrfrg_A((64, 16), TILED), ANY)
assert_type(atoms.thrfrg_B((32, 16), TILED), ANY)
assert_type(atoms.thrfrg_C((64, 64), TILED), ANY)
assert_type(atoms.tidfrg_D((16, 32), COPY), ANY)
assert_type(atoms.tidfrg_S((16, 32), COPY), ANY)
