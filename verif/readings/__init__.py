"""How claims see their arguments: domains, and layouts of any rank and nesting. Trusted."""
