"""Documents that many rows come from; a row's source begins with one of these."""

T = "cutlass examples/cute/tutorial/"
X = "XLA docs/tiled_layout.md: "
