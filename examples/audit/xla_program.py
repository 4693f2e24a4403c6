"""Write HLO of a JAX program, compiled for a TPU: `python xla_program.py FOLDER`. No TPU is needed.

NAME.before.hlo is the program before optimization; NAME.after.hlo is what libtpu compiled.
"""

import os
import sys
from pathlib import Path

# Do not ask the cloud's metadata server for a TPU.
os.environ.update(TPU_SKIP_MDS_QUERY="1", TPU_WORKER_HOSTNAMES="localhost", JAX_PLATFORMS="cpu")

import jax
import jax.numpy as jnp
from jax.experimental import topologies
from jax.sharding import SingleDeviceSharding


def merge_heads(x):
    return jnp.transpose(x, (0, 2, 1, 3)).reshape(256, 1024)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    tpu = topologies.get_topology_desc("v5e:2x2", platform="tpu").devices[0]
    argument = jax.ShapeDtypeStruct(
        (8, 16, 32, 64), jnp.bfloat16, sharding=SingleDeviceSharding(tpu)
    )
    lowered = jax.jit(merge_heads).lower(argument)
    before = lowered.compiler_ir(dialect="hlo").as_hlo_text()
    (folder / "merge_heads.before.hlo").write_text(before)
    (folder / "merge_heads.after.hlo").write_text(lowered.compile().as_text())
