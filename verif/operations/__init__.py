"""The operations of the layout algebra: one row each, which all who run or judge them read."""
