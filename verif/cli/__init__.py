"""The commands of `layout-verif`, one file for each group."""
