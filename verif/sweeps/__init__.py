"""Claims on all arguments up to a size, in parts, on as many processes or machines as there are."""
