"""The documents that many rows are from, as their sources begin."""

T = "cutlass examples/cute/tutorial/"
X = "XLA docs/tiled_layout.md: "
