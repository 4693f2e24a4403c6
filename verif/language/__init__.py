"""One small typed language for all code that is proved: see `docs/reference/language.md`."""
