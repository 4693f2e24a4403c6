"""The operations of the layout algebra: one row each, used by all that runs or checks them."""
