"""The trusted core: claims, obligations, verdicts, and the judge that alone makes theorems."""
