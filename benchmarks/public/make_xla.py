"""Compile a public JAX program without a TPU: `python make_xla.py KERNEL.json SOURCES OUT`.

OUT/NAME.TARGET.before.hlo is the program before optimization, and OUT/NAME.TARGET.hlo is the
optimized program. To compile for a TPU, libtpu needs only a description of the TPU.
"""

import functools
import importlib.util
import json
import os
import sys
from pathlib import Path

# Do not ask the cloud's metadata server for a TPU.
os.environ.update(TPU_SKIP_MDS_QUERY="1", TPU_WORKER_HOSTNAMES="localhost", JAX_PLATFORMS="cpu")

import jax
import jax.numpy as jnp
from jax.experimental import topologies
from jax.sharding import SingleDeviceSharding

KEY = jax.ShapeDtypeStruct((2,), jnp.uint32)


def loaded(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def transformer(path):
    """A language model of one layer with 8 heads, applied to 4 sequences of 128 tokens."""
    import haiku

    module = loaded(path)

    def call(tokens):
        layers = module.Transformer(num_heads=8, num_layers=1, attn_size=64, dropout_rate=0.1)
        model = module.LanguageModel(layers, model_size=512, vocab_size=256, pad_token=0)
        return model(tokens)

    both, tokens = haiku.transform(call), jax.ShapeDtypeStruct((4, 128), jnp.int32)
    return both.apply, (jax.eval_shape(both.init, KEY, tokens), KEY, tokens)


def attention(_):
    """Multi-head attention with 8 heads, applied to 256 vectors of 512 floats."""
    import equinox

    of_module = functools.partial(equinox.nn.MultiheadAttention, num_heads=8, query_size=512)
    described = equinox.filter_eval_shape(of_module, key=KEY)
    arrays, static = equinox.partition(described, lambda x: isinstance(x, jax.ShapeDtypeStruct))

    def call(arrays, x):
        return equinox.combine(arrays, static)(x, x, x)

    return call, (arrays, jax.ShapeDtypeStruct((256, 512), jnp.float32))


def flash_attention(path):
    """Causal attention of 2 batches with 8 heads, each with 512 vectors of 128 bf16."""
    x = jax.ShapeDtypeStruct((2, 8, 512, 128), jnp.bfloat16)
    return functools.partial(loaded(path).flash_attention, causal=True), (x, x, x)


def convolve2d(_):
    """Convolve an image of 512 x 512 floats with a kernel of 5 x 5."""
    picture, kernel = (jax.ShapeDtypeStruct((n, n), jnp.float32) for n in (512, 5))
    return functools.partial(jax.scipy.signal.convolve2d, mode="same"), (picture, kernel)


CALLS = {one.__name__: one for one in (transformer, attention, flash_attention, convolve2d)}


def main(given, sources, out):
    kernel = json.loads(Path(given).read_text())
    function, arguments = CALLS[kernel["function"]](Path(sources, kernel["file"]))
    for target in kernel["targets"]:
        if target == "cpu":
            (device,) = jax.devices("cpu")
        else:
            device = topologies.get_topology_desc(f"{target}:2x2", platform="tpu").devices[0]
        there = SingleDeviceSharding(device)
        placed = jax.tree.map(
            lambda one, there=there: jax.ShapeDtypeStruct(one.shape, one.dtype, sharding=there),
            arguments,
        )
        lowered = jax.jit(function).lower(*placed)
        before = lowered.compiler_ir(dialect="hlo").as_hlo_text()
        Path(out, f"{kernel['name']}.{target}.before.hlo").write_text(before)
        Path(out, f"{kernel['name']}.{target}.hlo").write_text(lowered.compile().as_text())


if __name__ == "__main__":
    main(*sys.argv[1:])
