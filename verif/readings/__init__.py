"""Arguments of claims as proofs see them: domains, layouts of any rank and nesting. Trusted."""
