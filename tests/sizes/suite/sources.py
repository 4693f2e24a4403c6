"""Names of documents from which many rows of the suite come.

The source of such a row begins with one of these names.
"""

T = "cutlass examples/cute/tutorial/"
X = "XLA docs/tiled_layout.md: "
