"""The process that runs XLA: a question is its kind and a text.

`read` takes the text of a shape, `bytes` the text of an untiled shape, `run` a module in HLO text.
Some text ends the process; that is why it is one of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, Final

from verif.processes.serve import serve

# By name: jaxlib says that it has types, and has none of these.
XLA: Final[Any] = import_module("jaxlib._jax")
CLIENT: Final[Any] = import_module("jaxlib.xla_client")
NUMPY: Final[Any] = import_module("numpy")


def parsed(module: str) -> Any:
    """The module that XLA's parser makes of HLO text."""
    return CLIENT.hlo.hlo_module_from_text(module)


@cache
def cpu() -> Any:
    """XLA on the processor of this machine."""
    return CLIENT.make_cpu_client()


def computation(module: Any) -> Any:
    """A module as a computation, which knows its program's shape."""
    return CLIENT.XlaComputation(module.as_serialized_hlo_module_proto())


def read(text: str) -> dict[str, Any]:
    """A shape as the parser has it: the parameter of a program of nothing else."""
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
    """The bytes that XLA's cost analysis gives to an argument; it ignores tiles."""
    module = parsed(
        f"HloModule m\nENTRY e {{\n  p = {text} parameter(0)\n  ROOT r = {text} negate(p)\n}}\n"
    )
    return int(XLA.hlo_module_cost_analysis(cpu(), module).get("bytes accessed0{}", 0))


def run(module: str) -> list[list[int]]:
    """The results of a program, each flat."""
    text = XLA.mlir.xla_computation_to_mlir_module(computation(parsed(module)))
    program = cpu().compile_and_load(text, cpu().devices(), CLIENT.CompileOptions())
    return [NUMPY.asarray(result).ravel().tolist() for result in program.execute([])]


ANSWERS: Final[Mapping[str, Callable[[str], Any]]] = {"read": read, "bytes": occupied, "run": run}


def answered(question: tuple[str, str]) -> Any:
    """XLA's answer about a text, or its refusal."""
    kind, text = question
    try:
        return ANSWERS[kind](text)
    except CLIENT.XlaRuntimeError as error:
        return {"refused": str(error)}


if __name__ == "__main__":
    serve(answered)
