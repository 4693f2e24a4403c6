"""Left distributivity: A o (B1,..,Bm) = (A o B1,..,A o Bm)."""
