"""The trusted core: claims, obligations, verdicts, and the judge, which alone makes theorems."""
