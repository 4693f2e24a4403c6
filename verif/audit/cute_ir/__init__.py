"""Audit CuTe IR, the IR in which the compiler of NVIDIA's CuTe DSL states layouts."""

from verif.audit.cute_ir.audit import audit, recognizes

__all__ = ["audit", "recognizes"]
