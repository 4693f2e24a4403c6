"""The trusted core: claims, obligations, verdicts and the judge. Only the judge makes theorems."""
