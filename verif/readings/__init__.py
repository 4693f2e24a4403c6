"""The arguments of claims as proofs see them: domains, and layouts of any rank and nesting. Trusted."""
