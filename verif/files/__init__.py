"""Files of claims: parsed as source text, never imported."""
