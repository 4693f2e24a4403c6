"""The commands of `layout-verif`, a file each group of them."""
