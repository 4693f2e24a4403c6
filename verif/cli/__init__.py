"""The commands of `layout-verif`, with one file for each group of commands."""
