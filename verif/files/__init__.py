"""Files of claims: read as texts, and never imported."""
