"""Types and operations, as text, for the tests of the audit of CuTe IR."""

ASYNC = "!cute_nvgpu.atom.simt_async_copy<f16, cache = always, 128 b>"
PLAIN = "!cute_nvgpu.atom.universal_copy<f16, 128 b>"
LDSM = (
    '!cute_nvgpu.atom.ldsm<val_type = f16, mode = <"(8,8)">, sz_pattern = u16, num_matrices = 4, n>'
)


def tiled(tv, tile, atom=PLAIN):
    return f'!cute.tiled_copy<{atom}, layout_copy_tv = <"{tv}">, tiler_mn = <"{tile}">>'


def memref(layout, *parts, space="gmem", element="f16"):
    return f'!cute.memref<{", ".join((element, space, *parts))}, "{layout}">'


def operation(name, *types, attributes=""):
    """Return an operation in MLIR's generic form, given the types of its operands and result."""
    *operands, result = types
    names = ", ".join(f"%{k}" for k in range(len(operands)))
    return f'%r = "cute.{name}"({names}) {attributes} : ({", ".join(operands)}) -> {result}'
