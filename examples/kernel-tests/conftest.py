pytest_plugins = ("verif.testing.plugin",)
