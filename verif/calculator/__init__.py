"""The calculator as a page: expressions and questions in, layouts out, on this machine alone."""
