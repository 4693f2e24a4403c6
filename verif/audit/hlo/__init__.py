"""Audit HLO: the text of XLA's programs, before and after compilation."""

from verif.audit.hlo.auditing import audit, recognizes
from verif.audit.hlo.comparing import compare

__all__ = ["audit", "compare", "recognizes"]
