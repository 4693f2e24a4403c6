"""The trusted core: claims, obligations, verdicts, and the judge, the only maker of theorems."""
