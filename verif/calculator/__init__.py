"""A local web page that evaluates expressions and answers questions about layouts."""
