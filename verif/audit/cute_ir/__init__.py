"""CuTe IR: what the compiler of NVIDIA's CuTe DSL states about layouts."""

from verif.audit.cute_ir.audit import audit, recognizes

__all__ = ["audit", "recognizes"]
