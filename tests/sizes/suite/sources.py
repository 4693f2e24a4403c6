"""Documents that many rows come from; the source of a row begins with the name of a document."""

T = "cutlass examples/cute/tutorial/"
X = "XLA docs/tiled_layout.md: "
