"""How proofs see the arguments of claims: domains, layouts of any rank and nesting. Trusted."""
