"""The language of proofs, a small typed subset of Python: see `docs/reference/language.md`."""
