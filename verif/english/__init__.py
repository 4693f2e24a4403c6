"""English of what is printed: how many of what."""

from verif.english.counts import counted

__all__ = ["counted"]
