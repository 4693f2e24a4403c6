"""The operations of the layout algebra, as rows of a table that all code about operations uses."""
