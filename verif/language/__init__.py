"""One small typed language for every text that is proved: see `docs/reference/language.md`."""
