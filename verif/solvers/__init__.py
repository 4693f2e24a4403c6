"""Z3 and cvc5 for the kernel's solver interface, each in a worker process that can be killed.

This file imports nothing, because each worker process imports it.
"""
