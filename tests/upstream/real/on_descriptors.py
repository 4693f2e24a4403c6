"""wgmma descriptors equal the descriptors that CuTe C++ makes for the same layouts."""

import random
import re

from spec import composition, tile_to_shape
from spec.atoms.descriptors import SPANS, matrix_descriptor
from tests.spec.atoms.test_descriptors import BITS, atom
from tests.upstream.real.on_cute_texts import PREAMBLE_OF_ATOMS, output

TYPES = {"s8": "int8_t", "f16": "half_t", "bf16": "bfloat16_t", "f32": "float"}
KINDS = {"INTERLEAVE": 0, "B32": 3, "B64": 2, "B128": 1}


def drawn():
    draw = random.Random("descriptors")
    for swizzle, span in SPANS.items():
        for major in ("K", "MN"):
            for element in BITS:
                name = {"INTERLEAVE": "INTER"}.get(span, span.replace("B", "SW"))
                unit = atom(element, swizzle, major)
                k = 256 // BITS[element]
                rows, columns = max(unit.shape[0], 64), max(unit.shape[1], k)
                shape = rows * draw.choice((1, 2)), columns * draw.choice((1, 2))
                block = (64, k)
                code = (
                    f"auto whole = tile_to_shape(GMMA::Layout_{major}_{name}_Atom<"
                    f"{TYPES[element]}>{{}}, Shape<_{shape[0]},_{shape[1]}>{{}});"
                    "auto some = make_tensor(make_smem_ptr(reinterpret_cast<"
                    f"{TYPES[element]}*>(memory)), whole);"
                    f"auto one = some.compose(make_tile(_64{{}}, Int<{k}>{{}}));"
                    f"auto d = GMMA::make_gmma_desc<GMMA::Major::{major}>(one).bitfield;"
                    'std::printf("desc %d %d %d\\n", int(d.layout_type_),'
                    " int(d.leading_byte_offset_), int(d.stride_byte_offset_));"
                )
                smem = composition(tile_to_shape(unit, shape), block)
                yield code, matrix_descriptor(smem, element, major)


def test_descriptors_agree_with_cute(tmp_path):
    cases = list(drawn())
    bodies = "".join(f"void f{n}() {{ {code} }}\n" for n, (code, _) in enumerate(cases))
    calls = " ".join(f"f{n}();" for n in range(len(cases)))
    shown = output(f"{PREAMBLE_OF_ATOMS}{bodies}int main() {{ {calls} }}\n", tmp_path)
    found = re.findall(r"desc (\d+) (\d+) (\d+)", shown)
    assert len(found) == len(cases) >= 30
    for numbers, (code, ours) in zip(found, cases, strict=True):
        kind, leading, stride = map(int, numbers)
        mine = KINDS[ours.kind], ours.leading_byte_offset // 16, ours.stride_byte_offset // 16
        assert mine == (kind, leading, stride), code
