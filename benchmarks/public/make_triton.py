"""Compile a public Triton kernel without a GPU: `python make_triton.py KERNEL.json SOURCES OUT`.

Only the functions that Triton compiles are taken from the kernel's files. So neither PyTorch nor
the kernel's package is needed. The functions keep their line numbers. The output for each target is
the file OUT/NAME.TARGET.ttgir.
"""

import importlib
import json
import sys
from pathlib import Path

import triton
from reducing import reduced
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

TARGETS = {
    "sm90": GPUTarget("cuda", 90, 32),
    "sm100": GPUTarget("cuda", 100, 32),
    "gfx942": GPUTarget("hip", "gfx942", 64),
}


def main(given, sources, out):
    kernel = json.loads(Path(given).read_text())
    folder = Path(out, "sources")
    folder.mkdir(parents=True, exist_ok=True)
    sys.path.insert(0, str(folder))
    for file in (kernel["file"], *kernel["beside"]):
        imports = kernel["imports"] if file == kernel["file"] else ()
        text = Path(sources, file).read_text()
        (folder / Path(file).name).write_text(reduced(text, imports))
    function = getattr(importlib.import_module(Path(kernel["file"]).stem), kernel["function"])
    types = {name: f"*{kind}" for name, kind in kernel["pointers"].items()}
    types |= kernel["numbers"] | dict.fromkeys(kernel["integers"], "i32")
    signature = {name: types.get(name, "constexpr") for name in function.arg_names}
    constants = {name: None if x == "None" else x for name, x in kernel["constants"].items()}
    # Declare that pointers and sizes are multiples of 16. In PyTorch they usually are.
    multiples = {
        (place,): [["tt.divisibility", 16]]
        for place, kind in enumerate(signature.values())
        if kind.startswith("*") or kind == "i32"
    }
    for name in kernel["targets"]:
        source = ASTSource(function, signature, constants, multiples)
        made = triton.compile(source, target=TARGETS[name], options=kernel["options"])
        Path(out, f"{kernel['name']}.{name}.ttgir").write_text(made.asm["ttgir"])


if __name__ == "__main__":
    main(*sys.argv[1:])
