"""The process that runs XLA. A question consists of a kind and a text.

For the kind `read`, the text is a shape; for `bytes`, an untiled shape; for `run`, a module of HLO.
XLA runs in a separate process because some texts crash it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, Final

from verif.processes.serve import serve

# Use import_module, because import statements would fail the type check: jaxlib claims to be typed,
# but these modules are not.
XLA: Final[Any] = import_module("jaxlib._jax")
CLIENT: Final[Any] = import_module("jaxlib.xla_client")
NUMPY: Final[Any] = import_module("numpy")


def parsed(module: str) -> Any:
    """Parse HLO text with XLA."""
    return CLIENT.hlo.hlo_module_from_text(module)


@cache
def cpu() -> Any:
    """Return XLA's client for the CPU of this machine."""
    return CLIENT.make_cpu_client()


def computation(module: Any) -> Any:
    """Convert an HLO module to an `XlaComputation`, which also gives the program's shape."""
    return CLIENT.XlaComputation(module.as_serialized_hlo_module_proto())


def read(text: str) -> dict[str, Any]:
    """Parse a shape by making it the shape of a program's only parameter."""
    module = parsed(f"HloModule m\nENTRY e {{\n  ROOT p = {text} parameter(0)\n}}\n")
    (shape,) = computation(module).program_shape().parameter_shapes()
    if not shape.is_array():
        return {"printed": str(shape)}
    layout = shape.layout()
    return {
        "printed": str(shape),
        "dims": shape.dimensions(),
        "minor_to_major": layout.minor_to_major(),
        "tiles": layout.tiling(),
        "element_bits": layout.element_size_in_bits(),
    }


def occupied(text: str) -> int:
    """Return the size of an argument in bytes, by XLA's cost analysis, which ignores tiles."""
    module = parsed(
        f"HloModule m\nENTRY e {{\n  p = {text} parameter(0)\n  ROOT r = {text} negate(p)\n}}\n"
    )
    return int(XLA.hlo_module_cost_analysis(cpu(), module).get("bytes accessed0{}", 0))


def run(module: str) -> list[list[int]]:
    """Run a program and return its results, each flattened."""
    text = XLA.mlir.xla_computation_to_mlir_module(computation(parsed(module)))
    program = cpu().compile_and_load(text, cpu().devices(), CLIENT.CompileOptions())
    return [NUMPY.asarray(result).ravel().tolist() for result in program.execute([])]


ANSWERS: Final[Mapping[str, Callable[[str], Any]]] = {"read": read, "bytes": occupied, "run": run}


def answered(question: tuple[str, str]) -> Any:
    """Return XLA's answer about a text, or its refusal."""
    kind, text = question
    try:
        return ANSWERS[kind](text)
    except CLIENT.XlaRuntimeError as error:
        return {"refused": str(error)}


if __name__ == "__main__":
    serve(answered)
