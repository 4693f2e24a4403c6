"""Ask Triton about texts of TTGIR: a script for `answers`.

Triton parses and verifies each text. For each operation on layouts, the answer has the linear
layouts of operands and results as bases, the excess of wavefronts according to `bank_conflicts`,
and whether Triton calls a conversion trivial. If Triton rejects the text, the answer is
`{"refused": ..}`.

Some questions abort the process of Triton 3.9.0. Therefore the script asks about conflicts for AMD,
and about conflicts in less than 128 bytes of memory, only if the case is `{"text": .., "all":
true}`. The script never asks about the linear layouts of padded memory and of tensor memory.
"""

import math
import re
import tempfile
from pathlib import Path

import triton
from triton._C.libtriton import gluon_ir, ir
from triton._C.libtriton.linear_layout import LinearLayout
from triton.backends.compiler import GPUTarget

from tests.audit.peers.asking import answer_cases
from tests.audit.peers.drawn_ttgir import ACCESSES

ROW_OF_BANKS = 32 * 32
"""The number of bits in one row of memory: 32 banks of 32 bits each."""

ASKED = {*ACCESSES, "ttg.convert_layout", "tt.trans", "tt.dot"}


def answer(case):
    """Return Triton's answers about a text of TTGIR."""
    asks_all = isinstance(case, dict)
    text = case["text"] if asks_all else case
    kind, arch = re.search(r'ttg\.target = "(cuda|hip):([a-z0-9]+)"', text).groups()
    is_nvidia = kind == "cuda"
    lanes = int(re.search(r'threads-per-warp" = (\d+)', text)[1])
    context = ir.context()
    ir.load_dialects(context)
    target = GPUTarget(kind, int(arch) if is_nvidia else arch, lanes)
    triton.compiler.make_backend(target).load_dialects(context)
    with tempfile.NamedTemporaryFile("w", suffix=".ttgir") as file:
        Path(file.name).write_text(text)
        try:
            module = ir.parse_mlir_module(file.name, context)
        except RuntimeError as error:
            return {"refused": str(error)}
    builder = gluon_ir.GluonOpBuilder(context)
    found = []
    least = 0 if asks_all else ROW_OF_BANKS if is_nvidia else math.inf
    module.walk(lambda op: found.extend(_of_operation(op, builder, least)))
    # Keep a reference to the context, because a module does not keep it alive.
    del module
    return {"ops": found}


def _of_operation(op, builder, least):
    if op.get_name() not in ASKED:
        return
    # The builder takes the number of threads in a warp from the block where it inserts operations.
    builder.set_insertion_point_to_start(op.get_block())
    values = {
        "operands": [op.get_operand(k) for k in range(op.get_num_operands())],
        "results": [op.get_result(k) for k in range(op.get_num_results())],
    }
    row = {"op": op.get_name()}
    layouts = {}
    for side, some in values.items():
        row[side] = []
        for k, value in enumerate(some):
            told, layouts[side, k] = _of_value(value, builder)
            row[side].append(told)
    if row["op"] == "ttg.convert_layout":
        before, after = values["operands"][0], values["results"][0]
        row["trivial"] = builder.is_convert_layout_trivial(after.get_type(), before)
    if row["op"] in ACCESSES:
        at = ACCESSES[row["op"]]
        tensor, memory = (layouts.get(place) for place in at)
        told = row[at[0][0]][at[0][1]] if (at[0][0], at[0][1]) in layouts else {}
        if tensor is not None and memory is not None and not _is_padded(memory):
            bits = int(re.search(r"x(?:bf|f|i)(\d+)", told["type"])[1])
            if math.prod(told["shape"]) * bits >= least:
                row["conflicts"] = builder.get_shared_bank_conflicts(
                    *(one._to_ir(builder) for one in (tensor, memory)), told["shape"], bits
                )
    yield row


def _of_value(value, builder):
    """Return a dictionary with the value's type and linear layout, and the value's Gluon layout."""
    text = str(value.get_type())
    told = {"type": text}
    found = re.match(r"(tensor|!ttg\.memdesc)<((?:\d+x)+)", text)
    # If a buffer is a part of an allocation, the buffer's type ends with a second shape.
    is_part = re.search(r", \d+(?:x\d+)*>$", text) is not None
    if found is None or is_part or "#ttg." not in text or re.search(r"!tt\.ptr|#ttng\.", text):
        return told, None
    told["shape"] = [int(n) for n in found[2].split("x")[:-1]]
    try:
        if found[1] == "tensor":
            layout = builder.get_gluon_layout_from_tensor(value)
        else:
            layout = builder.get_gluon_layout_from_memdesc(value)
    except ValueError as error:
        # Gluon does not have every layout of Triton.
        return {**told, "unknown": str(error)}, None
    if not _is_padded(layout) and _rank(layout) == len(told["shape"]):
        told["linear"] = _bases(builder.to_linear_layout(layout._to_ir(builder), told["shape"]))
    return told, layout


def _rank(layout):
    """The number of dimensions of one buffer, without the dimension that numbers the buffers."""
    if hasattr(layout, "rank"):
        return layout.rank
    return len(layout.order if hasattr(layout, "order") else layout.offset_bases[0])


def _is_padded(layout):
    return type(layout).__name__ == "PaddedSharedLayout"


def _bases(layout):
    if isinstance(layout, LinearLayout):
        return {name: [list(point) for point in points] for name, points in layout.bases}
    if type(layout).__name__ == "SharedLinearLayout":
        return {"offset": layout.offset_bases, "block": layout.block_bases}
    names = ("reg_bases", "lane_bases", "warp_bases", "block_bases")
    places = ("register", "lane", "warp", "block")
    return {place: getattr(layout, name) for place, name in zip(places, names, strict=True)}


if __name__ == "__main__":
    answer_cases(answer)
