"""The calculator as a local web page: expressions and questions in, layouts out."""
