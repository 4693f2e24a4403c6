"""The calculator and the questions in Python: `verif.evaluate` and `verif.check`."""
