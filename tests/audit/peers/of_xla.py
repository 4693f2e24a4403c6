"""Ask XLA about texts of HLO: a script for `answers`.

For a case `{"text": ..}`, XLA parses the text and prints it again. If the case also has `verify`,
StableHLO's verifier decides whether the dimensions of results follow from the operands. For a case
`{"program": .., "target": ..}`, XLA compiles the program for the CPU or for the description of a
TPU. The answer then has the texts before and after optimization, and how many bytes the
arguments and the results take.
"""

import os
import re

# Do not ask the cloud's metadata server for a TPU.
os.environ.update(TPU_SKIP_MDS_QUERY="1", TPU_WORKER_HOSTNAMES="localhost", JAX_PLATFORMS="cpu")

import jax
import jax.numpy as jnp
from jax._src.interpreters.mlir import make_ir_context
from jax.experimental import topologies
from jax.sharding import SingleDeviceSharding
from jaxlib import xla_client
from jaxlib.mlir import ir

from tests.audit.peers.asking import answer_cases

CONTEXT = make_ir_context()


def answer(case):
    return _compiled(case) if "program" in case else _parsed(case)


def _parsed(case):
    try:
        module = xla_client.hlo.hlo_module_from_text(case["text"])
        if case.get("verify"):
            proto = module.as_serialized_hlo_module_proto()
            stable = xla_client._xla.mlir.hlo_to_stablehlo(proto)
            with CONTEXT:
                ir.Module.parse(stable).operation.verify()
    except (RuntimeError, ir.MLIRError) as error:
        return {"refused": str(error).splitlines()[0][:200]}
    instructions = {
        computation.name: [[one.name, [o.name for o in one.operands()]] for one in some]
        for computation, some in ((one, one.instructions()) for one in module.computations())
    }
    return {"printed": module.to_string(), "instructions": instructions}


def _compiled(case):
    sharding = None
    if case["target"] != "cpu":
        device = topologies.get_topology_desc(f"{case['target']}:2x2", platform="tpu").devices[0]
        sharding = SingleDeviceSharding(device)
    arguments = [
        jax.ShapeDtypeStruct(one["dims"], one["element"], sharding=sharding)
        for one in case["program"]
    ]

    def moved(*arrays):
        return [_moved(x, one["steps"]) for x, one in zip(arrays, case["program"], strict=True)]

    lowered = jax.jit(moved).lower(*arguments)
    compiled = lowered.compile()
    sizes = compiled.memory_analysis()
    return {
        "before": _cleaned(lowered.compiler_ir(dialect="hlo").as_hlo_text()),
        "after": _cleaned(compiled.as_text()),
        "bytes": [sizes.argument_size_in_bytes, sizes.output_size_in_bytes],
    }


def _cleaned(text):
    """Remove the source locations from a text."""
    names = "FileNames|FunctionNames|FileLocations|StackFrames"
    text = re.sub(rf"\n(?:{names})\n(?:.+\n)*", "\n", text)
    return re.sub(r", metadata=\{[^{}]*\}", "", text)


def _moved(x, steps):
    for name, numbers in steps:
        x = jnp.transpose(x, numbers) if name == "transpose" else x.reshape(numbers)
    return x


if __name__ == "__main__":
    answer_cases(answer)
