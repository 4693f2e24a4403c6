"""The operations of the layout algebra. All code that runs or checks them uses their rows."""
