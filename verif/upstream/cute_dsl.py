"""CuTe DSL, of the nvidia-cutlass-dsl distribution, under the names of the spec."""

from __future__ import annotations

from typing import Any

from verif.upstream.in_process import Operation


def operations_of(module: Any) -> dict[str, Operation]:
    return {}
